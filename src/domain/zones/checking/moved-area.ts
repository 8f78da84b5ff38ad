import { areaSquareMeters, type ZoneShape } from '../zone-shape.ts'
import { bothShapes } from './shape-overlay.ts'

type Move = { id: string; before: ZoneShape; after: ZoneShape }

/** How much of each zone lies in only one of its two shapes, what it lost and what it gained, by its id. */
export const movedSquareMeters = (moves: readonly Move[]): Record<string, number> =>
  Object.fromEntries(
    moves.map(({ id, before, after }) => {
      const common = areaSquareMeters(bothShapes(before, after))
      const moved = areaSquareMeters(before) + areaSquareMeters(after) - 2 * common
      return [id, Math.max(0, moved)]
    }),
  )
