import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { foldedText } from '../../../../base/kernel/folded-text.ts'
import { missingName } from '../../../../base/kernel/full-name.ts'
import type { Point } from '../../../../base/kernel/point.ts'
import { limits } from '../../../../contract/limits.ts'
import type { DeliveryOrder } from '../../../../domain/deliveries/order/delivery-order.ts'
import { windowRefusal } from '../../../../domain/pricing/pickup-window.ts'
import type { BulkColumn } from '../columns/bulk-columns.ts'
import { orderedDirections } from '../delivery-directions.ts'
import type { PointInText } from '../pasting/message-positions.ts'
import { splitName } from '../words/person-name.ts'
import { type LocalClock, writtenWindow } from '../words/written-window.ts'
import {
  type CellFaultCode,
  type CellValue,
  readCategoryCell,
  readDegrees,
  readFlag,
  readPhone,
  readPosition,
  readReference,
  readSize,
  readText,
} from './bulk-cells.ts'
import { orderMoney, type WrittenMoney } from './order-money.ts'

/** How cells are read. */
export type CellRules = {
  /** Whose dialling rules phones follow. */
  country: string
  pointInText: PointInText
  /** Whether a courier comes to a place at all. */
  isServed: (point: Point) => boolean
  /** By which windows are read: that of the city. */
  clock: LocalClock
}

/** What was written in the cells of a row; a column that the file lacks is absent. */
export type WrittenCells = { [Column in BulkColumn]?: string }

/**
 * Reads the cells of one order, on one row or several. `fault` is called for each faulty cell; the order is
 * then undefined.
 */
export function readOrder(
  { cells: written, money }: { cells: WrittenCells; money: WrittenMoney },
  rules: CellRules,
  fault: (column: BulkColumn, code: CellFaultCode) => void,
): Omit<DeliveryOrder, 'pickupAddressId'> | undefined {
  let isSound = true
  const report: typeof fault = (column, code) => {
    isSound = false
    fault(column, code)
  }
  const cell = cellReader(written, report)
  const person = personOf(written)
  const phone = cell(person.phone, (text) => readPhone(text, rules.country))
  if (phone === undefined && !written[person.phone]) report(person.phone, 'MISSING')
  if (person.isUnclear) report(person.phone, 'PARTY')
  const category = cell('category', readCategoryCell) ?? 'OTHER'
  const size = cell('size', readSize) ?? 'SMALL'
  const fragile = cell('fragile', readFlag)
  const payment = orderMoney(money, report)
  const promoCode = cell('promoCode', (text) => readText(text, limits.promoCode))
  const externalRef = cell('externalRef', readReference)
  const name = customerName(written, cell, report, person.names)
  const dropoffWindow = windowOf(written, report, rules.clock)
  const directions = orderedDirections({
    ...placeWords(written, cell),
    ...positionOf(written, { cell, report, rules }),
  })
  if (Array.from(directions.instructions ?? '').length > limits.instructions.max)
    report(longest(written, ['instructions', 'landmark', 'zone']), 'TOO_LONG')
  if (!isSound || phone === undefined || !payment) return undefined
  return {
    customer: { ...name, phone },
    parcel: { category, size, ...(fragile !== undefined && { fragile }) },
    payment,
    ...directions,
    ...(dropoffWindow && { dropoffWindow }),
    ...(promoCode !== undefined && { promoCode }),
    ...(externalRef !== undefined && { externalRef }),
  }
}

type Cell = <Value>(column: BulkColumn, read: (text: string) => CellValue<Value>) => Value | undefined
type Report = (column: BulkColumn, code: CellFaultCode) => void

const cellReader =
  (written: WrittenCells, report: Report): Cell =>
  (column, read) => {
    const result = read(written[column] ?? '')
    if ('fault' in result) report(column, result.fault)
    return 'fault' in result ? undefined : result.value
  }

const receiverNames = ['firstName', 'lastName', 'fullName'] as const
const payerNames = ['payerFirstName', 'payerLastName', 'payerName'] as const

/**
 * Who receives the parcel: whom the row names so, else who bought it, as shops leave out what is the same.
 * The phone of a buyer is nobody else’s: where the names differ, it is not said whom the courier calls.
 */
function personOf(written: WrittenCells) {
  const nameIn = (columns: readonly BulkColumn[]) =>
    columns.map((column) => written[column] ?? '').filter((text) => text !== '')
  const [receiver, payer] = [nameIn(receiverNames), nameIn(payerNames)]
  const hasOwnPhone = Boolean(written.phone) || !('payerPhone' in written)
  const isOther = receiver.length > 0 && payer.length > 0 && !isSameName(receiver.join(' '), payer.join(' '))
  return {
    names: receiver.length > 0 || payer.length === 0 ? receiverNames : payerNames,
    phone: hasOwnPhone ? ('phone' as const) : ('payerPhone' as const),
    isUnclear: !hasOwnPhone && Boolean(written.payerPhone) && isOther,
  }
}

/** Whether two names have the same words, in whatever order. */
const isSameName = (one: string, other: string): boolean => {
  const wordsOf = (name: string) =>
    foldedText(name)
      .split(/[^\p{L}]+/u)
      .filter((word) => word !== '')
      .sort()
      .join(' ')
  return wordsOf(one) === wordsOf(other)
}

/**
 * First and last name; a name in one cell is divided. Without any, the cell in which it is missing is faulty.
 */
function customerName(
  written: WrittenCells,
  cell: Cell,
  report: Report,
  [first, last, full]: typeof receiverNames | typeof payerNames,
) {
  const text = (column: BulkColumn) => cell(column, (each) => readText(each, limits.customerName))
  const whole = splitName(text(full) ?? '')
  const firstName = text(first) ?? whole.firstName
  const lastName = text(last) ?? whole.lastName ?? ''
  const isWritten = written[first] || written[last] || written[full]
  if (!isWritten) report('fullName' in written ? 'fullName' : 'firstName', 'MISSING')
  return { firstName: firstName || missingName, lastName: lastName || missingName }
}

/** Texts are bounded together, where they end. */
function placeWords(written: WrittenCells, cell: Cell) {
  const text = (column: BulkColumn) => cell(column, (each) => readText(each, limits.instructions))
  const isOwn = ['zone', 'landmark'].some((column) => written[column as BulkColumn])
  const zone = text('zone')
  const landmark = text(isOwn || !written.payerPlace ? 'landmark' : 'payerPlace')
  const instructions = text('instructions')
  return {
    ...(zone !== undefined && { zone }),
    ...(landmark !== undefined && { landmark }),
    ...(instructions !== undefined && { instructions }),
  }
}

/** The position of a row: its latitude and longitude, else what one cell holds. */
function positionOf(
  written: WrittenCells,
  { cell, report, rules }: { cell: Cell; report: Report; rules: CellRules },
) {
  const [lat, lng] = [
    cell('latitude', (text) => readDegrees(text, 90)),
    cell('longitude', (text) => readDegrees(text, 180)),
  ]
  if (written.latitude && !written.longitude) report('latitude', 'COORDINATE_ALONE')
  if (written.longitude && !written.latitude) report('longitude', 'COORDINATE_ALONE')
  const inCell = cell('position', (text) => readPosition(text, rules.pointInText))
  const isInColumns = lat !== undefined && lng !== undefined
  const position = isInColumns ? { lat, lng } : inCell
  if (position && !rules.isServed(position)) report(isInColumns ? 'latitude' : 'position', 'POSITION_OUTSIDE')
  return position ? { position } : {}
}

/** When the customer is to have the parcel, bounded as any window of a drop-off. */
function windowOf(written: WrittenCells, report: Report, clock: LocalClock): DeliveryOrder['dropoffWindow'] {
  const { window = '', windowFrom: from = '', windowTo: to = '' } = written
  if (window === '' && from === '' && to === '') return undefined
  const column = window !== '' ? 'window' : from !== '' ? 'windowFrom' : 'windowTo'
  const read = writtenWindow({ window, from, to }, clock)
  const reason = read && windowRefusal(read, clock.now)
  if (!read || reason) {
    report(column, reason ? `WINDOW_${reason}` : 'WINDOW')
    return undefined
  }
  return { from: read.from.toISOString(), to: read.to.toISOString() }
}

const longest = (written: WrittenCells, columns: BulkColumn[]): BulkColumn =>
  columns.reduce((one, other) => ((written[other] ?? '').length > (written[one] ?? '').length ? other : one))

/**
 * The Idempotency-Key of a row: the same for the same order, however the file writes it, and another for each
 * further row of the file that orders the same (decision 135). Where the parcel is picked up and when it is
 * to be there are not part of it: a file that is sent again with another address, or on another day than that
 * on which its “14h-16h” was today, orders nothing twice. `again` makes other keys,
 * for orders that are meant to be repeated.
 */
export function rowKey(
  order: RowContent,
  { shopId, occurrence, again = '' }: { shopId: string; occurrence: number; again?: string },
): string {
  const content = canonicalize({ shopId, order: keyedContent(order), occurrence, again }) ?? ''
  return `row_${createHash('sha256').update(content).digest('base64url')}`
}

type RowContent = Omit<DeliveryOrder, 'pickupAddressId'>

/** What of an order makes its key. */
export const keyedContent = ({ dropoffWindow, ...order }: RowContent): RowContent => order
