import { type Loop, startLoop } from '../../../base/background/loop.ts'
import type { NotifyDeps } from '../message-deps.ts'
import { enqueueAnnouncements } from './enqueue-announcements.ts'
import { remindOfPapers } from './remind-of-papers.ts'
import { remindOfShifts } from './remind-of-shifts.ts'

/** How often a process looks for what is to be told. */
const everyMs = 15_000

/**
 * Enqueues what couriers are told by the clock rather than by an event of a delivery, until it is stopped: in
 * batches that each commit, and each thing once, whichever process comes first.
 */
export const notifyCouriers = (
  deps: NotifyDeps & { onError: (message: string, error: unknown) => void },
): Loop =>
  startLoop({
    name: 'notify couriers',
    everyMs,
    minIntervalMs: () => everyMs,
    round: async () => {
      const isMore = [
        await enqueueAnnouncements(deps),
        await remindOfShifts(deps),
        await remindOfPapers(deps),
      ]
      return isMore.includes(true)
    },
    onError: deps.onError,
  })
