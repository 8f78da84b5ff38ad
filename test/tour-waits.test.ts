import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { waitAtShop } from '../src/domain/deliveries/pickup-problems/wait-at-shop.ts'
import { checkLedger } from '../src/domain/money/settlement/check-ledger.ts'
import { arriveAtStop } from '../src/domain/tours/arrive-at-stop.ts'
import { courierAt, eastOfShop } from './support/courier-work.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { act, rowOf } from './support/delivery-verbs.ts'
import { beginBooks, settleAll } from './support/money-work.ts'
import { center, openService, type TestService, type TestShop } from './support/open-service.ts'
import { setRules } from './support/rules.ts'
import { signInCourier } from './support/sign-in.ts'
import { give, orderTo, orderToEach } from './support/tour-work.ts'
import { textOf } from './support/visitor.ts'

const minuteMs = 60_000
const feeFcfa = 500

async function openWaits(open: Parameters<typeof openService>[0]) {
  const service = await openService(open)
  await beginBooks(service)
  const shop = await service.openShop({ name: 'Boutique Ganhi' })
  await setRules(service.services, {
    ...{ COURIER_MAX_PARCELS: 3, PICKUP_WAIT_FEE_FCFA: feeFcfa, PICKUP_WAIT_MINUTES: 10 },
  })
  return { service, shop }
}

const waitFor = ({ services }: TestService, courierId: string, key: DeliveryKey) =>
  waitAtShop(services, key, { courierId, reason: 'PARCEL_NOT_READY', words: null })

const feesOf = (service: TestService, keys: readonly DeliveryKey[]) =>
  Promise.all(keys.map(async (key) => (await rowOf(service, key)).waiting_fee_fcfa))

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    const opened = await openWaits(await open())
    service = opened.service
    shop = opened.shop
  })
  after(() => service.close())

  /** A courier at the shop who waits for each of these parcels. */
  async function waiting(keys: readonly DeliveryKey[], courierId?: string) {
    const id = courierId ?? (await courierAt(service, center))
    for (const key of keys) await give(service, key, id)
    for (const key of keys) await arriveAtStop(service.services, id, key)
    for (const key of keys) await waitFor(service, id, key)
    return id
  }

  test('of waits for several parcels at one place at once the first that ends in full earns its fee, and no other', async () => {
    const { id, visitor } = await signInCourier(service)
    const keys = await orderToEach(shop, [1_000, 2_000])
    const [first, second] = keys
    assert.ok(first && second)
    await waiting(keys, id)
    service.clock.forward(10 * minuteMs)
    await act(service, first, 'pickUp')
    const page = textOf(await visitor.open('/courier'))
    assert.match(page, /Prenez le colis/)
    assert.doesNotMatch(page, /500 FCFA de plus/)
    await act(service, second, 'pickUp')
    assert.deepEqual(await feesOf(service, keys), [feeFcfa, 0])
    await settleAll(service)
    assert.deepEqual((await checkLedger(service.services)).faults, [])
  })

  test('a wait that lasts earns its fee where another at the same place was cut short', async () => {
    const keys = await orderToEach(shop, [1_000, 2_000])
    const [first, second] = keys
    assert.ok(first && second)
    await waiting(keys)
    service.clock.forward(2 * minuteMs)
    await act(service, first, 'cancel')
    service.clock.forward(8 * minuteMs)
    await act(service, second, 'pickUp')
    assert.deepEqual(await feesOf(service, keys), [0, feeFcfa])
  })

  test('two pickups of a shop within thirty metres are one place, and others are not', async () => {
    for (const [meters, fees] of [
      [20, [feeFcfa, 0]],
      [60, [feeFcfa, feeFcfa]],
    ] as const) {
      const pickup = { ...eastOfShop(meters), label: 'Dépôt' }
      const keys = [await orderTo(shop, 1_000), await orderTo(shop, 2_000, { pickup })]
      await waiting(keys)
      service.clock.forward(10 * minuteMs)
      for (const key of keys) await act(service, key, 'pickUp')
      assert.deepEqual(await feesOf(service, keys), fees, `${meters} m`)
    }
  })

  test('a wait that begins after another has ended earns a fee of its own', async () => {
    const keys = await orderToEach(shop, [1_000, 2_000])
    const [first, second] = keys
    assert.ok(first && second)
    const courierId = await waiting([first])
    service.clock.forward(10 * minuteMs)
    await act(service, first, 'pickUp')
    service.clock.forward(minuteMs)
    await waiting([second], courierId)
    service.clock.forward(10 * minuteMs)
    await act(service, second, 'pickUp')
    assert.deepEqual(await feesOf(service, keys), [feeFcfa, feeFcfa])
  })
})

onServer((open) => {
  test('of waits at one place that end at the same moment one earns its fee, and nobody hangs', async () => {
    const { service, shop } = await openWaits(await open())
    for (let round = 0; round < 10; round += 1) {
      const courierId = await courierAt(service, center)
      const keys = await orderToEach(shop, [1_000, 2_000, 3_000])
      const [first, second, third] = keys
      assert.ok(first && second && third)
      for (const key of [first, second]) await give(service, key, courierId)
      for (const key of [first, second]) await arriveAtStop(service.services, courierId, key)
      // One parcel joins while the courier says that they wait.
      await Promise.all([
        give(service, third, courierId),
        waitFor(service, courierId, first),
        waitFor(service, courierId, second),
      ])
      service.clock.forward(10 * minuteMs)
      await Promise.all([first, second].map((key) => act(service, key, 'pickUp')))
      assert.deepEqual((await feesOf(service, [first, second])).sort(), [0, feeFcfa])
    }
    await service.close()
  })
})
