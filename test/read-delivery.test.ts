import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { onEachDatabase } from './support/databases.ts'
import { east, openService, type TestService, testStart } from './support/open-service.ts'
import { assertRefused } from './support/refusal.ts'

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  beforeEach(() => service.clock.set(testStart))
  after(() => service.close())

  test('a delivery is read as it was created, without its pickup code (spec 4.6)', async () => {
    const shop = await service.openShop()
    const { body: made } = await shop.order({ dropoff: { ...east, label: 'Maison' }, externalRef: '2041' })
    const { pickupCode, ...withoutCode } = made

    const { status, body } = await shop.get(`/deliveries/${made.id}`)

    assert.match(pickupCode, /^\d{4}$/)
    assert.deepEqual({ status, body }, { status: 200, body: withoutCode })
  })

  test('a delivery is found by its id in capitals too', async () => {
    const shop = await service.openShop()
    const { body: made } = await shop.order()

    assert.equal((await shop.get(`/deliveries/${made.id.toUpperCase()}`)).body.id, made.id)
  })

  describe('ETag (decision 19)', () => {
    test('a request that names the ETag of an unchanged delivery gets 304 without a body', async () => {
      const shop = await service.openShop()
      const { body: made } = await shop.order()
      const path = `/deliveries/${made.id}`

      const { etag } = (await shop.get(path)).headers
      assert.match(String(etag), /^W\/"[^"]+"$/)
      assert.equal((await shop.get(path)).headers.etag, etag)

      const again = await shop.get(path, { 'if-none-match': String(etag) })
      assert.deepEqual([again.status, again.body, again.headers.etag], [304, undefined, etag])
      assert.equal(again.headers['content-length'], undefined, 'its length is not that of the delivery')
    })

    test('responses of the partner API are neither cached nor read as another type', async () => {
      const shop = await service.openShop()
      const { body: made } = await shop.order()
      const path = `/deliveries/${made.id}`
      const { etag } = (await shop.get(path)).headers
      for (const answer of [
        await shop.get(path),
        await shop.get(path, { 'if-none-match': String(etag) }),
        await shop.get('/deliveries'),
        await shop.get('/pickup-addresses'),
        await shop.post(`/sandbox${path}/advance`),
        await shop.get('/deliveries/none'),
        await service.call({ url: path }),
      ])
        assert.deepEqual(
          [answer.headers['cache-control'], answer.headers['x-content-type-options']],
          ['no-store', 'nosniff'],
          `of ${answer.status}`,
        )
    })

    test('a changed delivery is returned whole, with another ETag', async () => {
      const shop = await service.openShop()
      const { body: made } = await shop.order()
      const path = `/deliveries/${made.id}`
      const { etag } = (await shop.get(path)).headers
      const { body: moved } = await shop.post(`/sandbox${path}/advance`)

      const again = await shop.get(path, { 'if-none-match': String(etag) })

      assert.deepEqual([again.status, again.body], [200, moved])
      assert.notEqual(again.headers.etag, etag)
    })

    test('two deliveries have different ETags, and so have two languages where the text differs', async () => {
      const shop = await service.openShop()
      const { body: made } = await shop.order({ dropoff: east })
      const { body: other } = await shop.order({ dropoff: east })
      const path = `/deliveries/${made.id}`
      for (const outcome of [undefined, undefined, { outcome: 'FAILED' }])
        await shop.post(`/sandbox${path}/advance`, outcome)

      const etagIn = async (language: string, of = path) =>
        (await shop.get(of, { 'accept-language': language })).headers.etag

      assert.notEqual(await etagIn('fr'), await etagIn('en'))
      assert.notEqual(await etagIn('fr'), await etagIn('fr', `/deliveries/${other.id}`))
      const french = String(await etagIn('fr'))
      const english = await shop.get(path, { 'accept-language': 'en', 'if-none-match': french })
      assert.deepEqual([english.status, english.body.failureReason], [200, 'Customer absent'])
    })
  })

  describe('history (spec 4.7)', () => {
    test('the history of a delivery begins with the status at creation and continues, oldest first (decision 17)', async () => {
      const shop = await service.openShop()
      const { body: made } = await shop.order()
      const steps = ['SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT', 'DELIVERED']
      for (const _ of steps) {
        service.clock.forward(60_000)
        await shop.post(`/sandbox/deliveries/${made.id}/advance`)
      }

      const { status, body } = await shop.get(`/deliveries/${made.id}/events`)

      assert.deepEqual(
        { status, body },
        {
          status: 200,
          body: [
            { status: 'AWAITING_LOCATION', note: null, occurredAt: '2026-11-21T10:00:00.000Z' },
            { status: 'SEARCHING_COURIER', note: null, occurredAt: '2026-11-21T10:01:00.000Z' },
            { status: 'ASSIGNED', note: null, occurredAt: '2026-11-21T10:02:00.000Z' },
            { status: 'IN_TRANSIT', note: null, occurredAt: '2026-11-21T10:03:00.000Z' },
            { status: 'DELIVERED', note: null, occurredAt: '2026-11-21T10:04:00.000Z' },
          ],
        },
      )
    })

    test('the history of a delivery keeps its order when everything happens in one millisecond', async () => {
      const shop = await service.openShop()
      const { body: made } = await shop.order({ dropoff: east })
      for (const outcome of [undefined, undefined, { outcome: 'FAILED' }, { outcome: 'RETURNED' }])
        await shop.post(`/sandbox/deliveries/${made.id}/advance`, outcome)

      const { body } = await shop.get(`/deliveries/${made.id}/events`)

      assert.deepEqual(
        body.map((line: { status: string }) => line.status),
        ['SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT', 'FAILED', 'RETURNED'],
      )
    })

    test('the history of a delivery gives the reason of a failed hand-over in the caller’s language', async () => {
      const shop = await service.openShop()
      const { body: made } = await shop.order({ dropoff: east })
      for (const outcome of [undefined, undefined, { outcome: 'FAILED', failureReason: 'PARCEL_DAMAGED' }])
        await shop.post(`/sandbox/deliveries/${made.id}/advance`, outcome)

      for (const [language, note] of [
        ['en', 'Parcel damaged'],
        ['fr', 'Colis endommagé'],
      ] as const) {
        const { body } = await shop.get(`/deliveries/${made.id}/events`, { 'accept-language': language })
        assert.deepEqual(body.at(-1), { status: 'FAILED', note, occurredAt: testStart })
      }
    })
  })

  describe('a delivery the shop does not have (decision 5)', () => {
    const notFound = {
      status: 404,
      code: 'DELIVERY_NOT_FOUND',
      en: 'Your shop has no delivery with this id or reference.',
      fr: 'Votre boutique n’a pas de livraison avec cet id ou cette référence.',
    }

    for (const [what, id] of [
      ['an unknown id', '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e'],
      ['a reference', 'COL-7K2M9Q'],
      ['a text', 'hier'],
      ['a number', '1'],
      ['an id with braces', '{0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e}'],
      ['an id with more behind it', '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e0'],
      ['a zero byte', '%00'],
      ['SQL', "'%20or%20'1'='1"],
      ['a very long text', 'a'.repeat(1500)],
    ] as const) {
      test(`a delivery is not found by ${what}`, async () => {
        const shop = await service.openShop()
        await assertRefused((language) => shop.get(`/deliveries/${id}`, language), notFound)
        await assertRefused((language) => shop.get(`/deliveries/${id}/events`, language), notFound)
      })
    }

    test('a request for another shop’s delivery gets exactly the response for an unknown one', async () => {
      const [shop, other] = [await service.openShop(), await service.openShop()]
      const { body: theirs } = await other.order()

      for (const tail of ['', '/events']) {
        const [foreign, unknown] = [
          await shop.get(`/deliveries/${theirs.id}${tail}`),
          await shop.get(`/deliveries/0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e${tail}`),
        ]
        assert.deepEqual(sameForAll(foreign), sameForAll(unknown))
        await assertRefused((language) => shop.get(`/deliveries/${theirs.id}${tail}`, language), notFound)
      }
    })

    test('naming the ETag of another shop’s delivery does not reveal that it exists', async () => {
      const [shop, other] = [await service.openShop(), await service.openShop()]
      const { body: theirs } = await other.order()
      const { etag } = (await other.get(`/deliveries/${theirs.id}`)).headers

      assert.equal(
        (await shop.get(`/deliveries/${theirs.id}`, { 'if-none-match': String(etag) })).status,
        404,
      )
      assert.equal((await shop.get(`/deliveries/${theirs.id}`, { 'if-none-match': '*' })).status, 404)
    })
  })
})

/** A response without what differs from request to request. */
function sameForAll({ status, body, headers }: { status: number; body: unknown; headers: object }) {
  return { status, body, headers: { ...headers, 'x-request-id': '', date: '' } }
}
