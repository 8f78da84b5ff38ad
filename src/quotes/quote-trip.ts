import type { Point } from '../kernel/point.ts'
import { chooseCollection } from '../payments/collection-choice.ts'
import { collectionFee } from '../payments/collection-fee.ts'
import type { PromoCode } from '../payments/promo-code.ts'
import { choosePickup } from '../shops/pickup-choice.ts'
import type { KnownShop } from '../shops/shop-memory.ts'
import { type Pricing, priceTrip } from './price-trip.ts'
import { type QuoteInput, type QuoteView, quoteView } from './quote-view.ts'

/**
 * The price of a trip for a shop. Stores nothing: a quote is arithmetic, not a reservation (spec 4.1).
 * Throws PICKUP_AMBIGUOUS, PICKUP_REQUIRED, PICKUP_ADDRESS_UNKNOWN, OUT_OF_ZONE, CITIES_DIFFER,
 * PAYOUT_ACCOUNT_REQUIRED.
 */
export async function quoteTrip(
  pricing: Pricing,
  known: KnownShop,
  input: QuoteInput,
  promo: PromoCode | null = null,
): Promise<{ quote: QuoteView; cityId: string }> {
  const pickup: Point = choosePickup(input, known.pickupAddresses)
  const collection = chooseCollection(input.collection, known.shop)
  const trip = await priceTrip(pricing, {
    pickup,
    dropoff: input.dropoff,
    parcelSize: input.parcelSize,
    fragile: input.fragile ?? false,
    shopDiscountPercent: known.shop.discount_percent,
    promo,
  })
  const codFeeFcfa = collectionFee(trip.tariff.collectionFee, {
    mode: input.paymentMode,
    collection,
    goodsAmountFcfa: input.goodsAmount ?? 0,
  })
  return { quote: quoteView(trip, codFeeFcfa), cityId: trip.city.id }
}
