import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FrancCountry } from '../../zones/franc-countries.ts'
import { countryExtract } from './country-extract.ts'
import type { MapFetchDeps } from './fetch-due-maps.ts'
import { listMapFetches } from './map-fetch-store.ts'

/**
 * Removes what was received for countries that are fetched no more, or that are done. Returns false: there is
 * never more left.
 */
export async function purgeExtracts({ db, mapFetching }: MapFetchDeps): Promise<false> {
  const { folder, extractUrl } = mapFetching
  const there = await readdir(folder).catch(() => [])
  if (there.length === 0) return false
  const underWay = (await listMapFetches(db))
    .filter(({ state }) => state !== 'DONE')
    .map(({ country }) => `${countryExtract(extractUrl, country as FrancCountry).name}.`)
  for (const file of there)
    if (!underWay.some((beginning) => file.startsWith(beginning)))
      await rm(join(folder, file), { force: true })
  return false
}
