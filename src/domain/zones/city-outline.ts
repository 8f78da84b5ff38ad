import { simplify } from '@turf/simplify'
import { shortLine } from '../../base/kernel/short-line.ts'
import { type City, pointInZone, type ServiceMap, type Zone } from './service-map.ts'
import { publicOutline, type Ring, type ZoneShape } from './zone-shape.ts'

/**
 * What is drawn of a city where there are no map tiles. Positions are [lat, lng], as map libraries take them.
 */
export type CityOutline = {
  center: [lat: number, lng: number]
  radiusMeters: number
  zones: OutlinedZone[]
}

/** A zone, its polygons with their holes as short lines; lines are not closed. */
type OutlinedZone = { name: string; center: [lat: number, lng: number]; polygons: number[][][] }

/** What is left of the 60 KB that a page may weigh, after the map library. */
const maxPositions = 650

/** How far a line may stray at first, in degrees: about 30 m, a pixel or two. */
const firstTolerance = 0.0003

/** Beyond some 10 km there is nothing left to leave out. */
const lastTolerance = 0.1

/** The zones of a city, drawn as roughly as it takes for a slow network. */
export function cityOutline(map: ServiceMap, city: City): CityOutline {
  // The outlines that partners see have few positions: the library's recursion is bounded by them.
  const zones = map.zonesOf(city.id).map((zone) => ({ zone, shape: publicOutline(zone.shape) }))
  const drawnAt = (tolerance: number) =>
    zones.map(({ zone, shape }) => ({ ...heading(map, zone), polygons: drawnShape(shape, tolerance) }))
  let tolerance = firstTolerance
  let drawn = drawnAt(tolerance)
  while (positionsOf(drawn) > maxPositions && tolerance < lastTolerance) {
    tolerance *= 2
    drawn = drawnAt(tolerance)
  }
  return { center: [city.center.lat, city.center.lng], radiusMeters: city.serviceRadiusMeters, zones: drawn }
}

function heading(map: ServiceMap, zone: Zone): Pick<OutlinedZone, 'name' | 'center'> {
  const { lat, lng } = pointInZone(map, zone)
  return { name: zone.name, center: [shortened(lat), shortened(lng)] }
}

/**
 * The polygons of a zone with their holes, their lines straying by `tolerance` degrees at most. Parts and
 * holes of which nothing is left at that are left out, but never the whole zone: its largest part is drawn
 * more finely then.
 */
function drawnShape(shape: ZoneShape, tolerance: number): number[][][] {
  const polygons = shape.flatMap((rings) => {
    const [outline, ...holes] = rings.map((ring) => drawnRing(ring as Ring, tolerance))
    return outline ? [[outline, ...holes.filter((hole) => hole !== undefined)]] : []
  })
  if (polygons.length > 0) return polygons
  const [largest] = shape
    .flatMap(([outline]) => (outline ? [outline as Ring] : []))
    .sort((a, b) => b.length - a.length)
  return largest ? [[finestRing(largest, tolerance)]] : []
}

function finestRing(ring: Ring, tolerance: number): number[] {
  for (let finer = tolerance / 2; finer > firstTolerance / 64; finer /= 2) {
    const drawn = drawnRing(ring, finer)
    if (drawn) return drawn
  }
  return shortLine(ring.slice(0, -1))
}

/** The ring without the position that closes it; undefined when no area is left. */
function drawnRing(ring: Ring, tolerance: number): number[] | undefined {
  const line = { type: 'LineString' as const, coordinates: ring as number[][] }
  const { coordinates } = simplify(line, { tolerance, highQuality: true })
  const drawn = shortLine(coordinates.slice(0, -1))
  return drawn.length < 6 ? undefined : drawn
}

const positionsOf = (zones: readonly OutlinedZone[]): number =>
  zones.reduce(
    (sum, { polygons }) => sum + polygons.flat().reduce((count, line) => count + line.length / 2, 0),
    0,
  )

const shortened = (degrees: number): number => Number(degrees.toFixed(4))
