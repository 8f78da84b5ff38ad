import { sql } from 'kysely'
import type { Database } from '../../../base/database/open-database.ts'
import type { PaymentRequestState } from '../../../contract/vocabulary.ts'
import { fetchedFrom, isCarried, statusesOf } from '../../deliveries/delivery-store.ts'
import type { MessageKind } from '../../messages/messages-tables.ts'
import { searchLeadMinutes } from '../../pricing/pickup-window.ts'
import {
  type CitySearches,
  type ConsumerHealth,
  countedAtMost,
  type EventLogHealth,
  type LockedCode,
  listedAtMost,
  type MessageHealth,
  type MigrationHealth,
  type PaymentHealth,
} from './service-health.ts'

/** The figures of the database itself, and of the tables of other rooms, which are only read here. */

const asNumber = sql.raw('::double precision')

/** Version, size and connections of the database; others than the own user's connections may be hidden. */
export async function findDatabaseFigures(db: Database) {
  const { rows } = await sql<{
    version: string
    sizeBytes: number
    connections: number
    maxConnections: number
  }>`
    select
      current_setting('server_version') as version,
      pg_database_size(current_database())${asNumber} as "sizeBytes",
      (select count(*)::integer from pg_stat_activity
       where pg_stat_activity.datname = current_database()) as connections,
      current_setting('max_connections')::integer as "maxConnections"
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database says nothing about itself.')
  return row
}

/**
 * The migrations that were applied; this version comes with those of `current`, and knows those of `before`
 * by their names.
 */
export async function findMigrations(
  db: Database,
  current: readonly string[],
  before: readonly string[],
): Promise<MigrationHealth> {
  const { rows } = await sql<{ name: string }>`
    select schema_migrations.name from schema_migrations order by schema_migrations.name
  `.execute(db)
  const applied = rows.map(({ name }) => name)
  return {
    last: applied.at(-1) ?? '',
    applied: applied.length,
    pending: current.filter((name) => !applied.includes(name)).length,
    unknown: applied.filter((name) => ![...before, ...current].includes(name)).length,
  }
}

/** How far the log is read: what has no position yet, and what each consumer has not read. */
export async function findEventLogHealth(db: Database): Promise<EventLogHealth> {
  const { rows: consumers } = await sql<ConsumerHealth>`
    select
      event_consumers.name, event_consumers.failures,
      greatest(event_log_head.position - event_consumers.position, 0)${asNumber} as behind,
      (select event_positions.created_at from event_positions
       where event_positions.position > event_consumers.position
       order by event_positions.position limit 1) as "oldestAt"
    from event_consumers
    cross join event_log_head
    order by event_consumers.name
  `.execute(db)
  const { rows } = await sql<
    Record<'unsequenced' | 'parked', number> & Record<'at' | 'parkedAt', Date | null>
  >`
    select
      (select count(*)::integer from (
        select from unsequenced_events limit ${sql.lit(countedAtMost)}) as counted) as unsequenced,
      (select unsequenced_events.created_at from unsequenced_events
       order by unsequenced_events.number limit 1) as at,
      (select count(*)::integer from (
        select from parked_events limit ${sql.lit(countedAtMost)}) as counted) as parked,
      (select min(parked_events.parked_at) from parked_events) as "parkedAt"
  `.execute(db)
  const { unsequenced = 0, at = null, parked = 0, parkedAt = null } = rows[0] ?? {}
  return { unsequenced, oldestUnsequencedAt: at, consumers, parked: { count: parked, oldestAt: parkedAt } }
}

/**
 * How messages go: those that are due and wait, of kinds that no channel takes or that were refused so far,
 * and the outcomes since `since`.
 */
export async function findMessageHealth(
  db: Database,
  { heldKinds, sentKinds, now, since }: HeldMessages,
): Promise<Omit<MessageHealth, 'hasChannel' | 'passedOn'>> {
  const { rows: held } = await sql<{ held: number; oldestHeldAt: Date | null }>`
    select count(*)::integer as held, min(waiting.created_at) as "oldestHeldAt"
    from (
      select messages.created_at
      from unnest(${[...heldKinds]}::text[]) as without (kind)
      cross join lateral (
        select messages.created_at from messages
        where messages.kind = without.kind and messages.state = 'PENDING' and messages.due_at <= ${now}
          and (messages.expires_at is null or messages.expires_at > ${now})
        order by messages.due_at limit ${sql.lit(countedAtMost)}
      ) as messages
      union all
      select messages.created_at
      from unnest(${[...sentKinds]}::text[]) as within (kind)
      cross join lateral (
        select messages.created_at, messages.attempts from messages
        where messages.kind = within.kind and messages.state = 'PENDING'
        order by messages.due_at limit ${sql.lit(countedAtMost)}
      ) as messages
      where messages.attempts > 0
    ) as waiting
  `.execute(db)
  const { rows: outcomes } = await sql<{ channel: string | null; state: string; count: number }>`
    select messages.channel, messages.state, count(*)::integer as count
    from messages
    where messages.created_at > ${since}
    group by messages.channel, messages.state
    order by messages.channel nulls last, messages.state
  `.execute(db)
  const { held: waiting = 0, oldestHeldAt = null } = held[0] ?? {}
  const failed = outcomes.filter(({ state }) => state === 'FAILED').reduce((sum, { count }) => sum + count, 0)
  return { held: waiting, oldestHeldAt, outcomes, failed }
}

type HeldMessages = {
  heldKinds: readonly MessageKind[]
  sentKinds: readonly MessageKind[]
  now: Date
  since: Date
}

/** How the requests to pay of the time since `since` ended. */
export async function findPaymentHealth(db: Database, since: Date): Promise<PaymentHealth> {
  const { rows: outcomes } = await sql<{ state: PaymentRequestState; count: number }>`
    select payment_requests.state, count(*)::integer as count
    from payment_requests
    where payment_requests.ended_at > ${since}
    group by payment_requests.state
    order by payment_requests.state
  `.execute(db)
  const { rows } = await sql<{ open: number; ended: number; failed: number }>`
    select
      (select count(*)::integer from (
        select from payment_requests
        where payment_requests.due_at is not null and payment_requests.ended_at is null
        limit ${sql.lit(countedAtMost)}) as counted) as open,
      count(*)::integer as ended,
      -- What the customer can see to, such as too little money, is no fault of the provider.
      count(*) filter (
        where last.state = 'FAILED' and coalesce(last.reason, 'PROVIDER_FAILED') = 'PROVIDER_FAILED'
      )::integer as failed
    from (
      select payment_requests.state, payment_requests.reason
      from payment_requests
      where payment_requests.ended_at > ${since} and payment_requests.state in ('PAID', 'REFUSED', 'FAILED')
      order by payment_requests.ended_at desc
      limit 20
    ) as last
  `.execute(db)
  const { open = 0, ended = 0, failed = 0 } = rows[0] ?? {}
  return { outcomes, open, recent: { ended, failed } }
}

/**
 * The cities in which parcels wait for a courier, the longest waiting first, from the searches that have
 * begun: since when, and when a courier last accepted one of the parcels that are now carried there.
 */
export async function listCitySearches(db: Database): Promise<CitySearches[]> {
  const { rows } = await sql<CitySearches>`
    /* reads all that is under way */
    with waiting as (
      select
        deliveries.city_id,
        greatest(
          began.occurred_at,
          ${fetchedFrom} - make_interval(mins => ${sql.lit(searchLeadMinutes)})) as since
      from (
        select courier_searches.shop_id, courier_searches.delivery_id
        from courier_searches
        where courier_searches.round > 0
        limit ${sql.lit(countedAtMost)}
      ) as searches
      -- Each by its key: joined, all that is of the status is compared with all that waits.
      cross join lateral (
        select deliveries.city_id, deliveries.status, deliveries.fetch_window_from,
          deliveries.pickup_window_from
        from deliveries
        where deliveries.shop_id = searches.shop_id and deliveries.id = searches.delivery_id
        offset 0
      ) as deliveries
      cross join lateral (
        select max(delivery_history.occurred_at) as occurred_at
        from delivery_history
        where delivery_history.shop_id = searches.shop_id
          and delivery_history.delivery_id = searches.delivery_id
          and delivery_history.status = 'SEARCHING_COURIER'
      ) as began
      where deliveries.status in (${statusesOf('searching')})
    ), accepted as (
      select deliveries.city_id, max(assigned.occurred_at) as at
      from deliveries
      cross join lateral (
        select max(delivery_history.occurred_at) as occurred_at
        from delivery_history
        where delivery_history.shop_id = deliveries.shop_id and delivery_history.delivery_id = deliveries.id
          and delivery_history.status = 'ASSIGNED'
      ) as assigned
      where ${isCarried()} and deliveries.courier_id is not null
      group by deliveries.city_id
    )
    select
      cities.id as "cityId", cities.name as city, count(*)::integer as waiting,
      min(waiting.since) as "oldestSince", accepted.at as "lastAcceptedAt"
    from waiting
    join cities on cities.id = waiting.city_id
    left join accepted on accepted.city_id = waiting.city_id
    group by cities.id, accepted.at
    order by min(waiting.since)
    limit 100
  `.execute(db)
  return rows
}

/** The codes that are locked at `now` of parcels that couriers have, the latest first. */
export async function listLockedCodes(db: Database, now: Date, maxLocks: number): Promise<LockedCode[]> {
  const { rows } = await sql<LockedCode>`
    select
      deliveries.id as "deliveryId", deliveries.shop_id as "shopId", deliveries.reference,
      locked.code, locked.locks >= ${maxLocks}::integer as "isClosed"
    from deliveries
    cross join lateral (values
      ('pickup', deliveries.pickup_code_locks, deliveries.pickup_code_locked_until, 'ASSIGNED'),
      ('confirmation', deliveries.confirmation_code_locks, deliveries.confirmation_code_locked_until,
        'IN_TRANSIT'),
      ('return', deliveries.return_code_locks, deliveries.return_code_locked_until, 'FAILED')
    ) as locked (code, locks, until, asked_in)
    where ${isCarried()} and deliveries.courier_id is not null
      and locked.asked_in = deliveries.status
      and (locked.locks >= ${maxLocks}::integer or locked.until > ${now})
    order by locked.until desc
    limit ${sql.lit(listedAtMost)}
  `.execute(db)
  return rows
}
