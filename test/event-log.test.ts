import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { type Database, openDatabase, type Trx } from '../src/base/database/open-database.ts'
import { cliActor, systemActor } from '../src/base/kernel/actor.ts'
import { manualClock, newId, systemClock } from '../src/base/kernel/clock.ts'
import { runCommandLine } from '../src/cli/command-line.ts'
import { listAudit } from '../src/domain/audit/audit-store.ts'
import { cancelDelivery } from '../src/domain/deliveries/cancelling/cancel-delivery.ts'
import { retryParkedEvent } from '../src/domain/monitoring/retry-parked-event.ts'
import { purgeWebhookLog } from '../src/domain/webhooks/sending/purge-webhook-log.ts'
import { type ConsumeDeps, consumeEvents, type EventConsumer } from '../src/events/consume-events.ts'
import { maxBatch, maxFailures } from '../src/events/consumer-retries.ts'
import { type NewEvent, noShop } from '../src/events/event-body.ts'
import {
  findHeadPosition,
  insertConsumer,
  type LoggedEvent,
  listParkedEvents,
  lockLogHead,
  numberWaitingEvents,
} from '../src/events/event-log-store.ts'
import { insertEvent } from '../src/events/event-store.ts'
import { listShopEvents } from '../src/events/list-shop-events.ts'
import { purgeEventLog } from '../src/events/purge-event-log.ts'
import { sequenceEvents } from '../src/events/sequence-events.ts'
import { startEventLog } from '../src/events/start-event-log.ts'
import { modules } from '../src/modules.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { consumeAll, sequenceAll } from './support/event-work.ts'
import { openService, type TestService, testStart } from './support/open-service.ts'
import { openSecondService } from './support/second-service.ts'
import { until } from './support/until.ts'
import { publishMany } from './support/webhook-backlog.ts'

const dayMs = 24 * 60 * 60_000
let consumers = 0

/** An event of no delivery; its body is what the consumers of these tests record. */
const happening = (body: string, at = new Date(testStart)): NewEvent => ({
  id: newId(at),
  shopId: noShop,
  type: 'test.happened',
  subject: { type: 'SERVICE', id: noShop },
  deliveryId: null,
  audience: 'INTERNAL',
  actor: systemActor,
  createdAt: at,
  trace: null,
  body,
})

const happen = (db: Database, body: string, at?: Date) =>
  db.transaction().execute((trx) => insertEvent(trx, happening(body, at)))

/** A consumer that records its events in a table, which accepts each position of a consumer once. */
async function notingConsumer(db: Database, fails?: (body: string) => void): Promise<EventConsumer> {
  const name = `test-${++consumers}`
  await sql`create table if not exists noted (
    consumer text, position bigint, body text, primary key (consumer, position))`.execute(db)
  await insertConsumer(db, name)
  return {
    name,
    types: ['test.happened'],
    consume: async (trx, events) => {
      for (const event of events) {
        const body = await bodyOf(trx, event)
        fails?.(body)
        await sql`insert into noted values (${name}, ${event.position}::bigint, ${body})`.execute(trx)
      }
    },
  }
}

async function bodyOf(trx: Trx, { shopId, id }: LoggedEvent): Promise<string> {
  const row = await trx
    .selectFrom('events')
    .select('body')
    .where('shop_id', '=', shopId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.body
}

async function notedBy(db: Database, { name }: EventConsumer): Promise<string[]> {
  const { rows } = await sql<{ body: string }>`
    select body from noted where consumer = ${name} order by position`.execute(db)
  return rows.map(({ body }) => body)
}

async function positionsOf(db: Database): Promise<{ position: number; eventId: string }[]> {
  const { rows } = await sql<{ position: number; eventId: string }>`
    select position::double precision as position, event_id as "eventId" from event_positions order by position`.execute(
    db,
  )
  return rows
}

onEachDatabase((open) => {
  let service: TestService
  let db: Database
  const clock = manualClock(testStart)
  const emitted: { message: string; about: Record<string, string> }[] = []
  const reportedErrors: string[] = []
  let deps: ConsumeDeps
  before(async () => {
    service = await openService(await open())
    db = service.services.db
    deps = {
      db,
      clock,
      onError: (message) => reportedErrors.push(message),
      alertOperator: (message, about) => emitted.push({ message, about }),
    }
  })
  beforeEach(async () => {
    clock.set(testStart)
    emitted.length = 0
    reportedErrors.length = 0
    await sequenceAll(service.services)
  })
  after(() => service.close())

  /** Runs a consumer until it has read everything, the clock set to each retry; returns the number of rounds. */
  async function consumeToTheEnd(consumer: EventConsumer): Promise<number> {
    for (let rounds = 1; ; rounds += 1) {
      const outcome = await consumeEvents(deps, consumer)
      if (outcome === 'DONE') return rounds
      if (typeof outcome === 'object') clock.set(outcome.retryAt.toISOString())
    }
  }

  describe('the contents of an event', () => {
    test('an event holds who acted, its subject and its audience', async () => {
      const shop = await service.openShop()
      const { body } = await shop.order()
      await cancelDelivery(
        service.services,
        { shopId: shop.shopId, id: body.id },
        { reason: null, idempotencyKey: null },
      )

      const rows = await db
        .selectFrom('events')
        .select(['type', 'delivery_id', 'subject_type', 'subject_id', 'audience', 'actor'])
        .where('shop_id', '=', shop.shopId)
        .orderBy('type')
        .execute()
      const common = {
        delivery_id: body.id,
        subject_type: 'DELIVERY',
        subject_id: body.id,
        audience: 'PARTNER',
      }
      assert.deepEqual(rows, [
        { type: 'delivery.cancelled', ...common, actor: 'SYSTEM' },
        { type: 'delivery.created', ...common, actor: `API_KEY:${shop.keyId}` },
      ])
    })
  })

  describe('the positions of events', () => {
    test('the positions of events have no gaps, and an event of a rolled-back transaction gets none', async () => {
      const head = await findHeadPosition(db)
      await happen(db, '1')
      const undone = db.transaction().execute(async (trx) => {
        await insertEvent(trx, happening('undone'))
        throw new Error('undone')
      })
      await assert.rejects(undone)
      await happen(db, '2', new Date(Date.parse(testStart) + 1))
      assert.equal(await sequenceAll({ db }), 2)
      await happen(db, '3', new Date(Date.parse(testStart) - 1))
      assert.equal(await sequenceAll({ db }), 1)

      const placed = (await positionsOf(db)).filter(({ position }) => position > head)
      assert.deepEqual(
        placed.map(({ position }) => position - head),
        [1, 2, 3],
      )
      assert.equal(await findHeadPosition(db), head + 3)
    })

    test('a shop reads its own events for partners in order, page by page', async () => {
      const [shop, other] = [await service.openShop(), await service.openShop()]
      const ids: string[] = []
      for (let n = 0; n < 5; n += 1) {
        service.clock.forward(1)
        ids.push((await shop.order()).body.id)
        await other.order()
        await happen(db, 'between')
      }
      await sequenceAll({ db })
      const read: string[] = []
      for (let after = 0, more = true; more; ) {
        const page = await listShopEvents(db, shop.shopId, { after, limit: 2 })
        read.push(...page.events.map(({ body }) => JSON.parse(body).data.id))
        after = page.readTo
        more = page.hasMore
        if (!more) assert.equal(after, page.headPosition)
      }
      assert.deepEqual(read, ids)
    })

    test('the positions of events are kept for 30 days, and until every consumer has read them', async () => {
      const late = await notingConsumer(db)
      const before = (await positionsOf(db)).length
      await happen(db, 'old', new Date(clock.now().getTime() - 31 * dayMs))
      await sequenceAll({ db })
      await purgeWebhookLog({ db, clock })
      await purgeEventLog({ db, clock })
      assert.equal((await positionsOf(db)).length, before + 1)

      await consumeToTheEnd(late)
      assert.deepEqual(await notedBy(db, late), ['old'])
      await sql`update event_consumers set position = event_log_head.position from event_log_head`.execute(db)
      clock.forward(31 * dayMs)
      await purgeEventLog({ db, clock })
      assert.deepEqual(await positionsOf(db), [])
      await happen(db, 'new')
      await sequenceAll({ db })
      assert.equal((await positionsOf(db)).length, 1)
    })
  })

  describe('a consumer', () => {
    test('a new consumer begins with the events from then on, and reads only the types that it wants', async () => {
      await happen(db, 'before')
      await sequenceAll({ db })
      const consumer = await notingConsumer(db)
      await service.openShop().then((shop) => shop.order())
      await happen(db, 'after')
      await sequenceAll({ db })
      await consumeToTheEnd(consumer)
      assert.deepEqual(await notedBy(db, consumer), ['after'])
    })

    test('a consumer that fails on one event parks it and reads all the others, while other consumers go on', async () => {
      const failing = await notingConsumer(db, (body) => {
        if (body === 'event 321 of Afi') throw new TypeError(`No such name: ${body}`)
      })
      const sound = await notingConsumer(db)
      await db.transaction().execute(async (trx) => {
        for (let n = 0; n < 700; n += 1) {
          const at = new Date(clock.now().getTime() + n)
          await insertEvent(trx, happening(`event ${n} of Afi`, at))
        }
      })
      await sequenceAll({ db })

      const first = await consumeEvents(deps, failing)
      assert.ok(typeof first === 'object')
      assert.equal(await consumeToTheEnd(sound), 2)
      assert.equal((await notedBy(db, sound)).length, 700)
      const rounds = await consumeToTheEnd(failing)

      assert.ok(rounds < 60, `${rounds} rounds`)
      const noted = await notedBy(db, failing)
      assert.equal(noted.length, 699)
      assert.ok(!noted.includes('event 321 of Afi'))
      const [parked, ...others] = (await listParkedEvents(db, { limit: 10 })).filter(
        ({ consumer }) => consumer === failing.name,
      )
      assert.deepEqual(others, [])
      assert.deepEqual([parked?.type, parked?.failures], ['test.happened', maxFailures])
      assert.match(parked?.error ?? '', /^TypeError at /)
      assert.deepEqual(
        emitted.map(({ message, about }) => [
          /colis events parked.*colis events retry --consumer test-\d+ --position \d+/.test(message),
          about.consumer,
          about.eventId,
        ]),
        [[true, failing.name, parked?.eventId]],
      )
      for (const said of [...reportedErrors, JSON.stringify(emitted), parked?.error])
        assert.doesNotMatch(said ?? '', /Afi/)
    })

    test('a consumer never takes more events after a failure, and takes twice as many after each success', async () => {
      const sizes: number[] = []
      let isBroken = true
      const consumer = await notingConsumer(db)
      const sized: EventConsumer = {
        ...consumer,
        consume: async (_, events) => {
          sizes.push(events.length)
          if (isBroken) throw new Error('away')
        },
      }
      for (let n = 0; n < 40; n += 1) await happen(db, `${n}`)
      await sequenceAll({ db })
      for (let round = 0; round < 8; round += 1) {
        const outcome = await consumeEvents(deps, sized)
        if (typeof outcome === 'object') clock.set(outcome.retryAt.toISOString())
      }
      isBroken = false
      await consumeToTheEnd(sized)
      assert.deepEqual(sizes, [40, 20, 10, 5, 3, 2, 1, 1, 1, 2, 4, 8, 16, 9])
      assert.deepEqual(emitted, [])
    })

    test('a parked event is retried until it succeeds, then it is no longer parked; each retry is audited', async () => {
      let isBroken = true
      const consumer = await notingConsumer(db, () => {
        if (isBroken) throw new Error('not yet')
      })
      await happen(db, 'left out')
      await sequenceAll({ db })
      await consumeToTheEnd(consumer)
      const [parked] = (await listParkedEvents(db, { consumer: consumer.name, limit: 10 })) ?? []
      const key = { consumer: consumer.name, position: parked?.position ?? 0 }
      const retry = (consumers: EventConsumer[]) =>
        retryParkedEvent({ db, clock, actor: cliActor, consumers }, key)

      const again = await retry([consumer])
      assert.ok(typeof again === 'object' && again.error.startsWith('Error at '))
      assert.equal((await listParkedEvents(db, { consumer: consumer.name, limit: 1 }))[0]?.failures, 11)
      isBroken = false
      clock.forward(1_000)
      assert.equal(await retry([consumer]), 'CONSUMED')
      assert.deepEqual(await notedBy(db, consumer), ['left out'])
      assert.equal(await retry([consumer]), 'UNKNOWN')
      assert.equal(await retry([]), 'UNKNOWN')

      const lines = await listAudit(db, { subjectId: parked?.eventId ?? '', limit: 10 })
      const values = (failures: number) => ({ ...key, type: 'test.happened', failures })
      assert.deepEqual(
        lines.map(({ actor, action, before, after }) => [actor, action, before, after]),
        [
          ['CLI', 'retry-parked-event', values(11), null],
          ['CLI', 'retry-parked-event', values(10), values(11)],
        ],
      )
    })
  })

  describe('parked events on the command line', () => {
    const colis = (...argv: string[]) =>
      runCommandLine(['events', ...argv], { services: async () => service.services, folder: '/' })

    test('parked events are shown and retried by colis events', async () => {
      await sql`delete from parked_events`.execute(db)
      assert.equal((await colis('parked')).stdout, 'No event is parked.\n')
      const shop = await service.openShop()
      const { body } = await shop.order()
      await sequenceAll({ db })
      const [event] = (await listShopEvents(db, shop.shopId, { after: 0, limit: 10 })).events
      const about = { shopId: shop.shopId, eventId: event?.id ?? '', position: event?.position ?? 0 }
      await sql`
        insert into parked_events (consumer, position, shop_id, event_id, type, failures, error, parked_at)
        values ('matching', ${about.position}::bigint, ${about.shopId}, ${about.eventId}, 'delivery.created', 10,
          'TypeError at read', ${clock.now()})`.execute(db)

      const shown = JSON.parse((await colis('parked', '--json')).stdout)
      const parked = { type: 'delivery.created', failures: 10, error: 'TypeError at read' }
      assert.deepEqual(shown, {
        parked: [{ consumer: 'matching', ...about, ...parked, parkedAt: testStart }],
      })
      assert.match(
        (await colis('parked')).stdout,
        /matching \d+ {2}delivery\.created.*failed 10 times: TypeError/,
      )
      assert.equal((await colis('retry')).exitCode, 1)
      assert.equal((await colis('retry', '--consumer', 'webhooks')).stderr, 'No such event is parked.\n')
      const position = String(about.position)
      const retried = await colis('retry', '--consumer', 'matching', '--position', position, '--json')
      assert.deepEqual(JSON.parse(retried.stdout), {
        retried: [{ consumer: 'matching', position: about.position, error: null }],
      })
      const searches = await db
        .selectFrom('courier_searches')
        .select('delivery_id')
        .where('shop_id', '=', shop.shopId)
        .execute()
      assert.equal(searches.length, body.status === 'SEARCHING_COURIER' ? 1 : 0)
      assert.equal((await colis('parked')).stdout, 'No event is parked.\n')
    })

    test('the body of an event is kept while the event is parked', async () => {
      const shop = await service.openShop()
      await shop.order()
      await sequenceAll({ db })
      const [event] = (await listShopEvents(db, shop.shopId, { after: 0, limit: 10 })).events
      await sql`update event_consumers set position = event_log_head.position from event_log_head`.execute(db)
      await sql`
        insert into parked_events (consumer, position, shop_id, event_id, type, failures, error, parked_at)
        values ('messages', ${event?.position}::bigint, ${shop.shopId}, ${event?.id}, 'delivery.created', 10, 'Error', now())`.execute(
        db,
      )
      const body = () =>
        db
          .selectFrom('events')
          .select('body')
          .where('id', '=', event?.id ?? '')
          .executeTakeFirstOrThrow()
      clock.forward(400 * dayMs)
      await purgeWebhookLog({ db, clock })
      assert.notEqual((await body()).body, '')
      await sql`delete from parked_events`.execute(db)
      await purgeWebhookLog({ db, clock })
      assert.equal((await body()).body, '')
    })
  })
})

onServer((open) => {
  let service: TestService
  let others: Awaited<ReturnType<typeof openSecondService>>[]
  let url: string
  before(async () => {
    const database = await open()
    url = database.url
    service = await openService(database)
    others = await Promise.all([1, 2].map(() => openSecondService(url)))
  })
  after(() => Promise.all([...others, service].map((each) => each.close())))

  const logDeps = (services: Pick<TestService['services'], 'db' | 'subscribe'>, noted: string[]) => ({
    db: services.db,
    subscribe: services.subscribe,
    clock: systemClock,
    onError: (message: string, error: unknown) => void noted.push(`${message} ${(error as Error).message}`),
    alertOperator: (message: string) => void noted.push(message),
  })

  test('with 8 concurrent writers a paging reader misses no event and reads none twice', async () => {
    const shop = await service.openShop()
    const { db } = service.services
    const key = { shopId: shop.shopId, id: (await shop.order()).body.id }
    const consumer = await notingConsumer(db)
    const noted: string[] = []
    const logs = await Promise.all(
      [service, ...others].map(({ services }) =>
        startEventLog({ ...logDeps(services, noted), consumers: [consumer] }),
      ),
    )
    let isWriting = true
    const written: string[] = []
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; n < 60; n += 1) {
        const event = {
          ...happening(`${writer}.${n}`, new Date()),
          shopId: shop.shopId,
          audience: 'PARTNER' as const,
        }
        await db.transaction().execute(async (trx) => {
          await insertEvent(trx, event)
          // Some commit long after others that began later.
          if (n % 5 === writer % 5) await sql`select pg_sleep(0.02)`.execute(trx)
        })
        written.push(event.id)
        for (const log of logs) if (n % logs.length === writer % logs.length) log.wake()
      }
    })
    const read: string[] = []
    const reading = (async () => {
      for (let after = 0, isLast = false; ; ) {
        const page = await listShopEvents(db, shop.shopId, { after, limit: 7 })
        read.push(...page.events.map(({ id }) => id))
        after = page.readTo
        if (!page.hasMore && isLast) return
        isLast = !isWriting && (await sequenceAll({ db })) === 0 && !page.hasMore
      }
    })()
    await Promise.all(writers)
    isWriting = false
    await reading
    await until(async () => (await notedBy(db, consumer)).length >= written.length, 'everything to be noted')
    await Promise.all(logs.map((log) => log.stop()))

    const own = new Set(written)
    assert.deepEqual([...read].filter((id) => own.has(id)).sort(), written.sort())
    assert.equal(new Set(read).size, read.length)
    const positions = (await positionsOf(db)).map(({ position }) => position)
    assert.deepEqual(
      positions,
      positions.map((_, n) => (positions[0] ?? 0) + n),
    )
    assert.equal((await notedBy(db, consumer)).length, written.length)
    assert.deepEqual(noted, [])
    assert.ok(key.id)
  })

  test('a process that hangs or dies while it gives positions to events is replaced within 2 s', async () => {
    const { db } = service.services
    for (const dies of [false, true]) {
      const head = await findHeadPosition(db)
      for (let n = 0; n < 20; n += 1) await happen(db, `${n}`, new Date())
      const stuck = Promise.withResolvers<number>()
      const standing = Promise.withResolvers<void>()
      const other = await openDatabase({ url, poolSize: 1, timeoutMs: 30_000, onError: () => {} })
      const held = other.db.transaction().execute(async (trx) => {
        await numberWaitingEvents(trx, (await lockLogHead(trx)) ?? 0, maxBatch)
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
        stuck.resolve(rows[0]?.pid ?? 0)
        await standing.promise
      })
      const ended = held.catch(() => {})
      const pid = await stuck.promise
      assert.equal(await sequenceEvents(db), 'BUSY')
      const noted: string[] = []
      const log = await startEventLog({ ...logDeps(service.services, noted), consumers: [] })
      if (dies) await sql`select pg_terminate_backend(${pid}::integer)`.execute(db)
      await until(async () => (await findHeadPosition(db)) === head + 20, 'another process to go on')
      await log.stop()
      standing.resolve()
      await ended
      await other.close()
      assert.deepEqual(noted, [])
    }
  })

  test('a burst of 20,000 events drains, 500 at once at most, with query plans made on empty tables', async () => {
    const { services } = service
    // One connection, so that the statements that are planned on empty tables are those that are used later.
    const one = await openDatabase({ url, poolSize: 1, timeoutMs: 30_000, onError: () => {} })
    const own = { ...services, db: one.db }
    const consumers = modules.flatMap((module) => module(own).consumer ?? [])
    const consumeEverything = async () => {
      for (const consumer of consumers) await consumeAll(own, consumer)
    }
    await consumeEverything()
    await services.database.withSession(async (session) => {
      const tables = [
        'event_positions',
        'event_consumers',
        'courier_searches',
        'messages',
        'webhook_dispatches',
      ]
      for (const table of ['unsequenced_events', ...tables])
        await session.runScript(`vacuum analyze ${table}`)
    })
    for (let n = 0; n < 10; n += 1) {
      await (await service.openShop()).order()
      await consumeEverything()
    }
    for (let n = 0; n < 4; n += 1) await publishMany(service, await service.openShop(), 5_000)

    const rounds: number[] = []
    for (let count = -1; count !== 0; rounds.push(count)) {
      const events = await sequenceEvents(one.db)
      count = events === 'BUSY' ? -1 : events.length
    }
    await consumeEverything()
    await one.close()

    assert.equal(
      rounds.reduce((sum, count) => sum + count, 0),
      20_000,
    )
    assert.ok(Math.max(...rounds) <= maxBatch)
  })
})
