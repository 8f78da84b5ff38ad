import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import type { Currency } from '../../../contract/vocabulary.ts'
import { credit, debit, type Posting } from '../ledger/ledger-posting.ts'

/**
 * Where money is moved from and to besides providers: the till, the bank, what the company itself puts in or
 * takes out, and what came or left in a way that is explained by this.
 */
export const ownPlaces = ['CASH', 'BANK', 'COMPANY_FUNDS', 'SUSPENSE'] as const
type OwnPlace = (typeof ownPlaces)[number]

/** A place where money lies: `owner` is the account with a provider, and empty for the company's own. */
export type MoneyPlace = { kind: OwnPlace | 'PROVIDER_FLOAT'; owner: string }

/** A place as forms and commands name it: `CASH`, or the account with a provider. */
export const placeText = ({ kind, owner }: MoneyPlace): string => (kind === 'PROVIDER_FLOAT' ? owner : kind)

/** The place of such a name, in capitals or not. */
export function placeOf(text: string): MoneyPlace {
  const own = ownPlaces.find((each) => each === text.toUpperCase())
  return own ? { kind: own, owner: '' } : { kind: 'PROVIDER_FLOAT', owner: text }
}

/** Money that somebody moved, and noted. */
export type MoneyMove = {
  /** Of the form that was filled in: sent again, it changes nothing. */
  id: string
  from: MoneyPlace
  to: MoneyPlace
  currency: Currency
  /** What left `from`, without the fee. */
  amountFcfa: Fcfa
  /** What the provider kept: from what is left where money leaves it, else of what came. */
  feeFcfa: Fcfa
  /** What the provider's statement calls it; empty where no provider has a part in it. */
  reference: string
  movedAt: Date
  note: string
}

/** Why a move cannot be noted. */
type MoveFault = 'PLACES' | 'AMOUNT' | 'FEE' | 'REFERENCE' | 'FUTURE' | 'CLOSED' | 'CONFIRMED'

/** No one carries more. */
const maxMoveFcfa = 100_000_000_000
/** The longest number that a provider gave a movement, in characters. */
export const maxReferenceLength = 60

/** What is wrong with a move in itself. */
export function moveFault(move: MoneyMove, now: Date): MoveFault | undefined {
  const { from, to, amountFcfa, feeFcfa, reference, movedAt } = move
  const hasProvider = from.kind === 'PROVIDER_FLOAT' || to.kind === 'PROVIDER_FLOAT'
  if (placeText(from) === placeText(to)) return 'PLACES'
  if (!Number.isSafeInteger(amountFcfa) || amountFcfa < 1 || amountFcfa > maxMoveFcfa) return 'AMOUNT'
  if (!Number.isSafeInteger(feeFcfa) || feeFcfa < 0 || feeFcfa >= amountFcfa) return 'FEE'
  if (feeFcfa > 0 && !hasProvider) return 'FEE'
  if (reference.length > maxReferenceLength || (hasProvider && reference === '')) return 'REFERENCE'
  return movedAt > now ? 'FUTURE' : undefined
}

/** What leaves `from` in all. */
export const leavesFcfa = ({ from, amountFcfa, feeFcfa }: MoneyMove): Fcfa =>
  amountFcfa + (from.kind === 'PROVIDER_FLOAT' ? feeFcfa : 0)

/** What a move books. */
export function movePosting(move: MoneyMove): Posting {
  const { from, to, amountFcfa, feeFcfa } = move
  const pays = from.kind === 'PROVIDER_FLOAT' ? from : to
  return {
    cause: `move:${move.id}`,
    kind: 'MONEY_MOVED',
    currency: move.currency,
    shopId: null,
    deliveryId: null,
    happenedAt: move.movedAt,
    note: move.note,
    entries: [
      credit(from.kind, leavesFcfa(move), from.owner),
      debit(to.kind, amountFcfa - (pays === to ? feeFcfa : 0), to.owner),
      ...(feeFcfa > 0 ? [debit('PROVIDER_FEES', feeFcfa, pays.owner)] : []),
    ],
  }
}

/** What counting the till books: the difference waits for its explanation. */
export const countPosting = (count: {
  id: string
  currency: Currency
  differenceFcfa: Fcfa
  countedAt: Date
  note: string
}): Posting => ({
  cause: `count:${count.id}`,
  kind: 'MONEY_COUNTED',
  currency: count.currency,
  shopId: null,
  deliveryId: null,
  happenedAt: count.countedAt,
  note: count.note,
  entries: [debit('CASH', count.differenceFcfa), credit('SUSPENSE', count.differenceFcfa)],
})
