import type { Trx } from '../../../base/database/open-database.ts'
import type { Actor } from '../../../base/kernel/actor.ts'
import { insertEvent } from '../../../events/event-store.ts'
import { paymentTransitions } from '../../money/payments/payment-status.ts'
import type { PriceWorking } from '../../pricing/trip-price.ts'
import type { ShopTerms } from '../../shops/terms/shop-terms.ts'
import { findShopTerms } from '../../shops/terms/shop-terms-store.ts'
import { internalEvent } from '../delivery-event.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import type { LocatedPrice } from '../order/price-location.ts'
import { tripOfShop } from './trip-of-shop.ts'

/**
 * The columns of a delivery whose shop pays the trip first. It is asked once the price is final: with the
 * order, or when the customer has given their position.
 */
export const awaitingTrip = (row: DeliveryRow, { tripMinutes }: ShopTerms) => ({
  payment_status: paymentTransitions.payTrip.from[0],
  trip_due_at: row.price_is_estimate ? null : dueFrom(row.created_at, tripMinutes),
})

const dueFrom = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000)

/** Lets the shop be asked for a trip whose price is final. */
export async function askForTrip(
  trx: Trx,
  row: DeliveryRow,
  { actor, now = row.created_at }: { actor: Actor; now?: Date },
): Promise<void> {
  if (row.trip_due_at === null) return
  const key = { shopId: row.shop_id, id: row.id }
  await insertEvent(trx, internalEvent(key, 'payment.trip_due', { now, actor, data: {} }))
}

/**
 * What a new price makes of a payment, under the lock: what its shop has paid first, or still has to, stays
 * so, unless the new trip costs it nothing. Where the price was an estimate before, the shop is asked from
 * now on.
 */
export async function repricedPayment(
  trx: Trx,
  before: DeliveryRow,
  priced: LocatedPrice,
  now: Date,
): Promise<Partial<Pick<DeliveryRow, 'payment_status' | 'trip_due_at'>>> {
  const { payment_status, trip_due_at } = before
  const { from, to } = paymentTransitions.payTrip
  if (payment_status === to) return { payment_status }
  if (payment_status !== from[0]) return {}
  const price_working = JSON.parse(priced.price_working) as PriceWorking
  if (tripOfShop({ ...before, ...priced, price_working }) === 0) return { trip_due_at: null }
  if (trip_due_at !== null) return { payment_status }
  const { tripMinutes } = await findShopTerms(trx)
  return { payment_status, trip_due_at: dueFrom(now, tripMinutes) }
}
