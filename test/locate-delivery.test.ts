import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { locateDelivery } from '../src/domain/deliveries/transitions/locate-delivery.ts'
import { setTariff } from '../src/domain/pricing/set-tariff.ts'
import { addCity } from '../src/domain/zones/add-city.ts'
import { onEachDatabase } from './support/databases.ts'
import { assertVerbRefused, rowOf } from './support/delivery-verbs.ts'
import {
  center,
  changeTariff,
  east,
  openService,
  outskirts,
  parakou,
  type TestService,
  type TestShop,
  testStart,
  testTariff,
} from './support/open-service.ts'
import { insertPromo, usesOf } from './support/promo-code.ts'

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  beforeEach(() => service.clock.set(testStart))
  after(() => service.close())

  const read = async (shop: TestShop, { id }: Pick<DeliveryKey, 'id'>) =>
    (await shop.get(`/deliveries/${id}`)).body

  async function order(shop: TestShop, input: object = {}): Promise<DeliveryKey> {
    const { status, body } = await shop.order(input)
    assert.equal(status, 201, JSON.stringify(body))
    return { shopId: shop.shopId, id: body.id }
  }

  test('the customer’s position is kept and the price becomes final (spec section 3)', async () => {
    const shop = await service.openShop()
    const key = await order(shop)
    const before = await read(shop, key)
    service.clock.set('2026-11-21T12:00:00.000Z')

    await locateDelivery(service.services, key, { ...east, label: 'Maison', landmark: 'Portail bleu' })

    assert.deepEqual([before.price, before.priceIsEstimate, before.dropoff], [550, true, null])
    assert.deepEqual(await read(shop, key), {
      ...before,
      status: 'SEARCHING_COURIER',
      dropoff: { ...east, label: 'Maison', landmark: 'Portail bleu' },
      price: 600,
      priceIsEstimate: false,
    })
    // The search for a courier lasts 45 minutes from now on (decision 23).
    assert.equal((await rowOf(service, key)).due_at?.toISOString(), '2026-11-21T12:45:00.000Z')
  })

  test('a position sent without a label and a landmark is stored without them', async () => {
    const shop = await service.openShop()
    const key = await order(shop)

    await locateDelivery(service.services, key, center)

    assert.deepEqual((await read(shop, key)).dropoff, { ...center, label: null, landmark: null })
  })

  for (const [where, dropoff, price] of [
    ['in the pickup’s own zone', center, 500],
    ['in another zone', east, 600],
    ['in no zone', outskirts, 1100],
  ] as const) {
    test(`a position ${where} costs the same as an order with that destination`, async () => {
      const shop = await service.openShop({ discountPercent: 0 })
      const parcel = { category: 'FASHION', size: 'LARGE', fragile: true }
      const key = await order(shop, { parcel })

      await locateDelivery(service.services, key, dropoff)

      const { body: ordered } = await shop.order({ parcel, dropoff })
      assert.deepEqual([(await read(shop, key)).price, ordered.price], [price + 425, price + 425])
    })
  }

  test('the shop’s discount is taken off the final price too', async () => {
    const shop = await service.openShop({ discountPercent: 15 })
    const key = await order(shop)

    await locateDelivery(service.services, key, east)

    assert.equal((await read(shop, key)).price, 510)
  })

  test('the price working that is stored is that of the final price (decision 57)', async () => {
    const shop = await service.openShop()
    const key = await order(shop)
    const before = (await rowOf(service, key)).price_working

    await locateDelivery(service.services, key, east)

    const after = (await rowOf(service, key)).price_working
    assert.deepEqual(
      [before, after].map((working) => (working as { rule: string }).rule),
      ['ZONE_MEDIAN', 'DISTANCE'],
    )
    assert.deepEqual((after as { lines: unknown }).lines, [{ line: 'BASE', exactFcfa: 600, amountFcfa: 600 }])
  })

  test('the collection fee comes from the same tariff as the final price', async () => {
    const shop = await service.openShop()
    const key = await order(shop, { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 10_000 } })
    assert.equal((await rowOf(service, key)).cod_fee_fcfa, 150)
    await changeTariff(service, { collectionFee: { percent: 3, minimumFcfa: 100 } })

    await locateDelivery(service.services, key, east)

    assert.equal((await rowOf(service, key)).cod_fee_fcfa, 300)
    await changeTariff(service, testTariff)
  })

  describe('the terms of a promo code (decision 11)', () => {
    test('a promo code is not used a second time when the delivery is located', async () => {
      const shop = await service.openShop()
      await insertPromo(service, { code: 'UNEFOIS', percent: 10, maxUses: 1 })
      const key = await order(shop, { promoCode: 'UNEFOIS' })
      assert.equal((await read(shop, key)).price, 495)

      await locateDelivery(service.services, key, east)

      assert.equal((await read(shop, key)).price, 540)
      assert.equal(await usesOf(service, 'UNEFOIS'), 1)
    })

    test('a promo code that has ended since the order still applies to the final price', async () => {
      const shop = await service.openShop()
      const endsAt = new Date('2026-11-21T11:00:00.000Z')
      await insertPromo(service, { code: 'MATIN', percent: 10, endsAt })
      const key = await order(shop, { promoCode: 'MATIN' })
      service.clock.set('2026-11-21T12:00:00.000Z')

      await locateDelivery(service.services, key, east)

      assert.equal((await read(shop, key)).price, 540)
    })

    test('a promo code still applies when the final trip costs less than its minimum', async () => {
      const shop = await service.openShop()
      await insertPromo(service, { code: 'DES550', percent: 10, minimumTripFcfa: 550 })
      const key = await order(shop, { promoCode: 'DES550' })

      await locateDelivery(service.services, key, center)

      assert.equal((await read(shop, key)).price, 450)
    })
  })

  describe('the payment at the final price (decisions 32 and 33)', () => {
    for (const [amountFcfa, dropoff, before, then] of [
      // Estimated at 550: the code takes all of it, but not of the 600 in the end.
      [550, east, [0, 0, 'NOT_DUE'], [50, 50, 'NOT_REQUESTED']],
      // 550 − 520, and 500 in the end.
      [520, center, [30, 30, 'NOT_REQUESTED'], [0, 0, 'NOT_DUE']],
      [100, east, [450, 450, 'NOT_REQUESTED'], [500, 500, 'NOT_REQUESTED']],
    ] as const) {
      test(`the price, the amount to collect and the payment status change from ${before.join(', ')} to ${then.join(', ')}`, async () => {
        const shop = await service.openShop()
        const code = `MOINS${amountFcfa}`
        await insertPromo(service, { code, percent: null, amountFcfa })
        const key = await order(shop, { promoCode: code, payment: { mode: 'CASH_ON_DELIVERY' } })
        const money = async () => {
          const { price, payment } = await read(shop, key)
          return [price, payment.amountToCollect, payment.status]
        }

        assert.deepEqual(await money(), before)
        await locateDelivery(service.services, key, dropoff)
        assert.deepEqual(await money(), then)
      })
    }
  })

  describe('a position that cannot be served (decision 9)', () => {
    async function assertStillWaiting(dropoff: { lat: number; lng: number }, refusal: object): Promise<void> {
      const shop = await service.openShop()
      const key = await order(shop)
      const before = await rowOf(service, key)

      await assertVerbRefused(
        locateDelivery(service.services, key, dropoff),
        refusal as Parameters<typeof assertVerbRefused>[1],
      )

      assert.deepEqual(await rowOf(service, key), before)
      await locateDelivery(service.services, key, east)
      assert.equal((await read(shop, key)).status, 'SEARCHING_COURIER')
    }

    test('a position outside every city is refused, and the delivery keeps waiting for another', () =>
      assertStillWaiting(
        { lat: 6.37, lng: 2.2 },
        {
          status: 422,
          code: 'OUT_OF_ZONE',
          en: 'The drop-off point is outside the served area: the nearest served place in Cotonou, the city of the pickup, is 8.2 km away.',
          fr: 'Le point de livraison est hors de l’espace desservi : à Cotonou, la ville du retrait, le lieu desservi le plus proche est à 8,2 km.',
          details: {
            point: 'dropoff',
            nearestZone: 'West',
            distanceMeters: 22_102,
            nearestCity: 'Cotonou',
            cityDistanceMeters: 8_207,
            isSwapped: false,
          },
        },
      ))

    test('a position in a city of another country is out of zone, and that city is not named', async () => {
      const lome = { lat: 6.1319, lng: 1.2228 }
      const togo = { country: 'TG', timeZone: 'Africa/Lome', currency: 'XOF' } as const
      const { services } = service
      const id = await addCity(services, { ...togo, name: 'Lomé', center: lome, serviceRadiusMeters: 9_000 })
      await setTariff(services, id, testTariff)
      await Promise.all([services.pricing.map.reload(), services.pricing.priceList.reload()])
      await assertStillWaiting(lome, {
        status: 422,
        code: 'OUT_OF_ZONE',
        en: 'The drop-off point is outside the served area: the nearest served place in Cotonou, the city of the pickup, is 119 km away.',
        fr: 'Le point de livraison est hors de l’espace desservi : à Cotonou, la ville du retrait, le lieu desservi le plus proche est à 119 km.',
        details: {
          point: 'dropoff',
          nearestZone: 'West',
          distanceMeters: 132_364,
          nearestCity: 'Cotonou',
          cityDistanceMeters: 118_870,
          isSwapped: false,
        },
      })
    })

    test('a position in another city is refused, and the delivery keeps waiting for another', () =>
      assertStillWaiting(parakou, {
        status: 422,
        code: 'CITIES_DIFFER',
        en: 'Pickup is in Cotonou and drop-off in Parakou: a delivery stays within one city.',
        fr: 'Le retrait est à Cotonou et la livraison à Parakou : une livraison reste dans une même ville.',
        details: { pickupCity: 'Cotonou', dropoffCity: 'Parakou' },
      }))
  })

  test('only one of two positions sent at once is kept', async () => {
    const shop = await service.openShop()
    const key = await order(shop)

    const outcomes = await Promise.allSettled(
      [center, east].map((dropoff) => locateDelivery(service.services, key, dropoff)),
    )

    const kept = outcomes.filter(({ status }) => status === 'fulfilled')
    const refused = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason.code] : [],
    )
    assert.deepEqual([kept.length, refused], [1, ['TRANSITION_REFUSED']])
    assert.equal((await shop.get(`/deliveries/${key.id}/events`)).body.length, 2)
  })
})
