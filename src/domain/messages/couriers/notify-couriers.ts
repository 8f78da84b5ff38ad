import { type Loop, startLoop } from '../../../base/background/loop.ts'
import { type Due, earliestOf } from '../../../base/database/first-due.ts'
import { announcementsDue } from '../../couriers/announcements/announcement-store.ts'
import { shiftNoticesDue } from '../../couriers/shifts/shift-taker-store.ts'
import type { NotifyDeps } from '../message-deps.ts'
import { enqueueAnnouncements } from './enqueue-announcements.ts'
import { remindOfPapers } from './remind-of-papers.ts'
import { remindOfShifts } from './remind-of-shifts.ts'

/** How often it is looked for what is to be told by the day, such as papers that end. */
const everyMs = 120_000
/** How often at most: other events wake this too. */
const restMs = 15_000

/** Since when couriers wait for what the operator wrote to them, or did with their shifts. */
export const couriersDue: Due = earliestOf([announcementsDue, shiftNoticesDue])

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
    minIntervalMs: () => restMs,
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
