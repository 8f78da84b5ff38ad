import type { Database } from '../../base/database/open-database.ts'
import { ApiError } from '../../contract/errors.ts'
import { setCalledOffSeen } from '../couriers/courier-store.ts'
import { type DeliveryKey, findDelivery } from '../deliveries/delivery-store.ts'

/**
 * A courier has read that a delivery was cancelled on their way to the shop: it and those cancelled before it
 * are no longer shown (decision 233). Repeating it changes nothing. Throws DELIVERY_NOT_FOUND for one that is
 * not theirs.
 */
export async function dismissCancelled(
  { db }: { db: Database },
  courierId: string,
  key: DeliveryKey,
): Promise<void> {
  const delivery = await findDelivery(db, key)
  if (delivery?.courier_id !== courierId) throw new ApiError('DELIVERY_NOT_FOUND')
  if (delivery.called_back_at) await setCalledOffSeen(db, courierId, delivery.called_back_at)
}
