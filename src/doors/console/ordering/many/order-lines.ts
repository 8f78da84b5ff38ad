import { foldedText } from '../../../../base/kernel/folded-text.ts'
import type { TextRow } from '../../../../web/bulk-text.ts'
import { type BulkColumn, sharedColumns } from '../columns/bulk-columns.ts'
import { looksLikeAmount } from '../columns/column-cells.ts'
import type { ColumnMapping } from '../columns/column-mapping.ts'
import type { YesMeans } from '../columns/payment-words.ts'
import type { WrittenCells } from './bulk-order.ts'
import type { WrittenMoney } from './order-money.ts'
import type { PaymentCell } from './payment-senses.ts'

/** An order as a file writes it: its rows, of which most have one, and what its cells say together. */
export type WrittenOrder = {
  rows: TextRow[]
  cells: WrittenCells
  money: Pick<WrittenMoney, 'lines' | 'payments' | 'leftOut' | 'notes'>
}

type Line = { row: TextRow; cells: WrittenCells; payments: PaymentCell[]; leftOut: string[] }

type Mapping = Pick<ColumnMapping, 'columns' | 'order' | 'amountsLeftOut'>

/** What the lines of one order may each say for themselves. */
const ofLines: readonly BulkColumn[] = [
  'category',
  'unitPrice',
  'quantity',
  'linePrice',
  'amount',
  'size',
  'fragile',
]
const paymentColumns: readonly BulkColumn[] = ['mode', 'status', 'progress', 'paidAt', 'cancelled']

/**
 * The orders of a table: rows of one reference are one, where they name one customer, as exports of shops
 * have a row for each article. A row that sums up the others is none.
 */
export function writtenOrders(
  rows: readonly TextRow[],
  headings: readonly string[],
  mapping: Mapping,
): WrittenOrder[] {
  const yesMeans = headings.map(yesUnder)
  const lines = rows
    .filter(({ cells }) => !isSum(cells, mapping.columns) && !isHeading(cells, headings))
    .map((row) => lineOf(row, mapping, yesMeans))
  const groups: Line[][] = []
  const ofReference = new Map<string, Line[]>()
  for (const line of lines) {
    const reference = line.cells.externalRef ?? ''
    const known = ofReference.get(reference)
    if (reference !== '' && known && isSameOrder(known[0] as Line, line)) known.push(line)
    else {
      const group = [line]
      groups.push(group)
      if (reference !== '' && !known) ofReference.set(reference, group)
    }
  }
  return groups.map(orderOf)
}

function lineOf(
  row: TextRow,
  { columns, order, amountsLeftOut }: Mapping,
  yesMeans: readonly YesMeans[],
): Line {
  const cells: WrittenCells = {}
  const payments: PaymentCell[] = []
  for (const at of order) {
    const column = columns[at]
    if (column === undefined || column === 'skip') continue
    const cell = row.cells[at] ?? ''
    cells[column] = sharedColumns.includes(column) ? together(column, cells[column] ?? '', cell) : cell
    if (paymentColumns.includes(column)) payments.push({ column, cell, yesMeans: yesMeans[at] })
  }
  const leftOut = amountsLeftOut.flatMap((at) => {
    const cell = row.cells[at] ?? ''
    return looksLikeAmount(cell) ? [cell] : []
  })
  return { row, cells, payments, leftOut }
}

/** What several columns say of one thing, without what one repeats of the other. */
function together(column: BulkColumn, one: string, other: string): string {
  if (one === '' || other === '') return one || other
  if (column === 'category') return one
  const [first, second] = [foldedText(one), foldedText(other)]
  if (first.includes(second)) return one
  if (second.startsWith(first)) return other
  return `${one}${column === 'instructions' ? ' — ' : ', '}${other}`
}

/** Whether a row goes on with an order: it names nobody else, and no other place. */
const isSameOrder = ({ cells: first }: Line, { cells }: Line): boolean =>
  Object.entries(cells).every(([column, cell]) => {
    const own = first[column as BulkColumn]
    return (
      cell === '' ||
      ofLines.includes(column as BulkColumn) ||
      cell === own ||
      paymentColumns.includes(column as BulkColumn)
    )
  })

function orderOf(lines: readonly Line[]): WrittenOrder {
  const [first] = lines as [Line]
  const cells: WrittenCells = { ...first.cells }
  for (const line of lines.slice(1))
    for (const [column, cell] of Object.entries(line.cells) as [BulkColumn, string][])
      if (cells[column] === '') cells[column] = cell
  return {
    rows: lines.map(({ row }) => row),
    cells,
    money: {
      lines: lines.map((line) => line.cells),
      payments: lines.flatMap(({ payments }) => payments),
      leftOut: lines.flatMap(({ leftOut }) => leftOut),
      notes: [cells.instructions ?? ''],
    },
  }
}

/** A row at the end that sums up: it begins with “Total” and names nobody who can be called. */
function isSum(cells: readonly string[], columns: ColumnMapping['columns']): boolean {
  const first = foldedText(cells.find((cell) => cell !== '') ?? '')
  const phone = columns.indexOf('phone')
  return (
    /^(?:sous[- ]?)?totaux?\b|^total\b|^somme\b|^grand total\b/.test(first) && (cells[phone] ?? '') === ''
  )
}

/** Headings that stand again between orders, as pasted pages have them. */
const isHeading = (cells: readonly string[], headings: readonly string[]): boolean =>
  headings.some((heading) => heading !== '') &&
  headings.every((heading, at) => foldedText(heading) === foldedText(cells[at] ?? ''))

/** What yes means under a heading. */
function yesUnder(heading: string): YesMeans {
  const text = foldedText(heading)
  if (text === '') return 'PAID'
  if (/livraison|delivery|\bcod\b/.test(text)) return 'COD'
  const isPaid = /\b(?:payee?s?|prepayee?s?|paid|prepaid|reglee?s?|soldee?s?|encaissee?s?)\b/.test(text)
  return isPaid && !/\b(?:non|pas|not|im)\b/.test(text) ? 'PAID' : undefined
}
