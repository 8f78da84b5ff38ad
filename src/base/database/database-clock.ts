import { sql } from 'kysely'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from './open-database.ts'

/**
 * The database's clock as this process keeps it: what processes share depends on no machine's own (decision
 * 287).
 */
export type DatabaseClock = Clock & {
  /** Compares the machine's clock with the database's: one statement. */
  compare(): Promise<void>
  /** Whether the machine's clock was set since it was last compared. */
  wasSet(): boolean
  /** How far the machine's clock is ahead of the database's, in ms; negative behind it. */
  skewMs(): number
}

/** By how much a clock differs from the time that passed, in ms, when it was set rather than kept right. */
const setByMs = 50

/**
 * The clock `own` of this machine, set right by the difference that was last measured; none before `compare`.
 * The answer was given at some moment between question and receipt, so a difference within half the round
 * trip proves nothing: the correction moves only as far as the measurement demands, and does not tremble.
 */
export function databaseClock(db: Database, own: Clock): DatabaseClock {
  let correctionMs = 0
  /** What the machine's clock showed when its steady one began, in ms: the same until it is set. */
  const startShownMs = () => own.now().getTime() - performance.now()
  let comparedStartMs = startShownMs()
  return {
    now: () => new Date(own.now().getTime() + correctionMs),
    compare: async () => {
      const startMs = startShownMs()
      const askedAt = own.now().getTime()
      const asked = performance.now()
      const answeredAt = await readDatabaseTime(db)
      const halfMs = Math.ceil((performance.now() - asked) / 2)
      const aheadMs = answeredAt.getTime() - (askedAt + halfMs)
      correctionMs = Math.min(Math.max(correctionMs, aheadMs - halfMs - 1), aheadMs + halfMs + 1)
      // Only now: what could not be compared is compared again, and so is a clock that was set meanwhile.
      comparedStartMs = startMs
    },
    wasSet: () => Math.abs(startShownMs() - comparedStartMs) > setByMs,
    skewMs: () => 0 - correctionMs,
  }
}

async function readDatabaseTime(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  if (!rows[0]) throw new Error('The database does not tell the time.')
  return rows[0].now
}
