import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTariff } from '../src/quotes/set-tariff.ts'
import { setPairBase } from '../src/quotes/tariff-store.ts'
import { addPickupAddress } from '../src/shops/add-pickup-address.ts'
import { setShop } from '../src/shops/shop-store.ts'
import { findCities, setCity } from '../src/zones/zone-store.ts'
import { onServer, openEmbedded } from './support/databases.ts'
import {
  center,
  east,
  openService,
  plainOrder,
  type TestService,
  type TestShop,
  testTariff,
} from './support/open-service.ts'
import { openSecondService } from './support/second-service.ts'
import { until } from './support/until.ts'

const trip = { dropoff: east, parcelSize: 'SMALL', paymentMode: 'PREPAID' }

/** Every process prices a change within this time (decision 47), in ms. */
const promiseMs = 1_000

onServer((open) => {
  let service: TestService
  let other: Awaited<ReturnType<typeof openSecondService>>
  let shop: TestShop
  let cotonou: string

  before(async () => {
    const database = await open()
    service = await openService(database)
    other = await openSecondService(database.url)
    shop = await service.openShop()
    cotonou = (await findCities(service.parts.db, 'Cotonou'))[0]?.id ?? ''
  })
  after(async () => {
    await other.close()
    await service.close()
  })

  /** The price that the other process asks. */
  async function priceElsewhere(): Promise<number> {
    const response = await other.app.inject({
      method: 'POST',
      url: '/api/v1/partner/quotes',
      headers: { authorization: `Bearer ${shop.key}` },
      payload: trip,
    })
    return response.json().price
  }

  const isPriced = (price: number) =>
    until(async () => (await priceElsewhere()) === price, `a price of ${price}`, promiseMs)

  test('a tariff, a zone pair and rain that change on one process are priced within a second on another', async () => {
    assert.equal(await priceElsewhere(), 600)

    await setTariff(service.parts, cotonou, { ...testTariff, baseFcfa: 900 })
    await isPriced(1000)

    await setCity(service.parts.db, cotonou, { raining_since: service.clock.now() })
    await isPriced(1150)

    const zones = service.parts.pricing.map.current().zonesOf(cotonou)
    const [to, from] = [
      zones.find(({ name }) => name === 'East')?.id ?? '',
      zones.find(({ name }) => name === 'West')?.id ?? '',
    ]
    await setPairBase(service.parts.db, { fromZoneId: from, toZoneId: to, baseFcfa: 300 })
    await isPriced(450)

    await setPairBase(service.parts.db, { fromZoneId: from, toZoneId: to, baseFcfa: null })
    await setCity(service.parts.db, cotonou, { raining_since: null })
    await isPriced(1000)
  })

  test('a pickup address and a payout number registered on one process serve at once on another', async () => {
    const bare = await service.openShop({
      withoutAddress: true,
      defaultCollection: 'DIRECT',
      payoutPhone: null,
    })
    const order = (idempotencyKey: string) =>
      other.app.inject({
        method: 'POST',
        url: '/api/v1/partner/deliveries',
        headers: { authorization: `Bearer ${bare.key}`, 'idempotency-key': idempotencyKey },
        payload: { ...plainOrder, payment: { mode: 'PREPAID', collection: 'SECURE' } },
      })
    assert.equal((await order('fresh-order-1')).json().code, 'PICKUP_REQUIRED')

    const place = { label: null, landmark: null, formatted: null, isDefault: true, ...center }
    await addPickupAddress(service.parts, { shopId: bare.shopId, ...place })
    assert.equal((await order('fresh-order-1')).json().code, 'PAYOUT_ACCOUNT_REQUIRED')

    await setShop(service.parts.db, bare.shopId, { payout_phone: '+2290197000099' })
    assert.equal((await order('fresh-order-1')).statusCode, 201)
  })
})

test('on the embedded database a change is priced within a second too', async () => {
  const service = await openService(await openEmbedded())
  const shop = await service.openShop()
  const [city] = await findCities(service.parts.db, 'Cotonou')
  await setTariff(service.parts, city?.id ?? '', { ...testTariff, baseFcfa: 900 })
  await until(async () => (await shop.post('/quotes', trip)).body.price === 1000, 'the new price', promiseMs)
  await service.close()
})
