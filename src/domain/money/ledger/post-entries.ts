import type { Trx } from '../../../base/database/open-database.ts'
import { type Clock, newId } from '../../../base/kernel/clock.ts'
import type { Account } from './ledger-account.ts'
import { balancedEntries, type Posting } from './ledger-posting.ts'
import { findOpenSince, insertPostings, openAccounts } from './ledger-store.ts'

/**
 * Books postings in the transaction of what caused them, each once: a cause that is booked already is left as
 * it is, and so is a posting that moves nothing. What happened in a month that is closed is booked now.
 * Returns the causes that were booked. One call for each transaction: it locks the accounts in one order
 * (decision 197). Throws a RangeError for a posting that does not balance, before anything is written.
 */
export async function postEntries(
  { db: trx, clock }: { db: Trx; clock: Clock },
  postings: readonly Posting[],
): Promise<string[]> {
  const balanced = postings
    .map((posting) => ({ ...posting, entries: balancedEntries(posting.entries) }))
    .filter(({ entries }) => entries.length > 0)
  if (balanced.length === 0) return []
  const now = clock.now()
  const openSince = await findOpenSince(trx)
  // The clock of the process that closed the month may be ahead of this one.
  const lateAt = openSince !== null && now < openSince ? openSince : now
  const booked = balanced.map(({ happenedAt, ...posting }) => ({
    ...posting,
    id: newId(now),
    bookedAt: openSince !== null && happenedAt < openSince ? lateAt : happenedAt,
  }))
  const accounts = new Map<string, Account & { id: string }>()
  for (const { currency, entries } of booked)
    for (const { kind, owner } of entries)
      accounts.set(`${kind} ${owner} ${currency}`, { id: newId(now), kind, owner, currency })
  await openAccounts(trx, [...accounts.values()])
  return insertPostings(trx, booked)
}
