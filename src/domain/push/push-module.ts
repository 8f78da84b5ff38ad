import type { Module } from '../../events/start-modules.ts'
import { enqueuePushes } from './enqueue-pushes.ts'
import type { PushDeps } from './push-deps.ts'
import { pushesDue } from './push-store.ts'
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
  due: { 'send pushes': pushesDue },
  start: () => [sendDuePushes({ ...push, onError })],
})
