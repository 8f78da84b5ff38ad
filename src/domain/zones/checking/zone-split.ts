import {
  areaSquareMeters,
  boundsOf,
  holdsPoint,
  type Ring,
  selfCrossing,
  type ZoneShape,
} from '../zone-shape.ts'
import { bothShapes, shapeWithout } from './shape-overlay.ts'

/** Why a line does not make two zones of one. */
export type SplitRefusal =
  | 'TOO_FEW_POINTS'
  | 'TOO_MANY_POINTS'
  | 'CROSSES_ITSELF'
  | 'ENDS_INSIDE'
  | 'CUTS_NOTHING'

export const maxLinePoints = 200

/** Less is an artefact of the computation, at a corner that the line touches. */
const minPartSquareMeters = 10

/**
 * The two parts of a shape on either side of a line of [lng, lat] positions, the larger first. The line
 * begins and ends outside of the shape and runs on straight beyond its ends.
 */
export function zoneSplit(
  shape: ZoneShape,
  line: Ring,
): { parts: [ZoneShape, ZoneShape] } | { refusal: SplitRefusal } {
  const [first, last] = [line[0], line.at(-1)]
  if (!first || !last || new Set(line.map(String)).size < 2) return { refusal: 'TOO_FEW_POINTS' }
  if (line.length > maxLinePoints) return { refusal: 'TOO_MANY_POINTS' }
  if ([first, last].some(([lng, lat]) => holdsPoint(shape, { lng, lat }))) return { refusal: 'ENDS_INSIDE' }
  const side = leftOf(line, shape)
  if (selfCrossing(side)) return { refusal: 'CROSSES_ITSELF' }
  const parts = [bothShapes(shape, [[side]]), shapeWithout(shape, [[side]])].map(withoutCrumbs)
  const [one = [], other = []] = parts.sort((a, b) => areaSquareMeters(b) - areaSquareMeters(a))
  return other.length > 0 ? { parts: [one, other] } : { refusal: 'CUTS_NOTHING' }
}

const withoutCrumbs = (shape: ZoneShape): ZoneShape =>
  shape.filter((polygon) => areaSquareMeters([polygon]) >= minPartSquareMeters)

/** Everything on the left of a line that runs on beyond its ends, as far as the shape goes and farther. */
function leftOf(line: Ring, shape: ZoneShape): Ring {
  const [west, south, east, north] = boundsOf([...shape, [line]])
  const far = 4 * Math.hypot(east - west, north - south)
  const distinct = line.filter((position, at) => String(position) !== String(line[at - 1]))
  const [start, second, beforeEnd, end] = [distinct[0], distinct[1], distinct.at(-2), distinct.at(-1)]
  if (!start || !second || !beforeEnd || !end) return []
  const from = beyond(second, start, far)
  const to = beyond(beforeEnd, end, far)
  const [lng, lat] = [to[0] - from[0], to[1] - from[1]]
  const length = Math.hypot(lng, lat) || 1
  const aside = ([x, y]: Ring[number]): Ring[number] => [x - (lat / length) * far, y + (lng / length) * far]
  return [from, ...distinct, to, aside(to), aside(from), from]
}

/** The place `far` beyond `tip`, seen from `before`. */
function beyond(before: Ring[number], tip: Ring[number], far: number): Ring[number] {
  const [lng, lat] = [tip[0] - before[0], tip[1] - before[1]]
  const share = far / Math.hypot(lng, lat)
  return [tip[0] + lng * share, tip[1] + lat * share]
}
