import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { expireDueDeliveries } from '../src/domain/deliveries/transitions/expire-delivery.ts'
import { acceptOffer } from '../src/domain/matching/accept-offer.ts'
import { readScreen } from '../src/domain/matching/read-screen.ts'
import { setCity } from '../src/domain/zones/zone-store.ts'
import { courierAt, eastOfShop, offersOf, openOffersOf, searchOnce } from './support/courier-work.ts'
import { openPage, textOf } from './support/customer-visit.ts'
import { onEachDatabase } from './support/databases.ts'
import { act, rowOf } from './support/delivery-verbs.ts'
import { east, openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import { assertInvalid } from './support/refusal.ts'

/** The next day from 14:00 to 16:00 in Cotonou, an hour ahead of UTC. */
const tomorrow = { from: '2026-11-22T14:00:00+01:00', to: '2026-11-22T16:00:00+01:00' }
const asRead = { from: '2026-11-22T13:00:00.000Z', to: '2026-11-22T15:00:00.000Z' }

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

  describe('which windows are taken (decision 128)', () => {
    const minutes = (count: number) => new Date(Date.parse(testStart) + count * 60_000).toISOString()
    const days = (count: number) => count * 24 * 60
    const cases: [what: string, from: string, to: string, reason: string | null][] = [
      ['that begins now and lasts 30 minutes', minutes(0), minutes(30), null],
      ['that began 5 minutes ago', minutes(-5), minutes(25), null],
      ['that began 6 minutes ago', minutes(-6), minutes(60), 'PAST'],
      ['of 29 minutes', minutes(60), minutes(89), 'TOO_SHORT'],
      ['that ends before it begins', minutes(60), minutes(0), 'TOO_SHORT'],
      ['of 24 hours', minutes(60), minutes(60 + days(1)), null],
      ['of 24 hours and a minute', minutes(60), minutes(61 + days(1)), 'TOO_LONG'],
      ['that begins in 7 days', minutes(days(7)), minutes(days(7) + 30), null],
      ['that begins in 7 days and a minute', minutes(days(7) + 1), minutes(days(7) + 60), 'TOO_FAR'],
    ]
    for (const [what, from, to, reason] of cases) {
      test(`a window ${what} is ${reason === null ? 'taken' : `refused as ${reason}`}, on quotes and orders alike`, async () => {
        const input = { pickupWindow: { from, to } }
        const answers = [
          await shop.post('/quotes', { parcelSize: 'SMALL', paymentMode: 'PREPAID', ...input }),
          await shop.order(input),
        ]
        assert.deepEqual(
          answers.map(({ status }) => status),
          reason === null ? [200, 201] : [422, 422],
        )
        if (reason === null) return
        for (const { body } of answers) {
          assert.equal(body.code, 'PICKUP_WINDOW_REFUSED')
          assert.equal(body.details.reason, reason)
        }
      })
    }

    test('a window without an end, a date without a time and an unknown member are all faults of the request', async () => {
      const { status, body } = await shop.order({ pickupWindow: { from: '2026-11-22', until: 'noon' } })
      const faults = body.details.issues.map(
        ({ field, rule }: { field: string; rule: string }) => `${field} ${rule}`,
      )
      assert.equal(status, 400)
      assert.deepEqual(faults.toSorted(), [
        '/pickupWindow/from format',
        '/pickupWindow/to required',
        '/pickupWindow/until additionalProperties',
      ])
    })

    for (const from of [
      '2026-11-22 14:00:00+01:00',
      '2026-11-22T14:00:00+0100',
      '2026-11-22T14:00:00',
      '2026-11-22T24:00:00Z',
      '2026-11-22T23:59:60Z',
      '2026-02-30T14:00:00Z',
      `2026-11-22T14:00:00.${'0'.repeat(10_000)}Z`,
    ])
      test(`a window does not begin at ${from.slice(0, 30)}, and neither does a list (RFC 3339)`, async () => {
        const fault = (field: string) => ({
          field,
          rule: 'format',
          en: 'must be a date-time with its offset (2026-11-21T10:00:00+01:00)',
          fr: 'doit être une date-heure avec son décalage (2026-11-21T10:00:00+01:00)',
        })
        const pickupWindow = { from, to: tomorrow.to }
        await assertInvalid(
          (language) => shop.order({ pickupWindow }, language),
          [fault('/pickupWindow/from')],
        )
        await assertInvalid(
          (language) =>
            shop.get(`/deliveries?updatedSince=${encodeURIComponent(from.slice(0, 200))}`, language),
          [fault('/updatedSince')],
        )
      })

    test('an order is replayed after its window has passed (spec 4.4-1)', async () => {
      const key = { 'idempotency-key': `window-${shop.shopId}` }
      const made = await shop.order({ pickupWindow: tomorrow }, key)
      service.clock.set('2026-11-25T10:00:00.000Z')
      const again = await shop.order({ pickupWindow: tomorrow }, key)
      assert.deepEqual([made.status, again.status, again.body.id], [201, 201, made.body.id])
    })
  })

  test('a delivery says its window everywhere, in UTC, and waits in the usual status', async () => {
    const made = await shop.order({ dropoff: east, pickupWindow: tomorrow })
    const { items } = (await shop.get('/deliveries')).body
    assert.deepEqual([made.body.status, made.body.pickupWindow], ['SEARCHING_COURIER', asRead])
    assert.deepEqual([items[0].pickupWindow, (await shop.order()).body.pickupWindow], [asRead, null])
  })

  test('the search begins 20 minutes before the window, and not a second earlier', async () => {
    const { id } = (await shop.order({ dropoff: east, pickupWindow: tomorrow })).body
    const asked = async (time: string) => {
      service.clock.set(time)
      await courierAt(service, eastOfShop(500))
      await searchOnce(service)
      return (await offersOf(service, id)).length
    }
    assert.equal(await asked('2026-11-22T12:39:59.000Z'), 0)
    assert.ok((await asked('2026-11-22T12:40:00.000Z')) > 0)
  })

  test('couriers see the window in the time of their city, on the offer and on the parcel', async () => {
    const { id } = (await shop.order({ dropoff: east, pickupWindow: tomorrow })).body
    service.clock.set('2026-11-22T12:50:00.000Z')
    const courierId = await courierAt(service, eastOfShop(500))
    await searchOnce(service)
    const window = { from: new Date(asRead.from), to: new Date(asRead.to), timeZone: 'Africa/Porto-Novo' }
    const [offer] = await openOffersOf(service, courierId, service.clock.now())
    await acceptOffer(service.services, courierId, { shopId: shop.shopId, id })
    const screen = await readScreen(service.services, courierId, service.clock.now())
    assert.deepEqual([offer?.window, screen?.carried?.window], [window, window])
  })

  test('a position that is given within the window begins the search at once', async () => {
    const { id } = (await shop.order({ pickupWindow: tomorrow })).body
    service.clock.set('2026-11-22T13:30:00.000Z')
    await act(service, { shopId: shop.shopId, id }, 'locate')
    await courierAt(service, eastOfShop(500))
    await searchOnce(service)
    assert.equal((await offersOf(service, id)).length, 1)
  })

  describe('expiry counts from the end of the window (decision 23)', () => {
    for (const [what, input, dueAt] of [
      ['without a courier', { dropoff: east }, '2026-11-22T15:45:00.000Z'],
      ['without a position', {}, '2026-11-23T15:00:00.000Z'],
    ] as const) {
      test(`a delivery ${what} expires at ${dueAt}`, async () => {
        const { id } = (await shop.order({ ...input, pickupWindow: tomorrow })).body
        service.clock.set(new Date(Date.parse(dueAt) - 1).toISOString())
        assert.equal(await expireDueDeliveries(service.services), 0)
        service.clock.set(dueAt)
        assert.equal(await expireDueDeliveries(service.services), 1)
        assert.equal((await shop.get(`/deliveries/${id}`)).body.status, 'EXPIRED')
      })
    }

    test('a position given before the window leaves the courier time until after its end', async () => {
      const { id } = (await shop.order({ pickupWindow: tomorrow })).body
      const key = { shopId: shop.shopId, id }
      await act(service, key, 'locate')
      assert.equal((await rowOf(service, key)).due_at?.toISOString(), '2026-11-22T15:45:00.000Z')
    })
  })

  describe('the price is that of the start of the window (decision 128)', () => {
    const switchWeather = async (since: Date | null) => {
      const { db, pricing } = service.services
      const city = pricing.map.current().cities.find(({ name }) => name === 'Cotonou')
      await setCity(db, city?.id ?? '', { raining_since: since, high_demand_since: since })
      await pricing.map.reload()
    }
    const price = async (input: object) => {
      const quote = { dropoff: east, parcelSize: 'SMALL', paymentMode: 'PREPAID', ...input }
      return (await shop.post('/quotes', quote)).body.price
    }

    test('night is charged for a window at night that is ordered by day, and the reverse', async () => {
      const night = { from: '2026-11-21T22:00:00+01:00', to: '2026-11-21T23:00:00+01:00' }
      const byDay = await price({})
      const atNight = await price({ pickupWindow: night })
      assert.ok(atNight > byDay)
      service.clock.set('2026-11-21T21:30:00.000Z')
      assert.deepEqual([await price({}), await price({ pickupWindow: tomorrow })], [atNight, byDay])
    })

    test('rain and high demand of now are charged for a window whose search begins now, and not for a later one', async () => {
      const dry = await price({})
      await switchWeather(new Date(testStart))
      const soon = { from: '2026-11-21T11:20:00+01:00', to: '2026-11-21T12:00:00+01:00' }
      assert.ok((await price({})) > dry)
      assert.deepEqual(
        [await price({ pickupWindow: soon }), await price({ pickupWindow: tomorrow })],
        [await price({}), dry],
      )
      await switchWeather(null)
    })

    test('the price that becomes final with a position is that of the window as well', async () => {
      const { id } = (await shop.order({ pickupWindow: tomorrow })).body
      service.clock.set('2026-11-21T21:30:00.000Z')
      await act(service, { shopId: shop.shopId, id }, 'locate')
      const located = (await shop.get(`/deliveries/${id}`)).body
      service.clock.set(testStart)
      assert.equal(
        located.price,
        await price({ dropoff: located.dropoff && { lat: located.dropoff.lat, lng: located.dropoff.lng } }),
      )
    })
  })

  test('the customer’s page says when the courier fetches the parcel, in the time of their city', async () => {
    const { id } = (await shop.order({ dropoff: east, pickupWindow: tomorrow })).body
    const page = textOf((await openPage(service, { shopId: shop.shopId, id })).body)
    assert.match(page, /Votre livraison est prévue/)
    assert.match(page, /dimanche 22 novembre, 14:00\s–\s16:00/)
  })
})
