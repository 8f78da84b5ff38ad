import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { type CachedValue, cacheValue } from '../../base/database/cached-value.ts'
import type { Database } from '../../base/database/open-database.ts'
import type { CityMapFacts } from './city-map-facts.ts'
import { type LandmarkIndex, landmarkIndex } from './landmark-index.ts'
import { findDrawing, readLandmarks, readMapFacts } from './map-store.ts'

/**
 * For how many cities landmarks and drawings are kept in memory: about 10 MB for each city of 20,000 names.
 */
const maxCities = 12

export type CityMaps = {
  /** Which cities have a map: to be reloaded when a map changes. */
  copy: CachedValue<ReadonlyMap<string, CityMapFacts>>
  /** What is known of the map of a city, if it has one. */
  factsOf(cityId: string | undefined): CityMapFacts | undefined
  /** The landmarks of a city, read when they are first asked for; undefined without a map. */
  landmarksOf(cityId: string | undefined): Promise<LandmarkIndex | undefined>
  /** The drawing with this hash of a city (JSON); undefined when the city has another one by now, or none. */
  drawingOf(cityId: string, sha256Beginning: string): Promise<Buffer | undefined>
}

/** Keeps in memory which cities have a map, and the maps that are asked for. */
export async function cacheMaps(db: Database): Promise<CityMaps> {
  const copy = await cacheValue(async () => {
    const facts = await readMapFacts(db)
    return new Map(facts.map((each) => [each.cityId, each])) as ReadonlyMap<string, CityMapFacts>
  })
  const indexes = new LRUCache<string, Promise<LandmarkIndex>>({ max: maxCities })
  const drawings = new LRUCache<string, Promise<Buffer | undefined>>({ max: maxCities })
  const factsOf = (cityId: string | undefined) =>
    cityId === undefined ? undefined : copy.current().get(cityId)

  return {
    copy,
    factsOf,
    async landmarksOf(cityId) {
      const facts = factsOf(cityId)
      if (!facts) return undefined
      return keptOnce(indexes, facts.importId, async () =>
        landmarkIndex(await readLandmarks(db, facts.cityId)),
      )
    },
    async drawingOf(cityId, sha256Beginning) {
      const facts = factsOf(cityId)
      if (!facts || sha256Beginning.length < 12 || !facts.drawingSha256.startsWith(sha256Beginning))
        return undefined
      return keptOnce(drawings, facts.importId, async () => {
        const bytes = await findDrawing(db, cityId)
        return bytes && promisify(gunzip)(bytes)
      })
    },
  }
}

/** What is being read is awaited by everyone who asks; what could not be read is read again. */
function keptOnce<T>(cache: LRUCache<string, Promise<T>>, key: string, read: () => Promise<T>): Promise<T> {
  const known = cache.get(key)
  if (known) return known
  const reading = read()
  cache.set(key, reading)
  reading.catch(() => cache.delete(key))
  return reading
}
