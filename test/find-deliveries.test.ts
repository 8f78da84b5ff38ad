import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { arriveAtPickup } from '../src/domain/deliveries/transitions/arrive-at-pickup.ts'
import { pickUpParcel } from '../src/domain/deliveries/transitions/pick-up-parcel.ts'
import { onEachDatabase } from './support/databases.ts'
import { bringTo, rowOf } from './support/delivery-verbs.ts'
import { openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import { assertInvalid, assertRefused } from './support/refusal.ts'

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  after(() => service.close())

  const notFound = {
    status: 404,
    code: 'DELIVERY_NOT_FOUND',
    en: 'Your shop has no delivery with this id or reference.',
    fr: 'Votre boutique n’a pas de livraison avec cet id ou cette référence.',
  }

  describe('by reference (decision 122)', () => {
    test('the reference of a delivery stands for its id in every operation of one delivery', async () => {
      const shop = await service.openShop()
      const { id, reference } = (await shop.order()).body

      assert.deepEqual(
        (await shop.get(`/deliveries/${reference}`)).body,
        (await shop.get(`/deliveries/${id}`)).body,
      )
      assert.equal((await shop.get(`/deliveries/${reference}/events`)).body.length, 1)
      assert.equal((await shop.post(`/sandbox/deliveries/${reference}/advance`)).body.id, id)
      assert.equal((await shop.post(`/deliveries/${reference}/cancel`, {})).body.status, 'CANCELLED')
    })

    test('a delivery by its reference carries the same ETag, and an unchanged one answers 304', async () => {
      const shop = await service.openShop()
      const { id, reference } = (await shop.order()).body

      const { etag } = (await shop.get(`/deliveries/${reference}`)).headers
      assert.equal((await shop.get(`/deliveries/${id}`, { 'if-none-match': String(etag) })).status, 304)
    })

    test('a reference is found however it is typed', async () => {
      const shop = await service.openShop()
      const { id, reference } = (await shop.order()).body

      for (const typed of [
        reference.toLowerCase(),
        reference.replace('-', ''),
        reference.replace('-', '%20'),
      ]) {
        assert.equal((await shop.get(`/deliveries/${typed}`)).body.id, id, typed)
        assert.deepEqual(idsOf(await shop.get(`/deliveries?reference=${typed}`)), [id], typed)
      }
    })

    test('the list is filtered by reference, together with other filters', async () => {
      const shop = await service.openShop()
      const [one] = [(await shop.order()).body, (await shop.order()).body]

      const { body } = await shop.get(`/deliveries?reference=${one.reference}`)
      assert.deepEqual([body.items, body.total], [[(await shop.get(`/deliveries/${one.id}`)).body], 1])
      assert.deepEqual(idsOf(await shop.get(`/deliveries?reference=${one.reference}&status=DELIVERED`)), [])
    })

    test('another shop’s reference is not found, like an unknown one, and nothing happens to its delivery', async () => {
      const [shop, other] = [await service.openShop(), await service.openShop()]
      const { id, reference } = (await other.order()).body

      for (const strange of [reference, 'COL-000000', 'COL-7K2M9U', 'COL-', "COL-'--;x"]) {
        const path = encodeURIComponent(strange)
        await assertRefused((language) => shop.get(`/deliveries/${path}`, language), notFound)
        await assertRefused((language) => shop.get(`/deliveries/${path}/events`, language), notFound)
        await assertRefused((language) => shop.post(`/deliveries/${path}/cancel`, {}, language), notFound)
        await assertRefused(
          (language) => shop.post(`/sandbox/deliveries/${path}/advance`, undefined, language),
          notFound,
        )
      }
      const { body } = await shop.get(`/deliveries?reference=${reference}`)
      assert.deepEqual([body.items, body.total], [[], 0])
      assert.equal((await other.get(`/deliveries/${id}`)).body.status, 'AWAITING_LOCATION')
    })

    test('a filter that is no reference says what one looks like, and where an order number goes', async () => {
      const shop = await service.openShop()
      for (const text of ['order-2041', '', 'COL-7K2M9U', 'x'.repeat(5_000)])
        await assertInvalid(
          (language) => shop.get(`/deliveries?reference=${text}`, language),
          [
            {
              field: '/reference',
              rule: 'format',
              en: 'must be a reference of ours, such as COL-7K2M9Q; your own order number goes into externalRef',
              fr: 'doit être une de nos références, comme COL-7K2M9Q ; votre propre numéro de commande se met dans externalRef',
            },
          ],
        )
    })
  })

  describe('by change (decision 123)', () => {
    /** Three deliveries, a minute apart from 10:00; then, at 11:00, the first one changes. */
    async function threeOrders(shop: TestShop) {
      const made: string[] = []
      for (const minute of [0, 1, 2]) {
        service.clock.set(`2026-11-21T10:0${minute}:00.000Z`)
        made.push((await shop.order()).body.id)
      }
      service.clock.set('2026-11-21T11:00:00.000Z')
      await shop.post(`/deliveries/${made[0]}/cancel`, {})
      service.clock.set(testStart)
      return made as [string, string, string]
    }

    test('updatedSince lists what was created or changed since an instant, newest first', async () => {
      const shop = await service.openShop()
      const [first, second, third] = await threeOrders(shop)

      for (const [since, expected] of [
        ['2026-11-21T09:00:00Z', [third, second, first]],
        ['2026-11-21T10:01:00.000Z', [third, second, first]],
        ['2026-11-21T10:01:00.001Z', [third, first]],
        ['2026-11-21T11:02:00%2B01:00', [third, first]],
        ['2026-11-21T10:30:00Z', [first]],
        ['2026-11-21T11:00:00.000Z', [first]],
        ['2026-11-21T11:00:00.001Z', []],
        ['2026-11-20T11:00:00Z', [third, second, first]],
      ] as const) {
        const answer = await shop.get(`/deliveries?updatedSince=${since}`)
        assert.deepEqual([idsOf(answer), answer.body.total], [expected, expected.length], since)
      }
    })

    test('updatedSince is combined with other filters', async () => {
      const shop = await service.openShop()
      const [first, second, third] = await threeOrders(shop)

      const since = 'updatedSince=2026-11-21T10:01:00Z'
      assert.deepEqual(idsOf(await shop.get(`/deliveries?${since}&status=AWAITING_LOCATION`)), [
        third,
        second,
      ])
      assert.deepEqual(idsOf(await shop.get(`/deliveries?${since}&to=2026-11-21T10:00:30Z`)), [first])
    })

    test('updatedSince never lists another shop’s deliveries', async () => {
      const [shop, other] = [await service.openShop(), await service.openShop()]
      await threeOrders(other)
      assert.equal((await shop.get('/deliveries?updatedSince=2026-11-21T09:00:00Z')).body.total, 0)
    })

    test('every change that a partner can read counts, also one without an event', async () => {
      const shop = await service.openShop()
      const key = await bringTo(service, shop, 'ASSIGNED')
      service.clock.forward(60_000)
      const since = service.clock.now().toISOString()
      const isListed = async () => (await shop.get(`/deliveries?updatedSince=${since}`)).body.total === 1

      assert.equal(await isListed(), false)
      await arriveAtPickup(service.services, key)
      assert.equal(await isListed(), true)
      assert.equal((await shop.get(`/deliveries?updatedSince=${since}&to=${since}`)).body.total, 1)
    })

    test('a wrong code is no change', async () => {
      const shop = await service.openShop()
      const key = await bringTo(service, shop, 'ASSIGNED')
      const { pickup_code: right } = await rowOf(service, key)
      service.clock.forward(60_000)
      const since = service.clock.now().toISOString()

      await assert.rejects(pickUpParcel(service.services, key, right === '0000' ? '1111' : '0000'))
      assert.equal((await shop.get(`/deliveries?updatedSince=${since}`)).body.total, 0)
    })

    test('a reader of pages misses nothing that changed before it began, whatever changes meanwhile', async () => {
      const shop = await service.openShop()
      const made: string[] = []
      for (let order = 0; order < 9; order += 1) {
        service.clock.forward(1_000)
        made.push((await shop.order()).body.id)
      }
      service.clock.forward(60_000)
      const since = service.clock.now().toISOString()
      for (const id of made.slice(2, 8)) await shop.post(`/sandbox/deliveries/${id}/advance`)

      const read = new Set<string>()
      for (let page = 1; ; page += 1) {
        const answer = await shop.get(`/deliveries?updatedSince=${since}&pageSize=2&page=${page}`)
        for (const id of idsOf(answer)) read.add(id)
        if (answer.body.items.length === 0) break
        // Meanwhile one is created, and another changes that did not belong to the list so far.
        if (page === 1) await shop.order()
        if (page === 2) await shop.post(`/deliveries/${made[8]}/cancel`, {})
        if (page === 3) await shop.post(`/sandbox/deliveries/${made[4]}/advance`)
      }
      for (const id of made.slice(2, 8)) assert.ok(read.has(id), id)
    })

    test('an updatedSince of more than 24 hours ago is refused', async () => {
      const shop = await service.openShop()
      service.clock.set(testStart)
      for (const text of ['2026-11-20T09:59:59.999Z', '0001-01-01T00:00:00Z'])
        await assertInvalid(
          (language) => shop.get(`/deliveries?updatedSince=${text}`, language),
          [
            {
              field: '/updatedSince',
              rule: 'minimum',
              en: 'must be 24 hours ago at most; what changed before is in GET /events, for 30 days',
              fr: 'doit remonter à 24 heures au plus ; ce qui a changé avant se lit dans GET /events, pendant 30 jours',
            },
          ],
        )
    })

    test('an updatedSince that is no instant is refused', async () => {
      const shop = await service.openShop()
      for (const text of [
        '',
        '2026-11-21',
        '1795255200',
        'yesterday',
        '2026-02-30T10:00:00Z',
        '2026-11-21T10:00:00',
      ])
        await assertInvalid(
          (language) => shop.get(`/deliveries?updatedSince=${text}`, language),
          [
            {
              field: '/updatedSince',
              rule: 'format',
              en: 'must be a date-time with its offset (2026-11-21T10:00:00+01:00)',
              fr: 'doit être une date-heure avec son décalage (2026-11-21T10:00:00+01:00)',
            },
          ],
        )
    })
  })
})

const idsOf = ({ body }: { body: { items: { id: string }[] } }) => body.items.map(({ id }) => id)
