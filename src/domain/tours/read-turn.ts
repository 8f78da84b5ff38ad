import type { Database } from '../../base/database/open-database.ts'
import { distanceMeters, type Point } from '../../base/kernel/point.ts'
import type { DeliveryRow } from '../deliveries/delivery-row.ts'
import { countPlaces, stopsBefore, stopsOf } from './tour.ts'
import { findLastDoor, listTours } from './turn-store.ts'

/**
 * For how long after a hand-over, and within how many metres of it, nobody else sees where the courier is.
 */
const unseenMs = 60_000
const unseenMeters = 150

/**
 * What others may know of the way of a parcel: at how many places its courier stops before, and whether they
 * may see where the courier is.
 */
type Turn = { placesBefore: number; isSeen: boolean }

const alone: Turn = { placesBefore: 0, isSeen: true }

/**
 * The turn of a parcel that its courier has or is on the way to; `position` is where they were last. On a
 * tour they are seen only while its stop is next, and not near the door before: nobody is shown the way to
 * another's door (decision 322).
 */
export async function readTurn(
  db: Database,
  { id, courier_id: courierId }: Pick<DeliveryRow, 'id' | 'courier_id'>,
  position: (Point & { reportedAt: Date }) | undefined,
): Promise<Turn> {
  if (courierId === null) return alone
  const parcels = (await listTours(db, [courierId])).get(courierId) ?? []
  const own = parcels.find((parcel) => parcel.id === id)
  if (!own || (parcels.length === 1 && own.turns === null)) return alone
  const stops = stopsOf(parcels)
  const before = stopsBefore(stops, id)
  const placesBefore = countPlaces(stops.slice(0, before.length + 1)) - 1
  if (placesBefore > 0 || !position) return { placesBefore, isSeen: false }
  const since = new Date(position.reportedAt.getTime() - lookedBackMs)
  const door = await findLastDoor(db, { courierId, id, since })
  const isFar = (place: Point & { at: Date }) =>
    position.reportedAt.getTime() - place.at.getTime() >= unseenMs &&
    distanceMeters(position, place) >= unseenMeters
  return { placesBefore, isSeen: door === undefined || isFar(door) }
}

/** A courier who is still at a door after so long, in ms, has not handed over that parcel. */
const lookedBackMs = 60 * 60_000
