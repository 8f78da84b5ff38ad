import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { type CachedValue, cacheValue } from '../../base/database/cached-value.ts'
import type { Database } from '../../base/database/open-database.ts'
import type { City, ServiceMap } from '../zones/service-map.ts'
import { type CityMapFacts, defaultAttribution } from './city-map-facts.ts'
import { type LandmarkIndex, landmarkIndex } from './landmark-index.ts'
import { findDrawing, readLandmarks, readMapFacts } from './map-store.ts'
import { type ShippedGround, shippedGround } from './shores/shipped-shores.ts'

/**
 * For how many cities landmarks and drawings are kept in memory: about 10 MB for each city of 20,000 names.
 */
const maxCities = 12

/** What maps draw of a city under its zones: what was imported for it, else the shores that Colis ships. */
type DrawnGround = Pick<CityMapFacts, 'cityId' | 'drawingSha256' | 'attribution'> & { hasLandmarks: boolean }

export type CityMaps = {
  /** Which cities have a map: to be reloaded when a map changes. */
  copy: CachedValue<ReadonlyMap<string, CityMapFacts>>
  /** What is known of the map of a city, if it has one. */
  factsOf(cityId: string | undefined): CityMapFacts | undefined
  /** What is drawn of a city; undefined only when there is no such city. */
  groundOf(cityId: string | undefined): DrawnGround | undefined
  /** The landmarks of a city, read when they are first asked for; undefined without a map. */
  landmarksOf(cityId: string | undefined): Promise<LandmarkIndex | undefined>
  /** The drawing with this hash of a city (JSON); undefined when the city has another one by now. */
  drawingOf(cityId: string, sha256Beginning: string): Promise<Buffer | undefined>
}

/**
 * Keeps in memory which cities have a map, and the maps that are asked for; `cities` has those that are
 * served.
 */
export async function cacheMaps(db: Database, cities: CachedValue<ServiceMap>): Promise<CityMaps> {
  const copy = await cacheValue(async () => {
    const facts = await readMapFacts(db)
    return new Map(facts.map((each) => [each.cityId, each])) as ReadonlyMap<string, CityMapFacts>
  })
  const indexes = new LRUCache<string, Promise<LandmarkIndex>>({ max: maxCities })
  const drawings = new LRUCache<string, Promise<Buffer | undefined>>({ max: maxCities })
  const factsOf = (cityId: string | undefined) =>
    cityId === undefined ? undefined : copy.current().get(cityId)
  const grounds = new WeakMap<City, ShippedGround>()
  const shippedOf = (cityId: string | undefined) => {
    const map = cities.current()
    const city = cityId === undefined ? undefined : map.city(cityId)
    if (!city) return undefined
    const ground = grounds.get(city) ?? shippedGround(city, map.zonesOf(city.id))
    grounds.set(city, ground)
    return ground
  }

  return {
    copy,
    factsOf,
    groundOf(cityId) {
      const facts = factsOf(cityId)
      if (facts) return { ...facts, hasLandmarks: true }
      const shipped = shippedOf(cityId)
      if (cityId === undefined || !shipped) return undefined
      const { sha256: drawingSha256 } = shipped
      return { cityId, drawingSha256, attribution: defaultAttribution, hasLandmarks: false }
    },
    async landmarksOf(cityId) {
      const facts = factsOf(cityId)
      if (!facts) return undefined
      return keptOnce(indexes, facts.importId, async () =>
        landmarkIndex(await readLandmarks(db, facts.cityId)),
      )
    },
    async drawingOf(cityId, sha256Beginning) {
      const isAsked = (sha256 = '') => sha256Beginning.length >= 12 && sha256.startsWith(sha256Beginning)
      const facts = factsOf(cityId)
      if (!facts) {
        const shipped = shippedOf(cityId)
        if (!shipped || !isAsked(shipped.sha256)) return undefined
        return keptOnce(drawings, shipped.sha256, async () => Buffer.from(shipped.draw()))
      }
      if (!isAsked(facts.drawingSha256)) return undefined
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
