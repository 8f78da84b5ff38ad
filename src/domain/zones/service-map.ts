import Flatbush from 'flatbush'
import { distanceMeters, type Point } from '../../base/kernel/point.ts'
import type { Currency } from '../../contract/vocabulary.ts'
import type { CityOpening } from './opening/city-opening.ts'
import { boundsOf, distanceToShapeMeters, holdsPoint, innerPointOf, type ZoneShape } from './zone-shape.ts'

/** The longest name of a city or a zone, in characters: they are shown on phones and in quotes. */
export const maxPlaceNameLength = 60

/** How far from its centre a city may be served. */
export const servedRadiusMeters = { min: 1, max: 200_000 } as const

/** Which of two zones holds where they overlap: the one of the higher number. */
export const zonePriorities = { min: -1000, max: 1000 } as const

/**
 * Where the service delivers. A city is a centre and a radius; zones lie in cities and give trips their
 * zone-pair prices. The map is cached: this folder loads it and finds where a point lies; it knows nothing of
 * prices.
 */
export type City = {
  id: string
  name: string
  /** ISO 3166 alpha-2: phone numbers are read with its rules. */
  country: string
  center: Point
  serviceRadiusMeters: number
  timeZone: string
  currency: Currency
  /** Switched on, until the moment below where there is one: ask `isRaining` whether it still holds. */
  raining: boolean
  highDemand: boolean
  rainingUntil?: Date | null
  highDemandUntil?: Date | null
  /** When orders are carried out; null while nobody has said so: always. */
  opening: CityOpening | null
  /** What it lets tours do less than the operator's rules; absent while nobody has said so. */
  tours?: CityTours
  /** The extent of its zones in degrees, where it has some and is read from a map. */
  zonesExtent?: Extent
}

/** In minutes; null for as many as the operator's rule says (decision 377). */
export type CityTours = { laterMinutes: number | null; rideMinutes: number | null }

/** What a city, and the operator's rules, may say of tours. */
export const tourMinutes = { min: 0, max: 60 } as const

type Extent = ReturnType<typeof boundsOf>

export type Zone = {
  id: string
  cityId: string
  name: string
  shape: ZoneShape
  areaSquareMeters: number
  center: Point
  priority: number
}

/** Where a point lies: in a served city, and in one of its zones or in none (decision 9). */
export type Location = { city: City; zone: Zone | null }

export type ServiceMap = {
  cities: readonly City[]
  zones: readonly Zone[]
  city(id: string): City | undefined
  /** The city and zone of a point; undefined when it lies in no served city. */
  locate(point: Point): Location | undefined
  zonesOf(cityId: string): readonly Zone[]
  /**
   * The closest zone, of one city where that is given, and how far its border is; undefined when there is
   * none.
   */
  nearestZone(
    point: Point,
    cityId?: string,
  ): { name: string; cityId: string; distanceMeters: number } | undefined
}

/**
 * Puts cities and their zones behind a spatial index, so that a point is found among hundreds in
 * microseconds.
 */
export function serviceMap(bareCities: readonly City[], zones: readonly Zone[]): ServiceMap {
  const zonesByCity = Map.groupBy(zones, (zone) => zone.cityId)
  const cities = bareCities.map((city) => withExtent(city, zonesByCity.get(city.id)))
  const cityById = new Map(cities.map((city) => [city.id, city]))
  const served = zones.filter((zone) => cityById.has(zone.cityId))
  const candidatesAt = spatialIndex(served)

  function locate(point: Point): Location | undefined {
    const [zone] = candidatesAt(point)
      .filter(({ shape }) => holdsPoint(shape, point))
      .sort(byPrecedence)
    const city = zone ? cityById.get(zone.cityId) : nearestServing(cities, point)
    return city && { city, zone: zone ?? null }
  }

  function nearestZone(point: Point, cityId?: string) {
    const ranked = (cityId === undefined ? served : (zonesByCity.get(cityId) ?? []))
      .map((zone) => ({ zone, away: distanceMeters(point, zone.center) }))
      .sort((a, b) => a.away - b.away)
      .slice(0, 20)
      .map(({ zone }) => ({
        name: zone.name,
        cityId: zone.cityId,
        distanceMeters: Math.round(distanceToShapeMeters(zone.shape, point)),
      }))
    return ranked.sort((a, b) => a.distanceMeters - b.distanceMeters)[0]
  }

  return {
    cities,
    zones: served,
    city: (id) => cityById.get(id),
    locate,
    zonesOf: (cityId) => zonesByCity.get(cityId) ?? [],
    nearestZone,
  }
}

const withExtent = (city: City, zones: readonly Zone[] = []): City =>
  zones.length === 0 ? city : { ...city, zonesExtent: boundsOf(zones.flatMap(({ shape }) => shape)) }

/**
 * A point that represents a zone: inside it and, if one is easily found, in no zone that takes precedence
 * over it.
 */
export function pointInZone({ locate }: Pick<ServiceMap, 'locate'>, { id, shape, center }: Zone): Point {
  const points = [center, innerPointOf(shape)].filter((point) => holdsPoint(shape, point))
  return points.find((point) => locate(point)?.zone?.id === id) ?? points[0] ?? center
}

/** Overlapping zones: highest priority, then smallest area, then id (decision 31). */
function byPrecedence(a: Zone, b: Zone): number {
  return b.priority - a.priority || a.areaSquareMeters - b.areaSquareMeters || (a.id < b.id ? -1 : 1)
}

function spatialIndex(zones: readonly Zone[]): (point: Point) => Zone[] {
  if (zones.length === 0) return () => []
  const index = new Flatbush(zones.length)
  for (const zone of zones) index.add(...boundsOf(zone.shape))
  index.finish()
  return ({ lat, lng }) => index.search(lng, lat, lng, lat).flatMap((position) => zones[position] ?? [])
}

/** The city whose radius holds the point; of several, the one whose centre is nearest. */
function nearestServing(cities: readonly City[], point: Point): City | undefined {
  let best: { city: City; away: number } | undefined
  for (const city of cities) {
    const away = distanceMeters(city.center, point)
    if (away <= city.serviceRadiusMeters && (!best || away < best.away)) best = { city, away }
  }
  return best?.city
}
