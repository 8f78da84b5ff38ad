import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '../src/base/kernel/clock.ts'
import { limits } from '../src/contract/limits.ts'
import { onEachDatabase } from './support/databases.ts'
import { openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import { openPlainHook, type PlainHook } from './support/plain-hook.ts'
import { assertInvalid, assertRefused } from './support/refusal.ts'
import { until } from './support/until.ts'
import { publishMany } from './support/webhook-backlog.ts'
import { startRelayAndWebhooks } from './support/webhook-work.ts'

const unknownId = '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e'

onEachDatabase((open) => {
  let service: TestService
  let hook: PlainHook
  before(async () => {
    hook = await openPlainHook()
    service = await openService(await open(), { WEBHOOK_ALLOW_INSECURE: 'true' })
  })
  after(async () => {
    await service.close()
    await hook.close()
  })

  /** A shop with one endpoint, whose server responds with `status`. */
  async function shopWithEndpoint(status = 200, text = 'ok') {
    hook.answering = (response) => response.writeHead(status).end(text)
    const shop = await service.openShop()
    const { id } = (await shop.post('/webhook-endpoints', { url: hook.newUrl() })).body
    return { shop, id: id as string, path: `/webhook-endpoints/${id}` }
  }

  /** Sends what is due until so many attempts of the endpoint are in the log, pings among them. */
  async function sendUntil({ shop, path }: { shop: TestShop; path: string }, count: number) {
    const { webhooks, onError, subscribe } = service.services
    const sending = await startRelayAndWebhooks({ ...webhooks, onError, subscribe })
    const logged = async () => (await shop.get(`${path}/attempts?limit=100`)).body.items.length
    await until(async () => (await logged()) >= count, `${count} attempts`)
    await sending.stop()
  }

  /** Uses up the attempts of every event of an endpoint. */
  const exhaustAll = (id: string) =>
    service.services.db
      .updateTable('webhook_dispatches')
      .set({ state: 'EXHAUSTED', due_at: service.clock.now(), lease_owner: null })
      .where('endpoint_id', '=', id)
      .execute()

  const statesOf = async (id: string) =>
    service.services.db
      .selectFrom('webhook_dispatches')
      .select(['state', 'trigger'])
      .where('endpoint_id', '=', id)
      .execute()

  describe('ping by API (decision 39)', () => {
    test('a ping returns the attempt that it made, which is then in the log', async () => {
      const { shop, path } = await shopWithEndpoint(201, 'pong')

      const { status, body } = await shop.post(`${path}/ping`)

      const { id, eventId, durationMs, ...rest } = body
      assert.equal(status, 200)
      assert.ok(durationMs >= 0)
      assert.equal(hook.received.at(-1)?.headers['svc-event-id'], eventId)
      assert.deepEqual(rest, {
        eventType: 'ping',
        attempt: 1,
        trigger: 'PING',
        startedAt: testStart,
        isSuccess: true,
        httpStatus: 201,
        failure: null,
        responseExcerpt: 'pong',
        nextAttemptAt: null,
      })
      assert.deepEqual((await shop.get(`${path}/attempts`)).body, {
        items: [{ id, eventId, durationMs, ...rest }],
        nextCursor: null,
        hasMore: false,
      })
    })

    test('a ping that fails is a success of the operation, and says how it failed, as the log does', async () => {
      const { shop, path } = await shopWithEndpoint(500, 'x'.repeat(5_000))
      const seen = async () => {
        const { status, body } = await shop.post(`${path}/ping`)
        return [status, body.isSuccess, body.httpStatus, body.failure, body.responseExcerpt]
      }
      assert.deepEqual(await seen(), [200, false, 500, 'HTTP_ERROR', 'x'.repeat(2_048)])
      hook.answering = (response) => response.writeHead(307, { location: 'http://10.0.0.1/' }).end()
      assert.deepEqual(await seen(), [200, false, 307, 'REDIRECT', ''])
      hook.answering = (response) => response.socket?.destroy()
      assert.deepEqual(await seen(), [200, false, null, 'CONNECTION', null])
      const { items } = (await shop.get(`${path}/attempts`)).body
      assert.deepEqual(items.map(({ failure }: { failure: string }) => failure).toSorted(), [
        'CONNECTION',
        'HTTP_ERROR',
        'REDIRECT',
      ])
      assert.equal((await shop.get(path)).body.failingSince, null)
    })

    test('a ping takes no body but an empty one', async () => {
      const { shop, path } = await shopWithEndpoint()
      assert.equal((await shop.post(`${path}/ping`, {})).status, 200)
      await assertInvalid(
        (headers) => shop.post(`${path}/ping`, { url: 'http://10.0.0.1/' }, headers),
        [
          {
            field: '/url',
            rule: 'additionalProperties',
            en: 'is not a known field',
            fr: 'n’est pas un champ connu',
          },
        ],
      )
    })
  })

  describe('pause and enable by API (decision 38)', () => {
    test('a paused endpoint is pinged but sent nothing, and is sent what was held once it is enabled', async () => {
      const endpoint = await shopWithEndpoint()
      const { shop, path } = endpoint
      assert.deepEqual((await shop.post(`${path}/pause`)).body.state, 'PAUSED')
      assert.equal((await shop.post(`${path}/ping`)).body.isSuccess, true)
      await shop.order()

      const { status, body } = await shop.post(`${path}/enable`)

      assert.deepEqual([status, body.state, body.failedSince, body.exhaustedCount], [200, 'ACTIVE', null, 0])
      await sendUntil(endpoint, 2)
      const { items } = (await shop.get(`${path}/attempts`)).body
      assert.deepEqual(items.map(({ trigger }: { trigger: string }) => trigger).sort(), ['PING', 'SCHEDULED'])
    })

    test('enabling says how many events used up their attempts and since when, and a resend since then sends them', async () => {
      const endpoint = await shopWithEndpoint(500)
      const { shop, id, path } = endpoint
      await shop.order()
      await shop.order()
      await sendUntil(endpoint, 2)
      await exhaustAll(id)
      await service.services.db
        .updateTable('webhook_endpoints')
        .set({ disabled_at: service.clock.now() })
        .where('id', '=', id)
        .execute()
      const before = (await shop.get(path)).body
      assert.deepEqual([before.state, before.failingSince], ['DISABLED', testStart])

      const { body } = await shop.post(`${path}/enable`)

      const { failedSince, exhaustedCount, ...view } = body
      assert.deepEqual(view, { ...before, state: 'ACTIVE', failingSince: null })
      assert.deepEqual([failedSince, exhaustedCount], [testStart, 2])
      const resent = await shop.post(`${path}/resend`, { failedSince })
      assert.deepEqual([resent.status, resent.body], [200, { resentCount: 2, hasMore: false }])
      hook.answering = (response) => response.writeHead(200).end()
      await sendUntil(endpoint, 4)
      assert.deepEqual(
        (await statesOf(id)).map(({ state }) => state),
        ['DELIVERED', 'DELIVERED'],
      )
    })
  })

  describe('resend by API (decision 40)', () => {
    test('one event is sent again under its id', async () => {
      const endpoint = await shopWithEndpoint()
      const { shop, path } = endpoint
      await shop.order()
      await sendUntil(endpoint, 1)
      const [{ eventId }] = (await shop.get(`${path}/attempts`)).body.items
      service.clock.forward(1)

      const { status, body } = await shop.post(`${path}/resend`, { eventId })

      assert.deepEqual([status, body], [200, { resentCount: 1, hasMore: false }])
      await sendUntil(endpoint, 2)
      const [again] = (await shop.get(`${path}/attempts`)).body.items
      assert.deepEqual([again.eventId, again.trigger, again.attempt], [eventId, 'RESEND', 2])
    })

    test('an event that was never meant for the endpoint is refused, another shop’s and an invented one alike', async () => {
      const [one, other] = [await shopWithEndpoint(), await shopWithEndpoint()]
      await other.shop.order()
      await sendUntil(other, 1)
      const [{ eventId }] = (await other.shop.get(`${other.path}/attempts`)).body.items
      for (const id of [eventId, unknownId])
        await assertRefused((headers) => one.shop.post(`${one.path}/resend`, { eventId: id }, headers), {
          status: 404,
          code: 'WEBHOOK_EVENT_NOT_FOUND',
          en: 'No such event was enqueued for this endpoint in the last 30 days.',
          fr: 'Aucun événement avec cet id n’était destiné à ce webhook ces 30 derniers jours.',
        })
    })

    test('one call sends at most 2,000 events again and says that there are more', async () => {
      const { shop, id, path } = await shopWithEndpoint()
      await publishMany(service, shop, 2_010)
      await sql`
        insert into webhook_dispatches (shop_id, endpoint_id, event_id, state, due_at, created_at)
        select events.shop_id, ${id}, events.id, 'EXHAUSTED', ${service.clock.now()}, events.created_at
        from events where events.shop_id = ${shop.shopId} and events.body = '{}'
      `.execute(service.services.db)
      assert.equal(limits.resentEvents, 2_000)
      const resend = async () => (await shop.post(`${path}/resend`, { failedSince: testStart })).body
      assert.deepEqual(await resend(), { resentCount: 2_000, hasMore: true })
      assert.deepEqual(await resend(), { resentCount: 10, hasMore: false })
      assert.deepEqual(await resend(), { resentCount: 0, hasMore: false })
    })

    for (const [what, body, issue] of [
      [
        'neither an event nor a time',
        {},
        {
          field: '',
          rule: 'minProperties',
          en: 'must have exactly one of eventId, failedSince',
          fr: 'doit avoir exactement un des champs eventId, failedSince',
        },
      ],
      [
        'both an event and a time',
        { eventId: unknownId, failedSince: testStart },
        {
          field: '',
          rule: 'maxProperties',
          en: 'must have exactly one of eventId, failedSince',
          fr: 'doit avoir exactement un des champs eventId, failedSince',
        },
      ],
      ...['2026-11-21', '2026-11-21T23:59:60Z', '2026-11-21T10:00:00', 'yesterday', ''].map(
        (failedSince) =>
          [
            `the time ${JSON.stringify(failedSince)}`,
            { failedSince },
            {
              field: '/failedSince',
              rule: 'format',
              en: 'must be a date-time with its offset (2026-11-21T10:00:00+01:00)',
              fr: 'doit être une date-heure avec son décalage (2026-11-21T10:00:00+01:00)',
            },
          ] as const,
      ),
    ] as const)
      test(`a resend of ${what} is refused`, async () => {
        const { shop, path } = await shopWithEndpoint()
        await assertInvalid((headers) => shop.post(`${path}/resend`, body, headers), [issue])
      })
  })

  describe('the log by API (decision 40)', () => {
    test('the log is read page by page, the newest first, with what failed alone if that is asked for', async () => {
      const { shop, path } = await shopWithEndpoint()
      for (const status of [200, 500, 200, 404, 200]) {
        service.clock.forward(1)
        hook.answering = (response) => response.writeHead(status).end()
        await shop.post(`${path}/ping`)
      }
      const statuses = (page: { items: { httpStatus: number }[] }) =>
        page.items.map(({ httpStatus }) => httpStatus)
      const read = async (query: string) => (await shop.get(`${path}/attempts${query}`)).body

      const first = await read('?limit=2')
      assert.deepEqual([statuses(first), first.hasMore], [[200, 404], true])
      assert.equal(first.nextCursor, first.items[1].id)
      const second = await read(`?limit=2&before=${first.nextCursor}`)
      assert.deepEqual([statuses(second), second.hasMore], [[200, 500], true])
      const last = await read(`?limit=2&before=${second.nextCursor}`)
      assert.deepEqual([statuses(last), last.hasMore, last.nextCursor], [[200], false, null])

      assert.deepEqual(statuses(await read('?failed=true')), [404, 500])
      const failed = await read('?failed=true&limit=1')
      assert.deepEqual([statuses(failed), failed.hasMore], [[404], true])
      assert.deepEqual(statuses(await read(`?failed=true&limit=1&before=${failed.nextCursor}`)), [500])
    })

    test('attempts are those of the endpoint alone', async () => {
      const { shop, path } = await shopWithEndpoint()
      const other = (await shop.post('/webhook-endpoints', { url: hook.newUrl() })).body.id
      await shop.post(`${path}/ping`)
      assert.deepEqual((await shop.get(`/webhook-endpoints/${other}/attempts`)).body, {
        items: [],
        nextCursor: null,
        hasMore: false,
      })
    })

    test('an address that must not be called looks in the log like a name that leads nowhere', async () => {
      const { shop, id, path } = await shopWithEndpoint()
      const { db, clock } = service.services
      for (const failure of ['DNS', 'BLOCKED_ADDRESS'] as const)
        await db
          .insertInto('webhook_attempts')
          .values({
            shop_id: shop.shopId,
            id: newId(clock.now()),
            endpoint_id: id,
            event_id: unknownId,
            event_type: 'ping',
            attempt: 1,
            trigger: 'PING',
            started_at: clock.now(),
            duration_ms: 1,
            http_status: null,
            failure,
            response_excerpt: null,
            next_attempt_at: null,
          })
          .execute()
      const { items } = (await shop.get(`${path}/attempts?failed=true`)).body
      assert.deepEqual(
        items.map(({ failure }: { failure: string }) => failure),
        ['DNS', 'DNS'],
      )
    })

    for (const query of [
      'limit=0',
      'limit=101',
      'limit=ten',
      'before=yesterday',
      'before=',
      'failed=false',
      'failed=1',
      'failed=true&failed=true',
      'page=2',
    ])
      test(`the log refuses ?${query}`, async () => {
        const { shop, path } = await shopWithEndpoint()
        const { status, body } = await shop.get(`${path}/attempts?${query}`)
        assert.deepEqual([status, body.code], [400, 'VALIDATION_FAILED'])
      })
  })
})
