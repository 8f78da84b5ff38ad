import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { estimateArrivals } from '../src/domain/arrivals/estimate-arrivals.ts'
import { followArrivals } from '../src/domain/arrivals/follow-arrivals.ts'
import { acceptOffer } from '../src/domain/matching/accept-offer.ts'
import { readScreen } from '../src/domain/matching/read-screen.ts'
import { estimatedRoadMeters } from '../src/domain/pricing/trip-distance.ts'
import { openConsole } from './support/console-work.ts'
import { courierAt, eastOfShop, offersOf, openOffersOf, searchOnce } from './support/courier-work.ts'
import { openPage, textOf } from './support/customer-visit.ts'
import { onEachDatabase } from './support/databases.ts'
import { act, bringTo, rowOf } from './support/delivery-verbs.ts'
import { consumeAll } from './support/event-work.ts'
import {
  center,
  east,
  openService,
  type TestService,
  type TestShop,
  testStart,
} from './support/open-service.ts'
import { assertRefused } from './support/refusal.ts'
import { hiddenFieldsOf, textOf as visibleText } from './support/visitor.ts'

/** The next day from 14:00 to 16:00 in Cotonou, an hour ahead of UTC. */
const tomorrow = { from: '2026-11-22T14:00:00+01:00', to: '2026-11-22T16:00:00+01:00' }
const asRead = { from: '2026-11-22T13:00:00.000Z', to: '2026-11-22T15:00:00.000Z' }

/** How long the ride to a place takes, at 18 km/h. */
const rideMs = (to: { lat: number; lng: number }) => estimatedRoadMeters(center, to) * 200
const earlier = (time: string, to = east) => new Date(Date.parse(time) - rideMs(to))

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
  })
  beforeEach(async () => {
    service.clock.set(testStart)
    shop = await service.openShop()
    // A round searches and expires what is due in any shop, so what earlier tests left must not be due.
    await service.services.db.updateTable('deliveries').set({ due_at: null }).execute()
    await service.services.db.deleteFrom('courier_searches').execute()
  })
  after(() => service.close())

  const keyOf = (id: string) => ({ shopId: shop.shopId, id })

  describe('which windows are taken', () => {
    const minutes = (count: number) => new Date(Date.parse(testStart) + count * 60_000).toISOString()
    const window = (from: number, to: number) => ({ from: minutes(from), to: minutes(to) })
    const cases: [what: string, input: object, reason: string | null][] = [
      ['from now on', { dropoffWindow: window(0, 60) }, null],
      ['that began 6 minutes ago', { dropoffWindow: window(-6, 60) }, 'PAST'],
      ['of 29 minutes', { dropoffWindow: window(60, 89) }, 'TOO_SHORT'],
      ['of more than a day', { dropoffWindow: window(60, 60 + 24 * 60 + 1) }, 'TOO_LONG'],
      ['in more than 7 days', { dropoffWindow: window(7 * 24 * 60 + 1, 7 * 24 * 60 + 60) }, 'TOO_FAR'],
      [
        'before the parcel is ready',
        { pickupWindow: window(120, 180), dropoffWindow: window(60, 120) },
        'TOO_SOON',
      ],
      [
        'hours after the shop has the parcel ready',
        { pickupWindow: window(0, 60), dropoffWindow: window(240, 300) },
        'AFTER_PICKUP',
      ],
      ['after the pick-up', { pickupWindow: window(0, 60), dropoffWindow: window(30, 90) }, null],
    ]
    for (const [what, input, reason] of cases)
      test(`a window ${what} is ${reason === null ? 'taken' : `refused as ${reason}`}, on quotes and orders alike`, async () => {
        const answers = [
          await shop.post('/quotes', {
            ...{ dropoff: east, parcelSize: 'SMALL', paymentMode: 'PREPAID' },
            ...input,
          }),
          await shop.order({ dropoff: east, ...input }),
        ]
        assert.deepEqual(
          answers.map(({ status, body }) => (reason === null ? status : [status, body.code, body.details])),
          reason === null ? [200, 201] : [0, 1].map(() => [422, 'DROPOFF_WINDOW_REFUSED', { reason }]),
        )
      })

    test('what is no window is a fault of the request, and the refusal is worded', async () => {
      const { status, body } = await shop.order({ dropoffWindow: { from: '2026-11-22', until: 'noon' } })
      assert.equal(status, 400)
      assert.deepEqual(body.details.issues.map(({ field }: { field: string }) => field).toSorted(), [
        '/dropoffWindow/from',
        '/dropoffWindow/to',
        '/dropoffWindow/until',
      ])
      const huge = { from: `2026-11-22T14:00:00.${'0'.repeat(10_000)}Z`, to: tomorrow.to }
      assert.equal((await shop.order({ dropoffWindow: huge })).status, 400)
      await assertRefused(
        (headers) =>
          shop.order(
            { dropoff: east, dropoffWindow: window(60, 120), pickupWindow: window(120, 180) },
            headers,
          ),
        {
          status: 422,
          code: 'DROPOFF_WINDOW_REFUSED',
          details: { reason: 'TOO_SOON' },
          en: 'The window of the drop-off ends before the courier can be there. Let it end later.',
          fr: 'Le créneau de livraison finit avant que le livreur puisse être là. Faites-le finir plus tard.',
        },
      )
    })
  })

  test('a delivery says its window everywhere, in UTC, and what is fetched for it follows', async () => {
    const made = await shop.order({ dropoff: east, dropoffWindow: tomorrow })
    assert.deepEqual([made.body.status, made.body.dropoffWindow], ['SEARCHING_COURIER', asRead])
    assert.deepEqual((await shop.get(`/deliveries/${made.body.id}`)).body.dropoffWindow, asRead)
    assert.equal((await shop.order()).body.dropoffWindow, null)
    const row = await rowOf(service, keyOf(made.body.id))
    assert.deepEqual([row.fetch_window_from, row.fetch_window_to], [earlier(asRead.from), earlier(asRead.to)])
    assert.equal(row.due_at?.getTime(), earlier(asRead.to).getTime() + 45 * 60_000)
  })

  test('the search begins so that the courier comes within the window, and not a second earlier', async () => {
    const { id } = (await shop.order({ dropoff: east, dropoffWindow: tomorrow })).body
    const begins = earlier(asRead.from).getTime() - 20 * 60_000
    const asked = async (at: number) => {
      service.clock.set(new Date(at).toISOString())
      await courierAt(service, eastOfShop(500))
      await searchOnce(service)
      return (await offersOf(service, id)).length
    }
    assert.equal(await asked(begins - 1_000), 0)
    assert.ok((await asked(begins + 1)) > 0)
  })

  test('a position that comes later moves the search, and no window refuses it', async () => {
    const { id } = (await shop.order({ dropoffWindow: tomorrow })).body
    const key = keyOf(id)
    assert.deepEqual((await rowOf(service, key)).fetch_window_from, new Date(asRead.from))
    const located = await act(service, key, 'locate')
    const to = { lat: located.dropoff_lat ?? 0, lng: located.dropoff_lng ?? 0 }
    assert.deepEqual(located.fetch_window_from, earlier(asRead.from, to))
    const late = (await shop.order({ dropoffWindow: tomorrow })).body
    service.clock.set('2026-11-22T14:59:00.000Z')
    assert.equal((await act(service, keyOf(late.id), 'locate')).status, 'SEARCHING_COURIER')
  })

  test('another destination has another ride', async () => {
    const { id } = (await shop.order({ dropoff: east, dropoffWindow: tomorrow })).body
    const dropoff = { lat: 6.36, lng: 2.421 }
    const { price } = (
      await shop.post('/quotes', {
        ...{ dropoff, parcelSize: 'SMALL', paymentMode: 'PREPAID' },
        dropoffWindow: tomorrow,
      })
    ).body
    const { status } = await shop.patch(`/deliveries/${id}`, { dropoff, expectedPrice: price })
    assert.equal(status, 200)
    assert.deepEqual((await rowOf(service, keyOf(id))).fetch_window_from, earlier(asRead.from, dropoff))
  })

  test('couriers see the window in the time of their city, on the offer and on the parcel', async () => {
    const { id } = (await shop.order({ dropoff: east, dropoffWindow: tomorrow })).body
    service.clock.set('2026-11-22T12:50:00.000Z')
    const courierId = await courierAt(service, eastOfShop(500))
    await searchOnce(service)
    const window = { from: new Date(asRead.from), to: new Date(asRead.to), timeZone: 'Africa/Porto-Novo' }
    const [offer] = await openOffersOf(service, courierId, service.clock.now())
    await acceptOffer(service.services, courierId, keyOf(id))
    const screen = await readScreen(service.services, courierId, service.clock.now())
    assert.deepEqual([offer?.dropoffWindow, offer?.window], [window, null])
    assert.deepEqual([screen?.carried?.dropoffWindow, screen?.carried?.window], [window, null])
  })

  test('the customer’s page says when they get the parcel, before they give their position and until they have it', async () => {
    const asked = (await shop.order({ dropoffWindow: tomorrow })).body
    const span = /Livraison prévue : dimanche 22 novembre, 14:00\s–\s16:00\./
    assert.match(textOf((await openPage(service, keyOf(asked.id))).body), span)
    const key = keyOf((await shop.order({ dropoff: east, dropoffWindow: tomorrow })).body.id)
    const page = textOf((await openPage(service, key)).body)
    assert.match(page, span)
    assert.match(page, /Votre livraison est prévue/)
    await act(service, key, 'assign')
    await act(service, key, 'pickUp')
    assert.match(textOf((await openPage(service, key)).body), span)
    await act(service, key, 'handOver')
    assert.doesNotMatch(textOf((await openPage(service, key)).body), span)
  })

  test('arrivals are measured by the window, which the customer was told first', async () => {
    const key = await bringTo(service, shop, 'IN_TRANSIT', {
      ...{ payment: { mode: 'PREPAID' }, dropoffWindow: tomorrow },
    })
    await consumeAll(service.services, followArrivals(service.services))
    service.clock.forward(31_000)
    while ((await estimateArrivals(service.services)) > 0);
    const told = await service.services.db
      .selectFrom('arrivals')
      .select(['arrivals.announced_earliest_at', 'arrivals.announced_latest_at'])
      .where('arrivals.delivery_id', '=', key.id)
      .executeTakeFirst()
    assert.deepEqual(told, {
      announced_earliest_at: new Date(asRead.from),
      announced_latest_at: new Date(asRead.to),
    })
  })

  test('a seller gives the window on the form, by the clocks of the city, and reads it on the page', async () => {
    const owner = await openConsole(service, { shopId: shop.shopId })
    const path = `/console/shops/${shop.shopId}/deliveries/new`
    const form = await owner.open(path)
    const typed = { phone: '0197000001', firstName: 'Afi', mode: 'PREPAID', act: 'order' }
    const send = (fields: Record<string, string>) =>
      owner.post(path, { ...hiddenFieldsOf(form, path), ...typed, ...fields })
    const alone = await send({ dropoffFrom: '2026-11-22T14:00' })
    assert.deepEqual([alone.status, /id="dropoffTo-error"/.test(alone.html)], [422, true])
    const past = await send({ dropoffFrom: '2026-11-20T14:00', dropoffTo: '2026-11-20T16:00' })
    assert.match(visibleText(past), /Le créneau de livraison commence dans le passé/)
    const broken = await send({ dropoffFrom: 'demain', dropoffTo: '2026-11-22T16:00' })
    assert.match(visibleText(broken), /Choisissez un jour et une heure/)
    const made = await send({ dropoffFrom: '2026-11-22T14:00', dropoffTo: '2026-11-22T16:00' })
    assert.match(visibleText(made), /À remettre dimanche 22 novembre, 14:00\s–\s16:00/)
  })
})
