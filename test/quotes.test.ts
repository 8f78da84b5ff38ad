import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { setTariff, type TariffChange } from '../src/domain/pricing/set-tariff.ts'
import { setPairBase } from '../src/domain/pricing/tariff-store.ts'
import { addPickupAddress } from '../src/domain/shops/add-pickup-address.ts'
import { addCity } from '../src/domain/zones/add-city.ts'
import { setCity } from '../src/domain/zones/zone-store.ts'
import { onEachDatabase } from './support/databases.ts'
import {
  type Answer,
  center,
  east,
  nowhere,
  openService,
  outskirts,
  parakou,
  type TestService,
  type TestShop,
  testStart,
  testTariff,
} from './support/open-service.ts'
import { assertInvalid, assertRefused } from './support/refusal.ts'

/**
 * From the centre of West to the centre of East: 0.02° of longitude at 6.37° north are 2.21 km, by road
 * 2.87 km, of which 2 are in the base of 500 and the third costs 100.
 */
const toEast = {
  price: 600,
  isEstimate: false,
  base: 600,
  surcharges: [],
  discount: 0,
  codFee: 0,
  fromZone: 'West',
  currency: 'XOF',
  toZone: 'East',
}

/** The median of 500 (to the centre of West itself) and 600 (to that of East). */
const anywhere = { ...toEast, price: 550, isEstimate: true, base: 550, toZone: null }

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  beforeEach(() => service.clock.set(testStart))
  after(() => service.close())

  function quote(shop: TestShop, input: object = {}, headers?: Record<string, string>): Promise<Answer> {
    return shop.post('/quotes', { parcelSize: 'SMALL', paymentMode: 'PREPAID', ...input }, headers)
  }

  async function assertQuoted(shop: TestShop, input: object, expected: object): Promise<void> {
    const { status, body } = await quote(shop, input)
    assert.deepEqual({ status, body }, { status: 200, body: expected })
  }

  /** A quote with surcharges on top. */
  const surcharged = (
    plain: typeof toEast | typeof anywhere,
    surcharges: { type: string; amount: number }[],
  ) => ({
    ...plain,
    price: plain.base + surcharges.reduce((sum, { amount }) => sum + amount, 0),
    surcharges,
  })

  test('a quote with both ends is final, one without dropoff an estimate (spec 4.1)', async () => {
    const shop = await service.openShop()

    await assertQuoted(shop, { dropoff: east }, toEast)
    await assertQuoted(shop, {}, anywhere)
  })

  test('a quote stores nothing', async () => {
    const shop = await service.openShop()
    await quote(shop, { dropoff: east })

    assert.equal((await shop.get('/deliveries')).body.total, 0)
  })

  test('an order costs the same as its quote', async () => {
    const shop = await service.openShop({ discountPercent: 7 })
    service.clock.set('2026-11-21T22:30:00.000Z')

    for (const dropoff of [undefined, east, outskirts]) {
      const { body: quoted } = await quote(shop, { dropoff, parcelSize: 'LARGE', fragile: true })
      const { body: ordered } = await shop.order({
        dropoff,
        parcel: { category: 'FASHION', size: 'LARGE', fragile: true },
      })
      assert.deepEqual([ordered.price, ordered.priceIsEstimate], [quoted.price, quoted.isEstimate])
    }
  })

  describe('surcharges (decision 27)', () => {
    for (const [what, input, surcharges] of [
      ['a small parcel', { parcelSize: 'SMALL' }, []],
      ['a medium parcel', { parcelSize: 'MEDIUM' }, []],
      ['a large parcel', { parcelSize: 'LARGE' }, [{ type: 'LARGE_PARCEL', amount: 300 }]],
      ['a parcel declared not fragile', { fragile: false }, []],
      // 110 rounded up to the next 25.
      ['a fragile parcel', { fragile: true }, [{ type: 'FRAGILE', amount: 125 }]],
      [
        'a large fragile parcel',
        { parcelSize: 'LARGE', fragile: true },
        [
          { type: 'LARGE_PARCEL', amount: 300 },
          { type: 'FRAGILE', amount: 125 },
        ],
      ],
    ] as const) {
      test(`${what} adds ${surcharges.map(({ amount }) => amount).join(' and ') || 'nothing'} to the price`, async () => {
        const shop = await service.openShop()
        await assertQuoted(shop, { dropoff: east, ...input }, surcharged(toEast, [...surcharges]))
        await assertQuoted(shop, input, surcharged(anywhere, [...surcharges]))
      })
    }

    // The window is 21:00 to 06:00 in Cotonou, one hour ahead of UTC.
    for (const [utc, isNight] of [
      ['2026-11-21T19:59:59.999Z', false],
      ['2026-11-21T20:00:00.000Z', true],
      ['2026-11-21T22:59:59.999Z', true],
      ['2026-11-21T23:00:00.000Z', true],
      ['2026-11-22T04:59:59.999Z', true],
      ['2026-11-22T05:00:00.000Z', false],
      ['2026-11-22T12:00:00.000Z', false],
    ] as const) {
      test(`${utc} is ${isNight ? 'night' : 'day'} in Cotonou`, async () => {
        const shop = await service.openShop()
        service.clock.set(utc)

        // 200, and 10 for each of 3 started kilometres: 230. To anywhere, half of 2.87 km: 2 started, 220.
        await assertQuoted(
          shop,
          { dropoff: east },
          surcharged(toEast, isNight ? [{ type: 'NIGHT', amount: 250 }] : []),
        )
        await assertQuoted(shop, {}, surcharged(anywhere, isNight ? [{ type: 'NIGHT', amount: 225 }] : []))
      })
    }

    test('the night surcharge follows the local time of the city of the trip', async () => {
      const shop = await service.openShop()
      const tana = { lat: -18.8792, lng: 47.5079 }
      await serve(service, { name: 'Antananarivo', country: 'MG', timeZone: 'Indian/Antananarivo', ...tana })

      // 18:30 in Antananarivo is past its night's beginning; it is 16:30 in Cotonou.
      service.clock.set('2026-11-21T15:30:00.000Z')
      await changeTariff(service, 'Antananarivo', { night: { from: '18:00', to: '18:31' } })
      await changeTariff(service, 'Cotonou', { night: { from: '18:00', to: '18:31' } })

      const typesAt = async (input: object) =>
        (await quote(shop, input)).body.surcharges.map(({ type }: { type: string }) => type)
      assert.deepEqual(await typesAt({ pickup: tana, dropoff: tana }), ['NIGHT'])
      assert.deepEqual(await typesAt({ dropoff: east }), [])
      service.clock.set('2026-11-21T17:30:00.000Z')
      assert.deepEqual(await typesAt({ pickup: tana, dropoff: tana }), [])
      assert.deepEqual(await typesAt({ dropoff: east }), ['NIGHT'])
      await changeTariff(service, 'Cotonou', testTariff)
    })

    test('rain and high demand add to the price while they are switched on, in their city alone', async () => {
      const shop = await service.openShop()
      const since = new Date(testStart)
      const rain = { type: 'RAIN', amount: 150 }
      const demand = { type: 'HIGH_DEMAND', amount: 250 }

      await changeCity(service, 'Cotonou', { raining_since: since })
      await assertQuoted(shop, { dropoff: east }, surcharged(toEast, [rain]))
      await changeCity(service, 'Cotonou', { high_demand_since: since })
      await assertQuoted(shop, { dropoff: east }, surcharged(toEast, [rain, demand]))
      await assertQuoted(shop, {}, surcharged(anywhere, [rain, demand]))
      assert.deepEqual((await quote(shop, { pickup: parakou, dropoff: parakou })).body.surcharges, [])
      await changeCity(service, 'Cotonou', { raining_since: null })
      await assertQuoted(shop, { dropoff: east }, surcharged(toEast, [demand]))
      await changeCity(service, 'Cotonou', { high_demand_since: null })
      await assertQuoted(shop, { dropoff: east }, toEast)
    })

    test('all five surcharges come in one order, each rounded by itself', async () => {
      const shop = await service.openShop()
      const since = new Date(testStart)
      service.clock.set('2026-11-21T23:00:00.000Z')
      await changeCity(service, 'Cotonou', { raining_since: since, high_demand_since: since })

      await assertQuoted(
        shop,
        { dropoff: east, parcelSize: 'LARGE', fragile: true },
        surcharged(toEast, [
          { type: 'LARGE_PARCEL', amount: 300 },
          { type: 'FRAGILE', amount: 125 },
          { type: 'NIGHT', amount: 250 },
          { type: 'RAIN', amount: 150 },
          { type: 'HIGH_DEMAND', amount: 250 },
        ]),
      )
      await changeCity(service, 'Cotonou', { raining_since: null, high_demand_since: null })
    })

    test('a surcharge that the tariff does not have adds nothing', async () => {
      const shop = await service.openShop()
      await changeTariff(service, 'Cotonou', { surcharges: { LARGE_PARCEL: null, FRAGILE: null } })

      await assertQuoted(shop, { dropoff: east, parcelSize: 'LARGE', fragile: true }, toEast)
      await changeTariff(service, 'Cotonou', testTariff)
    })
  })

  describe('collection fee (decision 30): 1.5 percent of the goods, at least 100', () => {
    for (const [paymentMode, collection, goodsAmount, codFee] of [
      ['CASH_ON_DELIVERY', 'SECURE', 10_000, 150],
      ['CASH_ON_DELIVERY', 'SECURE', 10_001, 151],
      ['CASH_ON_DELIVERY', 'SECURE', 6_667, 101],
      ['CASH_ON_DELIVERY', 'SECURE', 6_666, 100],
      // Never more than the sale it is withheld from (decision 272).
      ['CASH_ON_DELIVERY', 'SECURE', 1, 1],
      ['CASH_ON_DELIVERY', 'SECURE', 99, 99],
      ['CASH_ON_DELIVERY', 'SECURE', 10_000_000, 150_000],
      ['CASH_ON_DELIVERY', 'SECURE', 0, 0],
      ['CASH_ON_DELIVERY', 'DIRECT', 10_000, 0],
      ['PREPAID', 'SECURE', 10_000, 0],
      ['PREPAID', 'DIRECT', 10_000, 0],
    ] as const) {
      test(`a ${paymentMode} ${collection} sale of ${goodsAmount} has a collection fee of ${codFee} and the same price`, async () => {
        const shop = await service.openShop()
        await assertQuoted(
          shop,
          { dropoff: east, paymentMode, collection, goodsAmount },
          { ...toEast, codFee },
        )
      })
    }

    test('the shop’s own collection applies when the quote names none', async () => {
      const goods = { dropoff: east, paymentMode: 'CASH_ON_DELIVERY', goodsAmount: 10_000 }
      const secure = await service.openShop({ defaultCollection: 'SECURE' })
      const direct = await service.openShop({ defaultCollection: 'DIRECT' })

      await assertQuoted(secure, goods, { ...toEast, codFee: 150 })
      await assertQuoted(direct, goods, { ...toEast, codFee: 0 })
    })
  })

  describe('zones', () => {
    afterEach(() => setPair(service, 'West', 'East', null))

    test('a pair of zones may have its own base price in one direction (decision 27)', async () => {
      const shop = await service.openShop()
      await setPair(service, 'West', 'East', 340)

      // 340 rounded up to the next 25; back again the kilometres count.
      await assertQuoted(shop, { dropoff: east }, { ...toEast, price: 350, base: 350 })
      await assertQuoted(
        shop,
        { pickup: east, dropoff: center },
        { ...toEast, fromZone: 'East', toZone: 'West' },
      )
      // The median of 500 and 340 is 420, rounded once.
      await assertQuoted(shop, {}, { ...anywhere, price: 425, base: 425 })
    })

    test('a point of a city outside its zones is priced by distance, with null as its zone (decision 9)', async () => {
      const shop = await service.openShop()

      // 0.05° of latitude are 5.56 km, by road 7.23: six started kilometres beyond the two.
      const far = { ...toEast, price: 1100, base: 1100 }
      await assertQuoted(shop, { dropoff: outskirts }, { ...far, toZone: null })
      await assertQuoted(
        shop,
        { pickup: outskirts, dropoff: center },
        { ...far, fromZone: null, toZone: 'West' },
      )
      // To the centres of West (1100) and of East: 5.98 km, by road 7.78, six kilometres too.
      await assertQuoted(
        shop,
        { pickup: outskirts },
        { ...far, isEstimate: true, fromZone: null, toZone: null },
      )
    })

    test('an estimate in a city without zones assumes half its service radius (decision 28)', async () => {
      const shop = await service.openShop()

      // Half of 8 km: two kilometres beyond the two.
      const estimate = { ...anywhere, price: 700, base: 700, fromZone: null }
      await assertQuoted(shop, { pickup: parakou }, estimate)
      await assertQuoted(
        shop,
        { pickup: parakou, dropoff: parakou },
        { ...toEast, price: 500, base: 500, fromZone: null, toZone: null },
      )
    })
  })

  describe('the shop’s discount (decision 29)', () => {
    for (const [percent, discount] of [
      [0, 0],
      [1, 7],
      [15, 108],
      [33, 239],
      [100, 725],
    ] as const) {
      test(`a discount of ${percent} percent on 725 is ${discount}, rounded down to a franc`, async () => {
        const shop = await service.openShop({ discountPercent: percent })
        const fragile = surcharged(toEast, [{ type: 'FRAGILE', amount: 125 }])

        await assertQuoted(
          shop,
          { dropoff: east, fragile: true },
          { ...fragile, price: 725 - discount, discount },
        )
      })
    }
  })

  describe('where the parcel is picked up (decision 8)', () => {
    test('a quote takes the pickup point that was sent, a registered address, or the main one', async () => {
      const shop = await service.openShop()
      const { id } = await addPickupAddress(service.services, {
        shopId: shop.shopId,
        label: 'Dépôt',
        landmark: null,
        formatted: null,
        isDefault: false,
        ...east,
      })

      const fromZone = async (input: object) => (await quote(shop, input)).body.fromZone
      assert.equal(await fromZone({}), 'West')
      assert.equal(await fromZone({ pickupAddressId: shop.pickupAddressId }), 'West')
      assert.equal(await fromZone({ pickupAddressId: id }), 'East')
      assert.equal(await fromZone({ pickup: east }), 'East')
    })

    test('an invalid pickup of a quote is refused as that of an order is', async () => {
      const [shop, other] = [await service.openShop(), await service.openShop()]
      const homeless = await service.openShop({ withoutAddress: true })

      await assertRefused(
        (language) => quote(shop, { pickup: center, pickupAddressId: shop.pickupAddressId }, language),
        {
          status: 422,
          code: 'PICKUP_AMBIGUOUS',
          en: 'Send either pickup or pickupAddressId, not both.',
          fr: 'Envoyez soit pickup, soit pickupAddressId, pas les deux.',
        },
      )
      await assertRefused((language) => quote(homeless, {}, language), {
        status: 422,
        code: 'PICKUP_REQUIRED',
        en: 'Your shop has no main pickup address. Send pickup or pickupAddressId, or register one: by POST /pickup-addresses, or with the courier company.',
        fr: 'Votre boutique n’a pas d’adresse de retrait principale. Envoyez pickup ou pickupAddressId, ou enregistrez-en une : par POST /pickup-addresses, ou auprès de la société de livraison.',
      })
      await assertRefused((language) => quote(shop, { pickupAddressId: other.pickupAddressId }, language), {
        status: 422,
        code: 'PICKUP_ADDRESS_UNKNOWN',
        en: 'Your shop has no pickup address with this pickupAddressId. GET /pickup-addresses lists them.',
        fr: 'Votre boutique n’a pas d’adresse de retrait avec ce pickupAddressId. GET /pickup-addresses en donne la liste.',
        details: { pickupAddressId: other.pickupAddressId },
      })
    })
  })

  test('SECURE collection without a payout number is refused, whatever the payment mode (decision 12)', async () => {
    const shop = await service.openShop({ defaultCollection: 'DIRECT', payoutPhone: null })

    for (const paymentMode of ['PREPAID', 'CASH_ON_DELIVERY']) {
      await assertRefused((language) => quote(shop, { paymentMode, collection: 'SECURE' }, language), {
        status: 422,
        code: 'PAYOUT_ACCOUNT_REQUIRED',
        en: 'Your shop has no mobile-money number yet. With SECURE your sales are paid out to it, with DIRECT your customers pay to it: add it in the console, or ask the courier company to. Orders with the mode PREPAID need none.',
        fr: 'Votre boutique n’a pas encore de numéro mobile money. Avec SECURE, vos ventes y sont versées ; avec DIRECT, vos clients y paient : ajoutez-le dans la console, ou demandez-le à la société de livraison. Les commandes au mode PREPAID s’en passent.',
      })
      assert.equal((await quote(shop, { paymentMode })).status, 200)
    }
  })

  test('a quote is refused for a point that no city serves, and between two cities (decision 9)', async () => {
    const shop = await service.openShop()

    // 0.2° of longitude west of the zone West, along its middle.
    for (const [point, input, en, fr] of [
      [
        'pickup',
        { pickup: { lat: 6.37, lng: 2.2 } },
        'The pickup point is outside the served area: the nearest served place is 8.2 km away, in Cotonou.',
        'Le point de retrait est hors de l’espace desservi : le lieu desservi le plus proche est à 8,2 km, à Cotonou.',
      ],
      [
        'dropoff',
        { dropoff: { lat: 6.37, lng: 2.2 } },
        'The drop-off point is outside the served area: the nearest served place in Cotonou, the city of the pickup, is 8.2 km away.',
        'Le point de livraison est hors de l’espace desservi : à Cotonou, la ville du retrait, le lieu desservi le plus proche est à 8,2 km.',
      ],
    ] as const) {
      await assertRefused((language) => quote(shop, input, language), {
        status: 422,
        code: 'OUT_OF_ZONE',
        en,
        fr,
        details: {
          point,
          nearestZone: 'West',
          distanceMeters: 22_102,
          nearestCity: 'Cotonou',
          cityDistanceMeters: 8_207,
          isSwapped: false,
        },
      })
    }
    // Its lat and lng the other way round are in the zone East.
    await assertRefused((language) => quote(shop, { dropoff: { lat: east.lng, lng: east.lat } }, language), {
      status: 422,
      code: 'OUT_OF_ZONE',
      en: 'The drop-off point is outside the served area. Are lat and lng swapped? The other way round, this point is served.',
      fr: 'Le point de livraison est hors de l’espace desservi. Avez-vous inversé lat et lng ? Dans l’autre sens, ce point est desservi.',
      details: {
        point: 'dropoff',
        nearestZone: 'East',
        distanceMeters: 616_252,
        nearestCity: 'Cotonou',
        cityDistanceMeters: 605_172,
        isSwapped: true,
      },
    })
    // Nearer to Parakou, which does not serve a parcel from Cotonou; the other way round, only Parakou would.
    const beside = { lat: parakou.lat, lng: parakou.lng + 1 }
    for (const dropoff of [beside, { lat: parakou.lng, lng: parakou.lat }]) {
      const { body } = await quote(shop, { dropoff }, { 'accept-language': 'en' })
      assert.match(
        body.message,
        /the nearest served place in Cotonou, the city of the pickup, is \d+ km away\.$/,
      )
      assert.deepEqual([body.details.nearestCity, body.details.isSwapped], ['Cotonou', false])
      assert.ok(body.details.cityDistanceMeters > 300_000 && body.details.distanceMeters > 300_000)
    }
    const { body: besidePickup } = await quote(shop, { pickup: beside })
    assert.equal(besidePickup.details.nearestCity, 'Parakou')
    // A shop is told of the cities of its own country, wherever the nearest one is.
    const togolese = await service.openShop({ country: 'TG', payoutPhone: '+22890000099' })
    const { body: unserved } = await quote(togolese, { pickup: beside })
    assert.equal(unserved.details.nearestCity, 'Parakou', 'its own country has none')
    await service.services.db
      .updateTable('cities')
      .set({ country: 'TG' })
      .where('name', '=', 'Cotonou')
      .execute()
    await service.services.pricing.map.reload()
    const { body: ofOwnCountry } = await quote(togolese, { pickup: beside })
    assert.deepEqual(
      [ofOwnCountry.details.nearestCity, ofOwnCountry.details.nearestZone],
      ['Cotonou', 'East'],
    )
    await service.services.db
      .updateTable('cities')
      .set({ country: 'BJ' })
      .where('name', '=', 'Cotonou')
      .execute()
    await service.services.pricing.map.reload()
    // A pickup that is not served comes first.
    assert.equal((await quote(shop, { pickup: nowhere, dropoff: nowhere })).body.details.point, 'pickup')
    await assertRefused((language) => quote(shop, { pickup: parakou, dropoff: east }, language), {
      status: 422,
      code: 'CITIES_DIFFER',
      en: 'Pickup is in Parakou and drop-off in Cotonou: a delivery stays within one city.',
      fr: 'Le retrait est à Parakou et la livraison à Cotonou : une livraison reste dans une même ville.',
      details: { pickupCity: 'Parakou', dropoffCity: 'Cotonou' },
    })
  })

  describe('strict bodies (decision 6)', () => {
    test('a field that a quote does not have is refused, even one that an order has', async () => {
      const shop = await service.openShop()

      await assertInvalid(
        (language) =>
          quote(shop, { dropof: east, promoCode: 'BIENVENUE', pickup: { ...center, label: 'X' } }, language),
        [
          {
            field: '/dropof',
            rule: 'additionalProperties',
            en: 'is not a known field; did you mean dropoff?',
            fr: 'n’est pas un champ connu ; vouliez-vous dire dropoff ?',
          },
          { field: '/promoCode', rule: 'additionalProperties', ...unknown },
          { field: '/pickup/label', rule: 'additionalProperties', ...unknown },
        ],
      )
    })

    test('every fault of a quote is listed at once', async () => {
      const shop = await service.openShop()

      await assertInvalid(
        (language) =>
          shop.post(
            '/quotes',
            { pickupAddressId: 'x', dropoff: { lat: '6' }, fragile: 'no', goodsAmount: 0.5, collection: '' },
            language,
          ),
        [
          { field: '/parcelSize', rule: 'required', en: 'is required', fr: 'est obligatoire' },
          { field: '/paymentMode', rule: 'required', en: 'is required', fr: 'est obligatoire' },
          {
            field: '/pickupAddressId',
            rule: 'format',
            en: 'must be an identifier as the service gives them (a UUID)',
            fr: 'doit être un identifiant tel que le service les donne (un UUID)',
          },
          { field: '/dropoff/lng', rule: 'required', en: 'is required', fr: 'est obligatoire' },
          { field: '/dropoff/lat', rule: 'type', en: 'must be a number', fr: 'doit être un nombre' },
          { field: '/fragile', rule: 'type', en: 'must be true or false', fr: 'doit être true ou false' },
          {
            field: '/goodsAmount',
            rule: 'type',
            en: 'must be a whole number',
            fr: 'doit être un nombre entier',
          },
          {
            field: '/collection',
            rule: 'enum',
            en: 'must be one of SECURE, DIRECT',
            fr: 'doit être l’une des valeurs SECURE, DIRECT',
          },
        ],
      )
    })

    test('goodsAmount takes 0 to 10000000 (spec 8)', async () => {
      const shop = await service.openShop()

      assert.equal((await quote(shop, { goodsAmount: 0 })).status, 200)
      assert.equal((await quote(shop, { goodsAmount: 10_000_000 })).status, 200)
      await assertInvalid(
        (language) => quote(shop, { goodsAmount: -1 }, language),
        [{ field: '/goodsAmount', rule: 'minimum', en: 'must be at least 0', fr: 'doit valoir au moins 0' }],
      )
      await assertInvalid(
        (language) => quote(shop, { goodsAmount: 10_000_001 }, language),
        [
          {
            field: '/goodsAmount',
            rule: 'maximum',
            en: 'must be at most 10000000',
            fr: 'doit valoir au plus 10000000',
          },
        ],
      )
    })
  })
})

const unknown = { en: 'is not a known field', fr: 'n’est pas un champ connu' }

function cityId({ services }: TestService, name: string): string {
  const city = services.pricing.map.current().cities.find((one) => one.name === name)
  assert.ok(city, name)
  return city.id
}

function zoneId({ services }: TestService, name: string): string {
  const zone = services.pricing.map.current().zones.find((one) => one.name === name)
  assert.ok(zone, name)
  return zone.id
}

async function readPricesAgain({ services }: TestService): Promise<void> {
  await Promise.all([services.pricing.map.reload(), services.pricing.priceList.reload()])
}

async function changeCity(
  service: TestService,
  name: string,
  change: Parameters<typeof setCity>[2],
): Promise<void> {
  await setCity(service.services.db, cityId(service, name), change)
  await readPricesAgain(service)
}

async function changeTariff(service: TestService, city: string, change: TariffChange): Promise<void> {
  await setTariff(service.services, cityId(service, city), change)
  await readPricesAgain(service)
}

async function setPair(
  service: TestService,
  from: string,
  to: string,
  baseFcfa: number | null,
): Promise<void> {
  const pair = { fromZoneId: zoneId(service, from), toZoneId: zoneId(service, to), baseFcfa }
  await setPairBase(service.services.db, pair)
  await readPricesAgain(service)
}

/** Begins to serve a city within 10 km, with the tariff of the others. */
async function serve(
  service: TestService,
  { lat, lng, ...city }: { name: string; country: string; timeZone: string; lat: number; lng: number },
): Promise<void> {
  const id = await addCity(service.services, {
    ...city,
    center: { lat, lng },
    serviceRadiusMeters: 10_000,
    currency: 'XOF',
  })
  await setTariff(service.services, id, testTariff)
  await readPricesAgain(service)
}
