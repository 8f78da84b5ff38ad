import { type Static, Type } from 'typebox'
import { limits } from '../../base/contract/limits.ts'
import { As, DateTime, Flag, Nullable, Open, Strict, Text } from '../../base/kernel/json-types.ts'
import type { PromoCodeVerdict } from '../../domain/pricing/check-promo-code.ts'
import { QuoteInput } from './quote-view.ts'
import { PromoCondition, PromoRefusal } from './value-types.ts'

export const PromoCodeCheckInput = Strict(
  {
    promoCode: Text(1, limits.promoCode.max, { description: 'The code to check.', examples: ['BIENVENUE'] }),
    quote: Type.Optional(As(QuoteInput, { description: 'The trip it would be for.' })),
  },
  { name: 'PromoCodeCheckInput', description: 'A promo code, and the trip it would be for.' },
)
export type PromoCodeCheckInput = Static<typeof PromoCodeCheckInput>

export const PromoCodeCheckView = Open(
  {
    promoCode: Type.String({ description: 'The code, in capitals.', examples: ['BIENVENUE'] }),
    valid: Flag({ description: 'Whether it can be used now (and for the trip, when one was sent).' }),
    reason: Nullable(As(PromoRefusal, { description: 'Why it cannot be used; null when it can.' })),
    condition: Nullable(
      As(PromoCondition, {
        description:
          'With the reason TRIP_NOT_ELIGIBLE: the condition that the trip does not meet; else null.',
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
  { name: 'PromoCodeCheck', description: 'Whether a promo code can be used, and what for.' },
)
export type PromoCodeCheckView = Static<typeof PromoCodeCheckView>

/** The verdict on a promo code as the partner reads it. */
export function promoCodeCheckView({
  discountFcfa,
  expiresAt,
  ...verdict
}: PromoCodeVerdict): PromoCodeCheckView {
  return { ...verdict, discount: discountFcfa, expiresAt: expiresAt?.toISOString() ?? null }
}
