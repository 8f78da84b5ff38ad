import { findOldestDue } from '../../base/database/find-oldest-due.ts'
import type { Module } from '../../events/start-modules.ts'
import { enqueuePushes } from './enqueue-pushes.ts'
import type { PushDeps } from './push-deps.ts'
import { sendDuePushes } from './send-due-pushes.ts'

/** Push: enqueued for each offer, and sent to the phones of its courier. */
export const pushModule = ({
  push,
  onError,
}: {
  push: PushDeps
  onError: (message: string, error: unknown) => void
}): Module => ({
  name: 'push',
  consumer: enqueuePushes(push),
  oldestDue: { 'send pushes': (now) => findOldestDue(push.db, 'offer_pushes', now) },
  start: () => [sendDuePushes({ ...push, onError })],
})
