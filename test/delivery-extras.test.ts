import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { optInEventTypes } from '../src/contract/vocabulary.ts'
import { arriveAtPickup } from '../src/domain/deliveries/transitions/arrive-at-pickup.ts'
import { replaceCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { onEachDatabase } from './support/databases.ts'
import { act, bringTo, courier, eventsOf } from './support/delivery-verbs.ts'
import { openService, parakou, type TestService, type TestShop, testStart } from './support/open-service.ts'
import type { Hook } from './support/partner-server.ts'
import { useWebhooks } from './support/webhook-work.ts'

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await open())
  })
  beforeEach(async () => {
    service.clock.set(testStart)
    shop = await service.openShop()
  })
  after(() => service.close())

  const read = async (id: string) => (await shop.get(`/deliveries/${id}`)).body
  const visit = async (url: string) => (await service.call({ url: `/${new URL(url).pathname}` })).status

  describe('metadata (decision 127)', () => {
    test('metadata comes back as it was sent, from creation, reads, lists and events alike', async () => {
      const metadata = { channel: 'instagram', 'numéro de table': '12 bis', empty: '', emoji: '🎁' }
      const { id, ...made } = (await shop.order({ metadata })).body
      const { items } = (await shop.get('/deliveries')).body
      const [created] = await eventsOf(service, { shopId: shop.shopId, id })
      const answers = [made, await read(id), items[0], JSON.parse(created?.body ?? '').data]
      for (const answer of answers) assert.equal(JSON.stringify(answer.metadata), JSON.stringify(metadata))
    })

    test('a text of metadata is trimmed like every other', async () => {
      const { body } = await shop.order({ metadata: { seller: '  Ayaba ' } })
      assert.deepEqual(body.metadata, { seller: 'Ayaba' })
    })

    test('20 names of 40 characters with texts of 200 are taken', async () => {
      const names = Array.from({ length: 20 }, (_, at) => `${at}`.padEnd(40, 'é'))
      const metadata = Object.fromEntries(names.map((name) => [name, 'à'.repeat(200)]))
      const made = await shop.order({ metadata })
      assert.equal(made.status, 201)
      assert.deepEqual((await read(made.body.id)).metadata, metadata)
    })

    const refused: [what: string, metadata: unknown, field: string, rule: string][] = [
      [
        '21 names',
        Object.fromEntries(Array.from({ length: 21 }, (_, at) => [at, ''])),
        '/metadata',
        'maxProperties',
      ],
      ['a name of 41 characters', { ['n'.repeat(41)]: '' }, `/metadata/${'n'.repeat(41)}`, 'pattern'],
      ['an empty name', { '': 'x' }, '/metadata/', 'pattern'],
      ['a name with a line break', { 'a\nb': 'x' }, '/metadata/a\nb', 'pattern'],
      ['a text of 201 characters', { note: 'x'.repeat(201) }, '/metadata/note', 'maxLength'],
      ['a number', { note: 12 }, '/metadata/note', 'type'],
      ['an object within', { note: {} }, '/metadata/note', 'type'],
      ['a list', ['x'], '/metadata', 'type'],
    ]
    for (const [what, metadata, field, rule] of refused) {
      test(`metadata with ${what} is refused, and the fault named once`, async () => {
        const { status, body } = await shop.order({ metadata })
        assert.equal(status, 400)
        assert.deepEqual(
          body.details.issues.map((issue: { field: string; rule: string }) => [issue.field, issue.rule]),
          [[field, rule]],
        )
      })
    }
  })

  test('currency is the franc of the city, on quotes, deliveries and their events', async () => {
    const cityId =
      service.services.pricing.map.current().cities.find(({ name }) => name === 'Parakou')?.id ?? ''
    const { db, pricing } = service.services
    await db.updateTable('cities').set({ currency: 'XAF' }).where('cities.id', '=', cityId).execute()
    await pricing.map.reload()
    const quote = { parcelSize: 'SMALL', paymentMode: 'PREPAID' }
    const currencies = [
      (await shop.post('/quotes', quote)).body.currency,
      (await shop.post('/quotes', { ...quote, pickup: parakou })).body.currency,
      (await shop.order()).body.currency,
      (await read((await shop.order({ pickup: parakou })).body.id)).currency,
    ]
    assert.deepEqual(currencies, ['XOF', 'XAF', 'XOF', 'XAF'])
    await db.updateTable('cities').set({ currency: 'XOF' }).where('cities.id', '=', cityId).execute()
    await pricing.map.reload()
  })

  describe('trackingUrl (decision 127)', () => {
    test('it opens the customer’s page until a day after the end, and is null from then on', async () => {
      const key = await bringTo(service, shop, 'IN_TRANSIT')
      const { trackingUrl } = await read(key.id)
      assert.equal(await visit(trackingUrl), 200)

      await act(service, key, 'handOver')
      service.clock.set('2026-11-22T10:00:00.000Z')
      assert.deepEqual([(await read(key.id)).trackingUrl, await visit(trackingUrl)], [trackingUrl, 200])

      service.clock.set('2026-11-22T10:00:00.001Z')
      assert.deepEqual([(await read(key.id)).trackingUrl, await visit(trackingUrl)], [null, 410])
    })

    test('it lives on while a parcel that was refused is brought back', async () => {
      const key = await bringTo(service, shop, 'FAILED')
      service.clock.set('2026-11-25T10:00:00.000Z')
      const { trackingUrl } = await read(key.id)
      assert.equal(await visit(trackingUrl), 200)
    })

    test('a link of another version than the delivery’s opens nothing', async () => {
      const { id, trackingUrl } = (await shop.order()).body
      const { db } = service.services
      const setVersion = (link_version: number) =>
        db.updateTable('deliveries').set({ link_version }).where('deliveries.id', '=', id).execute()
      await setVersion(2)
      const second = (await read(id)).trackingUrl
      assert.notEqual(second, trackingUrl)
      assert.deepEqual([await visit(trackingUrl), await visit(second)], [404, 200])
      assert.equal(await visit(`${trackingUrl}/updates`), 404)
      await setVersion(1)
      assert.deepEqual([await visit(trackingUrl), await visit(second)], [200, 404])
    })
  })

  describe('the courier’s arrival (decision 127)', () => {
    test('the event carries the delivery with courierArrivedAt, and comes once however many couriers arrive', async () => {
      const key = await bringTo(service, shop, 'ASSIGNED')
      service.clock.set('2026-11-21T10:20:00.000Z')
      await arriveAtPickup(service.services, key)
      await replaceCourier(service.services, key, { ...courier, firstName: 'Sena' })
      assert.equal((await read(key.id)).courierArrivedAt, null)
      service.clock.set('2026-11-21T10:40:00.000Z')
      await arriveAtPickup(service.services, key)

      const arrivals = (await eventsOf(service, key)).filter(
        ({ type }) => type === 'delivery.courier_arrived',
      )
      assert.deepEqual(
        arrivals.map(({ body }) => JSON.parse(body).data.courierArrivedAt),
        ['2026-11-21T10:20:00.000Z'],
      )
      assert.equal((await read(key.id)).courierArrivedAt, '2026-11-21T10:40:00.000Z')
    })
  })
})

onEachDatabase((open) => {
  const scene = useWebhooks(open)

  test('an event that must be named reaches the endpoints that name it, and none that takes all', async () => {
    const { service, partner, work } = scene
    const shop = await service.openShop()
    const [all, naming] = [partner.hook(), partner.hook()]
    await work.add(shop, all)
    await work.add(shop, naming, [...optInEventTypes])
    const key = await bringTo(service, shop, 'ASSIGNED')
    await arriveAtPickup(service.services, key)
    await work.once()
    const typesAt = (hook: Hook) => hook.received.map(({ body }) => JSON.parse(body).type).toSorted()
    assert.deepEqual(typesAt(naming), ['delivery.courier_arrived'])
    assert.deepEqual(typesAt(all), [
      'delivery.courier_assigned',
      'delivery.created',
      'delivery.location_confirmed',
    ])
  })
})
