import { createHash } from 'node:crypto'
import { stringify } from 'uuid'
import type { RefusalReason } from '../../../../contract/vocabulary.ts'
import type { MoneyOrder, OrderOutcome } from '../mobile-money-provider.ts'
import { answerIn, codeOf, notUnderstood, requireAgreement, textIn } from './provider-answer.ts'

/**
 * Which of MTN's products an order goes through: a payment, a transfer to somebody, or a refund of a payment.
 */
export type MtnKind = 'requesttopay' | 'transfer' | 'refund'

/**
 * The X-Reference-Id of an order. MTN takes UUIDs of version 4 alone, and ours are of version 7: it is
 * derived from ours, so that every call for an order has the same one.
 */
export function mtnReference(orderId: string): string {
  const bytes = createHash('sha256').update(`mtn momo ${orderId}`).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return stringify(bytes)
}

/** The sandbox of MTN knows no other currency than the euro. */
export const mtnCurrency = (order: MoneyOrder, targetEnvironment: string): string =>
  targetEnvironment === 'sandbox' ? 'EUR' : order.currency

/** What MTN is sent: numbers without a plus, notes of at most 160 characters without an apostrophe. */
export function mtnBody(kind: MtnKind, order: MoneyOrder, currency: string, paymentId?: string): object {
  const party = { partyIdType: 'MSISDN', partyId: order.phone.replace(/^\+/, '') }
  const note = `Colis ${order.reference}`.slice(0, 160)
  return {
    amount: String(order.amountFcfa),
    currency,
    externalId: order.id,
    ...(kind === 'requesttopay' && { payer: party }),
    ...(kind === 'transfer' && { payee: party }),
    ...(kind === 'refund' && { referenceIdToRefund: mtnReference(paymentId ?? '') }),
    payerMessage: note,
    payeeNote: note,
  }
}

/** What a code of MTN means: a reason, or one of two that only the balance tells apart. */
type MtnReason = RefusalReason | 'FLOAT_OR_LIMIT'

/** Why MTN refuses, where somebody is to pay: the payee is the service itself. */
const paymentReasons: Record<string, MtnReason> = {
  APPROVAL_REJECTED: 'PAYER_REFUSED',
  PAYMENT_NOT_APPROVED: 'PAYER_REFUSED',
  TRANSACTION_CANCELED: 'PAYER_REFUSED',
  EXPIRED: 'EXPIRED',
  // The customer did not approve within five minutes.
  COULD_NOT_PERFORM_TRANSACTION: 'EXPIRED',
  NOT_ENOUGH_FUNDS: 'FUNDS_TOO_LOW',
  LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED: 'FUNDS_TOO_LOW',
  // MTN's word for everything that has none, which is mostly that the customer has too little.
  INTERNAL_PROCESSING_ERROR: 'FUNDS_TOO_LOW',
  PAYER_NOT_FOUND: 'NUMBER_REFUSED',
  SENDER_ACCOUNT_NOT_ACTIVE: 'NUMBER_REFUSED',
  PAYER_LIMIT_REACHED: 'LIMIT_REACHED',
}

/** Why, where we pay somebody: the payer is the service itself. */
const transferReasons: Record<string, MtnReason> = {
  NOT_ENOUGH_FUNDS: 'FLOAT_OR_LIMIT',
  LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED: 'FLOAT_OR_LIMIT',
  PAYEE_NOT_FOUND: 'NUMBER_REFUSED',
  PAYEE_NOT_ALLOWED_TO_RECEIVE: 'NUMBER_REFUSED',
  PAYEE_LIMIT_REACHED: 'LIMIT_REACHED',
}

/**
 * Codes that mean the service's own account at MTN, by the side on which it stands: nobody else can see to
 * them.
 */
const ownAccountCodes: Record<'payee' | 'payer', readonly string[]> = {
  payee: ['PAYEE_NOT_FOUND', 'PAYEE_NOT_ALLOWED_TO_RECEIVE', 'PAYEE_LIMIT_REACHED'],
  payer: ['PAYER_NOT_FOUND', 'PAYER_LIMIT_REACHED', 'SENDER_ACCOUNT_NOT_ACTIVE'],
}

const plainCode = (code: string | undefined): string => (code ?? '').toUpperCase().replaceAll(' ', '_')

export function mtnReason(kind: MtnKind, code: string | undefined): MtnReason {
  const reasons = kind === 'requesttopay' ? paymentReasons : transferReasons
  return reasons[plainCode(code)] ?? 'PROVIDER_FAILED'
}

/** Whether a code is about the service's own account, and not about the other person. */
export const isOwnAccount = (kind: MtnKind, code: string | undefined): boolean =>
  ownAccountCodes[kind === 'requesttopay' ? 'payee' : 'payer'].includes(plainCode(code))

/**
 * Whether an answer of 404 says that MTN never received the order, and not that there is nothing at the
 * address.
 */
export const isUnknownToMtn = (body: unknown): boolean => plainCode(codeOf(body)) === 'RESOURCE_NOT_FOUND'

/** What MTN says of an order; of a refusal its code, to be read. */
type MtnOutcome = Exclude<OrderOutcome, { state: 'REFUSED' }> | { state: 'FAILED'; code: string | undefined }

/** What MTN says of an order. Throws ProviderDisagrees and ProviderAway. */
export function mtnOutcome(order: MoneyOrder, body: unknown, currency: string): MtnOutcome {
  const answer = answerIn(body)
  const { amount, currency: told, externalId: id } = answer
  const state = answer.status === 'SUCCESSFUL' ? 'PAID' : answer.status === 'FAILED' ? 'REFUSED' : 'PENDING'
  requireAgreement('MTN', order, { amount, currency: told, id, state }, currency)
  const ref = textIn(answer, 'financialTransactionId')
  switch (answer.status) {
    case 'SUCCESSFUL':
      return { state: 'PAID', ...(ref !== undefined && { providerRef: ref }) }
    case 'FAILED':
      return { state: 'FAILED', code: textIn(answer, 'reason') ?? codeOf(answer.reason) }
    case 'PENDING':
      return { state: 'PENDING' }
    default:
      throw notUnderstood('MTN', 200, body)
  }
}
