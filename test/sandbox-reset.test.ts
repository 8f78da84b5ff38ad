import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { startBackground } from '../src/app.ts'
import { type Clock, newId } from '../src/base/kernel/clock.ts'
import { photoFolderOf } from '../src/derived-settings.ts'
import { resetShop } from '../src/domain/sandbox/reset-shop.ts'
import { createApiKey } from '../src/domain/shops/create-api-key.ts'
import { completeAttempts, insertTakenDispatches } from '../src/domain/webhooks/sending/dispatch-store.ts'
import { deleteOldestEvents } from '../src/events/event-removal-store.ts'
import { courierAt } from './support/courier-work.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { bringTo } from './support/delivery-verbs.ts'
import { handOnAll, sequenceAll } from './support/event-work.ts'
import { center, east, openService, type TestService, type TestShop } from './support/open-service.ts'
import { holds, openPartnerServer, type PartnerServer } from './support/partner-server.ts'
import { assertRefused } from './support/refusal.ts'
import { openSecondService } from './support/second-service.ts'
import { until } from './support/until.ts'
import { webhookWork } from './support/webhook-work.ts'

/** Every table with rows about a delivery of a shop, and how they are found. */
const tables = {
  deliveries: 'shop_id',
  delivery_history: 'shop_id',
  delivery_search_terms: 'shop_id',
  payment_history: 'shop_id',
  events: 'shop_id',
  unsequenced_events: 'shop_id',
  webhook_dispatches: 'shop_id',
  webhook_attempts: 'shop_id',
  courier_searches: 'shop_id',
  courier_offers: 'shop_id',
  payment_requests: 'shop_id',
  messages: 'shop_id',
  parcel_photos: 'shop_id',
} as const

onEachDatabase((open) => {
  let service: TestService
  let partner: PartnerServer
  before(async () => {
    service = await openService(await open())
    partner = await openPartnerServer()
  })
  after(async () => {
    await service.close()
    await partner.close()
  })

  const reset = (shop: TestShop) => shop.post('/sandbox/reset')

  async function rowsOf(shop: TestShop): Promise<Record<string, number>> {
    const counts: Record<string, number> = {}
    for (const [table, column] of Object.entries(tables)) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from ${sql.table(table)} where ${sql.ref(column)} = ${shop.shopId}::uuid
      `.execute(service.services.db)
      counts[table] = rows[0]?.count ?? 0
    }
    return counts
  }

  /** A shop in which everything has happened that leaves a row. */
  async function livelyShop(): Promise<TestShop> {
    const shop = await service.openShop()
    const work = webhookWork(service, partner)
    await work.add(shop, partner.hook())
    const { photoKey, uploadUrl, method, headers } = (
      await shop.post('/deliveries/parcel-photo-uploads', {
        contentType: 'image/jpeg',
        sizeBytes: photo.length,
      })
    ).body
    const { pathname, search } = new URL(uploadUrl)
    await service.app.inject({ method, url: pathname + search, headers, payload: photo })
    await shop.order({ parcel: { category: 'FASHION', size: 'SMALL', photoKey } })
    const secure = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000, collection: 'SECURE' } }
    await bringTo(service, shop, 'IN_TRANSIT', secure)
    for (const status of ['SEARCHING_COURIER', 'DELIVERED', 'CANCELLED'] as const)
      await bringTo(service, shop, status)
    await shop.post(`/sandbox/deliveries/${(await shop.order()).body.id}/advance`, { outcome: 'RETURNED' })
    await handOnAll(service.services)
    await work.once()
    await shop.order({ dropoff: east })
    await work.close()
    return shop
  }

  test('a reset removes every row about the deliveries of a shop, and says how many', async () => {
    const shop = await livelyShop()
    const { deliveries = 0, events = 0, webhook_attempts = 0, ...others } = await rowsOf(shop)
    const filled = [
      'delivery_history',
      'delivery_search_terms',
      'webhook_dispatches',
      'courier_searches',
      'payment_requests',
    ]
    for (const table of filled) assert.ok((others[table] ?? 0) > 0, `there are rows in ${table}`)
    assert.ok((others.messages ?? 0) > 0 && others.parcel_photos === 1 && webhook_attempts > 0)

    const { status, body } = await reset(shop)

    assert.deepEqual(
      [status, body],
      [200, { deliveries, events, attempts: webhook_attempts, isComplete: true }],
    )
    assert.deepEqual(new Set(Object.values(await rowsOf(shop))), new Set([0]))
    const { rows } = await sql`
      select from event_positions where shop_id = ${shop.shopId}::uuid and audience = 'PARTNER'
    `.execute(service.services.db)
    assert.equal(rows.length, 0)
    assert.deepEqual((await reset(shop)).body, { deliveries: 0, events: 0, attempts: 0, isComplete: true })
  })

  test('the file of a photo goes with the delivery that named it', async () => {
    const files = () => readdir(join(photoFolderOf(service.services.config)))
    const shop = await livelyShop()
    const before = (await files()).length
    await reset(shop)
    assert.equal((await files()).length, before - 1)
  })

  test('a reset leaves another shop as it is', async () => {
    const [shop, other] = [await livelyShop(), await livelyShop()]
    const before = await rowsOf(other)
    const list = (await other.get('/deliveries')).body

    await reset(shop)

    assert.deepEqual(await rowsOf(other), before)
    assert.deepEqual((await other.get('/deliveries')).body, list)
  })

  test('after a reset the shop begins anew: its lists are empty, its references and keys free again', async () => {
    const shop = await service.openShop()
    const order = () => shop.order({ externalRef: 'order-1' }, { 'idempotency-key': 'order-key-1' })
    const first = (await order()).body
    service.clock.forward(20 * 60_000)
    assert.equal((await shop.get('/deliveries')).body.total, 1)

    await reset(shop)

    assert.deepEqual((await shop.get('/deliveries')).body, { items: [], total: 0, page: 1, pageSize: 30 })
    for (const path of [`/deliveries/${first.id}`, `/deliveries/${first.reference}/events`])
      await assertRefused((language) => shop.get(path, language), {
        status: 404,
        code: 'DELIVERY_NOT_FOUND',
        en: 'Your shop has no delivery with this id or reference.',
        fr: 'Votre boutique n’a pas de livraison avec cet id ou cette référence.',
      })
    const second = await order()
    assert.deepEqual([second.status, second.headers['idempotent-replayed']], [201, undefined])
    assert.notEqual(second.body.id, first.id)
    assert.equal((await shop.get('/deliveries')).body.total, 1)
    assert.equal((await shop.get('/pickup-addresses')).body.length, 1)
  })

  test('a cursor of GET /events reads on after a reset, and misses nothing that happens then', async () => {
    const shop = await service.openShop()
    for (let count = 0; count < 3; count += 1) await shop.order()
    await sequenceAll(service.services)
    const early = (await shop.get('/events?limit=1')).body.nextCursor
    const late = (await shop.get('/events')).body.nextCursor

    await reset(shop)

    const { id } = (await shop.order()).body
    await sequenceAll(service.services)
    for (const query of ['?limit=1', `?limit=1&after=${early}`, `?limit=1&after=${late}`]) {
      const { items } = (await shop.get(`/events${query}`)).body
      assert.deepEqual(
        items.map(({ data }: { data: { id: string } }) => data.id),
        [id],
        query,
      )
    }
  })

  test('consumers that have not read the removed events go on, and park nothing', async () => {
    const shop = await service.openShop()
    for (let count = 0; count < 3; count += 1) await shop.order({ dropoff: east })
    await sequenceAll(service.services)
    await shop.order()

    await reset(shop)
    await handOnAll(service.services)

    const { rows } = await sql<{ name: string }>`
      select event_consumers.name from event_consumers, event_log_head
      where event_consumers.position < event_log_head.position
    `.execute(service.services.db)
    assert.deepEqual(rows, [])
    assert.equal((await rowsOf(shop)).courier_searches, 0)
  })

  test('a large sandbox is removed in several calls, none of which takes long', async () => {
    const shop = await service.openShop()
    for (let count = 0; count < 7; count += 1) await shop.order()
    // Each look at the clock takes a second.
    let looks = 0
    const clock: Clock = {
      now: () => {
        looks += 1
        return new Date(looks * 1_000)
      },
    }
    const counts = []
    for (let calls = 0; calls < 10; calls += 1) {
      counts.push(await resetShop({ ...service.services, clock }, shop.shopId))
      if (counts.at(-1)?.isComplete) break
    }
    assert.ok(counts.length > 1)
    assert.equal(
      counts.reduce((sum, { deliveries }) => sum + deliveries, 0),
      7,
    )
    assert.equal((await shop.get('/deliveries')).body.total, 0)
  })

  test('more deliveries than one batch are removed in one call', async () => {
    const shop = await service.openShop()
    for (let count = 0; count < 120; count += 1) await shop.order()
    assert.deepEqual((await reset(shop)).body, {
      deliveries: 120,
      events: 120,
      attempts: 0,
      isComplete: true,
    })
  })

  test('a webhook that is being sent while its delivery is removed leaves nothing in the log', async () => {
    const shop = await service.openShop()
    const work = webhookWork(service, partner)
    const { answering, held, release } = holds()
    await work.add(shop, partner.hook(answering))
    await shop.order()
    const loop = await work.start()
    await until(() => held.length === 1, 'the request')

    assert.deepEqual((await reset(shop)).body, { deliveries: 1, events: 1, attempts: 0, isComplete: true })

    release(200)
    await loop.stop()
    await work.close()
    assert.deepEqual(new Set(Object.values(await rowsOf(shop))), new Set([0]))
  })

  test('a reset needs the right deliveries:write', async () => {
    const shop = await service.openShop()
    await shop.order()
    const { key } = await createApiKey(service.services, {
      shopId: shop.shopId,
      scopes: ['quotes:read', 'deliveries:read'],
      label: null,
    })
    const answer = await service.call({
      method: 'POST',
      url: '/sandbox/reset',
      headers: { authorization: `Bearer ${key}` },
    })
    assert.deepEqual([answer.status, answer.body.code], [403, 'SCOPE_REQUIRED'])
    assert.equal((await shop.get('/deliveries')).body.total, 1)
  })
})

onServer((open) => {
  let partner: PartnerServer
  before(async () => {
    partner = await openPartnerServer()
  })
  after(() => partner.close())

  describe('while everything works', () => {
    test('resets at once with orders, steps and every loop leave nothing behind and fail nothing', async () => {
      const opened = await open()
      const service = await openService(opened)
      await courierAt(service, center)
      const [shop, other] = [await service.openShop(), await service.openShop()]
      const loops = await startBackground(service.services)
      try {
        const kept: string[] = []
        for (let round = 0; round < 6; round += 1) {
          const answers = await Promise.all([
            ...Array.from({ length: 8 }, () => shop.order({ dropoff: east })),
            ...Array.from({ length: 4 }, async () => {
              const { id } = (await shop.order()).body
              return shop.post(`/sandbox/deliveries/${id}/advance`, { outcome: 'DELIVERED' })
            }),
            other.order({ dropoff: east }).then((answer) => {
              kept.push(answer.body.id)
              return answer
            }),
            shop.post('/sandbox/reset'),
            shop.post('/sandbox/reset'),
          ])
          for (const { status, body } of answers)
            assert.ok(
              [200, 201].includes(status) || body.code === 'DELIVERY_NOT_FOUND',
              `${status} ${JSON.stringify(body)}`,
            )
        }
        await until(async () => (await shop.post('/sandbox/reset')).body.isComplete, 'the last reset')
        assert.deepEqual((await shop.get('/deliveries')).body.items, [])
        assert.equal((await other.get('/deliveries')).body.total, kept.length)
        await until(async () => {
          const { rows } = await sql<{ count: number }>`
            select count(*)::integer as count from courier_searches where shop_id = ${other.shopId}::uuid
          `.execute(service.services.db)
          return rows[0]?.count === kept.length
        }, 'the searches of the other shop')
        const { rows } = await sql`select from parked_events`.execute(service.services.db)
        assert.equal(rows.length, 0)
        assert.deepEqual(
          service.logged.filter((line) => JSON.parse(line).level >= 50),
          [],
        )
      } finally {
        await Promise.all(loops.map((loop) => loop.stop()))
        await service.close()
      }
    })

    /** A service, a shop of its own and a second connection, on which a test holds what a reset needs. */
    async function openScene(t: TestContext) {
      const opened = await open()
      const service = await openService(opened)
      const client = new pg.Client({ connectionString: opened.url })
      await client.connect()
      t.after(async () => {
        await client.end()
        await service.close()
      })
      const shop = await service.openShop()
      const run = async <Row extends object>(text: string, values: unknown[] = []) =>
        (await client.query<Row>(text, values)).rows
      /** Waits until one session of the database waits for a lock, in a statement like this. */
      const waits = (statement: string) =>
        until(async () => {
          const { rows } = await sql`
            select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${statement}%`}
          `.execute(service.services.db)
          return rows.length === 1
        }, `a session to wait in ${statement}`)
      const left = async (table: string) =>
        (await run(`select from ${table} where shop_id = $1`, [shop.shopId])).length
      return { service, shop, run, waits, left, db: service.services.db }
    }

    test('events that come while the deliveries are removed are removed in batches too', async (t) => {
      const { shop, run, waits, left } = await openScene(t)
      const { id } = (await shop.order()).body
      await run(`
        create table removals as select pg_current_xact_id()::text as transaction, 0::bigint as events limit 0;
        create function note_removal() returns trigger language plpgsql as $$ begin
          insert into removals select pg_current_xact_id()::text, count(*) from gone;
          return null;
        end $$;
        create trigger note_removals after delete on events referencing old table as gone
          for each statement execute function note_removal();`)
      await run('begin')
      await run('select from deliveries where id = $1 for update', [id])
      const resetting = shop.post('/sandbox/reset')
      await waits('select deliveries.id from deliveries')
      await run(
        `insert into events (shop_id, id, delivery_id, type, body, created_at, subject_id, audience)
         select $1, gen_random_uuid(), $2, 'delivery.changed', '{}', now(), $2, 'INTERNAL' from generate_series(1, 1200)`,
        [shop.shopId, id],
      )
      await run('commit')

      assert.deepEqual((await resetting).body, { deliveries: 1, events: 1, attempts: 0, isComplete: true })
      assert.equal(await left('events'), 0)
      const [most] = await run<{ events: number }>(`
        select sum(removals.events)::integer as events from removals
        group by removals.transaction order by events desc limit 1`)
      assert.equal(most?.events, 500)
    })

    test('two resets at once take turns, and neither says that it is complete before nothing is left', async (t) => {
      const { shop, run, waits, left } = await openScene(t)
      await run(
        `insert into webhook_attempts (
           shop_id, id, endpoint_id, event_id, event_type, attempt, trigger, started_at, duration_ms)
         select $1, gen_random_uuid(), $1, $1, 'ping', 1, 'PING', now(), 1 from generate_series(1, 2500)`,
        [shop.shopId],
      )
      await run('begin')
      await run('select from webhook_attempts where shop_id = $1 limit 1 for update', [shop.shopId])
      const answers = [1, 2].map(() =>
        shop
          .post('/sandbox/reset')
          .then(async ({ body }) => ({ body, left: await left('webhook_attempts') })),
      )
      await waits('delete from "webhook_attempts"')
      await waits('from "shops"')
      await run('commit')

      const [one, two] = await Promise.all(answers)
      assert.deepEqual([one?.body.isComplete, two?.body.isComplete, one?.left, two?.left], [true, true, 0, 0])
      assert.equal((one?.body.attempts ?? 0) + (two?.body.attempts ?? 0), 2_500)
    })

    test('an outcome that is being saved is waited for, and removed with its dispatch', async (t) => {
      const { shop, service, run, waits, left, db } = await openScene(t)
      const work = webhookWork(service, partner)
      await work.add(shop, partner.hook())
      await shop.order()
      await handOnAll(service.services)
      const [dispatch] = await run<{ endpoint_id: string; event_id: string }>(
        'select endpoint_id, event_id from webhook_dispatches',
      )
      assert.ok(dispatch)
      let resetting: ReturnType<TestShop['post']> | undefined
      await db.transaction().execute(async (trx) => {
        const at = service.clock.now()
        await completeAttempts(trx, newId(at), [
          {
            shopId: shop.shopId,
            attemptId: newId(at),
            endpointId: dispatch.endpoint_id,
            eventId: dispatch.event_id,
            eventType: 'delivery.created',
            attempt: 1,
            trigger: 'SCHEDULED',
            startedAt: at,
            endedAt: at,
            durationMs: 1,
            httpStatus: 200,
            failure: null,
            excerpt: null,
            state: 'DELIVERED',
            nextAttemptAt: null,
          },
        ])
        resetting = shop.post('/sandbox/reset')
        await waits('delete from webhook_dispatches')
      })

      assert.deepEqual((await resetting)?.body, { deliveries: 1, events: 1, attempts: 1, isComplete: true })
      assert.deepEqual([await left('webhook_dispatches'), await left('webhook_attempts')], [0, 0])
      await work.close()
    })

    test('an event that is being removed is not enqueued for a webhook any more', async (t) => {
      const { shop, service, run, waits, left, db } = await openScene(t)
      const work = webhookWork(service, partner)
      const { id: endpointId } = await work.add(shop, partner.hook())
      await shop.order()
      const [event] = await run<{ id: string }>('select id from events')
      const now = service.clock.now()
      const lease = { owner: newId(now), now, leaseEnds: now }
      let enqueuing: Promise<unknown[]> | undefined
      await db.transaction().execute(async (trx) => {
        await deleteOldestEvents(trx, shop.shopId, 500)
        enqueuing = insertTakenDispatches(
          db,
          [{ shopId: shop.shopId, endpointId, eventId: event?.id ?? '' }],
          lease,
        )
        await waits('insert into webhook_dispatches')
      })
      assert.deepEqual(await enqueuing, [])
      assert.equal(await left('webhook_dispatches'), 0)
      await work.close()
    })

    test('every process counts anew at once', async () => {
      const opened = await open()
      const service = await openService(opened)
      const second = await openSecondService(opened.url)
      try {
        const shop = await service.openShop()
        for (let count = 0; count < 3; count += 1) await shop.order()
        const later = '2026-11-21T10:30:00.000Z'
        service.clock.set(later)
        const totalThere = async () => {
          const answer = await second.app.inject({
            url: '/api/v1/partner/deliveries',
            headers: { authorization: `Bearer ${shop.key}` },
          })
          return answer.json().total
        }
        assert.equal(await second.services.countDeliveries(shop.shopId, {}), 3)
        await shop.post('/sandbox/reset')
        assert.equal((await shop.get('/deliveries')).body.total, 0)
        await until(async () => (await totalThere()) === 0, 'the other process to count anew')
      } finally {
        await second.close()
        await service.close()
      }
    })
  })
})

/** The beginning of a JPEG, and filling. */
const photo = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(1_000, 7)])
