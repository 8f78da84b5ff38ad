import { announceEvents } from '../base/database/announce-events.ts'
import type { Database } from '../base/database/open-database.ts'

/** How often, at most, a process that only serves notifies the others, in ms. */
const notifyEveryMs = 10

/**
 * Notifies other processes that events wait for their positions: at once after a commit, and then once for
 * all commits of the next few milliseconds, because a notice takes a global lock.
 */
export function notifyEventLog(db: Database, onError: (message: string, error: unknown) => void): () => void {
  let isResting = false
  let isAskedAgain = false

  function notify(): void {
    isAskedAgain = isResting
    if (isResting) return
    isResting = true
    setTimeout(() => {
      isResting = false
      if (isAskedAgain) notify()
    }, notifyEveryMs)
    announceEvents(db).catch((error) =>
      onError(
        'Other processes could not be notified of new events; they find them when they next poll.',
        error,
      ),
    )
  }
  return notify
}
