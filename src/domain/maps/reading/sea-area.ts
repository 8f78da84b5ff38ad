import { bboxClip } from '@turf/bbox-clip'
import { isClosed, type Line, type Position } from './city-features.ts'
import { chainedLines } from './line-joins.ts'

type Box = [west: number, south: number, east: number, north: number]

/**
 * The sea within a box, as areas of rings, from the lines of its shore, which have the land on their left
 * (OpenStreetMap `natural=coastline`): each goes on along the border of the box, with the water on its right,
 * to where the next one enters. Islands are holes. Empty when no shore crosses the box.
 */
export function seaWithin(box: Box, shore: readonly Line[]): Line[][] {
  const joined = chainedLines(shore, false)
  const islands = joined.filter((line) => isClosed(line) && line.every((position) => isInside(box, position)))
  const crossing = joined
    .filter((line) => !islands.includes(line))
    .flatMap((line) => clippedLine(line, box))
    .map((line) => ({ line, entry: alongBorder(box, line[0]), exit: alongBorder(box, line.at(-1)) }))
    .filter((each): each is Crossing => each.entry !== undefined && each.exit !== undefined)
  const left = new Set(crossing)
  const areas: Line[][] = []
  for (const first of crossing) {
    if (!left.has(first)) continue
    const ring: Line = []
    let current = first
    do {
      left.delete(current)
      ring.push(...current.line)
      const after = nextAlong(current.exit, [...left, first])
      ring.push(...cornersBetween(box, current.exit, after.entry))
      current = after
    } while (current !== first && ring.length < maxRingPositions)
    areas.push([[...ring, ring[0] as Position]])
  }
  if (areas[0]) areas[0].push(...islands)
  return areas
}

const maxRingPositions = 1_000_000

type Crossing = { line: Line; entry: number; exit: number }

/** The parts of a line that lie within a box. */
export function clippedLine(line: Line, box: Box): Line[] {
  const { geometry } = bboxClip({ type: 'LineString', coordinates: line }, box)
  const parts = geometry.type === 'MultiLineString' ? geometry.coordinates : [geometry.coordinates]
  return (parts as Line[]).filter((part) => part.length > 1)
}

/** The crossing that enters first when one walks along the border from `from`. */
function nextAlong(from: number, crossings: readonly Crossing[]): Crossing {
  const away = ({ entry }: Crossing) => (entry - from + 4) % 4
  return crossings.reduce((nearest, each) => (away(each) < away(nearest) ? each : nearest))
}

/**
 * Where a position lies on the border, walked with the inside on the right: 0 at the south-west corner, 1 at
 * the north-west, 2 at the north-east, 3 at the south-east. Undefined off the border: a line that ends within
 * the file.
 */
function alongBorder([west, south, east, north]: Box, position: Position | undefined): number | undefined {
  if (!position) return undefined
  const [lng, lat] = position
  const near = 1e-7
  if (Math.abs(lng - west) < near) return (lat - south) / (north - south)
  if (Math.abs(lat - north) < near) return 1 + (lng - west) / (east - west)
  if (Math.abs(lng - east) < near) return 2 + (north - lat) / (north - south)
  if (Math.abs(lat - south) < near) return 3 + (east - lng) / (east - west)
  return undefined
}

function cornersBetween([west, south, east, north]: Box, from: number, to: number): Line {
  const corners: Line = [
    [west, south],
    [west, north],
    [east, north],
    [east, south],
  ]
  const end = to > from ? to : to + 4
  const passed: Line = []
  for (let at = Math.floor(from) + 1; at < end; at += 1) passed.push(corners[at % 4] as Position)
  return passed
}

const isInside = ([west, south, east, north]: Box, [lng, lat]: Position): boolean =>
  lng > west && lng < east && lat > south && lat < north
