import { isUnwritable, type OutageReason } from './database-error.ts'
import type { OnOutage } from './watch-outages.ts'

type OutageLog = Record<'warn' | 'error', (about: object, message: string) => void>

/**
 * Logs an outage in one line when it begins and one when it is over, and never each of what fails meanwhile:
 * at error where a person must act, at warn where the database usually comes back by itself.
 */
export const logOutage =
  (log: OutageLog): OnOutage =>
  ({ forMs, reason, cause }) => {
    if (cause)
      log[isUnwritable(reason) ? 'error' : 'warn']({ err: cause, reason }, `${begins[reason]} ${meanwhile}`)
    else log.warn({ reason, seconds: Math.round(forMs / 1_000) }, 'The database can be used again.')
  }

const meanwhile = 'Requests that need it get 503, and background work waits.'

const begins: Record<OutageReason, string> = {
  FULL: 'The disk of the database is full: free some space.',
  READ_ONLY: 'The database takes no writes: see which server is the primary.',
  NO_MEMORY: 'The database is out of memory: see what uses it.',
  DAMAGED: 'The database cannot read or write its files: see its own log, and its disk.',
  SLOW: 'The database is too slow, or a table is locked.',
  AWAY: 'The database is unavailable.',
}
