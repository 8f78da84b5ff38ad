import assert from 'node:assert/strict'
import type { Loop } from '../../src/base/background/loop.ts'
import { enqueuePushes } from '../../src/domain/push/enqueue-pushes.ts'
import type { PushDeps } from '../../src/domain/push/push-deps.ts'
import { pushesDue } from '../../src/domain/push/push-store.ts'
import { sendDuePushes } from '../../src/domain/push/send-due-pushes.ts'
import type { Resolve } from '../../src/domain/webhooks/endpoints/resolve-target.ts'
import { sendRequestsWith } from '../../src/domain/webhooks/sending/send-request.ts'
import { startLookout } from '../../src/events/start-lookout.ts'
import { consumeAll } from './event-work.ts'
import { lookedOutFor } from './looked-out-for.ts'
import type { TestService } from './open-service.ts'
import type { PushBrowser, PushServer } from './push-server.ts'
import type { SignedIn } from './sign-in.ts'

/** Pushes of a service under test, which may call the push server of this machine. */
export type PushWork = {
  deps: PushDeps
  /** What went wrong in the background; a test that expects something takes it out. */
  reportedErrors: string[]
  /** Enqueues a push for every offer. */
  relay(): Promise<void>
  /** The same, then claims and sends once; everything is written when it answers. */
  once(): Promise<void>
  start(options?: { looksOut?: boolean }): Loop
  close(): Promise<void>
}

/** Every name leads to this machine, which counts as public here, but for one that leads inside and one nowhere. */
const leadHere: Resolve = async (name) => {
  if (name === 'nowhere.example.com') throw new Error('It has no address.')
  return [name === 'inside.example.com' ? '192.168.0.1' : '127.0.0.1']
}

/**
 * Opens the pushes of a service. What its pages add is checked by the same rules, so that they take the server's
 * addresses.
 */
export function pushWork(
  { services }: Pick<TestService, 'services'>,
  server: PushServer,
  other: Partial<PushDeps> = {},
): PushWork {
  const rules = { allowedRanges: ['127.0.0.0/8'], allowInsecure: false }
  const sent = { rules, resolve: leadHere, ca: server.ca }
  const sender = sendRequestsWith({ ...sent, deadlineMs: 600_000 })
  // Nobody else is waited for so briefly: a test does not depend on how fast this machine is.
  const hastySender = sendRequestsWith({ ...sent, deadlineMs: 5_000 })
  const hangs = (url: string) => server.hanging.has(url)
  const post: PushDeps['post'] = (url, ...request) =>
    (hangs(url) ? hastySender : sender).send(url, ...request)
  const deps = Object.assign(services.push, { rules, resolve: leadHere, post, ...other })
  const reportedErrors: string[] = []
  const relay = () => consumeAll(services, enqueuePushes(services))
  const onError = (message: string, error: unknown) =>
    void reportedErrors.push(`${message} ${(error as Error).message}`)
  const start: PushWork['start'] = ({ looksOut = true } = {}) => {
    const sending = sendDuePushes({ ...deps, onError })
    const awaited = looksOut ? [{ due: pushesDue, loops: [sending] }] : []
    return lookedOutFor(sending, startLookout({ ...services, onError }, awaited))
  }
  return {
    deps,
    reportedErrors,
    relay,
    start,
    once: async () => {
      await relay()
      const loop = start()
      await loop.stop()
    },
    close: async () => {
      await Promise.all([sender.close(), hastySender.close()])
    },
  }
}

/** Subscribes a browser of a courier who is signed in, as their page does; returns the status of the response. */
export async function subscribe({ visitor }: SignedIn, { subscription }: PushBrowser): Promise<number> {
  const { status } = await visitor.post('/courier/push', JSON.stringify(subscription), {
    'content-type': 'application/json',
  })
  return status
}

/** The same, where nothing else is expected than that it is taken. */
export async function subscribed(courier: SignedIn, browser: PushBrowser): Promise<PushBrowser> {
  assert.equal(await subscribe(courier, browser), 204)
  return browser
}
