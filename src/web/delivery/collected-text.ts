import { amountText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import { amountToCollectOf, type DeliveryRow } from '../../domain/deliveries/delivery-row.ts'
import { isFinal } from '../../domain/deliveries/delivery-status.ts'
import { speak } from '../web-words.ts'

type Collected = Pick<
  DeliveryRow,
  'status' | 'payment_mode' | 'fee_payer' | 'goods_amount_fcfa' | 'price_fcfa'
>

/**
 * What a list says of the customer's money: to collect or collected; nothing where there is nothing to
 * collect any more.
 */
export function collectedText(row: Collected, language: Language): string {
  const amount = amountToCollectOf(row)
  if (amount === 0) return ''
  const t = speak(language)
  const text = amountText(amount, language)
  if (row.status === 'DELIVERED') return t('collected: {amount}', { amount: text })
  return isFinal(row.status) || row.status === 'FAILED' ? '' : t('to collect: {amount}', { amount: text })
}
