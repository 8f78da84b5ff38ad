import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { SecondTryRefusal } from '../../../contract/vocabulary.ts'
import { paymentTerms } from '../../money/payments/order-amounts.ts'
import { isSettled, wasLeftUnanswered } from '../../money/payments/payment-status.ts'
import { refuseClosed } from '../../pricing/city-closing.ts'
import type { MeasureTrip } from '../../pricing/measure-trip.ts'
import { type PickupWindow, pricedAt } from '../../pricing/pickup-window.ts'
import { collectingPlace, priceOrder, refuseUncollectable } from '../../pricing/price-order.ts'
import type { Pricing } from '../../pricing/price-trip.ts'
import { requireApproved } from '../../shops/require-approved.ts'
import { findShop, type ShopRow } from '../../shops/shop-store.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { isIn } from '../delivery-status.ts'
import { findDelivery, listPaymentHistory } from '../delivery-store.ts'
import { isErased } from '../erasing/erased-customer.ts'
import type { DeliveryDeps } from '../transitions/move-delivery.ts'
import {
  asLastOrdered,
  maxTries,
  refusalByStanding,
  refusalByTime,
  type SecondTryAsker,
  type SecondTrySlot,
  secondTryOrder,
  secondTrySlots,
} from './second-try.ts'
import { countAsked, findFailedAt, findSecondTry } from './second-try-store.ts'

type RefusalDeps = Pick<DeliveryDeps, 'db' | 'clock' | 'pricing' | 'rules'>
type QuoteDeps = RefusalDeps & Pick<DeliveryDeps, 'blockedCustomers'>

/** A span that can be chosen, what the trip costs then, and what the customer pays in all. */
export type QuotedSlot = SecondTrySlot & { priceFcfa: Fcfa; toPayFcfa: Fcfa }

/**
 * The spans of today and tomorrow in which the parcel of a failed delivery can be brought once more, each at
 * its price; none where it cannot, or one stands, nor any in which it could not be ordered. Stores
 * nothing and promises nothing.
 */
export async function quoteSecondTry(
  deps: QuoteDeps,
  failed: DeliveryRow,
  asker: SecondTryAsker,
): Promise<QuotedSlot[]> {
  const { blockedCustomers, clock, db, pricing } = deps
  const now = clock.now()
  const city = pricing.map.current().city(failed.city_id)
  if (!city || (await refusalOfSecondTry(deps, failed, asker))) return []
  const { standing, ended } = await findSecondTry(db, failed)
  if (standing) return []
  const first = asLastOrdered(failed, ended)
  const shop = await findShop(db, first.shop_id)
  if (!shop || blockedCustomers.isBlocked(first.customer_phone, now)) return []
  const measured = { ...deps, pricing: measuringOnce(pricing) }
  const quoted: QuotedSlot[] = []
  for (const slot of secondTrySlots(now, city.timeZone)) {
    const amounts = await priceSlot(measured, { first, shop, asker, window: slot.window })
    if (amounts) quoted.push({ ...slot, ...amounts })
  }
  return quoted
}

/** What a second try in this span costs; undefined where it could not be ordered. */
async function priceSlot(
  { clock, pricing, rules }: QuoteDeps,
  {
    first,
    shop,
    asker,
    window,
  }: { first: DeliveryRow; shop: ShopRow; asker: SecondTryAsker; window: PickupWindow },
): Promise<Pick<QuotedSlot, 'priceFcfa' | 'toPayFcfa'> | undefined> {
  const pickup = { lat: first.pickup_lat, lng: first.pickup_lng }
  const order = secondTryOrder(first, { asker, window })
  try {
    requireApproved(shop)
    const terms = paymentTerms(order.payment, shop, collectingPlace(pricing, pickup, shop))
    const priced = await priceOrder(pricing, {
      pickup,
      dropoff: order.dropoff,
      parcelSize: first.parcel_size,
      fragile: first.parcel_fragile,
      shopDiscountPercent: shop.discount_percent,
      shopCountry: shop.country,
      promo: null,
      terms,
      windows: { pickup: window, dropoff: null },
      secondTryPercent: rules.current().SECOND_TRY_PERCENT,
    })
    refuseClosed(priced.trip.city, pricedAt(window, clock.now()))
    refuseUncollectable(pricing, priced, terms, first.customer_phone)
    return { priceFcfa: priced.trip.priceFcfa, toPayFcfa: priced.amountToCollectFcfa }
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** The same for one way alone, which is measured once however often it is priced. */
function measuringOnce(pricing: Pricing): Pricing {
  let way: ReturnType<MeasureTrip> | undefined
  const measureTrip: MeasureTrip = (from, to) => {
    way ??= pricing.measureTrip(from, to)
    return way
  }
  return { ...pricing, measureTrip }
}

/** Why they cannot ask for a second try of a delivery now; null where they can, or one stands. */
export async function refusalOfSecondTry(
  { db, clock, pricing, rules }: RefusalDeps,
  first: DeliveryRow,
  asker: SecondTryAsker,
): Promise<SecondTryRefusal | null> {
  const refusal = refusalByStanding(first, rules.current().SECOND_TRY_PERCENT)
  if (refusal) return refusal
  const failedAt = await findFailedAt(db, { shopId: first.shop_id, id: first.id })
  if (!failedAt || isErased(first)) return 'NOT_FAILED'
  const late = refusalByTime({
    failedAt,
    tries: await countTries({ db }, first),
    asked: await countAsked(db, first),
    now: clock.now(),
    timeZone: pricing.map.current().city(first.city_id)?.timeZone ?? 'UTC',
  })
  if (late) return late
  if (asker === 'CUSTOMER' && (await wasCancelled({ db }, first))) return 'CANCELLED'
  return (await hasShopToAnswer({ db }, first)) ? 'PAYMENT_UNANSWERED' : null
}

/** Whether the shop, or those who run the service, cancelled its last second try (decision 380). */
async function wasCancelled({ db }: Pick<RefusalDeps, 'db'>, first: DeliveryRow): Promise<boolean> {
  const { ended } = await findSecondTry(db, first)
  return ended !== undefined && isIn('cancelled', ended.status)
}

/** Whether the customer said that they had paid, and the delivery failed before its shop said if it is so. */
async function hasShopToAnswer({ db }: Pick<RefusalDeps, 'db'>, first: DeliveryRow): Promise<boolean> {
  if (first.collection !== 'DIRECT' || isSettled(first.payment_status)) return false
  const lines = await listPaymentHistory(db, { shopId: first.shop_id, id: first.id })
  return wasLeftUnanswered(lines.map(({ status }) => status))
}

/** How often the parcel of a delivery was brought, with this delivery. */
async function countTries({ db }: Pick<RefusalDeps, 'db'>, last: DeliveryRow): Promise<number> {
  let tries = 1
  for (let id = last.second_try_of; id !== null && tries < maxTries; tries += 1)
    id = (await findDelivery(db, { shopId: last.shop_id, id }))?.second_try_of ?? null
  return tries
}
