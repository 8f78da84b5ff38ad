import { areaSquareMeters, boundsOf, type ZoneShape } from '../zone-shape.ts'
import { allShapes, bothShapes } from './shape-overlay.ts'

type CheckedZone = { name: string; shape: ZoneShape; areaSquareMeters: number }

/** A place that two zones claim, or that none does though zones lie all around it. */
export type ZoneOverlap = { zones: [string, string]; shape: ZoneShape; areaSquareMeters: number }
type ZoneGap = { shape: ZoneShape; areaSquareMeters: number }

export type ZoneCheck = {
  overlaps: ZoneOverlap[]
  gaps: ZoneGap[]
  /** What all zones cover together, overlaps counted once. */
  coveredSquareMeters: number
}

/** Less is what is left between two lines that were drawn beside each other: a courtyard. */
const minSquareMeters = 500

/** What is shown, the largest first. */
const maxShown = 50

/**
 * Where the zones of a city lie over each other, and the gaps that they enclose, the largest first (decision
 * 177).
 */
export function zoneOverlaps(zones: readonly CheckedZone[]): ZoneCheck {
  const covered = allShapes(zones.map(({ shape }) => shape))
  const coveredSquareMeters = areaSquareMeters(covered)
  const gaps = covered
    .flatMap((polygon) => polygon.slice(1))
    .map((ring) => ({ shape: [[ring.toReversed()]], areaSquareMeters: areaSquareMeters([[ring]]) }))
  return {
    overlaps: largest(hasOverlaps(zones, coveredSquareMeters) ? overlapsOf(zones) : []),
    gaps: largest(gaps),
    coveredSquareMeters,
  }
}

/** Zones side by side cover as much together as each of them: most cities are done with this. */
const hasOverlaps = (zones: readonly CheckedZone[], coveredSquareMeters: number): boolean =>
  zones.reduce((sum, zone) => sum + zone.areaSquareMeters, 0) - coveredSquareMeters > minSquareMeters / 2

function overlapsOf(zones: readonly CheckedZone[]): ZoneOverlap[] {
  const boxed = zones.map((zone) => ({ zone, bounds: boundsOf(zone.shape) }))
  return boxed.flatMap((one, index) =>
    boxed.slice(index + 1).flatMap((other) => {
      if (isApart(one.bounds, other.bounds)) return []
      const shape = bothShapes(one.zone.shape, other.zone.shape)
      const names: [string, string] = [one.zone.name, other.zone.name]
      return shape.length > 0 ? [{ zones: names, shape, areaSquareMeters: areaSquareMeters(shape) }] : []
    }),
  )
}

const largest = <T extends { areaSquareMeters: number }>(found: readonly T[]): T[] =>
  found
    .filter((each) => each.areaSquareMeters >= minSquareMeters)
    .sort((a, b) => b.areaSquareMeters - a.areaSquareMeters)
    .slice(0, maxShown)

type Bounds = ReturnType<typeof boundsOf>
const isApart = (one: Bounds, other: Bounds) =>
  one[2] < other[0] || other[2] < one[0] || one[3] < other[1] || other[3] < one[1]
