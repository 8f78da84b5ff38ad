import canonicalize from 'canonicalize'
import type { FeePayer } from '../../../../contract/vocabulary.ts'
import type { DeliveryOrder } from '../../../../domain/deliveries/order/delivery-order.ts'
import { type BulkTextFault, readTextRows, type TextRow } from '../../../../web/bulk-text.ts'
import { type BulkColumn, defaultColumns } from '../columns/bulk-columns.ts'
import { type ColumnCells, columnCells } from '../columns/column-cells.ts'
import { type ColumnMapping, type MappingChoices, mapColumns } from '../columns/column-mapping.ts'
import { paymentSense, paymentWord, saidOf } from '../columns/payment-words.ts'
import { columnsWithoutHeader, headerRow } from '../columns/table-header.ts'
import { type CellFaultCode, readPhone } from './bulk-cells.ts'
import { type CellRules, keyedContent, readOrder, rowKey, type WrittenCells } from './bulk-order.ts'
import { type WrittenOrder, writtenOrders } from './order-lines.ts'

/** The orders of one file or paste, and the rows and columns they may stand on. */
export const maxBulkRows = 500
const maxLines = 2_000
const maxColumns = 100
/** The words of payment that are asked about. */
const maxWords = 15

/** Why nothing of a file or paste is read. */
type BulkFault = BulkTextFault | 'TOO_MANY_ROWS' | 'TOO_MANY_COLUMNS' | 'ONLY_HEADER'

/** A cell that cannot be read, as a preview names it. */
export type CellFault = {
  /** As a spreadsheet counts rows, from 1, the header included. */
  row: number
  /** Undefined for a cell beyond the last column. */
  column: BulkColumn | undefined
  written: string
  code: CellFaultCode
}

export type BulkRow = {
  row: number
  /** The rows of the file that make this order. */
  lines: number[]
  /** What was written, by column. */
  cells: WrittenCells
  faults: CellFault[]
  /** What is ordered with `idempotencyKey`; absent when a cell is faulty. */
  ready?: { idempotencyKey: string; input: DeliveryOrder }
}

/** A table as it is read. Nothing of it is ordered while `mapping` has open reasons. */
export type BulkTable = {
  /** The headings, empty texts for a table without; each as the file has it. */
  headings: string[]
  hasHeader: boolean
  mapping: ColumnMapping
  choices: MappingChoices
  /** Whether deliveries have a price in the file. */
  hasFees: boolean
  /** Words of payment that are asked about, as the cells write them. */
  words: string[]
  rows: BulkRow[]
  /** The rows under the headings, to be handed back. */
  texts: TextRow[]
}

export type BulkReading = { fault: BulkFault } | BulkTable

/**
 * What reading depends on: cells, the shop, the address where its parcels are picked up, and see `rowKey`.
 */
export type BulkRules = CellRules & { shopId: string; pickupAddressId: string; again?: string }

const nothingChosen: MappingChoices = { columns: {}, words: {} }

/** A table whose headings and columns are known, before its orders are read. */
type OpenedTable = Pick<BulkTable, 'headings' | 'hasHeader' | 'texts'> & {
  /** What the headings and cells say by themselves. */
  guess: ColumnMapping
  cells: ColumnCells[]
  given: (BulkColumn | undefined)[] | undefined
}

/** Finds the headings of a table and looks at its columns. */
export function openTable(source: Uint8Array | string, rules: CellRules): { fault: BulkFault } | OpenedTable {
  const texts = readTextRows(source, maxLines + 20)
  if (typeof texts === 'string') return { fault: texts }
  if (texts.length === 0) return { fault: 'EMPTY' }
  const width = Math.max(...texts.map(({ cells }) => cells.length))
  if (width > maxColumns) return { fault: 'TOO_MANY_COLUMNS' }
  const cellsOf = (lines: readonly TextRow[], count: number) =>
    Array.from({ length: count }, (_, at) =>
      columnCells(
        lines.map(({ cells }) => cells[at] ?? ''),
        { ...rules, isPhone: (text) => 'value' in readPhone(text, rules.country) },
      ),
    )
  const header = headerRow(
    texts.map(({ cells }) => cells),
    () => cellsOf(texts, width),
  )
  const below = texts.slice(header === undefined ? 0 : header + 1)
  if (below.length === 0) return { fault: 'ONLY_HEADER' }
  if (below.length > maxLines) return { fault: 'TOO_MANY_ROWS' }
  const named = header === undefined ? undefined : texts[header]?.cells
  const cells = cellsOf(below, named ? named.length : width)
  const given = named ? undefined : columnsWithoutHeader(cells)
  const headings = named ?? (given ?? defaultColumns).map(() => '')
  const spread = headings.map((_, at) => cells[at] ?? emptyCells)
  const table = { headings, hasHeader: named !== undefined, texts: below, cells: spread, given }
  return { ...table, guess: mapped({ ...table, choices: nothingChosen }) }
}

const emptyCells = columnCells([], { isPhone: () => false, pointInText: () => undefined })

const mapped = ({
  texts,
  choices,
  ...table
}: Omit<OpenedTable, 'guess'> & { choices: MappingChoices }): ColumnMapping =>
  mapColumns({ ...table, rows: texts.map(({ cells }) => cells) }, choices)

/**
 * Reads orders from a table (decisions 135, 305). Pure: nothing is ordered, and every faulty cell is named.
 */
export function readBulkRows(
  source: Uint8Array | string,
  rules: BulkRules,
  choices: MappingChoices = nothingChosen,
): BulkReading {
  const opened = openTable(source, rules)
  return 'fault' in opened ? opened : readOrders(opened, rules, choices)
}

/** Reads the orders of a table by what a person said of it. */
export function readOrders(opened: OpenedTable, rules: BulkRules, choices: MappingChoices): BulkReading {
  const { headings, hasHeader, texts } = opened
  const mapping = mapped({ ...opened, choices })
  const orders = writtenOrders(texts, headings, mapping)
  if (orders.length > maxBulkRows) return { fault: 'TOO_MANY_ROWS' }
  if (orders.length === 0) return { fault: 'ONLY_HEADER' }
  const read = withoutTwice(orders.map((order) => readRow(order, { mapping, choices, rules })))
  return {
    headings,
    hasHeader,
    texts,
    mapping,
    choices,
    words: unclearWords(orders, read, choices),
    hasFees: orders.some(({ money }) => money.lines.some(({ fee = '' }) => /[1-9]/.test(fee))),
    rows: withKeys(read, rules),
  }
}

type ReadRow = Omit<BulkRow, 'ready'> & { order?: Omit<DeliveryOrder, 'pickupAddressId'> }

function readRow(
  { rows, cells, money }: WrittenOrder,
  { mapping, choices, rules }: { mapping: ColumnMapping; choices: MappingChoices; rules: CellRules },
): ReadRow {
  const row = rows[0]?.row ?? 0
  const faults = rows.flatMap((line) =>
    line.cells
      .slice(mapping.columns.length)
      .filter((cell) => cell !== '')
      .map((cell): CellFault => ({ row: line.row, column: undefined, written: cell, code: 'EXTRA_CELL' })),
  )
  const trip: FeePayer | undefined = choices.trip
  const { isTotal, ofOrder } = mapping
  const order = readOrder(
    { cells, money: { ...money, isTotal, ofOrder, meant: choices.words, trip } },
    rules,
    (column, code) => {
      const isSaid = faults.some((fault) => fault.column === column && fault.code === code)
      if (!isSaid) faults.push({ row, column, written: cells[column] ?? '', code })
    },
  )
  return {
    row,
    lines: rows.map((line) => line.row),
    cells,
    faults,
    ...(order && faults.length === 0 && { order }),
  }
}

/** A reference stands for one order: a later one that has it too is faulty. */
function withoutTwice(rows: readonly ReadRow[]): ReadRow[] {
  const references = new Set<string>()
  return rows.map(({ order, ...read }) => {
    const reference = order?.externalRef
    if (reference === undefined || !references.has(reference)) {
      if (reference !== undefined) references.add(reference)
      return order ? { ...read, order } : read
    }
    const { row, faults } = read
    const twice: CellFault = { row, column: 'externalRef', written: reference, code: 'REFERENCE_TWICE' }
    return { ...read, faults: [...faults, twice] }
  })
}

/** The words of payment that made rows faulty, and those that a person has said something of. */
function unclearWords(
  orders: readonly WrittenOrder[],
  rows: readonly ReadRow[],
  { words }: MappingChoices,
): string[] {
  const found = new Map<string, string>()
  orders.forEach(({ money }, at) => {
    const isFaulty = rows[at]?.faults.some(({ code }) => code === 'MODE')
    for (const { column, cell, yesMeans } of money.payments) {
      const word = paymentWord(cell)
      const sense = paymentSense(cell, yesMeans, words)
      const isAsked = isFaulty && (sense === 'UNCLEAR' || sense === 'ONLINE' || sense === 'OPEN')
      if ((isAsked || saidOf(words, cell)) && (column === 'mode' || column === 'status') && !found.has(word))
        found.set(word, cell)
    }
  })
  return [...found.values()].slice(0, maxWords)
}

/** Counts rows that order the same, so that each has a key of its own. */
function withKeys(rows: readonly ReadRow[], { shopId, pickupAddressId, again = '' }: BulkRules): BulkRow[] {
  const counts = new Map<string, number>()
  return rows.map(({ order, ...row }) => {
    if (!order) return row
    const content = canonicalize(keyedContent(order)) ?? ''
    const occurrence = counts.get(content) ?? 0
    counts.set(content, occurrence + 1)
    const idempotencyKey = rowKey(order, { shopId, occurrence, again })
    return { ...row, ready: { idempotencyKey, input: { pickupAddressId, ...order } } }
  })
}
