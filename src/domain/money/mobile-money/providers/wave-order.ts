import type { RefusalReason } from '../../../../contract/vocabulary.ts'
import type { MoneyOrder, OrderOutcome } from '../mobile-money-provider.ts'
import { isPayLink } from './pay-link.ts'
import { type Answer, answerIn, codeOf, notUnderstood, requireAgreement, textIn } from './provider-answer.ts'

/** What Wave is sent to open a checkout session. Whoever opens its page may pay, from any number of Wave. */
export const sessionBody = (order: MoneyOrder, returnUrl: string): object => ({
  amount: String(order.amountFcfa),
  currency: order.currency,
  client_reference: order.id,
  success_url: returnUrl,
  error_url: returnUrl,
})

export const wavePayoutBody = (order: MoneyOrder): object => ({
  currency: order.currency,
  receive_amount: String(order.amountFcfa),
  mobile: order.phone,
  client_reference: order.id,
  payment_reason: `Colis ${order.reference}`.slice(0, 40),
})

/** What a search by `client_reference` found. */
export function foundIn(body: unknown): Answer[] {
  const { result } = answerIn(body)
  if (!Array.isArray(result)) throw notUnderstood('Wave', 200, body)
  return result.map(answerIn)
}

export const isOpenSession = ({ checkout_status }: Answer): boolean => checkout_status === 'open'

/** Of several sessions of one order the one that counts: one that is paid, else one that can be. */
export const sessionThatCounts = (sessions: readonly Answer[]): Answer | undefined =>
  sessions.find(({ payment_status }) => payment_status === 'succeeded') ??
  sessions.find(isOpenSession) ??
  sessions[0]

/** What Wave says of a session. A payment that failed can be tried again while the session is open. */
export function sessionOutcome(order: MoneyOrder, session: Answer): OrderOutcome {
  const { amount, currency, client_reference: id, payment_status, checkout_status } = session
  const isOver =
    checkout_status === 'expired' || (checkout_status === 'complete' && payment_status === 'cancelled')
  const state = payment_status === 'succeeded' ? 'PAID' : isOver ? 'REFUSED' : 'PENDING'
  requireAgreement('Wave', order, { amount, currency, id, state })
  const providerRef = textIn(session, 'id')
  if (providerRef === undefined) throw notUnderstood('Wave', 200)
  if (session.payment_status === 'succeeded') return { state: 'PAID', providerRef }
  switch (session.checkout_status) {
    case 'open': {
      const payLink = textIn(session, 'wave_launch_url')
      if (payLink === undefined || !isPayLink(payLink)) throw notUnderstood('Wave', 200)
      return { state: 'PENDING', providerRef, payLink }
    }
    case 'expired':
      return { state: 'REFUSED', reason: 'EXPIRED', providerRef }
    case 'complete':
      if (session.payment_status !== 'cancelled') return { state: 'PENDING', providerRef }
      return { state: 'REFUSED', reason: paymentReason(codeOf(session.last_payment_error)), providerRef }
    default:
      throw notUnderstood('Wave', 200)
  }
}

/** What Wave says of a payout. */
export function wavePayoutOutcome(order: MoneyOrder, payout: Answer): OrderOutcome {
  const { receive_amount: amount, currency, client_reference: id, status } = payout
  const isOver = status === 'failed' || status === 'reversed'
  const state = status === 'succeeded' ? 'PAID' : isOver ? 'REFUSED' : 'PENDING'
  requireAgreement('Wave', order, { amount, currency, id, state })
  const providerRef = textIn(payout, 'id')
  if (providerRef === undefined) throw notUnderstood('Wave', 200)
  const fee = Number(textIn(payout, 'fee') ?? Number.NaN)
  switch (payout.status) {
    case 'processing':
      return { state: 'PENDING', providerRef }
    case 'succeeded':
      return { state: 'PAID', providerRef, ...(Number.isSafeInteger(fee) && fee >= 0 && { feeFcfa: fee }) }
    case 'failed':
      return { state: 'REFUSED', reason: wavePayoutReason(codeOf(payout.payout_error)), providerRef }
    case 'reversed':
      return { state: 'REFUSED', reason: 'PROVIDER_FAILED', providerRef }
    default:
      throw notUnderstood('Wave', 200)
  }
}

const paymentReasons: Record<string, RefusalReason> = {
  'insufficient-funds': 'FUNDS_TOO_LOW',
  'blocked-account': 'NUMBER_REFUSED',
  'cross-border-payment-not-allowed': 'NUMBER_REFUSED',
  'customer-age-restricted': 'NUMBER_REFUSED',
  'payer-mobile-mismatch': 'NUMBER_REFUSED',
}

const paymentReason = (code: string | undefined): RefusalReason =>
  paymentReasons[code ?? ''] ?? 'PROVIDER_FAILED'

const payoutReasons: Record<string, RefusalReason> = {
  'insufficient-funds': 'FLOAT_TOO_LOW',
  'recipient-limit-exceeded': 'LIMIT_REACHED',
  'recipient-account-blocked': 'NUMBER_REFUSED',
  'recipient-account-inactive': 'NUMBER_REFUSED',
  'recipient-minor': 'NUMBER_REFUSED',
  'country-mismatch': 'NUMBER_REFUSED',
  'currency-mismatch': 'NUMBER_REFUSED',
}

export const wavePayoutReason = (code: string | undefined): RefusalReason =>
  payoutReasons[code ?? ''] ?? 'PROVIDER_FAILED'
