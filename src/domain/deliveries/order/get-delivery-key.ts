import type { Database } from '../../../base/database/open-database.ts'
import { ApiError } from '../../../contract/errors.ts'
import { type DeliveryKey, findDeliveryKey } from '../delivery-store.ts'

/**
 * The key of a delivery that a person names by its id or its reference, of `shopId` alone where one is given.
 * Throws DELIVERY_UNKNOWN.
 */
export async function getDeliveryKey(db: Database, delivery: string, shopId?: string): Promise<DeliveryKey> {
  const key = await findDeliveryKey(db, delivery)
  const isOfShop = shopId !== undefined
  if (!key || (isOfShop && key.shopId !== shopId))
    throw new ApiError('DELIVERY_UNKNOWN', { delivery, isOfShop })
  return key
}
