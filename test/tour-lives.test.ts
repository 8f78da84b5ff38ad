import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../src/base/database/open-database.ts'
import { ApiError } from '../src/contract/errors.ts'
import type { ParcelSize } from '../src/contract/vocabulary.ts'
import { findCourier } from '../src/domain/couriers/courier-store.ts'
import { reportPosition } from '../src/domain/couriers/report-position.ts'
import { listCarriedDeliveries } from '../src/domain/deliveries/carrying/carried-store.ts'
import { capacityOf, loadOf } from '../src/domain/deliveries/carrying/carrying-capacity.ts'
import type { DeliveryRow } from '../src/domain/deliveries/delivery-row.ts'
import { isFinal, isIn } from '../src/domain/deliveries/delivery-status.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { waitAtShop } from '../src/domain/deliveries/pickup-problems/wait-at-shop.ts'
import { askSecondTry } from '../src/domain/deliveries/second-try/ask-second-try.ts'
import { acceptLot } from '../src/domain/matching/accept-lot.ts'
import { acceptOffer } from '../src/domain/matching/accept-offer.ts'
import { freeParcel } from '../src/domain/matching/free-parcel.ts'
import { assignTour } from '../src/domain/matching/overseeing/assign-tour.ts'
import { reassignCourier } from '../src/domain/matching/overseeing/reassign-courier.ts'
import { readScreen } from '../src/domain/matching/read-screen.ts'
import { arriveAtStop } from '../src/domain/tours/arrive-at-stop.ts'
import { goThereFirst } from '../src/domain/tours/go-there-first.ts'
import { setOutAgain } from '../src/domain/tours/set-out-again.ts'
import { drawnBy, oneOf, seedFrom } from './support/chance.ts'
import { courierAt, eastOfShop, offersOf, searchOnce } from './support/courier-work.ts'
import { type CrashingProcess, crashConnections, isCrash } from './support/crashing-connections.ts'
import { isWholeSuite, onServer } from './support/databases.ts'
import { act, rowOf } from './support/delivery-verbs.ts'
import { center, openService, type TestService, type TestShop } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { setRules } from './support/rules.ts'
import { courierStops, give, orderTo, orderToEach, stopsOfCourier } from './support/tour-work.ts'

/** The same lives at every run; for a longer hunt: TOUR_LIVES_SEED, and TOUR_LIVES_RUNS times as many. */
const seed = seedFrom('TOUR_LIVES_SEED', 321)
const rounds = (isWholeSuite ? 400 : 60) * Number(process.env.TOUR_LIVES_RUNS ?? 1)
const maxParcels = 4
const minuteMs = 60_000
/** How much happens at once. */
const actsAtOnce = 8

/** Everybody of the lives, and every parcel that is not at its end. */
type World = {
  service: TestService
  shops: TestShop[]
  couriers: string[]
  operator: string
  open: DeliveryKey[]
  done: Map<string, number>
}

/** What the lives must have held. */
const wanted = [
  ...['acceptLot', 'acceptOffer', 'assignTour', 'reassign', 'goThereFirst', 'handOver'],
  ...['askAgain', 'setOutAgain', 'return'],
]

onServer((open) => {
  test('random lives of tours: each parcel is one courier’s, fits, and is once on their page until it ends', async (t) => {
    const service = await openService(await open())
    t.after(() => service.close())
    await setRules(service.services, {
      ...{ COURIER_MAX_PARCELS: maxParcels, PICKUP_WAIT_FEE_FCFA: 100, SECOND_TRY_PERCENT: 100 },
    })
    const vehicles = ['MOTO', 'MOTO', 'MOTO', 'CAR', 'TRICYCLE'] as const
    const couriers: string[] = []
    for (const vehicleType of vehicles) couriers.push(await courierAt(service, center, { vehicleType }))
    const world: World = {
      service,
      couriers,
      shops: [await service.openShop(), await service.openShop()],
      operator: (await openOperations(service, { role: 'DISPATCHER' })).accountId,
      open: [],
      done: new Map(),
    }
    // Acts of a round race, so which of them come about differs: lives go on until each has been lived.
    const missing = () => wanted.filter((what) => !world.done.has(what))
    for (let round = 0; round < rounds || (missing().length > 0 && round < 6 * rounds); round += 1) {
      await liveRound(world, round)
      await assertWhole(world)
    }
    await endAll(world)
    t.diagnostic([...world.done].map(([what, count]) => `${what} ${count}`).join(', '))
    assert.deepEqual(missing(), [])
  })

  test('whichever statement of a lot meets a crash, the courier has all of it or nothing, and then all', async (t) => {
    const opened = await open()
    const service = await openService(opened)
    t.after(() => service.close())
    await setRules(service.services, { COURIER_MAX_PARCELS: maxParcels })
    const shop = await service.openShop()
    const process: CrashingProcess = { name: 'colis-crashing', isDown: false, clients: new Set(), crashes: 0 }
    const url = `${opened.url}?application_name=${process.name}`
    const crashing = await openDatabase({ url, poolSize: 4, timeoutMs: 60_000, onError: () => {} })
    t.after(() => crashing.close())
    let [statement, fatal, isBefore] = [0, Number.POSITIVE_INFINITY, true]
    const stop = crashConnections(
      [process],
      () => (isBefore ? 0 : 0.5),
      () => (statement++ === fatal ? 1 : 0),
    )
    t.after(stop)
    const services = { ...service.services, db: crashing.db }
    for (let at = 0; ; at += 1) {
      const courierId = await courierAt(service, center)
      const keys = await orderToEach(shop, [3_000, 1_000, 2_000])
      await searchOnce(service)
      ;[statement, fatal, isBefore] = [0, at, at % 2 === 0]
      const crashes = process.crashes
      const accepted = await Promise.allSettled([acceptLot(services, courierId, keys, undefined)])
      fatal = Number.POSITIVE_INFINITY
      process.isDown = false
      for (const outcome of accepted)
        if (outcome.status === 'rejected' && !isCrash(outcome.reason)) throw outcome.reason
      const had = (await listCarriedDeliveries(service.services.db, courierId)).length
      assert.ok(had === 0 || had === keys.length, `${had} of ${keys.length} after statement ${at}`)
      await acceptLot(services, courierId, keys, undefined)
      assert.deepEqual(await stopsOfCourier(service, courierId, keys), [
        ...['PICKUP 0', 'PICKUP 1', 'PICKUP 2'],
        ...['DROPOFF 1', 'DROPOFF 2', 'DROPOFF 0'],
      ])
      for (const key of keys) await act(service, key, 'cancel')
      await service.services.db
        .updateTable('couriers')
        .set({ on_duty_since: null })
        .where('couriers.id', '=', courierId)
        .execute()
      if (process.crashes === crashes) break
    }
    t.diagnostic(`${process.crashes} crashes`)
    assert.ok(process.crashes > 10)
  })

  test('of two couriers and an operator who want one lot at once one gets all of it', async (t) => {
    const service = await openService(await open())
    t.after(() => service.close())
    await setRules(service.services, { COURIER_MAX_PARCELS: maxParcels })
    const shop = await service.openShop()
    const operator = (await openOperations(service, { role: 'DISPATCHER' })).accountId
    const couriers = [await courierAt(service, center), await courierAt(service, center)]
    const third = await courierAt(service, center)
    for (let round = 0; round < 8; round += 1) {
      const keys = await orderToEach(shop, [500, 700, 900])
      await searchOnce(service)
      const acting = { ...service.services, actor: { kind: 'OPERATOR', id: operator } as const }
      const outcomes = await Promise.allSettled([
        ...couriers.map((courierId, at) =>
          acceptLot(service.services, courierId, at === 0 ? keys : keys.toReversed(), undefined),
        ),
        assignTour(acting, keys, third, 'Appelé'),
      ])
      for (const outcome of outcomes)
        if (outcome.status === 'rejected')
          assert.ok(['OFFER_GONE', 'TRANSITION_REFUSED'].includes(outcome.reason.code), outcome.reason)
      const owners = await Promise.all(keys.map(async (key) => (await rowOf(service, key)).courier_id))
      assert.equal(new Set(owners).size, 1)
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
      for (const key of keys) await act(service, key, 'cancel')
    }
  })

  test('a tour that the operator plans while its courier takes another parcel has each stop once', async (t) => {
    const service = await openService(await open())
    t.after(() => service.close())
    await setRules(service.services, { COURIER_MAX_PARCELS: maxParcels })
    const shop = await service.openShop()
    const operator = (await openOperations(service, { role: 'DISPATCHER' })).accountId
    const acting = { ...service.services, actor: { kind: 'OPERATOR', id: operator } as const }
    for (let round = 0; round < 8; round += 1) {
      const courierId = await courierAt(service, center)
      const [first, joining, ...tour] = await orderToEach(shop, [3_000, 2_500, 500, 700])
      assert.ok(first && joining)
      await give(service, first, courierId)
      await act(service, first, 'pickUp')
      await searchOnce(service)
      assert.ok((await offersOf(service, joining.id)).some((offer) => offer.courierId === courierId))
      const outcomes = await Promise.allSettled([
        assignTour(acting, tour, courierId, 'Appelé'),
        acceptOffer(service.services, courierId, joining),
        goThereFirst(service.services, courierId, first),
      ])
      for (const outcome of outcomes)
        if (outcome.status === 'rejected')
          assert.ok(['OFFER_GONE', 'COURIER_BUSY'].includes(outcome.reason.code), outcome.reason)
      const carried = await listCarriedDeliveries(service.services.db, courierId)
      const stops = await courierStops(service, courierId)
      assert.equal(stops.length, 2 * carried.length - 1)
      assert.equal(new Set(stops.map(({ id, kind }) => `${id} ${kind}`)).size, stops.length)
      for (const row of carried) await act(service, { shopId: row.shop_id, id: row.id }, 'cancel')
      for (const key of [joining, ...tour])
        if (!isFinal((await rowOf(service, key)).status)) await act(service, key, 'cancel')
      await service.services.db
        .updateTable('couriers')
        .set({ on_duty_since: null })
        .where('couriers.id', '=', courierId)
        .execute()
    }
  })
})

/** Several acts at once, each of somebody; whatever is refused has a reason that a page could say. */
async function liveRound(world: World, round: number): Promise<void> {
  const { service } = world
  const draw = drawnBy(seed, 'round', round)
  while (world.open.length < 14) {
    const sizes: ParcelSize[] = ['SMALL', 'SMALL', 'SMALL', 'MEDIUM', 'LARGE']
    const parcel = { category: 'OTHER', size: oneOf(sizes, draw) }
    const meters = 300 + Math.floor(draw() * 2_500)
    world.open.push(await orderTo(oneOf(world.shops, draw), meters, { parcel }))
  }
  for (const courierId of world.couriers)
    await reportPosition(service.services, courierId, {
      ...eastOfShop(Math.floor(draw() * 1_000)),
      accuracyMeters: 10,
    })
  await searchOnce(service)
  const rows = await Promise.all(world.open.map((key) => rowOf(service, key)))
  const acts = Array.from({ length: actsAtOnce }, () => actOf(world, rows, draw))
  const outcomes = await Promise.allSettled(acts.map(({ run }) => run()))
  for (const [at, outcome] of outcomes.entries()) {
    const what = acts[at]?.what ?? ''
    if (outcome.status === 'fulfilled') world.done.set(what, (world.done.get(what) ?? 0) + 1)
    else if (!(outcome.reason instanceof ApiError)) throw outcome.reason
  }
  service.clock.forward(Math.floor(draw() * 4) * minuteMs)
}

type Act = { what: string; run: () => Promise<unknown> }

/** Something that somebody does to a parcel as it was when the round began. */
function actOf(world: World, rows: readonly DeliveryRow[], draw: () => number): Act {
  const { service, couriers, operator } = world
  const { services } = service
  const row = oneOf(rows, draw)
  const key = keyOf(row)
  const courierId = row.courier_id ?? oneOf(couriers, draw)
  const acting = { ...services, actor: { kind: 'OPERATOR', id: operator } as const }
  const together = rows
    .filter((each) => isIn('searching', each.status) && each.shop_id === row.shop_id)
    .slice(0, 2 + Math.floor(draw() * 2))
    .map(keyOf)
  const named = (what: string, run: () => Promise<unknown>): Act => ({ what, run })
  const problem = { courierId, reason: 'PARCEL_NOT_READY', words: null } as const
  if (isIn('searching', row.status))
    return oneOf(
      [
        named('acceptOffer', () => acceptOffer(services, courierId, key)),
        named('acceptLot', () => acceptLot(services, courierId, together, undefined)),
        named('assignTour', () => assignTour(acting, together, courierId, 'Appelé')),
        named('give', () => give(service, key, courierId)),
      ],
      draw,
    )
  if (isIn('assigned', row.status))
    return oneOf(
      [
        named('arrive', () => arriveAtStop(services, courierId, key)),
        named('wait', () => waitAtShop(services, key, problem)),
        named('pickUp', () => act(service, key, 'pickUp')),
        named('pickUp', () => act(service, key, 'pickUp')),
        named('reassign', () =>
          reassignCourier(acting, key, oneOf(couriers, draw), { reason: 'Appelé', instead: courierId }),
        ),
        named('free', () => freeParcel(services, key, { ...problem, reason: 'PARCEL_TOO_LARGE' })),
        named('goThereFirst', () => goThereFirst(services, courierId, key)),
        named('cancel', () => act(service, key, 'cancel')),
      ],
      draw,
    )
  if (isIn('underWay', row.status))
    return oneOf(
      [
        named('handOver', () => act(service, key, 'handOver')),
        named('handOver', () => act(service, key, 'handOver')),
        named('fail', () => act(service, key, 'fail')),
        named('goThereFirst', () => goThereFirst(services, courierId, key)),
      ],
      draw,
    )
  const back = named('return', () => act(service, key, 'return'))
  // It may be taken out at once: a window may begin twenty minutes before somebody sets out.
  const [from, to] = [10, 70].map((minutes) =>
    new Date(service.clock.now().getTime() + minutes * minuteMs).toISOString(),
  )
  const askAgain = named('askAgain', async () => {
    const window = { from: from ?? '', to: to ?? '' }
    const asked = await askSecondTry(services, key, { asker: 'SHOP', window })
    if (!asked.isReplay) world.open.push(keyOf(asked.delivery))
  })
  const again = named('setOutAgain', () => setOutAgain(services, courierId, key))
  return oneOf(row.second_try_id === null ? [back, askAgain, askAgain] : [back, again, again], draw)
}

const keyOf = ({ shop_id: shopId, id }: DeliveryRow): DeliveryKey => ({ shopId, id })

/** What holds whenever nothing is under way. */
async function assertWhole(world: World): Promise<void> {
  const { service, couriers } = world
  const rows = await Promise.all(world.open.map((key) => rowOf(service, key)))
  world.open = rows.filter(isUnderWay).map(keyOf)
  const carried = rows.filter((row) => isIn('carried', row.status) && isUnderWay(row))
  // A parcel is brought by one delivery at a time: nobody has its second try while another has the first.
  for (const { second_try_of: first } of carried) assert.ok(carried.every(({ id }) => id !== first))
  const shown: string[] = []
  for (const courierId of couriers) {
    const own = carried.filter((row) => row.courier_id === courierId)
    assert.ok(own.length <= maxParcels)
    assert.equal(new Set(own.map((row) => row.courier_slot)).size, own.length)
    const vehicle = (await findCourier(service.services.db, courierId))?.vehicle_type ?? 'MOTO'
    const sizes = own.map((row) => row.parcel_size)
    if (own.length > 1) assert.ok(loadOf(sizes) <= capacityOf(vehicle), `${sizes} on a ${vehicle}`)
    const stops = await courierStops(service, courierId)
    for (const row of own) {
      const kinds = stops.filter(({ id }) => id === row.id).map(({ kind }) => kind)
      const wanted = isIn('failed', row.status)
        ? ['RETURN']
        : isIn('underWay', row.status)
          ? ['DROPOFF']
          : ['PICKUP', 'DROPOFF']
      assert.deepEqual(kinds, wanted)
    }
    assert.equal(
      stops.length,
      own.reduce((sum, row) => sum + (isIn('assigned', row.status) ? 2 : 1), 0),
    )
    const screen = await readScreen(service.services, courierId, service.clock.now())
    assert.ok(screen)
    const next = screen.carried ? [screen.carried, ...screen.beside].map(({ key }) => key.id) : []
    const later = screen.later.flatMap(({ aboard }) => aboard.map(({ key }) => key.id))
    const waiting = own.filter((row) => isIn('assigned', row.status) && !next.includes(row.id))
    const onPage = [...next, ...later, ...waiting.map(({ id }) => id)]
    assert.deepEqual(onPage.toSorted(), own.map(({ id }) => id).toSorted())
    for (const { courier_slot: slot } of waiting)
      assert.equal(
        screen.later.filter(({ kind, slots }) => kind === 'PICKUP' && slots.includes(slot)).length,
        1,
      )
    shown.push(...onPage)
  }
  assert.deepEqual(shown.toSorted(), carried.map(({ id }) => id).toSorted())
}

/** A delivery that failed ends with its second try, and keeps its status. */
const isUnderWay = ({ status, ended_at: endedAt }: DeliveryRow): boolean =>
  !isFinal(status) && endedAt === null

/** Every parcel comes to an end, and nobody has any then. */
async function endAll(world: World): Promise<void> {
  const { service } = world
  for (const key of world.open) {
    for (let row = await rowOf(service, key); isUnderWay(row); row = await rowOf(service, key)) {
      const { status } = row
      if (isIn('failed', status)) await act(service, key, 'return')
      else if (isIn('underWay', status)) await act(service, key, 'handOver')
      else await act(service, key, isIn('assigned', status) ? 'pickUp' : 'cancel')
    }
  }
  world.open = []
  for (const courierId of world.couriers) assert.deepEqual(await courierStops(service, courierId), [])
}
