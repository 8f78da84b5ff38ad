import type { Database } from '../../../base/database/open-database.ts'
import type { TripCursor } from './trip-cursor.ts'
import { findTripsBefore, type TripRow } from './trip-store.ts'

/** The longest page of trips. */
const maxTrips = 100

/**
 * A page of a courier's ended trips, the last one first, and where the next page begins; no `next` when there
 * is none.
 */
export async function listTrips(
  db: Database,
  { courierId, before, limit }: { courierId: string; before?: TripCursor | undefined; limit: number },
): Promise<{ trips: TripRow[]; next?: TripCursor }> {
  const shown = Math.min(Math.max(limit, 1), maxTrips)
  const found = await findTripsBefore(db, courierId, before, shown + 1)
  const trips = found.slice(0, shown)
  const last = trips.at(-1)
  if (found.length <= shown || !last) return { trips }
  return { trips, next: { endedAt: last.endedAt, id: last.id } }
}
