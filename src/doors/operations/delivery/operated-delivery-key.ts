import type { Database } from '../../../base/database/open-database.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { DeliveryRow } from '../../../domain/deliveries/delivery-row.ts'
import { type DeliveryKey, findDeliveryKey } from '../../../domain/deliveries/delivery-store.ts'
import { getDelivery } from '../../../domain/deliveries/get-delivery.ts'

/** The address of one delivery of any shop. */
export const operatedPath = '/operations/deliveries/:deliveryId'
export type OperatedRoute = { Params: { deliveryId: string } }

/** The delivery that an address names, whichever shop’s it is. Throws DELIVERY_NOT_FOUND. */
export async function operatedKey(db: Database, deliveryId: string): Promise<DeliveryKey> {
  const key = isUuid(deliveryId) ? await findDeliveryKey(db, deliveryId) : undefined
  if (!key) throw new ApiError('DELIVERY_NOT_FOUND')
  return key
}

/** The same with everything that is kept of it. Throws DELIVERY_NOT_FOUND. */
export const operatedRow = async (db: Database, deliveryId: string): Promise<DeliveryRow> =>
  getDelivery(db, await operatedKey(db, deliveryId))
