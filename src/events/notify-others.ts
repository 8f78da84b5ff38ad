import { notifyProcesses } from '../base/database/notify-processes.ts'
import type { ChangedTopic, Database } from '../base/database/open-database.ts'

type NotifyOptions = {
  topic: ChangedTopic
  /** How often the others are notified at most, in ms. */
  everyMs: number
  onError: (message: string, error: unknown) => void
}

/**
 * Notifies other processes: at once when it is asked to, and then once for all that was asked within the next
 * `everyMs`, because a notice takes a global lock.
 */
export function notifyOthers(db: Database, { topic, everyMs, onError }: NotifyOptions): () => void {
  let isResting = false
  let isAskedAgain = false

  function notify(): void {
    isAskedAgain = isResting
    if (isResting) return
    isResting = true
    setTimeout(() => {
      isResting = false
      if (isAskedAgain) notify()
    }, everyMs).unref()
    notifyProcesses(db, topic).catch((error) =>
      onError('Other processes could not be notified; they find what there is when they next look.', error),
    )
  }
  return notify
}
