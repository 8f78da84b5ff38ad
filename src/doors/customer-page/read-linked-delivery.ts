import { ApiError } from '../../contract/errors.ts'
import type { DeliveryRow } from '../../domain/deliveries/delivery-row.ts'
import { isIn } from '../../domain/deliveries/delivery-status.ts'
import { type DeliveryKey, findDelivery, findStatusLine } from '../../domain/deliveries/delivery-store.ts'
import { isLinkOpen } from '../../domain/deliveries/sharing/customer-link.ts'
import type { DeliveryDeps } from '../../domain/deliveries/transitions/move-delivery.ts'
import { findLastAsked } from '../../domain/money/mobile-money/payment-request-store.ts'
import { findCustomerRefund } from '../../domain/money/mobile-money/refund-store.ts'
import { findShop } from '../../domain/shops/shop-store.ts'
import { type CustomerView, customerView, mayBeAskedToPay, mayHavePaidInVain } from './customer-view.ts'

/** A delivery, as stored and as its customer sees it. */
export type LinkedDelivery = { key: LinkKey; row: DeliveryRow; view: CustomerView }

/** The delivery of a link and the version of that link, which every act through it is checked against. */
type LinkKey = Required<DeliveryKey>

export type LinkedDeps = Pick<DeliveryDeps, 'db' | 'clock' | 'pricing'>

/**
 * The delivery of a signed link, for as long as the link works: until a day after the end, or until the
 * customer is given another one. Throws CUSTOMER_LINK_INVALID and CUSTOMER_LINK_OVER, which reveal nothing of
 * the delivery.
 */
export async function readLinkedDelivery(
  { db, clock, pricing }: LinkedDeps,
  key: LinkKey,
): Promise<LinkedDelivery> {
  const [row, shop] = await Promise.all([findDelivery(db, key), findShop(db, key.shopId)])
  if (!row || !shop || row.link_version !== key.linkVersion) throw new ApiError('CUSTOMER_LINK_INVALID')
  const now = clock.now()
  if (!isLinkOpen(row, now)) throw new ApiError('CUSTOMER_LINK_OVER')
  const map = pricing.map.current()
  const city = map.city(row.city_id)
  const { dropoff_lat: lat, dropoff_lng: lng } = row
  const zone = lat === null || lng === null ? null : (map.locate({ lat, lng })?.zone?.name ?? null)
  const asked = mayBeAskedToPay(row) ? await findLastAsked(db, key) : undefined
  const ended = isIn('endedWithoutHandover', row.status) ? await findStatusLine(db, row) : undefined
  const refund = (mayHavePaidInVain(row) && (await findCustomerRefund(db, key))) || null
  return { key, row, view: customerView(row, shop, { city, zone, now, asked, refund, ended }) }
}
