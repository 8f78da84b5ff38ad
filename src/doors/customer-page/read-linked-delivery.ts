import { ApiError } from '../../base/contract/errors.ts'
import type { DeliveryRow } from '../../domain/deliveries/delivery-row.ts'
import { isFinal } from '../../domain/deliveries/delivery-status.ts'
import { type DeliveryKey, findDelivery, listHistory } from '../../domain/deliveries/delivery-store.ts'
import type { DeliveryDeps } from '../../domain/deliveries/transitions/move-delivery.ts'
import { findShop } from '../../domain/shops/shop-store.ts'
import { type CustomerView, customerView } from './customer-view.ts'

/** How long a link works after the delivery has ended, in ms: long enough to look once more. */
const openAfterEndMs = 24 * 60 * 60_000

/** A delivery, as stored and as its customer sees it. */
export type LinkedDelivery = { key: DeliveryKey; row: DeliveryRow; view: CustomerView }

export type LinkedDeps = Pick<DeliveryDeps, 'db' | 'clock' | 'pricing'>

/**
 * The delivery of a signed link, for as long as the link works: until a day after the end. Throws
 * CUSTOMER_LINK_INVALID and CUSTOMER_LINK_OVER, which reveal nothing of the delivery.
 */
export async function readLinkedDelivery(
  { db, clock, pricing }: LinkedDeps,
  key: DeliveryKey,
): Promise<LinkedDelivery> {
  const [row, shop] = await Promise.all([findDelivery(db, key), findShop(db, key.shopId)])
  if (!row || !shop) throw new ApiError('CUSTOMER_LINK_INVALID')
  if (isFinal(row.status)) {
    const ended = (await listHistory(db, key)).at(-1)?.occurred_at ?? row.created_at
    if (clock.now().getTime() - ended.getTime() > openAfterEndMs) throw new ApiError('CUSTOMER_LINK_OVER')
  }
  const city = pricing.map.current().cities.find(({ id }) => id === row.city_id)
  return { key, row, view: customerView(row, shop, city) }
}
