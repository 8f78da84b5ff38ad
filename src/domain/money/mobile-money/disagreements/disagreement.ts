import type { Currency } from '../../../../contract/vocabulary.ts'
import { credit, debit, type Posting } from '../../ledger/ledger-posting.ts'
import { sendingFloat } from '../provider-float.ts'

/**
 * Money that disagrees (decision 249): what a provider says of money otherwise than the service knows it.
 * Every such word is kept; what moved by it stands in suspense, until a person settles it with a reason or
 * the provider agrees.
 */
export type Disagreement = {
  id: string
  /** `payment:<id>`, `transfer:<id>`, or `row:<id>` of a provider's statement. */
  subject: string
  provider: string
  /** What was ordered, or told first. */
  currency: Currency
  amountFcfa: number
  /** What its postings hold in the float of the provider: negative for what left. */
  standingFcfa: number
  standingCurrency: Currency | null
  postings: number
  words: number
  settledAt: Date | null
}

/** What a provider says of an order, in its own figures; of a statement's row, that of the row. */
export type ProviderWord = {
  state: 'PAID' | 'PENDING' | 'REFUSED'
  amount: string
  currency: string
  reference: string
}

/** How an order that a provider disagrees about is settled. */
export const orderSettlements = ['COUNTS', 'STAYS', 'REVERSED'] as const
export type OrderSettlement = (typeof orderSettlements)[number]

/** Which of two rows of one reference counts. */
export const rowSettlements = ['LATER', 'EARLIER', 'BOTH'] as const
export type RowSettlement = (typeof rowSettlements)[number]

/** What lies with the provider, or left it, because of a disagreement. */
export type Standing = { fcfa: number; currency: Currency | null }

/** The amount of an order as the float counts it: what is sent leaves it. */
const signedFcfa = ({ subject }: Pick<Disagreement, 'subject'>, amountFcfa: number): number =>
  subject.startsWith('transfer:') ? -amountFcfa : amountFcfa

/**
 * What must stand in the books after a word: what it says that moved, nothing where it says that nothing did,
 * and as before where it does not say, or names no whole amount of a currency that the books hold.
 */
export function standingAfter(
  disagreement: Disagreement,
  { state, amount, currency }: ProviderWord,
): Standing {
  const before = { fcfa: disagreement.standingFcfa, currency: disagreement.standingCurrency }
  if (state === 'PENDING') return before
  if (state === 'REFUSED') return { fcfa: 0, currency: null }
  const isHeld = currency === 'XOF' || currency === 'XAF'
  const whole = /^\d{1,12}(\.0+)?$/.test(amount) ? Number(amount) : undefined
  if (!isHeld || whole === undefined) return before
  return { fcfa: signedFcfa(disagreement, whole), currency }
}

/**
 * What stays in suspense of an order that a person settles: all, nothing, or, of one that counts as ordered
 * and is booked as such, what the provider said that moved beside that.
 */
export function standingSettled(disagreement: Disagreement, how: OrderSettlement): Standing {
  const { standingFcfa: fcfa, standingCurrency, currency, amountFcfa } = disagreement
  if (how === 'STAYS') return { fcfa, currency: standingCurrency }
  if (how === 'REVERSED' || fcfa === 0 || standingCurrency !== currency) return { fcfa: 0, currency: null }
  return { fcfa: fcfa - signedFcfa(disagreement, amountFcfa), currency }
}

/** What changes what stands, one posting for each currency: the float against suspense. */
export function standingPostings(
  { subject, provider, postings, standingFcfa, standingCurrency }: Disagreement,
  after: Standing,
  about: { kind: 'DISAGREEMENT_BOOKED' | 'DISAGREEMENT_SETTLED'; note: string | null; happenedAt: Date },
): Posting[] {
  const account = subject.startsWith('transfer:') ? sendingFloat(provider) : provider
  const changes = new Map<Currency, number>()
  const add = (currency: Currency | null, fcfa: number) => {
    if (currency !== null) changes.set(currency, (changes.get(currency) ?? 0) + fcfa)
  }
  add(standingCurrency, -standingFcfa)
  add(after.currency, after.fcfa)
  return [...changes]
    .filter(([, fcfa]) => fcfa !== 0)
    .map(([currency, fcfa], at) => ({
      cause: `disagreement:${subject}:${postings + at + 1}`,
      currency,
      shopId: null,
      deliveryId: null,
      ...about,
      entries: [debit('PROVIDER_FLOAT', fcfa, account), credit('SUSPENSE', fcfa)],
    }))
}
