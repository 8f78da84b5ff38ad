import type { Fcfa } from '../../../../base/kernel/fcfa.ts'
import { isDay, localMoment } from '../../../../base/kernel/local-time.ts'
import { readFcfa } from '../../../../base/kernel/written-number.ts'
import { type ColumnChoice, isCustomersView, type ProviderColumn, plainName } from './provider-columns.ts'

/** A row of a provider's file, as it is compared with the books. */
export type ProviderRow = {
  occurredAt: Date
  reference: string
  otherReference: string
  /** Whether money came in. */
  isIncoming: boolean
  amountFcfa: Fcfa
  feeFcfa: Fcfa
  /** Tells it from all others of the provider. */
  key: string
}

/** Why a row cannot be read. */
export type RowFault = 'DATE' | 'AMOUNT' | 'FEE' | 'TYPE' | 'STATUS' | 'REFERENCE' | 'CURRENCY'
export type FileFault = { row: number; fault: RowFault; text: string }

/** The most rows of a file: a busy month of one provider. */
export const maxProviderRows = 10_000
/** As many faults as are told at once. */
const toldFaults = 20
const maxReference = 100

/**
 * What a file is read by besides its columns: the clocks of the service, its currency and the names of its
 * columns.
 */
type FileContext = { timeZone: string; currency: string; header: readonly string[] }

/** The rows of a file below its header, or what is wrong with them; what did not succeed is left out. */
export function readProviderRows(
  rows: readonly { row: number; cells: readonly string[] }[],
  choice: ColumnChoice,
  context: FileContext,
): { rows: ProviderRow[] } | { faults: FileFault[] } {
  const cellsOf =
    (cells: readonly string[]): Cell =>
    (column) =>
      (cells[choice[column] ?? -1] ?? '').trim()
  const rules: FileRules = {
    choice,
    isCustomersView: isCustomersView(context.header),
    isSigned: rows.some(({ cells }) => (readSigned(signedText(cellsOf(cells))) ?? 0) < 0),
  }
  const faults: FileFault[] = []
  const read: ProviderRow[] = []
  const seen = new Map<string, number>()
  for (const { row, cells } of rows) {
    const outcome = readRow(cellsOf(cells), rules, context)
    if (outcome === 'LEFT_OUT') continue
    if ('fault' in outcome) {
      faults.push({ row, fault: outcome.fault, text: outcome.text.slice(0, 60) })
      if (faults.length >= toldFaults) break
      continue
    }
    // Two rows may be alike; in another file that holds both they are told apart in the same way.
    const count = (seen.get(outcome.key) ?? 0) + 1
    seen.set(outcome.key, count)
    read.push({ ...outcome, key: `${outcome.key} ${count}` })
  }
  return faults.length > 0 ? { faults } : { rows: read }
}

type Cell = (column: ProviderColumn) => string
type Fault = { fault: RowFault; text: string }

function readRow(
  cell: Cell,
  rules: FileRules,
  { timeZone, currency }: FileContext,
): ProviderRow | 'LEFT_OUT' | Fault {
  // A file without such a column has what succeeded alone.
  const status = rules.choice.status === undefined ? 'DONE' : statusOf(cell('status'))
  if (status === 'NOT_DONE') return 'LEFT_OUT'
  if (status === undefined) return { fault: 'STATUS', text: cell('status') }
  const occurredAt = readMoment(cell('date'), timeZone)
  if (!occurredAt) return { fault: 'DATE', text: cell('date') }
  const money = readMoney(cell, rules)
  if ('fault' in money) return money
  const named = cell('currency')
  if (named !== '' && !['fcfa', 'cfa', currency.toLowerCase()].includes(named.toLowerCase()))
    return { fault: 'CURRENCY', text: named }
  const [reference, otherReference] = [cell('reference'), cell('otherReference')]
  const isNamed = (reference || otherReference) !== '' && [reference, otherReference].every(isReference)
  if (!isNamed) return { fault: 'REFERENCE', text: reference }
  const { isIncoming, amountFcfa } = money
  const key = [reference, otherReference, occurredAt.toISOString(), isIncoming ? 'IN' : 'OUT', amountFcfa]
  return { occurredAt, reference, otherReference, ...money, key: key.join(' ') }
}

type Money = Pick<ProviderRow, 'isIncoming' | 'amountFcfa' | 'feeFcfa'>

/**
 * Which way money went, how much before the fee, and the fee: what the balance changed by counts before a fee
 * told.
 */
function readMoney(cell: Cell, rules: FileRules): Money | Fault {
  const signed = readSigned(signedText(cell))
  if (signed === undefined || signed === 0) return { fault: 'AMOUNT', text: signedText(cell) }
  const isIncoming = directionOf(signed, cell('type'), rules)
  if (isIncoming === undefined) return { fault: 'TYPE', text: cell('type') }
  const feeText = cell(!isIncoming && rules.choice.outgoingFee !== undefined ? 'outgoingFee' : 'fee')
  const toldFee = feeText === '' ? 0 : readSigned(feeText)
  if (toldFee === undefined) return { fault: 'FEE', text: feeText }
  const net = cell('net') === '' ? 0 : readSigned(cell('net'))
  if (net === undefined) return { fault: 'FEE', text: cell('net') }
  const [amount, change, fee] = [Math.abs(signed), Math.abs(net), Math.abs(toldFee)]
  if (cell('amount') === '')
    return { isIncoming, amountFcfa: isIncoming ? change + fee : change - fee, feeFcfa: fee }
  // Nothing yet: a provider that pays out later leaves it empty or 0.
  if (change === 0) return { isIncoming, amountFcfa: amount, feeFcfa: fee }
  const kept = isIncoming ? amount - change : change - amount
  if (kept < 0) return { fault: 'FEE', text: cell('net') }
  return { isIncoming, amountFcfa: amount, feeFcfa: kept }
}

/** The figure whose sign may tell which way money went. */
const signedText = (cell: Cell): string => cell('amount') || cell('net')

const isReference = (text: string): boolean => text.length <= maxReference && /^\P{Cc}*$/u.test(text)

/** Words of providers for money that came, and for money that left. */
const incoming = [
  'in',
  'credit',
  'payment',
  'collection',
  'deposit',
  'received',
  'receive',
  'pay in',
  'payin',
  'encaissement',
  'paiement',
  'recu',
  'entree',
  'depot',
  'transaction',
  'merchant payment',
  'cash in',
  'request to pay',
  'requesttopay',
]
const outgoing = [
  'out',
  'debit',
  'payout',
  'transfer',
  'refund',
  'disbursement',
  'withdrawal',
  'sent',
  'send',
  'fee',
  'pay out',
  'decaissement',
  'transfert',
  'remboursement',
  'retrait',
  'envoi',
  'sortie',
  'versement',
  'reversement',
  'frais',
  'cash out',
  'reversal',
]

/** How a file is to be read as a whole. */
type FileRules = {
  choice: ColumnChoice
  isCustomersView: boolean
  /** Whether any amount is below 0. */
  isSigned: boolean
}

/** Whether money came in; undefined where a type says nothing that is known. */
function directionOf(
  amount: number,
  type: string,
  { choice, isCustomersView: isTheirs, isSigned }: FileRules,
): boolean | undefined {
  if (choice.isOutgoing || amount < 0) return false
  if (choice.type === undefined || (isTheirs && isSigned)) return true
  const word = plainName(type)
  if (isTheirs && (word === 'debit' || word === 'credit')) return word === 'debit'
  if (incoming.includes(word)) return true
  return outgoing.includes(word) ? false : undefined
}

const done = [
  'success',
  'successful',
  'succeeded',
  'completed',
  'complete',
  'paid',
  'approved',
  'transferred',
  'done',
  'reussi',
  'reussie',
  'succes',
  'termine',
  'terminee',
  'paye',
  'approuve',
  'effectue',
  'effectuee',
  'refunded',
  'approved partially refunded',
  'transferred partially refunded',
  'sent',
]
const notDone = [
  'failed',
  'failure',
  'pending',
  'canceled',
  'cancelled',
  'declined',
  'rejected',
  'refused',
  'expired',
  'ongoing',
  'processing',
  'started',
  'scheduled',
  'echec',
  'echoue',
  'echouee',
  'en attente',
  'en cours',
  'annule',
  'annulee',
  'refuse',
  'refusee',
  'rejete',
  'expire',
]

function statusOf(text: string): 'DONE' | 'NOT_DONE' | undefined {
  const word = plainName(text)
  if (done.includes(word)) return 'DONE'
  return notDone.includes(word) ? 'NOT_DONE' : undefined
}

/** An amount of a file, or of a balance, above or below zero. */
export const readSigned = (text: string): number | undefined =>
  readFcfa(text, { min: -maxProviderFcfa, max: maxProviderFcfa })
const maxProviderFcfa = 1_000_000_000_000

/**
 * A moment as files write it: with a zone or `Z`, or as the clocks of the service show it; undefined
 * otherwise.
 */
export function readMoment(text: string, timeZone: string): Date | undefined {
  const iso = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)? ?(Z|UTC|[+-]\d\d:?\d\d)?$/.exec(text)
  const french = /^(\d\d)[/.-](\d\d)[/.-](\d{4})(?:,? (?:à )?(\d\d:\d\d)(:\d\d)?)?$/.exec(text)
  const day = /^\d{4}-\d\d-\d\d$/.test(text)
    ? text
    : iso
      ? iso[1]
      : french
        ? `${french[3]}-${french[2]}-${french[1]}`
        : undefined
  if (day === undefined || !isDay(day)) return undefined
  const clock = (iso ? iso[2] : french?.[4]) ?? '00:00'
  const seconds = (iso ? iso[3] : french?.[5]) ?? ':00'
  const zone = iso?.[4]?.replace('UTC', 'Z').replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')
  const moment = zone
    ? new Date(`${day}T${clock}${seconds}${zone}`)
    : new Date(
        (localMoment(`${day}T${clock}`, timeZone)?.getTime() ?? Number.NaN) +
          Number(seconds.slice(1)) * 1_000,
      )
  return Number.isNaN(moment.getTime()) ? undefined : moment
}
