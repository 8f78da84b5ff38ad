import type { ProviderAnswer } from '../../base/contract/vocabulary.ts'

/**
 * Mobile money (decisions 33 and 34): this folder asks the customer of a SECURE delivery to pay, follows each
 * request until the provider's final status or a deadline, and moves the delivery's payment with it. It pays
 * nothing out, and no callback of a provider moves a payment: only the status it returns when asked.
 */

export type RequestToPay = {
  /** Ours; a second request with the same id has no effect. */
  requestId: string
  /** Of the customer, in international form. */
  phone: string
  amountFcfa: number
  /** What the customer reads: the reference of the delivery. */
  reference: string
}

/**
 * A mobile-money operator. A call that throws, or takes more than 20 s, is retried later; an adapter throws
 * ProviderAway when the provider is unavailable.
 */
export interface MobileMoneyProvider {
  name: string
  /** Asks the customer to pay; a request that the provider already has changes nothing there. */
  requestToPay(request: RequestToPay): Promise<void>
  statusOf(requestId: string): Promise<ProviderAnswer>
}

/** What requests to pay need, besides what every verb needs. */
export type MobileMoneyDeps = {
  mobileMoney: {
    provider: MobileMoneyProvider
    /** How long the customer has to answer a request. */
    deadlineMinutes: number
  }
}

/** The provider is unavailable. */
export class ProviderAway extends Error {
  override name = 'ProviderAway'
}

/** Used when no provider is configured: nobody is asked to pay, and the operator is alerted once. */
export function missingProvider(alertOperator: (message: string) => void): MobileMoneyProvider {
  let isReported = false
  const refuse = () => {
    if (!isReported) alertOperator('No mobile-money provider is configured: set MOBILE_MONEY_PROVIDER.')
    isReported = true
    return Promise.reject(new ProviderAway('No mobile-money provider is configured.'))
  }
  return { name: 'none', requestToPay: refuse, statusOf: refuse }
}
