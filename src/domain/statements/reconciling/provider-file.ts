import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import { localMoment } from '../../../base/kernel/local-time.ts'

/** What a column of a provider's file can tell. */
export const providerColumns = [
  'date',
  'reference',
  'otherReference',
  'type',
  'amount',
  'fee',
  'status',
  'currency',
] as const
export type ProviderColumn = (typeof providerColumns)[number]

/** Which column tells what, by its number from 0; date, a reference and the amount are needed. */
export type ColumnChoice = Partial<Record<ProviderColumn, number>>

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

/** Names of columns in our own format and in the exports of providers, without capitals, accents and signs. */
const knownNames: Record<ProviderColumn, readonly string[]> = {
  date: [
    'date',
    'timestamp',
    'datetime',
    'created at',
    'date et heure',
    'transaction date',
    'date de transaction',
    'completed at',
  ],
  reference: [
    'reference',
    'id',
    'transaction id',
    'financial transaction id',
    'provider ref',
    'ref',
    'id de transaction',
    'numero de transaction',
    'identifiant de transaction',
    'reference de transaction',
  ],
  otherReference: [
    'our id',
    'external id',
    'external transaction id',
    'client reference',
    'merchant reference',
    'external reference',
    'reference client',
    'custom metadata',
    'notre reference',
    'reference externe',
    'id externe',
    'identifiant externe',
    'reference marchand',
  ],
  type: ['type', 'transaction type', 'operation', 'direction', 'type de transaction', 'sens'],
  amount: ['amount', 'montant', 'gross amount', 'montant brut', 'transaction amount'],
  fee: ['fee', 'fees', 'frais', 'commission', 'transaction fee', 'charges'],
  status: ['status', 'statut', 'state', 'etat'],
  currency: ['currency', 'devise', 'monnaie', 'currency code'],
}

/** Which columns a file seems to have, by their names. */
export function guessColumns(header: readonly string[]): ColumnChoice {
  const names = header.map(plainName)
  const taken = new Set<number>()
  const choice: ColumnChoice = {}
  for (const column of providerColumns)
    for (const known of knownNames[column]) {
      const at = names.findIndex((name, index) => name === known && !taken.has(index))
      if (at < 0 || choice[column] !== undefined) continue
      choice[column] = at
      taken.add(at)
    }
  return choice
}

/** The rows of a file below its header, or what is wrong with them; what did not succeed is left out. */
export function readProviderRows(
  rows: readonly { row: number; cells: readonly string[] }[],
  choice: ColumnChoice,
  { timeZone, currency }: { timeZone: string; currency: string },
): { rows: ProviderRow[] } | { faults: FileFault[] } {
  const faults: FileFault[] = []
  const read: ProviderRow[] = []
  const seen = new Map<string, number>()
  for (const { row, cells } of rows) {
    const cell = (column: ProviderColumn) => (cells[choice[column] ?? -1] ?? '').trim()
    const outcome = readRow(cell, choice, { timeZone, currency })
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

function readRow(
  cell: (column: ProviderColumn) => string,
  choice: ColumnChoice,
  { timeZone, currency }: { timeZone: string; currency: string },
): ProviderRow | 'LEFT_OUT' | { fault: RowFault; text: string } {
  const status = choice.status === undefined ? 'DONE' : statusOf(cell('status'))
  if (status === 'NOT_DONE') return 'LEFT_OUT'
  if (status === undefined) return { fault: 'STATUS', text: cell('status') }
  const occurredAt = readMoment(cell('date'), timeZone)
  if (!occurredAt) return { fault: 'DATE', text: cell('date') }
  const amount = readAmount(cell('amount'))
  if (amount === undefined || amount === 0) return { fault: 'AMOUNT', text: cell('amount') }
  const fee = cell('fee') === '' ? 0 : readAmount(cell('fee'))
  if (fee === undefined) return { fault: 'FEE', text: cell('fee') }
  const type = cell('type')
  const isIncoming = amount < 0 ? false : choice.type === undefined ? true : directionOf(type)
  if (isIncoming === undefined) return { fault: 'TYPE', text: type }
  const named = cell('currency')
  if (named !== '' && !['fcfa', 'cfa', currency.toLowerCase()].includes(named.toLowerCase()))
    return { fault: 'CURRENCY', text: named }
  const [reference, otherReference] = [cell('reference'), cell('otherReference')]
  const isNamed = (reference || otherReference) !== '' && [reference, otherReference].every(isReference)
  if (!isNamed) return { fault: 'REFERENCE', text: reference }
  const [amountFcfa, feeFcfa] = [Math.abs(amount), Math.abs(fee)]
  const key = [
    reference,
    otherReference,
    occurredAt.toISOString(),
    isIncoming ? 'IN' : 'OUT',
    amountFcfa,
  ].join(' ')
  return { occurredAt, reference, otherReference, isIncoming, amountFcfa, feeFcfa, key }
}

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

function directionOf(text: string): boolean | undefined {
  const word = plainName(text)
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

/** A name without capitals, accents and signs: `Date de transaction`, `DATE_DE_TRANSACTION`. */
const plainName = (text: string): string =>
  text
    .slice(0, 100)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()

/** A whole amount of francs: `5600`, `-5 600`, `5,600.00`, `5.600 FCFA`; undefined for any other text. */
export function readAmount(text: string): number | undefined {
  const figure = text
    .slice(0, 40)
    .replaceAll(/\s/g, '')
    .replace(/(?:F?CFA|XOF|XAF)$/i, '')
    .replaceAll('−', '-')
  const [, sign = '', whole = ''] = /^([-+]?)(\d+|\d{1,3}(?:[.,]\d{3})+)(?:[.,]0{1,2})?$/.exec(figure) ?? []
  const amount = Number(whole.replaceAll(/[.,]/g, ''))
  return whole === '' || amount > 1_000_000_000_000 ? undefined : sign === '-' ? -amount : amount
}

/** A moment as files write it: with a zone or `Z`, or as the clocks of the service show it; undefined otherwise. */
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

const isDay = (day: string): boolean => {
  const at = new Date(`${day}T00:00:00Z`)
  return /^20/.test(day) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}
