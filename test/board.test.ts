import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { type Board, type BoardDelivery, maxOnBoard } from '../src/domain/board/board.ts'
import { type BoardFollower, followBoard } from '../src/domain/board/follow-board.ts'
import { reportPosition } from '../src/domain/couriers/report-position.ts'
import { retireCourier } from '../src/domain/couriers/retire-courier.ts'
import { setDuty } from '../src/domain/couriers/set-duty.ts'
import { waitAtShop } from '../src/domain/deliveries/pickup-problems/wait-at-shop.ts'
import { arriveAtPickup } from '../src/domain/deliveries/transitions/arrive-at-pickup.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { declareBroughtBack } from '../src/domain/deliveries/transitions/declare-brought-back.ts'
import { freeDelivery } from '../src/domain/deliveries/transitions/free-delivery.ts'
import { pickUpParcel } from '../src/domain/deliveries/transitions/pick-up-parcel.ts'
import { courierAt, eastOfShop } from './support/courier-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { act, bringTo, courier, rowOf } from './support/delivery-verbs.ts'
import { center, east, openService, type TestService, type TestShop } from './support/open-service.ts'
import { recordStatements } from './support/statements.ts'
import { until } from './support/until.ts'

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let board: BoardFollower
  let errors: unknown[] = []
  let statements: string[] = []

  before(async () => {
    service = await openService(await open())
  })
  after(() => service.close())
  beforeEach(async () => {
    shop = await service.openShop({ name: 'Chez Afi' })
    errors = []
    const { db, texts } = recordStatements(service.services.db)
    statements = texts
    board = followBoard({
      ...service.services,
      db,
      everyMs: 5,
      onError: (_, error) => errors.push(error),
    })
  })
  afterEach(async () => {
    await board.stop()
    assert.deepEqual(errors, [])
  })

  /** Watches until the board is as it is wanted; returns it. */
  async function boardOnce(holds: (board: Board) => boolean, what: string): Promise<Board> {
    let seen = await board.read()
    await until(async () => {
      seen = await board.read()
      return holds(seen)
    }, what)
    return seen
  }
  const deliveryOnce = async (id: string, holds: (row: BoardDelivery) => boolean, what: string) => {
    const seen = await boardOnce(({ deliveries }) => {
      const row = deliveries.get(id)
      return row !== undefined && holds(row)
    }, what)
    return seen.deliveries.get(id) as BoardDelivery
  }

  describe('the board', () => {
    test('a delivery under way is there with its shop, its city, its places and what it waits for', async () => {
      const { id, shopId } = await bringTo(service, shop, 'SEARCHING_COURIER', { externalRef: 'CMD-7' })
      const row = await deliveryOnce(id, () => true, 'the delivery')
      const stored = await rowOf(service, { shopId, id })
      const at = service.clock.now().getTime()
      const [goesTo] = service.services.pricing.map.current().zones.filter(({ name }) => name === 'East')
      assert.deepEqual(row, {
        id,
        shopId,
        shop: 'Chez Afi',
        cityId: stored.city_id,
        city: 'Cotonou',
        reference: stored.reference,
        externalRef: 'CMD-7',
        customer: 'Afi',
        status: 'SEARCHING_COURIER',
        createdAt: at,
        statusSince: at,
        wait: 'COURIER',
        waitSince: at,
        lateAt: at + 10 * 60_000,
        pickup: [center.lat, center.lng],
        dropoff: [east.lat, east.lng],
        from: 'West',
        to: { id: goesTo?.id, name: 'East' },
        courierId: null,
        courier: null,
        arrivesAt: null,
        amountFcfa: 0,
        payment: 'NOT_DUE',
        isPaymentWaiting: false,
        isCodeLocked: false,
        isCalledBack: false,
        problem: null,
        late: [],
      })
    })

    test('what happens to a delivery is seen, and it is gone when it has ended', async () => {
      const key = await bringTo(service, shop, 'ASSIGNED')
      await deliveryOnce(key.id, ({ wait }) => wait === 'ARRIVAL', 'the delivery')
      service.clock.forward(60_000)
      await arriveAtPickup(service.services, key)
      const arrived = await deliveryOnce(key.id, ({ wait }) => wait === 'PICKUP', 'the arrival')
      assert.equal(arrived.waitSince, service.clock.now().getTime())
      assert.equal(arrived.statusSince, service.clock.now().getTime() - 60_000)
      await act(service, key, 'pickUp')
      await deliveryOnce(key.id, ({ status }) => status === 'IN_TRANSIT', 'the parcel on its way')
      await act(service, key, 'handOver')
      await boardOnce(({ deliveries }) => !deliveries.has(key.id), 'the end of the delivery')
    })

    test('a parcel says why its courier waits, then why they left it, until another one takes it', async () => {
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      const [first, second] = [await courierAt(service, center), await courierAt(service, center)]
      await assignCourier(service.services, key, { ...courier, id: first })
      await arriveAtPickup(service.services, key)
      await deliveryOnce(key.id, ({ problem, wait }) => wait === 'PICKUP' && problem === null, 'the arrival')
      const said = { courierId: first, words: null }
      await waitAtShop(service.services, key, { ...said, reason: 'SHOP_CLOSED' })
      const waiting = await deliveryOnce(key.id, ({ problem }) => problem !== null, 'the wait')
      assert.deepEqual(waiting.problem, { isWaitedFor: true, reason: 'SHOP_CLOSED' })
      service.clock.forward(60_000)
      await freeDelivery(service.services, key, { ...said, reason: 'PARCEL_TOO_LARGE' })
      const left = await deliveryOnce(key.id, ({ wait }) => wait === 'COURIER', 'the parcel left')
      assert.deepEqual(left.problem, { isWaitedFor: false, reason: 'PARCEL_TOO_LARGE' })
      await assignCourier(service.services, key, { ...courier, id: second })
      const taken = await deliveryOnce(key.id, ({ wait }) => wait === 'ARRIVAL', 'another courier')
      assert.equal(taken.problem, null)
    })

    test('a delivery becomes late as time passes, though nothing happens to it', async () => {
      const { id } = await bringTo(service, shop, 'SEARCHING_COURIER')
      const before = await deliveryOnce(id, () => true, 'the delivery')
      service.clock.forward(9 * 60_000)
      await until(async () => (await board.read()) !== undefined, 'another read')
      service.clock.forward(60_000)
      const row = await deliveryOnce(id, ({ late }) => late.length > 0, 'its lateness')
      assert.deepEqual(row.late, [{ reason: 'NO_COURIER', since: before.createdAt + 10 * 60_000 }])
    })

    test('by when a courier is expected is seen, in steps of five minutes, while that is fresh', async () => {
      const courierId = await courierAt(service, eastOfShop(1_000))
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      await assignCourier(service.services, key, { ...courier, id: courierId })
      const now = service.clock.now()
      const due = new Date(now.getTime() + 60_000)
      const latest = new Date(now.getTime() + 12 * 60_000 + 1)
      const arrival = {
        shop_id: key.shopId,
        delivery_id: key.id,
        city_id: (await rowOf(service, key)).city_id,
      }
      await service.services.db
        .insertInto('arrivals')
        .values({
          ...arrival,
          due_at: due,
          leg: 'PICKUP',
          estimated_at: now,
          earliest_at: now,
          latest_at: latest,
        })
        .execute()
      const row = await deliveryOnce(key.id, ({ arrivesAt }) => arrivesAt !== null, 'the arrival')
      const step = 5 * 60_000
      assert.equal(row.arrivesAt, Math.ceil(latest.getTime() / step) * step)
      service.clock.forward(4 * 60_000)
      await deliveryOnce(key.id, ({ arrivesAt }) => arrivesAt === null, 'an arrival that nobody knows')
      await act(service, key, 'cancel')
    })

    test('a code that is locked is seen at once, and when it is open again', async () => {
      const key = await bringTo(service, shop, 'ASSIGNED')
      await deliveryOnce(key.id, () => true, 'the delivery')
      const { pickup_code } = await rowOf(service, key)
      const wrong = pickup_code === '0000' ? '1111' : '0000'
      for (let tries = 0; tries < 5; tries += 1)
        await assert.rejects(pickUpParcel(service.services, key, wrong))
      const locked = await deliveryOnce(key.id, ({ isCodeLocked }) => isCodeLocked, 'the lock')
      assert.deepEqual(locked.late, [{ reason: 'CODE_LOCKED', since: service.clock.now().getTime() }])
      service.clock.forward(15 * 60_000)
      await deliveryOnce(key.id, ({ late }) => late.length === 0, 'the end of the lock')
    })

    test('a payment that the parcel waits for is late 20 minutes after it was asked for', async () => {
      const payment = { mode: 'CASH_ON_DELIVERY', goodsAmount: 10_000, feePayer: 'CUSTOMER' }
      const key = await bringTo(service, shop, 'ASSIGNED', { payment })
      service.clock.forward(10 * 60_000)
      await act(service, key, 'pickUp')
      await deliveryOnce(key.id, (row) => row.isPaymentWaiting && row.late.length === 0, 'the payment')
      service.clock.forward(20 * 60_000)
      const row = await deliveryOnce(key.id, ({ late }) => late.length > 0, 'its lateness')
      assert.deepEqual(row.late, [{ reason: 'PAYMENT_WAITING', since: service.clock.now().getTime() }])
    })

    test('a parcel that its shop called back stays until it is at the shop again', async () => {
      const courierId = await courierAt(service, eastOfShop(100))
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      await assignCourier(service.services, key, { ...courier, id: courierId })
      await act(service, key, 'pickUp')
      await act(service, key, 'cancel')
      const row = await deliveryOnce(key.id, ({ isCalledBack }) => isCalledBack, 'the parcel called back')
      assert.deepEqual([row.status, row.wait, row.courier], ['CANCELLED', 'RETURN', 'Afi'])
      await declareBroughtBack(service.services, key)
      await boardOnce(({ deliveries }) => !deliveries.has(key.id), 'the parcel at its shop')
    })

    test('a delivery cancelled before its parcel was picked up is not there', async () => {
      const courierId = await courierAt(service, eastOfShop(100))
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      await assignCourier(service.services, key, { ...courier, id: courierId })
      await deliveryOnce(key.id, () => true, 'the delivery')
      await act(service, key, 'cancel')
      await boardOnce(({ deliveries }) => !deliveries.has(key.id), 'the end of the delivery')
    })
  })

  describe('couriers on the board', () => {
    test('a courier on duty is there with their place and what they carry, and is gone after duty', async () => {
      const id = await courierAt(service, eastOfShop(300))
      const free = await boardOnce(({ couriers }) => couriers.has(id), 'the courier')
      const { cityIds, ...row } = free.couriers.get(id) ?? assert.fail()
      assert.equal(cityIds.length, 1)
      const place = eastOfShop(300)
      const seenAt = service.clock.now().getTime()
      assert.deepEqual(row, {
        id,
        name: 'Koffi Ahouansou',
        isOnDuty: true,
        carries: [],
        at: [place.lat, place.lng],
        seenAt,
      })
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      await assignCourier(service.services, key, { ...courier, id })
      await boardOnce(({ couriers }) => couriers.get(id)?.carries.join() === key.id, 'the parcel they carry')
      await act(service, key, 'pickUp')
      await act(service, key, 'handOver')
      await boardOnce(({ couriers }) => couriers.get(id)?.carries.length === 0, 'their hands free')
      await setDuty(service.services, id, false)
      await boardOnce(({ couriers }) => !couriers.has(id), 'the end of their duty')
      await retireCourier(service.services, id)
    })

    test('a courier who moves is told as a move alone', async () => {
      const id = await courierAt(service, eastOfShop(0))
      const { version } = await boardOnce(({ couriers }) => couriers.has(id), 'the courier')
      service.clock.forward(5_000)
      await reportPosition(service.services, id, { ...eastOfShop(50), accuracyMeters: 12 })
      const seenAt = service.clock.now().getTime()
      await boardOnce(({ couriers }) => couriers.get(id)?.seenAt === seenAt, 'the move')
      const changes = board.changesSince(version) ?? assert.fail('too long ago')
      assert.deepEqual(
        changes.flatMap(({ moved }) => moved).filter(([moved]) => moved === id),
        [[id, eastOfShop(50).lat, eastOfShop(50).lng, seenAt]],
      )
      assert.deepEqual(
        changes.flatMap(({ couriers }) => couriers),
        [],
      )
    })
  })

  describe('what following costs', () => {
    test('ten who watch cause no more reads than one, and a delivery that stays is read once', async () => {
      await bringTo(service, shop, 'SEARCHING_COURIER')
      const stops = Array.from({ length: 10 }, () => board.subscribe(() => {}))
      await board.read()
      const reads = (text: string) => statements.filter((each) => each.includes(text)).length
      await until(() => reads('as part') > 10, 'some reads')
      assert.equal(reads('as status_since'), 1)
      for (const stop of stops) stop()
    })

    test('nothing is read once nobody watches, and everything again for who comes then', async () => {
      const stop = board.subscribe(() => {})
      const { version } = await board.read()
      assert.ok(version > 0)
      stop()
      await until(() => board.changesSince(version) === undefined, 'it to be forgotten')
      const { id } = await bringTo(service, shop, 'AWAITING_LOCATION')
      await deliveryOnce(id, () => true, 'the delivery')
      assert.equal(board.changesSince(version), undefined)
    })

    test('changes are kept for who is half a minute behind, and no longer', async () => {
      const { version } = await board.read()
      assert.deepEqual(board.changesSince(version), [])
      assert.equal(board.changesSince(version + 100), undefined)
      assert.equal(board.changesSince(-100), undefined)
      assert.equal(maxOnBoard, 5_000)
    })
  })

  test('a database that does not answer is an error for who asks, and the board comes back with it', async () => {
    let isBroken = true
    const failing = followBoard({
      ...service.services,
      db: new Proxy(service.services.db, {
        get: (db, name) => {
          if (isBroken) throw new Error('The database is away.')
          const value = Reflect.get(db, name)
          return typeof value === 'function' ? value.bind(db) : value
        },
      }),
      everyMs: 5,
      onError: () => {
        isBroken = false
      },
    })
    await assert.rejects(failing.read(), /away/)
    assert.ok(await failing.read())
    await failing.stop()
  })
})
