import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Point } from '../src/base/kernel/point.ts'
import { estimateArrivals } from '../src/domain/arrivals/estimate-arrivals.ts'
import { followArrivals } from '../src/domain/arrivals/follow-arrivals.ts'
import { reportPosition } from '../src/domain/couriers/report-position.ts'
import { listCarriedDeliveries } from '../src/domain/deliveries/carrying/carried-store.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { acceptLot } from '../src/domain/matching/accept-lot.ts'
import { acceptOffer } from '../src/domain/matching/accept-offer.ts'
import { readAcceptance } from '../src/domain/matching/read-acceptance.ts'
import { enqueuePaymentRequests } from '../src/domain/money/mobile-money/start-payment-requests.ts'
import type { MeasureTrip } from '../src/domain/pricing/measure-trip.ts'
import { arriveAtStop } from '../src/domain/tours/arrive-at-stop.ts'
import { goThereFirst } from '../src/domain/tours/go-there-first.ts'
import type { ConsoleVisitor } from './support/console-work.ts'
import { courierAt, eastOfShop, offersOf, searchOnce } from './support/courier-work.ts'
import { openPage, textOf } from './support/customer-visit.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { act, assertVerbRefused, rowOf } from './support/delivery-verbs.ts'
import { consumeAll } from './support/event-work.ts'
import { messagesOf, messageWork } from './support/message-work.ts'
import { center, openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { setRules } from './support/rules.ts'
import { signInCourier } from './support/sign-in.ts'
import { recordStatements } from './support/statements.ts'
import { courierStops, give, orderTo, orderToEach, stopsOfCourier, toldOf } from './support/tour-work.ts'
import { textOf as visibleText } from './support/visitor.ts'

const busy = {
  status: 409,
  code: 'COURIER_BUSY',
  en: 'This courier already has as many parcels as they may carry.',
  fr: 'Ce livreur a déjà autant de colis qu’il peut en prendre.',
}
const minuteMs = 60_000
const actions = '/courier/actions/'

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    await setRules(service.services, { COURIER_MAX_PARCELS: 3 })
  })
  beforeEach(() => service.clock.set(testStart))
  after(() => service.close())

  const moveTo = (courierId: string, place: Point) =>
    reportPosition(service.services, courierId, { ...place, accuracyMeters: 10 })
  const look = async () => {
    await consumeAll(service.services, followArrivals(service.services))
    service.clock.forward(31_000)
    while ((await estimateArrivals(service.services)) > 0);
  }
  const pageOf = async (key: DeliveryKey) => textOf((await openPage(service, key)).body)

  /** A courier with a parcel to each of these doors, which they have fetched. */
  async function onTour(doors: readonly number[], input: object = {}) {
    const courierId = await courierAt(service, center)
    const keys = await orderToEach(shop, doors, input)
    for (const key of keys) await give(service, key, courierId)
    for (const key of keys) await act(service, key, 'pickUp')
    return { courierId, keys }
  }

  describe('a courier with several parcels', () => {
    test('takes as many as the operator allows, each in the lowest slot that is free', async () => {
      const courierId = await courierAt(service, center)
      const keys = [1_000, 2_000, 3_000, 4_000, 5_000].map((meters) => orderTo(shop, meters))
      const [first, second, third, fourth, fifth] = await Promise.all(keys)
      assert.ok(first && second && third && fourth && fifth)
      for (const key of [first, second, third]) await give(service, key, courierId)
      await assertVerbRefused(give(service, fourth, courierId), busy)
      assert.equal((await rowOf(service, fourth)).status, 'SEARCHING_COURIER')
      await act(service, second, 'cancel')
      await give(service, fourth, courierId)
      const slots = (await listCarriedDeliveries(service.services.db, courierId)).map((row) => [
        row.id,
        row.courier_slot,
      ])
      assert.deepEqual(slots, [
        [first.id, 1],
        [fourth.id, 2],
        [third.id, 3],
      ])
      await assertVerbRefused(give(service, fifth, courierId), busy)
    })

    test('takes no more than fits on their vehicle', async () => {
      const courierId = await courierAt(service, center)
      const medium = { parcel: { category: 'OTHER', size: 'MEDIUM' } }
      for (const meters of [500, 600]) await give(service, await orderTo(shop, meters, medium), courierId)
      await assertVerbRefused(give(service, await orderTo(shop, 700), courierId), busy)
    })

    test('comes to each door on the way, and what joins changes no order that stands', async () => {
      const courierId = await courierAt(service, center)
      const keys = await Promise.all([3_000, 1_000, 2_000].map((meters) => orderTo(shop, meters)))
      const [far, near, middle] = keys
      assert.ok(far && near && middle)
      await give(service, far, courierId)
      await give(service, near, courierId)
      assert.deepEqual(await stopsOfCourier(service, courierId, keys), [
        'PICKUP 0',
        'PICKUP 1',
        'DROPOFF 1',
        'DROPOFF 0',
      ])
      await act(service, far, 'pickUp')
      await act(service, near, 'pickUp')
      await goThereFirst(service.services, courierId, far)
      assert.deepEqual(await stopsOfCourier(service, courierId, keys), ['DROPOFF 0', 'DROPOFF 1'])
      await give(service, middle, courierId)
      const order = await stopsOfCourier(service, courierId, keys)
      assert.ok(order.indexOf('DROPOFF 0') < order.indexOf('DROPOFF 1'))
      assert.ok(order.indexOf('PICKUP 2') < order.indexOf('DROPOFF 2'))
    })

    test('brings first what they have with them, and nothing that is still at a shop or another’s', async () => {
      const { courierId, keys } = await onTour([1_000, 2_000])
      const [, second] = keys
      const later = await orderTo(shop, 3_000)
      assert.ok(second)
      await give(service, later, courierId)
      await moveTo(courierId, eastOfShop(900))
      await assert.rejects(goThereFirst(service.services, courierId, { ...second, shopId: courierId }), {
        code: 'DELIVERY_NOT_FOUND',
      })
      const other = await courierAt(service, center)
      await assert.rejects(goThereFirst(service.services, other, second), { code: 'DELIVERY_NOT_FOUND' })
      await goThereFirst(service.services, courierId, second)
      await goThereFirst(service.services, courierId, second)
      assert.equal((await stopsOfCourier(service, courierId, keys))[0], 'DROPOFF 1')
      await assert.rejects(goThereFirst(service.services, courierId, later), { code: 'TRANSITION_REFUSED' })
    })

    test('says once that they are at the shop, and takes each parcel with its own code', async () => {
      const { id, visitor } = await signInCourier(service)
      const keys = await Promise.all([1_000, 2_000].map((meters) => orderTo(shop, meters)))
      for (const key of keys) await give(service, key, id)
      const [first, second] = keys
      assert.ok(first && second)
      const home = await visitor.open('/courier')
      assert.match(visibleText(home), /COL-\w{6} · Colis 1 Étape 1 sur 3 Allez à la boutique/)
      assert.match(visibleText(home), /Colis 2 · COL-\w{6} Pour Afi Dossou/)
      assert.match(visibleText(home), /Ensuite Livrer à Afi Colis 1 · .* Livrer à Afi Colis 2 · /)
      const there = await visitor.submit(home, `${actions}arrive`)
      for (const key of keys) assert.ok((await rowOf(service, key)).arrived_at_pickup_at)
      const rows = await Promise.all(keys.map((key) => rowOf(service, key)))
      const [firstRow, secondRow] = rows
      assert.ok(firstRow && secondRow)
      const { pickup_code, reference } = secondRow
      const [field, other] = [`code-${first.id}`, `code-${second.id}`]
      const malformed = await visitor.submit(there, `${actions}pick-up-all`, { [field]: '1 2', [other]: '' })
      assert.equal(malformed.status, 422)
      assert.match(malformed.html, /id="code-1" [^>]*value="1 2"[^>]*aria-invalid="true"/)
      assert.doesNotMatch(malformed.html, /id="code-2" [^>]*aria-invalid/)
      const empty = await visitor.submit(there, `${actions}pick-up-all`, { [field]: '', [other]: ' ' })
      assert.equal(empty.status, 422)
      const wrong = firstRow.pickup_code === '0000' ? '1111' : '0000'
      const halfTaken = await visitor.submit(malformed, `${actions}pick-up-all`, {
        [field]: wrong,
        [other]: pickup_code,
      })
      assert.match(visibleText(halfTaken), /Ce code est faux\. Essais restants : 4\./)
      assert.match(halfTaken.html, /id="code" [^>]*aria-invalid="true"/)
      assert.equal((await rowOf(service, second)).status, 'IN_TRANSIT')
      const taken = await visitor.open('/courier')
      assert.match(visibleText(taken), /Étape 2 sur 3 Prenez le colis/)

      await act(service, first, 'pickUp')
      assert.match(visibleText(await visitor.open('/courier')), /Colis 1 Étape 3 sur 3 .*Ensuite .*Colis 2/)
      const key = { shop: second.shopId, delivery: second.id, token: '0199f0a0-0000-4000-8000-000000000002' }
      await visitor.post(`${actions}go-first`, key)
      const changed = visibleText(await visitor.open('/courier'))
      assert.ok(changed.startsWith(`${reference} · Colis 2 Étape 3 sur 3`), changed)
    })

    test('takes none of another courier’s parcels with the codes of their own', async () => {
      const { id, visitor } = await signInCourier(service)
      const other = await courierAt(service, center)
      const keys = await orderToEach(shop, [1_000, 2_000, 3_000])
      const [first, second, foreign] = keys
      assert.ok(first && second && foreign)
      for (const key of [first, second]) await give(service, key, id)
      await give(service, foreign, other)
      const there = await visitor.submit(await visitor.open('/courier'), `${actions}arrive`)
      const codes = await Promise.all(
        keys.map(async (key) => [`code-${key.id}`, (await rowOf(service, key)).pickup_code] as const),
      )
      const taken = await visitor.submit(there, `${actions}pick-up-all`, {
        ...Object.fromEntries(codes),
        beside: `${second.id} ${foreign.id}`,
      })
      assert.match(visibleText(taken), /Cette livraison n’est pas ou n’est plus la vôtre/)
      const statuses = await Promise.all(keys.map(async (key) => (await rowOf(service, key)).status))
      assert.deepEqual(statuses, ['IN_TRANSIT', 'IN_TRANSIT', 'ASSIGNED'])
    })

    test('sees every parcel once, whatever became of the others', async () => {
      const { id, visitor } = await signInCourier(service)
      const keys = await Promise.all([1_000, 2_000, 3_000].map((meters) => orderTo(shop, meters)))
      for (const key of keys) await give(service, key, id)
      const references = await Promise.all(keys.map(async (key) => (await rowOf(service, key)).reference))
      const [first, second, third] = keys
      assert.ok(first && second && third)
      await act(service, first, 'pickUp')
      await act(service, first, 'fail')
      await act(service, second, 'cancel')
      await act(service, third, 'pickUp')
      const page = visibleText(await visitor.open('/courier'))
      assert.match(page, /La boutique a annulé|est annulée/)
      assert.match(page, new RegExp(`${references[2]} · Colis 3 Étape 3 sur 3`))
      assert.match(page, /Ensuite Ramener à Boutique Ganhi Colis 1 .*D’abord ici/)
    })
  })

  describe('parcels of one shop', () => {
    beforeEach(async () => {
      await service.services.db.updateTable('couriers').set({ on_duty_since: null }).execute()
      // Parcels of the tests before are offered to nobody any more.
      await searchOnce(service)
      await service.services.db.deleteFrom('courier_searches').execute()
    })

    test('are offered on one card, whose sum and parcels a courier accepts or declines together', async () => {
      const { id, visitor } = await signInCourier(service)
      const keys = [await orderTo(shop, 1_000), await orderTo(shop, 2_000)]
      await searchOnce(service)
      const offered = await visitor.open('/courier')
      assert.match(visibleText(offered), /^Une course proposée 880 FCFA pour vous 2 colis, même boutique/)
      await visitor.submit(offered, `${actions}accept`, { pay: '881' })
      assert.match(visibleText(await visitor.open('/courier')), /^Une course proposée/)
      const accepted = await visitor.submit(await visitor.open('/courier'), `${actions}accept`)
      assert.match(visibleText(accepted), /^La course est à vous\. COL-\w{6} · Colis 1/)
      const rows = await Promise.all(keys.map((key) => rowOf(service, key)))
      assert.deepEqual(
        rows.map((row) => [row.status, row.courier_id]),
        [
          ['ASSIGNED', id],
          ['ASSIGNED', id],
        ],
      )
      assert.deepEqual(rows.map((row) => row.courier_slot).sort(), [1, 2])
    })

    describe('with a window of the drop-off', () => {
      const dropoffWindow = { from: '2026-11-21T11:00:00.000Z', to: '2026-11-21T12:00:00.000Z' }
      /** A card of two parcels, as its courier's page shows it a quarter of an hour before the window. */
      async function offered() {
        const { id, visitor } = await signInCourier(service)
        const keys = await orderToEach(shop, [4_000, 3_000], { dropoffWindow })
        service.clock.set('2026-11-21T10:45:00.000Z')
        await moveTo(id, center)
        await searchOnce(service)
        const page = await visitor.open('/courier')
        assert.match(
          visibleText(page),
          /2 colis, même boutique .* À livrer samedi 21 novembre, 12:00\s–\s13:00/,
        )
        return { id, visitor, keys, page }
      }

      test('are taken from one card in an order that keeps the window of each', async () => {
        const { id, visitor, keys, page } = await offered()
        assert.match(visibleText(await visitor.submit(page, `${actions}accept`)), /^La course est à vous\./)
        const stops = await stopsOfCourier(service, id, keys)
        // Which of two parcels of one shop and moment is fetched first is chance.
        assert.deepEqual(stops.slice(0, 2).sort(), ['PICKUP 0', 'PICKUP 1'])
        assert.deepEqual(stops.slice(2), ['DROPOFF 1', 'DROPOFF 0'])
        for (const told of await toldOf(service, keys))
          assert.ok(told !== null && told <= Date.parse(dropoffWindow.to), `${told}`)
      })

      test('are refused from a card that was shown while they could still be brought in time together', async () => {
        await setRules(service.services, { COURIER_OFFER_SECONDS: 3_600 })
        const { visitor, keys, page } = await offered()
        await setRules(service.services, { COURIER_OFFER_SECONDS: 90 })
        // The nearer door would be reached in time, the farther one after it would not.
        service.clock.set('2026-11-21T11:40:00.000Z')
        const refused = await visitor.submit(page, `${actions}accept`)
        assert.match(visibleText(refused), /^Cette course n’est plus proposée/)
        assert.match(visibleText(refused), /2 courses proposées/)
        for (const key of keys) assert.equal((await rowOf(service, key)).status, 'SEARCHING_COURIER')
      })
    })

    test('go to others together when they are declined', async () => {
      const { visitor } = await signInCourier(service)
      await orderTo(shop, 1_000)
      await orderTo(shop, 2_000)
      await searchOnce(service)
      await visitor.submit(await visitor.open('/courier'), `${actions}decline`)
      assert.match(visibleText(await visitor.open('/courier')), /Pas de course pour l’instant/)
    })

    test('that do not fit together are offered on cards of their own', async () => {
      const { visitor } = await signInCourier(service)
      const medium = { parcel: { category: 'OTHER', size: 'MEDIUM' } }
      for (const meters of [1_000, 2_000, 3_000]) await orderTo(shop, meters, medium)
      await searchOnce(service)
      assert.match(
        visibleText(await visitor.open('/courier')),
        /^2 courses proposées .*2 colis, même boutique/,
      )
    })

    test('are all given or none: where one is gone, so is the card', async () => {
      const couriers = [await courierAt(service, center), await courierAt(service, center)]
      const keys = [await orderTo(shop, 1_000), await orderTo(shop, 2_000)]
      await searchOnce(service)
      const [first, second] = couriers
      const [, taken] = keys
      assert.ok(first && second && taken)
      await acceptOffer(service.services, first, taken)
      await assert.rejects(acceptLot(service.services, second, keys, undefined), { code: 'OFFER_GONE' })
      assert.deepEqual(await listCarriedDeliveries(service.services.db, second), [])
    })
  })

  describe('a parcel on the way of a courier who has others', () => {
    beforeEach(async () => {
      await service.services.db.updateTable('couriers').set({ on_duty_since: null }).execute()
      await searchOnce(service)
      await service.services.db.deleteFrom('courier_searches').execute()
    })

    /** A courier with a parcel to each of these doors, at the shop and on their phone. */
    async function underWay(doors: readonly number[]) {
      const courier = await signInCourier(service)
      const keys = await orderToEach(shop, doors)
      for (const key of keys) await give(service, key, courier.id)
      for (const key of keys) await act(service, key, 'pickUp')
      await moveTo(courier.id, center)
      return { ...courier, keys }
    }

    test('is offered with its detour, and joins where it costs least', async () => {
      const { id, visitor, keys } = await underWay([3_000])
      const joining = await orderTo(shop, 2_000)
      await searchOnce(service)
      const page = await visitor.open('/courier')
      assert.match(visibleText(page), /Sur votre chemin \d+ FCFA pour vous Détour : environ \d+ min Trajet/)
      await visitor.submit(page, `${actions}accept`)
      assert.deepEqual(await stopsOfCourier(service, id, [...keys, joining]), [
        'PICKUP 1',
        'DROPOFF 1',
        'DROPOFF 0',
      ])
    })

    test('is not offered where customers would get theirs later than they were told, or it rides too long', async () => {
      const { id, visitor } = await underWay([1_000, 3_000])
      await orderTo(shop, -6_000)
      await searchOnce(service)
      assert.doesNotMatch(visibleText(await visitor.open('/courier')), /Sur votre chemin/)
      assert.equal((await listCarriedDeliveries(service.services.db, id)).length, 2)
    })

    test('is not offered to a courier whose tour is late, nor to one who has enough', async () => {
      const late = await underWay([1_000, 3_000])
      service.clock.forward(40 * minuteMs)
      await moveTo(late.id, center)
      const full = await underWay([1_000, 2_000, 3_000])
      await orderTo(shop, 2_500)
      await searchOnce(service)
      for (const { visitor } of [late, full])
        assert.doesNotMatch(visibleText(await visitor.open('/courier')), /Sur votre chemin/)
    })

    test('is looked for in as many statements for one courier as for many, and a round asks fifty at most', async () => {
      await setRules(service.services, { COURIER_OFFERS_PER_ROUND: 50 })
      const statementsOfRound = async () => {
        await orderTo(shop, 2_000)
        const { db, texts } = recordStatements(service.services.db)
        await searchOnce(service, { db })
        await service.services.db.deleteFrom('courier_searches').execute()
        return texts.length
      }
      await underWay([3_000])
      const ofOne = await statementsOfRound()
      for (let more = 0; more < 4; more += 1) await underWay([3_000])
      assert.equal(await statementsOfRound(), ofOne)

      for (let free = 0; free < 48; free += 1) await courierAt(service, center)
      const asked = await orderTo(shop, 2_000)
      await searchOnce(service)
      assert.equal((await offersOf(service, asked.id)).length, 50)
      await setRules(service.services, { COURIER_OFFERS_PER_ROUND: 5 })
    })

    test('is gone once it does not fit in any more, and that counts against nobody', async () => {
      const { id } = await underWay([3_000])
      const joining = await orderTo(shop, 2_500)
      await searchOnce(service)
      await moveTo(id, eastOfShop(60_000))
      await assert.rejects(acceptOffer(service.services, id, joining), { code: 'OFFER_GONE' })
      assert.equal((await rowOf(service, joining)).status, 'SEARCHING_COURIER')
      service.clock.forward(10 * minuteMs)
      assert.deepEqual(await readAcceptance(service.services, id), { offered: 0, accepted: 0, declined: 0 })
    })
  })

  describe('a tour that the operator makes', () => {
    const address = '/operations/tours/new'
    const ofAll = (keys: readonly DeliveryKey[]) =>
      `${address}?${keys.map(({ id }) => `delivery=${id}`).join('&')}`

    test('shows the order and gives all of it to one courier, each with its line of audit', async () => {
      const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
      const courierId = await courierAt(service, center, { firstName: 'Kossi' })
      const keys = [await orderTo(shop, 3_000), await orderTo(shop, 1_000)]
      const page = await dispatcher.open(ofAll(keys), { 'accept-language': 'en' })
      const [far, near] = await Promise.all(keys.map(async (key) => (await rowOf(service, key)).reference))
      assert.match(
        visibleText(page),
        new RegExp(
          `Fetch .* Fetch .* Bring ${near} to Afi .* Bring ${far} to Afi .* room of 2 small parcels`,
        ),
      )
      const unsaid = await dispatcher.submit(page, address, { courier: courierId, reason: '' })
      assert.equal(unsaid.status, 422)
      await dispatcher.submit(page, address, { courier: courierId, reason: 'Appelé' })
      assert.deepEqual(await stopsOfCourier(service, courierId, keys), [
        'PICKUP 0',
        'PICKUP 1',
        'DROPOFF 1',
        'DROPOFF 0',
      ])
      const acts = await service.services.db
        .selectFrom('audit_lines')
        .select('audit_lines.action')
        .where(
          'audit_lines.subject_id',
          'in',
          keys.map(({ id }) => id),
        )
        .execute()
      assert.deepEqual(
        acts.map(({ action }) => action),
        ['assign-chosen-courier', 'assign-chosen-courier'],
      )
    })

    test('is given whole or not at all', async () => {
      const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
      const courierId = await courierAt(service, center)
      const keys = await Promise.all([1_000, 2_000, 3_000, 4_000].map((meters) => orderTo(shop, meters)))
      const page = await dispatcher.open(ofAll(keys))
      const refused = await dispatcher.submit(page, address, { courier: courierId, reason: 'Appelé' })
      assert.equal(refused.status, 409)
      assert.deepEqual(await listCarriedDeliveries(service.services.db, courierId), [])
    })

    test('says which parcels it leaves out of more than a courier has slots for', async () => {
      const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
      const keys = await orderToEach(
        shop,
        Array.from({ length: 13 }, (_, at) => 500 + 100 * at),
      )
      const page = visibleText(await dispatcher.open(ofAll(keys)))
      const last = keys.at(-1)
      assert.ok(last)
      const { reference } = await rowOf(service, last)
      assert.match(page, new RegExp(`Une tournée a 12 colis au plus. Laissés de côté : ${reference}\\.`))
      for (const key of keys) await act(service, key, 'cancel')
    })

    test('leaves out what no longer waits, and is not found where a delivery is not', async () => {
      const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
      const key = await orderTo(shop, 1_000)
      const { reference } = await rowOf(service, key)
      await act(service, key, 'cancel')
      assert.match(
        visibleText(await dispatcher.open(ofAll([key]))),
        new RegExp(`N’attendent plus.*${reference}`),
      )
      assert.equal((await dispatcher.open(ofAll([{ ...key, id: shop.shopId }]))).status, 404)
    })
  })

  describe('the customers of a tour', () => {
    test('see their courier only while their door is next, and not near the door before', async () => {
      const { courierId, keys } = await onTour([1_000, 3_000])
      const [first, second] = keys
      assert.ok(first && second)
      await moveTo(courierId, eastOfShop(500))
      assert.match(await pageOf(first), /Vu à /)
      assert.match(await pageOf(second), /Encore un arrêt avant vous\./)
      assert.doesNotMatch((await openPage(service, second)).body, /Vu à |data-courier|"courier":\{"at"/)

      await moveTo(courierId, eastOfShop(1_000))
      await act(service, first, 'handOver')
      service.clock.forward(30_000)
      await moveTo(courierId, eastOfShop(1_000))
      assert.doesNotMatch(await pageOf(second), /Vu à |avant vous/)
      service.clock.forward(minuteMs)
      await moveTo(courierId, eastOfShop(1_100))
      assert.doesNotMatch(await pageOf(second), /Vu à /)
      await moveTo(courierId, eastOfShop(1_300))
      assert.match(await pageOf(second), /Vu à /)
    })

    test('are told when their courier comes, the stops before included', async () => {
      const { courierId, keys } = await onTour([1_000, 3_000])
      const [first, second] = keys
      assert.ok(first && second)
      await moveTo(courierId, center)
      await look()
      // 1.3 km by road, 4 min and 20 s; then 4 min at the door, and 2.6 km: 17 min.
      assert.match(await pageOf(first), /arrive chez vous dans moins de 10 min/)
      assert.match(await pageOf(second), /arrive chez vous dans 10 à 30 min/)
    })

    test('are told when from few ways at a time that a routing server is asked for', async () => {
      for (let courier = 0; courier < 4; courier += 1) {
        const { courierId } = await onTour([1_000 + courier, 2_000 + courier, 3_000 + courier])
        await moveTo(courierId, center)
      }
      await consumeAll(service.services, followArrivals(service.services))
      service.clock.forward(31_000)
      let [open, most] = [0, 0]
      const measureTrip: MeasureTrip = async (from, to) => {
        open += 1
        most = Math.max(most, open)
        await new Promise(setImmediate)
        open -= 1
        return service.services.pricing.measureTrip(from, to)
      }
      const pricing = { ...service.services.pricing, measureTrip }
      while ((await estimateArrivals({ ...service.services, pricing })) > 0);
      assert.ok(most > 1 && most <= 8, `${most} ways were asked for at once`)
    })

    test('are told that the courier is near once their door is next', async () => {
      const { courierId, keys } = await onTour([1_000, 1_050])
      const [first, second] = keys
      assert.ok(first && second)
      const nearby = async () => {
        await messageWork(service).once()
        const kinds = await Promise.all(keys.map(async (key) => messagesOf(service, key)))
        return kinds.map((messages) => messages.filter(({ kind }) => kind === 'COURIER_NEARBY').length)
      }
      service.clock.forward(4 * minuteMs)
      await moveTo(courierId, eastOfShop(900))
      await look()
      assert.deepEqual(await nearby(), [1, 0])
      await act(service, first, 'handOver')
      await moveTo(courierId, eastOfShop(1_000))
      await look()
      assert.deepEqual(await nearby(), [1, 1])
    })

    test('are asked to pay once their door is next', async () => {
      const payment = { mode: 'CASH_ON_DELIVERY', goodsAmount: 5_000, collection: 'SECURE' }
      const { courierId, keys } = await onTour([1_000, 3_000], { payment })
      const [first, second] = keys
      assert.ok(first && second)
      const asked = async () => {
        await consumeAll(service.services, enqueuePaymentRequests(service.services))
        await messageWork(service).once()
        const counts = keys.map(async (key) => {
          const messages = await messagesOf(service, key)
          const requests = await service.services.db
            .selectFrom('payment_requests')
            .select('payment_requests.id')
            .where('payment_requests.delivery_id', '=', key.id)
            .execute()
          return [requests.length, messages.filter(({ kind }) => kind === 'PAYMENT_DUE').length]
        })
        return Promise.all(counts)
      }
      await moveTo(courierId, center)
      await look()
      assert.deepEqual(await asked(), [
        [1, 1],
        [0, 0],
      ])
      await act(service, first, 'fail')
      await moveTo(courierId, eastOfShop(1_200))
      await look()
      await look()
      assert.deepEqual(await asked(), [
        [1, 1],
        [1, 1],
      ])
    })

    test('teach nobody how fast couriers are where others were on the way', async () => {
      const { courierId, keys } = await onTour([1_000, 3_000])
      await moveTo(courierId, center)
      await look()
      service.clock.forward(5 * minuteMs)
      for (const key of keys) {
        service.clock.forward(5 * minuteMs)
        await act(service, key, 'handOver')
      }
      await look()
      const learnt = async (key: DeliveryKey | undefined) =>
        service.services.db
          .selectFrom('arrivals')
          .select(['arrivals.trip_seconds', 'arrivals.distance_meters'])
          .where('arrivals.delivery_id', '=', key?.id ?? '')
          .executeTakeFirst()
      assert.deepEqual(await learnt(keys[1]), { trip_seconds: null, distance_meters: null })
    })
  })

  test('an arrival is said of nobody’s parcels but the courier’s own', async () => {
    const [courierId, other] = [await courierAt(service, center), await courierAt(service, center)]
    const keys = await orderToEach(shop, [1_000, 2_000])
    for (const key of keys) await give(service, key, courierId)
    const [first] = keys
    assert.ok(first)
    await assert.rejects(arriveAtStop(service.services, other, first), { code: 'DELIVERY_NOT_FOUND' })
    for (const key of keys) assert.equal((await rowOf(service, key)).arrived_at_pickup_at, null)
  })
})

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let operator: ConsoleVisitor
  let cityId: string
  before(async () => {
    service = await openService(await open())
    shop = await service.openShop()
    operator = await openOperations(service)
    cityId = service.services.pricing.map.current().locate(center)?.city.id ?? ''
    await setRules(service.services, { COURIER_MAX_PARCELS: 3 })
  })
  beforeEach(async () => {
    service.clock.set(testStart)
    await service.services.db.updateTable('couriers').set({ on_duty_since: null }).execute()
    await service.services.db.deleteFrom('courier_searches').execute()
  })
  after(() => service.close())
  const path = () => `/operations/cities/${cityId}/tours`
  /** What the operator types on the city's page; every process has it a moment later. */
  const typeLimits = async (laterMinutes: string, rideMinutes: string) => {
    const page = await operator.submit(await operator.open(path()), path(), { laterMinutes, rideMinutes })
    await service.services.pricing.map.reload()
    return page
  }

  test('a city sets less for its tours on its page, and as much as the settings by nothing', async () => {
    const shown = await operator.open(path())
    assert.match(visibleText(shown), /Vide : 10 minutes, comme dans les réglages/)
    assert.match(visibleText(await typeLimits('5', '0')), /Les limites sont enregistrées/)
    assert.match((await operator.open(path())).html, /name="laterMinutes"[^>]*value="5"/)
    for (const wrong of ['11', '-1', '5,5', 'x'.repeat(5_000)]) {
      const page = await typeLimits(wrong, '3')
      assert.deepEqual([page.status, visibleText(page).includes('de 0 à 10, ou rien')], [422, true], wrong)
    }
    assert.match(visibleText(await typeLimits('', '')), /Les limites sont enregistrées/)
    assert.doesNotMatch((await operator.open(path())).html, /name="laterMinutes"[^>]*value="\d/)
    const nowhere = await operator.open(path().replace(cityId, crypto.randomUUID()))
    assert.equal(nowhere.status, 404)
    const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
    assert.equal((await dispatcher.open(path())).status, 403)
  })

  test('where a city lets nobody wait longer no parcel joins a tour that is under way', async () => {
    const offered = async () => {
      const courierId = await courierAt(service, center)
      const [held, joining] = await orderToEach(shop, [3_000, 2_000])
      assert.ok(held && joining)
      await give(service, held, courierId)
      await act(service, held, 'pickUp')
      await searchOnce(service)
      const offers = await offersOf(service, joining.id)
      await act(service, held, 'cancel').catch(() => act(service, held, 'handOver'))
      await act(service, joining, 'cancel')
      return offers.some((offer) => offer.courierId === courierId)
    }
    assert.equal(await offered(), true)
    await typeLimits('0', '')
    assert.equal(await offered(), false)
    await typeLimits('', '')
  })

  test('where a city lets parcels ride hardly longer those of far doors are no lot, though one was on a page', async () => {
    const courierId = await courierAt(service, center)
    const phone = (await signInCourier(service, courierId)).visitor
    const keys = [...(await orderToEach(shop, [3_000])), await orderTo(shop, -3_000)]
    await searchOnce(service)
    const lot = /2 colis, même boutique/
    assert.match(visibleText(await phone.open('/courier')), lot)
    await typeLimits('', '5')
    assert.doesNotMatch(visibleText(await phone.open('/courier')), lot)
    await assert.rejects(acceptLot(service.services, courierId, keys, undefined), { code: 'OFFER_GONE' })
    await typeLimits('', '')
    assert.equal((await acceptLot(service.services, courierId, keys, undefined)).length, 2)
  })
})

onServer((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
    shop = await service.openShop()
    await setRules(service.services, { COURIER_MAX_PARCELS: 3 })
  })
  after(() => service.close())

  test('of twenty parcels that one courier is given at once they get three, in three slots', async () => {
    const courierId = await courierAt(service, center)
    const keys = await Promise.all(Array.from({ length: 20 }, (_, at) => orderTo(shop, 500 + 100 * at)))
    const given = await Promise.allSettled(keys.map((key) => give(service, key, courierId)))
    const refused = given.filter((each) => each.status === 'rejected').map(({ reason }) => reason.code)
    assert.deepEqual(
      refused,
      Array.from({ length: 17 }, () => 'COURIER_BUSY'),
    )
    const carried = await listCarriedDeliveries(service.services.db, courierId)
    assert.deepEqual(
      carried.map((row) => row.courier_slot),
      [1, 2, 3],
    )
    const stops = await courierStops(service, courierId)
    assert.equal(stops.length, 6)
    for (const { id } of carried)
      assert.deepEqual(
        stops.filter((stop) => stop.id === id).map(({ kind }) => kind),
        ['PICKUP', 'DROPOFF'],
      )
  })

  test('of two couriers on whose way a parcel lies and who accept it at once, one gets it', async () => {
    const couriers = [await courierAt(service, center), await courierAt(service, center)]
    for (const courierId of couriers) {
      const key = await orderTo(shop, 3_000)
      await give(service, key, courierId)
      await act(service, key, 'pickUp')
    }
    const joining = await orderTo(shop, 2_500)
    await searchOnce(service)
    const accepted = await Promise.allSettled(
      couriers.map((courierId) => acceptOffer(service.services, courierId, joining)),
    )
    const refused = accepted.filter((each) => each.status === 'rejected').map(({ reason }) => reason.code)
    assert.deepEqual(refused, ['OFFER_GONE'])
  })

  test('of couriers who accept overlapping parcels at once one gets each card whole, and nobody hangs', async () => {
    const couriers = await Promise.all(Array.from({ length: 6 }, () => courierAt(service, center)))
    for (let round = 0; round < 5; round += 1) {
      const keys = await Promise.all([500, 700, 900].map((meters) => orderTo(shop, meters)))
      await searchOnce(service)
      const wanted = couriers.map((_, at) => (at % 2 === 0 ? keys : keys.slice(at % 3)).toReversed())
      const accepted = await Promise.allSettled(
        couriers.map((courierId, at) => acceptLot(service.services, courierId, wanted[at] ?? [], undefined)),
      )
      for (const outcome of accepted)
        if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 'OFFER_GONE')
      const owners = await Promise.all(keys.map(async (key) => (await rowOf(service, key)).courier_id))
      for (const [at, courierId] of couriers.entries()) {
        const got = keys.filter((_, number) => owners[number] === courierId)
        const isDone = accepted[at]?.status === 'fulfilled'
        assert.equal(got.length, isDone ? (wanted[at] ?? []).length : 0)
      }
      for (const key of keys) await act(service, key, 'cancel')
    }
  })

  test('a parcel that is given and cancelled at once is in no tour, or was cancelled in it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const courierId = await courierAt(service, center)
      await give(service, await orderTo(shop, 500), courierId)
      const key = await orderTo(shop, 900)
      await Promise.allSettled([give(service, key, courierId), act(service, key, 'cancel')])
      const { status } = await rowOf(service, key)
      const stops = await courierStops(service, courierId)
      assert.equal(stops.filter(({ id }) => id === key.id).length, status === 'ASSIGNED' ? 2 : 0)
    }
  })
})
