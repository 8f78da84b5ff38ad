import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type DeliveryKey, listHistory, listPaymentHistory } from '../src/domain/deliveries/delivery-store.ts'
import { confirmPayment } from '../src/domain/deliveries/payment/confirm-payment.ts'
import { declarePaid } from '../src/domain/deliveries/payment/declare-paid.ts'
import { arriveAtPickup } from '../src/domain/deliveries/transitions/arrive-at-pickup.ts'
import { amendDelivery } from '../src/domain/deliveries/transitions/move-delivery.ts'
import { pickUpParcel } from '../src/domain/deliveries/transitions/pick-up-parcel.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { act, bringTo, eventsOf, rowOf } from './support/delivery-verbs.ts'
import { actWhileHeld } from './support/held-delivery.ts'
import { openService, type TestService, type TestShop, testStart } from './support/open-service.ts'

const afterStart = (ms: number) => new Date(Date.parse(testStart) + ms)
const seconds = 1_000

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ defaultCollection: 'DIRECT' })
  })
  beforeEach(() => service.clock.set(testStart))
  after(() => service.close())

  describe('a process whose clock is behind that of another (decision 17)', () => {
    test('every act on a delivery is later than the one before: history, events, their ids, payment', async () => {
      const key = await bringTo(service, shop, 'SEARCHING_COURIER', {
        payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5_000 },
      })
      const acts = [
        () => act(service, key, 'assign'),
        () => shop.patch(`/deliveries/${key.id}`, { instructions: 'Sonner' }),
        () => arriveAtPickup(service.services, key),
        () => act(service, key, 'pickUp'),
        () => declarePaid(service.services, key),
        () => confirmPayment(service.services, key),
        () => act(service, key, 'handOver'),
      ]
      for (const [nth, each] of acts.entries()) {
        service.clock.set(afterStart(nth % 2 === 0 ? 60 * seconds : -60 * seconds).toISOString())
        await each()
      }

      const moments = [0, 0, 60_000, 60_001, 60_002, 60_003, 60_004, 60_005, 60_006].map(afterStart)
      const lines = await listHistory(service.services.db, key)
      assert.deepEqual(
        lines.map(({ status, occurred_at }) => [status, occurred_at]),
        [
          ['AWAITING_LOCATION', moments[0]],
          ['SEARCHING_COURIER', moments[1]],
          ['ASSIGNED', moments[2]],
          ['ASSIGNED', moments[3]],
          ['IN_TRANSIT', moments[5]],
          ['DELIVERED', moments[8]],
        ],
      )
      const events = await eventsOf(service, key)
      assert.deepEqual(
        events.map(({ type, created_at }) => [type, created_at]),
        [
          ['delivery.created', moments[0]],
          ['delivery.location_confirmed', moments[1]],
          ['delivery.courier_assigned', moments[2]],
          ['delivery.courier_arrived', moments[4]],
          ['delivery.picked_up', moments[5]],
          ['payment.confirmed', moments[7]],
          ['delivery.delivered', moments[8]],
        ],
      )
      for (const { id, body, created_at } of events) {
        assert.deepEqual(timeOfId(id), created_at)
        assert.equal(JSON.parse(body).createdAt, created_at.toISOString())
      }
      const payment = await listPaymentHistory(service.services.db, key)
      assert.deepEqual(
        payment.map(({ status, occurred_at }) => [status, occurred_at]),
        [
          ['NOT_REQUESTED', moments[0]],
          ['AWAITING_CUSTOMER', moments[5]],
          ['AWAITING_MERCHANT', moments[6]],
          ['PAID', moments[7]],
        ],
      )
      const { amended_at, ended_at, paid_at } = await rowOf(service, key)
      assert.deepEqual([amended_at, paid_at, ended_at], [moments[7], moments[7], moments[8]])
    })
  })
})

onServer((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
    shop = await service.openShop()
  })
  beforeEach(() => service.clock.set(testStart))
  after(() => service.close())

  const lastLineOf = async (key: DeliveryKey) => (await listHistory(service.services.db, key)).at(-1)

  describe('the moment of an act that waited for the lock on its delivery', () => {
    test('a transition happens when it gets the lock: history, event and its id', async () => {
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')

      await actWhileHeld(
        service,
        key,
        () => act(service, key, 'assign'),
        () => service.clock.forward(2 * seconds),
      )

      assert.deepEqual((await lastLineOf(key))?.occurred_at, afterStart(2 * seconds))
      const event = (await eventsOf(service, key)).at(-1)
      assert.deepEqual(event?.created_at, afterStart(2 * seconds))
      assert.deepEqual(timeOfId(event?.id ?? ''), afterStart(2 * seconds))
    })

    test('so does a change of the order, and updatedSince finds it from then on (decision 123)', async () => {
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')

      const { status } = await actWhileHeld(
        service,
        key,
        () => shop.patch(`/deliveries/${key.id}`, { instructions: 'Sonner' }),
        () => service.clock.forward(2 * seconds),
      )

      assert.equal(status, 200)
      assert.deepEqual((await lastLineOf(key))?.occurred_at, afterStart(2 * seconds))
      const since = afterStart(1 * seconds).toISOString()
      const { items } = (await shop.get(`/deliveries?updatedSince=${since}`)).body
      assert.ok(items.some(({ id }: { id: string }) => id === key.id))
    })

    test('a code is locked for fifteen minutes from the moment at which it was refused', async () => {
      const key = await bringTo(service, shop, 'ASSIGNED')
      const wrong = () => pickUpParcel(service.services, key, 'XXXX')
      for (let tries = 1; tries < 5; tries += 1) await assert.rejects(wrong, { code: 'CODE_WRONG' })

      const last = actWhileHeld(service, key, wrong, () => service.clock.forward(2 * seconds))

      await assert.rejects(last, { code: 'CODE_WRONG' })
      const { pickup_code_locked_until } = await rowOf(service, key)
      assert.deepEqual(pickup_code_locked_until, afterStart(2 * seconds + 15 * 60 * seconds))
    })
  })

  test('of fifty changes at once the lines of the history never go back in time', async () => {
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    const nextMillisecond = () => {
      service.clock.forward(1)
      return service.clock.now()
    }
    const ticking = { ...service.services, clock: { now: nextMillisecond } }

    await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        amendDelivery(ticking, key, () => ({
          change: { instructions: `étage ${at}` },
          changedFields: ['instructions'],
        })),
      ),
    )

    const times = (await listHistory(service.services.db, key)).map(({ occurred_at }) => +occurred_at)
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    )
  })
})

/** The millisecond in the first 48 bits of an identifier (RFC 9562, 5.7). */
const timeOfId = (id: string): Date => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16))
