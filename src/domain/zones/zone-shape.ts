import { area } from '@turf/area'
import { bbox } from '@turf/bbox'
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import { centerOfMass } from '@turf/center-of-mass'
import { kinks } from '@turf/kinks'
import { simplify } from '@turf/simplify'
import { truncate } from '@turf/truncate'
import { distanceMeters, type Point } from '../../base/kernel/point.ts'
import { limits } from '../../contract/limits.ts'

/**
 * GeoJSON MultiPolygon coordinates: polygons, each its outline then its holes, of closed [lng, lat] rings.
 */
export type ZoneShape = number[][][][]

/** A [lng, lat] pair in WGS 84 degrees, and a closed line of them: the last pair repeats the first. */
type Position = [lng: number, lat: number]
export type Ring = Position[]

/** How far the public outline may stray from the true one, in degrees: about 10 m, less than a plot. */
const outlineToleranceDegrees = 0.00009

/** Positions simplified at a time: at worst the library recurses once for each, and the stack is finite. */
const maxRunLength = 1000

/** Lines closer than this meet, in degrees: a tenth of a millimetre, far above float errors. */
const meetingDegrees = 1e-9

/** Whether `point` is in the zone. Borders, also those of holes, count as inside (decision 31). */
export function holdsPoint(shape: ZoneShape, point: Point): boolean {
  return booleanPointInPolygon([point.lng, point.lat], multiPolygon(shape))
}

/** The area on the sphere without holes, in square metres. Overlaps of polygons count twice. */
export function areaSquareMeters(shape: ZoneShape): number {
  return area(multiPolygon(shape))
}

/**
 * The centre of mass of the area without holes. It may lie outside a bent zone. Summed ring by
 * ring because the library takes the convex hull of a MultiPolygon and walks holes as outline.
 */
export function centerOf(shape: ZoneShape): Point {
  let [mass, lng, lat] = [0, 0, 0]
  for (const [index, ring] of shape.flatMap((polygon) => [...polygon.entries()])) {
    const weight = index === 0 ? area(polygonOf([ring])) : -area(polygonOf([ring]))
    const [ringLng, ringLat] = centerOfMass(polygonOf([ring])).geometry.coordinates as Position
    mass += weight
    lng += weight * ringLng
    lat += weight * ringLat
  }
  return { lat: lat / mass, lng: lng / mass }
}

/**
 * A point that is certainly inside the zone: in its largest polygon, halfway between south and north, the
 * middle of the widest stretch without holes.
 */
export function innerPointOf(shape: ZoneShape): Point {
  const [largest = []] = shape.toSorted((a, b) => area(polygonOf(b)) - area(polygonOf(a)))
  const [, south, , north] = boundsOf([largest])
  const lat = (south + north) / 2
  const borders = (largest as Ring[])
    .flatMap(segmentsOf)
    .filter(([from, to]) => from[1] <= lat !== to[1] <= lat)
    .map(([from, to]) => from[0] + ((lat - from[1]) / (to[1] - from[1])) * (to[0] - from[0]))
    .sort((a, b) => a - b)
  let [west, east] = [0, 0]
  for (let entry = 0; entry + 1 < borders.length; entry += 2) {
    const [from = 0, to = 0] = borders.slice(entry)
    if (to - from > east - west) [west, east] = [from, to]
  }
  return { lat, lng: (west + east) / 2 }
}

/** The extent [west, south, east, north] in degrees. */
export function boundsOf(shape: ZoneShape): [west: number, south: number, east: number, north: number] {
  return bbox(multiPolygon(shape)) as [number, number, number, number]
}

/**
 * Metres from `point` to the nearest point of the zone's borders; 0 when it is inside. The nearest point
 * is found on a flat map centred on `point`: right to a metre within 100 km of a city, to 1 %
 * some hundreds of kilometres away. The Earth is a sphere here, which itself errs by up to half a percent.
 */
export function distanceToShapeMeters(shape: ZoneShape, point: Point): number {
  if (holdsPoint(shape, point)) return 0
  const here: Position = [point.lng, point.lat]
  const lngScale = Math.cos((point.lat * Math.PI) / 180)
  let best = { gap: Number.POSITIVE_INFINITY, place: point }
  for (const segment of shape.flat().flatMap((ring) => segmentsOf(ring as Ring))) {
    const [lng, lat] = nearestOnSegment(segment, here, lngScale)
    const gap = Math.hypot((lng - point.lng) * lngScale, lat - point.lat)
    if (gap < best.gap) best = { gap, place: { lat, lng } }
  }
  return best.gap === Number.POSITIVE_INFINITY ? best.gap : distanceMeters(point, best.place)
}

/**
 * The outline that partners see: true to about 10 m, with at most `limits.zoneShapeDecimals` decimals.
 * Every ring stays closed, with at least 4 positions, and simplifying never makes rings cross (spec 2.12).
 */
export function publicOutline(shape: ZoneShape): ZoneShape {
  return (shape as Ring[][]).map((polygon) => {
    const outline = polygon.map(simplifiedRing)
    return ringsCrossing(outline) ? polygon.map(roundedRing) : outline
  })
}

function simplifiedRing(ring: Ring): Ring {
  const simplified = repairedRounding(simplifiedLine(ring))
  return simplified.length < 4 || selfCrossing(simplified) ? roundedRing(ring) : simplified
}

/** Simplified as lines, because the library throws on a polygon that collapses. */
function simplifiedLine(ring: Ring): Ring {
  const starts = [...ring.keys()].filter((index) => index % maxRunLength === 0 && index < ring.length - 1)
  return starts.flatMap((start) => {
    const run = lineOf(ring.slice(start, start + maxRunLength + 1))
    return simplify(run, { tolerance: outlineToleranceDegrees, highQuality: true }).coordinates as Ring
  })
}

function roundedRing(ring: Ring): Ring {
  const rounded = repairedRounding(ring)
  return rounded.length < 4 ? boxAround(ring) : rounded
}

function repairedRounding(ring: Ring): Ring {
  const rounded = truncate(lineOf(ring), { precision: limits.zoneShapeDecimals, coordinates: 2 })
  return withoutSpikes(withoutRepeats(rounded.coordinates as Ring))
}

/** Replaces a ring of about a metre, which rounding would flatten; wound like the ring itself. */
function boxAround(ring: Ring): Ring {
  const steps = 10 ** limits.zoneShapeDecimals
  const [west, south, east, north] = boundsOf([[ring]])
  const [left, bottom] = [Math.floor(west * steps), Math.floor(south * steps)]
  const [right, top] = [
    Math.max(Math.ceil(east * steps), left + 1),
    Math.max(Math.ceil(north * steps), bottom + 1),
  ]
  const corners: Ring = [
    [left / steps, bottom / steps],
    [right / steps, bottom / steps],
    [right / steps, top / steps],
    [left / steps, top / steps],
    [left / steps, bottom / steps],
  ]
  return turnsLeft(ring) ? corners : corners.reverse()
}

/** Whether a ring runs counter-clockwise, as RFC 7946 wants outlines; holes run the other way. */
export function turnsLeft(ring: Ring): boolean {
  const [[originLng, originLat]] = ring as [Position]
  const twiceTheArea = segmentsOf(ring).reduce(
    (sum, [from, to]) =>
      sum + (from[0] - originLng) * (to[1] - originLat) - (to[0] - originLng) * (from[1] - originLat),
    0,
  )
  return twiceTheArea > 0
}

/** The ring without positions that repeat the one before them. */
export function withoutRepeats(ring: Ring): Ring {
  return ring.filter(([lng, lat], index) => lng !== ring[index - 1]?.[0] || lat !== ring[index - 1]?.[1])
}

/**
 * The ring without spikes, where it runs out and back along one line and so encloses nothing. A ring that
 * is nothing but spikes comes back with fewer than 4 positions.
 */
export function withoutSpikes(ring: Ring): Ring {
  const kept: Ring = []
  for (const position of ring.slice(0, -1)) {
    while (isSpike(kept.at(-2), kept.at(-1), position)) kept.pop()
    kept.push(position)
  }
  while (kept.length > 2) {
    if (isSpike(kept.at(-2), kept.at(-1), kept[0])) kept.pop()
    else if (isSpike(kept.at(-1), kept[0], kept[1])) kept.shift()
    else break
  }
  return [...kept, ...kept.slice(0, 1)]
}

/**
 * Whether the line turns straight back at `tip`, to within a billionth; also true for a repeated position.
 */
function isSpike(before?: Position, tip?: Position, after?: Position): boolean {
  if (!before || !tip || !after) return false
  const [outLng, outLat] = [tip[0] - before[0], tip[1] - before[1]]
  const [backLng, backLat] = [after[0] - tip[0], after[1] - tip[1]]
  const along = outLng * backLng + outLat * backLat
  return along <= 0 && Math.abs(outLng * backLat - outLat * backLng) <= -along * 1e-9
}

/** Where a ring without repeats crosses or touches itself, if it does. */
export function selfCrossing(ring: Ring): Point | undefined {
  const segments = segmentsOf(ring)
  return crossingsOf([ring]).find((place) => {
    // The library also "finds" places along a straight run of points: only segments apart count.
    const met = [...segments.keys()].filter((index) => passesBy(segments[index], place))
    return met.some((a) => met.some((b) => b - a > 1 && b - a < segments.length - 1))
  })
}

/** Where two sound rings of a polygon cross, if they do. A hole may touch the outline at a corner. */
export function ringsCrossing(polygon: Ring[]): Point | undefined {
  if (polygon.length < 2) return undefined
  return crossingsOf(polygon).find((place) => {
    const met = polygon.filter((ring) => segmentsOf(ring).some((segment) => passesBy(segment, place)))
    const atCorner = met.flat().some((corner) => passesBy([corner, corner], place))
    return met.length > 1 && !atCorner
  })
}

/**
 * Two polygons of a zone, by number from 0, that lie over each other, and about where; one may fill a hole of
 * another.
 */
export function partsOverlapping(
  shape: Ring[][],
): { first: number; second: number; place: Point } | undefined {
  const parts = shape.map((rings) => ({ rings, bounds: boundsOf([rings]) }))
  for (const [first, one] of parts.entries()) {
    for (const [second, other] of parts.entries()) {
      if (second <= first || isApart(one.bounds, other.bounds)) continue
      const place = placeOfBoth(one.rings, other.rings)
      if (place) return { first, second, place }
    }
  }
  return undefined
}

function placeOfBoth(one: Ring[], other: Ring[]): Point | undefined {
  const crossing = ringsCrossing([...one.slice(0, 1), ...other.slice(0, 1)])
  if (crossing) return crossing
  const of = (rings: Ring[]): Point[] => [
    centerOf([rings]),
    ...(rings[0] ?? []).map(([lng, lat]) => ({ lat, lng })),
  ]
  return (
    of(one).find((point) => isWithin(one, point) !== 'out' && isWithin(other, point) === 'in') ??
    of(other).find((point) => isWithin(other, point) !== 'out' && isWithin(one, point) === 'in')
  )
}

function isWithin(rings: Ring[], { lng, lat }: Point): 'in' | 'border' | 'out' {
  if (booleanPointInPolygon([lng, lat], polygonOf(rings), { ignoreBoundary: true })) return 'in'
  return booleanPointInPolygon([lng, lat], polygonOf(rings)) ? 'border' : 'out'
}

type Bounds = ReturnType<typeof boundsOf>

const isApart = (one: Bounds, other: Bounds) =>
  one[2] < other[0] || other[2] < one[0] || one[3] < other[1] || other[3] < one[1]

/** The places where lines of rings meet other than at corners that follow one another. */
export function crossingsOf(rings: Ring[]): Point[] {
  return kinks(polygonOf(rings)).features.map(({ geometry }) => {
    const [lng, lat] = geometry.coordinates as Position
    return { lat, lng }
  })
}

type Segment = [from: Position, to: Position]

/** The lines of a ring, from corner to corner. */
export function segmentsOf(ring: Ring): Segment[] {
  return ring.slice(1).map((to, index) => [ring[index] as Position, to])
}

/** Whether a line comes to within a tenth of a millimetre of a place. */
export function passesBy(segment: Segment | undefined, { lng, lat }: Point): boolean {
  if (!segment) return false
  const [nearestLng, nearestLat] = nearestOnSegment(segment, [lng, lat], 1)
  return Math.hypot(nearestLng - lng, nearestLat - lat) <= meetingDegrees
}

/**
 * The place on a segment nearest to `place`, when a degree of longitude is `lngScale` degrees of latitude
 * long.
 */
function nearestOnSegment([from, to]: Segment, place: Position, lngScale: number): Position {
  const [lng, lat] = [(to[0] - from[0]) * lngScale, to[1] - from[1]]
  const along = (place[0] - from[0]) * lngScale * lng + (place[1] - from[1]) * lat
  const share = Math.min(1, Math.max(0, along / (lng * lng + lat * lat || 1)))
  return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]
}

const lineOf = (ring: Ring) => ({ type: 'LineString' as const, coordinates: ring as number[][] })
const polygonOf = (rings: number[][][]) => ({ type: 'Polygon' as const, coordinates: rings })
const multiPolygon = (shape: ZoneShape) => ({ type: 'MultiPolygon' as const, coordinates: shape })
