import type { Database } from '../../../../base/database/open-database.ts'
import { monthAfter } from '../../../../base/kernel/local-time.ts'
import type { Currency } from '../../../../contract/vocabulary.ts'
import { findEndsOfMonths } from '../../ledger/closed-month-store.ts'
import { closedMonthBounds } from '../../ledger/ledger-month.ts'
import { accountFinder } from './account-plan.ts'
import { type JournalCursor, type JournalRow, listMappedAccounts, readPostings } from './journal-store.ts'

/** A line of a journal: an entry with its account of the accountant's plan. */
export type JournalLine = JournalRow & { journal: string; number: string; isFirst: boolean }

/** How many postings are in memory at once. */
const batchSize = 500

/**
 * The journal of a month of the company, posting by posting, as it is read: debits first. Each posting is
 * whole, so what was read until any moment balances. A month that is not closed may still change.
 */
export async function* readJournal(
  { db, timeZone }: { db: Database; timeZone: string },
  { month, currency }: { month: string; currency: Currency },
): AsyncGenerator<JournalLine> {
  const ends = await findEndsOfMonths(db, [monthAfter(month, -1), month])
  const span = { ...closedMonthBounds(month, ends, timeZone), currency }
  const accountOf = accountFinder(await listMappedAccounts(db))
  const journal = accountOf('JOURNAL')
  let cursor: JournalCursor = null
  do {
    const { rows, next } = await readPostings(db, span, cursor, batchSize)
    let posting = ''
    for (const row of rows) {
      yield { ...row, journal, number: accountOf(row.account, row.owner), isFirst: row.postingId !== posting }
      posting = row.postingId
    }
    cursor = next
  } while (cursor !== null)
}
