import { type Static, Type } from 'typebox'
import { limits } from '../contract/limits.ts'
import { type PromoRefusal, promoRefusals } from '../contract/vocabulary.ts'
import type { Database } from '../database/open-database.ts'
import { DateTime, Flag, Nullable, OneOf, Strict, Text } from '../kernel/json-types.ts'
import { isTripEligible, type PromoCode, promoCodeForm, promoRefusal } from '../payments/promo-code.ts'
import { findPromoCode } from '../payments/promo-code-store.ts'
import type { KnownShop } from '../shops/shop-memory.ts'
import type { Pricing } from './price-trip.ts'
import { quoteTrip } from './quote-trip.ts'
import { QuoteInput } from './quote-view.ts'

export const PromoCodeCheckInput = Strict(
  {
    promoCode: Text(1, limits.promoCode.max, { description: 'The code to check.', examples: ['BIENVENUE'] }),
    quote: Type.Optional(QuoteInput),
  },
  { description: 'A promo code, and the trip it would be for.' },
)
export type PromoCodeCheckInput = Static<typeof PromoCodeCheckInput>

export const PromoCodeCheckView = Strict(
  {
    promoCode: Type.String({ description: 'The code, in capitals.', examples: ['BIENVENUE'] }),
    valid: Flag({ description: 'Whether it can be used now (and for the trip, when one was sent).' }),
    reason: Nullable(
      OneOf(promoRefusals, {
        description: 'Why it cannot be used; null when it can.',
        examples: ['EXPIRED'],
      }),
    ),
    discount: Nullable(
      Type.Integer({
        minimum: 0,
        description: 'What it takes off the trip that was sent, in FCFA; null without one.',
        examples: [200],
      }),
    ),
    expiresAt: Nullable(DateTime({ description: 'When it ends; null when it has no end.' })),
  },
  { description: 'Whether a promo code can be used, and what for.' },
)
export type PromoCodeCheckView = Static<typeof PromoCodeCheckView>

/**
 * Whether a promo code can be used now, and what it would take off a trip. Using it up needs a delivery.
 * Throws what quoting the trip throws.
 */
export async function checkPromoCode(
  { db, pricing }: { db: Database; pricing: Pricing },
  known: KnownShop,
  input: PromoCodeCheckInput,
): Promise<PromoCodeCheckView> {
  const code = promoCodeForm(input.promoCode)
  const promo = await findPromoCode(db, code)
  const reason = promoRefusal(promo, pricing.clock.now())
  if (!promo || reason) return verdict(code, promo, reason ?? 'UNKNOWN', null)
  if (!input.quote) return verdict(code, promo, null, null)

  const plain = await quoteTrip(pricing, known, input.quote)
  const tripFcfa = plain.quote.price + plain.quote.discount
  if (!isTripEligible(promo, { cityId: plain.cityId, tripFcfa }))
    return verdict(code, promo, 'TRIP_NOT_ELIGIBLE', null)
  const reduced = await quoteTrip(pricing, known, input.quote, promo)
  return verdict(code, promo, null, plain.quote.price - reduced.quote.price)
}

function verdict(
  promoCode: string,
  promo: PromoCode | undefined,
  reason: PromoRefusal | null,
  discount: number | null,
): PromoCodeCheckView {
  return {
    promoCode,
    valid: reason === null,
    reason,
    discount,
    expiresAt: promo?.endsAt?.toISOString() ?? null,
  }
}
