import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { reportPosition } from '../src/domain/couriers/report-position.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { lockDelivery } from '../src/domain/deliveries/delivery-store.ts'
import { acceptLot } from '../src/domain/matching/accept-lot.ts'
import { freeParcel } from '../src/domain/matching/free-parcel.ts'
import { assignTour } from '../src/domain/matching/overseeing/assign-tour.ts'
import { secondsToStops } from '../src/domain/tours/tour.ts'
import { courierAt, searchOnce } from './support/courier-work.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { center, openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { setRules } from './support/rules.ts'
import { courierStops, give, orderToEach, toldOf } from './support/tour-work.ts'

const minuteMs = 60_000

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
    shop = await service.openShop()
    await setRules(service.services, { COURIER_MAX_PARCELS: 4 })
  })
  beforeEach(async () => {
    service.clock.set(testStart)
    await service.services.db.updateTable('couriers').set({ on_duty_since: null }).execute()
    await service.services.db.deleteFrom('courier_searches').execute()
  })
  after(() => service.close())

  /** By when a courier who stands at the shop comes to each door, as the order that they have now says. */
  async function expectedAt(courierId: string, keys: readonly DeliveryKey[], now: number) {
    const stops = await courierStops(service, courierId)
    const seconds = secondsToStops(center, stops)
    return keys.map(({ id }) => {
      const at = stops.findIndex((stop) => stop.id === id && stop.kind === 'DROPOFF')
      return now + Math.round((seconds[at] ?? 0) * 1_000) + 10 * minuteMs
    })
  }
  const assertTold = async (courierId: string, keys: readonly DeliveryKey[]) => {
    const [told, expected] = [
      await toldOf(service, keys),
      await expectedAt(courierId, keys, service.clock.now().getTime()),
    ]
    for (const [at, moment] of told.entries())
      assert.ok(Math.abs((moment ?? 0) - (expected[at] ?? 0)) < 2_000, `${told} beside ${expected}`)
  }

  test('the doors of a tour that the operator makes are told when by the order in which it was made', async () => {
    const { accountId } = await openOperations(service, { role: 'DISPATCHER' })
    const courierId = await courierAt(service, center)
    const keys = await orderToEach(shop, [4_000, 1_000, 2_500])
    const acting = { ...service.services, actor: { kind: 'OPERATOR', id: accountId } as const }
    await assignTour(acting, keys, courierId, 'Appelé')
    await assertTold(courierId, keys)
  })

  test('the doors of parcels that were taken together are told when by the best order of all of them', async () => {
    const courierId = await courierAt(service, center)
    const keys = await orderToEach(shop, [4_000, 1_000, 2_500])
    await searchOnce(service)
    await acceptLot(service.services, courierId, keys, undefined)
    assert.deepEqual(
      (await courierStops(service, courierId)).map(
        ({ kind, id }) => `${kind} ${keys.findIndex((key) => key.id === id)}`,
      ),
      ['PICKUP 0', 'PICKUP 1', 'PICKUP 2', 'DROPOFF 1', 'DROPOFF 2', 'DROPOFF 0'],
    )
    await assertTold(courierId, keys)
  })

  test('a door keeps what it was told when others join, and is told anew by who has its parcel again', async () => {
    const courierId = await courierAt(service, center)
    const keys = await orderToEach(shop, [1_000, 3_000, 2_000])
    const [first, second, third] = keys
    assert.ok(first && second && third)
    for (const key of [first, second]) await give(service, key, courierId)
    const before = await toldOf(service, [first, second])
    await freeParcel(service.services, second, { courierId, reason: 'PARCEL_TOO_LARGE', words: null })
    service.clock.forward(50 * minuteMs)
    await reportPosition(service.services, courierId, { ...center, accuracyMeters: 10 })
    await give(service, third, courierId)
    await give(service, second, courierId)
    const after = await toldOf(service, [first, second])
    assert.equal(after[0], before[0])
    assert.ok((after[1] ?? 0) > service.clock.now().getTime())
  })

  test('a parcel that its courier has again and alone is in no tour', async () => {
    const courierId = await courierAt(service, center)
    const keys = await orderToEach(shop, [1_000, 3_000])
    const [first, second] = keys
    assert.ok(first && second)
    for (const key of keys) await give(service, key, courierId)
    for (const key of keys)
      await freeParcel(service.services, key, { courierId, reason: 'PARCEL_TOO_LARGE', words: null })
    await give(service, first, courierId)
    assert.deepEqual(await toldOf(service, [first]), [null])
  })
})

onServer((open) => {
  test('a parcel joins a tour while somebody holds another of it', async () => {
    const service = await openService(await open())
    const shop = await service.openShop()
    await setRules(service.services, { COURIER_MAX_PARCELS: 4 })
    const courierId = await courierAt(service, center)
    const [held, joining] = await orderToEach(shop, [1_000, 3_000])
    assert.ok(held && joining)
    await give(service, held, courierId)
    await service.services.db.transaction().execute(async (trx) => {
      await lockDelivery(trx, held)
      await give(service, joining, courierId)
    })
    assert.equal((await courierStops(service, courierId)).length, 4)
    await service.close()
  })
})
