import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { startBackground } from '../src/app.ts'
import type { Loop } from '../src/base/background/loop.ts'
import { eventTypes } from '../src/contract/vocabulary.ts'
import { changePayment } from '../src/domain/deliveries/payment/change-payment.ts'
import { insertSearches } from '../src/domain/matching/search-store.ts'
import { requeuePaidRequests } from '../src/domain/money/mobile-money/payment-request-store.ts'
import { addEndpoint } from '../src/domain/webhooks/endpoints/add-endpoint.ts'
import { sendRequestsWith } from '../src/domain/webhooks/sending/send-request.ts'
import { deleteOldestEvents, lockEventLog } from '../src/events/event-removal-store.ts'
import { courierAt, openOffersOf } from './support/courier-work.ts'
import { onServer } from './support/databases.ts'
import { bringTo } from './support/delivery-verbs.ts'
import { center, east, openService, type TestService } from './support/open-service.ts'
import { openPartnerServer, type PartnerServer } from './support/partner-server.ts'
import { until } from './support/until.ts'

/** A statement as the service sent it: under a name when PostgreSQL is to keep its plan. */
type Sent = { text: string; values: unknown[]; isNamed: boolean }

/** A figure of the service's health, once a minute, over everything that is under way. */
const readsUnderWay = /\/\* reads all that is under way \*\//

/** The search for couriers nearby and a courier's screen, which are planned once. */
const onePlan = '/* one plan */'

/** So many that a sequential scan or a nested loop over them cannot go unnoticed. */
const many = 4_000

/**
 * PostgreSQL keeps the plans of prepared statements as the tables were when they were made. Here every statement
 * that a life of deliveries, offers, payments, messages and webhooks needs is prepared while the tables are
 * empty; then they are filled, and PostgreSQL is not asked to analyse them.
 */
onServer((open) => {
  let service: TestService
  let partner: PartnerServer
  let url: string
  let loops: Loop[] = []
  const stopLoops = () => Promise.all(loops.map((loop) => loop.stop()))
  const sent = new Map<string, Sent>()

  before(async () => {
    const opened = await open()
    url = opened.url
    const stopRecording = record(sent)
    partner = await openPartnerServer()
    service = await openService(opened)
    trust(service, partner)
    loops = await startBackground(service.services)
    await liveOnce(service, partner, sent)
    await stopLoops()
    stopRecording()
  })
  after(async () => {
    await stopLoops()
    await service.close()
    await partner.close()
  })

  test('a plan made for empty tables neither scans a whole table nor ignores a limit once the tables are full', async (t) => {
    assert.ok(sent.size > 60, `only ${sent.size} statements were recorded`)
    const plannedOnce = [...sent.values()].filter(({ text }) => text.includes(onePlan))
    assert.ok(plannedOnce.length >= 3, `${plannedOnce.length} statements have one plan`)
    assert.ok(plannedOnce.every(({ isNamed }) => isNamed))
    // As the pool of the service opens its connections.
    const client = new pg.Client({ connectionString: url, options: await optionsOf(service) })
    await client.connect()
    t.after(() => client.end())
    const statements = [...sent.values()].map((statement, nth) => ({ ...statement, name: `recorded_${nth}` }))
    const kept = await keepPlansOfEmptyTables(client, statements)
    await fill(client)

    const faults: string[] = []
    for (const statement of statements.filter(
      ({ text }) => !isPurge(text) && !text.includes('-- counted by the test') && !readsUnderWay.test(text),
    )) {
      const plan = await planNow(client, statement, kept)
      if (plan) faults.push(...faultsOf(plan).map((fault) => `${fault}: ${oneLine(statement.text)}`))
    }
    assert.deepEqual(faults, [])
  })

  test('the searches of 500 events are enqueued by keys on a database that was never analysed', async (t) => {
    const opened = await open()
    const burst = await openService(opened)
    t.after(() => burst.close())
    const order = (await (await burst.openShop()).order({ dropoff: east })).body
    const client = new pg.Client({ connectionString: opened.url, options: await optionsOf(burst) })
    await client.connect()
    t.after(() => client.end())
    const events = await copyCreations(client, order.id)
    const sent = new Map<string, Sent>()
    const stopRecording = record(sent)
    await burst.services.db
      .transaction()
      .execute((trx) => insertSearches(trx, events, { now: burst.services.clock.now(), closed: [] }))
    stopRecording()
    const statement = [...sent.values()].find(({ text }) => text.includes('insert into courier_searches'))
    assert.ok(statement)
    const plan = await planNow(client, { ...statement, name: 'searches' }, new Set())
    assert.deepEqual(plan && faultsOf(plan), [])
  })

  test('the payments of 500 events are looked at again by keys on a database that was never analysed', async (t) => {
    const opened = await open()
    const burst = await openService(opened)
    t.after(() => burst.close())
    const shop = await burst.openShop()
    const payment = { mode: 'CASH_ON_DELIVERY', goodsAmount: 12_500, collection: 'SECURE' }
    const key = await bringTo(burst, shop, 'IN_TRANSIT', { payment })
    const client = new pg.Client({ connectionString: opened.url, options: await optionsOf(burst) })
    await client.connect()
    t.after(() => client.end())
    await client.query('alter table payment_requests set (autovacuum_enabled = off)')
    await changePayment(burst.services, key, 'confirm')
    const events = await copyCreations(client, key.id)
    await client.query(`
      insert into payment_requests (shop_id, id, delivery_id, number, amount_fcfa, provider, state, deadline_at, created_at, ended_at)
      select '${key.shopId}', gen_random_uuid(), copies.delivery_id, 1, 12500, 'mtn-momo', 'PAID', now(), now(), now()
      from copies`)
    const sent = new Map<string, Sent>()
    const stopRecording = record(sent)
    const { db, clock } = burst.services
    await db.transaction().execute(async (trx) => {
      await requeuePaidRequests(trx, events, eventTypes, clock.now())
    })
    stopRecording()
    const { rows } = await client.query(
      'select count(*)::integer as due from payment_requests where due_at is not null',
    )
    assert.deepEqual(rows, [{ due: 500 }])
    const statement = [...sent.values()].find(({ text }) => /update payment_requests/.test(text))
    assert.ok(statement)
    const plan = await planNow(client, { ...statement, name: 'payments' }, new Set())
    assert.deepEqual(plan && faultsOf(plan), [])
  })

  test('a reset reads the positions and events that it removes by keys, whosever positions come first', async (t) => {
    const opened = await open()
    const used = await openService(opened)
    t.after(() => used.close())
    const [shop, other] = [await used.openShop(), await used.openShop()]
    const client = new pg.Client({ connectionString: opened.url, options: await optionsOf(used) })
    await client.connect()
    t.after(() => client.end())
    await copyCreations(client, (await other.order()).body.id)
    await client.query('drop table copies')
    await copyCreations(client, (await shop.order()).body.id)
    await client.query(`
      insert into event_positions (position, shop_id, event_id, type, audience, created_at)
      select number, shop_id, event_id, type, audience, created_at from unsequenced_events;
      delete from unsequenced_events;
      analyze`)
    const sent = new Map<string, Sent>()
    const stopRecording = record(sent)
    await used.services.db.transaction().execute(async (trx) => {
      await lockEventLog(trx)
      assert.equal((await deleteOldestEvents(trx, shop.shopId, 500)).removed, 500)
    })
    await used.services.db.transaction().execute((trx) => deleteOldestEvents(trx, shop.shopId, 2 * many))
    stopRecording()
    const statements = [...sent.values()].filter(({ text }) => text.includes('delete from events'))
    assert.equal(statements.length, 2)
    for (const [nth, statement] of statements.entries()) {
      const values = statement.values.map((value) => (typeof value === 'number' ? 500 : value))
      // Nothing of the shop is left, so whatever is read is read in vain.
      const plan = await planNow(client, { ...statement, values, name: `reset_${nth}` }, new Set())
      assert.deepEqual(plan && faultsOf(plan), [])
    }
  })
})

/** Thousands of deliveries like this one, which wait for a courier; returns the events of 500 of them. */
async function copyCreations(client: pg.Client, id: string): Promise<{ shopId: string; id: string }[]> {
  for (const table of ['deliveries', 'events'])
    await client.query(`alter table ${table} set (autovacuum_enabled = off)`)
  await client.query(`
    create table copies as
    select number, gen_random_uuid() as delivery_id, gen_random_uuid() as event_id
    from generate_series(1, ${many}) as number;
    insert into deliveries
    select copied.*
    from copies
    cross join (select * from deliveries where id = '${id}') as first
    cross join lateral jsonb_populate_record(first::deliveries, jsonb_build_object(
      'id', copies.delivery_id, 'reference', copies.delivery_id, 'external_ref', null,
      'idempotency_key', 'copy-' || copies.number)) as copied;
    insert into events
    select copied.*
    from copies
    cross join (select * from events where delivery_id = '${id}' limit 1) as first
    cross join lateral jsonb_populate_record(first::events, jsonb_build_object(
      'id', copies.event_id, 'delivery_id', copies.delivery_id, 'subject_id', copies.delivery_id)) as copied;
  `)
  const { rows } = await client.query<{ shopId: string; id: string }>(`
    select events.shop_id as "shopId", events.id from events join copies on copies.event_id = events.id
    where copies.number <= 500`)
  return rows
}

/** How the connections of the service differ from any other in what they let PostgreSQL plan. */
async function optionsOf({ services }: TestService): Promise<string> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where category like 'Query Tuning%' and source <> 'default'
  `.execute(services.db)
  return rows.map(({ name, setting }) => `-c ${name}=${setting}`).join(' ')
}

/** Every statement of the pool from now on, the first time it is sent, until the returned function is called. */
function record(sent: Map<string, Sent>): () => void {
  const original = pg.Client.prototype.query
  function query(this: pg.Client, ...args: unknown[]): unknown {
    const [config] = args as [{ text?: string; values?: unknown[]; name?: string } | string]
    if (typeof config === 'object' && typeof config.text === 'string' && !sent.has(config.text))
      sent.set(config.text, {
        text: config.text,
        values: config.values ?? [],
        isNamed: config.name !== undefined,
      })
    return (original as (...args: unknown[]) => unknown).apply(this, args)
  }
  pg.Client.prototype.query = query as typeof original
  return () => {
    pg.Client.prototype.query = original
  }
}

/** Lets webhooks reach the partner's server, which is on this machine under a certificate of the test. */
function trust(service: TestService, partner: PartnerServer): void {
  const rules = { allowedRanges: ['127.0.0.0/8'], allowInsecure: false }
  const resolve = async () => ['127.0.0.1']
  const { send } = sendRequestsWith({ rules, resolve, ca: partner.authority.ca })
  Object.assign(service.services.webhooks, { rules, resolve, send })
}

/** A shop with an endpoint, couriers, and deliveries that come to every end. */
async function liveOnce(
  service: TestService,
  partner: PartnerServer,
  sent: ReadonlyMap<string, Sent>,
): Promise<void> {
  const shop = await service.openShop()
  const hook = partner.hook((response) => response.writeHead(204).end())
  await addEndpoint(service.services.webhooks, {
    shopId: shop.shopId,
    url: hook.url,
    eventTypes: null,
    description: null,
  })
  const courierId = await courierAt(service, center)
  const { clock } = service.services
  const cash = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 12_500, feePayer: 'CUSTOMER' } }
  const paid = (await shop.order({ ...cash, dropoff: east })).body.id
  const lost = (await shop.order({ dropoff: east })).body.id
  // A step of the sandbox would end the search for a courier before it was made.
  await until(() => [...sent.keys()].some((text) => text.includes(onePlan)), 'a search for a courier')
  assert.ok(await openOffersOf(service, courierId, clock.now()))
  const cancelled = (await shop.order({})).body.id
  await shop.post(`/deliveries/${cancelled}/cancel`, {})
  await shop.patch(`/deliveries/${lost}`, {
    customer: { phone: '0197000002' },
    dropoff: center,
    externalRef: 'changed',
    expectedPrice: 500,
  })
  await shop.get(`/deliveries/${lost}/cancellation`)
  const advance = (id: string, body = {}) => shop.post(`/sandbox/deliveries/${id}/advance`, body)
  // The service searches and asks for the payment meanwhile: what it did just before is not stepped over.
  await until(async () => (await advance(paid)).body.status === 'DELIVERED', 'a delivery that is handed over')
  await until(async () => (await advance(lost)).body.status === 'IN_TRANSIT', 'a parcel on its way')
  assert.equal((await advance(lost, { outcome: 'FAILED' })).status, 200)
  await shop.post(`/deliveries/${lost}/return-confirmations`)
  for (const path of [
    '/deliveries',
    '/deliveries?status=DELIVERED',
    `/deliveries/${paid}`,
    `/deliveries/${paid}/events`,
  ])
    await shop.get(path)
  const { rows } = await sql<{ events: number }>`
    select count(*)::integer as events from events
    where audience = 'PARTNER' and type <> 'delivery.courier_arrived'
    -- counted by the test`.execute(service.services.db)
  const events = rows[0]?.events ?? 0
  assert.ok(events >= 8, `only ${events} things happened to the deliveries`)
  await until(() => hook.received.length >= events, 'the webhooks of three deliveries')
}

/**
 * Prepares each statement and has PostgreSQL keep a plan for all values, as it does after five uses; the tables
 * are nearly empty then. Returns the names of those that could be: what a session may only do for itself
 * (`listen`, settings) has no plan.
 */
async function keepPlansOfEmptyTables(
  client: pg.Client,
  statements: (Sent & { name: string })[],
): Promise<Set<string>> {
  const kept = new Set<string>()
  // Whatever touches the definition or the statistics of a table has its plans made again.
  for (const table of filled) await client.query(`alter table ${table} set (autovacuum_enabled = off)`)
  await client.query('analyze')
  await client.query(`set plan_cache_mode = force_generic_plan`)
  for (const { name, text, values, isNamed } of statements) {
    if (!isNamed || !isPlanned(text)) continue
    await client.query(`prepare ${name} as ${text}`)
    await client.query(`explain execute ${name}${listed(values)}`)
    kept.add(name)
  }
  return kept
}

/**
 * What is kept for a time only ends once a minute, by an age of which PostgreSQL learns when it analyses the table,
 * and not before the queue of new events is looked through: until then such a statement may read it all.
 */
const isPurge = (text: string) =>
  /^\s*(delete from "\w+"|update events set body = '', trace = null)\s+where ctid = any/.test(text)

const isPlanned = (text: string) => /^\s*(select|insert|update|delete|with)\b/i.test(text)

/** The plan that the statement would run by now: the one that was kept, or one made for its values. */
async function planNow(
  client: pg.Client,
  { name, text, values }: Sent & { name: string },
  kept: ReadonlySet<string>,
): Promise<PlanNode | undefined> {
  if (!isPlanned(text)) return undefined
  if (!kept.has(name)) {
    await client.query('set plan_cache_mode = force_custom_plan')
    await client.query(`prepare ${name} as ${text}`)
  }
  await client.query('begin')
  try {
    const { rows } = await client.query(
      `explain (analyze, timing off, format json) execute ${name}${listed(values)}`,
    )
    return rows[0]['QUERY PLAN'][0].Plan
  } catch (error) {
    // The same delivery twice, or the same event: it was planned, and nothing was to be read.
    if ((error as { code?: string }).code?.startsWith('23')) return undefined
    throw new Error(`${(error as Error).message}: ${oneLine(text)}`, { cause: error })
  } finally {
    await client.query('rollback')
    await client.query('set plan_cache_mode = force_generic_plan')
  }
}

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** Whatever in a plan read thousands of rows where the statement is about a few. */
function faultsOf(node: PlanNode): string[] {
  const read = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
  const where = `${node['Node Type']} on ${node['Relation Name']}`
  const dropped = (node['Rows Removed by Join Filter'] ?? 0) * node['Actual Loops']
  const faults: string[] = []
  // Each row of one table with each of another: what joins drop is little where a few are joined by their keys.
  if (read >= 2 * many || dropped >= many / 4) faults.push(`${where} reads ${read} rows and drops ${dropped}`)
  if (node['Node Type'] === 'Seq Scan' && read >= many) faults.push(`${where} reads ${read} rows`)
  if (node['Node Type'] === 'Limit' && node['Actual Loops'] > 100)
    faults.push(`a limit is kept ${node['Actual Loops']} times over`)
  return [...faults, ...(node.Plans ?? []).flatMap(faultsOf)]
}

const listed = (values: unknown[]) => (values.length === 0 ? '' : `(${values.map(literal).join(', ')})`)

const literal = (value: unknown) =>
  value === null || value === undefined ? 'null' : pg.escapeLiteral(String(asText(value)))

/** A parameter as the driver writes it on the wire. */
function asText(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.map(element).join(',')}}`
  return typeof value === 'object' ? JSON.stringify(value) : value
}

const element = (value: unknown) => (value === null ? 'null' : JSON.stringify(String(asText(value))))

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 160)

const filled = [
  'deliveries',
  'delivery_history',
  'events',
  'webhook_dispatches',
  'webhook_attempts',
  'messages',
  'couriers',
  'courier_cities',
  'courier_positions',
  'arrivals',
  'problem_reports',
]

/** Thousands of copies of every row, which PostgreSQL is not asked to analyse. */
async function fill(client: pg.Client): Promise<void> {
  await client.query(`
    create table copies as
    select number, gen_random_uuid() as delivery_id, gen_random_uuid() as event_id
    from generate_series(1, ${many}) as number;
    insert into deliveries
    select copied.*
    from copies
    cross join (select * from deliveries where status = 'DELIVERED' limit 1) as first
    cross join lateral jsonb_populate_record(first::deliveries, jsonb_build_object(
      'id', copies.delivery_id, 'reference', 'COPY-' || copies.number, 'external_ref', null,
      'idempotency_key', 'copy-' || copies.number, 'courier_id', null,
      'status', case when copies.number % 2 = 0 then 'SEARCHING_COURIER' else 'DELIVERED' end)) as copied;
    insert into delivery_history
    select copied.*
    from copies
    cross join (select * from delivery_history limit 1) as first
    cross join lateral jsonb_populate_record(
      first::delivery_history, jsonb_build_object('delivery_id', copies.delivery_id)) as copied;
    insert into events
    select copied.*
    from copies
    cross join (select * from events where type = 'delivery.created' limit 1) as first
    cross join lateral jsonb_populate_record(first::events, jsonb_build_object(
      'id', copies.event_id, 'delivery_id', copies.delivery_id, 'subject_id', copies.delivery_id)) as copied;
    insert into webhook_dispatches
    select copied.*
    from copies
    cross join (select * from webhook_dispatches limit 1) as first
    cross join lateral jsonb_populate_record(
      first::webhook_dispatches, jsonb_build_object('event_id', copies.event_id)) as copied;
    insert into webhook_attempts
    select copied.*
    from copies
    cross join (select * from webhook_attempts limit 1) as first
    cross join lateral jsonb_populate_record(first::webhook_attempts, jsonb_build_object(
      'id', gen_random_uuid(), 'event_id', copies.event_id)) as copied;
    insert into messages
    select copied.*
    from copies
    cross join (select * from messages where delivery_id is not null limit 1) as first
    cross join lateral jsonb_populate_record(first::messages, jsonb_build_object(
      'id', gen_random_uuid(), 'delivery_id', copies.delivery_id)) as copied;
    insert into couriers
    select copied.*
    from copies
    cross join (select * from couriers limit 1) as first
    cross join lateral jsonb_populate_record(first::couriers, jsonb_build_object(
      'id', copies.event_id, 'phone', '+2299' || lpad(copies.number::text, 7, '0'))) as copied;
    insert into courier_cities (city_id, courier_id)
    select first.city_id, copies.event_id
    from copies
    cross join (select * from courier_cities limit 1) as first;
    insert into arrivals (shop_id, delivery_id, city_id, due_at, picked_up_at)
    select deliveries.shop_id, deliveries.id, deliveries.city_id, now() + interval '1 day', now()
    from copies
    join deliveries on deliveries.id = copies.delivery_id;
    insert into problem_reports (
      shop_id, id, delivery_id, number, reason, delivery_status, reported_at, taken_at, taken_by, closed_at, closed_by)
    select
      deliveries.shop_id, gen_random_uuid(), deliveries.id, 1, 'DAMAGED', 'DELIVERED', now(), now(), 'CLI', now(), 'CLI'
    from copies
    join deliveries on deliveries.id = copies.delivery_id;
    insert into courier_positions
    select copied.*
    from copies
    cross join (select * from courier_positions limit 1) as first
    cross join lateral jsonb_populate_record(first::courier_positions, jsonb_build_object(
      'courier_id', copies.event_id, 'cell', first.cell + 10 * copies.number)) as copied;
  `)
}
