import { announceEvents } from '../database/announce-events.ts'
import type { Database } from '../database/open-database.ts'

/**
 * How often, at most, a process that only serves notifies the others that events wait for their positions.
 */
const notifyEveryMs = 10

/**
 * Notifies other processes after commits, once for all commits within a few milliseconds, because a notice
 * takes a global lock.
 */
export function notifyEventLog(db: Database, onError: (message: string, error: unknown) => void): () => void {
  let isPlanned = false
  return () => {
    if (isPlanned) return
    isPlanned = true
    setTimeout(() => {
      isPlanned = false
      announceEvents(db).catch((error) =>
        onError(
          'Other processes could not be notified of new events; they find them when they next poll.',
          error,
        ),
      )
    }, notifyEveryMs)
  }
}
