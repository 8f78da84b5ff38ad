import { announceEvents } from '../database/announce-events.ts'
import type { Database } from '../database/open-database.ts'

/** How often, at most, a process that only serves tells the others that events wait for their positions. */
const notifyEveryMs = 10

/** Tells other processes after commits, once for all that come within a moment: a notice takes a global lock. */
export function notifyRelays(db: Database, onError: (message: string, error: unknown) => void): () => void {
  let isPlanned = false
  return () => {
    if (isPlanned) return
    isPlanned = true
    setTimeout(() => {
      isPlanned = false
      announceEvents(db).catch((error) =>
        onError('Events were not announced; they are found a second later.', error),
      )
    }, notifyEveryMs)
  }
}
