import type { Database } from '../../base/database/open-database.ts'
import { ApiError } from '../../contract/errors.ts'
import type { DeliveryRow } from './delivery-row.ts'
import { type DeliveryKey, findDelivery } from './delivery-store.ts'

/** The delivery of this key. Throws DELIVERY_NOT_FOUND. */
export async function getDelivery(db: Database, key: DeliveryKey): Promise<DeliveryRow> {
  const delivery = await findDelivery(db, key)
  if (!delivery) throw new ApiError('DELIVERY_NOT_FOUND')
  return delivery
}
