import { isUuid } from '../../../base/kernel/uuid.ts'

/** Where a page of trips ended: the next one begins after it. */
export type TripCursor = { endedAt: Date; id: string }

/** A cursor as an address carries it. */
export const tripCursorText = ({ endedAt, id }: TripCursor): string => `${endedAt.getTime()}.${id}`

/**
 * The cursor that an address carries; undefined for any other text, and for moments that no database knows.
 */
export function tripCursorIn(text: unknown): TripCursor | undefined {
  if (typeof text !== 'string') return undefined
  const [at = '', id = ''] = text.split('.')
  if (!/^\d{1,13}$/.test(at) || !isUuid(id)) return undefined
  return { endedAt: new Date(Number(at)), id }
}
