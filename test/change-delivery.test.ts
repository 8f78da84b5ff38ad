import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setDuty } from '../src/domain/couriers/set-duty.ts'
import { changeDelivery } from '../src/domain/deliveries/changing/change-delivery.ts'
import type { DeliveryRow } from '../src/domain/deliveries/delivery-row.ts'
import { type DeliveryKey, listHistory } from '../src/domain/deliveries/delivery-store.ts'
import { locateDelivery } from '../src/domain/deliveries/transitions/locate-delivery.ts'
import { pickUpParcel } from '../src/domain/deliveries/transitions/pick-up-parcel.ts'
import { acceptOffer } from '../src/domain/matching/accept-offer.ts'
import { screenVersion } from '../src/domain/matching/courier-screen.ts'
import { declineOffer } from '../src/domain/matching/decline-offer.ts'
import { makeDueRounds } from '../src/domain/matching/make-search-rounds.ts'
import { readScreen } from '../src/domain/matching/read-screen.ts'
import { createPromoCode } from '../src/domain/money/payments/create-promo-code.ts'
import { courierAt, eastOfShop, openOffersOf, searchOnce } from './support/courier-work.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { act, assertVerbRefused, bringTo, eventsOf, rowOf } from './support/delivery-verbs.ts'
import { actWhileHeld } from './support/held-delivery.ts'
import { messagesOf, messageWork } from './support/message-work.ts'
import {
  type Answer,
  center,
  changeTariff,
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

/** To `center` the trip costs 500, to `east` 600, and to the outskirts 1,100. */
const order = { dropoff: { ...east, label: 'Maison', landmark: 'Portail bleu' } }

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
    shop = await service.openShop()
  })
  beforeEach(() => service.clock.set(testStart))
  after(() => service.close())

  const change = ({ id }: DeliveryKey, body: object, headers?: Record<string, string>) =>
    shop.patch(`/deliveries/${id}`, body, headers)
  const historyOf = async ({ id }: DeliveryKey, language = 'en') =>
    (await shop.get(`/deliveries/${id}/events`, { 'accept-language': language })).body
  const notesOf = async (key: DeliveryKey) =>
    (await historyOf(key)).flatMap(({ note }: { note: string | null }) => note ?? [])
  const typesOf = async (key: DeliveryKey) => (await eventsOf(service, key)).map(({ type }) => type)

  const stateOf = async (key: DeliveryKey) => ({
    row: await rowOf(service, key),
    history: await listHistory(service.services.db, key),
    events: await allEventsOf(service, key),
  })

  describe('what a shop can change before pick-up (decision 121)', () => {
    for (const status of ['AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED'] as const)
      test(`names, phone, instructions and order number of a delivery that is ${status} are changed, with a line of history`, async () => {
        const key = await bringTo(service, shop, status)
        const before = (await shop.get(`/deliveries/${key.id}`)).body
        const [lines, types] = [await historyOf(key), await typesOf(key)]
        service.clock.forward(60_000)

        const { status: code, body } = await change(key, {
          customer: { lastName: 'Hounsou', firstName: 'Sessi', phone: '01 97 00 00 02' },
          instructions: 'Appeler en arrivant',
          externalRef: `order-${status}`,
        })

        assert.notEqual(body.trackingUrl, before.trackingUrl)
        assert.deepEqual(
          [code, body],
          [
            200,
            {
              ...before,
              trackingUrl: body.trackingUrl,
              externalRef: `order-${status}`,
              customer: { lastName: 'Hounsou', firstName: 'Sessi', phone: '+2290197000002' },
            },
          ],
        )
        assert.deepEqual((await shop.get(`/deliveries/${key.id}`)).body, body)
        const row = await rowOf(service, key)
        assert.deepEqual([row.instructions, row.link_version], ['Appeler en arrivant', 2])
        for (const [language, note] of [
          [
            'fr',
            'Modifié : nom du client, prénom du client, téléphone du client, instructions, numéro de commande',
          ],
          [
            'en',
            'Changed: customer’s last name, customer’s first name, customer’s phone, instructions, order number',
          ],
        ] as const)
          assert.deepEqual(await historyOf(key, language), [
            ...lines.map((line: object) => ({ ...line })),
            { status, note, occurredAt: service.clock.now().toISOString() },
          ])
        assert.deepEqual(await typesOf(key), types)
      })

    test('one field alone is changed, and everything else stays', async () => {
      const key = await bringTo(service, shop, 'SEARCHING_COURIER', { instructions: 'Sonner' })
      for (const [body, column, value, note] of [
        [{ customer: { firstName: 'Sessi' } }, 'customer_first_name', 'Sessi', 'customer’s first name'],
        [{ customer: { lastName: 'Hounsou' } }, 'customer_last_name', 'Hounsou', 'customer’s last name'],
        [{ dropoff: { landmark: 'Portail vert' } }, 'dropoff_landmark', 'Portail vert', 'landmark'],
        [{ dropoff: { label: 'Bureau' } }, 'dropoff_label', 'Bureau', 'name of the place'],
        [{ instructions: '' }, 'instructions', null, 'instructions'],
        [{ externalRef: 'seul' }, 'external_ref', 'seul', 'order number'],
      ] as const) {
        const before = await rowOf(service, key)
        assert.equal((await change(key, body)).status, 200)
        assert.deepEqual(await rowOf(service, key), {
          ...before,
          [column]: value,
          amended_at: service.clock.now(),
          version: before.version + 1,
        })
        assert.equal((await notesOf(key)).at(-1), `Changed: ${note}`)
      }
    })

    test('a change to today’s values answers 200 and leaves no trace, in every status', async () => {
      for (const status of [
        'SEARCHING_COURIER',
        'ASSIGNED',
        'IN_TRANSIT',
        'DELIVERED',
        'CANCELLED',
      ] as const) {
        const key = await bringTo(service, shop, status, {
          instructions: 'Sonner',
          externalRef: `same-${status}`,
        })
        const before = await stateOf(key)
        const { lat, lng } = { lat: before.row.dropoff_lat, lng: before.row.dropoff_lng }
        const same = {
          customer: { lastName: 'Dossou', firstName: 'Afi', phone: '+229 01 97 00 00 01' },
          instructions: ' Sonner ',
          externalRef: `same-${status}`,
          ...(lat !== null && {
            dropoff: { lat, lng, label: 'Maison' },
            expectedPrice: before.row.price_fcfa,
          }),
        }

        const answer = await change(key, same)

        assert.deepEqual([answer.status, answer.body.status], [200, status])
        assert.deepEqual(await stateOf(key), before)
      }
    })

    test('a change that is sent again after its response was lost answers 200 and is one line of history', async () => {
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      const body = { customer: { phone: '0197000002' }, dropoff: center, expectedPrice: 500 }
      const first = await change(key, body)
      const before = await stateOf(key)

      const again = await change(key, body)

      assert.deepEqual([again.status, again.body], [200, first.body])
      assert.deepEqual(await stateOf(key), before)
      await act(service, key, 'assign')
      await act(service, key, 'pickUp')
      assert.equal((await change(key, body)).status, 200)
    })

    for (const status of ['IN_TRANSIT', 'DELIVERED', 'FAILED', 'RETURNED', 'CANCELLED', 'EXPIRED'] as const)
      test(`a delivery that is ${status} can no longer be changed`, async () => {
        const key = await bringTo(service, shop, status)
        const before = await stateOf(key)
        for (const body of [
          { customer: { phone: '0197000002' } },
          { instructions: 'Sonner' },
          { dropoff: outskirts, expectedPrice: 1_100 },
        ])
          await assertRefused((headers) => change(key, body, headers), {
            status: 409,
            code: 'DELIVERY_NOT_CHANGEABLE',
            en: `A delivery can be changed until the courier has picked up the parcel. This one has the status ${status}.`,
            fr: `Une livraison se modifie tant que le livreur n’a pas pris le colis. Celle-ci est au statut ${status}.`,
            details: { status },
          })
        assert.deepEqual(await stateOf(key), before)
      })

    test('a delivery can be changed fifty times', async () => {
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      for (let time = 1; time <= 50; time += 1)
        assert.equal((await change(key, { instructions: `étage ${time}` })).status, 200)
      const before = await stateOf(key)
      for (const body of [{ instructions: 'étage 51' }, { dropoff: east, expectedPrice: 600 }])
        await assertRefused((headers) => change(key, body, headers), {
          status: 409,
          code: 'DELIVERY_CHANGED_TOO_OFTEN',
          en: 'This delivery has been changed 50 times, which is the most. Cancel it and create another one.',
          fr: 'Cette livraison a déjà été modifiée 50 fois, le maximum. Annulez-la et créez-en une autre.',
          details: { max: 50 },
        })
      assert.deepEqual(await stateOf(key), before)
      assert.equal((await change(key, { instructions: 'étage 50' })).status, 200)
    })
  })

  describe('what is refused (decision 121)', () => {
    test('a body names something, nothing unknown, coordinates together, and a price only with them', async () => {
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      const before = await stateOf(key)
      const empty = (members: string) => ({
        rule: 'minProperties',
        en: `must have at least one of ${members}`,
        fr: `doit avoir au moins un des champs ${members}`,
      })
      const together = {
        rule: 'required',
        en: 'is required: lat and lng are sent together',
        fr: 'est obligatoire : lat et lng s’envoient ensemble',
      }
      const unknown = {
        rule: 'additionalProperties',
        en: 'is not a known field',
        fr: 'n’est pas un champ connu',
      }
      const creationOnly = {
        rule: 'additionalProperties',
        en: 'cannot be changed after creation; cancel the delivery and create it again',
        fr: 'ne peut plus changer après la création ; annulez la livraison et recréez-la',
      }
      const onlyWithPlace = {
        field: '/expectedPrice',
        rule: 'onlyWithDropoff',
        en: 'is only taken with lat and lng in dropoff',
        fr: 'n’est accepté qu’avec lat et lng dans dropoff',
      }
      for (const [body, issue] of [
        [{}, { field: '', ...empty('customer, dropoff, instructions, externalRef, expectedPrice') }],
        [{ customer: {} }, { field: '/customer', ...empty('lastName, firstName, phone') }],
        [{ dropoff: {} }, { field: '/dropoff', ...empty('lat, lng, label, landmark') }],
        [{ dropoff: { lat: 6.37 } }, { field: '/dropoff/lng', ...together }],
        [{ dropoff: { lng: 2.43, landmark: 'Portail' } }, { field: '/dropoff/lat', ...together }],
        [{ expectedPrice: 600 }, onlyWithPlace],
        [{ dropoff: { landmark: 'Portail' }, expectedPrice: 600 }, onlyWithPlace],
        [{ price: 500 }, { field: '/price', ...unknown }],
        [
          { instructions: 'Sonner', status: 'DELIVERED' },
          { field: '/status', ...unknown },
        ],
        ...[
          { payment: { mode: 'PREPAID' } },
          { metadata: { channel: 'instagram' } },
          { pickupWindow: {} },
          { pickup: { lat: 6.37, lng: 2.43 } },
          { parcel: { size: 'LARGE' } },
          { promoCode: 'BIENVENUE' },
          { goodsAmount: 5_000 },
          { paymentMode: 'PREPAID' },
        ].map((body) => [body, { field: `/${Object.keys(body)[0]}`, ...creationOnly }] as const),
      ] as const)
        await assertInvalid((headers) => change(key, body, headers), [issue])
      for (const body of [[], { customer: null }, { externalRef: null }, { instructions: 5 }])
        assert.equal((await change(key, body)).status, 400)
      assert.deepEqual(await stateOf(key), before)
    })

    test('a phone that is not possible in the country of the pickup’s city is refused (decision 10)', async () => {
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await assertRefused((headers) => change(key, { customer: { phone: '12345678901' } }, headers), {
        status: 422,
        code: 'PHONE_NUMBER_INVALID',
        en: "The customer's phone number is not possible. Send it in national form (BJ) or with + and the country code.",
        fr: 'Le numéro de téléphone du client n’est pas possible. Envoyez-le au format national (BJ) ou avec + et l’indicatif du pays.',
        details: { field: '/customer/phone', country: 'BJ' },
      })
    })

    test('an order number that another delivery of the shop has is refused, and one of another shop is not', async () => {
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      const other = await bringTo(service, shop, 'DELIVERED', { externalRef: 'taken' })
      const before = await stateOf(key)
      await assertRefused((headers) => change(key, { externalRef: 'taken' }, headers), {
        status: 409,
        code: 'EXTERNAL_REF_TAKEN',
        en: 'Your shop already has a delivery with the externalRef taken.',
        fr: 'Votre boutique a déjà une livraison avec l’externalRef taken.',
        details: { externalRef: 'taken', deliveryId: other.id },
      })
      assert.deepEqual(await stateOf(key), before)
      const theirs = (await (await service.openShop()).order({ externalRef: 'theirs' })).body
      assert.equal(theirs.externalRef, 'theirs')
      assert.equal((await change(key, { externalRef: 'theirs' })).body.externalRef, 'theirs')
      assert.equal((await shop.order({ externalRef: 'theirs' })).body.code, 'EXTERNAL_REF_TAKEN')
    })

    test('a landmark without a position is refused while the drop-off is unknown', async () => {
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await assertRefused((headers) => change(key, { dropoff: { landmark: 'Portail' } }, headers), {
        status: 409,
        code: 'DROPOFF_UNKNOWN',
        en: 'The drop-off is not known yet: to give it a label or a landmark, send lat and lng too.',
        fr: 'Le lieu de livraison n’est pas encore connu : pour lui donner un nom ou un repère, envoyez aussi lat et lng.',
      })
    })

    for (const status of ['AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED'] as const)
      test(`a drop-off that is not served or in another city is refused for a delivery that is ${status}`, async () => {
        const key = await bringTo(service, shop, status)
        const before = await stateOf(key)
        for (const [place, code] of [
          [nowhere, 'OUT_OF_ZONE'],
          [parakou, 'CITIES_DIFFER'],
        ] as const) {
          const answer = await change(key, { dropoff: place, expectedPrice: 500, instructions: 'Sonner' })
          assert.deepEqual([answer.status, answer.body.code], [422, code])
        }
        assert.deepEqual(await stateOf(key), before)
      })
  })

  describe('another drop-off (decision 121)', () => {
    test('a delivery that has ended refuses a price that is not its own by its status, not by the price', async () => {
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      const { status, dropoff, price } = (await shop.post(`/deliveries/${key.id}/cancel`, {})).body
      const place = { lat: dropoff.lat, lng: dropoff.lng }
      await assertRefused((headers) => change(key, { dropoff: place, expectedPrice: price + 100 }, headers), {
        status: 409,
        code: 'DELIVERY_NOT_CHANGEABLE',
        en: `A delivery can be changed until the courier has picked up the parcel. This one has the status ${status}.`,
        fr: `Une livraison se modifie tant que le livreur n’a pas pris le colis. Celle-ci est au statut ${status}.`,
        details: { status },
      })
      assert.equal((await change(key, { dropoff: place, expectedPrice: price })).status, 200)
    })

    const priceChanged = (price: number) => ({
      status: 409,
      code: 'PRICE_CHANGED',
      en: `The delivery to this place costs ${price} FCFA. To agree to that, send the request again with expectedPrice ${price}.`,
      fr: `La livraison à cet endroit coûte ${price} FCFA. Pour accepter ce prix, renvoyez la requête avec expectedPrice à ${price}.`,
      details: { price },
    })

    for (const status of ['SEARCHING_COURIER', 'ASSIGNED'] as const)
      test(`another price is refused until it is expected, and then the amounts follow it, while the delivery is ${status}`, async () => {
        const payment = { mode: 'CASH_ON_DELIVERY', goodsAmount: 10_000 }
        const key = await bringTo(service, shop, status, { payment })
        const before = await stateOf(key)
        const body = { dropoff: { ...outskirts, landmark: 'Station' } }
        await assertRefused((headers) => change(key, body, headers), priceChanged(1_100))
        for (const expectedPrice of [0, 600, 1_099])
          await assertRefused(
            (headers) => change(key, { ...body, expectedPrice }, headers),
            priceChanged(1_100),
          )
        assert.deepEqual(await stateOf(key), before)

        const answer = await change(key, { ...body, expectedPrice: 1_100 })

        assert.equal(answer.status, 200)
        const { price, priceIsEstimate, dropoff } = answer.body
        assert.deepEqual(
          [price, priceIsEstimate, answer.body.payment.amountToCollect],
          [1_100, false, 11_100],
        )
        // The words of the place before are dropped.
        assert.deepEqual(dropoff, { ...outskirts, label: null, landmark: 'Station' })
        const row = await rowOf(service, key)
        assert.deepEqual([row.due_at, row.link_version], [before.row.due_at, 1])
        assert.equal((row.price_working as { rule: string }).rule, 'DISTANCE')
        assert.deepEqual(await notesOf(key), ['Changed: drop-off, name of the place, landmark'])
      })

    test('another drop-off at the same price needs no expected price, and a wrong one is refused', async () => {
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      const near = { lat: 6.37, lng: 2.4298 }
      assert.equal((await change(key, { dropoff: near })).body.price, 600)
      await assertRefused(
        (headers) => change(key, { dropoff: near, expectedPrice: 599 }, headers),
        priceChanged(600),
      )
    })

    test('the shop’s place ends the wait for the customer’s position, at the price that the shop expects', async () => {
      const key = await bringTo(service, shop, 'AWAITING_LOCATION', { payment: { mode: 'CASH_ON_DELIVERY' } })
      await assertRefused((headers) => change(key, order, headers), priceChanged(600))
      assert.equal((await rowOf(service, key)).status, 'AWAITING_LOCATION')
      service.clock.forward(60_000)

      const body = { ...order, expectedPrice: 600, customer: { phone: '0197000002', lastName: 'Hounsou' } }
      const answer = await change(key, body)

      assert.deepEqual(
        [answer.status, answer.body.status, answer.body.price, answer.body.priceIsEstimate],
        [200, 'SEARCHING_COURIER', 600, false],
      )
      assert.deepEqual(answer.body.dropoff, order.dropoff)
      assert.equal(answer.body.payment.amountToCollect, 600)
      const [event, ...others] = (await eventsOf(service, key)).slice(1)
      assert.deepEqual([event?.type, others], ['delivery.location_confirmed', []])
      assert.deepEqual(JSON.parse(event?.body ?? '').data, answer.body)
      const row = await rowOf(service, key)
      assert.deepEqual([row.due_at?.toISOString(), row.link_version], ['2026-11-21T10:46:00.000Z', 2])
      assert.deepEqual(await historyOf(key), [
        { status: 'AWAITING_LOCATION', note: null, occurredAt: testStart },
        {
          status: 'SEARCHING_COURIER',
          note: 'Changed: customer’s last name, customer’s phone, drop-off, name of the place, landmark',
          occurredAt: '2026-11-21T10:01:00.000Z',
        },
      ])
    })

    test('the promo code of the order keeps its terms, the collection fee is that of today’s tariff', async () => {
      await createPromoCode(service.services, {
        code: 'DES550',
        percent: 10,
        endsAt: new Date('2026-11-21T10:30:00.000Z'),
        maxUses: 1,
        minimumTripFcfa: 550,
      })
      const payment = { mode: 'CASH_ON_DELIVERY', goodsAmount: 10_000, collection: 'SECURE' }
      const key = await bringTo(service, shop, 'SEARCHING_COURIER', { payment, promoCode: 'DES550' })
      assert.deepEqual(pricesOf(await rowOf(service, key)), [540, 150])
      service.clock.set('2026-11-21T11:00:00.000Z')
      await changeTariff(service, { collectionFee: { percent: 3, minimumFcfa: 100 } })

      const { body } = await change(key, { dropoff: center, expectedPrice: 450 })

      await changeTariff(service, testTariff)
      assert.equal(body.price, 450)
      assert.deepEqual(pricesOf(await rowOf(service, key)), [450, 300])
    })

    test('a payment begins to be due, or ends being due, with the price of another drop-off', async () => {
      const paying = await service.openShop({ discountPercent: 100 })
      const { id } = (await paying.order({ ...order, payment: { mode: 'CASH_ON_DELIVERY' } })).body
      assert.equal((await paying.get(`/deliveries/${id}`)).body.payment.status, 'NOT_DUE')
      const { body } = await paying.patch(`/deliveries/${id}`, { dropoff: outskirts })
      assert.deepEqual([body.price, body.payment.status], [0, 'NOT_DUE'])
    })
  })

  describe('what follows for couriers (decision 121)', () => {
    beforeEach(() => emptyTown(service))
    const offersTo = async (courierId: string) =>
      (await openOffersOf(service, courierId, service.clock.now())).map((offer) => [
        offer.deliveryId,
        offer.payFcfa,
        offer.tripMeters,
      ])

    test('the offers of the old trip end at once, and the next round offers the new one to the same couriers', async () => {
      const [near, declining] = [await courierAt(service, eastOfShop(100)), await courierAt(service, center)]
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      await searchOnce(service)
      await declineOffer(service.services, declining, key)
      assert.deepEqual(await offersTo(near), [[key.id, 480, 2_873]])

      await change(key, { dropoff: outskirts, expectedPrice: 1_100 })

      assert.deepEqual(await offersTo(near), [])
      await assert.rejects(acceptOffer(service.services, near, key), { code: 'OFFER_GONE' })
      await searchOnce(service)
      for (const courier of [near, declining])
        assert.deepEqual(await offersTo(courier), [[key.id, 880, 7_228]])
      const { courier_pay_fcfa } = await acceptOffer(service.services, near, key)
      assert.equal(courier_pay_fcfa, 880)
    })

    test('a courier never accepts another pay than the one that was shown', async () => {
      const courier = await courierAt(service, center)
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      await searchOnce(service)
      await change(key, { dropoff: center, expectedPrice: 500 })
      await searchOnce(service)

      await assert.rejects(acceptOffer(service.services, courier, key, 480), { code: 'OFFER_GONE' })
      assert.equal((await acceptOffer(service.services, courier, key, 400)).courier_pay_fcfa, 400)
    })

    test('words of the drop-off, names and instructions leave the offers open', async () => {
      const courier = await courierAt(service, center)
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      await searchOnce(service)
      await change(key, {
        dropoff: { landmark: 'Station' },
        customer: { phone: '0197000002' },
        instructions: 'Oui',
      })
      await searchOnce(service)
      assert.deepEqual(await offersTo(courier), [[key.id, 480, 2_873]])
      assert.equal((await acceptOffer(service.services, courier, key)).status, 'ASSIGNED')
    })

    test('a message about an offer of the old trip that was not sent yet is skipped, and sent for the new one', async () => {
      const courier = await courierAt(service, center)
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      const work = messageWork(service)
      await searchOnce(service)
      await work.relay()
      await change(key, { dropoff: outskirts, expectedPrice: 1_100 })
      await work.once()
      const about = async () =>
        (await messagesOf(service, key))
          .filter((message) => message.courier_id === courier)
          .map(({ state, last_failure }) => [state, last_failure])
      assert.deepEqual(await about(), [['SKIPPED', 'NO_LONGER_TRUE']])
      await searchOnce(service)
      await work.once()
      assert.deepEqual(await about(), [['SENT', null]])
    })

    for (const [what, place, expectedPrice, payFcfa] of [
      ['a longer trip earns its courier more', outskirts, 1_100, 880],
      ['a shorter trip earns its courier what was promised', center, 500, 480],
    ] as const)
      test(`${what}, and their screen shows it at its next poll`, async () => {
        const courier = await courierAt(service, center)
        const key = await bringTo(service, shop, 'SEARCHING_COURIER')
        await searchOnce(service)
        await acceptOffer(service.services, courier, key)
        const screen = async () => {
          const shown = await readScreen(service.services, courier, service.clock.now())
          assert.ok(shown?.carried)
          return { version: screenVersion(shown), ...shown.carried }
        }
        const before = await screen()

        const answer = await change(key, { dropoff: { ...place, landmark: 'Station' }, expectedPrice })

        assert.equal(answer.status, 200)
        const after = await screen()
        assert.notEqual(after.version, before.version)
        assert.deepEqual(
          [after.payFcfa, after.customer.lat, after.customer.lng, after.customer.landmark],
          [payFcfa, place.lat, place.lng, 'Station'],
        )
        assert.doesNotMatch(JSON.stringify(answer.body), new RegExp(`":${payFcfa}[,}]`))
      })
  })

  describe('what follows for the customer (decision 121)', () => {
    beforeEach(() => emptyTown(service))
    test('a request for the position that was sent to the old phone is sent to the new one, each time it changes', async () => {
      const work = messageWork(service)
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await work.once()
      const sent = async () =>
        (await messagesOf(service, key)).map(({ kind, state, recipient }) => [kind, state, recipient])
      assert.deepEqual(await sent(), [['POSITION_LINK', 'SENT', '+2290197000001']])
      const phones = ['+2290197000001']
      for (const phone of ['+2290197000002', '+2290197000003', '+2290197000001']) {
        service.clock.forward(1)
        await change(key, { customer: { phone } })
        await work.once()
        phones.push(phone)
        assert.deepEqual(
          await sent(),
          phones.map((each) => ['POSITION_LINK', 'SENT', each]),
        )
      }
      assert.equal((await rowOf(service, key)).link_version, 4)
      assert.deepEqual(work.reportedErrors, [])
    })

    test('phones that change faster than messages are sent cause one request, to the last of them', async () => {
      const work = messageWork(service)
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await change(key, { customer: { phone: '+2290197000002' } })
      await change(key, { customer: { phone: '+2290197000003' } })
      await work.once()
      await work.once()
      const messages = await messagesOf(service, key)
      assert.deepEqual(
        messages.map(({ kind, state, recipient, attempts }) => [kind, state, recipient, attempts]),
        [['POSITION_LINK', 'SENT', '+2290197000003', 1]],
      )
    })

    test('a name or an order number is no reason to send the request for the position again', async () => {
      const work = messageWork(service)
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')
      await work.once()
      const before = await messagesOf(service, key)
      await change(key, { customer: { firstName: 'Sessi' }, externalRef: 'no-message' })
      await work.once()
      assert.deepEqual(await messagesOf(service, key), before)
    })

    test('the code at pick-up goes to the new phone, and the old one is not mentioned again', async () => {
      const work = messageWork(service)
      const key = await bringTo(service, shop, 'ASSIGNED')
      await change(key, { customer: { phone: '+2290197000002' } })
      await act(service, key, 'pickUp')
      await work.once()
      const sent = (await messagesOf(service, key)).filter(({ state }) => state === 'SENT')
      assert.deepEqual(
        sent.map(({ kind, recipient }) => [kind, recipient]),
        [['COURIER_ON_THE_WAY', '+2290197000002']],
      )
    })
  })

  test('a change is recorded with who made it and which fields, and without their values', async () => {
    const key = await bringTo(service, shop, 'ASSIGNED')
    await change(key, { customer: { phone: '+2290197000002', lastName: 'Hounsou' } })
    const [event, ...others] = (await allEventsOf(service, key)).filter(
      ({ type }) => type === 'delivery.changed',
    )
    assert.deepEqual(
      [event?.audience, event?.actor, JSON.parse(event?.body ?? ''), others],
      [
        'INTERNAL',
        `API_KEY:${shop.keyId}`,
        { fields: ['customer.lastName', 'customer.phone'], version: (await rowOf(service, key)).version },
        [],
      ],
    )
    const { items } = (await shop.get('/events?limit=500')).body
    assert.ok(!items.some(({ type }: { type: string }) => type === 'delivery.changed'))
  })
})

onServer((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    // A hundred callers wait for one row; how long is not what is tested.
    service = await openService(await open())
    shop = await service.openShop()
  })
  after(() => service.close())

  const change = ({ id }: DeliveryKey, body: object) => shop.patch(`/deliveries/${id}`, body)
  const atOnce = (count: number, call: (at: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: count }, (_, at) => call(at)))
  const outcomesOf = (answers: Answer[]) =>
    answers.map(({ status, body }) => (status === 200 ? '200' : `${status} ${body.code}`)).sort()

  test('fifty equal changes at once are one line of history, one version of the link and one of the trip', async () => {
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    const before = await rowOf(service, key)
    const body = { customer: { phone: '0197000002' }, dropoff: outskirts, expectedPrice: 1_100 }

    const answers = await atOnce(50, () => change(key, body))

    assert.deepEqual(outcomesOf(answers), Array(50).fill('200'))
    const { version, link_version, trip_version } = await rowOf(service, key)
    assert.deepEqual([version, link_version, trip_version], [before.version + 1, 2, 2])
    const lines = await listHistory(service.services.db, key)
    assert.equal(lines.filter(({ changed_fields }) => changed_fields !== null).length, 1)
  })

  test('a landmark that is sent with its place never stands beside another place', async () => {
    for (let round = 0; round < 30; round += 1) {
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')

      const [stays, moves] = await atOnce(2, (at) =>
        at === 0
          ? change(key, { dropoff: { ...east, landmark: 'Portail' } })
          : change(key, { dropoff: { ...outskirts, landmark: 'Station' }, expectedPrice: 1_100 }),
      )

      assert.deepEqual([moves?.status, moves?.body.price], [200, 1_100])
      assert.ok(stays?.status === 200 || stays?.body.code === 'PRICE_CHANGED', JSON.stringify(stays?.body))
      const { dropoff_lat, dropoff_landmark } = await rowOf(service, key)
      assert.deepEqual([dropoff_lat, dropoff_landmark], [outskirts.lat, 'Station'])
    }
  })

  test('a change that is overtaken at its last try is to be sent again, and is no fault of ours', async () => {
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    const lastTry = () => changeDelivery(service.services, key, { dropoff: east }, 1)

    const overtaken = actWhileHeld(service, key, lastTry, (trx) =>
      trx
        .updateTable('deliveries')
        .set({ dropoff_lat: outskirts.lat, dropoff_lng: outskirts.lng })
        .where('deliveries.shop_id', '=', key.shopId)
        .where('deliveries.id', '=', key.id)
        .execute(),
    )

    await assertVerbRefused(overtaken, {
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
      en: 'The service is briefly unavailable. Send the same request again, with the same Idempotency-Key.',
      fr: 'Le service est momentanément indisponible. Renvoyez la même requête, avec le même Idempotency-Key.',
    })
  })

  test('of twenty deliveries that take one order number at once one gets it, and the others are told which', async () => {
    const keys = await Promise.all(
      Array.from({ length: 20 }, () => bringTo(service, shop, 'AWAITING_LOCATION')),
    )

    const answers = await Promise.all(keys.map((key) => change(key, { externalRef: 'raced' })))

    assert.deepEqual(outcomesOf(answers), ['200', ...Array(19).fill('409 EXTERNAL_REF_TAKEN')])
    const winner = answers.find(({ status }) => status === 200)?.body.id
    for (const { status, body } of answers)
      if (status === 409) assert.deepEqual(body.details, { externalRef: 'raced', deliveryId: winner })
  })

  test('different changes at once are all kept, each with its line', async () => {
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    const bodies = [
      { customer: { firstName: 'Sessi' } },
      { customer: { phone: '0197000002' } },
      { instructions: 'Sonner' },
      { dropoff: outskirts, expectedPrice: 1_100 },
      { externalRef: 'kept' },
    ]

    const answers = await atOnce(bodies.length, (at) => change(key, bodies[at] ?? {}))

    assert.deepEqual(outcomesOf(answers), Array(5).fill('200'))
    const row = await rowOf(service, key)
    assert.deepEqual(
      [row.customer_first_name, row.customer_phone, row.instructions, row.price_fcfa, row.external_ref],
      ['Sessi', '+2290197000002', 'Sonner', 1_100, 'kept'],
    )
    const lines = await listHistory(service.services.db, key)
    assert.equal(lines.filter(({ changed_fields }) => changed_fields !== null).length, 5)
  })

  test('a hundred changes of one delivery at once are at most fifty lines of history', async () => {
    const key = await bringTo(service, shop, 'AWAITING_LOCATION')

    const answers = await atOnce(100, (at) => change(key, { instructions: `étage ${at}` }))

    assert.deepEqual(outcomesOf(answers), [
      ...Array(50).fill('200'),
      ...Array(50).fill('409 DELIVERY_CHANGED_TOO_OFTEN'),
    ])
    assert.equal((await listHistory(service.services.db, key)).length, 51)
  })

  test('a change that races the pick-up is made before it or refused, never after it', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 40; round += 1) {
      const key = await bringTo(service, shop, 'ASSIGNED')
      const { pickup_code } = await rowOf(service, key)

      const [changed] = await Promise.all([
        change(key, { dropoff: outskirts, expectedPrice: 1_100 }),
        pickUpParcel(service.services, key, pickup_code),
      ])

      const lines = await listHistory(service.services.db, key)
      const statuses = lines.map(({ status }) => status)
      assert.equal(statuses.at(-1), 'IN_TRANSIT')
      const { price_fcfa } = await rowOf(service, key)
      assert.equal(price_fcfa, changed.status === 200 ? 1_100 : 600)
      if (changed.status !== 200) assert.equal(changed.body.code, 'DELIVERY_NOT_CHANGEABLE')
      outcomes.add(String(changed.status))
    }
    assert.ok(outcomes.size > 0)
  })

  test('a change that races the acceptance of an offer never leaves a courier less than was promised, nor a trip at the old pay', async () => {
    const outcomes: Record<string, number> = {}
    for (let round = 0; round < 40; round += 1) {
      const courier = await courierAt(service, center)
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      await searchOnce(service)

      const [changed, accepted] = await Promise.all([
        change(key, { dropoff: outskirts, expectedPrice: 1_100 }),
        acceptOffer(service.services, courier, key).then(
          () => 'ACCEPTED',
          (error: { code?: string }) => error.code ?? 'BUG',
        ),
      ])

      assert.equal(changed.status, 200)
      const row = await rowOf(service, key)
      assert.deepEqual(
        [row.status, row.courier_pay_fcfa],
        accepted === 'ACCEPTED' ? ['ASSIGNED', 880] : ['SEARCHING_COURIER', null],
      )
      assert.match(accepted, /^(ACCEPTED|OFFER_GONE)$/)
      outcomes[accepted] = (outcomes[accepted] ?? 0) + 1
      await act(service, key, 'cancel')
      await setDuty(service.services, courier, false)
    }
    assert.ok(Object.keys(outcomes).length > 0)
  })

  test('a change that races a round of the search leaves no open offer of the old trip', async () => {
    const courier = await courierAt(service, center)
    for (let round = 0; round < 20; round += 1) {
      const key = await bringTo(service, shop, 'SEARCHING_COURIER')
      await Promise.all([
        change(key, { dropoff: outskirts, expectedPrice: 1_100 }),
        searchOnce(service),
        makeDueRounds({ ...service.services, onError: () => {} }),
      ])
      await searchOnce(service)
      const offers = await openOffersOf(service, courier, service.clock.now())
      for (const offer of offers.filter(({ deliveryId }) => deliveryId === key.id))
        assert.deepEqual([offer.payFcfa, offer.tripMeters], [880, 7_228])
      await act(service, key, 'cancel')
    }
    await setDuty(service.services, courier, false)
  })

  test('the shop’s place that races the customer’s position is the drop-off in the end, whoever was first', async () => {
    for (let round = 0; round < 40; round += 1) {
      const key = await bringTo(service, shop, 'AWAITING_LOCATION')

      const [changed] = await Promise.all([
        change(key, { dropoff: outskirts, expectedPrice: 1_100 }),
        locateDelivery(service.services, key, center, 500).catch(() => undefined),
      ])

      assert.equal(changed.status, 200)
      const row = await rowOf(service, key)
      assert.deepEqual([row.status, row.dropoff_lat, row.price_fcfa], ['SEARCHING_COURIER', 6.42, 1_100])
      const emitted = (await eventsOf(service, key)).map(({ type }) => type)
      assert.deepEqual(emitted.sort(), ['delivery.created', 'delivery.location_confirmed'])
    }
  })
})

const pricesOf = (row: DeliveryRow) => [row.price_fcfa, row.cod_fee_fcfa]

/** Every event of a delivery, those of this service alone included. */
const allEventsOf = ({ services }: TestService, { id }: DeliveryKey) =>
  services.db
    .selectFrom('events')
    .select(['events.id', 'events.type', 'events.audience', 'events.actor', 'events.body'])
    .where('events.delivery_id', '=', id)
    .orderBy('events.id')
    .execute()

/** Nobody is on duty, no delivery of another test is searched for, and no message of one is waiting. */
async function emptyTown(service: TestService): Promise<void> {
  const { db } = service.services
  const couriers = await db.selectFrom('couriers').select('couriers.id').execute()
  for (const { id } of couriers) await setDuty(service.services, id, false)
  await searchOnce(service)
  await messageWork(service).relay()
  await db.deleteFrom('courier_searches').execute()
  await db.deleteFrom('messages').execute()
}
