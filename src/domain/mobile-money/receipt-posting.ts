import type { Currency } from '../../base/contract/vocabulary.ts'
import { credit, debit, type Posting } from '../ledger/ledger-posting.ts'

/** A request to pay that the provider says was paid. */
export type PaidRequest = {
  id: string
  shopId: string
  deliveryId: string
  currency: Currency
  amountFcfa: number
  provider: string
  /** What the provider kept for itself. */
  feeFcfa: number
  paidAt: Date
}

/** What a payment books: it lies with the provider, and is the customer's until the parcel is handed over. */
export function receiptPosting(request: PaidRequest): Posting {
  return {
    cause: `payment-request:${request.id}`,
    kind: 'PAYMENT_RECEIVED',
    currency: request.currency,
    shopId: request.shopId,
    deliveryId: request.deliveryId,
    happenedAt: request.paidAt,
    note: null,
    entries: [
      debit('PROVIDER_FLOAT', request.amountFcfa - request.feeFcfa, request.provider),
      debit('PROVIDER_FEES', request.feeFcfa, request.provider),
      credit('CUSTOMER_MONEY', request.amountFcfa),
    ],
  }
}
