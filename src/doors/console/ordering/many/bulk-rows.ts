import canonicalize from 'canonicalize'
import type { DeliveryOrder } from '../../../../domain/deliveries/order/delivery-order.ts'
import { type BulkTextFault, readTextRows, type TextRow } from '../../../../web/bulk-text.ts'
import type { CellFaultCode } from './bulk-cells.ts'
import { type BulkColumn, type BulkHeader, defaultHeader, readHeader } from './bulk-columns.ts'
import { type CellRules, readOrder, rowKey, type WrittenCells } from './bulk-order.ts'

/** The orders of one file or paste. */
export const maxBulkRows = 500

/** Why nothing of a file or paste is read. COLUMN_MISSING: its header names no phone or no name. */
type BulkFault = BulkTextFault | 'TOO_MANY_ROWS' | 'ONLY_HEADER' | 'COLUMN_MISSING'

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
  /** What was written, by column. */
  cells: WrittenCells
  faults: CellFault[]
  /** What is ordered with `idempotencyKey`; absent when a cell is faulty. */
  ready?: { idempotencyKey: string; input: DeliveryOrder }
}

export type BulkReading =
  | { fault: BulkFault; missing?: 'phone' | 'name' }
  | { hasHeader: boolean; columns: (BulkColumn | undefined)[]; unknownHeadings: string[]; rows: BulkRow[] }

/**
 * What reading depends on: cells, the shop, the address where its parcels are picked up, and see `rowKey`.
 */
export type BulkRules = CellRules & { shopId: string; pickupAddressId: string; again?: string }

/**
 * Reads orders from a CSV file or a paste from a spreadsheet (decision 135), with a header in French or
 * English or in the order of `bulkColumns`. Pure: nothing is ordered, and every faulty cell is named.
 */
export function readBulkRows(source: Uint8Array | string, rules: BulkRules): BulkReading {
  const texts = readTextRows(source, maxBulkRows + 2)
  if (typeof texts === 'string') return { fault: texts }
  const header = readHeader(texts[0]?.cells ?? [])
  const orders = header ? texts.slice(1) : texts
  if (orders.length === 0) return { fault: header ? 'ONLY_HEADER' : 'EMPTY' }
  if (orders.length > maxBulkRows) return { fault: 'TOO_MANY_ROWS' }
  const missing = missingColumn(header ?? defaultHeader)
  if (missing) return { fault: 'COLUMN_MISSING', missing }
  return {
    hasHeader: header !== undefined,
    columns: (header ?? defaultHeader).columns,
    unknownHeadings: header?.unknown ?? [],
    rows: withKeys(readRows(orders, header ?? defaultHeader, rules), rules),
  }
}

/** What no order can do without. */
function missingColumn({ columns }: BulkHeader): 'phone' | 'name' | undefined {
  if (!columns.includes('phone')) return 'phone'
  const names: BulkColumn[] = ['firstName', 'lastName', 'fullName']
  return names.some((name) => columns.includes(name)) ? undefined : 'name'
}

type ReadRow = Omit<BulkRow, 'ready'> & { order?: Omit<DeliveryOrder, 'pickupAddressId'> }

function readRows(texts: readonly TextRow[], header: BulkHeader, rules: CellRules): ReadRow[] {
  const references = new Set<string>()
  return texts.map((text) => {
    const read = readRow(text, header, rules)
    const reference = read.order?.externalRef
    if (reference === undefined) return read
    if (!references.has(reference)) {
      references.add(reference)
      return read
    }
    const { row, cells, faults } = read
    return {
      row,
      cells,
      faults: [...faults, { row, column: 'externalRef', written: reference, code: 'REFERENCE_TWICE' }],
    }
  })
}

function readRow({ row, cells }: TextRow, { columns }: BulkHeader, rules: CellRules): ReadRow {
  const written: WrittenCells = {}
  columns.forEach((column, at) => {
    if (column) written[column] = cells[at] ?? ''
  })
  const faults = cells
    .slice(columns.length)
    .filter((cell) => cell !== '')
    .map((cell): CellFault => ({ row, column: undefined, written: cell, code: 'EXTRA_CELL' }))
  const order = readOrder(written, rules, (column, code) => {
    faults.push({ row, column, written: written[column] ?? '', code })
  })
  return { row, cells: written, faults, ...(order && faults.length === 0 && { order }) }
}

/** Counts rows that order the same, so that each has a key of its own. */
function withKeys(rows: readonly ReadRow[], { shopId, pickupAddressId, again = '' }: BulkRules): BulkRow[] {
  const counts = new Map<string, number>()
  return rows.map(({ order, ...row }) => {
    if (!order) return row
    const content = canonicalize(order) ?? ''
    const occurrence = counts.get(content) ?? 0
    counts.set(content, occurrence + 1)
    const idempotencyKey = rowKey(order, { shopId, occurrence, again })
    return { ...row, ready: { idempotencyKey, input: { pickupAddressId, ...order } } }
  })
}
