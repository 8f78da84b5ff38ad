import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newId } from '../src/base/kernel/clock.ts'
import { setEndpoint } from '../src/domain/webhooks/endpoints/endpoint-store.ts'
import { startWebhooks } from '../src/domain/webhooks/start-webhooks.ts'
import type { NewEvent, PublishCommitted } from '../src/events/event-body.ts'
import { onEachDatabase } from './support/databases.ts'
import { answers, holds } from './support/partner-server.ts'
import { dispatchesOf, logOf, order, useWebhooks } from './support/webhook-work.ts'

onEachDatabase((open) => {
  const scene = useWebhooks(open)

  /** Webhooks alone, without the event log: what is sent is sent at once or not at all. */
  async function startExpress() {
    const { service, work } = scene
    const committed: NewEvent[] = []
    let publish: PublishCommitted = () => assert.fail('Nobody hears of commits.')
    const unsubscribe = service.services.subscribeCommitted((events) => committed.push(...events))
    const loop = await startWebhooks({
      ...work.services,
      onError: (message, error) => work.reportedErrors.push(`${message} ${(error as Error).message}`),
      // Changes of endpoints are not noticed, so that the cache of them is as old as it can be.
      subscribe: () => () => {},
      subscribeCommitted: (listener) => {
        publish = listener
        return () => {}
      },
      written: new Set(),
    })
    return {
      committed,
      publish: () => publish(committed.splice(0)),
      stop: () => {
        unsubscribe()
        return loop.stop()
      },
    }
  }

  describe('an event committed by this process', () => {
    test('an event is sent at its commit, before the event log relays it, and not again afterwards', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook()]
      const endpoint = await work.add(shop, hook)
      const express = await startExpress()
      await order(shop)

      express.publish()
      await hook.hasReceived(1)
      await express.stop()
      const [line] = await logOf(work, endpoint.id)
      const sent = await dispatchesOf(work, endpoint.id)
      await work.once()

      assert.equal(hook.received.length, 1)
      assert.deepEqual(await dispatchesOf(work, endpoint.id), sent)
      assert.deepEqual(
        sent.map(({ state, attempts, eventId }) => ({ state, attempts, eventId })),
        [{ state: 'DELIVERED', attempts: 1, eventId: hook.received[0]?.headers['svc-event-id'] }],
      )
      assert.deepEqual(await logOf(work, endpoint.id), [line])
      assert.deepEqual([line?.attempt, line?.trigger, line?.httpStatus], [1, 'SCHEDULED', 200])
    })

    test('an event whose dispatch already exists is not sent at its commit', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook()]
      const endpoint = await work.add(shop, hook)
      const express = await startExpress()
      await order(shop)
      const now = service.clock.now()
      // Due later, so that nobody else sends it meanwhile.
      const dueAt = new Date(now.getTime() + 60_000)
      await work.services.db
        .insertInto('webhook_dispatches')
        .columns(['shop_id', 'endpoint_id', 'event_id', 'due_at', 'created_at'])
        .expression((eb) =>
          eb
            .selectFrom('events')
            .select(['events.shop_id', eb.val(endpoint.id).as('endpoint_id'), 'events.id'])
            .select([eb.val(dueAt).as('due_at'), eb.val(now).as('created_at')])
            .where('events.shop_id', '=', shop.shopId),
        )
        .execute()

      express.publish()
      await express.stop()

      assert.equal(hook.received.length, 0)
      const [dispatch] = await dispatchesOf(work, endpoint.id)
      assert.deepEqual([dispatch?.state, dispatch?.dueAt], ['PENDING', dueAt])
    })

    test('an event is sent to the endpoints that want it now, whatever this process has cached', async () => {
      const { service, partner, work } = scene
      const [shop, other] = [await service.openShop(), await service.openShop()]
      const hooks = Array.from({ length: 6 }, () => partner.hook())
      const [all, one, none, paused, changed, foreign] = await Promise.all([
        work.add(shop, hooks[0] ?? assert.fail()),
        work.add(shop, hooks[1] ?? assert.fail(), ['delivery.created']),
        work.add(shop, hooks[2] ?? assert.fail(), ['delivery.cancelled']),
        work.add(shop, hooks[3] ?? assert.fail()),
        work.add(shop, hooks[4] ?? assert.fail()),
        work.add(other, hooks[5] ?? assert.fail()),
      ])
      const express = await startExpress()
      await order(shop)
      await setEndpoint(work.services.db, paused, { paused_at: work.services.clock.now() })
      await setEndpoint(work.services.db, changed, { event_types: ['delivery.delivered'] })

      express.publish()
      await express.stop()

      assert.deepEqual(
        hooks.map(({ received }) => received.length),
        [1, 1, 0, 0, 0, 0],
      )
      const pending = await Promise.all(
        [all, one, none, paused, changed, foreign].map(({ id }) => dispatchesOf(work, id)),
      )
      assert.deepEqual(
        pending.map((rows) => rows.map(({ state }) => state)),
        [['DELIVERED'], ['DELIVERED'], [], [], [], []],
      )
    })

    test('an event is sent only once it is committed, and never when it is rolled back', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook()]
      const endpoint = await work.add(shop, hook)
      const express = await startExpress()
      await order(shop)
      const [event] = express.committed.splice(0)
      assert.ok(event)
      express.committed.push({ ...event, id: newId(service.clock.now()) })

      express.publish()
      await express.stop()

      assert.equal(hook.received.length, 0)
      assert.deepEqual(await dispatchesOf(work, endpoint.id), [])
    })

    test('an event from before an endpoint was added is not sent to it', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook()]
      const before = await startExpress()
      await order(shop)
      await before.stop()
      const express = await startExpress()
      await order(shop)
      service.clock.forward(1)
      await work.add(shop, hook)

      express.publish()
      await express.stop()

      assert.equal(hook.received.length, 0)
    })

    test('an event for an endpoint that failed before waits for the event log', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook(answers(500))]
      await work.add(shop, hook)
      await order(shop)
      await work.once()
      const express = await startExpress()
      await order(shop)

      express.publish()
      await express.stop()
      assert.equal(hook.received.length, 1)

      await work.once()
      assert.equal(hook.received.length, 2)
    })

    test('an event is taken over by another process when the one that claimed it dies', async () => {
      const { service, partner, work } = scene
      const { answering, release } = holds()
      const [shop, hook] = [await service.openShop(), partner.hook(answering)]
      const endpoint = await work.add(shop, hook)
      const express = await startExpress()
      await order(shop)
      express.publish()
      await hook.hasReceived(1)
      hook.answering = answers(200)

      service.clock.forward(30_000 - 1)
      await work.once()
      assert.equal(hook.received.length, 1, 'its lease is not over')
      service.clock.forward(1)
      await work.once()

      assert.equal(hook.received.length, 2)
      assert.equal((await dispatchesOf(work, endpoint.id))[0]?.state, 'DELIVERED')
      release(200)
      await express.stop()
      assert.equal((await dispatchesOf(work, endpoint.id))[0]?.attempts, 1)
    })
  })

  test('of many events committed at once, four are sent at once and the others once each by the event log', async () => {
    const { service, partner, work } = scene
    const { answering, release } = holds()
    const [shop, hook] = [await service.openShop(), partner.hook(answering)]
    const endpoint = await work.add(shop, hook)
    const express = await startExpress()
    for (let events = 0; events < 20; events += 1) await order(shop)

    express.publish()
    await hook.hasReceived(4)
    const stopped = express.stop()
    assert.equal((await dispatchesOf(work, endpoint.id)).length, 4)
    hook.answering = answers(200)
    release(200)
    await stopped
    while ((await dispatchesOf(work, endpoint.id)).some(({ state }) => state === 'PENDING')) await work.once()
    await work.once()
    while ((await dispatchesOf(work, endpoint.id)).some(({ state }) => state === 'PENDING')) await work.once()

    const ids = hook.received.map(({ headers }) => headers['svc-event-id'])
    assert.deepEqual([ids.length, new Set(ids).size], [20, 20])
  })
})
