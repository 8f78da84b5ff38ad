import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { checkCourier } from '../src/domain/couriers/check-courier.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { listTrips } from '../src/domain/deliveries/trips/list-trips.ts'
import { readEarnings } from '../src/domain/deliveries/trips/read-earnings.ts'
import { registerCourier } from './support/courier-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { act, bringTo, type VerbName } from './support/delivery-verbs.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
    shop = await service.openShop()
  })
  after(() => service.close())

  /** A trip of a courier that ends by these verbs, a minute after the last thing that happened. */
  async function trip(courierId: string, ...steps: VerbName[]) {
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    await assignCourier(service.services, key, await checkCourier(service.services.db, courierId))
    service.clock.forward(60_000)
    for (const step of steps) await act(service, key, step)
    return key
  }

  describe('the trips of a courier', () => {
    test('earnings are the frozen pay of ended trips; a trip cancelled before the courier came to the shop earns nothing', async () => {
      const { db } = service.services
      const courierId = await registerCourier(service)
      const other = await registerCourier(service)
      const from = service.clock.now()
      const delivered = await trip(courierId, 'pickUp', 'handOver')
      const returned = await trip(courierId, 'pickUp', 'fail', 'return')
      const cancelledLate = await trip(courierId, 'pickUp', 'cancel')
      const cancelledEarly = await trip(courierId, 'cancel')
      await trip(other, 'pickUp', 'handOver')
      await trip(courierId, 'pickUp')
      service.clock.forward(1)
      const to = service.clock.now()

      assert.deepEqual(await readEarnings(db, { courierId, from, to }), {
        trips: 4,
        earned: 3,
        payFcfa: 3 * 480,
        bonusFcfa: 0,
      })
      const { trips, next } = await listTrips(db, { courierId, limit: 3 })
      assert.deepEqual(
        trips.map(({ id, payFcfa, isEarned }) => [id, payFcfa, isEarned]),
        [
          [cancelledEarly.id, 0, false],
          [cancelledLate.id, 480, true],
          [returned.id, 480, true],
        ],
      )
      const rest = await listTrips(db, { courierId, before: next, limit: 3 })
      assert.deepEqual(
        rest.trips.map(({ id, shopName }) => [id, shopName]),
        [[delivered.id, 'Boutique Test']],
      )
      assert.equal(rest.next, undefined)
    })
  })
})
