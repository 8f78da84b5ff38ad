import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '../src/base/kernel/clock.ts'
import { eventTypes, optInEventTypes } from '../src/contract/vocabulary.ts'
import { changePayment } from '../src/domain/deliveries/payment/change-payment.ts'
import { pickUpParcel } from '../src/domain/deliveries/transitions/pick-up-parcel.ts'
import { insertDispatches, takeDueDispatches } from '../src/domain/webhooks/sending/dispatch-store.ts'
import { enqueueDispatches } from '../src/domain/webhooks/start-webhooks.ts'
import type { EventConsumer } from '../src/events/consume-events.ts'
import { insertEvent } from '../src/events/event-store.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { act } from './support/delivery-verbs.ts'
import { consumeAll, failsAfter, partnerEventOf } from './support/event-work.ts'
import { east, plainOrder, type TestShop } from './support/open-service.ts'
import { assertSignedAt, type Hook } from './support/partner-server.ts'
import { publishMany } from './support/webhook-backlog.ts'
import { dispatchesOf, order, relayAll, useWebhooks } from './support/webhook-work.ts'

onEachDatabase((open) => {
  const scene = useWebhooks(open)

  describe('which endpoints get which events (spec 6.1, 6.2)', () => {
    test('every endpoint of the shop that subscribes to the type gets the event once, and no other does', async () => {
      const { service, partner, work } = scene
      const [shop, other] = [await service.openShop(), await service.openShop()]
      const hooks = Array.from({ length: 5 }, () => partner.hook())
      const [all, both, one, none, elsewhere] = hooks as [Hook, Hook, Hook, Hook, Hook]
      await work.add(shop, all)
      await work.add(shop, both, ['delivery.created', 'delivery.cancelled'])
      await work.add(shop, one, ['delivery.cancelled'])
      await work.add(shop, none, ['delivery.delivered'])
      await work.add(other, elsewhere)

      await shop.post(`/deliveries/${await order(shop)}/cancel`, {})
      await work.once()
      await work.once()

      assert.deepEqual(
        hooks.map((hook) => typesOf(hook).sort()),
        [
          ['delivery.cancelled', 'delivery.created'],
          ['delivery.cancelled', 'delivery.created'],
          ['delivery.cancelled'],
          [],
          [],
        ],
      )
      assert.deepEqual(new Set(idsOf(all)), new Set(idsOf(both)))
    })

    test('an endpoint gets the events from its addition on, not those that still waited to be relayed', async () => {
      const { service, partner, work } = scene
      const shop = await service.openShop()
      const first = await order(shop)
      service.clock.forward(1)
      const hook = partner.hook()
      const endpoint = await work.add(shop, hook)
      const second = await order(shop)

      await work.once()

      assert.deepEqual(
        hook.received.map(({ body }) => JSON.parse(body).data.id),
        [second],
      )
      assert.notEqual(first, second)
      assert.equal((await dispatchesOf(work, endpoint.id)).length, 1)
    })
  })

  describe('consistency without foreign keys', () => {
    test('no dispatch is enqueued for an event or a shop that does not exist', async () => {
      const { service, partner, work } = scene
      const [shop, other] = [await service.openShop(), await service.openShop()]
      const endpoint = await work.add(shop, partner.hook())
      await order(shop)
      const { id } = await work.services.db
        .selectFrom('events')
        .select('events.id')
        .where('events.shop_id', '=', shop.shopId)
        .executeTakeFirstOrThrow()
      const { now } = work.services.clock
      const insert = (events: { shopId: string; id: string }[]) =>
        work.services.db.transaction().execute((trx) => insertDispatches(trx, events, now()))

      const unknown = newId(now())
      assert.deepEqual(
        await insert([
          { shopId: shop.shopId, id: unknown },
          { shopId: other.shopId, id },
          { shopId: unknown, id },
        ]),
        [],
      )
      assert.deepEqual(await dispatchesOf(work, endpoint.id), [])
      assert.deepEqual(await insert([{ shopId: shop.shopId, id }]), [endpoint.id])
      assert.deepEqual(await insert([{ shopId: shop.shopId, id }]), [])
    })

    test('no statement of the service deletes an event or an endpoint, except where a sandbox is reset', () => {
      const files = globSync('src/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
      const deleting = files.filter((file) =>
        /delete\s+from\s+(events|webhook_endpoints)\b|(deleteFrom\(|deleteBatch\(\w+, )'(events|webhook_endpoints)'/i.test(
          readFileSync(file, 'utf8'),
        ),
      )
      assert.deepEqual(deleting, ['src/events/event-removal-store.ts'])
      const using = files.filter((file) => readFileSync(file, 'utf8').includes('event-removal-store.ts'))
      assert.deepEqual(using, ['src/domain/sandbox/reset-shop.ts'])
    })
  })

  test('claiming a dispatch updates its row in place and changes no index', async () => {
    const { service, partner, work } = scene
    const shop = await service.openShop()
    const endpoint = await work.add(shop, partner.hook())
    for (let events = 0; events < 5; events += 1) await order(shop)
    await relayAll(work.services)

    await work.services.db.transaction().execute(async (trx) => {
      // What this connection did before may not have been counted yet: only the difference is of the statement.
      const updates = async () => {
        const { rows } = await sql<{ all: number; inPlace: number }>`
          select
            pg_stat_get_xact_tuples_updated('webhook_dispatches'::regclass)::integer as "all",
            pg_stat_get_xact_tuples_hot_updated('webhook_dispatches'::regclass)::integer as "inPlace"
        `.execute(trx)
        return rows[0] ?? assert.fail()
      }
      const now = work.services.clock.now()
      const before = await updates()
      const held = await takeDueDispatches(trx, {
        slots: new Map([[endpoint.id, 5]]),
        limit: 5,
        owner: newId(now),
        now,
        leaseEnds: new Date(now.getTime() + 1),
      })
      const after = await updates()
      assert.equal(held.length, 5)
      assert.deepEqual([after.all - before.all, after.inPlace - before.inPlace], [5, 5])
    })
  })

  describe('what is sent (spec 6.3)', () => {
    test('every event arrives once at each endpoint, with the delivery as it was read at that moment', async () => {
      const { service, partner, work } = scene
      const shop = await service.openShop()
      const hooks = [partner.hook(), partner.hook()] as const
      const secrets = [(await work.add(shop, hooks[0])).secret, (await work.add(shop, hooks[1])).secret]
      /** What GET returned after each event, by delivery and type. */
      const seen = new Map<string, { createdAt: string; data: unknown }>()
      const note = async (id: string, type: string) => {
        const { status, body } = await shop.get(`/deliveries/${id}`)
        assert.equal(status, 200)
        seen.set(`${id} ${type}`, { createdAt: service.clock.now().toISOString(), data: body })
        service.clock.forward(1_234)
      }
      const advance = async (id: string, type: string, outcome?: object) => {
        const { status } = await shop.post(`/sandbox/deliveries/${id}/advance`, outcome)
        assert.equal(status, 200)
        await note(id, type)
      }
      const create = async (input?: object) => {
        const id = await order(shop, input)
        await note(id, 'delivery.created')
        return id
      }

      const cash = { mode: 'CASH_ON_DELIVERY', goodsAmount: 12_000 }
      const customer = { ...plainOrder.customer, lastName: 'Dossou-Yovo «Ẹ̀kọ́» 🛵' }
      const delivered = await create({ payment: cash, customer, externalRef: 'order/7' })
      await advance(delivered, 'delivery.location_confirmed')
      await advance(delivered, 'delivery.courier_assigned')
      await advance(delivered, 'delivery.picked_up')
      await changePayment(service.services, { shopId: shop.shopId, id: delivered }, 'confirm')
      await note(delivered, 'payment.confirmed')
      await advance(delivered, 'delivery.delivered')

      const returned = await create({ dropoff: east })
      await advance(returned, 'delivery.courier_assigned')
      await advance(returned, 'delivery.picked_up')
      await advance(returned, 'delivery.failed', { outcome: 'FAILED', failureReason: 'Portail fermé' })
      await advance(returned, 'delivery.returned', { outcome: 'RETURNED' })

      const cancelled = await create({ dropoff: east })
      await advance(cancelled, 'delivery.courier_assigned')
      await shop.post(`/deliveries/${cancelled}/cancel`, { reason: 'Plus en stock' })
      await note(cancelled, 'delivery.cancelled')

      await advance(await create(), 'delivery.expired', { outcome: 'EXPIRED' })
      assert.deepEqual(
        new Set([...seen.keys()].map((key) => key.split(' ')[1])),
        new Set(eventTypes.filter((type) => !(optInEventTypes as readonly string[]).includes(type))),
      )

      // More than are under way at once: the sender comes round again.
      for (let round = 0; round < 4; round += 1) await work.once()

      for (const [which, hook] of hooks.entries()) {
        const emitted = new Map<string, unknown>()
        for (const request of hook.received) {
          const { id, type, createdAt, data, ...rest } = JSON.parse(request.body)
          assert.deepEqual(rest, {})
          assert.equal(request.headers['content-type'], 'application/json')
          assert.equal(request.headers['user-agent'], 'Colis-Webhooks/1')
          assert.equal(request.headers['svc-event'], type)
          assert.equal(request.headers['svc-event-id'], id)
          assert.equal(request.headers['webhook-id'], id)
          assert.match(createdAt, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
          await assertSignedAt(request, secrets[which] ?? '', service.clock.now())
          assert.equal('pickupCode' in data, false)
          assert.equal(emitted.has(`${data.id} ${type}`), false, `${type} came twice`)
          emitted.set(`${data.id} ${type}`, { createdAt, data })
        }
        assert.deepEqual(sorted(emitted), sorted(seen))
      }
      assert.deepEqual(sorted(bodiesById(hooks[0])), sorted(bodiesById(hooks[1])))
    })

    test('no webhook request holds the codes of a delivery', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook()]
      await work.add(shop, hook)
      const made = await shop.order({ dropoff: east })
      const row = await act(service, { shopId: shop.shopId, id: made.body.id }, 'assign')
      await work.once()

      assert.equal(hook.received.length, 2)
      for (const { body } of hook.received) {
        // Amounts of four digits can be those of a code.
        const values = new Set(scalarsIn(JSON.parse(body)).filter((value) => typeof value === 'string'))
        assert.equal(values.has(made.body.pickupCode), false)
        assert.equal(values.has(row.confirmation_code), false)
      }
    })
  })

  describe('changes that did not happen', () => {
    test('a refused call publishes nothing, even if it changes a row', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook()]
      await work.add(shop, hook)
      const id = await order(shop, { externalRef: 'once', dropoff: east })
      const key = { shopId: shop.shopId, id }
      const { pickup_code } = await act(service, key, 'assign')
      await work.once()
      assert.deepEqual(typesOf(hook).sort(), ['delivery.courier_assigned', 'delivery.created'])

      const refusals = [
        await shop.order({ externalRef: 'once' }),
        await shop.order({ customer: {} }),
        await shop.post(`/sandbox/deliveries/${id}/advance`, { outcome: 'EXPIRED' }),
        await shop.post(`/sandbox/deliveries/${newId(service.clock.now())}/advance`),
      ]
      assert.deepEqual(
        refusals.map(({ status }) => status),
        [409, 400, 409, 404],
      )
      // A wrong code counts as a try, which is kept; the parcel stays.
      const wrong = pickup_code === '0000' ? '1111' : '0000'
      await assert.rejects(pickUpParcel(service.services, key, wrong))
      await shop.post(`/deliveries/${id}/cancel`, {})
      await shop.post(`/deliveries/${id}/cancel`, {})
      await work.once()

      assert.deepEqual(typesOf(hook).sort(), [
        'delivery.cancelled',
        'delivery.courier_assigned',
        'delivery.created',
      ])
    })

    test('an event that was rolled back is not published, and the events of a failing consumer go out later', async () => {
      const { service, partner, work } = scene
      const [shop, hook] = [await service.openShop(), partner.hook()]
      await work.add(shop, hook)
      const id = await order(shop)
      const { db, clock } = service.services
      const undone = db.transaction().execute(async (trx) => {
        const at = clock.now()
        await insertEvent(trx, partnerEventOf({ shopId: shop.shopId, id }, 'delivery.returned', at))
        throw new Error('undone')
      })
      await assert.rejects(undone, /undone/)
      await assert.rejects(
        consumeAll(work.services, failsAfter(enqueueDispatches(work.services))),
        /fails afterwards/,
      )
      assert.equal(hook.received.length, 0)

      await work.once()

      assert.deepEqual(typesOf(hook), ['delivery.created'])
    })
  })
})

onServer((open) => {
  const scene = useWebhooks(open)

  test('ten relays at once, one of which fails, relay each of 5,000 events once', async () => {
    const { service, partner, work } = scene
    const shop = await service.openShop()
    const endpoints = [await work.add(shop, partner.hook()), await work.add(shop, partner.hook())]
    await publishMany(service, shop, 5_000)
    const consumed: string[] = []
    let calls = 0

    const webhooks = enqueueDispatches(work.services)
    const relay = async () => {
      let batch: string[] = []
      const noted: EventConsumer = {
        ...webhooks,
        consume: async (trx, events) => {
          await webhooks.consume(trx, events)
          batch = events.map(({ id }) => id)
          calls += 1
          if (calls === 3) throw new Error('lost its server')
        },
        afterCommit: () => consumed.push(...batch),
      }
      for (let isOver = false; !isOver; )
        isOver = await consumeAll(work.services, noted).then(
          () => true,
          () => false,
        )
    }
    await Promise.all(Array.from({ length: 10 }, relay))
    await relayAll(work.services)

    assert.equal(consumed.length, 5_000)
    assert.equal(new Set(consumed).size, 5_000)
    for (const { id } of endpoints) {
      const pending = await dispatchesOf(work, id)
      assert.deepEqual(new Set(pending.map(({ eventId }) => eventId)), new Set(consumed))
      assert.equal(pending.length, 5_000)
    }
  })

  test('an event published while others are relayed is not skipped', async () => {
    const { service, partner, work } = scene
    const shop = await service.openShop()
    const endpoint = await work.add(shop, partner.hook())
    let isPublishing = true
    const relays = Array.from({ length: 4 }, async () => {
      while (isPublishing) await consumeAll(work.services, enqueueDispatches(work.services))
    })

    await Promise.all(Array.from({ length: 5 }, () => publishOneByOne(shop, 10)))
    isPublishing = false
    await Promise.all(relays)
    await relayAll(work.services)

    assert.equal((await dispatchesOf(work, endpoint.id)).length, 50)
  })
})

async function publishOneByOne(shop: TestShop, count: number): Promise<void> {
  for (let emitted = 0; emitted < count; emitted += 1) await order(shop)
}

const typesOf = ({ received }: Hook) => received.map(({ headers }) => String(headers['svc-event']))
const idsOf = ({ received }: Hook) => received.map(({ headers }) => headers['svc-event-id'])
const bodiesById = ({ received }: Hook) =>
  new Map(received.map(({ headers, body }) => [String(headers['svc-event-id']), body]))
const sorted = (map: Map<string, unknown>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1))

function scalarsIn(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(scalarsIn) : [value]
}
