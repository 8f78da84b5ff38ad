import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Point } from '../src/base/kernel/point.ts'
import { runCommandLine } from '../src/cli/command-line.ts'
import { deleteOldArrivals, findArrival } from '../src/domain/arrivals/arrival-store.ts'
import { estimateArrivals } from '../src/domain/arrivals/estimate-arrivals.ts'
import { followArrivals } from '../src/domain/arrivals/follow-arrivals.ts'
import { learnPaces } from '../src/domain/arrivals/learn-paces.ts'
import { listCityArrivals } from '../src/domain/arrivals/list-city-arrivals.ts'
import { listPaces } from '../src/domain/arrivals/trip-pace-store.ts'
import { reportPosition } from '../src/domain/couriers/report-position.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import type { PositionSource } from '../src/domain/deliveries/order/position-precision.ts'
import { arriveAtPickup } from '../src/domain/deliveries/transitions/arrive-at-pickup.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { resetShop } from '../src/domain/sandbox/reset-shop.ts'
import { courierAt, eastOfShop } from './support/courier-work.ts'
import { openPage, textOf } from './support/customer-visit.ts'
import { onEachDatabase, openAny } from './support/databases.ts'
import { act, bringTo, courier, rowOf } from './support/delivery-verbs.ts'
import { consumeAll } from './support/event-work.ts'
import { messagesOf, messageWork } from './support/message-work.ts'
import { center, openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { withRules } from './support/rules.ts'
import { textOf as visibleText } from './support/visitor.ts'

const prepaid = { payment: { mode: 'PREPAID' } }
const english = { 'accept-language': 'en' }
const minuteMs = 60_000
/** How far east of the shop the customer of `locate` lives, in metres. */
const door = 2_210

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
  })
  beforeEach(() => service.clock.set(testStart))
  after(() => service.close())

  const db = () => service.services.db
  const deps = (ARRIVAL_NOTICE_MINUTES = 5) => ({
    ...service.services,
    rules: withRules(service.services, { ARRIVAL_NOTICE_MINUTES }),
  })
  const look = async (noticeMinutes?: number) => {
    await consumeAll(service.services, followArrivals(service.services))
    service.clock.forward(31_000)
    while ((await estimateArrivals(deps(noticeMinutes))) > 0);
  }
  const moveTo = (courierId: string, place: Point) =>
    reportPosition(service.services, courierId, { ...place, accuracyMeters: 10 })

  /** A delivery that a courier at `place` has accepted. */
  async function accepted(place: Point = eastOfShop(-1_000), of: TestShop = shop) {
    const courierId = await courierAt(service, place)
    const key = await bringTo(service, of, 'SEARCHING_COURIER', prepaid)
    await assignCourier(service.services, key, { ...courier, id: courierId, firstName: 'Koffi' })
    return { key, courierId }
  }
  async function carried(place: Point = center, of: TestShop = shop) {
    const { key, courierId } = await accepted(center, of)
    await act(service, key, 'pickUp')
    await moveTo(courierId, place)
    return { key, courierId }
  }
  const pageText = async (key: DeliveryKey, headers = {}) =>
    textOf((await openPage(service, key, headers)).body)
  const setPrecision = async (key: DeliveryKey, source: PositionSource, meters: number | null) =>
    await db()
      .updateTable('deliveries')
      .set({ dropoff_source: source, dropoff_accuracy_meters: meters })
      .where('deliveries.id', '=', key.id)
      .execute()
  const nearby = async (key: DeliveryKey) =>
    await db()
      .selectFrom('events')
      .select(['events.audience'])
      .where('events.delivery_id', '=', key.id)
      .where('events.type', '=', 'delivery.courier_nearby')
      .execute()

  describe('the time of arrival on the customer’s page', () => {
    test('is that at the shop until the courier is there, then that at the customer', async () => {
      const { key, courierId } = await accepted()
      assert.doesNotMatch(await pageText(key), /Votre livreur arrive/)
      await look()
      // 1 km as the crow flies, 1.3 by road, at 18 km/h: 4 min and 20 s.
      assert.match(await pageText(key), /Votre livreur arrive à la boutique dans moins de 10 min\./)
      assert.match(await pageText(key, english), /Your courier reaches the shop within 10 min\./)

      await arriveAtPickup(service.services, key)
      await look()
      assert.doesNotMatch(await pageText(key), /Votre livreur arrive/)

      await act(service, key, 'pickUp')
      await moveTo(courierId, center)
      assert.doesNotMatch(await pageText(key), /Votre livreur arrive/)
      await look()
      // 2.2 km, 2.9 by road: 9 min and 35 s.
      assert.match(await pageText(key), /Votre livreur arrive chez vous dans 5 à 20 min\./)
      assert.match(await pageText(key, english), /Your courier reaches you in 5 to 20 min\./)
    })

    test('comes nearer as the courier does', async () => {
      const { key, courierId } = await carried()
      await look()
      await moveTo(courierId, eastOfShop(door - 100))
      await look(0)
      assert.match(await pageText(key), /arrive chez vous dans moins de 5 min/)
    })

    test('is not said from an old position, nor once an estimate is old', async () => {
      const { key, courierId } = await carried()
      await look()
      assert.match(await pageText(key), /arrive chez vous/)
      service.clock.forward(3 * minuteMs + 1)
      assert.doesNotMatch(await pageText(key), /arrive chez vous/)
      await look()
      assert.doesNotMatch(await pageText(key), /arrive chez vous/)
      await moveTo(courierId, center)
      await look()
      assert.match(await pageText(key), /arrive chez vous/)
    })

    test('is not said from where it would take more than an hour', async () => {
      const { key } = await carried(eastOfShop(-25_000))
      await look()
      assert.doesNotMatch(await pageText(key), /arrive chez vous/)
    })

    for (const [what, source, meters, said] of [
      ['a neighbourhood of 700 m', 'ZONE', 700, /arrive chez vous dans 5 à 25 min/],
      ['a phone that knows its place within 1.5 km', 'PHONE', 1_500, /arrive chez vous dans moins de 25 min/],
      ['a neighbourhood of 6 km, which is as good as nothing', 'ZONE', 6_000, null],
      ['a phone that did not say how well it knows its place', 'PHONE', null, null],
      ['a pin on the door', 'PIN', 20, /arrive chez vous dans 5 à 20 min/],
    ] as const)
      test(`${said ? 'allows for the place' : 'is not said of the place'} of ${what}`, async () => {
        const { key } = await carried()
        await setPrecision(key, source, meters)
        await look()
        const text = await pageText(key)
        if (said) assert.match(text, said)
        else assert.doesNotMatch(text, /arrive chez vous/)
      })

    test('is not said of a courier of the sandbox, who is nowhere', async () => {
      const key = await bringTo(service, shop, 'IN_TRANSIT', prepaid)
      await look()
      assert.doesNotMatch(await pageText(key), /arrive chez vous/)
    })

    test('is gone once the delivery has ended, and nobody looks any more', async () => {
      for (const end of ['handOver', 'fail', 'cancel'] as const) {
        const { key } = await carried()
        await look()
        await act(service, key, end)
        await look()
        assert.doesNotMatch(await pageText(key), /arrive chez vous/)
        const row = await db()
          .selectFrom('arrivals')
          .select('arrivals.due_at')
          .where('arrivals.delivery_id', '=', key.id)
          .executeTakeFirst()
        assert.equal(row?.due_at, null, end)
      }
    })

    test('of many parcels is estimated by several processes at once, each parcel once a round', async () => {
      await db().deleteFrom('arrivals').execute()
      const parcels = await Promise.all(Array.from({ length: 12 }, () => carried()))
      await consumeAll(service.services, followArrivals(service.services))
      service.clock.forward(31_000)
      const counts = await Promise.all(Array.from({ length: 4 }, () => estimateArrivals(deps())))
      assert.equal(
        counts.reduce((sum, count) => sum + count, 0),
        parcels.length,
      )
      for (const { key } of parcels) assert.ok((await findArrival(db(), key))?.latest_at)
      assert.equal(await estimateArrivals(deps()), 0)
    })
  })

  describe('the message that the courier is near', () => {
    test('is sent once, at five minutes, and no event of it reaches partners', async () => {
      const { key, courierId } = await carried()
      await messageWork(service).once()
      await look()
      assert.deepEqual(await nearby(key), [])
      service.clock.forward(3 * minuteMs)
      await moveTo(courierId, eastOfShop(door - 1_000))
      await look()
      await look()
      await moveTo(courierId, eastOfShop(door - 100))
      await Promise.all([look(), look()])
      assert.deepEqual(await nearby(key), [{ audience: 'INTERNAL' }])
      await messageWork(service).once()
      const kinds = (await messagesOf(service, key)).map(({ kind }) => kind)
      assert.equal(kinds.filter((kind) => kind === 'COURIER_NEARBY').length, 1)
      const { status, body } = await shop.get('/events?limit=500')
      assert.equal(status, 200)
      assert.doesNotMatch(JSON.stringify(body), /nearby/)
    })

    test('does not follow at once upon the one that the parcel is on its way', async () => {
      const { key, courierId } = await carried(eastOfShop(door - 100))
      await look()
      assert.deepEqual(await nearby(key), [])
      service.clock.forward(3 * minuteMs)
      await moveTo(courierId, eastOfShop(door - 100))
      await look()
      assert.equal((await nearby(key)).length, 1)
    })

    test('is not sent where it is switched off, nor before the parcel is picked up', async () => {
      const waiting = await accepted(eastOfShop(-50))
      const { key, courierId } = await carried()
      service.clock.forward(4 * minuteMs)
      await moveTo(courierId, eastOfShop(door - 100))
      await moveTo(waiting.courierId, eastOfShop(-50))
      await look(0)
      await look(0)
      assert.deepEqual([await nearby(key), await nearby(waiting.key)], [[], []])
    })

    test('is not sent where nobody knows how near that is', async () => {
      const { key, courierId } = await carried()
      await setPrecision(key, 'ZONE', 6_000)
      service.clock.forward(4 * minuteMs)
      await moveTo(courierId, eastOfShop(door - 100))
      await look()
      assert.deepEqual(await nearby(key), [])
    })

    test('is not sent of a parcel that was handed over meanwhile', async () => {
      const { key, courierId } = await carried()
      service.clock.forward(4 * minuteMs)
      await moveTo(courierId, eastOfShop(door - 100))
      await consumeAll(service.services, followArrivals(service.services))
      await act(service, key, 'handOver')
      await look()
      assert.deepEqual(await nearby(key), [])
    })
  })

  describe('what is measured and learnt', () => {
    /** A trip that is announced at the pick-up and takes so many minutes. */
    async function trip(minutes: number, of: TestShop = shop): Promise<DeliveryKey> {
      const { key } = await carried(center, of)
      await look()
      service.clock.forward(minutes * minuteMs)
      await act(service, key, 'handOver')
      await consumeAll(service.services, followArrivals(service.services))
      return key
    }

    test('what was announced first stands beside the hand-over: right, earlier or later, city by city', async () => {
      await db().deleteFrom('arrivals').execute()
      for (const minutes of [6, 12, 19, 1, 30, 40]) await trip(minutes)
      const silent = await carried(eastOfShop(-25_000))
      await look()
      await act(service, silent.key, 'handOver')
      await consumeAll(service.services, followArrivals(service.services))
      const [measured] = await listCityArrivals(service.services)
      assert.deepEqual(
        { ...measured, cityId: '', pace: null },
        {
          cityId: '',
          city: 'Cotonou',
          announced: 6,
          within: 3,
          early: 1,
          late: 2,
          silent: 1,
          medianLateMinutes: 15,
          pace: null,
        },
      )
      const operator = await openOperations(service)
      const page = visibleText(await operator.open('/operations/service/arrivals'))
      assert.match(page, /Cotonou 6 50 % \(3\) 17 % \(1\) 33 % \(2\) 15 min 1/)
      const context = { services: async () => service.services, folder: '.' }
      const { stdout } = await runCommandLine(['service', 'arrivals'], context)
      assert.equal(stdout, 'Cotonou: 3 of 6 right (50%), 1 earlier, 2 later by 15 min, 1 not announced\n')
      const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
      assert.equal((await dispatcher.open('/operations/service/arrivals')).status, 403)
    })

    test('after twenty trips their median speed is used, at their hour and at others', async () => {
      await db().deleteFrom('arrivals').execute()
      await db().deleteFrom('trip_paces').execute()
      for (let count = 0; count < 20; count += 1) {
        service.clock.set(testStart)
        await trip(count < 15 ? 20 : 60)
      }
      await learnPaces(service.services)
      const { city_id: cityId } = await rowOf(service, await trip(5))
      const paces = await listPaces(db(), [cityId])
      assert.deepEqual(
        paces.map(({ hour, trips }) => [hour, trips]).sort(([one = 0], [other = 0]) => one - other),
        [
          [-1, 20],
          [11, 20],
        ],
      )
      // 20 min and the look for 2.87 km.
      for (const { secondsPerKm } of paces) assert.ok(Math.abs(secondsPerKm - 428) < 5, `${secondsPerKm}`)
      service.clock.set(testStart)
      const { key } = await carried()
      await look()
      assert.match(await pageText(key), /arrive chez vous dans 15 à 35 min/)
    })

    test('a trip to a place that cannot mean a door teaches nothing', async () => {
      const learnt = async (source: PositionSource, meters: number) => {
        const { key } = await carried()
        await setPrecision(key, source, meters)
        await look()
        service.clock.forward(12 * minuteMs)
        await act(service, key, 'handOver')
        await consumeAll(service.services, followArrivals(service.services))
        const row = await db()
          .selectFrom('arrivals')
          .select('arrivals.trip_seconds')
          .where('arrivals.delivery_id', '=', key.id)
          .executeTakeFirstOrThrow()
        return row.trip_seconds !== null
      }
      assert.deepEqual([await learnt('PIN', 20), await learnt('ZONE', 500)], [true, false])
    })

    test('what ended 90 days ago is removed, and what is under way stays', async () => {
      await db().deleteFrom('arrivals').execute()
      await trip(5)
      const failed = await carried()
      await look()
      await act(service, failed.key, 'fail')
      await look()
      const { key } = await carried()
      await look()
      const later = new Date(service.clock.now().getTime() + minuteMs)
      assert.equal(await deleteOldArrivals(db(), later, 10), 2)
      assert.ok(await findArrival(db(), key))
    })

    test('the reset of a sandbox takes its arrivals with it', async () => {
      const other = await service.openShop()
      await trip(5, other)
      await resetShop({ ...service.services, actor: { kind: 'CLI' } }, other.shopId)
      const rows = await db()
        .selectFrom('arrivals')
        .select('arrivals.delivery_id')
        .where('arrivals.shop_id', '=', other.shopId)
        .execute()
      assert.deepEqual(rows, [])
    })
  })
})

describe('arrivals with a routing server', () => {
  let router: Server
  let reply: object = {}
  let status = 200
  let service: TestService
  let asked = 0
  before(async () => {
    router = createServer((_, response) => {
      asked += 1
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
    }).listen(0, '127.0.0.1')
    await once(router, 'listening')
    const { port } = router.address() as AddressInfo
    service = await openService(await openAny(), { ROUTING_URL: `http://127.0.0.1:${port}` })
  })
  after(async () => {
    await service.close()
    router.closeAllConnections()
    await once(router.close(), 'close')
  })

  for (const [what, answer, httpStatus, said] of [
    ['its duration', { routes: [{ distance: 4_000, duration: 1_200 }] }, 200, /dans 15 à 35 min/],
    ['its distance where it says no duration', { routes: [{ distance: 6_000 }] }, 200, /dans 15 à 35 min/],
    ['the great circle where it fails', {}, 500, /dans 5 à 20 min/],
    [
      'the great circle where it talks nonsense',
      { routes: [{ distance: 'far', duration: -1 }] },
      200,
      /dans 5 à 20 min/,
    ],
  ] as const)
    test(`an arrival is estimated from ${what}`, async () => {
      service.clock.set(testStart)
      reply = { routes: [{ distance: 4_000, duration: 1_200 }] }
      status = 200
      const shop = await service.openShop()
      const key = await bringTo(service, shop, 'SEARCHING_COURIER', prepaid)
      const id = await courierAt(service, center)
      await assignCourier(service.services, key, { ...courier, id })
      await act(service, key, 'pickUp')
      await consumeAll(service.services, followArrivals(service.services))
      ;[reply, status] = [answer, httpStatus]
      service.clock.forward(31_000)
      await reportPosition(service.services, id, { ...center, accuracyMeters: 10 })
      const before = asked
      await estimateArrivals(service.services)
      assert.ok(asked > before)
      assert.match(textOf((await openPage(service, key)).body), said)
    })
})
