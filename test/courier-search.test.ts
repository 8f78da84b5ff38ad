import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { startBackground } from '../src/app.ts'
import { newId } from '../src/base/kernel/clock.ts'
import { reportPosition } from '../src/domain/couriers/report-position.ts'
import { retireCourier } from '../src/domain/couriers/retire-courier.ts'
import { setDuty } from '../src/domain/couriers/set-duty.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { declineOffer } from '../src/domain/matching/decline-offer.ts'
import { makeDueRounds } from '../src/domain/matching/make-search-rounds.ts'
import { couriersWithinQuery } from '../src/domain/matching/search-store.ts'
import type { NewEvent } from '../src/events/event-body.ts'
import {
  courierAt,
  eastOfShop,
  offersOf,
  openOffersOf,
  registerCourier,
  searchOnce,
} from './support/courier-work.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { act, bringTo, courier as card, type VerbName } from './support/delivery-verbs.ts'
import { refuseEvents } from './support/event-work.ts'
import { center, east, openService, parakou, plainOrder, type TestService } from './support/open-service.ts'
import { openSecondService } from './support/second-service.ts'
import { until } from './support/until.ts'

const seconds = (count: number) => count * 1_000

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  beforeEach(() => emptyTown(service))
  after(() => service.close())

  const search = (more?: Parameters<typeof searchOnce>[1]) => searchOnce(service, more)
  const nextRound = async () => {
    service.clock.forward(seconds(30))
    await search()
  }
  const couriersAsked = async ({ id }: DeliveryKey) =>
    (await offersOf(service, id)).map(({ courierId }) => courierId)

  const offerEventsOf = async ({ id }: DeliveryKey) => {
    const rows = await service.services.db
      .selectFrom('events')
      .select(['audience', 'actor', 'subject_type', 'subject_id', 'body'])
      .where('events.delivery_id', '=', id)
      .where('events.type', '=', 'delivery.offered')
      .execute()
    return rows.map((row) => ({ ...row, body: JSON.parse(row.body) }))
  }

  describe('when a search begins and ends (spec section 3)', () => {
    test('the search for a courier begins with the order if its destination is known, else with the position', async () => {
      const shop = await service.openShop()
      const known = await order(service, { dropoff: east })
      service.clock.forward(1)
      const asked = await bringTo(service, shop, 'AWAITING_LOCATION')
      await search()
      assert.deepEqual(await searches(service), [{ deliveryId: known.id, round: 1 }])

      await act(service, asked, 'locate')
      await search()
      assert.deepEqual(await searches(service), [
        { deliveryId: known.id, round: 1 },
        { deliveryId: asked.id, round: 1 },
      ])
    })

    test('a delivery that is located before its creation event is consumed has one search for a courier', async () => {
      const key = await bringTo(service, await service.openShop(), 'SEARCHING_COURIER')
      await search()
      assert.deepEqual(await searches(service), [{ deliveryId: key.id, round: 1 }])
    })

    for (const verb of ['assign', 'cancel', 'expire'] as const satisfies VerbName[]) {
      test(`the transition ${verb} ends the search for a courier, with no further round and no further offer`, async () => {
        const key = await order(service, { dropoff: east })
        await search()
        await act(service, key, verb)
        await courierAt(service, center)
        await nextRound()

        assert.deepEqual(await searches(service), [])
        assert.deepEqual(await offersOf(service, key.id), [])
      })
    }

    test('a search that finds no courier goes on to further rounds', async () => {
      const key = await order(service, { dropoff: east })
      for (let round = 0; round < 3; round += 1) await nextRound()
      assert.deepEqual(await searches(service), [{ deliveryId: key.id, round: 3 }])
    })
  })

  describe('the couriers that a round asks', () => {
    test('a search round asks the nearest couriers, with their distances', async () => {
      const couriers: string[] = []
      for (const meters of [1_900, 100, 700, 1_300, 400, 900, 2_100])
        couriers.push(await courierAt(service, eastOfShop(meters)))
      const key = await order(service, { dropoff: east })

      await search()

      assert.deepEqual(
        await offersOf(service, key.id),
        [
          [1, 100],
          [4, 400],
          [2, 700],
          [5, 900],
          [3, 1_300],
        ].map(([at = 0, distanceMeters]) => ({ courierId: couriers[at], round: 1, distanceMeters })),
      )
    })

    test('a search round asks couriers in every direction alike', async () => {
      const degree = 600 / 111_195
      const around = await Promise.all(
        [
          { lat: center.lat + degree, lng: center.lng },
          { lat: center.lat - degree, lng: center.lng },
          eastOfShop(600),
          eastOfShop(-600),
        ].map((place) => courierAt(service, place)),
      )
      const key = await order(service, { dropoff: east })
      await search()
      const offers = await offersOf(service, key.id)
      assert.deepEqual(offers.map(({ courierId }) => courierId).sort(), around.sort())
      for (const { distanceMeters } of offers) assert.equal(distanceMeters, 600)
    })

    test('a search round asks no courier off duty, retired, of another city, with a parcel or an old position', async () => {
      const silent = await courierAt(service, center)
      service.clock.forward(1)
      const recentlySeen = await courierAt(service, eastOfShop(1_600))
      service.clock.forward(seconds(120))
      const near = await courierAt(service, eastOfShop(1_500))
      await setDuty(service.services, await courierAt(service, center), false)
      await retireCourier(service.services, await courierAt(service, center))
      await courierAt(service, center, { city: 'Parakou' })
      const carrying = await courierAt(service, center)
      const carried = await bringTo(service, await service.openShop(), 'SEARCHING_COURIER')
      await assignCourier(service.services, carried, { ...card, id: carrying })
      const key = await order(service, { dropoff: east })

      await search()

      assert.deepEqual(await couriersAsked(key), [near, recentlySeen])
      await reportPosition(service.services, silent, { ...center, accuracyMeters: null })
      await act(service, carried, 'cancel')
      await nextRound()
      assert.deepEqual(new Set(await couriersAsked(key)), new Set([near, recentlySeen, silent, carrying]))
    })

    for (const [size, asked] of [
      ['SMALL', ['MOTO', 'TRICYCLE', 'CAR']],
      ['MEDIUM', ['MOTO', 'TRICYCLE', 'CAR']],
      ['LARGE', ['TRICYCLE', 'CAR']],
    ] as const) {
      test(`a search round for a ${size} parcel asks the couriers with these vehicles: ${asked.join(', ')}`, async () => {
        const byVehicle = new Map<string, string>()
        for (const [n, vehicleType] of (['MOTO', 'TRICYCLE', 'CAR'] as const).entries())
          byVehicle.set(await courierAt(service, eastOfShop(100 * n), { vehicleType }), vehicleType)
        const key = await order(service, { dropoff: east, parcel: { category: 'OTHER', size } })
        await search()
        assert.deepEqual(
          (await couriersAsked(key)).map((id) => byVehicle.get(id)),
          asked,
        )
      })
    }

    test('a courier who works in two cities is asked for deliveries of both', async () => {
      const { db } = service.services
      const cities = await db.selectFrom('cities').select('cities.id').execute()
      const id = await courierAt(service, parakou, { cityIds: cities.map((city) => city.id) })
      const shop = await service.openShop({ withoutAddress: true })
      const { body } = await shop.order({ pickup: parakou, dropoff: parakou })
      await search()
      assert.deepEqual(await couriersAsked({ shopId: shop.shopId, id: body.id }), [id])
    })
  })

  describe('the rounds of a search', () => {
    test('each round of a search reaches farther than the last and asks couriers who were not asked yet', async () => {
      const distances = [100, 200, 300, 400, 500, 600, 2_500, 2_900, 3_100, 4_400, 4_600, 6_700]
      for (const meters of distances) await courierAt(service, eastOfShop(meters))
      const key = await order(service, { dropoff: east })
      const asked = async () => {
        const offers = await offersOf(service, key.id)
        return Map.groupBy(offers, ({ round }) => round)
      }

      await search()
      await search()
      assert.equal((await asked()).size, 1)
      await nextRound()
      await nextRound()
      await stayAwake(service)
      await nextRound()

      const meters = [...(await asked()).values()].map((offers) => offers.map((each) => each.distanceMeters))
      assert.deepEqual(meters, [
        [100, 200, 300, 400, 500],
        [600, 2_500, 2_900],
        [3_100, 4_400],
        [4_600, 6_700],
      ])
    })

    test('the next round of a search begins at once when all couriers who were asked have declined', async () => {
      const asked = [await courierAt(service, eastOfShop(100)), await courierAt(service, eastOfShop(200))]
      const farther = await courierAt(service, eastOfShop(2_500))
      const key = await order(service, { dropoff: east })
      await search()

      await declineOffer(service.services, asked[0] as string, key)
      await search()
      assert.deepEqual(await couriersAsked(key), asked)
      await declineOffer(service.services, asked[1] as string, key)
      await search()
      assert.deepEqual(await couriersAsked(key), [...asked, farther])

      await declineOffer(service.services, asked[1] as string, key)
      await search()
      assert.deepEqual(await searches(service), [{ deliveryId: key.id, round: 2 }])
    })

    test('with no new courier left, a search round asks again those who ignored an offer, not those who declined', async () => {
      const [passive, unwilling] = [
        await courierAt(service, eastOfShop(100)),
        await courierAt(service, eastOfShop(200)),
      ]
      const key = await order(service, { dropoff: east })
      await search()
      await declineOffer(service.services, unwilling, key)

      await nextRound()
      await nextRound()
      assert.deepEqual(
        (await offersOf(service, key.id)).map(({ round }) => round),
        [1, 1],
      )
      await stayAwake(service)
      await nextRound()

      assert.deepEqual(await offersOf(service, key.id), [
        { courierId: unwilling, round: 1, distanceMeters: 200 },
        { courierId: passive, round: 4, distanceMeters: 100 },
      ])
      const now = service.clock.now()
      assert.deepEqual(
        (await openOffersOf(service, passive, now)).map(({ expiresAt }) => expiresAt),
        [new Date(now.getTime() + seconds(90))],
      )
      assert.deepEqual(await openOffersOf(service, unwilling, now), [])
    })
  })

  describe('the event of an offer', () => {
    test('the event of a search round’s offers is written in the transaction that makes them', async () => {
      const courierId = await courierAt(service, eastOfShop(100))
      const key = await order(service, { dropoff: east })
      const published: NewEvent[] = []
      await search({ publishCommitted: (events) => published.push(...events) })
      const offeredAt = service.clock.now()
      const emitted = await offerEventsOf(key)
      assert.deepEqual(emitted, [
        {
          audience: 'INTERNAL',
          actor: 'SYSTEM',
          subject_type: 'DELIVERY',
          subject_id: key.id,
          body: {
            offers: [{ courierId, expiresAt: new Date(offeredAt.getTime() + seconds(90)).toISOString() }],
          },
        },
      ])
      assert.deepEqual(
        published.map(({ type, deliveryId }) => [type, deliveryId]),
        [['delivery.offered', key.id]],
      )
      const [offer] = await service.services.db
        .selectFrom('courier_offers')
        .select(['round', 'pay_fcfa', 'distance_meters', 'offered_at'])
        .where('courier_offers.delivery_id', '=', key.id)
        .execute()
      assert.deepEqual(offer, { round: 1, pay_fcfa: 480, distance_meters: 100, offered_at: offeredAt })
      await nextRound()
      assert.equal((await offerEventsOf(key)).length, 1)
    })

    test('a search round whose event cannot be written makes no offer, and is retried when its lease ends', async () => {
      await courierAt(service, eastOfShop(100))
      const [failing, sound] = [
        await order(service, { dropoff: east }),
        await order(service, { dropoff: east }),
      ]
      const reportedErrors: string[] = []
      const onError = (message: string, error: unknown) =>
        void reportedErrors.push(`${message} ${(error as Error).message}`)
      await refuseEvents(service, 'delivery.offered', () => search({ onError }), failing.id)
      assert.deepEqual(reportedErrors, [
        'A search round failed; it is retried when its lease ends. No event today.',
      ])
      assert.deepEqual([await couriersAsked(failing), (await couriersAsked(sound)).length], [[], 1])

      await search()
      assert.deepEqual(await couriersAsked(failing), [])
      await nextRound()
      assert.equal((await couriersAsked(failing)).length, 1)
    })
  })

  test('the background work of the service turns an order into an offer', async () => {
    const courierId = await courierAt(service, eastOfShop(100))
    const loops = await startBackground(service.services)
    try {
      const key = await order(service, { dropoff: east })
      await until(async () => (await couriersAsked(key)).length > 0, 'an offer')
      assert.deepEqual(await couriersAsked(key), [courierId])
    } finally {
      await Promise.all(loops.map((loop) => loop.stop()))
    }
  })
})

onServer((open) => {
  let service: TestService
  let others: Awaited<ReturnType<typeof openSecondService>>[]
  before(async () => {
    const database = await open()
    service = await openService(database)
    others = await Promise.all([1, 2, 3].map(() => openSecondService(database.url)))
  })
  beforeEach(() => emptyTown(service))
  after(() => Promise.all([...others, service].map((each) => each.close())))

  test('several processes that search for couriers at once make each round once', async () => {
    for (let n = 0; n < 10; n += 1) await courierAt(service, eastOfShop(100 * n))
    const keys: DeliveryKey[] = []
    for (let n = 0; n < 60; n += 1) keys.push(await order(service, { dropoff: east }))
    await searchOnce(service)
    const first = await searches(service)
    service.clock.forward(seconds(30))

    const reportedErrors: unknown[] = []
    const all = [service, ...others].map(async ({ services }) => {
      const own = {
        ...services,
        clock: service.clock,
        onError: (_: string, error: unknown) => reportedErrors.push(error),
      }
      let made = 0
      for (let count = 1; count > 0; made += count) count = await makeDueRounds(own)
      return made
    })
    const counts = await Promise.all(all)

    assert.deepEqual(reportedErrors, [])
    assert.equal(first.length, 60)
    for (const { round } of await searches(service)) assert.ok(round === 1 || round === 2)
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      60,
    )
    for (const { id } of keys) {
      const offers = await offersOf(service, id)
      assert.equal(new Set(offers.map(({ courierId }) => courierId)).size, offers.length)
    }
  })

  test('nearby couriers are found by the index of cells, not by a scan of all couriers', async () => {
    const { db, database } = service.services
    await registerMany(service, 5_000)
    const { id: cityId } = await db
      .selectFrom('cities')
      .select('cities.id')
      .where('cities.name', '=', 'Cotonou')
      .executeTakeFirstOrThrow()
    const query = couriersWithinQuery({
      key: { shopId: newId(service.clock.now()), id: newId(service.clock.now()) },
      tripVersion: 1,
      cityId,
      from: center,
      vehicles: ['MOTO', 'TRICYCLE', 'CAR'],
      radiusMeters: 500,
      limit: 5,
      now: service.clock.now(),
      freshSince: service.clock.now(),
      again: false,
    }).compile(db)

    const plan = await database.withSession((session) =>
      session.query<{ 'QUERY PLAN': string }>(`explain ${query.sql}`, [...query.parameters]),
    )
    const text = plan.map((row) => row['QUERY PLAN']).join('\n')
    assert.match(text, /Scan (using|on) courier_positions_by_cell/)
    assert.doesNotMatch(text, /Seq Scan on (courier_positions|couriers|courier_cities) /)
  })
})

async function order(service: TestService, input: object): Promise<DeliveryKey> {
  const shop = await service.openShop()
  const { status, body } = await shop.order({ ...plainOrder, ...input })
  assert.equal(status, 201, JSON.stringify(body))
  return { shopId: shop.shopId, id: body.id }
}

/** Takes every courier off duty, and removes the searches of earlier tests. */
async function emptyTown(service: TestService): Promise<void> {
  await searchOnce(service)
  const { db } = service.services
  await db.deleteFrom('courier_searches').execute()
  await db.deleteFrom('courier_offers').execute()
  await db.updateTable('couriers').set({ on_duty_since: null }).execute()
}

/** Makes every position one that was just reported. */
async function stayAwake({ services, clock }: TestService): Promise<void> {
  await services.db.updateTable('courier_positions').set({ reported_at: clock.now() }).execute()
}

async function searches({ services }: TestService) {
  return services.db
    .selectFrom('courier_searches')
    .select(['courier_searches.delivery_id as deliveryId', 'courier_searches.round'])
    .orderBy('courier_searches.delivery_id')
    .execute()
}

/** Couriers on duty all over Cotonou, written at once. */
async function registerMany(service: TestService, count: number): Promise<void> {
  await registerCourier(service)
  await service.services.database.withSession((session) =>
    session.runScript(`
      insert into couriers (id, first_name, last_name, phone, vehicle_type, on_duty_since, created_at)
      select gen_random_uuid(), 'Koffi', 'Ahouansou', '+22901' || (50000000 + n), 'MOTO', now(), now()
      from generate_series(1, ${count}) as n;
      insert into courier_cities (city_id, courier_id)
      select cities.id, couriers.id from couriers cross join cities where cities.name = 'Cotonou'
      on conflict do nothing;
      insert into courier_positions (courier_id, cell, lat, lng, reported_at)
      select placed.id, (floor(placed.lat * 100)::integer + 9000) * 36000 + floor(placed.lng * 100)::integer + 18000,
        placed.lat, placed.lng, '${service.clock.now().toISOString()}'
      from (
        select couriers.id, ${center.lat} + (random() - 0.5) * 0.2 as lat, ${center.lng} + (random() - 0.5) * 0.2 as lng
        from couriers where couriers.phone like '+229015%'
      ) as placed;
      analyze`),
  )
}
