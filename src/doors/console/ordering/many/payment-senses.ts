import { foldedText } from '../../../../base/kernel/folded-text.ts'
import type { BulkColumn } from '../columns/bulk-columns.ts'
import { type PaymentSense, paymentSense, type YesMeans } from '../columns/payment-words.ts'
import type { CellFaultCode } from './bulk-cells.ts'

/** A cell that says something of the payment, and the column it fills. */
export type PaymentCell = { column: BulkColumn; cell: string; yesMeans: YesMeans }

/** Called for each faulty cell of an order. */
export type MoneyFault = (column: BulkColumn, code: CellFaultCode) => void

/** What the words of a row say, each sense once. Dates of payment and of cancelling say it by being there. */
export function sensesOf(
  payments: readonly PaymentCell[],
  meant: Readonly<Record<string, PaymentSense>>,
  fault: MoneyFault,
): Set<PaymentSense> {
  const said = payments.flatMap((each) => {
    const sense = senseOfCell(each, meant)
    return sense ? [{ column: each.column, sense }] : []
  })
  const senses = new Set(said.flatMap(({ sense }) => (sense === 'UNCLEAR' ? [] : [sense])))
  const where = (asked: PaymentSense | 'UNCLEAR') =>
    said.find(({ sense }) => sense === asked)?.column ?? 'mode'
  // Shops’ programs complete an order that is paid before it is sent; what is delivered is done.
  const isDone = payments.some(
    (each) => senseOfCell(each, meant) === 'DONE' && !/^(?:wc-)?completed?$/i.test(each.cell.trim()),
  )
  if (senses.has('CANCELLED')) fault(where('CANCELLED'), 'ORDER_CANCELLED')
  else if (senses.has('DONE') && (isDone || !senses.has('PAID'))) fault(where('DONE'), 'ORDER_DONE')
  else if (said.some(({ sense }) => sense === 'UNCLEAR') && !senses.has('PAID'))
    fault(where('UNCLEAR'), 'MODE')
  return senses
}

function senseOfCell(
  { column, cell, yesMeans }: PaymentCell,
  meant: Readonly<Record<string, PaymentSense>>,
): PaymentSense | 'UNCLEAR' | undefined {
  const text = cell.trim()
  if (text === '') return undefined
  if (column === 'paidAt') return 'PAID'
  if (column === 'cancelled')
    return /^(?:0+(?:[.,]0+)?|-|non|no|false|faux)$/i.test(text) ? undefined : 'CANCELLED'
  const sense = paymentSense(cell, yesMeans, meant)
  if (column === 'progress') return sense === 'CANCELLED' || sense === 'DONE' ? sense : undefined
  return sense === 'UNCLEAR' && column === 'status' && !speaksOfMoney(cell) ? undefined : sense
}

/** Whether a word that is not known may change what is collected. */
const speaksOfMoney = (cell: string): boolean =>
  moneyWords.some((form) => form.test(foldedText(cell.slice(0, 100))))

const moneyWords = [
  /pay|paid|regl|sold|vers|encaiss|momo|money|acompte|avance|credit/,
  /gratuit|offer|cadeau|gift|echang|exchang|rempla|garantie|\bsav\b/,
]
