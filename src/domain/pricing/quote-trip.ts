import type { Fcfa } from '../../base/kernel/fcfa.ts'
import type { Point } from '../../base/kernel/point.ts'
import type { Collection, ParcelSize, PaymentMode } from '../../contract/vocabulary.ts'
import { paymentTerms } from '../money/payments/order-amounts.ts'
import type { PromoCode } from '../money/payments/promo-code.ts'
import type { KnownShop } from '../shops/cache-shops.ts'
import { choosePickup } from '../shops/pickup-choice.ts'
import { refuseClosed } from './city-closing.ts'
import { dropoffWindow, pricedWindow, refuseUnreachable } from './dropoff-window.ts'
import { pickupWindow, pricedAt } from './pickup-window.ts'
import { collectingPlace, priceOrder, refuseUncollectable } from './price-order.ts'
import type { PricedTrip, Pricing } from './price-trip.ts'

/** The trip to price (spec 2.10); `goodsAmount` in whole FCFA. */
export type QuoteRequest = {
  pickupAddressId?: string
  pickup?: Point
  dropoff?: Point
  parcelSize: ParcelSize
  fragile?: boolean
  paymentMode: PaymentMode
  goodsAmount?: number
  collection?: Collection
  pickupWindow?: { from: string; to: string }
  dropoffWindow?: { from: string; to: string }
}

/** A priced trip, and the collection fee withheld from the shop's payout. */
export type Quote = { trip: PricedTrip; codFeeFcfa: Fcfa }

/**
 * The price of a trip for a shop. Stores nothing: a quote is arithmetic, not a reservation (spec 4.1).
 * Throws PICKUP_AMBIGUOUS, PICKUP_REQUIRED, PICKUP_ADDRESS_UNKNOWN, OUT_OF_ZONE, CITIES_DIFFER,
 * PAYOUT_ACCOUNT_REQUIRED, COLLECTION_UNAVAILABLE, PAYMENT_AMOUNT_REFUSED, PICKUP_WINDOW_REFUSED,
 * DROPOFF_WINDOW_REFUSED, CLOSED.
 */
export async function quoteTrip(
  pricing: Pricing,
  known: KnownShop,
  input: QuoteRequest,
  promo: PromoCode | null = null,
): Promise<Quote> {
  const pickup: Point = choosePickup(input, known.pickupAddresses)
  const now = pricing.clock.now()
  const windows = {
    pickup: pickupWindow(input.pickupWindow, now),
    dropoff: dropoffWindow(input.dropoffWindow, now),
  }
  const place = collectingPlace(pricing, pickup, known.shop)
  const terms = paymentTerms({ ...input, mode: input.paymentMode }, known.shop, place)
  const priced = await priceOrder(pricing, {
    pickup,
    dropoff: input.dropoff,
    parcelSize: input.parcelSize,
    fragile: input.fragile ?? false,
    shopDiscountPercent: known.shop.discount_percent,
    shopCountry: known.shop.country,
    promo,
    windows,
    terms,
  })
  refuseUnreachable(windows, priced.trip.rideSeconds, now)
  refuseClosed(priced.trip.city, pricedAt(pricedWindow(windows), now))
  refuseUncollectable(pricing, priced, { ...terms, feePayer: undefined })
  return { trip: priced.trip, codFeeFcfa: priced.codFeeFcfa }
}
