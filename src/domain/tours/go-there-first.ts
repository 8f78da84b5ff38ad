import type { Database } from '../../base/database/open-database.ts'
import { ApiError } from '../../contract/errors.ts'
import { lockCarrying } from '../deliveries/carrying/carried-store.ts'
import type { DeliveryKey } from '../deliveries/delivery-store.ts'
import { mayGoFirst, stopsOf, turnsOf, withFirst } from './tour.ts'
import { listTours, saveTurns } from './turn-store.ts'

/**
 * A courier goes to this parcel's place before all others; the rest keeps its order. Only for a parcel that
 * they have with them, or that is at the place where they are going now (decision 321). Repeating it changes
 * nothing. Throws DELIVERY_NOT_FOUND, TRANSITION_REFUSED.
 */
export async function goThereFirst(
  { db }: { db: Database },
  courierId: string,
  { shopId, id }: DeliveryKey,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockCarrying(trx, courierId)
    const parcels = (await listTours(trx, [courierId])).get(courierId) ?? []
    const parcel = parcels.find((each) => each.id === id && each.shopId === shopId)
    if (!parcel) throw new ApiError('DELIVERY_NOT_FOUND')
    const stops = stopsOf(parcels)
    const wanted = stops.find((stop) => stop.id === id)
    if (!wanted || !mayGoFirst(stops, wanted))
      throw new ApiError('TRANSITION_REFUSED', { status: parcel.status })
    await saveTurns(trx, courierId, turnsOf(withFirst(stops, wanted)))
  })
}
