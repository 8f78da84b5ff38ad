import { randomUUID } from 'node:crypto'
import { type Loop, startLoop, untilWoken } from '../../../base/background/loop.ts'
import type { CachedValue } from '../../../base/database/cached-value.ts'
import { checkLease, newId } from '../../../base/kernel/clock.ts'
import { observe } from '../../../base/kernel/observed.ts'
import type { PublishCommitted } from '../../../events/event-body.ts'
import { type ActiveEndpoints, secretsAt } from '../endpoints/active-endpoints.ts'
import type { WebhookDeps } from '../webhook-deps.ts'
import { attemptTrace } from './attempt-trace.ts'
import { type EndpointLoad, shares } from './claim-shares.ts'
import { type HeldDispatch, type Lease, takeDueDispatches } from './dispatch-store.ts'
import { type Ended, recordAttempts } from './record-attempts.ts'
import { nextAttemptAt } from './retry-schedule.ts'
import { sendCommittedEvents } from './send-committed-events.ts'
import { signedHeaders } from './webhook-signature.ts'

type SenderDeps = WebhookDeps & {
  endpoints: CachedValue<ActiveEndpoints>
  onError: (message: string, error: unknown) => void
}

/** Sends due dispatches until it is stopped. */
export type Sender = {
  /** Something may be due now: for these endpoints, or for any. */
  wake(endpointIds?: Iterable<string>): void
  /** Sends events that this process has just committed at once, where little is under way. */
  publish: PublishCommitted
  /** Claims nothing new and finishes what is under way. */
  stop(): Promise<void>
}

/** How long a worker holds a dispatch: longer than any request lasts, after which another takes it over. */
const leaseMs = 30_000
/** Attempts that end within this time, or this many, are written together. */
const batchMs = 5
const batchSize = 128
/**
 * From this many requests under way, in all or to one endpoint, events are sent from the log: batches are
 * cheaper.
 */
const maxForExpress = 32
const maxEachForExpress = 4

/**
 * Claims due dispatches fairly between endpoints, sends them independently and saves outcomes in batches. No
 * transaction is open while waiting for a partner. An endpoint holds a slot until its outcome is written, so
 * it never has more under way than it may.
 */
export function sendDueDispatches(deps: SenderDeps): Sender {
  const owner = randomUUID()
  const underWay = new Map<string, number>()
  const failures = new Map<string, number>()
  /**
   * Endpoints that may have something due; those served longest ago come first, so that none is always last.
   */
  const queue = new Set<string>()
  const sending = new Set<Promise<void>>()
  /** Endpoints to queue with the next round, so that what falls due during a round is not missed. */
  const toQueue = new Set<string>()
  let isAllToQueue = true
  let total = 0
  let ended: Ended[] = []
  let batchTimer: NodeJS.Timeout | undefined

  function updateQueue(): void {
    const active = deps.endpoints.current()
    for (const id of queue) if (!active.has(id)) queue.delete(id)
    for (const id of isAllToQueue ? active.keys() : toQueue) if (active.has(id)) queue.add(id)
    isAllToQueue = false
    toQueue.clear()
  }

  const loads = (): EndpointLoad[] =>
    Array.from(queue, (id) => ({
      id,
      consecutiveFailures: failuresOf(id),
      underWay: underWay.get(id) ?? 0,
    }))

  async function round(): Promise<boolean> {
    updateQueue()
    let claimed = 0
    for (const shareOf of shares) {
      const { slots, limit } = shareOf(loads(), total)
      if (limit === 0 || slots.size === 0) continue
      const lease = newLease()
      const held = await takeDueDispatches(deps.db, { slots, limit, ...lease })
      for (const dispatch of held) {
        takeSlot(dispatch.endpointId)
        send(dispatch, lease)
      }
      claimed += held.length
      if (held.length < limit) dequeue(slots, held)
    }
    return claimed > 0
  }

  /** Endpoints that had less than they were asked for have nothing more that is due. */
  function dequeue(slots: ReadonlyMap<string, number>, held: readonly HeldDispatch[]): void {
    const taken = new Map<string, number>()
    for (const { endpointId } of held) taken.set(endpointId, (taken.get(endpointId) ?? 0) + 1)
    for (const [id, asked] of slots) if ((taken.get(id) ?? 0) < asked) queue.delete(id)
  }

  function newLease(): Lease {
    const now = deps.clock.now()
    return { owner, now, leaseEnds: new Date(now.getTime() + leaseMs) }
  }

  function takeSlot(endpointId: string): void {
    total += 1
    // To the end, where it is queued.
    if (queue.delete(endpointId)) queue.add(endpointId)
    underWay.set(endpointId, (underWay.get(endpointId) ?? 0) + 1)
  }

  /** Takes a slot for what was just committed, unless the process or the endpoint has much to do or fails. */
  function takeExpressSlot(endpointId: string): boolean {
    if (total >= maxForExpress || (underWay.get(endpointId) ?? 0) >= maxEachForExpress) return false
    if (failuresOf(endpointId) > 0) return false
    takeSlot(endpointId)
    return true
  }

  const failuresOf = (endpointId: string): number =>
    failures.get(endpointId) ?? deps.endpoints.current().get(endpointId)?.consecutiveFailures ?? 0

  function send(dispatch: HeldDispatch, lease: Lease): void {
    const sent = attempt(dispatch, lease)
      .then(record)
      .catch((error: unknown) => {
        release(dispatch.endpointId)
        deps.onError('A webhook attempt could not be made; it is retried when its lease ends.', error)
      })
      .finally(() => sending.delete(sent))
    sending.add(sent)
  }

  async function attempt({ body, ...dispatch }: HeldDispatch, { leaseEnds }: Lease): Promise<Ended> {
    checkLease(leaseEnds, deps.clock)
    const endpoint = deps.endpoints.current().get(dispatch.endpointId)
    if (!endpoint) throw new Error('The endpoint is no longer active.')
    const startedAt = deps.clock.now()
    const message = { id: dispatch.eventId, type: dispatch.eventType, body }
    const unixSeconds = Math.floor(startedAt.getTime() / 1000)
    const trace = attemptTrace(dispatch)
    const signed = signedHeaders(message, secretsAt(endpoint, startedAt), unixSeconds)
    const headers = { ...signed, ...trace.headers }
    const { retryAfter, ...result } = await deps.send(endpoint.url, headers, body)
    trace.end({ ...result, url: endpoint.url })
    const endedAt = deps.clock.now()
    const number = dispatch.attempts + 1
    const next = result.isSuccess
      ? undefined
      : nextAttemptAt(number, endedAt, { chance: deps.chance(), retryAfter })
    return {
      ...dispatch,
      ...result,
      attemptId: newId(startedAt),
      attempt: number,
      startedAt,
      endedAt,
      state: result.isSuccess ? 'DELIVERED' : next ? 'PENDING' : 'EXHAUSTED',
      nextAttemptAt: next ?? null,
    }
  }

  function record(outcome: Ended): void {
    const { isSuccess, failure, durationMs } = outcome
    observe('webhookAttempt', {
      outcome: isSuccess ? 'DELIVERED' : (failure ?? 'REFUSED'),
      seconds: durationMs / 1_000,
    })
    ended.push(outcome)
    if (ended.length >= batchSize) flush()
    else batchTimer ??= setTimeout(flush, batchMs)
  }

  function flush(): void {
    clearTimeout(batchTimer)
    batchTimer = undefined
    const batch = ended
    ended = []
    if (batch.length === 0) return
    const written = recordAttempts(deps, owner, batch)
      .then((counts) => {
        for (const [id, count] of counts) failures.set(id, count)
      })
      .catch((error: unknown) =>
        deps.onError('Webhook outcomes could not be saved; those events are sent again.', error),
      )
      .finally(() => {
        for (const { endpointId } of batch) release(endpointId)
        sending.delete(written)
        loop.wake()
      })
    sending.add(written)
  }

  function release(endpointId: string): void {
    total -= 1
    const left = (underWay.get(endpointId) ?? 1) - 1
    if (left === 0) underWay.delete(endpointId)
    else underWay.set(endpointId, left)
  }

  function wake(endpointIds?: Iterable<string>): void {
    if (endpointIds === undefined) isAllToQueue = true
    else for (const id of endpointIds) toQueue.add(id)
    loop.wake()
  }

  const loop: Loop = startLoop({ name: 'send webhooks', everyMs: untilWoken, round, onError: deps.onError })
  const express = sendCommittedEvents({
    db: deps.db,
    endpoints: deps.endpoints.current,
    newLease,
    takeSlot: takeExpressSlot,
    releaseSlot: (endpointId) => {
      release(endpointId)
      loop.wake()
    },
    send,
    onError: deps.onError,
  })
  return {
    wake,
    publish: express.publish,
    stop: async () => {
      await Promise.all([loop.stop(), express.stop()])
      while (sending.size > 0 || ended.length > 0) {
        flush()
        await Promise.allSettled([...sending])
      }
    },
  }
}
