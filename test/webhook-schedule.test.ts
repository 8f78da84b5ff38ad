import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { errorBody } from '../src/contract/errors.ts'
import type { MessageKind } from '../src/domain/messages/messages-tables.ts'
import { addEndpoint } from '../src/domain/webhooks/endpoints/add-endpoint.ts'
import {
  changeEndpoint,
  enableEndpoint,
  pauseEndpoint,
  regenerateSecret,
  removeEndpoint,
} from '../src/domain/webhooks/endpoints/change-endpoint.ts'
import {
  type EndpointKey,
  findEndpoint,
  listEndpoints,
  setEndpoint,
} from '../src/domain/webhooks/endpoints/endpoint-store.ts'
import { pingEndpoint } from '../src/domain/webhooks/endpoints/ping-endpoint.ts'
import { listAttempts } from '../src/domain/webhooks/sending/attempt-store.ts'
import {
  countExhausted,
  makePendingDueNow,
  markExhaustedForResend,
} from '../src/domain/webhooks/sending/dispatch-store.ts'
import { resendDispatches } from '../src/domain/webhooks/sending/resend-dispatches.ts'
import type { WebhookDeps } from '../src/domain/webhooks/webhook-deps.ts'
import { onEachDatabase } from './support/databases.ts'
import type { TestShop } from './support/open-service.ts'
import { answers, assertSignedAt } from './support/partner-server.ts'
import {
  dispatchesOf,
  healthOf,
  logOf,
  order,
  refusalOf,
  useWebhooks,
  type WebhookWork,
} from './support/webhook-work.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const owned = { ownerEmail: 'boutique@example.com' }

/** When each attempt begins, in minutes after the first, when answers take no time (spec 6.5, decision 37). */
const attemptsAt = [0, 1, 6, 21, 81, 261, 621, 1341]
const delays = [1, 5, 15, 60, 180, 360, 720]

onEachDatabase((open) => {
  const scene = useWebhooks(open)

  const now = () => scene.service.clock.now()
  const later = (ms: number, from = now()) => new Date(from.getTime() + ms).toISOString()

  describe('the schedule of attempts (spec 6.5, decision 37)', () => {
    test('webhook attempts come at 0, 1, 6, 21, 81, 261, 621 and 1341 minutes to the millisecond, and never again', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(owned), partner.hook(answers(500, 'maintenance'))]
      const endpoint = await work.add(shop, hook)
      const start = now()
      await order(shop)

      await work.once()
      for (const [made, delay] of delays.entries()) {
        service.clock.forward(delay * minute - 1)
        await work.once()
        assert.equal(hook.received.length, made + 1, `attempt ${made + 2} came before its time`)
        service.clock.forward(1)
        await work.once()
      }

      const [dispatch] = await dispatchesOf(work, endpoint.id)
      const at = (minutes: number) => later(minutes * minute, start)
      assert.deepEqual(
        await logOf(work, endpoint.id),
        attemptsAt.map((minutes, made) => ({
          eventId: dispatch?.eventId,
          attempt: made + 1,
          trigger: 'SCHEDULED',
          startedAt: at(minutes),
          httpStatus: 500,
          failure: null,
          nextAttemptAt: made < 7 ? at(attemptsAt[made + 1] ?? 0) : null,
        })),
      )
      assert.equal(dispatch?.state, 'EXHAUSTED')
      assert.equal(dispatch?.attempts, 8)

      service.clock.forward(29 * day)
      await work.once()
      assert.equal(hook.received.length, 8)
    })

    test('every attempt carries the same bytes under the same id, with a new signature (decision 36)', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(owned), partner.hook(answers(503))]
      const { secret } = await work.add(shop, hook)
      await order(shop)

      const sentAt: Date[] = []
      for (const delay of [...delays, 0]) {
        sentAt.push(now())
        await work.once()
        service.clock.forward(delay * minute)
      }

      const [first] = hook.received
      assert.ok(first)
      assert.equal(hook.received.length, 8)
      for (const [made, received] of hook.received.entries()) {
        assert.equal(received.body, first.body)
        assert.equal(received.headers['svc-event-id'], JSON.parse(first.body).id)
        await assertSignedAt(received, secret, sentAt[made] ?? new Date(0))
      }
      const signatures = new Set(hook.received.map(({ headers }) => headers['svc-signature']))
      assert.equal(signatures.size, 8)
    })

    test('each delay is counted from the end of the attempt before, so that a slow response does not shorten it', async () => {
      const { service, partner, work } = scene
      const shop = await service.openShop(owned)
      const hook = partner.hook((response) => {
        service.clock.forward(7 * second)
        response.writeHead(500).end()
      })
      const endpoint = await work.add(shop, hook)
      const start = now()
      await order(shop)

      await work.once()
      for (const delay of delays) {
        service.clock.forward(delay * minute - 1)
        await work.once()
        service.clock.forward(1)
        await work.once()
      }

      const log = await logOf(work, endpoint.id)
      assert.deepEqual(
        log.map(({ startedAt, nextAttemptAt }) => ({ startedAt, nextAttemptAt })),
        attemptsAt.map((minutes, made) => ({
          startedAt: later(minutes * minute + made * 7 * second, start),
          nextAttemptAt:
            made < 7 ? later((attemptsAt[made + 1] ?? 0) * minute + (made + 1) * 7 * second, start) : null,
        })),
      )
    })

    test('a success ends the schedule of webhook attempts', async () => {
      const { service, partner, work } = scene
      const shop = await service.openShop(owned)
      const hook = partner.hook((response) => response.writeHead(hook.received.length < 3 ? 500 : 204).end())
      const endpoint = await work.add(shop, hook)
      await order(shop)

      for (const delay of delays) {
        await work.once()
        service.clock.forward(delay * minute)
      }

      const log = await logOf(work, endpoint.id)
      assert.deepEqual(
        log.map(({ attempt, httpStatus }) => [attempt, httpStatus]),
        [
          [1, 500],
          [2, 500],
          [3, 204],
        ],
      )
      assert.equal(log[2]?.nextAttemptAt, null)
      const [dispatch] = await dispatchesOf(work, endpoint.id)
      assert.deepEqual([dispatch?.state, dispatch?.attempts], ['DELIVERED', 3])
    })
  })

  describe('delayed retries', () => {
    test('a retry comes at most a tenth of its delay late, at the time given in the log (spec 6.5)', async () => {
      const { service, partner, work } = scene
      const chances = [0.5, 0.999_999]
      const late = { ...work, services: { ...work.services, chance: () => chances.shift() ?? 0 } }
      const [shop, hook] = [await service.openShop(owned), partner.hook(answers(500))]
      const endpoint = await work.add(shop, hook)
      await order(shop)

      await work.once(late.services)
      assert.equal((await dispatchesOf(work, endpoint.id))[0]?.dueAt.toISOString(), later(63 * second))
      service.clock.forward(63 * second - 1)
      await work.once()
      assert.equal(hook.received.length, 1)
      service.clock.forward(1)
      await work.once(late.services)
      assert.equal(hook.received.length, 2)
      assert.equal((await logOf(work, endpoint.id))[1]?.nextAttemptAt, later(5.5 * minute - 1))
    })

    for (const [retryAfter, minutes] of [
      ['0', 1],
      ['59', 1],
      ['180', 3],
      ['360', 6],
      ['86400', 6],
      ['Sat, 21 Nov 2026 10:04:00 GMT', 4],
      ['Sat, 21 Nov 2026 09:00:00 GMT', 1],
      ['soon', 1],
      ['-5', 1],
    ] as const) {
      test(`a response of 503 with Retry-After ${retryAfter} is retried after ${minutes} minutes`, async () => {
        const { service, partner, work } = scene
        service.clock.set('2026-11-21T10:00:00.000Z')
        const shop = await service.openShop(owned)
        const endpoint = await work.add(shop, partner.hook(answers(503, '', { 'retry-after': retryAfter })))
        await order(shop)

        await work.once()

        const [dispatch] = await dispatchesOf(work, endpoint.id)
        assert.equal(dispatch?.dueAt.toISOString(), later(minutes * minute))
      })
    }
  })

  describe('warning the owner before disabling', () => {
    test('the owner is warned once at 24 and once at 48 hours of nothing but failures, and not before', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(owned), partner.hook(answers(500))]
      const endpoint = await work.add(shop, hook, ['delivery.created'])
      const failingSince = now()
      const emitted = async () => {
        await order(shop)
        await work.once()
        return messagesOf(work, shop)
      }
      const warning = (hours: number) => ({
        kind: 'ENDPOINT_FAILING',
        recipient: 'boutique@example.com',
        content: {
          endpointId: endpoint.id,
          url: hook.url,
          failingSince: failingSince.toISOString(),
          disablesAt: later(72 * hour, failingSince),
        },
        createdAt: later(hours * hour, failingSince),
      })

      assert.deepEqual(await emitted(), [])
      service.clock.forward(24 * hour - 1)
      assert.deepEqual(await emitted(), [])
      service.clock.forward(1)
      assert.deepEqual(await emitted(), [warning(24)])
      service.clock.forward(hour)
      assert.deepEqual(await emitted(), [warning(24)])
      service.clock.forward(23 * hour)
      assert.deepEqual(await emitted(), [warning(24), warning(48)])
      service.clock.forward(24 * hour - 1)
      assert.deepEqual(await emitted(), [warning(24), warning(48)])
      service.clock.forward(1)
      assert.deepEqual(
        (await emitted()).map(({ kind }) => kind),
        ['ENDPOINT_FAILING', 'ENDPOINT_FAILING', 'ENDPOINT_DISABLED'],
      )
    })

    test('an endpoint not called between 24 and 48 hours gets one warning, and a success restarts the count', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(owned), partner.hook(answers(500))]
      await work.add(shop, hook, ['delivery.created'])
      const emitted = async () => {
        await order(shop)
        await work.once()
        return (await messagesOf(work, shop)).length
      }
      await emitted()
      service.clock.forward(50 * hour)
      assert.equal(await emitted(), 1)
      service.clock.forward(hour)
      assert.equal(await emitted(), 1)
      hook.answering = answers(200)
      await emitted()
      hook.answering = answers(500)
      await emitted()
      service.clock.forward(24 * hour)
      assert.equal(await emitted(), 2)
    })
  })

  describe('disabling (spec 6.5, decision 38)', () => {
    test('an endpoint that only failed is disabled at 72 hours, not at 71 h 59, and its owner is notified once', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(owned), partner.hook(answers(500))]
      const endpoint = await work.add(shop, hook)
      const failingSince = now().toISOString()
      await order(shop)
      await work.once()

      service.clock.forward(72 * hour - minute)
      await order(shop)
      await work.once()
      assert.deepEqual(await healthOf(work, endpoint.id), { failingSince, failures: 3, disabledAt: null })
      assert.deepEqual(await messagesOf(work, shop, 'ENDPOINT_DISABLED'), [])

      service.clock.forward(minute)
      await work.once()

      const disabledAt = now().toISOString()
      assert.deepEqual(await healthOf(work, endpoint.id), { failingSince, failures: 4, disabledAt })
      const emitted = [
        {
          kind: 'ENDPOINT_DISABLED',
          recipient: 'boutique@example.com',
          content: { endpointId: endpoint.id, url: hook.url, failingSince },
          createdAt: disabledAt,
        },
      ]
      assert.deepEqual(await messagesOf(work, shop, 'ENDPOINT_DISABLED'), emitted)

      service.clock.forward(day)
      await work.once()
      assert.equal(hook.received.length, 4)
      assert.deepEqual(await messagesOf(work, shop, 'ENDPOINT_DISABLED'), emitted)
    })

    test('eight attempts that fail together at 72 hours disable the endpoint once', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(owned), partner.hook(answers(500))]
      const endpoint = await work.add(shop, hook)
      await order(shop)
      await work.once()
      service.clock.forward(72 * hour)
      for (let events = 0; events < 7; events += 1) await order(shop)

      await work.once()

      assert.equal(hook.received.length, 9)
      assert.equal((await healthOf(work, endpoint.id)).disabledAt, now().toISOString())
      assert.equal((await messagesOf(work, shop)).length, 1)
    })

    test('a success in between restarts the 72 hours after which an endpoint is disabled', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(owned), partner.hook(answers(500))]
      const endpoint = await work.add(shop, hook, ['delivery.created'])
      await order(shop)
      await work.once()
      service.clock.forward(71 * hour)
      hook.answering = answers(200)
      await work.once()
      assert.deepEqual(await healthOf(work, endpoint.id), {
        failingSince: null,
        failures: 0,
        disabledAt: null,
      })

      hook.answering = answers(500)
      service.clock.forward(hour)
      const failingSince = now().toISOString()
      await order(shop)
      await work.once()
      assert.deepEqual(await healthOf(work, endpoint.id), { failingSince, failures: 1, disabledAt: null })

      service.clock.forward(72 * hour - 1)
      await work.once()
      assert.deepEqual(await healthOf(work, endpoint.id), { failingSince, failures: 2, disabledAt: null })
      service.clock.forward(1)
      await order(shop)
      await work.once()
      assert.deepEqual(await healthOf(work, endpoint.id), {
        failingSince,
        failures: 3,
        disabledAt: now().toISOString(),
      })
    })

    test('enabling a disabled endpoint clears the counter and sends everything that was held meanwhile', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(owned), partner.hook(answers(500))]
      const endpoint = await work.add(shop, hook)
      await order(shop)
      await work.once()
      service.clock.forward(72 * hour)
      await order(shop)
      await work.once()
      assert.equal((await healthOf(work, endpoint.id)).disabledAt, now().toISOString())
      const sentBefore = hook.received.length

      service.clock.forward(minute)
      await order(shop)
      await order(shop)
      hook.answering = answers(200)
      await work.once()
      assert.equal(hook.received.length, sentBefore)
      assert.deepEqual(
        (await dispatchesOf(work, endpoint.id)).map(({ state }) => state),
        ['PENDING', 'PENDING', 'PENDING', 'PENDING'],
      )

      await enableEndpoint(work.services, endpoint)
      assert.deepEqual(await healthOf(work, endpoint.id), {
        failingSince: null,
        failures: 0,
        disabledAt: null,
      })
      await work.once()

      const held = await dispatchesOf(work, endpoint.id)
      assert.deepEqual(
        held.map(({ state, attempts }) => [state, attempts]),
        [
          ['DELIVERED', 3],
          ['DELIVERED', 2],
          ['DELIVERED', 1],
          ['DELIVERED', 1],
        ],
      )
      assert.deepEqual(
        new Set(hook.received.slice(sentBefore).map(({ headers }) => headers['svc-event-id'])),
        new Set(held.map(({ eventId }) => eventId)),
      )
      assert.equal(hook.received.length, sentBefore + 4)
    })

    test('another 72 hours of failure after it was enabled disable an endpoint again, and notify its owner again', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(owned), partner.hook(answers(500))]
      const endpoint = await work.add(shop, hook)
      await order(shop)
      await work.once()
      service.clock.forward(72 * hour)
      await work.once()
      await enableEndpoint(work.services, endpoint)

      service.clock.forward(hour)
      const failingSince = now().toISOString()
      await work.once()
      service.clock.forward(72 * hour - 1)
      await work.once()
      assert.deepEqual(await healthOf(work, endpoint.id), { failingSince, failures: 2, disabledAt: null })
      service.clock.forward(1)
      await order(shop)
      await work.once()

      assert.deepEqual(await healthOf(work, endpoint.id), {
        failingSince,
        failures: 3,
        disabledAt: now().toISOString(),
      })
      assert.equal((await messagesOf(work, shop, 'ENDPOINT_DISABLED')).length, 2)
    })

    test('an endpoint without traffic is never disabled, however long ago it failed', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(owned), partner.hook(answers(500))]
      const endpoint = await work.add(shop, hook)
      const failingSince = now().toISOString()
      await order(shop)
      for (const delay of [...delays, 0]) {
        await work.once()
        service.clock.forward(delay * minute)
      }
      service.clock.forward(100 * day)
      await work.once()
      assert.deepEqual(await healthOf(work, endpoint.id), { failingSince, failures: 8, disabledAt: null })

      hook.answering = answers(200)
      await order(shop)
      await work.once()
      assert.deepEqual(await healthOf(work, endpoint.id), {
        failingSince: null,
        failures: 0,
        disabledAt: null,
      })
      assert.deepEqual(await messagesOf(work, shop), [])
    })

    test('the message to an owner without an address waits until there is one', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook(answers(500))]
      await work.add(shop, hook)
      await order(shop)
      await work.once()
      service.clock.forward(72 * hour)
      await work.once()

      const messages = await messagesOf(work, shop)
      assert.deepEqual(
        messages.map(({ recipient }) => recipient),
        [null],
      )
    })
  })

  describe('changes of an endpoint', () => {
    test('a paused endpoint is sent nothing, not even retries, until it is enabled', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(owned), partner.hook(answers(500))]
      const endpoint = await work.add(shop, hook)
      await order(shop)
      await work.once()
      hook.answering = answers(200)

      await pauseEndpoint(work.services, endpoint)
      await order(shop)
      service.clock.forward(hour)
      await work.once()
      assert.equal(hook.received.length, 1)

      await enableEndpoint(work.services, endpoint)
      await work.once()
      assert.equal(hook.received.length, 3)
      assert.deepEqual(
        (await dispatchesOf(work, endpoint.id)).map(({ state }) => state),
        ['DELIVERED', 'DELIVERED'],
      )
    })

    test('a removed endpoint is sent nothing more, has nothing pending, and is unknown', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(owned), partner.hook(answers(500))]
      const endpoint = await work.add(shop, hook)
      await order(shop)
      await work.once()

      await removeEndpoint(work.services, endpoint)
      await order(shop)
      service.clock.forward(day)
      await work.once()

      assert.equal(hook.received.length, 1)
      assert.equal((await dispatchesOf(work, endpoint.id)).length, 1)
      for (const verb of [
        ...[enableEndpoint, pauseEndpoint, removeEndpoint, pingEndpoint],
        (services: WebhookDeps, key: EndpointKey) => changeEndpoint(services, key, { description: 'Caisse' }),
        (services: WebhookDeps, key: EndpointKey) => regenerateSecret(services, key, 24),
        (services: WebhookDeps, key: EndpointKey) => resendDispatches(services, key, { failedSince: now() }),
      ]) {
        assert.deepEqual(await refusalOf(verb(work.services, endpoint)), {
          statusCode: 404,
          code: 'WEBHOOK_ENDPOINT_NOT_FOUND',
          message: 'This shop has no webhook endpoint with this id.',
        })
      }
    })

    test('no operation finds another shop’s endpoint by its id, and the endpoint stays unchanged', async () => {
      const { service, partner, work } = scene
      const [shop, other, hook] = [
        await service.openShop(),
        await service.openShop(),
        partner.hook(answers(500)),
      ]
      const endpoint = await work.add(shop, hook)
      await order(shop)
      await work.once()
      const all = async () => [
        await findEndpoint(work.services.db, endpoint),
        await dispatchesOf(work, endpoint.id),
        await logOf(work, endpoint.id),
      ]
      const before = await all()
      const { db } = work.services
      const foreign = { shopId: other.shopId, id: endpoint.id }
      const [dispatch] = await dispatchesOf(work, endpoint.id)

      for (const verb of [
        ...[enableEndpoint, pauseEndpoint, removeEndpoint, pingEndpoint],
        (services: WebhookDeps, key: EndpointKey) => changeEndpoint(services, key, { description: 'Caisse' }),
        (services: WebhookDeps, key: EndpointKey) => regenerateSecret(services, key, 0),
        (services: WebhookDeps, key: EndpointKey) => resendDispatches(services, key, { failedSince: now() }),
        (services: WebhookDeps, key: EndpointKey) =>
          resendDispatches(services, key, { eventId: dispatch?.eventId ?? '' }),
      ])
        assert.equal((await refusalOf(verb(work.services, foreign))).code, 'WEBHOOK_ENDPOINT_NOT_FOUND')
      assert.equal(await findEndpoint(db, foreign), undefined)
      assert.equal(await setEndpoint(db, foreign, { paused_at: now() }), undefined)
      assert.equal(await makePendingDueNow(db, foreign, now(), 10), 0)
      assert.equal(await markExhaustedForResend(db, foreign, { since: now(), now: now(), limit: 10 }), 0)
      assert.equal(await countExhausted(db, foreign, new Date(0)), 0)
      assert.deepEqual(await listAttempts(db, foreign, { limit: 10 }), [])

      assert.equal(hook.received.length, 1)
      assert.deepEqual(await all(), before)
    })

    test('events that failed at an old address are retried at the changed one', async () => {
      const { service, partner, work } = scene
      const shop = await service.openShop(owned)
      const [old, moved] = [partner.hook(answers(500)), partner.hook()]
      const endpoint = await work.add(shop, old)
      await order(shop)
      await work.once()

      await changeEndpoint(work.services, endpoint, { url: moved.url })
      service.clock.forward(minute)
      await work.once()

      assert.equal(old.received.length, 1)
      assert.deepEqual(
        moved.received.map(({ body }) => body),
        old.received.map(({ body }) => body),
      )
    })

    test('changed event types apply from the next event on, and settings that were left out stay unchanged', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(owned), partner.hook()]
      const endpoint = await work.add(shop, hook, ['delivery.cancelled'])
      const id = await order(shop)
      await work.once()
      assert.equal(hook.received.length, 0)

      const changed = await changeEndpoint(work.services, endpoint, { eventTypes: ['delivery.created'] })
      assert.deepEqual(
        [changed.event_types, changed.url, changed.description],
        [['delivery.created'], hook.url, null],
      )
      await order(shop)
      await shop.post(`/deliveries/${id}/cancel`, {})
      await work.once()
      assert.deepEqual(typesOf(hook), ['delivery.created'])

      await changeEndpoint(work.services, endpoint, { eventTypes: null, description: 'Caisse' })
      await shop.post(`/deliveries/${await order(shop)}/cancel`, {})
      await work.once()
      assert.deepEqual(typesOf(hook).sort(), ['delivery.cancelled', 'delivery.created', 'delivery.created'])
    })

    test('a change with an address that is refused leaves the endpoint unchanged', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(owned), partner.hook()]
      const endpoint = await work.add(shop, hook)

      const change = changeEndpoint(work.services, endpoint, {
        url: 'http://hooks.example.com/',
        description: 'x',
      })

      assert.deepEqual(await refusalOf(change), {
        statusCode: 422,
        code: 'WEBHOOK_URL_REFUSED',
        message:
          'The address must begin with https://. To receive events on your own machine, use colis listen.',
        details: { reason: 'NOT_HTTPS' },
      })
      const row = await findEndpoint(work.services.db, endpoint)
      assert.deepEqual([row?.url, row?.description], [hook.url, null])
    })

    test('of 20 endpoints added at once 10 remain, and another shop can still add its own', async () => {
      const { service, work } = scene
      const [shop, other] = [await service.openShop(owned), await service.openShop(owned)]
      const add = ({ shopId }: TestShop, path: number | string) =>
        addEndpoint(work.services, {
          shopId,
          url: `https://hooks.example.com/${path}`,
          eventTypes: null,
          description: null,
        })

      const added = await Promise.allSettled(Array.from({ length: 20 }, (_, path) => add(shop, path)))

      const refused = added.filter(({ status }) => status === 'rejected')
      assert.equal(refused.length, 10)
      for (const { reason } of refused as PromiseRejectedResult[]) {
        assert.deepEqual(errorBody(reason, 'en'), {
          statusCode: 422,
          code: 'TOO_MANY_WEBHOOK_ENDPOINTS',
          message: 'A shop has at most 10 webhook endpoints. Remove one first.',
          details: { max: 10 },
        })
      }
      const rows = await listEndpoints(work.services.db, shop.shopId)
      assert.equal(rows.length, 10)
      await add(other, 'elsewhere')

      await removeEndpoint(work.services, { shopId: shop.shopId, id: rows[0]?.id ?? '' })
      await add(shop, 'again')
      assert.equal((await refusalOf(add(shop, 'once more'))).code, 'TOO_MANY_WEBHOOK_ENDPOINTS')
    })
  })
})

const typesOf = ({ received }: { received: { headers: Record<string, unknown> }[] }) =>
  received.map(({ headers }) => headers['svc-event'])

async function messagesOf({ services }: WebhookWork, { shopId }: TestShop, kind?: MessageKind) {
  const rows = await services.db
    .selectFrom('messages')
    .select(['messages.kind', 'messages.recipient', 'messages.content', 'messages.created_at'])
    .where('messages.shop_id', '=', shopId)
    .$if(kind !== undefined, (query) => query.where('messages.kind', '=', kind ?? 'ENDPOINT_DISABLED'))
    .orderBy('messages.created_at')
    .execute()
  return rows.map(({ created_at, ...row }) => ({ ...row, createdAt: created_at.toISOString() }))
}
