import { type BulkColumn, defaultColumns } from './bulk-columns.ts'
import type { ColumnCells } from './column-cells.ts'
import { headingMeaning } from './column-headings.ts'

/** The rows above the deliveries that are looked at: titles, the shop's name, the headings. */
const maxRowsAbove = 15

/** Where the headings of a table stand; undefined for a table without. `cellsOf` looks at its columns. */
export function headerRow(
  rows: readonly (readonly string[])[],
  cellsOf: () => readonly ColumnCells[],
): number | undefined {
  const first = rows.slice(0, maxRowsAbove)
  const known = first.findIndex((row) => isWords(row) && knownOf(row) >= 2)
  if (known >= 0) return known
  const phones = cellsOf().flatMap((column, at) => (column.phones >= 0.5 ? [at] : []))
  const above = first.findIndex(
    (row) => isWords(row) && row.filter((cell) => cell !== '').length >= 2 && phones.some((at) => row[at]),
  )
  return above < 0 ? undefined : above
}

/** Headings hold no long numbers, which orders do. */
const isWords = (cells: readonly string[]): boolean =>
  cells.every((cell) => cell.length <= 120 && cell.replace(/\D/g, '').length < 5)

const knownOf = (cells: readonly string[]): number =>
  new Set(
    cells.flatMap((cell) => {
      const { field, party } = headingMeaning(cell) ?? {}
      return field === undefined ? [] : [`${field} ${party}`]
    }),
  ).size

/**
 * What the columns of a table without headings are: in the documented order where the third is a phone, else
 * as their cells say, and what cannot be told goes to the courier as instructions.
 */
export function columnsWithoutHeader(cells: readonly ColumnCells[]): (BulkColumn | undefined)[] {
  const phones = cells.flatMap(({ phones }, at) => (phones >= 0.6 ? [at] : []))
  const [phone] = phones
  if (phones.length !== 1 || phone === undefined || phone === 2) return [...defaultColumns]
  const amounts = cells.flatMap((each, at) =>
    each.amounts >= 0.6 && at !== phone && !each.isRank ? [at] : [],
  )
  const words = cells.flatMap(({ texts, digits }, at) => (texts >= 0.6 && digits < 0.3 ? [at] : []))
  const name = words.findLast((at) => at < phone) ?? words.find((at) => at > phone)
  return cells.map(({ filled, positions, isRank, texts }, at) => {
    if (at === phone) return 'phone'
    if (at === name) return 'fullName'
    if (amounts.includes(at)) return amounts.length === 1 ? 'amount' : undefined
    if (positions >= 0.6) return 'position'
    return filled.length > 0 && !isRank && texts > 0 ? 'instructions' : undefined
  })
}
