import type { Point } from '../../base/kernel/point.ts'
import {
  areaSquareMeters,
  crossingsOf,
  holdsPoint,
  passesBy,
  type Ring,
  segmentsOf,
  selfCrossing,
  withoutRepeats,
  withoutSpikes,
} from './zone-shape.ts'

/** More places where a ring touches itself are no slip of a drawing. */
const maxTouches = 50

/**
 * The polygons, each an outline and its holes, of a closed ring that touches itself and crosses itself
 * nowhere: drawn in one go through a corner, two blocks or a block and its courtyard become one ring.
 * Undefined for any other ring.
 */
export function ringParts(ring: Ring): Ring[][] | undefined {
  const places = crossingsOf([ring])
  if (places.length === 0 || places.length > maxTouches) return undefined
  const loops = loopsOf(withTouches(ring, places))
    .map((loop) => withoutSpikes(withoutRepeats(loop)))
    .filter((loop) => loop.length >= 4 && areaSquareMeters([[loop]]) > 0)
  if (loops.length < 2 || loops.some((loop) => selfCrossing(loop))) return undefined
  return nested(loops.sort((one, other) => areaSquareMeters([[other]]) - areaSquareMeters([[one]])))
}

/** The ring with a corner at each place where a corner of it lies on another of its lines. */
function withTouches(ring: Ring, places: readonly Point[]): Ring {
  return places.reduce((noded, place) => {
    const corner = noded.find((each) => passesBy([each, each], place))
    if (!corner) return noded
    return noded.flatMap((position, at) => {
      const before = noded[at - 1]
      const kept = passesBy([position, position], place) ? corner : position
      const isCrossed =
        before !== undefined &&
        passesBy([before, position], place) &&
        !passesBy([before, before], place) &&
        kept !== corner
      return isCrossed ? [corner, kept] : [kept]
    })
  }, ring)
}

/** The simple loops of a closed ring: whenever it comes back to a corner, what lies between is one. */
function loopsOf(ring: Ring): Ring[] {
  const loops: Ring[] = []
  const path: Ring = []
  const seen = new Map<string, number>()
  for (const position of ring) {
    const known = seen.get(String(position))
    if (known !== undefined) {
      const loop = path.splice(known)
      for (const each of loop) seen.delete(String(each))
      if (loop[0]) loops.push([...loop, loop[0]])
    }
    seen.set(String(position), path.length)
    path.push(position)
  }
  return loops
}

/** Loops, the largest first: those in an even number of others are outlines, the rest holes of theirs. */
function nested(loops: readonly Ring[]): Ring[][] | undefined {
  const polygons: { outline: Ring; rings: Ring[] }[] = []
  for (const [at, loop] of loops.entries()) {
    const around = loops.slice(0, at).filter((other) => isWithin(loop, other))
    const parent = around.at(-1)
    if (around.length % 2 === 0) polygons.push({ outline: loop, rings: [loop] })
    else polygons.find(({ outline }) => outline === parent)?.rings.push(loop)
  }
  return polygons.map(({ rings }) => rings)
}

/** Whether a loop lies in another that it may touch: the middles of its lines do. */
const isWithin = (loop: Ring, other: Ring): boolean =>
  segmentsOf(loop).every(([from, to]) =>
    holdsPoint([[other]], { lng: (from[0] + to[0]) / 2, lat: (from[1] + to[1]) / 2 }),
  )
