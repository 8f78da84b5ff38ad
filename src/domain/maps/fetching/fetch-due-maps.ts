import { rm } from 'node:fs/promises'
import type { Database } from '../../../base/database/open-database.ts'
import { systemActor } from '../../../base/kernel/actor.ts'
import { type Clock, checkLease } from '../../../base/kernel/clock.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { FrancCountry } from '../../zones/franc-countries.ts'
import type { City } from '../../zones/service-map.ts'
import { readMap } from '../../zones/zone-store.ts'
import { defaultAttribution } from '../city-map-facts.ts'
import { importMap } from '../import-map.ts'
import { findMapFacts } from '../map-store.ts'
import {
  countryExtract,
  extractLimits,
  type FetchFailure,
  MapFetchFailed,
  refreshMs,
  retryMs,
} from './country-extract.ts'
import { downloadExtract, downloadMd5, prepareExtractPath } from './download-extract.ts'
import { type MapFetchRow, setFetch, takeDueFetch } from './map-fetch-store.ts'
import { type CallableAddress, isBrokenOff, sendExtractRequests } from './send-extract-request.ts'

export type MapFetchDeps = {
  db: Database
  clock: Clock
  mapFetching: {
    /** Where extracts are: MAP_EXTRACT_URL. */
    extractUrl: string
    /** Where they are put until they are imported. */
    folder: string
    callableAddress: CallableAddress
  }
  alertOperator: (message: string, about: Record<string, string>) => void
}

/** Longer than the 15 minutes that reading an extract for one city may take. */
const leaseMs = 20 * 60_000

/** A fetch that this process has taken; each sign of life extends its lease. */
type Taken = {
  row: MapFetchRow
  country: FrancCountry
  leaseEnds: Date
  signal: AbortSignal
  /** Something new was received: then tries are counted anew. */
  hasProgressed: boolean
}

/**
 * Fetches the extract of the country that is due first and imports it for its cities; returns whether there
 * may be more. No transaction is open while the network is asked. What was received when `signal` ends it is
 * gone on with later.
 */
export async function fetchDueMaps(deps: MapFetchDeps, signal: AbortSignal): Promise<boolean> {
  const { db, clock } = deps
  const now = clock.now()
  const leaseEnds = new Date(now.getTime() + leaseMs)
  const row = signal.aborted ? undefined : await takeDueFetch(db, now, leaseEnds)
  if (!row) return false
  const taken: Taken = { row, country: row.country as FrancCountry, leaseEnds, signal, hasProgressed: false }
  try {
    await fetchMaps(deps, taken)
  } catch (error) {
    if (error instanceof LeaseLost) return true
    await noteFailure(deps, taken, error)
  }
  return !signal.aborted
}

class LeaseLost extends Error {}

async function fetchMaps(deps: MapFetchDeps, taken: Taken): Promise<void> {
  const { clock, mapFetching } = deps
  const { row, country, leaseEnds } = taken
  const extract = countryExtract(mapFetching.extractUrl, country)
  const dispatcher = sendExtractRequests(extract.url, mapFetching.callableAddress)
  const signal = AbortSignal.any([taken.signal, AbortSignal.timeout(extractLimits.connectionMs)])
  checkLease(leaseEnds, clock)
  try {
    const md5 = await downloadMd5(extract.md5Url, { dispatcher, signal })
    // Whoever asks anew has it imported anew.
    if (md5 === row.md5) return await noteDone(deps, taken, { md5 })
    const cities = await citiesToImport(deps, country, extract.fileName)
    const path = await prepareExtractPath(mapFetching.folder, extract.name, md5)
    await downloadExtract({
      url: extract.url,
      dispatcher,
      path,
      md5,
      signal,
      onProgress: (receivedBytes, totalBytes, isNew) => {
        taken.hasProgressed ||= isNew
        return extend(deps, taken, {
          state: 'RECEIVING',
          received_megabytes: megabytes(receivedBytes),
          total_megabytes: totalBytes === undefined ? null : megabytes(totalBytes),
        })
      },
    })
    const imported = await importInto(deps, taken, { cities, path, fileName: extract.fileName })
    await rm(path, { force: true })
    await noteDone(deps, taken, { md5, city_count: imported })
  } finally {
    await dispatcher.destroy()
  }
}

/** The cities of a country whose map comes from its extract: a map of another file is the operator's own. */
async function citiesToImport({ db }: MapFetchDeps, country: string, fileName: string) {
  const found: City[] = []
  for (const city of (await readMap(db)).cities) {
    if (city.country !== country) continue
    const facts = await findMapFacts(db, city.id)
    if (!facts || facts.fileName === fileName) found.push(city)
  }
  return found
}

/** Returns for how many cities; one of which the extract has nothing is left as it is. */
async function importInto(
  deps: MapFetchDeps,
  taken: Taken,
  given: { cities: readonly City[]; path: string; fileName: string },
): Promise<number> {
  let imported = 0
  for (const city of given.cities) {
    taken.signal.throwIfAborted()
    await extend(deps, taken, { state: 'IMPORTING', city_count: imported })
    const { path, fileName } = given
    const about = { cityId: city.id, path, fileName, attribution: defaultAttribution }
    try {
      await importMap({ ...deps, actor: systemActor }, about)
      imported += 1
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'MAP_FILE_REFUSED') throw error
      if ((error as ApiError<'MAP_FILE_REFUSED'>).params.fault !== 'NOTHING')
        throw new MapFetchFailed('UNREADABLE', error)
    }
  }
  return imported
}

async function extend(deps: MapFetchDeps, taken: Taken, progress: Parameters<typeof setFetch>[2]) {
  const leaseEnds = new Date(deps.clock.now().getTime() + leaseMs)
  const given = { country: taken.country, leaseEnds: taken.leaseEnds }
  if (!(await setFetch(deps.db, given, { ...progress, due_at: leaseEnds }))) throw new LeaseLost()
  taken.leaseEnds = leaseEnds
}

async function noteDone(deps: MapFetchDeps, taken: Taken, done: Parameters<typeof setFetch>[2]) {
  const now = deps.clock.now()
  await setFetch(deps.db, taken, {
    ...done,
    state: 'DONE',
    failure: null,
    failed_times: 0,
    fetched_at: now,
    due_at: new Date(now.getTime() + refreshMs),
  })
}

async function noteFailure(deps: MapFetchDeps, taken: Taken, error: unknown): Promise<void> {
  const { db, clock, alertOperator } = deps
  const now = clock.now()
  // The process is told to stop: another one, or the next one, goes on at once.
  if (taken.signal.aborted) {
    await setFetch(db, taken, { state: 'WAITING', due_at: now })
    return
  }
  const known = failureOf(error)
  // Noted like a file that cannot be read, so that it is not tried for ever, and thrown for the log.
  const failure = known ?? 'UNREADABLE'
  const failedTimes = taken.hasProgressed ? 1 : taken.row.failed_times + 1
  const waitMs = retryMs(failure, failedTimes)
  await setFetch(db, taken, {
    state: waitMs === undefined ? 'FAILED' : 'WAITING',
    failure,
    failed_times: failedTimes,
    due_at: new Date(now.getTime() + (waitMs ?? refreshMs)),
  })
  if (waitMs === undefined)
    alertOperator('The streets of a country could not be fetched: see Cities, Streets', {
      country: taken.country,
      failure,
    })
  if (known === undefined) throw error
}

function failureOf(error: unknown): FetchFailure | undefined {
  if (error instanceof MapFetchFailed) return error.failure
  if ((error as Error).name === 'TimeoutError') return 'TOO_LONG'
  return isBrokenOff(error) ? 'BROKEN_OFF' : undefined
}

const megabytes = (bytes: number): number => Math.ceil(bytes / 1_000_000)
