import { type Static, Type } from 'typebox'
import { As, DateTime, Flag, Nullable, Open, Phone, Strict, Text } from '../../base/kernel/json-types.ts'
import { limits } from '../../contract/limits.ts'
import type { PromoCodeVerdict } from '../../domain/pricing/check-promo-code.ts'
import { QuoteInput } from './quote-view.ts'
import { PromoBearer, PromoCondition, PromoRefusal } from './value-types.ts'

export const PromoCodeCheckInput = Strict(
  {
    promoCode: Text(1, limits.promoCode.max, { description: 'The code to check.', examples: ['BIENVENUE'] }),
    customer: Type.Optional(
      Strict(
        {
          phone: Phone(limits.customerPhone.min, limits.customerPhone.max, {
            description:
              'The customer’s phone number: in the national form of the pickup’s country (without `quote`: of your shop’s country), or with + and the country code.',
            examples: ['0197000001'],
          }),
        },
        {
          name: 'PromoCodeCustomer',
          description: 'The customer it would be for: some codes are limited for each customer.',
        },
      ),
    ),
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
    bearer: Nullable(
      As(PromoBearer, {
        description:
          'Who bears the discount: `SERVICE`, or `SHOP` when the courier company bills it to your shop; null for a code that is not yours.',
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
