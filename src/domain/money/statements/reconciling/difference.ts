import type { Fcfa } from '../../../../base/kernel/fcfa.ts'
import type { Currency } from '../../../../contract/vocabulary.ts'
import type { AccountKind } from '../../ledger/ledger-account.ts'
import { credit, debit, type Posting } from '../../ledger/ledger-posting.ts'

/**
 * Why a provider's statement and the books differ: one has what the other has not, the amount or the fee is
 * another, or what was settled has been found since.
 */
type DifferenceKind = 'NOT_IN_BOOKS' | 'NOT_IN_STATEMENT' | 'OTHER_AMOUNT' | 'OTHER_FEE' | 'FOUND_LATER'

/**
 * What is compared: one row of a statement, or one payment or transfer of ours with the rows that name it.
 */
export type ComparedItem = {
  /** `row:<id>`, `payment:<id>`, `transfer:<id>` or `move:<id>`. */
  subject: string
  /** The rows that name it, in whichever statement they are. */
  rowIds: string[]
  /** What the statement names it by, and what we do. */
  statementReference: string | null
  ownReference: string | null
  occurredAt: Date
  /**
   * What each says that came to lie with the provider: negative for what left; null where it says nothing.
   */
  statementFcfa: Fcfa | null
  booksFcfa: Fcfa | null
  statementFeeFcfa: Fcfa
  booksFeeFcfa: Fcfa
  /** What was settled of it, and how often. */
  settledFcfa: Fcfa
  settlements: number
  lastReason: string | null
}

/** What must be added to what lies with the provider in the books, so that they agree with its statement. */
export const openDifference = ({ statementFcfa, booksFcfa, settledFcfa }: ComparedItem): Fcfa =>
  (statementFcfa ?? 0) - (booksFcfa ?? 0) - settledFcfa

/** Why an item differs, before anything was settled of it. */
export function differenceKind(item: ComparedItem): DifferenceKind {
  const { statementFcfa, booksFcfa, statementFeeFcfa, booksFeeFcfa } = item
  if (booksFcfa === null) return 'NOT_IN_BOOKS'
  if (statementFcfa === null) return 'NOT_IN_STATEMENT'
  if (statementFcfa === booksFcfa) return 'FOUND_LATER'
  return statementFcfa + statementFeeFcfa === booksFcfa + booksFeeFcfa ? 'OTHER_FEE' : 'OTHER_AMOUNT'
}

/** Where a difference may be booked to: to be explained later, or as a fee of the provider. */
export const settlementAccounts = [
  'SUSPENSE',
  'PROVIDER_FEES',
  'BANK',
  'CASH',
  'COMPANY_FUNDS',
] as const satisfies readonly AccountKind[]
export type SettlementAccount = (typeof settlementAccounts)[number]

/** What settles a difference. */
export function differencePosting({
  cause,
  provider,
  currency,
  differenceFcfa,
  into,
  reason,
  happenedAt,
}: {
  cause: string
  provider: string
  currency: Currency
  differenceFcfa: Fcfa
  into: SettlementAccount
  reason: string
  happenedAt: Date
}): Posting {
  const owner = into === 'PROVIDER_FEES' ? provider : ''
  return {
    cause,
    kind: 'DIFFERENCE_SETTLED',
    currency,
    shopId: null,
    deliveryId: null,
    happenedAt,
    note: reason,
    entries: [debit('PROVIDER_FLOAT', differenceFcfa, provider), credit(into, differenceFcfa, owner)],
  }
}
