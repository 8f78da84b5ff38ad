import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { watchDeliveries } from '../src/domain/board/watch-deliveries.ts'
import { reportPosition } from '../src/domain/couriers/report-position.ts'
import { setDuty } from '../src/domain/couriers/set-duty.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { expireDueDeliveries } from '../src/domain/deliveries/transitions/expire-delivery.ts'
import type { OpeningHours } from '../src/domain/shops/opening/opening-hours.ts'
import type { CityOpening } from '../src/domain/zones/opening/city-opening.ts'
import { setCityHours } from '../src/domain/zones/opening/set-city-hours.ts'
import { findCitiesById } from '../src/domain/zones/zone-store.ts'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { courierAt, offersOf, searchOnce } from './support/courier-work.ts'
import { fieldsOf, openPage, sendForm, textOf as textOfPage } from './support/customer-visit.ts'
import { onEachDatabase } from './support/databases.ts'
import { rowOf } from './support/delivery-verbs.ts'
import {
  center,
  east,
  nowhere,
  openService,
  parakou,
  plainOrder,
  type TestService,
  type TestShop,
  testStart,
} from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { textOf } from './support/visitor.ts'

/** Cotonou is an hour ahead of UTC; the tests begin on a Saturday at 11:00 there. */
const week: OpeningHours = {
  monday: [['08:00', '18:00']],
  tuesday: [['08:00', '18:00']],
  wednesday: [['08:00', '18:00']],
  thursday: [['08:00', '18:00']],
  friday: [['08:00', '18:00']],
  saturday: [['12:00', '14:00']],
  sunday: [],
}
const trip = { pickup: center, dropoff: east, parcelSize: 'SMALL', paymentMode: 'PREPAID' }
const closedUntil = (opensAt: string | null) => ({
  city: 'Cotonou',
  opensAt,
  timeZone: 'Africa/Porto-Novo',
})

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let operator: ConsoleVisitor
  let owner: ConsoleVisitor
  let cityId: string

  before(async () => {
    service = await openService(await open())
    shop = await service.openShop()
    operator = await openOperations(service)
    owner = await openConsole(service, { shopId: shop.shopId })
    cityId = service.services.pricing.map.current().locate(center)?.city.id ?? ''
  })
  after(() => service.close())
  beforeEach(() => setHours({ hours: week }))
  afterEach(() => service.clock.set(testStart))

  async function setHours(change: Partial<CityOpening>): Promise<void> {
    const opening = { hours: null, specialDays: [], refusesWhenClosed: true, ...change }
    await setCityHours(service.services, cityId, opening)
    await service.services.pricing.map.reload()
  }
  const quote = (change: object = {}) => shop.post('/quotes', { ...trip, ...change })
  const windowFrom = (from: string, hours = 1) => ({
    pickupWindow: { from, to: new Date(Date.parse(from) + hours * 3_600_000).toISOString() },
  })

  test('a quote and an order outside the hours are refused with the next opening, in both languages', async () => {
    const { status, body } = await quote()
    assert.deepEqual(
      [status, body],
      [
        422,
        {
          statusCode: 422,
          code: 'CLOSED',
          message: 'Les livraisons à Cotonou sont fermées. Elles ouvrent samedi 21 novembre à 12:00.',
          details: closedUntil('2026-11-21T11:00:00.000Z'),
        },
      ],
    )
    const english = await shop.order({ dropoff: east }, { 'accept-language': 'en' })
    assert.equal(english.status, 422)
    assert.equal(
      english.body.message,
      'Deliveries in Cotonou are closed. They open on Saturday 21 November at 12:00.',
    )
    assert.equal((await shop.order()).body.code, 'CLOSED')
  })

  test('what counts is the minute: open as it opens, closed as it closes', async () => {
    for (const [at, expected] of [
      ['2026-11-21T10:59:59.999Z', 422],
      ['2026-11-21T11:00:00.000Z', 200],
      ['2026-11-21T12:59:59.999Z', 200],
      ['2026-11-21T13:00:00.000Z', 422],
    ] as const) {
      service.clock.set(at)
      assert.equal((await quote()).status, expected, at)
    }
    assert.deepEqual((await quote()).body.details, closedUntil('2026-11-23T07:00:00.000Z'))
  })

  test('a scheduled pickup counts for the start of its window', async () => {
    for (const [window, expected] of [
      [windowFrom('2026-11-21T11:00:00.000Z'), 200],
      [windowFrom('2026-11-21T12:59:00.000Z'), 200],
      [windowFrom('2026-11-21T13:00:00.000Z'), 422],
      [windowFrom('2026-11-23T06:59:00.000Z'), 422],
      [windowFrom('2026-11-23T08:00:00+01:00'), 200],
    ] as const) {
      assert.equal((await quote(window)).status, expected, window.pickupWindow.from)
      const order = await shop.order({ dropoff: east, ...window })
      assert.equal(order.status, expected === 200 ? 201 : 422, window.pickupWindow.from)
    }
    service.clock.set('2026-11-21T11:03:00.000Z')
    assert.equal((await quote(windowFrom('2026-11-21T11:00:00.000Z'))).status, 200)
  })

  test('closed days and days with their own hours take the place of the week', async () => {
    const specialDays = [
      { date: '2026-11-21', name: 'Marché', spans: [['10:00', '11:30'] as [string, string]] },
      { date: '2026-11-23', name: 'Fête', spans: [] },
    ]
    await setHours({ hours: week, specialDays })
    assert.equal((await quote()).status, 200)
    service.clock.set('2026-11-21T11:00:00.000Z')
    assert.deepEqual((await quote()).body.details, closedUntil('2026-11-24T07:00:00.000Z'))
  })

  test('a city that plans no opening says so', async () => {
    const never = Object.fromEntries(Object.keys(week).map((day) => [day, []])) as unknown as OpeningHours
    await setHours({ hours: never })
    const { body } = await quote()
    assert.deepEqual(body.details, closedUntil(null))
    assert.match(body.message, /aucune ouverture n’est encore prévue/)
  })

  test('nothing is refused while the city does not ask for it, nor in other cities', async () => {
    const inParakou = { ...trip, pickup: parakou, dropoff: { lat: 9.34, lng: 2.63 } }
    assert.equal((await shop.post('/quotes', inParakou)).status, 200)
    await setHours({ hours: week, refusesWhenClosed: false })
    assert.equal((await quote()).status, 200)
  })

  test('a place that is not served is refused as such, closed or not', async () => {
    assert.equal((await quote({ dropoff: nowhere })).body.code, 'OUT_OF_ZONE')
  })

  test('what was ordered before goes on: replays, the customer’s position, acts', async () => {
    service.clock.set('2026-11-21T11:30:00.000Z')
    const key = { 'idempotency-key': `before-closing-${process.pid}` }
    const made = await shop.post('/deliveries', plainOrder, key)
    assert.equal(made.status, 201)
    service.clock.set('2026-11-21T13:30:00.000Z')
    assert.equal((await shop.post('/deliveries', plainOrder, key)).status, 201)
    const moved = await shop.post(`/sandbox/deliveries/${made.body.id}/advance`)
    assert.deepEqual([moved.status, moved.body.status], [200, 'SEARCHING_COURIER'])
    const assigned = await shop.post(`/sandbox/deliveries/${made.body.id}/advance`)
    assert.equal(assigned.body.status, 'ASSIGNED')
  })

  describe('what was ordered before closing', () => {
    const asked = { position: `${east.lat}, ${east.lng}`, landmark: 'Portail bleu', zone: '' }
    const closing = '2026-11-21T13:30:00.000Z'
    /** Cotonou opens on Sunday at 8:00 of its clocks. */
    const sunday: OpeningHours = { ...week, sunday: [['08:00', '12:00']] }
    const opensAt = new Date('2026-11-22T07:00:00.000Z')
    beforeEach(() => setHours({ hours: sunday }))

    async function ordered(input: object = {}): Promise<DeliveryKey> {
      service.clock.set('2026-11-21T11:30:00.000Z')
      const made = await shop.order(input)
      assert.equal(made.status, 201)
      return { shopId: shop.shopId, id: made.body.id }
    }
    async function locateOnPage(key: DeliveryKey) {
      const priced = await sendForm(service, key, { ...asked, step: 'price' })
      const text = textOfPage(priced.body)
      assert.equal((await sendForm(service, key, fieldsOf(priced.body, 'confirm'))).status, 303)
      return text
    }
    const pageOf = async (key: DeliveryKey, language = 'fr') =>
      textOfPage((await openPage(service, key, { 'accept-language': language })).body)

    test('the customer reads when deliveries begin again, before and after they say where they are', async () => {
      const key = await ordered()
      assert.doesNotMatch(await pageOf(key), /fermées/)
      service.clock.set(closing)
      assert.match(await pageOf(key), /Cotonou sont fermées en ce moment\. Elles reprennent demain à 8 h\. /)
      assert.match(await pageOf(key, 'en'), /They begin again tomorrow at 08:00\. /)
      assert.match(await locateOnPage(key), /Elles reprennent demain à 8 h/)
      assert.match(
        await pageOf(key),
        /La livraison reprend demain à 8 h C’est noté, nous savons où livrer\. /,
      )
      assert.match(
        await pageOf(key, 'en'),
        /Deliveries begin again tomorrow at 08:00 We know where to deliver\. /,
      )
      const { due_at: dueAt, version } = await rowOf(service, key)
      assert.deepEqual(dueAt, new Date(opensAt.getTime() + 45 * 60_000))

      const ownerPage = await owner.open(`/console/shops/${key.shopId}/deliveries/${key.id}`)
      assert.match(textOf(ownerPage), /Ville fermée, recherche d’un livreur demain à 8 h/)
      const operatorPage = await operator.open(`/operations/deliveries/${key.id}`)
      assert.match(textOf(operatorPage), /Ville fermée, recherche d’un livreur demain à 8 h/)

      service.clock.set(opensAt.toISOString())
      assert.match(await pageOf(key), /Nous cherchons un livreur/)
      const { body } = await openPage(service, key)
      assert.match(body, new RegExp(`data-version="${version}"`), 'an open page notices that it begins')
    })

    test('no courier is asked before the city opens, then the search has all of its time', async () => {
      const key = await ordered()
      service.clock.set(closing)
      await locateOnPage(key)
      const early = await courierAt(service, center)
      await searchOnce(service)
      service.clock.set('2026-11-22T06:59:59.000Z')
      await searchOnce(service)
      await expireDueDeliveries(service.services)
      assert.equal((await offersOf(service, key.id)).length, 0)
      assert.equal((await rowOf(service, key)).status, 'SEARCHING_COURIER')
      service.clock.set(opensAt.toISOString())
      await reportPosition(service.services, early, { ...center, accuracyMeters: 12 })
      await searchOnce(service)
      assert.equal((await offersOf(service, key.id)).length, 1)
      await setDuty(service.services, early, false)
    })

    test('a search that began before goes on, and its customer reads so', async () => {
      const key = await ordered()
      service.clock.set('2026-11-21T12:55:00.000Z')
      await locateOnPage(key)
      service.clock.set('2026-11-21T13:00:01.000Z')
      const courierId = await courierAt(service, center)
      await searchOnce(service)
      assert.equal((await offersOf(service, key.id)).length, 1)
      assert.match(await pageOf(key), /Nous cherchons un livreur/)
      assert.deepEqual((await rowOf(service, key)).due_at, new Date('2026-11-21T13:40:00.000Z'))
      await setDuty(service.services, courierId, false)
    })

    test('a window ahead keeps its time: its search begins 20 minutes before it', async () => {
      const key = await ordered({ ...windowFrom('2026-11-22T07:00:00.000Z') })
      service.clock.set(closing)
      assert.doesNotMatch(await pageOf(key), /fermées/)
      await locateOnPage(key)
      assert.match(await pageOf(key), /Votre livraison est prévue/)
      await searchOnce(service)
      const { due_at: begins } = await service.services.db
        .selectFrom('courier_searches')
        .select('courier_searches.due_at')
        .where('courier_searches.delivery_id', '=', key.id)
        .executeTakeFirstOrThrow()
      assert.deepEqual(begins, new Date('2026-11-22T06:40:00.000Z'))
    })

    test('where no opening is planned the customer is sent to the shop', async () => {
      const key = await ordered()
      await setHours({ hours: Object.fromEntries(Object.keys(week).map((day) => [day, []])) as never })
      assert.match(
        await pageOf(key),
        /fermées en ce moment\. Demandez à Boutique Test quand elles reprennent/,
      )
    })

    test('nothing rests in a city that takes orders at any time', async () => {
      const key = await ordered()
      await setHours({ hours: sunday, refusesWhenClosed: false })
      service.clock.set(closing)
      assert.doesNotMatch(await pageOf(key), /fermées/)
      await locateOnPage(key)
      assert.match(await pageOf(key), /Nous cherchons un livreur/)
      assert.deepEqual((await rowOf(service, key)).due_at, new Date('2026-11-21T14:15:00.000Z'))
    })

    test('the board counts no minute of the night as late', async () => {
      const key = await ordered()
      service.clock.set(closing)
      await locateOnPage(key)
      service.clock.set('2026-11-22T06:59:00.000Z')
      const before = await watchedLate(key)
      service.clock.set('2026-11-22T07:12:00.000Z')
      assert.deepEqual([before, await watchedLate(key)], [[], ['NO_COURIER']])
    })

    async function watchedLate(key: DeliveryKey) {
      const { rows } = await watchDeliveries(service.services.db, service.services).read(service.clock.now())
      return rows.get(key.id)?.late.map(({ reason }) => reason)
    }
  })

  test('the shop reads on its order form when it can order again, before it types anything', async () => {
    const form = `/console/shops/${shop.shopId}/deliveries/new`
    const says =
      /Cotonou sont fermées en ce moment\. Elles reprennent aujourd’hui à 12 h : vous pourrez commander/
    assert.match(textOf(await owner.open(form)), says)
    assert.match(textOf(await owner.open(`${form}/many`)), says)
    const english = textOf(await owner.open(`${form}?lang=en`))
    assert.match(english, /They begin again today at 12:00: you can order from then on/)
    await owner.open(`${form}?lang=fr`)
    service.clock.set('2026-11-21T11:00:00.000Z')
    assert.doesNotMatch(textOf(await owner.open(form)), /fermées/)
    assert.doesNotMatch(textOf(await owner.open(`${form}/many`)), /fermées/)
  })

  test('operators set the hours on a page, and see what is wrong with them', async () => {
    const path = `/operations/cities/${cityId}/hours`
    assert.match(
      textOf(await operator.open(path)),
      /Fermée en ce moment ; elle ouvre samedi 21 novembre à 12:00/,
    )
    const typed = {
      'week-from-1': '07:30',
      'week-to-1': '19h',
      'special-1-date': '2026-12-25',
      'special-1-name': 'Noël',
      'special-3-date': '2027-01-01',
      'special-3-name': 'Jour de l’An',
      'special-3-from': '10:00',
      'special-3-to': '12:00',
      'special-3-yearly': 'on',
      refuses: 'on',
    }
    const done = await operator.post(path, typed)
    assert.match(textOf(done), /Les horaires sont enregistrés/)
    const [city] = await findCitiesById(service.services.db, [cityId])
    assert.deepEqual(city?.opening, {
      hours: {
        ...Object.fromEntries(
          ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => [day, [['07:30', '19:00']]]),
        ),
        saturday: [],
        sunday: [],
      },
      specialDays: [
        { date: '2026-12-25', name: 'Noël', spans: [] },
        { date: '2027-01-01', name: 'Jour de l’An', spans: [['10:00', '12:00']], isYearly: true },
      ],
      refusesWhenClosed: true,
    })
    assert.match((await operator.open(path)).html, /name="special-2-yearly" value="on" checked/)
    for (const [fault, words] of [
      [{ 'special-2-date': '25/12' }, /Ce n’est pas une date/],
      [{ 'special-2-date': '2026-12-25' }, /déjà dans la liste/],
      [{ 'special-3-to': '' }, /Il manque une heure/],
      [{ 'week-to-1': 'soir' }, /Écrivez des heures/],
    ] as const) {
      const refused = await operator.post(path, { ...typed, ...fault })
      assert.equal(refused.status, 422)
      assert.match(textOf(refused), words)
    }
  })

  test('dispatchers and owners do not set the hours of a city', async () => {
    const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
    const owner = await openConsole(service, { shopId: shop.shopId })
    const opening = { hours: null, specialDays: [], refusesWhenClosed: false }
    for (const actor of [
      { kind: 'OPERATOR', id: dispatcher.accountId },
      { kind: 'ACCOUNT', id: owner.accountId },
    ] as const)
      await assert.rejects(setCityHours({ ...service.services, actor }, cityId, opening), {
        code: 'ROLE_REQUIRED',
      })
  })

  test('operators add a city and change its radius', async () => {
    const page = await operator.post('/operations/cities/new', {
      name: 'Ouidah',
      country: 'BJ',
      position: '6.3631, 2.0851',
      radius: '7,5',
    })
    assert.match(textOf(page), /La ville est ajoutée/)
    const changed = await operator.post(page.path.split('?')[0] ?? '', { radius: '9' })
    assert.match(textOf(changed), /rayon est enregistré/i)
    assert.match(
      textOf(await operator.open('/operations/cities')),
      /Ouidah Bénin · Aucune zone · rayon de 9 km/,
    )
    const refused = await operator.post('/operations/cities/new', { name: 'Ouidah', country: 'FR' })
    assert.equal(refused.status, 422)
    assert.match(textOf(refused), /Choisissez un pays/)
  })
})
