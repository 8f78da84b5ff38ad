import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createDeliveries, type KeyedOrder } from '../src/domain/deliveries/order/create-deliveries.ts'
import { readBulkRows } from '../src/doors/console/ordering/many/bulk-rows.ts'
import { onEachDatabase } from './support/databases.ts'
import { east, nowhere, openService, type TestService, type TestShop } from './support/open-service.ts'

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  after(() => service.close())

  /** The orders of a file, as the console reads them for a shop. */
  function ordersOf(shop: TestShop, file: string): KeyedOrder[] {
    const { shopId, pickupAddressId } = shop
    const reading = readBulkRows(file, {
      shopId,
      pickupAddressId,
      country: 'BJ',
      pointInText: () => undefined,
      isServed: () => true,
      clock: { now: new Date('2026-11-21T09:00:00.000Z'), timeZone: 'Africa/Porto-Novo' },
    })
    assert.ok('rows' in reading)
    return reading.rows.flatMap(({ ready }) => ready ?? [])
  }

  const file = (count: number) =>
    [
      'Prénom;Nom;Téléphone;Montant;Quartier',
      ...Array.from({ length: count }, (_, at) => `Afi;Dossou;97${100_000 + at};1000;Ganhi`),
    ].join('\n')

  describe('many deliveries at once (decision 135)', () => {
    test('every row of a file becomes a delivery, in the order of the rows', async () => {
      const shop = await service.openShop()
      const outcomes = await createDeliveries(service.services, shop.shopId, ordersOf(shop, file(30)))

      const phones = outcomes.map((each) => 'delivery' in each && each.delivery.customer_phone)
      assert.deepEqual(
        phones,
        Array.from({ length: 30 }, (_, at) => `+2290197${100_000 + at}`),
      )
      assert.equal((await shop.get('/deliveries')).body.total, 30)
      const { body } = await shop.get('/deliveries?pageSize=1')
      assert.equal(body.items[0].status, 'AWAITING_LOCATION')
    })

    test('the same file sent twice orders nothing twice, and two equal rows are two deliveries', async () => {
      const shop = await service.openShop()
      const rows = `${file(2)}\n${file(1).split('\n')[1]}`
      const send = async () => {
        const outcomes = await createDeliveries(service.services, shop.shopId, ordersOf(shop, rows))
        return outcomes.map((each) => ('delivery' in each ? [each.delivery.id, each.isReplay] : []))
      }
      const first = await send()
      const second = await send()

      assert.equal(new Set(first.map(([id]) => id)).size, 3)
      assert.deepEqual(
        second,
        first.map(([id]) => [id, true]),
      )
      assert.equal((await shop.get('/deliveries')).body.total, 3)
    })

    test('a refused order is reported with its error, and the others are made', async () => {
      const shop = await service.openShop()
      const [first, second, third] = ordersOf(shop, file(3)) as [KeyedOrder, KeyedOrder, KeyedOrder]
      const far = { ...second, input: { ...second.input, dropoff: nowhere } }

      const outcomes = await createDeliveries(service.services, shop.shopId, [first, far, third])

      assert.deepEqual(
        outcomes.map((each) => ('refusal' in each ? each.refusal.code : each.delivery.status)),
        ['AWAITING_LOCATION', 'OUT_OF_ZONE', 'AWAITING_LOCATION'],
      )
      assert.equal((await shop.get('/deliveries')).body.total, 2)
    })

    test('a file sent again for another pickup is refused row by row, and orders nothing', async () => {
      const shop = await service.openShop()
      const orders = ordersOf(shop, file(2))
      await createDeliveries(service.services, shop.shopId, orders)
      const elsewhere = orders.map(({ idempotencyKey, input: { pickupAddressId: _, ...input } }) => ({
        idempotencyKey,
        input: { ...input, pickup: east },
      }))

      const outcomes = await createDeliveries(service.services, shop.shopId, elsewhere)

      assert.deepEqual(
        outcomes.map((each) => 'refusal' in each && each.refusal.code),
        ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_REUSED'],
      )
      assert.equal((await shop.get('/deliveries')).body.total, 2)
    })

    test('what is no refusal stops the list, and sending it again makes what is missing', async () => {
      const shop = await service.openShop()
      const orders = ordersOf(shop, file(20))
      let left = 6
      const verifyPhoto = async () => {
        left -= 1
        if (left < 0) throw new Error('The storage is away.')
      }
      const withPhoto = orders.map(({ idempotencyKey, input }) => ({
        idempotencyKey,
        input: { ...input, parcel: { ...input.parcel, photoKey: 'photo_of_a_test' } },
      }))
      await assert.rejects(
        createDeliveries({ ...service.services, verifyPhoto }, shop.shopId, withPhoto),
        new Error('The storage is away.'),
      )
      assert.ok(left >= -4, 'goes on after a failure')
      const outcomes = await createDeliveries(service.services, shop.shopId, orders)
      assert.equal(outcomes.length, 20)
      assert.equal((await shop.get('/deliveries')).body.total, 20)
    })
  })
})
