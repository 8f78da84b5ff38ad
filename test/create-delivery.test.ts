import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { initialColumns } from '../src/domain/deliveries/delivery-row.ts'
import { setTariff } from '../src/domain/pricing/set-tariff.ts'
import { addPickupAddress } from '../src/domain/shops/add-pickup-address.ts'
import { setShop } from '../src/domain/shops/shop-store.ts'
import { addCity } from '../src/domain/zones/add-city.ts'
import { onEachDatabase } from './support/databases.ts'
import { rowOf } from './support/delivery-verbs.ts'
import { holdsCode } from './support/holds-code.ts'
import {
  center,
  east,
  openService,
  parakou,
  plainOrder,
  type TestService,
  type TestShop,
  testStart,
  testTariff,
} from './support/open-service.ts'
import { assertInvalid, assertRefused } from './support/refusal.ts'

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  after(() => service.close())

  test('a delivery without dropoff awaits the customer’s position at an estimated price (spec 4.4-3)', async () => {
    const shop = await service.openShop()

    const made = await shop.order({ externalRef: 'order-2041' })

    assert.equal(made.status, 201)
    const { id, reference, pickupCode, trackingUrl, ...rest } = made.body
    assert.match(id, /^[0-9a-f-]{36}$/)
    assert.match(reference, /^COL-[0-9A-HJKMNP-TV-Z]{6}$/)
    assert.match(pickupCode, /^\d{4}$/)
    assert.match(trackingUrl, /^http:\/\/colis\.test\/p\/[\w-]{64}$/)
    assert.deepEqual(rest, {
      externalRef: 'order-2041',
      status: 'AWAITING_LOCATION',
      createdAt: testStart,
      customer: { lastName: 'Dossou', firstName: 'Afi', phone: '+2290197000001' },
      pickup: { label: 'Boutique', landmark: 'En face du marché', ...center },
      dropoff: null,
      parcel: { category: 'FASHION', size: 'SMALL', fragile: false },
      payment: {
        mode: 'PREPAID',
        goodsAmount: 0,
        feePayer: 'CUSTOMER',
        collection: 'SECURE',
        amountToCollect: 0,
        status: 'NOT_DUE',
        paidAt: null,
      },
      price: 550,
      priceIsEstimate: true,
      cancellationFee: 0,
      returnFee: 0,
      failureReason: null,
      courier: null,
      currency: 'XOF',
      pickupWindow: null,
      dropoffWindow: null,
      courierArrivedAt: null,
      metadata: {},
      secondTryOf: null,
      secondTryId: null,
    })
  })

  test('what a creation leaves to the database is what its answer was made from', async () => {
    const shop = await service.openShop()
    const { id } = (await shop.order()).body
    const row = await rowOf(service, { shopId: shop.shopId, id })
    const left = Object.keys(initialColumns).map((column) => [column, row[column as keyof typeof row]])
    assert.deepEqual(Object.fromEntries(left), initialColumns)
  })

  test('a delivery with dropoff searches for a courier at a final price (spec 4.4-3)', async () => {
    const shop = await service.openShop()

    const made = await shop.order({ dropoff: { ...east, label: 'Maison', landmark: 'Portail bleu' } })

    assert.equal(made.body.status, 'SEARCHING_COURIER')
    assert.equal(made.body.priceIsEstimate, false)
    assert.equal(made.body.price, 600)
    assert.deepEqual(made.body.dropoff, { label: 'Maison', landmark: 'Portail bleu', ...east })
  })

  test('the pickup code is in the response of the creation and in no later read (spec 2.7)', async () => {
    const shop = await service.openShop()
    const { body: made } = await shop.order()
    const { pickupCode, ...withoutCode } = made

    assert.deepEqual((await shop.get(`/deliveries/${made.id}`)).body, withoutCode)
    assert.deepEqual((await shop.get('/deliveries')).body.items, [withoutCode])
    const { body: history } = await shop.get(`/deliveries/${made.id}/events`)
    assert.equal(holdsCode(JSON.stringify(history), pickupCode), false)
  })

  test('a second delivery with the same externalRef is refused (spec 4.4-2)', async () => {
    const shop = await service.openShop()
    const first = await shop.order({ externalRef: '2041' })

    await assertRefused((language) => shop.order({ externalRef: '2041' }, language), {
      status: 409,
      code: 'EXTERNAL_REF_TAKEN',
      en: 'Your shop already has a delivery with the externalRef 2041.',
      fr: 'Votre boutique a déjà une livraison avec l’externalRef 2041.',
      details: { externalRef: '2041', deliveryId: first.body.id },
    })
    assert.equal((await shop.get('/deliveries')).body.total, 1)
  })

  test('an externalRef is unique in its shop only, and is case-sensitive (spec 8)', async () => {
    const [shop, other] = [await service.openShop(), await service.openShop()]
    await shop.order({ externalRef: 'ref-a' })

    assert.equal((await other.order({ externalRef: 'ref-a' })).status, 201)
    assert.equal((await shop.order({ externalRef: 'REF-A' })).status, 201)
  })

  describe('where the parcel is picked up (decision 8)', () => {
    test('a pickup place that an order sends is used as it is', async () => {
      const shop = await service.openShop()
      const pickup = { ...east, label: 'Dépôt', landmark: 'Derrière la station' }

      assert.deepEqual((await shop.order({ pickup })).body.pickup, pickup)
      assert.deepEqual((await shop.order({ pickup: east })).body.pickup, {
        ...east,
        label: null,
        landmark: null,
      })
    })

    test('an order may name a registered pickup address by its id, in any case, as soon as it exists', async () => {
      const shop = await service.openShop()
      await shop.order()
      const { id } = await addDepot(service, shop)
      const depot = { label: 'Dépôt', landmark: null, ...east }

      assert.deepEqual((await shop.order({ pickupAddressId: id })).body.pickup, depot)
      assert.deepEqual((await shop.order({ pickupAddressId: id.toUpperCase() })).body.pickup, depot)
    })

    test('a pickup address that is not the main one is never used by default', async () => {
      const shop = await service.openShop({ withoutAddress: true })
      await addDepot(service, shop)

      await assertRefused((language) => shop.order({}, language), {
        status: 422,
        code: 'PICKUP_REQUIRED',
        en: 'Your shop has no main pickup address. Send pickup or pickupAddressId, or register one: by POST /pickup-addresses, or with the courier company.',
        fr: 'Votre boutique n’a pas d’adresse de retrait principale. Envoyez pickup ou pickupAddressId, ou enregistrez-en une : par POST /pickup-addresses, ou auprès de la société de livraison.',
      })
    })

    test('an order with both pickup and pickupAddressId is refused as ambiguous', async () => {
      const shop = await service.openShop()
      const both = { pickup: center, pickupAddressId: shop.pickupAddressId }

      await assertRefused((language) => shop.order(both, language), {
        status: 422,
        code: 'PICKUP_AMBIGUOUS',
        en: 'Send either pickup or pickupAddressId, not both.',
        fr: 'Envoyez soit pickup, soit pickupAddressId, pas les deux.',
      })
    })

    test('an unknown pickupAddressId and that of another shop are refused alike', async () => {
      const [shop, other] = [await service.openShop(), await service.openShop()]

      for (const pickupAddressId of ['0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e', other.pickupAddressId]) {
        await assertRefused((language) => shop.order({ pickupAddressId }, language), {
          status: 422,
          code: 'PICKUP_ADDRESS_UNKNOWN',
          en: 'Your shop has no pickup address with this pickupAddressId. GET /pickup-addresses lists them.',
          fr: 'Votre boutique n’a pas d’adresse de retrait avec ce pickupAddressId. GET /pickup-addresses en donne la liste.',
          details: { pickupAddressId },
        })
      }
    })

    test('a pickupAddressId that is not a UUID is refused as malformed', async () => {
      const shop = await service.openShop()

      for (const pickupAddressId of ['boutique', '', `${shop.pickupAddressId}0`]) {
        await assertInvalid(
          (language) => shop.order({ pickupAddressId }, language),
          [
            {
              field: '/pickupAddressId',
              rule: 'format',
              en: 'must be an identifier as the service gives them (a UUID)',
              fr: 'doit être un identifiant tel que le service les donne (un UUID)',
            },
          ],
        )
      }
    })
  })

  describe('the customer’s phone (decision 10)', () => {
    for (const [form, phone, kept] of [
      ['the national form', '0197000001', '+2290197000001'],
      ['the national form, spaced', '01 97 00 00 01', '+2290197000001'],
      ['the national form, with other signs', '(01) 97-00.00.01', '+2290197000001'],
      ['the international form', '+2290197000001', '+2290197000001'],
      ['the international form, spaced', ' +229 01 97 00 00 01', '+2290197000001'],
      ['the former 8 digits of Benin', '97000001', '+2290197000001'],
      ['the former 8 digits of Benin, spaced', '97 00 00 01', '+2290197000001'],
      ['the former 8 digits of Benin with the country code', '+22997000001', '+2290197000001'],
      ['a number of Togo with its country code', '+228 90 11 22 33', '+22890112233'],
      ['a number of France with its country code', '+33612345678', '+33612345678'],
    ] as const) {
      test(`the customer’s phone ${phone.trim()} (${form}) is stored as ${kept}`, async () => {
        const shop = await service.openShop()
        const made = await shop.order(withPhone(phone))
        assert.deepEqual(made.body.customer, { lastName: 'Dossou', firstName: 'Afi', phone: kept })
      })
    }

    for (const [why, phone] of [
      ['nine digits', '019700000'],
      ['eleven digits', '01970000011'],
      ['seven digits with the country code', '+2299700000'],
      ['letters', '0197-PHONE'],
      ['an extension', '0197000001x12'],
      ['a plus sign in the middle', '0197+000001'],
      ['an unknown country code', '+999 12345678'],
      ['two numbers', '97000001/96000002'],
      ['a part of a number', '97000001.5'],
    ] as const) {
      test(`a customer’s phone with ${why} is refused as impossible`, async () => {
        const shop = await service.openShop()

        await assertRefused((language) => shop.order(withPhone(phone), language), {
          status: 422,
          code: 'PHONE_NUMBER_INVALID',
          en: "The customer's phone number is not possible. Send it in national form (BJ) or with + and the country code.",
          fr: 'Le numéro de téléphone du client n’est pas possible. Envoyez-le au format national (BJ) ou avec + et l’indicatif du pays.',
          details: { field: '/customer/phone', country: 'BJ' },
        })
      })
    }

    for (const [how, phone] of [
      ['marks of direction', '\u202d+22997000001\u202c'],
      ['marks beside twenty signs', '\u202d+229 01 97 00 00 01 \u202c'],
      ['hyphens that do not break', '97\u201100\u201100\u201101'],
      ['slashes', '97/00/00/01'],
      ['Arabic digits', '٠١٩٧٠٠٠٠٠١'],
      ['the decimals of a spreadsheet', '22997000001.0'],
    ] as const)
      test(`a customer’s phone with ${how} is the number that it shows (decision 301)`, async () => {
        const shop = await service.openShop()

        assert.equal((await shop.order(withPhone(phone))).body.customer.phone, '+2290197000001')
      })

    test('of a former number that may be one of today, today’s form is shown (decision 301)', async () => {
      const shop = await service.openShop()

      await assertRefused((language) => shop.order(withPhone('+225 07 07 07 07'), language), {
        status: 422,
        code: 'PHONE_NUMBER_INVALID',
        en: 'This number is from before 2021. Today it would be +225 07 07 07 0707: check it, and write it like that.',
        fr: 'Ce numéro date d’avant 2021. Aujourd’hui, ce serait +225 07 07 07 0707 : vérifiez, puis écrivez-le ainsi.',
        details: { field: '/customer/phone', country: 'BJ', today: ['+2250707070707'] },
      })
    })

    test('a national phone number is read with the country of the pickup’s city, whatever the shop’s country', async () => {
      const shop = await service.openShop({ country: 'BJ' })
      const pickup = await openLome(service)

      const made = await shop.order({ pickup, ...withPhone('90 11 22 33') })

      assert.equal(made.body.customer.phone, '+22890112233')
      assert.equal((await shop.order({ pickup, ...withPhone('0197000001') })).body.details.country, 'TG')
    })
  })

  describe('the amount to collect (decisions 32 and 33)', () => {
    for (const [mode, feePayer, goodsAmount, amountToCollect, status] of [
      ['PREPAID', 'CUSTOMER', 0, 0, 'NOT_DUE'],
      ['PREPAID', 'CUSTOMER', 15_000, 0, 'NOT_DUE'],
      ['PREPAID', 'MERCHANT', 0, 0, 'NOT_DUE'],
      ['PREPAID', 'MERCHANT', 15_000, 0, 'NOT_DUE'],
      ['CASH_ON_DELIVERY', 'CUSTOMER', 0, 600, 'NOT_REQUESTED'],
      ['CASH_ON_DELIVERY', 'CUSTOMER', 15_000, 15_600, 'NOT_REQUESTED'],
      ['CASH_ON_DELIVERY', 'MERCHANT', 0, 0, 'NOT_DUE'],
      ['CASH_ON_DELIVERY', 'MERCHANT', 15_000, 15_000, 'NOT_REQUESTED'],
      ['CASH_ON_DELIVERY', 'MERCHANT', 10_000_000, 10_000_000, 'NOT_REQUESTED'],
    ] as const) {
      for (const collection of ['SECURE', 'DIRECT'] as const) {
        test(`a ${mode} ${collection} order of ${goodsAmount} with a trip of 600 paid by ${feePayer} collects ${amountToCollect} and is ${status}`, async () => {
          const shop = await service.openShop()
          const payment = { mode, feePayer, goodsAmount, collection }

          const made = await shop.order({ dropoff: east, payment })

          assert.equal(made.body.price, 600)
          assert.deepEqual(made.body.payment, { ...payment, amountToCollect, status, paidAt: null })
        })
      }
    }

    test('by default the goods cost 0 and the customer pays the trip (spec 2.5)', async () => {
      const shop = await service.openShop()

      const made = await shop.order({ dropoff: east, payment: { mode: 'CASH_ON_DELIVERY' } })

      assert.deepEqual(made.body.payment, {
        mode: 'CASH_ON_DELIVERY',
        goodsAmount: 0,
        feePayer: 'CUSTOMER',
        collection: 'SECURE',
        amountToCollect: 600,
        status: 'NOT_REQUESTED',
        paidAt: null,
      })
    })

    test('by default the collection of an order is its shop’s setting (spec 2.5)', async () => {
      const secure = await service.openShop({ defaultCollection: 'SECURE' })
      const direct = await service.openShop({ defaultCollection: 'DIRECT' })

      const collectionOf = async (shop: TestShop, payment: object) =>
        (await shop.order({ payment: { mode: 'PREPAID', ...payment } })).body.payment.collection

      assert.equal(await collectionOf(secure, {}), 'SECURE')
      assert.equal(await collectionOf(secure, { collection: 'DIRECT' }), 'DIRECT')
      assert.equal(await collectionOf(direct, {}), 'DIRECT')
      assert.equal(await collectionOf(direct, { collection: 'SECURE' }), 'SECURE')
    })

    test('SECURE collection is refused until the shop has registered a payout number (spec 4.4-4)', async () => {
      const shop = await service.openShop({ defaultCollection: 'DIRECT', payoutPhone: null })
      const secure = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000, collection: 'SECURE' } }

      await assertRefused((language) => shop.order(secure, language), {
        status: 422,
        code: 'PAYOUT_ACCOUNT_REQUIRED',
        en: 'Your shop has no mobile-money number yet. With SECURE your sales are paid out to it, with DIRECT your customers pay to it: add it in the console, or ask the courier company to. Orders with the mode PREPAID need none.',
        fr: 'Votre boutique n’a pas encore de numéro mobile money. Avec SECURE, vos ventes y sont versées ; avec DIRECT, vos clients y paient : ajoutez-le dans la console, ou demandez-le à la société de livraison. Les commandes au mode PREPAID s’en passent.',
      })
      assert.equal((await shop.order()).body.payment.collection, 'DIRECT')

      await setShop(service.services.db, shop.shopId, { payout_phone: '+2290197000099' })
      assert.equal((await shop.order(secure)).body.payment.collection, 'SECURE')
    })
  })

  describe('where the service delivers (decision 9)', () => {
    // 0.2° of longitude west of the zone West, along its middle: 0.2 × 111.195 km × cos 6.37°.
    const west = { lat: 6.37, lng: 2.2 }

    test('a pickup that no city serves is refused with the nearest zone and its distance', async () => {
      const shop = await service.openShop()

      await assertRefused((language) => shop.order({ pickup: west, dropoff: east }, language), {
        status: 422,
        code: 'OUT_OF_ZONE',
        en: 'The pickup point is outside the served area: the nearest served place is 8.2 km away, in Cotonou.',
        fr: 'Le point de retrait est hors de l’espace desservi : le lieu desservi le plus proche est à 8,2 km, à Cotonou.',
        details: {
          point: 'pickup',
          nearestZone: 'West',
          distanceMeters: 22_102,
          nearestCity: 'Cotonou',
          cityDistanceMeters: 8_207,
          isSwapped: false,
        },
      })
    })

    test('a drop-off that no city serves is refused with the nearest zone and its distance', async () => {
      const shop = await service.openShop()

      await assertRefused((language) => shop.order({ dropoff: west }, language), {
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
      })
    })

    test('an order with its pickup and drop-off in two cities is refused with their names', async () => {
      const shop = await service.openShop()

      await assertRefused((language) => shop.order({ dropoff: parakou }, language), {
        status: 422,
        code: 'CITIES_DIFFER',
        en: 'Pickup is in Cotonou and drop-off in Parakou: a delivery stays within one city.',
        fr: 'Le retrait est à Cotonou et la livraison à Parakou : une livraison reste dans une même ville.',
        details: { pickupCity: 'Cotonou', dropoffCity: 'Parakou' },
      })
    })
  })
})

const withPhone = (phone: string) => ({ customer: { ...plainOrder.customer, phone } })

/** A second address of a shop, in the zone East, which is not its main one. */
const addDepot = (service: TestService, { shopId }: TestShop) =>
  addPickupAddress(service.services, {
    shopId,
    label: 'Dépôt',
    landmark: null,
    formatted: null,
    isDefault: false,
    ...east,
  })

/** Begins to serve Lomé, in Togo; returns a point there. */
async function openLome({ services }: TestService): Promise<{ lat: number; lng: number }> {
  const lome = { lat: 6.1319, lng: 1.2228 }
  const cityId = await addCity(services, {
    name: 'Lomé',
    country: 'TG',
    center: lome,
    serviceRadiusMeters: 10_000,
    timeZone: 'Africa/Lome',
    currency: 'XOF',
  })
  await setTariff(services, cityId, testTariff)
  await Promise.all([services.pricing.map.reload(), services.pricing.priceList.reload()])
  return lome
}
