import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Loop } from '../src/base/background/loop.ts'
import { startEventLog } from '../src/events/start-event-log.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { sequenceAll } from './support/event-work.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'

type Page = {
  items: { id: string; type: string; data: { id: string } }[]
  nextCursor: string
  hasMore: boolean
}

const pageOf = async (shop: TestShop, query = ''): Promise<Page> => {
  const { status, body } = await shop.get(`/events${query}`)
  assert.equal(status, 200)
  return body as Page
}

onEachDatabase((open) => {
  describe('GET /events', () => {
    let service: TestService
    before(async () => {
      service = await openService(await open())
    })
    after(() => service.close())

    const orderOf = async (shop: TestShop) => ((await shop.order()).body as { id: string }).id

    test('GET /events returns the events of the shop alone, in order, byte for byte as webhooks carry them', async () => {
      const [shop, other] = [await service.openShop(), await service.openShop()]
      const first = await orderOf(shop)
      await orderOf(other)
      await shop.post(`/deliveries/${first}/cancel`, {})
      await sequenceAll(service.services)

      const { raw, body } = await rawEvents(service, shop)
      const bodies = await service.services.db
        .selectFrom('events')
        .innerJoin('event_positions', 'event_positions.event_id', 'events.id')
        .select('events.body')
        .where('events.shop_id', '=', shop.shopId)
        .orderBy('event_positions.position')
        .execute()
      assert.deepEqual(
        body.items.map(({ type, data }) => [type, data.id]),
        [
          ['delivery.created', first],
          ['delivery.cancelled', first],
        ],
      )
      assert.equal(body.hasMore, false)
      assert.equal(
        raw,
        `{"items":[${bodies.map((row) => row.body).join(',')}],"nextCursor":"${body.nextCursor}","hasMore":false}`,
      )
    })

    test('GET /events is paged by its cursor, which is returned at the end too', async () => {
      const shop = await service.openShop()
      for (let count = 0; count < 5; count += 1) await orderOf(shop)
      await sequenceAll(service.services)

      const first = await pageOf(shop, '?limit=3')
      const second = await pageOf(shop, `?limit=3&after=${first.nextCursor}`)
      assert.deepEqual(
        [first.items.length, first.hasMore, second.items.length, second.hasMore],
        [3, true, 2, false],
      )
      const end = await pageOf(shop, `?after=${second.nextCursor}`)
      assert.deepEqual([end.items, end.hasMore], [[], false])

      const late = await orderOf(shop)
      await sequenceAll(service.services)
      const { items } = await pageOf(shop, `?after=${end.nextCursor}`)
      assert.deepEqual(
        items.map(({ data }) => data.id),
        [late],
      )
    })

    test('GET /events refuses a cursor of another shop and one that was never issued, in both languages', async () => {
      const [shop, other] = [await service.openShop(), await service.openShop()]
      const { nextCursor } = await pageOf(other)
      for (const after of [nextCursor, '42', 'A'.repeat(22), '%F0%9F%93%A6'])
        assert.deepEqual((await shop.get(`/events?after=${after}`)).body, {
          statusCode: 422,
          code: 'EVENT_CURSOR_INVALID',
          message:
            'Ce curseur n’a pas été émis pour votre boutique. Envoyez un nextCursor reçu de GET /events, ou omettez after pour lire depuis l’événement le plus ancien.',
        })
      const english = await shop.get(`/events?after=${nextCursor}`, { 'accept-language': 'en' })
      assert.match((english.body as { message: string }).message, /^This cursor was not made for your shop\./)
    })

    for (const query of ['limit=0', 'limit=501', 'limit=ten', 'after=', 'before=now'])
      test(`GET /events refuses ?${query}`, async () => {
        const shop = await service.openShop()
        const { status, body } = await shop.get(`/events?${query}`)
        assert.deepEqual([status, (body as { code: string }).code], [400, 'VALIDATION_FAILED'])
      })
  })
})

onServer((open) => {
  test('with 8 concurrent writers, a reader that keeps paging misses no event and reads none twice', async (t) => {
    const service = await openService(await open())
    t.after(() => service.close())
    const sequencing: Loop = await startEventLog({ ...service.services, consumers: [] })
    t.after(() => sequencing.stop())
    const shop = await service.openShop()
    const ordersOfEach = 15
    let isWriting = true
    const writing = Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let count = 0; count < ordersOfEach; count += 1) {
          const { body } = await shop.order()
          await shop.post(`/deliveries/${(body as { id: string }).id}/cancel`, {})
        }
      }),
    ).finally(() => {
      isWriting = false
    })

    const read: string[] = []
    let after = ''
    for (let isOver = false; !isOver; ) {
      isOver = !isWriting && (await sequenceAll(service.services)) === 0
      const page = await pageOf(shop, `?limit=7${after && `&after=${after}`}`)
      read.push(...page.items.map(({ id }) => id))
      after = page.nextCursor
      if (page.hasMore || page.items.length > 0) isOver = false
    }
    await writing

    assert.equal(new Set(read).size, read.length)
    assert.equal(read.length, 8 * ordersOfEach * 2)
  })
})

/** The same page as parsed and as sent. */
async function rawEvents(service: TestService, shop: TestShop): Promise<{ raw: string; body: Page }> {
  const { payload } = await service.app.inject({
    url: '/api/v1/partner/events',
    headers: { authorization: `Bearer ${shop.key}` },
  })
  return { raw: payload, body: JSON.parse(payload) }
}
