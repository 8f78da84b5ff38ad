import { findOldestDue } from '../../base/database/find-oldest-due.ts'
import type { Module } from '../../events/start-modules.ts'
import { enqueuePushes } from './enqueue-pushes.ts'
import type { PushDeps } from './push-deps.ts'
import { sendDuePushes } from './send-due-pushes.ts'

/** Push: enqueued for each offer and notice, and sent to the phones of its courier. */
export const pushModule = ({
  push,
  onError,
}: {
  push: PushDeps
  onError: (message: string, error: unknown) => void
}): Module => ({
  name: 'push',
  consumer: enqueuePushes(push),
  oldestDue: {
    'send pushes': async (now) => {
      const [offer, notice] = await Promise.all([
        findOldestDue(push.db, 'offer_pushes', now),
        findOldestDue(push.db, 'notice_pushes', now),
      ])
      return offer && notice ? new Date(Math.min(+offer, +notice)) : (offer ?? notice)
    },
  },
  start: () => [sendDuePushes({ ...push, onError })],
})
