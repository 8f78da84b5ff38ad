import { foldedText } from '../../../../base/kernel/folded-text.ts'
import { readWhole } from '../../../../base/kernel/written-number.ts'
import type { FeePayer, PaymentMode } from '../../../../contract/vocabulary.ts'
import type { BulkColumn } from '../columns/bulk-columns.ts'
import { type PaymentSense, paymentSense } from '../columns/payment-words.ts'
import { type CellFaultCode, readAmount } from './bulk-cells.ts'
import { type MoneyFault, type PaymentCell, sensesOf } from './payment-senses.ts'

/** The money of one order as a file writes it, on one line or several. */
export type WrittenMoney = {
  /** A text for each line of the order: the same column may say all of it, or a part on each line. */
  lines: Partial<Record<BulkColumn, string>>[]
  payments: PaymentCell[]
  /** What stands in columns that are left out and looks like an amount. */
  leftOut: string[]
  /** What is said to the courier. */
  notes: string[]
  /** Whether `amount` is what the customer pays in all, the trip of the file included. */
  isTotal: boolean
  /** Columns that may say the same of the whole order on each of its lines. */
  ofOrder: readonly BulkColumn[]
  /** What a person said that words of payment mean. */
  meant: Readonly<Record<string, PaymentSense>>
  /** Who pays the trip, where a person has said it for the whole file. */
  trip?: FeePayer | undefined
}

/** What is collected; `feePayer` only where the file says who pays the trip. */
export type OrderMoney = { mode: PaymentMode; goodsAmount: number; feePayer?: FeePayer }

/**
 * What of an order is collected: what is left where that stands there, else the total less what was paid,
 * else quantities times prices; nothing of what is paid. Amounts and words that contradict each other are a
 * fault, since a wrong amount is worse than none. Undefined when a fault was reported.
 */
export function orderMoney(written: WrittenMoney, report: MoneyFault): OrderMoney | undefined {
  let isSound = true
  const fault: MoneyFault = (column, code) => {
    isSound = false
    report(column, code)
  }
  const senses = sensesOf(written.payments, written.meant, fault)
  const amounts = readAmounts(written, senses, fault)
  if (!isSound) return undefined
  const due = dueOf(amounts, fault)
  if (!isSound) return undefined
  const payer = feePayerOf(written, amounts, due, fault)
  const money = decided(written, { senses, due, amounts, payer }, fault)
  if (!isSound || !money) return undefined
  return { ...money, ...(payer && { feePayer: payer }) }
}

type Amounts = Partial<Record<'due' | 'rest' | 'amount' | 'paid' | 'discount' | 'fee' | 'lines', number>> & {
  isTotal: boolean
}

const single = ['due', 'rest', 'paid', 'discount', 'fee'] as const

function readAmounts(written: WrittenMoney, senses: Set<PaymentSense>, fault: MoneyFault): Amounts {
  const { lines, isTotal } = written
  const read = (column: BulkColumn, text = '') => readCell(column, text, { senses, fault })
  const amounts: Amounts = { isTotal }
  const isOfOrder = (column: BulkColumn) =>
    written.ofOrder.includes(column) || (column !== 'amount' && written.ofOrder.includes('amount'))
  for (const column of single) {
    const values = lines.flatMap((line) => read(column, line[column]) ?? [])
    const [value] = values
    if (value === undefined) continue
    // The same on each line may be of each, or of all.
    const isOfAll = value === 0 || column === 'fee' || isOfOrder(column) || values.length === 1
    if (!isOfAll || values.some((each) => each !== value)) fault(column, 'LINES')
    amounts[column] = value
  }
  const parts = lines.map((line) => {
    const price = read('linePrice', line.linePrice)
    if (price !== undefined) return price
    const unit = read('unitPrice', line.unitPrice)
    if (unit === undefined) return undefined
    const count = line.quantity ? readWhole(line.quantity, { min: 0, max: 10_000 }) : 1
    if (count === undefined) fault('quantity', 'AMOUNT')
    return unit * (count ?? 1)
  })
  const isWhole = parts.every((part) => part !== undefined)
  const sum = isWhole ? parts.reduce<number>((one, other) => one + (other ?? 0), 0) : undefined
  if (sum !== undefined) amounts.lines = sum
  const amount = amountOf(
    lines.flatMap((line) => read('amount', line.amount) ?? []),
    { count: lines.length, parts, sum, fee: amounts.fee ?? 0, isOfOrder: isOfOrder('amount'), fault },
  )
  if (amount !== undefined) amounts.amount = amount
  return amounts
}

/**
 * The amount of an order of several lines: one for all, where the heading or the prices of the lines say so,
 * or one for each, where the prices do.
 */
function amountOf(
  values: readonly number[],
  {
    count,
    parts,
    sum,
    fee,
    isOfOrder,
    fault,
  }: {
    count: number
    parts: readonly (number | undefined)[]
    sum: number | undefined
    fee: number
    isOfOrder: boolean
    fault: MoneyFault
  },
): number | undefined {
  const [first] = values
  if (values.length < 2 || first === undefined) return first
  const isSame = values.every((value) => value === first)
  if (sum !== undefined && values.length === count) {
    if (isSame && (first === sum || first === sum + fee)) return first
    if (values.every((value, at) => value === parts[at])) return sum
  }
  if (isSame && isOfOrder) return first
  fault('amount', 'LINES')
  return undefined
}

function readCell(
  column: BulkColumn,
  text: string,
  { senses, fault }: { senses: Set<PaymentSense>; fault: MoneyFault },
): number | undefined {
  if (text.trim() === '' || /^(?:-|–|—|null|n\/a|#n\/a)$/i.test(text.trim())) return undefined
  const read = readAmount(text.trim())
  if ('value' in read) return read.value
  // `payé` where the amount would stand.
  if (['amount', 'due', 'rest'].includes(column) && paymentSense(text, undefined) === 'PAID') {
    senses.add('PAID')
    return undefined
  }
  fault(column, read.fault)
  return undefined
}

/** What is left to pay, undefined where no amount says it. */
function dueOf(amounts: Amounts, fault: MoneyFault): number | undefined {
  const { due, rest, paid = 0, discount = 0, fee = 0 } = amounts
  const total = amounts.amount ?? amounts.lines
  const left = due ?? rest
  const worked = total === undefined ? undefined : total - paid - discount
  const { amount, lines, isTotal } = amounts
  const isOdd = amount !== undefined && lines !== undefined && !isTotal && discount === 0
  if (isOdd && amount !== lines && amount !== lines + fee) fault('amount', 'CONFLICT')
  if (left === undefined) {
    if (worked !== undefined && worked < 0) fault('paid', 'CONFLICT')
    return worked
  }
  const isLike = (one: number, other: number) => one === other || one === other + fee || one + fee === other
  if (due !== undefined && rest !== undefined && !isLike(due, rest)) fault('due', 'CONFLICT')
  const isWorkedOut = worked !== undefined && (amounts.paid !== undefined || discount > 0)
  if (isWorkedOut && !isLike(left, worked)) fault(due === undefined ? 'rest' : 'due', 'CONFLICT')
  if (total !== undefined && !isWorkedOut && left > total + fee)
    fault(due === undefined ? 'rest' : 'due', 'CONFLICT')
  return left
}

/**
 * Who pays the trip: the shop, where what the customer pays in all holds the delivery of the file already;
 * otherwise nobody says so.
 */
function feePayerOf(
  { trip, lines }: WrittenMoney,
  { due, amount, lines: sum, fee = 0, isTotal }: Amounts,
  left: number | undefined,
  fault: MoneyFault,
): FeePayer | undefined {
  if (trip) return trip
  const said = lines.find(({ feePayer }) => feePayer)?.feePayer
  if (said !== undefined) {
    const payer = payers.get(said.trim().toLowerCase())
    if (!payer) fault('feePayer', 'FEE_PAYER')
    return payer
  }
  if (fee === 0 || left === undefined || left === 0) return undefined
  if (due !== undefined) return amount !== undefined && due === amount && !isTotal ? undefined : 'MERCHANT'
  if (sum !== undefined && amount !== undefined) return amount === sum ? undefined : 'MERCHANT'
  return isTotal ? 'MERCHANT' : undefined
}

const payers = new Map<string, FeePayer>([
  ...['client', 'cliente', 'customer', 'destinataire', 'recipient', 'acheteur', 'buyer'].map(
    (word) => [word, 'CUSTOMER'] as const,
  ),
  ...['boutique', 'shop', 'vendeur', 'vendeuse', 'seller', 'merchant', 'marchand', 'store', 'magasin'].map(
    (word) => [word, 'MERCHANT'] as const,
  ),
])

/** Paid or on delivery, and how much. */
function decided(
  { payments, leftOut, lines, notes }: WrittenMoney,
  {
    senses,
    due,
    amounts,
    payer,
  }: { senses: Set<PaymentSense>; due: number | undefined; amounts: Amounts; payer: FeePayer | undefined },
  fault: MoneyFault,
): OrderMoney | undefined {
  const has = (sense: PaymentSense) => senses.has(sense)
  const refuse = (code: CellFaultCode, column: BulkColumn = 'mode'): undefined => {
    fault(column, code)
  }
  const isLeft = amounts.due !== undefined || amounts.rest !== undefined || amounts.paid !== undefined
  const collected = payer === 'CUSTOMER' ? goodsAlone(amounts, due) : due
  if (has('PARTLY')) {
    if (!isLeft || due === undefined) return refuse('PARTLY_PAID')
    return due > 0
      ? { mode: 'CASH_ON_DELIVERY', goodsAmount: collected ?? due }
      : { mode: 'PREPAID', goodsAmount: 0 }
  }
  if (has('PAID')) {
    if (has('UNPAID')) return refuse('CONFLICT')
    const isOwed = (amounts.due ?? amounts.rest ?? 0) > 0 || ((amounts.paid ?? 0) > 0 && (due ?? 0) > 0)
    return isOwed ? refuse('CONFLICT') : { mode: 'PREPAID', goodsAmount: amounts.amount ?? due ?? 0 }
  }
  // The note is not asked of what it is known to say: nothing is collected, or what is left stands there.
  const isNoted = (due ?? 0) > 0 && (notes.some(notesPaid) || (!isLeft && notes.some(notesPart)))
  if (isNoted) return refuse('NOTE_PAID', 'instructions')
  if (due && notes.some((note) => notesOther(note, due))) return refuse('CONFLICT', 'instructions')
  if (has('UNPAID') || has('COD')) {
    if (has('UNPAID') && has('ONLINE') && !has('COD')) return refuse('MODE')
    if (due === undefined) return refuse('AMOUNT_MISSING', amountColumn(lines))
    return { mode: 'CASH_ON_DELIVERY', goodsAmount: collected ?? due }
  }
  const isNoughtAlone = due === 0 && !isLeft && leftOut.length > 0
  if (isNoughtAlone) return refuse('AMOUNT_LEFT_OUT', 'amount')
  if (due === 0) return { mode: 'PREPAID', goodsAmount: 0 }
  if (has('ONLINE') || has('OPEN')) {
    // A shop’s program takes an order in hand once it is paid, or is to be paid on delivery.
    const isPaid = has('ONLINE') && payments.some(({ cell }) => /^(?:wc-)?processing$/i.test(cell.trim()))
    return isPaid ? { mode: 'PREPAID', goodsAmount: due ?? 0 } : refuse('MODE')
  }
  if (due === undefined) {
    if (leftOut.length > 0) return refuse('AMOUNT_LEFT_OUT', 'amount')
    const isCounted = lines.some(({ unitPrice, quantity }) => unitPrice !== undefined && !!quantity?.trim())
    const isPartOnly = isCounted || [amounts.paid, amounts.discount, amounts.fee].some((part = 0) => part > 0)
    return isPartOnly ? refuse('LEFT_BLANK', amountColumn(lines)) : { mode: 'PREPAID', goodsAmount: 0 }
  }
  // An empty cell may mean that nothing is left, or that nobody has worked it out.
  const blank = (['due', 'rest'] as const).find((column) => lines.some((line) => column in line))
  if (blank && !isLeft) return refuse('LEFT_BLANK', blank)
  return { mode: 'CASH_ON_DELIVERY', goodsAmount: collected ?? due }
}

/** Whether a note says what no column says: that it is paid, or nothing is to be collected. */
const notesPaid = (note: string): boolean => {
  const text = foldedText(note.slice(0, 500)).replace(unpaidInNote, ' ')
  return paidInNote.test(text) || nothingInNote.test(text)
}

/** Whether a note says that a part is paid, or left. */
const notesPart = (note: string): boolean =>
  partsInNote.some((form) => form.test(foldedText(note.slice(0, 500))))

/** Whether a note names another amount to collect: `encaisser 10 000`. */
const notesOther = (note: string, due: number): boolean => {
  const [, figure] = amountInNote.exec(foldedText(note.slice(0, 500))) ?? []
  return figure !== undefined && Number(figure.replace(/\D/g, '')) !== due
}

const amountInNote =
  /\b(?:encaisse[rz]|collecter|percevoir|a payer|collect|prix negocie)[ :a]{1,3}(\d[\d .]{2,9})(?![\d/:h])/

/** `pas encore payé`, `paye à la livraison`: the customer pays on delivery, as the amount says. */
const unpaidInNote =
  /\b(?:non|pas|not)(?: encore| yet)? (?:paye|paid|regle)|\bpaye (?:a la (?:livraison|recep)|cash|en esp)/g
const paidInNote = /\b(?:prepaye|prepaid|paye|paid|regle|solde)e?s?\b/
const nothingInNote =
  /\b(?:rien|pas|sans|not|nothing|n')(?: a| to)? ?(?:encaiss|percev|collect|payer)|\bencaissez (?:pas|rien)/
const partsInNote = [
  /\bacompte|\bavance (?:de|versee?|recue|faite)\b|\bune avance\b|\b(?:a|ont|deja) verse|\bverse[e ]/,
  /\breste a (?:pay|encaiss|regl)|\b(?:avance|reste|recu)(?: est)?(?: de)? ?:? ?\d[\d .]{2}/,
]

/**
 * What is collected where the customer pays the trip on top: the goods alone, where the amount to collect
 * holds the trip, as in our own export.
 */
const goodsAlone = ({ due, amount, fee = 0 }: Amounts, left: number | undefined): number | undefined =>
  due !== undefined && amount !== undefined && due === amount + fee ? amount : left

const amountColumn = (lines: WrittenMoney['lines']): BulkColumn =>
  (['due', 'rest', 'amount', 'linePrice', 'unitPrice'] as const).find((column) =>
    lines.some((line) => column in line),
  ) ?? 'amount'
