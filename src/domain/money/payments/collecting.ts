import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import { amountText } from '../../../base/kernel/figure-text.ts'
import type { SpokenLanguage } from '../../../base/kernel/language.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { Collection, FeePayer, PaymentMode } from '../../../contract/vocabulary.ts'
import { amountToCollect } from './amount-to-collect.ts'

/** What one payment by mobile money may be; `maxFcfa` is infinite where nothing bounds it. */
export type PaymentBounds = { minFcfa: Fcfa; maxFcfa: Fcfa }

export const unbounded: PaymentBounds = { minFcfa: 0, maxFcfa: Number.POSITIVE_INFINITY }

/** How what customers owe can be collected in this environment (decision 252). */
export type Collecting = {
  /**
   * What one SECURE payment may be in a country, for a customer with this phone where it is known; undefined
   * where no provider serves the country.
   */
  boundsIn(country: string, phone?: string): PaymentBounds | undefined
  /** Whether DIRECT needs a number of the shop; a sandbox takes orders without. */
  needsShopNumber: boolean
}

/** In which country an order is to be collected. */
export type CollectingPlace = { country: string; collecting: Collecting }

/** What of a shop decides how it collects. */
export type CollectingShop = { default_collection: Collection; payout_phone: string | null }

/**
 * How an order is collected: as it was sent, else as the shop is set, as far as that is possible where its
 * customer is. A shop set to SECURE where nobody serves it collects on its own number. Throws
 * PAYOUT_ACCOUNT_REQUIRED where the shop has no number, COLLECTION_UNAVAILABLE where no provider serves the
 * country.
 */
export function collectionOf(
  sent: { mode: PaymentMode; collection?: Collection },
  shop: CollectingShop,
  { country, collecting }: CollectingPlace,
): Collection {
  const wished = sent.collection ?? shop.default_collection
  const isServed = collecting.boundsIn(country) !== undefined
  if (wished === 'SECURE' && (isServed || sent.collection !== undefined)) {
    if (shop.payout_phone === null) throw new ApiError('PAYOUT_ACCOUNT_REQUIRED')
    if (!isServed) throw new ApiError('COLLECTION_UNAVAILABLE', { country })
    return 'SECURE'
  }
  if (sent.mode === 'CASH_ON_DELIVERY' && shop.payout_phone === null && collecting.needsShopNumber)
    throw new ApiError('PAYOUT_ACCOUNT_REQUIRED')
  return 'DIRECT'
}

/** What an order is collected by: undefined while it is open who pays for the trip, as in a quote. */
export type CollectedOrder = {
  mode: PaymentMode
  collection: Collection
  feePayer: FeePayer | undefined
  goodsAmountFcfa: Fcfa
  priceFcfa: Fcfa
}

/**
 * Throws PAYMENT_AMOUNT_REFUSED where the customer would have to pay through the service what nobody can pay
 * at once by mobile money: it would only come out once the courier stands at the door.
 */
export function refuseUnpayable(order: CollectedOrder, bounds: PaymentBounds | undefined): void {
  if (order.collection !== 'SECURE' || bounds === undefined) return
  const amountIf = (feePayer: FeePayer) => amountToCollect({ ...order, feePayer: order.feePayer ?? feePayer })
  const [least, most] = [amountIf('MERCHANT'), amountIf('CUSTOMER')]
  const { minFcfa, maxFcfa } = bounds
  if (most === 0 || (least <= maxFcfa && most >= minFcfa)) return
  throw new ApiError('PAYMENT_AMOUNT_REFUSED', { amountFcfa: most, minFcfa, maxFcfa })
}

/** The bounds as people read them; undefined where nothing bounds a payment. */
export const boundsText = (
  { minFcfa, maxFcfa }: PaymentBounds,
  language: SpokenLanguage,
): string | undefined =>
  Number.isFinite(maxFcfa)
    ? `${amountText(minFcfa, language)} ${boundsWords[language]} ${amountText(maxFcfa, language)}`
    : undefined

const boundsWords = { fr: 'à', en: 'to', pt: 'a', es: 'a' } as const
