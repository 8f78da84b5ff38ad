import { simplify } from '@turf/simplify'
import type { City, ServiceMap, Zone } from './service-map.ts'
import { publicOutline, type Ring, withoutRepeats } from './zone-shape.ts'

/** What is drawn of a city where there are no map tiles. Positions are [lat, lng], as map libraries take them. */
export type CityOutline = {
  center: [lat: number, lng: number]
  radiusMeters: number
  zones: { name: string; center: [lat: number, lng: number]; rings: [lat: number, lng: number][][] }[]
}

/** What is left of the 60 KB that a page may weigh, after the map library. */
const maxPositions = 500

/** How far a line may stray at first, in degrees: about 30 m, a pixel or two. */
const firstTolerance = 0.0003

/** The zones of a city, drawn as roughly as it takes for a slow network. */
export function cityOutline(map: ServiceMap, city: City): CityOutline {
  const zones = map.zonesOf(city.id)
  let tolerance = firstTolerance
  let drawn = drawnZones(zones, tolerance)
  while (positionsOf(drawn) > maxPositions && tolerance < 1) {
    tolerance *= 2
    drawn = drawnZones(zones, tolerance)
  }
  return { center: [city.center.lat, city.center.lng], radiusMeters: city.serviceRadiusMeters, zones: drawn }
}

const drawnZones = (zones: readonly Zone[], tolerance: number): CityOutline['zones'] =>
  zones.map(({ name, center, shape }) => ({
    name,
    center: [shortened(center.lat), shortened(center.lng)],
    // The outline that partners see has few positions: the library's recursion is bounded by them.
    rings: publicOutline(shape).flatMap(([outline]) => drawnRing((outline ?? []) as Ring, tolerance)),
  }))

/** The ring on a grid of 10 m; empty when nothing is left of it. */
function drawnRing(ring: Ring, tolerance: number): [lat: number, lng: number][][] {
  const line = { type: 'LineString' as const, coordinates: ring.map(([lng, lat]) => [lng, lat]) }
  const { coordinates } = simplify(line, { tolerance })
  const rounded = coordinates.map(([lng = 0, lat = 0]): [number, number] => [shortened(lng), shortened(lat)])
  const kept = withoutRepeats(rounded)
  return kept.length < 4 ? [] : [kept.map(([lng, lat]) => [lat, lng])]
}

const positionsOf = (zones: CityOutline['zones']): number =>
  zones.reduce((sum, { rings }) => sum + rings.reduce((count, ring) => count + ring.length, 0), 0)

const shortened = (degrees: number): number => Number(degrees.toFixed(4))
