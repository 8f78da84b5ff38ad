import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import type { Currency } from '../../../contract/vocabulary.ts'
import { type AccountKind, accountKinds } from './ledger-account.ts'

/** What was booked. */
export type PostingKind =
  | 'PAYMENT_RECEIVED'
  | 'TRIP_PREPAID'
  | 'DELIVERY_ENDED'
  | 'COURIER_WAITED'
  | 'REFUND_RECORDED'
  | 'SURPLUS_SETTLED'
  | 'TRANSFER_BEGUN'
  | 'TRANSFER_PAID'
  | 'TRANSFER_REFUSED'
  | 'PAYOUT_RECORDED'
  | 'PAYOUT_FEE_CHARGED'
  | 'SHOP_PAYMENT_RECORDED'
  | 'DIFFERENCE_SETTLED'
  | 'DISAGREEMENT_BOOKED'
  | 'DISAGREEMENT_SETTLED'
  | 'INVOICE_TAXED'
  | 'CREDIT_NOTE_ISSUED'
  | 'MONEY_MOVED'
  | 'MONEY_COUNTED'

/** One side of a posting: debits are positive, credits negative. */
export type Entry = { kind: AccountKind; owner: string; amountFcfa: Fcfa }

/** What is booked once, because of one thing that happened. */
export type Posting = {
  /** What happened; a second posting of the same cause is not made. */
  cause: string
  kind: PostingKind
  currency: Currency
  shopId: string | null
  deliveryId: string | null
  /** When it happened. It is booked then, or now when that month is closed. */
  happenedAt: Date
  /** Why a person booked it, 3 to 200 characters. */
  note: string | null
  /** At which rate its tax was taken out of its earnings, in hundredths of a percent. */
  vatRate?: number | null
  entries: readonly Entry[]
}

/** A debit of an amount of FCFA, which may be 0. */
export const debit = (kind: AccountKind, amountFcfa: Fcfa, owner = ''): Entry => ({
  kind,
  owner,
  amountFcfa,
})

/** A credit of an amount of FCFA, which may be 0. */
export const credit = (kind: AccountKind, amountFcfa: Fcfa, owner = ''): Entry => ({
  kind,
  owner,
  amountFcfa: amountFcfa === 0 ? 0 : -amountFcfa,
})

/**
 * The entries that are written: those of one account taken together, and none of 0. Throws a RangeError for
 * what can only be a mistake of ours: amounts that are not whole or do not sum to 0, an account without its
 * owner.
 */
export function balancedEntries(entries: readonly Entry[]): Entry[] {
  const sums = new Map<string, Entry>()
  for (const { kind, owner, amountFcfa } of entries) {
    if (!Number.isSafeInteger(amountFcfa)) throw new RangeError(`${amountFcfa} FCFA cannot be booked.`)
    if ((accountKinds[kind].owner === 'COMPANY') !== (owner === ''))
      throw new RangeError(`An account of the kind ${kind} has another owner than "${owner}".`)
    const key = `${kind} ${owner}`
    sums.set(key, { kind, owner, amountFcfa: (sums.get(key)?.amountFcfa ?? 0) + amountFcfa })
  }
  const written = [...sums.values()].filter(({ amountFcfa }) => amountFcfa !== 0)
  const sum = written.reduce((total, { amountFcfa }) => total + amountFcfa, 0)
  if (sum !== 0) throw new RangeError(`A posting of ${sum} FCFA too much cannot be booked.`)
  return written
}
