import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import type { Collection, FeePayer, PaymentMode, PaymentStatus } from '../../../contract/vocabulary.ts'
import { amountToCollect } from './amount-to-collect.ts'
import { type CollectingPlace, type CollectingShop, collectionOf } from './collecting.ts'
import { type CollectionFeeRule, collectionFee } from './collection-fee.ts'
import { firstPaymentStatus } from './payment-status.ts'

/** Who pays what, and how it is collected: all that the amounts of an order depend on besides its trip. */
export type PaymentTerms = {
  mode: PaymentMode
  collection: Collection
  feePayer: FeePayer
  goodsAmountFcfa: Fcfa
}

/**
 * The terms of an order in `country` as it was sent: by default there are no goods, the customer pays for the
 * trip, and the sale is collected as the shop is set, where that is possible. Throws PAYOUT_ACCOUNT_REQUIRED,
 * COLLECTION_UNAVAILABLE (spec 2.5, decisions 12 and 252).
 */
export function paymentTerms(
  sent: { mode: PaymentMode; goodsAmount?: number; feePayer?: FeePayer; collection?: Collection },
  shop: CollectingShop,
  place: CollectingPlace,
): PaymentTerms {
  return {
    mode: sent.mode,
    collection: collectionOf(sent, shop, place),
    feePayer: sent.feePayer ?? 'CUSTOMER',
    goodsAmountFcfa: sent.goodsAmount ?? 0,
  }
}

/** What follows from the price of an order's trip, in whole FCFA. */
export type OrderAmounts = {
  /** What the customer pays at delivery (decision 32). */
  amountToCollectFcfa: Fcfa
  /** What is withheld from the shop's payout (decision 30). */
  codFeeFcfa: Fcfa
  /** The status that the payment begins with (decision 33). */
  paymentStatus: PaymentStatus
}

/** The amounts of an order whose trip costs `priceFcfa`, by the collection fee of its city. */
export function orderAmounts(
  terms: PaymentTerms,
  { priceFcfa, feeRule }: { priceFcfa: Fcfa; feeRule: CollectionFeeRule },
): OrderAmounts {
  const amountToCollectFcfa = amountToCollect({ ...terms, priceFcfa })
  return {
    amountToCollectFcfa,
    codFeeFcfa: collectionFee(feeRule, terms),
    paymentStatus: firstPaymentStatus(amountToCollectFcfa),
  }
}
