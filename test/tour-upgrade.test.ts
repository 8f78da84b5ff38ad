import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildApp } from '../src/app.ts'
import { violatedConstraint } from '../src/base/database/database-error.ts'
import { ApiError } from '../src/contract/errors.ts'
import { checkCourier } from '../src/domain/couriers/check-courier.ts'
import { listCarriedDeliveries } from '../src/domain/deliveries/carrying/carried-store.ts'
import { statusAfter } from '../src/domain/deliveries/delivery-status.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { type DeliveryDeps, moveDelivery } from '../src/domain/deliveries/transitions/move-delivery.ts'
import { acceptLot } from '../src/domain/matching/accept-lot.ts'
import { acceptOffer } from '../src/domain/matching/accept-offer.ts'
import { drawnBy, oneOf } from './support/chance.ts'
import { courierAt, searchOnce } from './support/courier-work.ts'
import { openPage } from './support/customer-visit.ts'
import { isWholeSuite, onServer } from './support/databases.ts'
import { act, rowOf } from './support/delivery-verbs.ts'
import { center, openService } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { setRules, withRules } from './support/rules.ts'
import { openSecondService } from './support/second-service.ts'
import { signInCourier } from './support/sign-in.ts'
import { courierStops, orderTo } from './support/tour-work.ts'
import { openVisitor, textOf, type Visitor } from './support/visitor.ts'

/** One key for both, so that each takes the sessions of the other. */
const env = { SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') }
const rounds = isWholeSuite ? 12 : 5

const ways = ['knowsNone', 'atOne', 'atThree', 'lotAtThree'] as const
type Way = (typeof ways)[number]
const wayOf = (at: number): Way => ways[at % ways.length] ?? 'atOne'

onServer((open) => {
  test('processes that know no tours, that have them at one and at three keep each courier’s parcels on one database', async (t) => {
    const opened = await open()
    const service = await openService(opened, env)
    t.after(() => service.close())
    const second = await openSecondService(opened.url, env)
    t.after(() => second.close())
    await setRules(service.services, { COURIER_MAX_PARCELS: 3 })
    const atOne = { ...second.services, rules: withRules(second.services, { COURIER_MAX_PARCELS: 1 }) }
    const appAtOne = await buildApp(atOne)
    t.after(() => appAtOne.close())
    const shop = await service.openShop()
    const couriers: { id: string; phones: Visitor[] }[] = []
    for (let count = 0; count < 4; count += 1) {
      const id = await courierAt(service, center)
      const { visitor } = await signInCourier(service, id)
      couriers.push({ id, phones: [visitor, sameVisitor({ app: appAtOne }, visitor)] })
    }
    const operator = await openOperations(service)
    const desks = [operator, sameVisitor({ app: appAtOne }, operator)]
    const take = (way: Way, courierId: string, key: DeliveryKey, lot: DeliveryKey[]) =>
      ({
        knowsNone: () => assignAsBefore(atOne, key, courierId),
        atOne: () => acceptOffer(atOne, courierId, key),
        atThree: () => acceptOffer(service.services, courierId, key),
        lotAtThree: () => acceptLot(service.services, courierId, lot, undefined),
      })[way]
    const done = new Map<Way, number>()
    const under: DeliveryKey[] = []

    for (let round = 0; round < rounds; round += 1) {
      const draw = drawnBy(130, 'round', round)
      while (under.length < 10) under.push(await orderTo(shop, 300 + Math.floor(draw() * 2_500)))
      await searchOnce(service)
      const rows = await Promise.all(under.map((key) => rowOf(service, key)))
      const waiting = rows.filter(({ status }) => status === 'SEARCHING_COURIER')
      const acts = Array.from({ length: 16 }, (_, at) => {
        const lot = waiting.slice(0, 2).map(keyOf)
        return take(wayOf(at), oneOf(couriers, draw).id, keyOf(oneOf(waiting, draw)), lot)
      })
      const outcomes = await Promise.allSettled(acts.map((run) => run()))
      for (const [at, outcome] of outcomes.entries()) {
        const name = wayOf(at)
        if (outcome.status === 'fulfilled') done.set(name, (done.get(name) ?? 0) + 1)
        else if (!(outcome.reason instanceof ApiError)) throw outcome.reason
      }

      const given: string[] = []
      for (const { id, phones } of couriers) {
        const carried = await listCarriedDeliveries(service.services.db, id)
        assert.ok(carried.length <= 3, `${carried.length} parcels`)
        assert.equal(new Set(carried.map((row) => row.courier_slot)).size, carried.length)
        const stops = await courierStops(service, id)
        for (const row of carried)
          assert.equal(
            stops.filter((stop) => stop.id === row.id).length,
            row.status === 'ASSIGNED' ? 2 : 1,
            row.reference,
          )
        for (const phone of phones) {
          const home = await phone.open('/courier')
          assert.equal(home.status, 200, textOf(home))
          const bags = carried.length > 1 ? carried.map((row) => `Colis ${row.courier_slot}`) : []
          for (const bag of bags) assert.ok(textOf(home).includes(bag), `${bag}: ${textOf(home)}`)
          assert.equal((await phone.open('/courier/trips')).status, 200)
        }
        given.push(...carried.map((row) => row.id))
      }
      const after = await Promise.all(under.map((key) => rowOf(service, key)))
      assert.deepEqual(
        after.flatMap((row) => (row.courier_id === null ? [] : [row.id])).toSorted(),
        given.toSorted(),
      )
      for (const desk of desks)
        for (const path of ['/operations', `/operations/deliveries/${given[0]}`, '/operations/couriers'])
          assert.equal((await desk.open(path)).status, 200, path)
      for (const key of under) assert.equal((await openPage(service, key)).status, 200)

      // Some go on, by either process, so that any slot may be the free one.
      for (const row of after.filter(({ courier_id: courierId }) => courierId !== null))
        if (draw() < 0.6) {
          const by = { ...service, services: draw() < 0.5 ? atOne : service.services }
          if (row.status === 'ASSIGNED') await act(by, keyOf(row), 'pickUp')
          if (row.status === 'IN_TRANSIT' || draw() < 0.5) await act(by, keyOf(row), 'handOver')
        }
      const left = await Promise.all(under.map((key) => rowOf(service, key)))
      under.splice(0, under.length, ...left.filter(({ status }) => status !== 'DELIVERED').map(keyOf))
    }
    t.diagnostic([...done].map(([what, count]) => `${what} ${count}`).join(', '))

    // Who is first in a race is chance: afterwards each way is taken alone, by a courier who has nothing.
    for (const key of under) {
      const row = await rowOf(service, key)
      if (row.status === 'ASSIGNED') await act(service, key, 'pickUp')
      await act(service, key, row.courier_id === null ? 'cancel' : 'handOver')
    }
    for (const [at, way] of ways.entries()) {
      const lot = [await orderTo(shop, 500), await orderTo(shop, 600)]
      const [key] = lot
      const courierId = couriers[at]?.id
      assert.ok(key && courierId)
      await searchOnce(service)
      await take(way, courierId, key, lot)()
      const carried = await listCarriedDeliveries(service.services.db, courierId)
      assert.deepEqual(
        carried.map((row) => row.id).toSorted(),
        (way === 'lotAtThree' ? lot : [key]).map((each) => each.id).toSorted(),
        way,
      )
    }
  })
})

const keyOf = ({ shop_id: shopId, id }: { shop_id: string; id: string }): DeliveryKey => ({ shopId, id })

/** The same person at another process: the sessions are in the database. */
function sameVisitor(at: Parameters<typeof openVisitor>[0], { cookies }: Visitor): Visitor {
  const visitor = openVisitor(at)
  for (const [name, value] of cookies) visitor.cookies.set(name, value)
  return visitor
}

/** Gives a parcel as the version before there were tours did: without a slot, a lock or turns, by the index alone. */
async function assignAsBefore(deps: DeliveryDeps, key: DeliveryKey, courierId: string): Promise<unknown> {
  const { id, firstName, phone, vehicleType } = await checkCourier(deps.db, courierId)
  try {
    return await moveDelivery(deps, key, 'assign', ({ status }) => {
      statusAfter('assign', status)
      return {
        change: {
          ...{ courier_id: id, courier_first_name: firstName, courier_phone: phone },
          ...{ courier_vehicle_type: vehicleType, courier_pay_fcfa: 400, courier_bonus_fcfa: 0 },
        },
      }
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'courier_carries_one_parcel_at_a_time') throw error
    throw new ApiError('COURIER_BUSY')
  }
}
