import { metersPerDegree, type Point } from '../../base/kernel/point.ts'

/**
 * To find nearby couriers without scanning all of them, the Earth is divided into cells of a hundredth of a
 * degree: 1.1 km north to south, and a little less from west to east where the service is.
 */
const cellsPerDegree = 100
const columns = 360 * cellsPerDegree

/** The length of a degree of longitude relative to one of latitude, at the latitude of `point`. */
export const longitudeScale = ({ lat }: Point): number => Math.cos((lat * Math.PI) / 180)

/** The cell a point lies in, as a whole number; neighbours from west to east have neighbouring numbers. */
export const cellOf = ({ lat, lng }: Point): number => cellNumber(line(lat), line(lng))

/** Every cell that a point within `radiusMeters` of `center` may lie in. */
export function cellsAround(center: Point, radiusMeters: number): number[] {
  const up = radiusMeters / metersPerDegree
  // Degrees of longitude are shortest at the rim nearest to a pole; around the pole itself all count.
  const nearestToPole = Math.min(90, Math.abs(center.lat) + up)
  const across = Math.min(180, up / longitudeScale({ lat: nearestToPole, lng: 0 }))
  const rows = range(line(Math.max(-90, center.lat - up)), line(Math.min(90, center.lat + up)))
  const inRow = range(line(center.lng - across), line(center.lng + across)).slice(0, columns)
  return rows.flatMap((row) => inRow.map((column) => cellNumber(row, column)))
}

const line = (degrees: number) => Math.floor(degrees * cellsPerDegree)

/** Columns wrap around: what is west of -180 degrees is at the eastern end. */
function cellNumber(row: number, column: number): number {
  const halfTurn = columns / 2
  return (row + 90 * cellsPerDegree) * columns + ((((column + halfTurn) % columns) + columns) % columns)
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)
