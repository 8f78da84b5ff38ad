import type { PromoCondition, PromoRefusal } from '../../base/contract/vocabulary.ts'
import type { Database } from '../../base/database/open-database.ts'
import { type PromoCode, promoCodeForm, promoRefusal, unmetCondition } from '../payments/promo-code.ts'
import { findPromoCode } from '../payments/promo-code-store.ts'
import type { KnownShop } from '../shops/cache-shops.ts'
import type { Pricing } from './price-trip.ts'
import { type QuoteRequest, quoteTrip } from './quote-trip.ts'

/** The verdict on a promo code: why it cannot be used, if so, and what it takes off the trip, in FCFA. */
export type PromoCodeVerdict = {
  promoCode: string
  valid: boolean
  reason: PromoRefusal | null
  /** With the reason TRIP_NOT_ELIGIBLE: what the trip does not meet. */
  condition: PromoCondition | null
  discountFcfa: number | null
  expiresAt: Date | null
}

/**
 * Whether a promo code can be used now, and what it would take off a trip. Using it up needs a delivery.
 * Throws what quoting the trip throws.
 */
export async function checkPromoCode(
  { db, pricing }: { db: Database; pricing: Pricing },
  known: KnownShop,
  input: { promoCode: string; quote?: QuoteRequest },
): Promise<PromoCodeVerdict> {
  const code = promoCodeForm(input.promoCode)
  const promo = await findPromoCode(db, code)
  const reason = promoRefusal(promo, pricing.clock.now())
  if (!promo || reason) return verdict(code, promo, reason ?? 'UNKNOWN', null)
  if (!input.quote) return verdict(code, promo, null, null)

  const plain = await quoteTrip(pricing, known, input.quote)
  const tripFcfa = plain.trip.priceFcfa + plain.trip.discountFcfa
  const condition = unmetCondition(promo, { cityId: plain.trip.city.id, tripFcfa })
  if (condition) return { ...verdict(code, promo, 'TRIP_NOT_ELIGIBLE', null), condition }
  const reduced = await quoteTrip(pricing, known, input.quote, promo)
  return verdict(code, promo, null, plain.trip.priceFcfa - reduced.trip.priceFcfa)
}

function verdict(
  promoCode: string,
  promo: PromoCode | undefined,
  reason: PromoRefusal | null,
  discountFcfa: number | null,
): PromoCodeVerdict {
  return {
    promoCode,
    valid: reason === null,
    reason,
    condition: null,
    discountFcfa,
    expiresAt: promo?.endsAt ?? null,
  }
}
