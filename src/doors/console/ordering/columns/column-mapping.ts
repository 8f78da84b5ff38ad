import { foldedText } from '../../../../base/kernel/folded-text.ts'
import { type BulkColumn, moneyColumns, sharedColumns } from './bulk-columns.ts'
import { type ColumnCells, looksLikeAmount } from './column-cells.ts'
import { type ColumnGuess, guessColumn } from './column-guess.ts'
import { withMoney } from './money-columns.ts'
import { withParties } from './party-columns.ts'
import type { PaymentSense } from './payment-words.ts'

/** What a person says of a column: the field it fills, or that it is left out. */
export type ColumnChoice = BulkColumn | 'skip'

/**
 * What a person said of a file: of columns, by their place, and of words of payment. All else is guessed.
 * `trip` says who pays the trip, where the file has the price of a delivery in it.
 */
export type MappingChoices = {
  columns: Record<number, ColumnChoice>
  words: Record<string, PaymentSense>
  trip?: 'CUSTOMER' | 'MERCHANT'
}

/**
 * Why nothing is ordered yet: no column is the phone or the name; amounts or words of payment stand in a
 * column of which nobody knows what it is; two columns claim one field; it is not said whose phone it is.
 */
export type OpenReason = 'PHONE' | 'NAME' | 'MONEY' | 'PAYMENT' | 'TWICE' | 'PARTY'

/** The columns of a file, in their order: what each fills, and what is still to be said of them. */
export type ColumnMapping = {
  /** Undefined where nothing is known of a column, which is then left out. */
  columns: (ColumnChoice | undefined)[]
  /** The places of the columns, the most exact first: the neighbourhood before the town. */
  order: number[]
  reasons: { reason: OpenReason; columns: number[] }[]
  /**
   * Columns that are left out, whose cells look like amounts nobody said to leave out; and those of a price
   * or sum that another column says better, but perhaps not in each row.
   */
  amountsLeftOut: number[]
  /** Whether `amount` is what the customer pays in all, the delivery of the file included. */
  isTotal: boolean
  /** Columns whose headings name the order: on each of its lines they may say all of it. */
  ofOrder: BulkColumn[]
}

/** A file as it is mapped: its headings, rows and cells; `given` is what columns without headings are. */
type Table = {
  headings: readonly string[]
  rows: readonly (readonly string[])[]
  cells: readonly ColumnCells[]
  given?: readonly (BulkColumn | undefined)[] | undefined
}

/** Says what each column fills: what a person said, else what its heading and cells say. */
export function mapColumns({ headings, rows, cells, given }: Table, choices: MappingChoices): ColumnMapping {
  const alone = headings.map(
    (heading, at): ColumnGuess =>
      given ? { field: given[at], rank: 4 } : guessColumn(heading, cells[at] as ColumnCells),
  )
  if (hasOtherCurrency(headings, cells))
    alone.forEach(({ field, rank }, at) => {
      if (isSum(field) || field === 'paid' || field === 'fee') alone[at] = { field: 'unsure', rank }
    })
  const guesses = given ? alone : withMoney(withParties(alone), cells)
  const columns = settled(guesses, rows).map((column, at) => choices.columns[at] ?? column)
  const openWhere = (is: (cells: ColumnCells, guess: ColumnGuess) => boolean) =>
    columns.flatMap((column, at) =>
      column === undefined && is(cells[at] as ColumnCells, guesses[at] as ColumnGuess) ? [at] : [],
    )
  const amountsLeftOut = openWhere(isMoney)
  const passedOver = alone.flatMap(({ field }, at) =>
    isSum(field) && columns[at] === 'skip' && choices.columns[at] === undefined ? [at] : [],
  )
  const amount = guesses[columns.indexOf('amount')]
  return {
    columns,
    order: guesses.map((_, at) => at).sort((one, other) => rankOf(guesses, one) - rankOf(guesses, other)),
    amountsLeftOut: [...amountsLeftOut, ...passedOver],
    ofOrder: columns.flatMap((column, at) =>
      column && column !== 'skip' && namesOrder(headings[at] ?? '') ? [column] : [],
    ),
    isTotal: amount?.field === 'amount' && amount.rank <= 3,
    reasons: openReasons({
      columns,
      amountsLeftOut,
      unsure: openWhere((_, { field }) => field === 'unsure'),
      payments: openWhere(({ payments }) => payments >= 0.3),
      party: unclearPhone({ headings, columns, cells, choices }),
    }),
  }
}

/** Whether a column of currencies names another one than the franc. */
const hasOtherCurrency = (headings: readonly string[], cells: readonly ColumnCells[]): boolean =>
  headings.some(
    (heading, at) =>
      /currency|devise|monnaie/.test(foldedText(heading)) &&
      (cells[at]?.filled ?? []).some(
        (cell) => !/\d/.test(cell) && !/^(?:xof|xaf|f[ .]?cfa|cfa|f|frs?|francs?(?: cfa)?)\.?$/i.test(cell),
      ),
  )

const namesOrder = (heading: string): boolean =>
  /command|order|factur|invoice|panier|cart/.test(foldedText(heading))

const rankOf = (guesses: readonly ColumnGuess[], at: number): number => guesses[at]?.rank ?? 0

/** Whether a heading names a price or a sum of goods. */
const isSum = (field: ColumnGuess['field']): boolean =>
  field === 'price' || field === 'subtotal' || moneyColumns.some((column) => column === field)

const isMoney = ({ filled, phones, dates, isRank }: ColumnCells, { field }: ColumnGuess): boolean => {
  if (field === 'unsure') return true
  const amounts = filled.filter(looksLikeAmount).length
  return amounts > 0 && amounts >= filled.length * 0.5 && phones < 0.5 && dates < 0.5 && !isRank
}

/** One column for each field: the recipient’s before the buyer’s, the plainer heading before others. */
function settled(guesses: readonly ColumnGuess[], rows: Table['rows']): (ColumnChoice | undefined)[] {
  const columns = guesses.map(({ field, rank, party }, at) => {
    if (field === undefined || field === 'unsure') return undefined
    if (field === 'skip' || field === 'subtotal' || field === 'price' || party === 'SENDER') return 'skip'
    if (sharedColumns.includes(field)) return field
    const rivals = guesses.flatMap((other, place) =>
      place !== at && other.field === field && other.party !== 'SENDER' ? [{ ...other, place }] : [],
    )
    if (rivals.some((other) => other.rank < rank)) return 'skip'
    // Columns that say the same are one; a second phone or a second price of the trip is not needed.
    const isCopy = rivals.some(
      (other) => other.place < at && (harmless.includes(field) || sameCells(rows, at, other.place)),
    )
    return isCopy ? 'skip' : field
  })
  return lastNames(columns)
}

/** Of these the first column is taken. */
const harmless: readonly BulkColumn[] = ['fee', 'size', 'fragile', 'promoCode', 'payerPhone', 'payerName']

/** `Nom` beside `Prénom` is the last name; beside both it is left out. */
function lastNames(columns: readonly (ColumnChoice | undefined)[]) {
  const pairs = [
    ['firstName', 'lastName', 'fullName'],
    ['payerFirstName', 'payerLastName', 'payerName'],
  ] as const
  return pairs.reduce<(ColumnChoice | undefined)[]>(
    (named, [first, last, whole]) => {
      if (!named.includes(first)) return named
      const otherwise = named.includes(last) ? 'skip' : last
      return named.map((column) => (column === whole ? otherwise : column))
    },
    [...columns],
  )
}

const sameCells = (rows: Table['rows'], one: number, other: number): boolean =>
  rows.every((row) => digitsOrText(row[one]) === digitsOrText(row[other]))

/** `97 00 00 01` and `97000001` are the same. */
const digitsOrText = (cell = ''): string => {
  const digits = cell.replace(/\D/g, '')
  return digits.length >= 6 ? digits.slice(-8) : foldedText(cell).trim()
}

/** The phone of a file that names a sender too, where it is not said whose it is. */
function unclearPhone({
  headings,
  columns,
  cells,
  choices,
}: {
  headings: readonly string[]
  columns: readonly (ColumnChoice | undefined)[]
  cells: readonly ColumnCells[]
  choices: MappingChoices
}): number[] {
  const at = columns.indexOf('phone')
  const senders = headings.flatMap((heading, place) =>
    /expedit|sender/.test(foldedText(heading)) ? [place] : [],
  )
  const isSaid =
    at < 0 ||
    choices.columns[at] !== undefined ||
    senders.some((place) => (cells[place]?.longNumbers ?? 0) >= 0.3) ||
    /client|destinat|recip|receiv|recev|ship|livr|deliver|benef|custom/.test(foldedText(headings[at] ?? ''))
  return senders.length > 0 && !isSaid ? [at] : []
}

function openReasons({
  columns,
  amountsLeftOut,
  unsure,
  payments,
  party,
}: {
  columns: readonly (ColumnChoice | undefined)[]
  amountsLeftOut: number[]
  unsure: number[]
  payments: number[]
  party: number[]
}): ColumnMapping['reasons'] {
  const has = (...fields: readonly BulkColumn[]) => fields.some((field) => columns.includes(field))
  const twice = columns.flatMap((column, at) =>
    column !== undefined &&
    column !== 'skip' &&
    !sharedColumns.includes(column) &&
    columns.some((other, place) => other === column && place !== at)
      ? [at]
      : [],
  )
  const paidAlone = has('paid') && !has(...moneyColumns) ? [columns.indexOf('paid')] : []
  const money = [...new Set([...(has(...moneyColumns) ? unsure : amountsLeftOut), ...paidAlone])]
  const reasons: ColumnMapping['reasons'] = [
    ...(has('phone', 'payerPhone') ? [] : [{ reason: 'PHONE' as const, columns: [] }]),
    ...(has(...nameColumns) ? [] : [{ reason: 'NAME' as const, columns: [] }]),
    ...(money.length > 0 ? [{ reason: 'MONEY' as const, columns: money }] : []),
    ...(payments.length > 0 ? [{ reason: 'PAYMENT' as const, columns: payments }] : []),
    ...(twice.length > 0 ? [{ reason: 'TWICE' as const, columns: twice }] : []),
    ...(party.length > 0 ? [{ reason: 'PARTY' as const, columns: party }] : []),
  ]
  return reasons
}

const nameColumns: readonly BulkColumn[] = [
  'firstName',
  'lastName',
  'fullName',
  'payerName',
  'payerFirstName',
  'payerLastName',
]
