import type { RefusalReason } from '../../../contract/vocabulary.ts'

/**
 * What the simulated provider says of an order in the end, and after how long; PENDING where it never ends.
 */
export type SimulatedEnding = { afterMs: number } & (
  | { answer: 'PAID' | 'PENDING'; reason: null }
  | { answer: 'REFUSED'; reason: RefusalReason }
)

/** How long a simulated person takes to answer, in ms. */
const promptly = { afterMs: 5_000 }

const paid = { answer: 'PAID', reason: null, ...promptly } as const
const never = { answer: 'PENDING', reason: null, ...promptly } as const
const refused = (reason: RefusalReason) => ({ answer: 'REFUSED', reason, ...promptly }) as const

/**
 * How the simulated provider ends a payment, by the last four digits of the customer's phone; all others pay.
 */
const paymentEndings: Record<string, SimulatedEnding> = {
  '0002': refused('PAYER_REFUSED'),
  '0003': refused('PROVIDER_FAILED'),
  '0004': never,
  // After the deadline of a request, which is ten minutes unless it is set otherwise.
  '0005': { ...paid, afterMs: 15 * 60_000 },
}

/** How it ends a payout or a refund, by the last four digits of whoever is paid; all others are paid. */
const transferEndings: Record<string, SimulatedEnding> = {
  '0011': refused('NUMBER_REFUSED'),
  '0012': refused('NUMBER_REFUSED'),
  '0013': refused('PROVIDER_FAILED'),
  '0014': never,
  '0042': refused('NUMBER_REFUSED'),
  '0043': refused('NUMBER_REFUSED'),
}

/** The numbers whose second transfer is paid although the first was refused. */
const acceptedLater = new Set(['0012', '0043'])

/** What a simulated provider says of a payment by this phone, in international form. */
export const simulatedPayment = (phone: string): SimulatedEnding => paymentEndings[phone.slice(-4)] ?? paid

/** What it says of a transfer to this phone, after so many that it refused. */
export function simulatedTransfer(phone: string, refusedBefore: number): SimulatedEnding {
  const ending = phone.slice(-4)
  if (refusedBefore > 0 && acceptedLater.has(ending)) return paid
  return transferEndings[ending] ?? paid
}
