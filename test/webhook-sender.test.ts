import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { pino } from 'pino'
import { openDatabase } from '../src/base/database/open-database.ts'
import { newId } from '../src/base/kernel/clock.ts'
import { readConfig } from '../src/config.ts'
import { createDelivery } from '../src/domain/deliveries/order/create-delivery.ts'
import type { DeliveryOrder } from '../src/domain/deliveries/order/delivery-order.ts'
import {
  enableEndpoint,
  pauseEndpoint,
  removeEndpoint,
} from '../src/domain/webhooks/endpoints/change-endpoint.ts'
import { type Ended, recordAttempts } from '../src/domain/webhooks/sending/record-attempts.ts'
import { makeServices } from '../src/services.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { plainOrder, type TestShop } from './support/open-service.ts'
import { type Answering, answers, type Hook, holds } from './support/partner-server.ts'
import { until } from './support/until.ts'
import { publishMany } from './support/webhook-backlog.ts'
import {
  dispatchesOf,
  healthOf,
  logOf,
  order,
  relayAll,
  useWebhooks,
  type WebhookScene,
  withoutLookout,
} from './support/webhook-work.ts'

const minute = 60_000

onEachDatabase((open) => {
  const scene = useWebhooks(open)

  describe('requests to one endpoint at once', () => {
    test('one endpoint gets at most 8 requests at once, however many are due', async () => {
      const { service, partner, work } = scene
      const shop = await service.openShop()
      const { answering, release } = holds()
      const hook = partner.hook(answering)
      await work.add(shop, hook)
      await orderMany(shop, 20)

      const loop = await work.start()
      await hook.hasReceived(8)
      await anotherArrives(scene)
      assert.equal(hook.received.length, 8)

      hook.answering = answers(200)
      release(200)
      await hook.hasReceived(20)
      await loop.stop()
      assert.equal(hook.maxAtOnce, 8)
      assert.equal(new Set(hook.received.map(({ headers }) => headers['svc-event-id'])).size, 20)
    })

    test('an endpoint gets one request at a time after 5 failures in a row, and 8 again after a success', async () => {
      const { service, partner, work } = scene
      const shop = await service.openShop()
      const hook = partner.hook(answers(500))
      const endpoint = await work.add(shop, hook)
      await orderMany(shop, 5)
      await work.once()
      assert.equal((await healthOf(work, endpoint.id)).failures, 5)

      const { answering, release } = holds()
      hook.answering = answering
      hook.maxAtOnce = 0
      await orderMany(shop, 6)
      const loop = await work.start()
      await hook.hasReceived(6)
      await anotherArrives(scene)
      assert.equal(hook.received.length, 6)

      release(500)
      await hook.hasReceived(7)
      await anotherArrives(scene)
      assert.equal(hook.received.length, 7)
      assert.equal(hook.maxAtOnce, 1)

      release(200)
      await hook.hasReceived(11)
      assert.equal(hook.underWay, 4)
      release(200)
      await loop.stop()
      assert.equal((await healthOf(work, endpoint.id)).failures, 0)
    })
  })

  test('a process has at most 256 requests under way, and the others follow when some end', async () => {
    const { work } = scene
    const { answering, release } = holds()
    const { hooks, received } = await addMany(scene, { hooks: 36, eventsEach: 8, answering })

    const loop = await work.start()
    await until(() => received() === 256, '256 requests')
    for (let time = 0; time < 3; time += 1) {
      loop.wake()
      await relayAll(work.services)
    }
    assert.equal(received(), 256)

    for (const hook of hooks) hook.answering = answers(200)
    release(200)
    await until(() => received() === 288, 'the other requests')
    await loop.stop()
    assert.ok(hooks.every((hook) => hook.received.length === 8))
  })

  describe('one endpoint never delays another', () => {
    test('80 hanging requests to a host do not hold up another endpoint on it', async () => {
      const { service, partner, work } = scene
      const shop = await service.openShop()
      const { answering, release } = holds()
      const hanging = Array.from({ length: 10 }, () => partner.hook(answering))
      for (const hook of hanging) await work.add(shop, hook)
      await orderMany(shop, 8)
      const loop = await work.start()
      for (const hook of hanging) await hook.hasReceived(8)

      await anotherArrives(scene)

      assert.deepEqual(
        hanging.map(({ underWay }) => underWay),
        hanging.map(() => 8),
      )
      release(200)
      await loop.stop()
    })

    test('hanging requests that fill the whole process do not hold up another endpoint', async () => {
      const { work } = scene
      const { answering, release } = holds()
      const first = await addMany(scene, { hooks: 40, eventsEach: 8, answering })
      const loop = await work.start()
      await until(() => first.received() === 256, '256 requests')

      await anotherArrives(scene)
      const others = await addMany(scene, { hooks: 20, eventsEach: 3, answering })
      await until(() => others.received() === 20, 'one request for each of the others')
      await anotherArrives(scene)

      assert.equal(first.underWay(), 256)
      assert.deepEqual(
        others.hooks.map(({ underWay }) => underWay),
        others.hooks.map(() => 1),
      )
      for (const hook of [...first.hooks, ...others.hooks]) hook.answering = answers(200)
      release(200)
      await until(() => first.received() === 320 && others.received() === 60, 'everything that was due')
      await loop.stop()
    })

    test('hundreds of endpoints that have hung for long take half of the process together, each in its turn', async () => {
      const { work } = scene
      const { answering, release } = holds()
      const { hooks, received, underWay } = await addMany(scene, { hooks: 260, eventsEach: 2, answering })
      await work.services.db
        .updateTable('webhook_endpoints')
        .set({ failing_since: work.services.clock.now(), consecutive_failures: 5 })
        .where('webhook_endpoints.removed_at', 'is', null)
        .execute()
      const loop = await work.start()
      await until(() => received() === 128, '128 requests')

      await anotherArrives(scene)
      assert.equal(underWay(), 128)
      assert.equal(received(), 128)

      release(500)
      await until(() => received() === 256, 'the next 128 requests')
      assert.equal(hooks.filter((hook) => hook.received.length === 1).length, 256)
      await anotherArrives(scene)

      assert.equal(underWay(), 128)
      for (const hook of hooks) hook.answering = answers(200)
      const stopped = loop.stop()
      release(200)
      await stopped
    })

    test('5,000 overdue events of an endpoint that hangs do not delay another endpoint', async () => {
      const { service, partner, work } = scene
      const shop = await service.openShop()
      const { answering, release } = holds()
      const hook = partner.hook(answering)
      const endpoint = await work.add(shop, hook)
      await publishMany(service, shop, 5_000)
      await relayAll(work.services)
      const loop = await work.start()
      await hook.hasReceived(8)

      await anotherArrives(scene)

      assert.equal(hook.received.length, 8)
      await removeEndpoint(work.services, endpoint)
      const stopped = loop.stop()
      release(200)
      await stopped
    })

    test('5,000 overdue events of an endpoint that is fast do not delay another endpoint', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook()]
      await work.add(shop, hook)
      await publishMany(service, shop, 5_000)
      await relayAll(work.services)
      const loop = await work.start()
      await hook.hasReceived(100)

      const before = hook.received.length
      await anotherArrives(scene)

      const meanwhile = hook.received.length - before
      await loop.stop()
      assert.ok(meanwhile < 2_000, `${meanwhile} of the backlog were sent before it`)
    })
  })

  test('an event is sent when it is committed, not at the next poll', async () => {
    const { service, partner, work } = scene
    const [shop, hook] = [await service.openShop(), partner.hook()]
    await work.add(shop, hook)
    const loop = await work.start(withoutLookout)

    for (let sent = 1; sent <= 3; sent += 1) {
      await order(shop)
      await hook.hasReceived(sent)
    }

    await loop.stop()
  })

  test('an endpoint added or enabled while the sender runs is sent its events at once', async () => {
    const { service, partner, work } = scene
    const shop = await service.openShop()
    const [added, enabled] = [partner.hook(), partner.hook()]
    const paused = await work.add(shop, enabled)
    await pauseEndpoint(work.services, paused)
    const loop = await work.start()

    await work.add(shop, added)
    await order(shop)
    await added.hasReceived(1)
    assert.equal(enabled.received.length, 0)
    await enableEndpoint(work.services, paused)
    await enabled.hasReceived(1)

    await loop.stop()
    assert.equal(added.received.length, 1)
  })

  test('stopping the sender finishes requests under way, saves their outcomes and claims nothing new', async () => {
    const { service, partner, work } = scene
    const shop = await service.openShop()
    const { answering, release } = holds()
    const hook = partner.hook(answering)
    const endpoint = await work.add(shop, hook)
    await orderMany(shop, 10)
    const loop = await work.start()
    await hook.hasReceived(8)

    let isStopped = false
    const stopped = loop.stop().then(() => {
      isStopped = true
    })
    await order(shop)
    await relayAll(work.services)
    // Another worker could take the others; this one does not.
    assert.equal(isStopped, false)
    release(200)
    await stopped

    assert.equal(hook.received.length, 8)
    const states = (await dispatchesOf(work, endpoint.id)).map(({ state }) => state)
    assert.equal(states.filter((state) => state === 'DELIVERED').length, 8)
    assert.equal(states.filter((state) => state === 'PENDING').length, 3)
    assert.equal((await logOf(work, endpoint.id)).length, 8)
  })

  describe('a worker whose lease expired', () => {
    for (const [late, taken] of [
      [500, 200],
      [200, 500],
    ] as const) {
      test(`a response of ${late} after the lease expired and another worker got ${taken} is logged and changes nothing`, async () => {
        const { service, partner, work } = scene
        const shop = await service.openShop()
        const { answering, release } = holds()
        const hook = partner.hook(answering)
        const endpoint = await work.add(shop, hook)
        await order(shop)
        const startedAt = service.clock.now().toISOString()
        const first = await work.start()
        await hook.hasReceived(1)
        const ended = first.stop()
        hook.answering = answers(taken)

        service.clock.forward(30_000 - 1)
        await work.once()
        assert.equal(hook.received.length, 1, 'its lease is not over')
        service.clock.forward(1)
        await work.once()
        assert.equal(hook.received.length, 2)
        const takenAt = service.clock.now().toISOString()
        const [before] = await dispatchesOf(work, endpoint.id)
        assert.equal(before?.attempts, 1)
        assert.equal(before?.state, taken === 200 ? 'DELIVERED' : 'PENDING')
        service.clock.forward(1)
        release(late)
        await ended

        assert.deepEqual(await dispatchesOf(work, endpoint.id), [before])
        const line = { eventId: before?.eventId, attempt: 1, trigger: 'SCHEDULED', failure: null }
        const nextAttemptAt = taken === 500 ? before?.dueAt.toISOString() : null
        assert.deepEqual(await logOf(work, endpoint.id), [
          { ...line, startedAt, httpStatus: late, nextAttemptAt: null },
          { ...line, startedAt: takenAt, httpStatus: taken, nextAttemptAt },
        ])
        assert.equal(hook.received[0]?.body, hook.received[1]?.body)
      })
    }

    test('a response that comes after the attempts of another worker does not count as one of them', async () => {
      const { service, partner, work } = scene
      const shop = await service.openShop()
      const { answering, release } = holds()
      const hook = partner.hook(answering)
      const endpoint = await work.add(shop, hook)
      await order(shop)
      const first = await work.start()
      await hook.hasReceived(1)
      const ended = first.stop()
      hook.answering = answers(500)
      service.clock.forward(minute)
      await work.once()
      service.clock.forward(minute)
      await work.once()
      const [before] = await dispatchesOf(work, endpoint.id)
      assert.deepEqual([before?.state, before?.attempts], ['PENDING', 2])

      release(200)
      await ended

      assert.deepEqual(await dispatchesOf(work, endpoint.id), [before])
      service.clock.forward(5 * minute)
      hook.answering = answers(200)
      await work.once()
      const [after] = await dispatchesOf(work, endpoint.id)
      assert.deepEqual([after?.state, after?.attempts], ['DELIVERED', 3])
    })
  })
})

onServer((open) => {
  const scene = useWebhooks(open)

  test('four senders at once send each event once', async () => {
    const { service, partner, work } = scene
    const shop = await service.openShop()
    const hooks = [partner.hook(), partner.hook(answers(204)), partner.hook()]
    for (const hook of hooks) await work.add(shop, hook)
    await publishMany(service, shop, 500)

    const loops = await Promise.all([work.start(), work.start(), work.start(), work.start()])
    for (const hook of hooks) await hook.hasReceived(500)
    await Promise.all(loops.map((loop) => loop.stop()))

    for (const { received } of hooks) {
      assert.equal(received.length, 500)
      assert.equal(new Set(received.map(({ headers }) => headers['svc-event-id'])).size, 500)
    }
  })

  test('outcomes of the same endpoints can be saved by many at once, failures and successes mixed', async () => {
    const { service, partner, work } = scene
    const shop = await service.openShop()
    const ids: string[] = []
    for (let n = 0; n < 4; n += 1) ids.push((await work.add(shop, partner.hook())).id)
    const batchOf = (nth: number): Ended[] =>
      (nth % 2 === 0 ? ids : ids.toReversed()).map((endpointId, at) =>
        endedAttempt(shop, endpointId, service.clock.now(), (nth + at) % 3 === 0),
      )

    const batches = Array.from({ length: 60 }, (_, nth) => batchOf(nth))
    const at = service.clock.now()
    await service.services.db
      .insertInto('webhook_dispatches')
      .values(
        batches.flat().map(({ shopId, endpointId, eventId }) => ({
          shop_id: shopId,
          endpoint_id: endpointId,
          event_id: eventId,
          due_at: at,
          created_at: at,
        })),
      )
      .execute()

    const written = await Promise.allSettled(
      batches.map((batch) => recordAttempts(work.services, randomUUID(), batch)),
    )

    assert.deepEqual(
      written.filter(({ status }) => status === 'rejected'),
      [],
    )
    for (const id of ids) assert.equal((await logOf(work, id)).length, 60)
  })

  test('failures that end at the same moment are all counted', async () => {
    const { service, partner, work } = scene
    const shop = await service.openShop()
    const endpoint = await work.add(shop, partner.hook())

    await Promise.all(
      Array.from({ length: 40 }, () =>
        recordAttempts(work.services, randomUUID(), [
          endedAttempt(shop, endpoint.id, service.clock.now(), false),
        ]),
      ),
    )

    assert.equal((await healthOf(work, endpoint.id)).failures, 40)
  })

  test('an event committed by a process that only serves is sent at once by another process', async () => {
    const { service, partner, work } = scene
    const [shop, hook] = [await service.openShop(), partner.hook()]
    await work.add(shop, hook)
    const loop = await work.start()
    const url = service.services.config.DATABASE_URL
    const database = await openDatabase({ url, poolSize: 2, timeoutMs: 30_000, onError: () => {} })
    const config = readConfig({ DATABASE_URL: url, DATA_FOLDER: service.services.config.DATA_FOLDER })
    const serving = await makeServices({
      config,
      database,
      clock: service.clock,
      log: pino({ level: 'silent' }),
    })

    for (let sent = 1; sent <= 3; sent += 1) {
      await createDelivery(serving, {
        shopId: shop.shopId,
        idempotencyKey: `serving-${sent}`,
        input: plainOrder as DeliveryOrder,
      })
      await hook.hasReceived(sent)
    }

    await loop.stop()
    await serving.stop()
    await database.close()
  })
})

async function orderMany(shop: TestShop, count: number): Promise<void> {
  for (let ordered = 0; ordered < count; ordered += 1) await order(shop)
}

/** Adds receivers, ten to a shop, and enqueues so many events for each. */
async function addMany(
  { service, partner, work }: WebhookScene,
  { hooks: count, eventsEach, answering }: { hooks: number; eventsEach: number; answering: Answering },
) {
  const hooks = Array.from({ length: count }, () => partner.hook(answering))
  for (let first = 0; first < count; first += 10) {
    const shop = await service.openShop()
    for (const hook of hooks.slice(first, first + 10)) await work.add(shop, hook)
    await orderMany(shop, eventsEach)
  }
  return {
    hooks,
    received: () => hooks.reduce((sum, { received }) => sum + received.length, 0),
    underWay: () => hooks.reduce((sum, { underWay }) => sum + underWay, 0),
  }
}

/** Waits for the event of an unrelated endpoint, which shows that the sender has made another round. */
async function anotherArrives({ service, partner, work }: WebhookScene): Promise<void> {
  const [shop, hook]: [TestShop, Hook] = [await service.openShop(), partner.hook()]
  await work.add(shop, hook)
  await order(shop)
  await hook.hasReceived(1)
}

function endedAttempt(shop: TestShop, endpointId: string, at: Date, isSuccess: boolean): Ended {
  return {
    shopId: shop.shopId,
    attemptId: newId(at),
    endpointId,
    eventId: newId(at),
    eventType: 'delivery.created',
    attempt: 1,
    trigger: 'SCHEDULED',
    startedAt: at,
    endedAt: at,
    durationMs: 1,
    httpStatus: isSuccess ? 200 : 500,
    failure: null,
    excerpt: null,
    state: isSuccess ? 'DELIVERED' : 'PENDING',
    nextAttemptAt: null,
    isSuccess,
  }
}
