import { parsePhoneNumberFromString } from 'libphonenumber-js'
import type { RefusalReason } from '../../../../contract/vocabulary.ts'
import type { MoneyOrder, OrderOutcome } from '../mobile-money-provider.ts'
import { type Answer, answerIn, notUnderstood, requireAgreement, textIn } from './provider-answer.ts'

/** FedaPay's two kinds of orders: what a customer pays, and what is sent to somebody. */
export type FedapayKind = 'transaction' | 'payout'

/**
 * The operators that FedaPay asks on the customer's phone without a page of its own. Customers of all others
 * pay on that page, which they open themselves.
 */
const promptedModes = new Set([
  'mtn',
  'mtn_open',
  'moov',
  'sbin',
  'moov_tg',
  'togocel',
  'mtn_open_gn',
  'mtn_ci',
  'airtel_ne',
  'free_sn',
])

export const isPrompted = (mode: string | undefined): mode is string =>
  mode !== undefined && promptedModes.has(mode)

/** A number as FedaPay takes it: with its country in lower case. */
export function fedapayPhone(phone: string): { number: string; country: string } {
  const country = parsePhoneNumberFromString(phone)?.country ?? 'BJ'
  return { number: phone, country: country.toLowerCase() }
}

/** What FedaPay is sent to prepare a payment; of the customer nothing but, later, the number. */
export const transactionBody = (order: MoneyOrder, returnUrl: string): object => ({
  description: `Colis ${order.reference}`,
  amount: order.amountFcfa,
  currency: { iso: order.currency },
  merchant_reference: order.id,
  callback_url: returnUrl,
})

/** What it is sent to prepare a payout; it wants a customer, whose name we do not pass on. */
export const payoutBody = (order: MoneyOrder, mode: string): object => ({
  amount: order.amountFcfa,
  currency: { iso: order.currency },
  mode,
  description: `Colis ${order.reference}`,
  merchant_reference: order.id,
  customer: { firstname: 'Colis', lastname: order.reference, phone_number: fedapayPhone(order.phone) },
})

/** The object that FedaPay wraps in its name: `{"v1/payout": {…}}`. */
export function fedapayObject(kind: FedapayKind, body: unknown): Answer {
  const answer = answerIn(body)
  return answerIn(answer[`v1/${kind}`] ?? answer)
}

/** Its own id, a number, as text; undefined where an answer has none. */
export function fedapayId(object: Answer): string | undefined {
  const { id } = object
  return Number.isSafeInteger(id) ? String(id) : undefined
}

/** What FedaPay says of a payment. `isPaidOnPage`: the customer may still try again there after it failed. */
export function transactionOutcome(
  order: MoneyOrder,
  object: Answer,
  currencyOf: (object: Answer) => unknown,
  isPaidOnPage: boolean,
): OrderOutcome {
  const providerRef = agreedId(order, object, currencyOf)
  const status = textIn(object, 'status') ?? ''
  if (paidStatuses.has(status)) {
    const kept = order.amountFcfa - Number(object.amount_transferred ?? Number.NaN)
    const isFee = Number.isSafeInteger(kept) && kept >= 0 && kept < order.amountFcfa
    return { state: 'PAID', providerRef, ...(isFee && { feeFcfa: kept }) }
  }
  if (status === 'pending') return { state: 'PENDING', providerRef }
  if (status === 'expired') return { state: 'REFUSED', reason: 'EXPIRED', providerRef }
  if (status !== 'declined' && status !== 'canceled') throw notUnderstood('FedaPay', 200)
  if (isPaidOnPage) return { state: 'PENDING', providerRef }
  // A code says more than the word: who has too little was declined as well as who said no.
  const otherwise = status === 'declined' ? 'PAYER_REFUSED' : 'PROVIDER_FAILED'
  const reason = failureReason(object, otherwise)
  return { state: 'REFUSED', reason: reason === 'TOO_LITTLE' ? 'FUNDS_TOO_LOW' : reason, providerRef }
}

/** Money that was given back later has been paid all the same. */
const paidStatuses = new Set([
  'approved',
  'transferred',
  'refunded',
  'approved_partially_refunded',
  'transferred_partially_refunded',
])

/**
 * What FedaPay says of a payout: PREPARED until it is started; that there is too little does not say where.
 */
export function payoutOutcome(
  order: MoneyOrder,
  object: Answer,
  currencyOf: (object: Answer) => unknown,
): OrderOutcome | { state: 'TOO_LITTLE'; providerRef: string } {
  const providerRef = agreedId(order, object, currencyOf)
  switch (object.status) {
    case 'pending':
      return { state: 'PREPARED', providerRef }
    case 'scheduled':
    case 'started':
    case 'processing':
      return { state: 'PENDING', providerRef }
    case 'sent': {
      const kept = Number(object.amount_debited ?? Number.NaN) - order.amountFcfa
      return { state: 'PAID', providerRef, ...(Number.isSafeInteger(kept) && kept >= 0 && { feeFcfa: kept }) }
    }
    case 'failed': {
      const reason = failureReason(object, 'PROVIDER_FAILED')
      return reason === 'TOO_LITTLE'
        ? { state: reason, providerRef }
        : { state: 'REFUSED', reason, providerRef }
    }
    default:
      throw notUnderstood('FedaPay', 200)
  }
}

/** Whether money moved, of a payment and of a payout alike. */
const stateOf = (status: string): 'PAID' | 'PENDING' | 'REFUSED' =>
  paidStatuses.has(status) || status === 'sent'
    ? 'PAID'
    : ['declined', 'canceled', 'expired', 'failed'].includes(status)
      ? 'REFUSED'
      : 'PENDING'

function agreedId(order: MoneyOrder, object: Answer, currencyOf: (object: Answer) => unknown): string {
  const id = fedapayId(object)
  if (id === undefined) throw notUnderstood('FedaPay', 200)
  const { amount, merchant_reference, status } = object
  const state = stateOf(String(status))
  requireAgreement('FedaPay', order, { amount, currency: currencyOf(object), id: merchant_reference, state })
  return id
}

/**
 * FedaPay lists no codes of failures; those it sends, which may be those of an operator, are read by the
 * words in them. A limit is looked for before a balance: a wallet that is full has reached that of its
 * balance.
 */
function failureReason(object: Answer, otherwise: RefusalReason): RefusalReason | 'TOO_LITTLE' {
  const code = (textIn(object, 'last_error_code') ?? '').toUpperCase()
  if (/LOW_BALANCE|INSUFFICIENT|NOT_ENOUGH|SOLDE_INSUFFISANT/.test(code)) return 'TOO_LITTLE'
  if (/LIMIT|EXCEED|MAXIMUM/.test(code)) return 'LIMIT_REACHED'
  if (/FUND|BALANCE|SOLDE/.test(code)) return 'TOO_LITTLE'
  if (/PHONE|NUMBER|SUBSCRIBER|PAYEE|RECIPIENT|MSISDN/.test(code)) return 'NUMBER_REFUSED'
  return otherwise
}
