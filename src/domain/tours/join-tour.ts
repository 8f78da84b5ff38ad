import type { Trx } from '../../base/database/open-database.ts'
import { findPosition } from '../couriers/position-store.ts'
import type { DeliveryRow } from '../deliveries/delivery-row.ts'
import { joined, stopsOf, turnsOf } from './tour.ts'
import { listTours, saveTurns } from './turn-store.ts'

/**
 * Writes, with the assignment of a delivery, at which turn its courier comes to its shop and its door: where
 * that costs least, without changing the order of what they carry. A parcel that is alone needs no turns.
 */
export async function joinTour(
  trx: Trx,
  { id, courier_id: courierId }: Pick<DeliveryRow, 'id' | 'courier_id'>,
): Promise<void> {
  if (courierId === null) return
  const parcels = (await listTours(trx, [courierId])).get(courierId) ?? []
  if (parcels.length < 2) return
  const [pickup, dropoff] = stopsOf(parcels.filter((parcel) => parcel.id === id))
  if (!pickup || !dropoff) return
  const others = stopsOf(parcels.filter((parcel) => parcel.id !== id)).filter(({ isLast }) => !isLast)
  const position = await findPosition(trx, courierId)
  await saveTurns(trx, courierId, turnsOf(joined(others, { pickup, dropoff }, position ?? null)))
}
