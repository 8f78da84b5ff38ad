import type { Database, OpenDatabase } from '../../../../base/database/open-database.ts'
import { dayAfter, dayBegins } from '../../../../base/kernel/local-time.ts'
import type { MoneyMove } from '../../settlement/money-move.ts'
import { listLastCounts, listMoves } from '../../settlement/money-move-store.ts'
import { type DayAccount, type DayGap, dayAccounts, dayGaps } from './money-day.ts'
import { listConfirmedFloats, readDayRows } from './money-day-store.ts'

/** More moves than people note in a day. */
const maxMoves = 200

/** How far back a day's end is shown, in days: what is older would be read from all that was booked since. */
export const maxDaysBack = 93

/** A day by the company's clocks: what lay where as it began and ended, what moved, and what is missing. */
type MoneyDay = { accounts: DayAccount[]; gaps: DayGap[]; moves: MoneyMove[] }

/** The end of a day like `2026-11-21` (decision 261). */
export async function readMoneyDay(
  { db, database, timeZone }: { db: Database; database: OpenDatabase; timeZone: string },
  day: string,
): Promise<MoneyDay> {
  const span = { from: dayBegins(day, timeZone), until: dayBegins(dayAfter(day, 1), timeZone) }
  const [rows, confirmed, counts, moves] = await Promise.all([
    readDayRows(database, span),
    listConfirmedFloats(db),
    listLastCounts(db, span),
    listMoves(db, span, maxMoves),
  ])
  const accounts = dayAccounts(rows)
  return { accounts, gaps: dayGaps(accounts, { confirmed, counts, until: span.until }), moves }
}
