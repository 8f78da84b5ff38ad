import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import type { SecondTryRefusal } from '../../../contract/vocabulary.ts'
import { amountToCollect } from '../../money/payments/amount-to-collect.ts'
import { closedUntil } from '../../pricing/city-closing.ts'
import { pricedAt } from '../../pricing/pickup-window.ts'
import { priceTrip } from '../../pricing/price-trip.ts'
import { findShop } from '../../shops/shop-store.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { findDelivery } from '../delivery-store.ts'
import { isErased } from '../erasing/erased-customer.ts'
import type { DeliveryDeps } from '../transitions/move-delivery.ts'
import {
  maxTries,
  refusalByStanding,
  refusalByTime,
  type SecondTryAsker,
  type SecondTrySlot,
  secondTryOrder,
  secondTrySlots,
} from './second-try.ts'
import { findFailedAt } from './second-try-store.ts'

type QuoteDeps = Pick<DeliveryDeps, 'db' | 'clock' | 'pricing' | 'rules'>

/** A span that can be chosen, what the trip costs then, and what the customer pays in all. */
export type QuotedSlot = SecondTrySlot & { priceFcfa: Fcfa; toPayFcfa: Fcfa }

/**
 * The spans of today and tomorrow in which the parcel of a failed delivery can be brought once more, each at
 * its price; none where it cannot, or was asked for before. Stores nothing and promises nothing.
 */
export async function quoteSecondTry(
  deps: QuoteDeps,
  first: DeliveryRow,
  asker: SecondTryAsker,
): Promise<QuotedSlot[]> {
  const { clock, db, pricing, rules } = deps
  const now = clock.now()
  const city = pricing.map.current().city(first.city_id)
  if (!city || first.second_try_id !== null || (await refusalOfSecondTry(deps, first))) return []
  const shop = await findShop(db, first.shop_id)
  const quoted: QuotedSlot[] = []
  for (const slot of secondTrySlots(now, city.timeZone)) {
    const { window } = slot
    if (closedUntil(city, pricedAt(window, now)) !== null) continue
    const order = secondTryOrder(first, { asker, window })
    const { mode, goodsAmount = 0, feePayer = 'CUSTOMER' } = order.payment
    const { priceFcfa } = await priceTrip(pricing, {
      pickup: order.pickup ?? { lat: first.pickup_lat, lng: first.pickup_lng },
      dropoff: order.dropoff,
      parcelSize: first.parcel_size,
      fragile: first.parcel_fragile,
      shopDiscountPercent: shop?.discount_percent ?? 0,
      shopCountry: shop?.country,
      promo: null,
      windows: { pickup: window, dropoff: null },
      secondTryPercent: rules.current().SECOND_TRY_PERCENT,
    })
    const toPayFcfa = amountToCollect({ mode, feePayer, goodsAmountFcfa: goodsAmount, priceFcfa })
    quoted.push({ ...slot, priceFcfa, toPayFcfa })
  }
  return quoted
}

/** Why no second try of a delivery can be asked for now; null where one can, or was before. */
export async function refusalOfSecondTry(
  { db, clock, pricing, rules }: QuoteDeps,
  first: DeliveryRow,
): Promise<SecondTryRefusal | null> {
  const refusal = refusalByStanding(first, rules.current().SECOND_TRY_PERCENT)
  if (refusal) return refusal
  const failedAt = await findFailedAt(db, { shopId: first.shop_id, id: first.id })
  if (!failedAt || isErased(first)) return 'NOT_FAILED'
  return refusalByTime({
    failedAt,
    tries: await countTries({ db }, first),
    now: clock.now(),
    timeZone: pricing.map.current().city(first.city_id)?.timeZone ?? 'UTC',
  })
}

/** How often the parcel of a delivery was brought, with this delivery. */
async function countTries({ db }: Pick<QuoteDeps, 'db'>, last: DeliveryRow): Promise<number> {
  let tries = 1
  for (let id = last.second_try_of; id !== null && tries < maxTries; tries += 1)
    id = (await findDelivery(db, { shopId: last.shop_id, id }))?.second_try_of ?? null
  return tries
}
