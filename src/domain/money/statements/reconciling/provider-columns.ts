/** What a column of a provider's file can tell. */
export const providerColumns = [
  'date',
  'reference',
  'otherReference',
  'type',
  'amount',
  'net',
  'fee',
  'outgoingFee',
  'status',
  'currency',
] as const
export type ProviderColumn = (typeof providerColumns)[number]

/**
 * Which column tells what, by its number from 0. A date, a reference, and the amount or the net amount are
 * needed: the amount is before the fee, the net amount is what the balance changed by. `isOutgoing` says that
 * all of a file left.
 */
export type ColumnChoice = Partial<Record<ProviderColumn, number>> & { isOutgoing?: true }

type ColumnNames = Record<ProviderColumn, readonly string[]>

/** Names of columns in our own format and in exports at large, without capitals, accents and signs. */
const knownNames: ColumnNames = {
  date: [
    'date',
    'timestamp',
    'datetime',
    'created at',
    'date et heure',
    'horodatage',
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
    'identifiant de transaction',
    'numero de transaction',
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
    'notre reference',
    'reference externe',
    'id externe',
    'identifiant externe',
    'reference marchand',
  ],
  type: ['type', 'transaction type', 'operation', 'direction', 'type de transaction', 'sens'],
  amount: ['amount', 'montant', 'gross amount', 'montant brut', 'transaction amount'],
  net: ['net', 'net amount', 'montant net'],
  fee: ['fee', 'fees', 'frais', 'commission', 'transaction fee', 'charges'],
  outgoingFee: [],
  status: ['status', 'statut', 'state', 'etat'],
  currency: ['currency', 'devise', 'monnaie', 'currency code'],
}

/**
 * Exports of providers, each known by a column that no other has, and the names that mean something else in
 * it than elsewhere (decision 209). Amounts of Wave have a sign, so its types are not read.
 */
const knownExports: readonly { mark: string; names: Partial<ColumnNames> }[] = [
  // MTN MoMo, partner portal: each side of a transaction has a fee of its own, ours is that of whoever we
  // are.
  { mark: 'from fee', names: { fee: ['to fee'], outgoingFee: ['from fee'] } },
  // FedaPay, dashboard: our adapter keeps the number as the provider's reference.
  {
    mark: 'transaction key',
    names: {
      reference: ['id'],
      otherReference: ['merchant reference', 'reference'],
      net: ['amount transferred'],
    },
  },
  // Wave, portal of a business.
  {
    mark: 'identifiant de session api',
    names: { type: [], amount: ['montant brut'], net: ['montant net', 'montant'] },
  },
  // Wave, the members of its API.
  { mark: 'checkout api session id', names: { type: [], amount: [], net: ['amount'] } },
]

/** Which columns a file seems to have, by their names. */
export function guessColumns(header: readonly string[]): ColumnChoice {
  const names = header.map(plainName)
  const known = { ...knownNames, ...knownExports.find(({ mark }) => names.includes(mark))?.names }
  const taken = new Set<number>()
  const choice: ColumnChoice = {}
  for (const column of providerColumns)
    for (const name of known[column]) {
      const at = names.findIndex((each, index) => each === name && !taken.has(index))
      if (at < 0 || choice[column] !== undefined) continue
      choice[column] = at
      taken.add(at)
    }
  return withCurrencyOfAmount(choice, names)
}

/** Where each figure has a currency of its own, that of the amount counts. */
function withCurrencyOfAmount(choice: ColumnChoice, names: readonly string[]): ColumnChoice {
  const { amount, currency } = choice
  if (amount === undefined || currency === undefined) return choice
  return names[amount + 1] === names[currency] ? { ...choice, currency: amount + 1 } : choice
}

/**
 * Whether the words of a file are the customer's view, as in exports of MTN: a debit of the customer comes to
 * us, and a credit leaves. Where such a file has amounts below 0, their sign alone tells.
 */
export const isCustomersView = (header: readonly string[]): boolean =>
  header.some((name) => plainName(name) === 'provider category')

/** A name without capitals, accents and signs: `Date de transaction`, `DATE_DE_TRANSACTION`. */
export const plainName = (text: string): string =>
  text
    .slice(0, 100)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
