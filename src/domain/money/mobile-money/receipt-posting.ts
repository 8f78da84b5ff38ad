import type { Currency, Payer } from '../../../contract/vocabulary.ts'
import { credit, debit, type Posting } from '../ledger/ledger-posting.ts'

/** A request to pay that the provider says was paid. */
export type PaidRequest = {
  id: string
  shopId: string
  deliveryId: string
  currency: Currency
  amountFcfa: number
  payer: Payer
  provider: string
  /** What the provider kept for itself. */
  feeFcfa: number
  paidAt: Date
}

/**
 * What a payment books: it lies with the provider. A customer's is theirs until the parcel is handed over; a
 * shop's for a trip is on its account at once, whatever becomes of the trip (decision 256).
 */
export function receiptPosting(request: PaidRequest): Posting {
  return {
    cause: `payment-request:${request.id}`,
    kind: request.payer === 'SENDER' ? 'TRIP_PREPAID' : 'PAYMENT_RECEIVED',
    currency: request.currency,
    shopId: request.shopId,
    deliveryId: request.deliveryId,
    happenedAt: request.paidAt,
    note: null,
    entries: [
      debit('PROVIDER_FLOAT', request.amountFcfa - request.feeFcfa, request.provider),
      debit('PROVIDER_FEES', request.feeFcfa, request.provider),
      request.payer === 'SENDER'
        ? credit('SHOP_FEES', request.amountFcfa, request.shopId)
        : credit('CUSTOMER_MONEY', request.amountFcfa),
    ],
  }
}
