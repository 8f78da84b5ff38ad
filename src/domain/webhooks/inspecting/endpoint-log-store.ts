import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../base/database/open-database.ts'
import type { EndpointKey } from '../endpoints/endpoint-store.ts'
import type { AttemptRow } from '../sending/attempt-store.ts'

type DispatchState = 'PENDING' | 'DELIVERED' | 'EXHAUSTED'

/** Events of a state, or those whose last request failed: given up, or waiting for a retry. */
export type LogFilter = DispatchState | 'FAILED'

/** An event of an endpoint's log: enqueued for it, or a ping, which has no dispatch. */
export type LoggedEvent = {
  eventId: string
  eventType: string
  createdAt: Date
  /** Null for a ping. */
  state: DispatchState | null
  /** Attempts made so far. */
  attempts: number
  /** When a pending one is due; null for others. */
  dueAt: Date | null
}

/** An attempt without what was answered. */
export type LoggedAttempt = Omit<AttemptRow, 'shop_id' | 'endpoint_id' | 'event_type' | 'response_excerpt'>

/**
 * The events of an endpoint, newest first, or the one with an id. With a state only those that have it,
 * without pings; with FAILED pings that failed too. `beforeId` continues where a page ended.
 */
export async function selectLoggedEvents(
  db: Database,
  { shopId, id }: EndpointKey,
  {
    filter,
    eventId,
    limit,
    beforeId,
  }: {
    filter?: LogFilter | undefined
    eventId?: string | undefined
    limit: number
    beforeId?: string | undefined
  },
): Promise<LoggedEvent[]> {
  const isWanted = (column: RawBuilder<unknown>) =>
    sql`${beforeId === undefined ? sql`true` : sql`${column} < ${beforeId}::uuid`}
      and ${eventId === undefined ? sql`true` : sql`${column} = ${eventId}::uuid`}`
  const { rows } = await sql<LoggedEvent>`
    with enqueued as (
      select webhook_dispatches.*
      from webhook_dispatches
      where webhook_dispatches.shop_id = ${shopId} and webhook_dispatches.endpoint_id = ${id}
        and ${isWanted(sql`webhook_dispatches.event_id`)}
        and ${isOfDispatches(filter)}
      order by webhook_dispatches.event_id desc
      limit ${limit}
    ), pings as (
      select webhook_attempts.event_id, webhook_attempts.started_at
      from webhook_attempts
      where webhook_attempts.endpoint_id = ${id} and webhook_attempts.shop_id = ${shopId}
        and webhook_attempts.trigger = 'PING' and ${isOfPings(filter)}
        and ${isWanted(sql`webhook_attempts.event_id`)}
      order by webhook_attempts.event_id desc
      limit ${limit}
    )
    select
      enqueued.event_id as "eventId", events.type as "eventType", events.created_at as "createdAt",
      enqueued.state,
      enqueued.attempts, case when enqueued.state = 'PENDING' then enqueued.due_at end as "dueAt"
    from enqueued
    join events on events.shop_id = enqueued.shop_id and events.id = enqueued.event_id
    union all
    select pings.event_id, 'ping', pings.started_at, null, 1, null from pings
    order by "eventId" desc
    limit ${limit}
  `.execute(db)
  return rows
}

/** Literals, so that the partial indexes of each state serve. */
function isOfDispatches(filter: LogFilter | undefined): RawBuilder<unknown> {
  if (filter === undefined) return sql`true`
  if (filter !== 'FAILED') return sql`webhook_dispatches.state = ${sql.lit(filter)}`
  return sql`(webhook_dispatches.state = 'EXHAUSTED'
    or (webhook_dispatches.state = 'PENDING' and webhook_dispatches.attempts > 0))`
}

function isOfPings(filter: LogFilter | undefined): RawBuilder<unknown> {
  if (filter === undefined) return sql`true`
  if (filter !== 'FAILED') return sql`false`
  return sql`(webhook_attempts.failure is not null
    or webhook_attempts.http_status < 200 or webhook_attempts.http_status >= 300)`
}

/** The newest attempts of each of these events, at most `limit` each, newest first. */
export async function selectAttemptsOf(
  db: Database,
  { shopId, id }: EndpointKey,
  eventIds: readonly string[],
  limit: number,
): Promise<LoggedAttempt[]> {
  const { rows } = await sql<LoggedAttempt>`
    select
      made.id, made.event_id, made.attempt, made.trigger, made.started_at, made.duration_ms, made.http_status,
      made.failure, made.next_attempt_at
    from unnest(${eventIds}::uuid[]) as wanted (event_id)
    cross join lateral (
      select *
      from webhook_attempts
      where webhook_attempts.endpoint_id = ${id} and webhook_attempts.event_id = wanted.event_id
        and webhook_attempts.shop_id = ${shopId}
      order by webhook_attempts.started_at desc, webhook_attempts.attempt desc
      limit ${limit}
    ) as made
    order by made.started_at desc, made.attempt desc
  `.execute(db)
  return rows
}

/** One attempt of an endpoint. */
export async function findAttempt(
  db: Database,
  { shopId, id }: EndpointKey,
  attemptId: string,
): Promise<AttemptRow | undefined> {
  return db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('webhook_attempts.shop_id', '=', shopId)
    .where('webhook_attempts.id', '=', attemptId)
    .where('webhook_attempts.endpoint_id', '=', id)
    .executeTakeFirst()
}

/** The ping that an endpoint was sent under this event id. */
export async function findPing(
  db: Database,
  { shopId, id }: EndpointKey,
  eventId: string,
): Promise<{ startedAt: Date } | undefined> {
  return db
    .selectFrom('webhook_attempts')
    .select('webhook_attempts.started_at as startedAt')
    .where('webhook_attempts.endpoint_id', '=', id)
    .where('webhook_attempts.event_id', '=', eventId)
    .where('webhook_attempts.shop_id', '=', shopId)
    .where('webhook_attempts.trigger', '=', 'PING')
    .executeTakeFirst()
}

/**
 * The frozen body of a shop's event for partners; empty once it is no longer kept, undefined for no such
 * event.
 */
export async function findFrozenBody(
  db: Database,
  shopId: string,
  eventId: string,
): Promise<string | undefined> {
  const event = await db
    .selectFrom('events')
    .select('events.body')
    .where('events.shop_id', '=', shopId)
    .where('events.id', '=', eventId)
    .where('events.audience', '=', 'PARTNER')
    .executeTakeFirst()
  return event?.body
}
