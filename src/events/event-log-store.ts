import { sql } from 'kysely'
import type { Due } from '../base/database/first-due.ts'
import type { Database, Trx } from '../base/database/open-database.ts'
import type { ConsumerState } from './consumer-retries.ts'

/** An event with its position in the log: consumers read the rest from the database where they need it. */
export type LoggedEvent = { position: number; shopId: string; id: string; type: string }

/** Positions stay far below 2^53, so a double holds each exactly; a 64-bit integer would be read as text. */
const asNumber = sql.raw('::double precision')

/**
 * Plans made while tables were nearly empty would be kept and take minutes once they are full: within these
 * transactions every statement is planned with the table as it is.
 */
const plannedAsIs = sql.raw(`set_config('plan_cache_mode', 'force_custom_plan', true)`)

/**
 * Locks the head of the log for the caller's transaction and returns the last position given; undefined while
 * another process gives positions. A transaction that is idle for 1.5 s is ended by the database.
 */
export async function lockLogHead(trx: Trx): Promise<number | undefined> {
  const { rows } = await sql<{ position: number }>`
    select event_log_head.position${asNumber} as position, ${plannedAsIs},
      set_config('idle_in_transaction_session_timeout', '1500', true)
    from event_log_head
    for update skip locked
  `.execute(trx)
  return rows[0]?.position
}

/**
 * Gives at most `limit` waiting events the positions after `head`, in the order in which they were written,
 * and notifies every process. They are selected by their places in the table (`ctid = any(array(...))`): the
 * inner query runs once, whatever the plan, so that the limit holds.
 */
export async function numberWaitingEvents(trx: Trx, head: number, limit: number): Promise<LoggedEvent[]> {
  const { rows } = await sql<LoggedEvent>`
    with taken as (
      delete from unsequenced_events
      where ctid = any(array(
        select waiting.ctid from unsequenced_events as waiting
        order by waiting.number limit ${limit}::integer))
      returning number, shop_id, event_id, type, audience, created_at
    ), numbered as (
      insert into event_positions (position, shop_id, event_id, type, audience, created_at)
      select
        ${head}::bigint + row_number() over (order by taken.number), taken.shop_id, taken.event_id,
        taken.type, taken.audience, taken.created_at
      from taken
      returning position, shop_id, event_id, type
    ), moved as (
      update event_log_head
      set position = event_log_head.position + (select count(*) from taken)
      where exists (select from taken)
      returning pg_notify('colis_changed', 'sequenced')
    )
    select
      numbered.position${asNumber} as position, numbered.shop_id as "shopId", numbered.event_id as id,
      numbered.type
    from numbered
    order by numbered.position
  `.execute(trx)
  return rows
}

/** Adds a consumer, which begins after the events so far. */
export async function insertConsumer(db: Database, name: string): Promise<void> {
  await sql`
    insert into event_consumers (name, position)
    select ${name}, event_log_head.position from event_log_head
    on conflict do nothing
  `.execute(db)
}

/** The position and state of a consumer. */
export type ConsumerCursor = ConsumerState & { position: number; retryAt: Date | null }

/**
 * Locks a consumer's cursor for the caller's transaction; undefined while another process holds it. The
 * commit does not wait for the disk: a crash of the database loses cursor and rows together, and they are
 * written again.
 */
export async function lockCursor(trx: Trx, name: string): Promise<ConsumerCursor | undefined> {
  const { rows } = await sql<ConsumerCursor>`
    select
      event_consumers.position${asNumber} as position, event_consumers.batch_size as "batchSize",
      event_consumers.failures, event_consumers.retry_at as "retryAt",
      ${plannedAsIs}, set_config('synchronous_commit', 'off', true)
    from event_consumers
    where event_consumers.name = ${name}
    for update skip locked
  `.execute(trx)
  return rows[0]
}

/** Keeps a consumer from reading until the caller's transaction ends, and waits for what it is reading. */
export async function waitForCursor(trx: Trx, name: string): Promise<void> {
  await sql`
    select event_consumers.name, set_config('synchronous_commit', 'off', true)
    from event_consumers where event_consumers.name = ${name} for update
  `.execute(trx)
}

/** At most `limit` events after a position, whatever their types. */
export async function listEventsFrom(trx: Trx, position: number, limit: number): Promise<LoggedEvent[]> {
  const { rows } = await sql<LoggedEvent>`
    select
      event_positions.position${asNumber} as position, event_positions.shop_id as "shopId",
      event_positions.event_id as id, event_positions.type
    from event_positions
    where event_positions.position > ${position}::bigint
    order by event_positions.position
    limit ${limit}::integer
  `.execute(trx)
  return rows
}

/**
 * What happened after a position: how far was read, how many events that were, and the deliveries they are
 * about.
 */
type ReadChanges = {
  position: number
  events: number
  deliveries: { shopId: string; id: string }[]
}

/**
 * The deliveries of some shops that the next events are about, at most `limit` events of all shops and types.
 */
export async function listChangedDeliveries(
  db: Database,
  {
    after,
    limit,
    shopIds,
    ignoredTypes,
  }: { after: number; limit: number; shopIds: readonly string[]; ignoredTypes: readonly string[] },
): Promise<ReadChanges> {
  const { rows } = await sql<{
    position: number | null
    events: number
    shopId: string | null
    id: string | null
  }>`
    with placed as (
      select event_positions.position, event_positions.shop_id, event_positions.event_id, event_positions.type
      from event_positions
      where event_positions.position > ${after}::bigint
      order by event_positions.position
      limit ${limit}::integer
    )
    select
      latest.position${asNumber} as position, latest.events::integer as events,
      changed.shop_id as "shopId", changed.delivery_id as id
    from (select max(placed.position) as position, count(*) as events from placed) as latest
    left join (
      select distinct events.shop_id, events.delivery_id
      from placed
      join events on events.shop_id = placed.shop_id and events.id = placed.event_id
      where placed.shop_id = any(${[...shopIds]}::uuid[])
        and placed.type <> all(${[...ignoredTypes]}::text[])
        and events.delivery_id is not null
    ) as changed on true
  `.execute(db)
  const deliveries = rows.flatMap(({ shopId, id }) => (shopId && id ? [{ shopId, id }] : []))
  return { position: rows[0]?.position ?? after, events: rows[0]?.events ?? 0, deliveries }
}

/** Moves a consumer's cursor on. */
export async function moveCursor(
  trx: Trx,
  name: string,
  position: number,
  { batchSize, failures }: ConsumerState,
): Promise<void> {
  await sql`
    update event_consumers
    set position = ${position}::bigint, batch_size = ${batchSize}, failures = ${failures}, retry_at = null
    where event_consumers.name = ${name}
  `.execute(trx)
}

/** Saves a failure, unless another process has moved the cursor meanwhile. */
export async function setRetry(
  db: Database,
  name: string,
  before: ConsumerCursor,
  { batchSize, failures, retryAt }: ConsumerState & { retryAt: Date },
): Promise<void> {
  await sql`
    update event_consumers
    set batch_size = ${batchSize}, failures = ${failures}, retry_at = ${retryAt}
    where event_consumers.name = ${name}
      and event_consumers.position = ${before.position}::bigint
      and event_consumers.failures = ${before.failures}
      and event_consumers.batch_size = ${before.batchSize}
  `.execute(db)
}

/** Whether events wait for their positions, and which of these consumers have not read everything. */
export async function findWaiting(
  db: Database,
  names: readonly string[],
  now: Date,
): Promise<{ isUnsequenced: boolean; behind: string[] }> {
  const { rows } = await sql<{ isUnsequenced: boolean; behind: string[] }>`
    select
      exists (select from unsequenced_events) as "isUnsequenced",
      array(
        select event_consumers.name
        from event_consumers
        cross join event_log_head
        where event_consumers.name = any(${[...names]}::text[])
          and event_consumers.position < event_log_head.position
          and (event_consumers.retry_at is null or event_consumers.retry_at <= ${now})
      ) as behind
  `.execute(db)
  return rows[0] ?? { isUnsequenced: false, behind: [] }
}

/** Since when something waits for these consumers or for its position: long ago, or when one is tried again. */
export const eventsDue = (names: readonly string[]): Due => sql`
  select least(
    (select to_timestamp(0) where exists (select from unsequenced_events)),
    (
      select min(coalesce(event_consumers.retry_at, to_timestamp(0)))
      from event_consumers
      cross join event_log_head
      where event_consumers.name = any(${[...names]}::text[])
        and event_consumers.position < event_log_head.position
    ))`

/** An event of a shop as its own systems read it. */
export type ShopEvent = { position: number; id: string; type: string; createdAt: Date; body: string }

/** The last position that was given to an event. */
export async function findHeadPosition(db: Database): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select event_log_head.position${asNumber} as position from event_log_head
  `.execute(db)
  return rows[0]?.position ?? 0
}

/**
 * At most `limit` events for a shop's own systems after a position; a body may have been emptied. The
 * positions are found first (`offset 0`), so that no plan reads the events of other shops.
 */
export async function selectShopEvents(
  db: Database,
  shopId: string,
  { after, limit }: { after: number; limit: number },
): Promise<ShopEvent[]> {
  const { rows } = await sql<ShopEvent>`
    select
      placed.position${asNumber} as position, events.id, events.type, events.created_at as "createdAt",
      events.body
    from (
      select event_positions.position, event_positions.event_id
      from event_positions
      where event_positions.shop_id = ${shopId}::uuid
        and event_positions.audience = 'PARTNER'
        and event_positions.position > ${after}::bigint
      order by event_positions.position
      limit ${limit}::integer
      offset 0
    ) as placed
    join events on events.shop_id = ${shopId}::uuid and events.id = placed.event_id
    order by placed.position
  `.execute(db)
  return rows
}

/**
 * Removes at most `limit` positions of events that happened before `before`, the oldest first, as far as
 * every consumer has read; returns how many.
 */
export async function deleteOldPositions(db: Database, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from event_positions
    where ctid = any(array(
      select oldest.place
      from (
        select event_positions.ctid as place, event_positions.created_at
        from event_positions
        where event_positions.position <= (select min(event_consumers.position) from event_consumers)
        order by event_positions.position
        limit ${limit}::integer
      ) as oldest
      where oldest.created_at < ${before}))
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** A parked event. */
export type ParkedEvent = {
  consumer: string
  position: number
  shopId: string
  eventId: string
  type: string
  failures: number
  error: string
  parkedAt: Date
}

/** Parks an event. */
export async function insertParkedEvent(trx: Trx, parked: ParkedEvent): Promise<void> {
  await sql`
    insert into parked_events (consumer, position, shop_id, event_id, type, failures, error, parked_at)
    values (
      ${parked.consumer}, ${parked.position}::bigint, ${parked.shopId}, ${parked.eventId}, ${parked.type},
      ${parked.failures}, ${parked.error}, ${parked.parkedAt})
    on conflict do nothing
  `.execute(trx)
}

const parkedColumns = sql`
  parked_events.consumer, parked_events.position${asNumber} as position, parked_events.shop_id as "shopId",
  parked_events.event_id as "eventId", parked_events.type, parked_events.failures, parked_events.error,
  parked_events.parked_at as "parkedAt"`

/** At most `limit` parked events, of one consumer if it is named, in order for each consumer. */
export async function listParkedEvents(
  db: Database,
  { consumer = null, limit }: { consumer?: string | null; limit: number },
): Promise<ParkedEvent[]> {
  const { rows } = await sql<ParkedEvent>`
    select ${parkedColumns} from parked_events
    where parked_events.consumer = coalesce(${consumer}::text, parked_events.consumer)
    order by parked_events.consumer, parked_events.position
    limit ${limit}::integer
  `.execute(db)
  return rows
}

/** Reads and locks a parked event until the transaction ends. */
export async function lockParkedEvent(
  trx: Trx,
  consumer: string,
  position: number,
): Promise<ParkedEvent | undefined> {
  const { rows } = await sql<ParkedEvent>`
    select ${parkedColumns} from parked_events
    where parked_events.consumer = ${consumer} and parked_events.position = ${position}::bigint
    for update
  `.execute(trx)
  return rows[0]
}

/** Deletes a parked event. */
export async function deleteParkedEvent(trx: Trx, consumer: string, position: number): Promise<void> {
  await sql`
    delete from parked_events
    where parked_events.consumer = ${consumer} and parked_events.position = ${position}::bigint
  `.execute(trx)
}

/** Counts another failure of a parked event. */
export async function countParkedFailure(
  trx: Trx,
  consumer: string,
  position: number,
  error: string,
): Promise<void> {
  await sql`
    update parked_events
    set failures = parked_events.failures + 1, error = ${error}
    where parked_events.consumer = ${consumer} and parked_events.position = ${position}::bigint
  `.execute(trx)
}
