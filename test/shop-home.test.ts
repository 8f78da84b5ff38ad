import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { DeliveryStatus } from '../src/contract/vocabulary.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { readShopHome } from '../src/domain/deliveries/finding/read-shop-home.ts'
import { confirmPayment } from '../src/domain/deliveries/payment/confirm-payment.ts'
import { declarePaid } from '../src/domain/deliveries/payment/declare-paid.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { declareBroughtBack } from '../src/domain/deliveries/transitions/declare-brought-back.ts'
import { addEndpoint } from '../src/domain/webhooks/endpoints/add-endpoint.ts'
import { listFailingEndpoints } from '../src/domain/webhooks/endpoints/list-failing-endpoints.ts'
import { registerCourier } from './support/courier-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { act, bringTo, courier } from './support/delivery-verbs.ts'
import { openService, type TestService, type TestShop, testStart } from './support/open-service.ts'

const zone = 'Africa/Porto-Novo'
const hourMs = 60 * 60_000

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
  })
  beforeEach(async () => {
    service.clock.set(testStart)
    shop = await service.openShop()
  })
  after(() => service.close())

  const home = (of = shop) => readShopHome(service.services, of.shopId, zone)

  /** What the home of a shop lists, as kinds and identifiers. */
  async function matters(of = shop): Promise<Record<string, string[]>> {
    const listed = Object.entries((await home(of)).matters)
    return Object.fromEntries(listed.map(([kind, { deliveries }]) => [kind, deliveries.map(({ id }) => id)]))
  }

  const nothing = { PAYMENT_TO_CONFIRM: [], PARCEL_COMING_BACK: [], POSITION_MISSING: [], TRIP_TO_PAY: [] }

  const direct = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5_000, collection: 'DIRECT' } }

  test('a payment that the customer declared is listed until the shop has answered', async () => {
    const declared = await bringTo(service, shop, 'IN_TRANSIT', direct)
    await bringTo(service, shop, 'IN_TRANSIT', direct)
    assert.deepEqual(await matters(), nothing)
    await declarePaid(service.services, declared)
    assert.deepEqual(await matters(), { ...nothing, PAYMENT_TO_CONFIRM: [declared.id] })
    assert.deepEqual(await matters(await service.openShop()), nothing)
    await confirmPayment(service.services, declared)
    assert.deepEqual(await matters(), nothing)
  })

  test('a parcel whose hand-over failed is listed until it is back', async () => {
    const failed = await bringTo(service, shop, 'FAILED')
    const { matters: listed } = await home()
    assert.deepEqual(
      listed.PARCEL_COMING_BACK.deliveries.map(({ id, status, failure_code }) => ({
        id,
        status,
        failure_code,
      })),
      [{ id: failed.id, status: 'FAILED', failure_code: 'REFUSED' }],
    )
    await act(service, failed, 'return')
    assert.deepEqual(await matters(), nothing)
  })

  test('a parcel that was called back is listed until it is back, for a week at most', async () => {
    const [brought, kept] = [await calledBack('IN_TRANSIT'), await calledBack('IN_TRANSIT')]
    assert.deepEqual(await matters(), { ...nothing, PARCEL_COMING_BACK: [brought.id, kept.id].sort() })
    await declareBroughtBack(service.services, brought)
    service.clock.forward(7 * 24 * hourMs - 1)
    assert.deepEqual(await matters(), { ...nothing, PARCEL_COMING_BACK: [kept.id] })
    service.clock.forward(1)
    assert.deepEqual(await matters(), nothing)
  })

  test('a delivery that was cancelled before its parcel was picked up brings nothing back', async () => {
    await calledBack('ASSIGNED')
    await bringTo(service, shop, 'CANCELLED')
    assert.deepEqual(await matters(), nothing)
  })

  test('a position is missing an hour after the order, until it is given', async () => {
    const { id } = await bringTo(service, shop, 'AWAITING_LOCATION')
    await bringTo(service, shop, 'SEARCHING_COURIER')
    service.clock.forward(hourMs)
    assert.deepEqual(await matters(), nothing)
    service.clock.forward(1)
    assert.deepEqual(await matters(), { ...nothing, POSITION_MISSING: [id] })
    await act(service, { shopId: shop.shopId, id }, 'locate')
    assert.deepEqual(await matters(), nothing)
  })

  test('twenty of a kind are listed, the oldest first, and it says that there are more', async () => {
    const ids: string[] = []
    for (let nth = 0; nth < 21; nth += 1) {
      service.clock.forward(1_000)
      ids.push((await shop.order()).body.id)
    }
    service.clock.forward(2 * hourMs)
    const { deliveries, hasMore } = (await home()).matters.POSITION_MISSING
    assert.deepEqual([deliveries.map(({ id }) => id), hasMore], [ids.slice(0, 20), true])
    await act(service, { shopId: shop.shopId, id: ids[0] ?? '' }, 'locate')
    assert.equal((await home()).matters.POSITION_MISSING.hasMore, false)
  })

  test('deliveries are counted by the day of the city, and open ones from before beside them', async () => {
    // In Cotonou this is midnight.
    for (const [at, status] of [
      ['2026-11-20T22:59:59.999Z', 'AWAITING_LOCATION'],
      ['2026-11-20T22:59:59.999Z', 'DELIVERED'],
      ['2026-11-20T23:00:00.000Z', 'AWAITING_LOCATION'],
      ['2026-11-21T10:00:00.000Z', 'DELIVERED'],
      ['2026-11-21T10:00:00.000Z', 'DELIVERED'],
      ['2026-11-21T22:59:59.999Z', 'CANCELLED'],
      ['2026-11-21T23:00:00.000Z', 'CANCELLED'],
    ] as const) {
      service.clock.set(at)
      await bringTo(service, shop, status)
    }
    service.clock.set('2026-11-21T22:00:00.000Z')
    const counts: [DeliveryStatus, number, number][] = [
      ['AWAITING_LOCATION', 1, 1],
      ['SEARCHING_COURIER', 0, 0],
      ['ASSIGNED', 0, 0],
      ['IN_TRANSIT', 0, 0],
      ['DELIVERED', 2, 0],
      ['FAILED', 0, 0],
      ['RETURNED', 0, 0],
      ['CANCELLED', 1, 0],
      ['EXPIRED', 0, 0],
    ]
    assert.deepEqual(
      (await home()).counts,
      counts.map(([status, today, earlier]) => ({ status, today, earlier })),
    )
    const none = (await home(await service.openShop())).counts
    assert.ok(none.every(({ today, earlier }) => today === 0 && earlier === 0))
  })

  test('endpoints that fail are listed, the longest failing first, but not those that the shop has paused', async () => {
    const { db } = service.services
    const add = async (path: string, change: object) => {
      const address = { url: `https://hooks.example.com/${path}`, eventTypes: null, description: null }
      const { endpoint } = await addEndpoint(
        { ...service.services.webhooks, resolve: async () => ['93.184.216.34'] },
        { shopId: shop.shopId, ...address },
      )
      if (Object.keys(change).length > 0)
        await db.updateTable('webhook_endpoints').set(change).where('id', '=', endpoint.id).execute()
    }
    const [early, late] = [new Date('2026-11-20T10:00:00Z'), new Date('2026-11-21T09:00:00Z')]
    await add('well', {})
    await add('late', { failing_since: late })
    await add('disabled', { failing_since: early, disabled_at: late })
    await add('paused', { failing_since: early, paused_at: late })

    const failing = await listFailingEndpoints(db, shop.shopId)

    assert.deepEqual(
      failing.map(({ url }) => url.split('/').at(-1)),
      ['disabled', 'late'],
    )
  })

  /** A delivery whose courier had come so far when the shop cancelled it. */
  async function calledBack(status: 'ASSIGNED' | 'IN_TRANSIT'): Promise<DeliveryKey> {
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    await assignCourier(service.services, key, { ...courier, id: await registerCourier(service) })
    if (status === 'IN_TRANSIT') await act(service, key, 'pickUp')
    await act(service, key, 'cancel')
    return key
  }
})
