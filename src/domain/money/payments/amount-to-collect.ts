import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import type { FeePayer, PaymentMode } from '../../../contract/vocabulary.ts'

/**
 * What the customer pays at delivery, in FCFA (decision 32): the goods, and the trip when the customer
 * bears it. Nothing when the order is prepaid.
 */
export function amountToCollect(order: {
  mode: PaymentMode
  feePayer: FeePayer
  goodsAmountFcfa: Fcfa
  priceFcfa: Fcfa
}): Fcfa {
  if (order.mode === 'PREPAID') return 0
  return order.goodsAmountFcfa + (order.feePayer === 'CUSTOMER' ? order.priceFcfa : 0)
}
