import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { newId } from '../src/base/kernel/clock.ts'
import { enableEndpoint, pauseEndpoint } from '../src/domain/webhooks/endpoints/change-endpoint.ts'
import { findEndpoint } from '../src/domain/webhooks/endpoints/endpoint-store.ts'
import { pingEndpoint } from '../src/domain/webhooks/endpoints/ping-endpoint.ts'
import { listAttempts } from '../src/domain/webhooks/sending/attempt-store.ts'
import { resendDispatches } from '../src/domain/webhooks/sending/resend-dispatches.ts'
import { onEachDatabase } from './support/databases.ts'
import { answers, assertSignedAt, holds } from './support/partner-server.ts'
import { publishMany } from './support/webhook-backlog.ts'
import {
  dispatchesOf,
  healthOf,
  logOf,
  order,
  refusalOf,
  relayAll,
  useWebhooks,
} from './support/webhook-work.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** From the first attempt to the eighth, when answers take no time (spec 6.5). */
const delays = [1, 5, 15, 60, 180, 360, 720]

const notEnqueued = {
  statusCode: 404,
  code: 'WEBHOOK_EVENT_NOT_FOUND',
  message: 'No such event was enqueued for this endpoint in the last 30 days.',
}

onEachDatabase((open) => {
  const scene = useWebhooks(open)
  const now = () => scene.service.clock.now()

  describe('ping (spec 6.1, decision 39)', () => {
    test('a ping is sent at once in the envelope of an event, signed, and logged', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook(answers(200, 'pong'))]
      const endpoint = await work.add(shop, hook)

      const { eventId, durationMs, attempt, ...result } = await pingEndpoint(work.services, endpoint)

      assert.deepEqual(result, { httpStatus: 200, failure: null, isSuccess: true, excerpt: 'pong' })
      const [request, ...others] = hook.received
      assert.ok(request)
      assert.deepEqual(others, [])
      assert.deepEqual(JSON.parse(request.body), {
        id: eventId,
        type: 'ping',
        createdAt: now().toISOString(),
        data: { endpointId: endpoint.id },
      })
      assert.equal(request.headers['svc-event'], 'ping')
      assert.equal(request.headers['svc-event-id'], eventId)
      await assertSignedAt(request, endpoint.secret, now())
      assert.ok(durationMs >= 0)
      assert.deepEqual(await logOf(work, endpoint.id), [
        {
          eventId,
          attempt: 1,
          trigger: 'PING',
          startedAt: now().toISOString(),
          httpStatus: 200,
          failure: null,
          nextAttemptAt: null,
        },
      ])
      assert.deepEqual(await listAttempts(work.services.db, endpoint, { limit: 2 }), [attempt])
    })

    test('a ping that fails is logged, is not retried, and does not count as a failure of the endpoint', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook(answers(500, 'no'))]
      const endpoint = await work.add(shop, hook)

      for (let pings = 0; pings < 6; pings += 1) {
        const { isSuccess, httpStatus, excerpt } = await pingEndpoint(work.services, endpoint)
        assert.deepEqual([isSuccess, httpStatus, excerpt], [false, 500, 'no'])
        service.clock.forward(day)
        await work.once()
      }

      assert.equal(hook.received.length, 6)
      assert.deepEqual(await dispatchesOf(work, endpoint.id), [])
      assert.deepEqual(await healthOf(work, endpoint.id), {
        failingSince: null,
        failures: 0,
        disabledAt: null,
      })
      assert.deepEqual(
        (await logOf(work, endpoint.id)).map(({ trigger, nextAttemptAt }) => [trigger, nextAttemptAt]),
        Array.from({ length: 6 }, () => ['PING', null]),
      )
    })

    test('a ping that succeeds does not reset the failures of an endpoint', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook(answers(500))]
      const endpoint = await work.add(shop, hook)
      const failingSince = now().toISOString()
      await order(shop)
      await work.once()
      hook.answering = answers(200)

      service.clock.forward(1)
      await pingEndpoint(work.services, endpoint)

      assert.deepEqual(await healthOf(work, endpoint.id), { failingSince, failures: 1, disabledAt: null })
    })

    test('paused and disabled endpoints may be pinged, and stay as they are', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook(answers(500))]
      const other = partner.hook(answers(500))
      const [paused, disabled] = [await work.add(shop, hook), await work.add(shop, other)]
      await order(shop)
      await work.once()
      await pauseEndpoint(work.services, paused)
      service.clock.forward(72 * hour)
      await work.once()
      hook.answering = answers(200)
      other.answering = answers(200)

      for (const key of [paused, disabled]) {
        const before = await findEndpoint(work.services.db, key)
        assert.equal((await pingEndpoint(work.services, key)).isSuccess, true)
        assert.deepEqual(await findEndpoint(work.services.db, key), before)
        assert.ok(before?.paused_at || before?.disabled_at)
      }
    })
  })

  describe('resend (spec 6.5, decision 40)', () => {
    test('an event that was delivered is resent with the same id and bytes and a new signature', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook()]
      const endpoint = await work.add(shop, hook)
      await order(shop)
      await work.once()
      const [dispatch] = await dispatchesOf(work, endpoint.id)
      const eventId = dispatch?.eventId ?? ''
      service.clock.forward(29 * day)

      assert.equal(await resendDispatches(work.services, endpoint, { eventId }), 1)
      await work.once()

      const [first, second] = hook.received
      assert.ok(first && second)
      assert.equal(second.body, first.body)
      assert.equal(second.headers['svc-event-id'], eventId)
      await assertSignedAt(second, endpoint.secret, now())
      const [, line] = await logOf(work, endpoint.id)
      assert.deepEqual(line, {
        eventId,
        attempt: 2,
        trigger: 'RESEND',
        startedAt: now().toISOString(),
        httpStatus: 200,
        failure: null,
        nextAttemptAt: null,
      })
      const [after] = await dispatchesOf(work, endpoint.id)
      assert.deepEqual([after?.state, after?.attempts], ['DELIVERED', 2])
      await work.once()
      assert.equal(hook.received.length, 2)
    })

    test('an event that used up its attempts gets one more by a resend, which does not restart the schedule', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook(answers(500))]
      const endpoint = await work.add(shop, hook)
      await order(shop)
      await exhaust()
      const [exhausted] = await dispatchesOf(work, endpoint.id)
      assert.equal(exhausted?.state, 'EXHAUSTED')

      await resendDispatches(work.services, endpoint, { eventId: exhausted?.eventId ?? '' })
      for (const delay of [0, ...delays]) {
        service.clock.forward(delay * minute)
        await work.once()
      }

      const log = await logOf(work, endpoint.id)
      assert.deepEqual(
        log.slice(7).map(({ attempt, trigger, nextAttemptAt }) => [attempt, trigger, nextAttemptAt]),
        [
          [8, 'SCHEDULED', null],
          [9, 'RESEND', null],
        ],
      )
      assert.equal((await dispatchesOf(work, endpoint.id))[0]?.state, 'EXHAUSTED')
    })

    test('an event that waits for its retry is sent now by a resend, and the schedule goes on if that fails', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook(answers(500))]
      const endpoint = await work.add(shop, hook)
      await order(shop)
      await work.once()
      const [waiting] = await dispatchesOf(work, endpoint.id)

      service.clock.forward(1_000)
      const resentAt = now().getTime()
      await resendDispatches(work.services, endpoint, { eventId: waiting?.eventId ?? '' })
      await work.once()
      service.clock.forward(5 * minute)
      await work.once()

      const log = await logOf(work, endpoint.id)
      assert.deepEqual(
        log.slice(1).map(({ attempt, trigger, startedAt, nextAttemptAt }) => ({
          attempt,
          trigger,
          startedAt: Date.parse(startedAt) - resentAt,
          nextAttemptAt: Date.parse(nextAttemptAt ?? '') - resentAt,
        })),
        [
          { attempt: 2, trigger: 'RESEND', startedAt: 0, nextAttemptAt: 5 * minute },
          { attempt: 3, trigger: 'SCHEDULED', startedAt: 5 * minute, nextAttemptAt: 20 * minute },
        ],
      )
    })

    test('a resend by time sends every event that used up its attempts since then, and nothing else', async () => {
      const { service, partner, work } = scene
      const [shop, other] = [await service.openShop(), await service.openShop()]
      const [hook, otherHook] = [partner.hook(answers(500)), partner.hook(answers(500))]
      const endpoint = await work.add(shop, hook)
      const otherEndpoint = await work.add(other, otherHook)
      await order(shop)
      await exhaust()
      const since = new Date(now().getTime() + 1)
      service.clock.forward(hour)
      await order(shop)
      await order(shop)
      await order(other)
      await exhaust()
      hook.answering = answers(200)
      otherHook.answering = answers(200)
      await order(shop)
      await work.once()
      const before = hook.received.length

      assert.equal(await resendDispatches(work.services, endpoint, { failedSince: since }), 2)
      await work.once()

      assert.equal(hook.received.length, before + 2)
      assert.deepEqual(
        (await dispatchesOf(work, endpoint.id)).map(({ state, attempts }) => [state, attempts]),
        [
          ['EXHAUSTED', 8],
          ['DELIVERED', 9],
          ['DELIVERED', 9],
          ['DELIVERED', 1],
        ],
      )
      assert.equal((await dispatchesOf(work, otherEndpoint.id))[0]?.state, 'EXHAUSTED')
      assert.equal(await resendDispatches(work.services, endpoint, { failedSince: since }), 0)
    })

    test('a resend by time works in batches, and a finished batch stays done when the next fails', async () => {
      const { service, partner, work } = scene
      const shop = await service.openShop()
      const endpoint = await work.add(shop, partner.hook())
      await pauseEndpoint(work.services, endpoint)
      service.clock.forward(1_000)
      await publishMany(service, shop, 4_500)
      await relayAll(work.services)
      const since = now()
      await exhaustAll(endpoint.id, since)
      const states = async () => {
        const dispatches = await dispatchesOf(work, endpoint.id)
        const isResent = ({ state, trigger }: { state: string; trigger: string }) =>
          state === 'PENDING' && trigger === 'RESEND'
        return { resent: dispatches.filter(isResent).length, of: dispatches.length }
      }
      service.clock.forward(hour)
      const resend = { failedSince: since }

      const failing = { ...work.services, db: work.services.db.withPlugin(failsAtUpdate(2)) }
      await assert.rejects(resendDispatches(failing, endpoint, resend), /The second batch fails/)
      assert.deepEqual(await states(), { resent: 2_000, of: 4_500 })

      assert.equal(await resendDispatches(work.services, endpoint, resend), 2_500)
      assert.deepEqual(await states(), { resent: 4_500, of: 4_500 })
      assert.equal(await resendDispatches(work.services, endpoint, resend), 0)
    })

    test('an event that fails again after a resend began is not sent once more by it', async () => {
      const { service, partner, work } = scene
      const shop = await service.openShop()
      const endpoint = await work.add(shop, partner.hook())
      await order(shop)
      await relayAll(work.services)
      const since = now()

      await exhaustAll(endpoint.id, new Date(since.getTime() + 1))
      assert.equal(await resendDispatches(work.services, endpoint, { failedSince: since }), 0)
      await exhaustAll(endpoint.id, since)
      assert.equal(await resendDispatches(work.services, endpoint, { failedSince: since }), 1)
    })

    test('an event that failed for good within the last hour is resent even if it was ordered a day ago', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook(answers(500))]
      const endpoint = await work.add(shop, hook)
      await order(shop)
      await exhaust()
      service.clock.forward(hour)

      const exactly = new Date(now().getTime() - hour)
      const after = new Date(exactly.getTime() + 1)
      assert.equal(await resendDispatches(work.services, endpoint, { failedSince: after }), 0)
      assert.equal(await resendDispatches(work.services, endpoint, { failedSince: exactly }), 1)
    })

    test('an event can be resent for 30 days', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook(answers(500))]
      const endpoint = await work.add(shop, hook)
      const ordered = now().getTime()
      await order(shop)
      await exhaust()
      const [dispatch] = await dispatchesOf(work, endpoint.id)
      const eventId = dispatch?.eventId ?? ''

      service.clock.set(new Date(ordered + 30 * day + 1).toISOString())
      assert.deepEqual(await refusalOf(resendDispatches(work.services, endpoint, { eventId })), notEnqueued)
      service.clock.set(new Date(ordered + 30 * day).toISOString())
      assert.equal(await resendDispatches(work.services, endpoint, { eventId }), 1)
      hook.answering = answers(200)
      await work.once()
      assert.equal((await dispatchesOf(work, endpoint.id))[0]?.state, 'DELIVERED')
    })

    test('resending an event that is unknown, or dispatched only to another endpoint, is refused', async () => {
      const { service, partner, work } = scene
      const [shop, other] = [await service.openShop(), await service.openShop()]
      const endpoint = await work.add(shop, partner.hook())
      const otherEndpoint = await work.add(other, partner.hook())
      await order(other)
      await work.once()
      const [foreign] = await dispatchesOf(work, otherEndpoint.id)

      for (const eventId of [newId(now()), foreign?.eventId ?? ''])
        assert.deepEqual(await refusalOf(resendDispatches(work.services, endpoint, { eventId })), notEnqueued)
    })

    test('an event that is being sent is not resent', async () => {
      const { service, partner, work } = scene
      const shop = await service.openShop()
      const { answering, release } = holds()
      const hook = partner.hook(answering)
      const endpoint = await work.add(shop, hook)
      await order(shop)
      const loop = await work.start()
      await hook.hasReceived(1)
      const [underWay] = await dispatchesOf(work, endpoint.id)

      const eventId = underWay?.eventId ?? ''
      assert.equal(await resendDispatches(work.services, endpoint, { eventId }), 0)

      release(200)
      await loop.stop()
      assert.equal(hook.received.length, 1)
      assert.equal((await dispatchesOf(work, endpoint.id))[0]?.state, 'DELIVERED')
    })

    test('an event that is resent to a paused endpoint is held until the endpoint is enabled', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook()]
      const endpoint = await work.add(shop, hook)
      await order(shop)
      await work.once()
      await pauseEndpoint(work.services, endpoint)
      const [dispatch] = await dispatchesOf(work, endpoint.id)

      await resendDispatches(work.services, endpoint, { eventId: dispatch?.eventId ?? '' })
      await work.once()
      assert.equal(hook.received.length, 1)

      await enableEndpoint(work.services, endpoint)
      await work.once()
      assert.equal(hook.received.length, 2)
    })
  })

  /** Marks everything pending for an endpoint as having used up its attempts at this time. */
  async function exhaustAll(endpointId: string, at: Date): Promise<void> {
    await scene.work.services.db
      .updateTable('webhook_dispatches')
      .set({ state: 'EXHAUSTED', attempts: 8, due_at: at })
      .where('webhook_dispatches.endpoint_id', '=', endpointId)
      .execute()
  }

  /** Lets two events at most use up their attempts: an endpoint that fails gets one in a round. */
  async function exhaust(): Promise<void> {
    for (const delay of [0, ...delays]) {
      scene.service.clock.forward(delay * minute)
      await scene.work.once()
      await scene.work.once()
    }
  }
})

/** Lets the updates of a database before the `nth` through, and no other. */
function failsAtUpdate(nth: number): KyselyPlugin {
  let updates = 0
  return {
    transformQuery: ({ node }) => {
      const isUpdate = node.kind === 'UpdateQueryNode' || node.kind === 'RawNode'
      if (isUpdate && ++updates === nth) throw new Error('The second batch fails.')
      return node
    },
    transformResult: async ({ result }) => result,
  }
}
