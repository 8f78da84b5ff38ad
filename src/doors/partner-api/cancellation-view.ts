import { type Static, Type } from 'typebox'
import { Amount, Flag, KnownValue, Open } from '../../base/kernel/json-types.ts'
import type { Language } from '../../base/kernel/language.ts'
import { cancellationReasons } from '../../contract/vocabulary.ts'
import { cancellationWording } from '../../domain/deliveries/cancelling/cancellation-reason.ts'
import type { CancellationQuote } from '../../domain/deliveries/cancelling/quote-cancellation.ts'

/** What cancelling would cost; an extension of ours (decision 121). */
export const CancellationView = Open(
  {
    allowed: Flag({ description: 'Whether the delivery can be cancelled.', examples: [true] }),
    cancellationFee: Amount({
      description: 'What cancelling would cost now, in FCFA; 0 where it is not possible.',
      examples: [300],
    }),
    returnFee: Amount({
      description: 'What bringing the parcel back would cost besides, in FCFA; 0 where it is not possible.',
      examples: [0],
    }),
    reason: KnownValue(cancellationReasons, {
      description: 'Why; branch on it.',
      examples: ['COURIER_ARRIVED'],
    }),
    message: Type.String({
      description: 'The same in a sentence, in French or English, as Accept-Language asks.',
      examples: ['The courier has arrived at the shop: the cancellation fee is due.'],
    }),
  },
  { name: 'Cancellation', description: 'What cancelling would cost now, and why.' },
)

/** What cancelling would cost, as the partner reads it. */
export const cancellationView = (
  { isAllowed, cancellationFeeFcfa, returnFeeFcfa, reason }: CancellationQuote,
  language: Language,
): Static<typeof CancellationView> => ({
  allowed: isAllowed,
  cancellationFee: cancellationFeeFcfa,
  returnFee: returnFeeFcfa,
  reason,
  message: cancellationWording[reason][language],
})
