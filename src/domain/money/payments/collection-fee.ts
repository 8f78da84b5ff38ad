import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import type { Collection, PaymentMode } from '../../../contract/vocabulary.ts'

export type CollectionFeeRule = { percent: number; minimumFcfa: Fcfa }

/**
 * The fee withheld from the shop's payout for collecting its sale, in FCFA rounded up: a percentage of
 * the goods with a minimum (decision 30), never more than the goods, of which it is withheld (decision 272).
 * Nothing is withheld where nothing is collected for the shop: prepaid, paid to the shop directly, or no
 * goods to collect.
 */
export function collectionFee(
  rule: CollectionFeeRule,
  sale: { mode: PaymentMode; collection: Collection; goodsAmountFcfa: Fcfa },
): Fcfa {
  if (sale.mode !== 'CASH_ON_DELIVERY' || sale.collection !== 'SECURE' || sale.goodsAmountFcfa === 0) return 0
  const share = Math.ceil(Number(((sale.goodsAmountFcfa * rule.percent) / 100).toFixed(6)))
  return Math.min(sale.goodsAmountFcfa, Math.max(share, rule.minimumFcfa))
}
