import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { startBackground } from '../src/app.ts'
import type { Database, Trx } from '../src/base/database/open-database.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { expireDueDeliveries } from '../src/domain/deliveries/transitions/expire-delivery.ts'
import { onEachDatabase } from './support/databases.ts'
import { act, bringTo, eventsOf, rowOf } from './support/delivery-verbs.ts'
import { openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import { until } from './support/until.ts'

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
  })
  beforeEach(async () => {
    service.clock.set(testStart)
    shop = await service.openShop()
    // A round expires what is due in any shop, so what earlier tests left must not be due.
    await service.services.db.updateTable('deliveries').set({ due_at: null }).execute()
  })
  after(() => service.close())

  const read = async ({ id }: DeliveryKey) => (await shop.get(`/deliveries/${id}`)).body
  const statusOf = async (key: DeliveryKey): Promise<string> => (await read(key)).status

  describe('the delays (decision 23)', () => {
    for (const [status, dueAt] of [
      ['AWAITING_LOCATION', '2026-11-22T10:00:00.000Z'],
      ['SEARCHING_COURIER', '2026-11-21T10:45:00.000Z'],
    ] as const) {
      test(`a delivery that is ${status} expires at ${dueAt}, and not a millisecond before`, async () => {
        const key = await bringTo(service, shop, status)

        service.clock.set(new Date(Date.parse(dueAt) - 1).toISOString())
        assert.equal(await expireDueDeliveries(service.services), 0)
        assert.equal(await statusOf(key), status)

        service.clock.set(dueAt)
        assert.equal(await expireDueDeliveries(service.services), 1)
        assert.equal(await statusOf(key), 'EXPIRED')
        assert.equal(await expireDueDeliveries(service.services), 0)
      })
    }

    test('the time to find a courier begins when the customer gives their position', async () => {
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      service.clock.set('2026-11-22T09:59:59.000Z')
      await act(service, key, 'locate')

      service.clock.set('2026-11-22T10:44:58.999Z')
      assert.equal(await expireDueDeliveries(service.services), 0)
      service.clock.set('2026-11-22T10:44:59.000Z')
      assert.equal(await expireDueDeliveries(service.services), 1)
    })

    for (const status of ['ASSIGNED', 'IN_TRANSIT', 'FAILED', 'DELIVERED', 'CANCELLED'] as const) {
      test(`a delivery that is ${status} does not expire`, async () => {
        const key = await bringTo(service, shop, status)
        service.clock.set('2030-01-01T00:00:00.000Z')

        assert.equal(await expireDueDeliveries(service.services), 0)
        assert.equal(await statusOf(key), status)
      })
    }

    test('the delays after which deliveries expire can be set', async (t) => {
      const hasty = await openService(await open(), {
        LOCATION_DEADLINE_MINUTES: '30',
        COURIER_DEADLINE_MINUTES: '10',
      })
      t.after(() => hasty.close())
      const dueAt = async (status: 'AWAITING_LOCATION' | 'SEARCHING_COURIER') =>
        (await rowOf(hasty, await bringTo(hasty, await hasty.openShop(), status))).due_at?.toISOString()

      assert.equal(await dueAt('AWAITING_LOCATION'), '2026-11-21T10:30:00.000Z')
      assert.equal(await dueAt('SEARCHING_COURIER'), '2026-11-21T10:10:00.000Z')
    })
  })

  test('an expired delivery has one status, one line of history and one event (spec 6.2)', async () => {
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    const before = await read(key)
    service.clock.set('2026-11-21T10:46:00.000Z')

    await expireDueDeliveries(service.services)
    await expireDueDeliveries(service.services)

    const expired = { ...before, status: 'EXPIRED' }
    assert.deepEqual(await read(key), expired)
    assert.deepEqual((await shop.get(`/deliveries/${key.id}/events`)).body, [
      { status: 'AWAITING_LOCATION', note: null, occurredAt: testStart },
      { status: 'SEARCHING_COURIER', note: null, occurredAt: testStart },
      { status: 'EXPIRED', note: null, occurredAt: '2026-11-21T10:46:00.000Z' },
    ])
    const emitted = (await eventsOf(service, key)).filter(({ type }) => type === 'delivery.expired')
    assert.deepEqual(
      emitted.map(({ body }) => JSON.parse(body)),
      [
        {
          id: emitted[0]?.id,
          type: 'delivery.expired',
          createdAt: '2026-11-21T10:46:00.000Z',
          data: expired,
        },
      ],
    )
  })

  test('an expiry round expires the due deliveries of every shop and leaves the others', async () => {
    const other = await service.openShop()
    const due = [
      await bringTo(service, shop, 'SEARCHING_COURIER'),
      await bringTo(service, other, 'SEARCHING_COURIER'),
    ]
    const waiting = await bringTo(service, shop, 'AWAITING_LOCATION')
    service.clock.set('2026-11-21T11:00:00.000Z')

    assert.equal(await expireDueDeliveries(service.services), 2)

    for (const key of due) assert.equal((await rowOf(service, key)).status, 'EXPIRED')
    assert.equal(await statusOf(waiting), 'AWAITING_LOCATION')
  })

  test('an expiry round expires a hundred deliveries, the longest overdue first, and the next one the rest', async () => {
    const keys: DeliveryKey[] = []
    for (let order = 0; order < 103; order += 1) {
      service.clock.forward(1000)
      keys.push(await bringTo(service, shop, 'AWAITING_LOCATION'))
    }
    service.clock.set('2026-11-23T00:00:00.000Z')

    assert.equal(await expireDueDeliveries(service.services), 100)
    const { body } = await shop.get('/deliveries?status=AWAITING_LOCATION')
    assert.deepEqual(
      body.items.map(({ id }: { id: string }) => id),
      keys
        .slice(100)
        .map(({ id }) => id)
        .reverse(),
    )
    assert.equal(await expireDueDeliveries(service.services), 3)
    assert.equal(await expireDueDeliveries(service.services), 0)
  })

  test('a delivery whose status changed after an expiry round selected it is left alone, and others expire', async () => {
    const first = await bringTo(service, shop, 'SEARCHING_COURIER')
    const located = await bringTo(service, shop, 'AWAITING_LOCATION')
    const assigned = await bringTo(service, shop, 'SEARCHING_COURIER')
    const cancelled = await bringTo(service, shop, 'AWAITING_LOCATION')
    const last = await bringTo(service, shop, 'AWAITING_LOCATION')
    service.clock.set('2026-11-23T00:00:00.000Z')
    const seen = [first, located, assigned, cancelled, last]

    // All five are selected as due; before the first expires, three of them change their status.
    const db = beforeFirstTransaction(service.services.db, async () => {
      await act(service, located, 'locate')
      await act(service, assigned, 'assign')
      await act(service, cancelled, 'cancel')
    })

    assert.equal(await expireDueDeliveries({ ...service.services, db }), 2)
    assert.deepEqual(await inTurn(seen, statusOf), [
      'EXPIRED',
      'SEARCHING_COURIER',
      'ASSIGNED',
      'CANCELLED',
      'EXPIRED',
    ])
    for (const key of [located, assigned, cancelled]) {
      const types = (await eventsOf(service, key)).map(({ type }) => type)
      assert.equal(types.includes('delivery.expired'), false)
    }
  })

  test('expiry rounds that run at once expire each delivery once', async () => {
    const keys = await inTurn(Array(10).fill('AWAITING_LOCATION'), (status) => bringTo(service, shop, status))
    service.clock.set('2026-11-23T00:00:00.000Z')

    const ended = await Promise.all([1, 2, 3].map(() => expireDueDeliveries(service.services)))

    assert.equal(
      ended.reduce((sum, count) => sum + count, 0),
      10,
    )
    for (const key of keys) {
      const types = (await eventsOf(service, key)).map(({ type }) => type)
      assert.deepEqual(types.sort(), ['delivery.created', 'delivery.expired'])
    }
  })

  test('the background work of the service expires due deliveries', async (t) => {
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    service.clock.set('2026-11-21T11:00:00.000Z')

    const loops = await startBackground(service.services)
    t.after(() => Promise.all(loops.map((loop) => loop.stop())))

    await until(async () => (await statusOf(key)) === 'EXPIRED', 'the delivery to expire')
  })
})

/** The same database, on which something `happens` before its first transaction begins. */
function beforeFirstTransaction(db: Database, happens: () => Promise<void>): Database {
  let happening: Promise<void> | undefined
  const transaction = () => ({
    execute: async <T>(work: (trx: Trx) => Promise<T>): Promise<T> => {
      happening ??= happens()
      await happening
      return db.transaction().execute(work)
    },
  })
  return new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction') return transaction
      const member = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}

async function inTurn<Item, T>(items: readonly Item[], act: (item: Item) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (const item of items) results.push(await act(item))
  return results
}
