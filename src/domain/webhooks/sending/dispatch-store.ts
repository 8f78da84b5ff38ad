import { sql } from 'kysely'
import { keyRows } from '../../../base/database/key-rows.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import { type AttemptFailure, type AttemptTrigger, optInEventTypes } from '../../../contract/vocabulary.ts'
import type { EndpointKey } from '../endpoints/endpoint-store.ts'

/** A dispatch that this worker holds until its lease ends, with what it sends. */
export type HeldDispatch = {
  shopId: string
  endpointId: string
  eventId: string
  eventType: string
  body: string
  /** The trace of the event, as it is kept. */
  trace: string | null
  /** Attempts made before this one. */
  attempts: number
  trigger: 'SCHEDULED' | 'RESEND'
}

/** Whether an endpoint receives an event: it names its type, or takes all but those that must be named. */
const isSubscribed = sql`(
  webhook_endpoints.event_types is null
    and events.type not in (${sql.join(optInEventTypes.map((type) => sql.lit(type)))})
  or events.type = any(webhook_endpoints.event_types))`

/**
 * Writes a dispatch of each of these events for every endpoint of its shop that wants its type, once each;
 * returns the endpoints of those that were not there yet.
 */
export async function insertDispatches(
  trx: Trx,
  events: readonly { shopId: string; id: string }[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ endpointId: string }>`
    with written as (
      insert into webhook_dispatches (shop_id, endpoint_id, event_id, due_at, created_at)
      select events.shop_id, webhook_endpoints.id, events.id, ${now}, ${now}
      from ${keyRows(events)} as pending (shop_id, id)
      join events on events.shop_id = pending.shop_id and events.id = pending.id
      join webhook_endpoints on webhook_endpoints.shop_id = events.shop_id
      where webhook_endpoints.removed_at is null
        and webhook_endpoints.created_at <= events.created_at
        and ${isSubscribed}
      on conflict do nothing
      returning endpoint_id
    )
    select distinct written.endpoint_id as "endpointId" from written
  `.execute(trx)
  return rows.map(({ endpointId }) => endpointId)
}

/** Who claims a dispatch, and until when nobody else may. */
export type Lease = { owner: string; now: Date; leaseEnds: Date }

/**
 * A dispatch whose lease is lost when the database crashes is only sent again, so claiming does not wait for
 * the disk. The setting ends with the statement, which is a transaction of its own.
 */
const withoutWaiting = sql.raw(`set_config('synchronous_commit', 'off', true)`)

/**
 * Claims due dispatches until `leaseEnds`, for each endpoint at most as many as it has free slots. A backlog
 * of one endpoint never delays the others. No index changes (`lease_until` is in none), and rows are selected
 * by their places in the table, so that the limits hold under any plan.
 */
export async function takeDueDispatches(
  db: Database,
  { slots, limit, owner, now, leaseEnds }: Lease & { slots: ReadonlyMap<string, number>; limit: number },
): Promise<HeldDispatch[]> {
  const { rows } = await sql<HeldDispatch>`
    with held as (
      update webhook_dispatches as taken
      set lease_owner = ${owner}, lease_until = ${leaseEnds}
      where taken.ctid = any(array(
        select due.place
        from unnest(${[...slots.keys()]}::uuid[], ${[...slots.values()]}::integer[])
          as free (endpoint_id, slots)
        cross join lateral (
          select pending.ctid as place
          from webhook_dispatches as pending
          where pending.endpoint_id = free.endpoint_id and pending.state = 'PENDING'
            and pending.due_at <= ${now}
            and (pending.lease_owner is null or pending.lease_until is null or pending.lease_until <= ${now})
          order by pending.due_at
          limit free.slots
          for update skip locked
        ) as due
        limit ${limit}))
      returning taken.shop_id, taken.endpoint_id, taken.event_id, taken.attempts, taken.trigger
    )
    select
      held.shop_id as "shopId", held.endpoint_id as "endpointId", held.event_id as "eventId",
      held.attempts, held.trigger, events.type as "eventType", events.body, events.trace,
      ${withoutWaiting} as unused
    from held
    join events on events.shop_id = held.shop_id and events.id = held.event_id
  `.execute(db)
  return rows
}

/**
 * Writes dispatches that are claimed by their sender at the same moment; returns the keys of those that are
 * new, whose event is committed and whose endpoint, as it now is, wants it. An event that a reset is removing
 * is waited for.
 */
export async function insertTakenDispatches(
  db: Database,
  dispatches: readonly DispatchKey[],
  { owner, now, leaseEnds }: Lease,
): Promise<{ endpointId: string; eventId: string }[]> {
  const { rows } = await sql<{ endpointId: string; eventId: string }>`
    with written as (
      insert into webhook_dispatches (
        shop_id, endpoint_id, event_id, due_at, created_at, lease_owner, lease_until)
      select events.shop_id, webhook_endpoints.id, events.id, ${now}, ${now}, ${owner}, ${leaseEnds}
      from unnest(
        ${dispatches.map(({ shopId }) => shopId)}::uuid[],
        ${dispatches.map(({ endpointId }) => endpointId)}::uuid[],
        ${dispatches.map(({ eventId }) => eventId)}::uuid[]
      ) as pending (shop_id, endpoint_id, event_id)
      join events on events.shop_id = pending.shop_id and events.id = pending.event_id
      join webhook_endpoints
        on webhook_endpoints.shop_id = pending.shop_id and webhook_endpoints.id = pending.endpoint_id
      where webhook_endpoints.removed_at is null
        and webhook_endpoints.disabled_at is null
        and webhook_endpoints.paused_at is null
        and webhook_endpoints.created_at <= events.created_at
        and ${isSubscribed}
      for key share of events
      on conflict do nothing
      returning endpoint_id, event_id
    )
    select written.endpoint_id as "endpointId", written.event_id as "eventId", ${withoutWaiting} as unused
    from written
  `.execute(db)
  return rows
}

/** A request that was made, and the new state of its dispatch. */
export type EndedAttempt = {
  shopId: string
  attemptId: string
  endpointId: string
  eventId: string
  eventType: string
  /** Which attempt of the dispatch it was, from 1. */
  attempt: number
  trigger: AttemptTrigger
  startedAt: Date
  endedAt: Date
  durationMs: number
  httpStatus: number | null
  failure: AttemptFailure | null
  excerpt: string | null
  state: 'PENDING' | 'DELIVERED' | 'EXHAUSTED'
  nextAttemptAt: Date | null
}

/**
 * Saves the outcomes of attempts; the `due_at` of a settled dispatch is from now on when it was settled. A
 * worker that lost its lease does not change the dispatch; its request was made all the same and is logged,
 * unless the dispatch was removed meanwhile (by the reset of a sandbox).
 */
export async function completeAttempts(
  trx: Trx,
  owner: string,
  ended: readonly EndedAttempt[],
): Promise<void> {
  const each = <Name extends keyof EndedAttempt>(name: Name) => ended.map((attempt) => attempt[name])
  await sql`
    with ended as (
      select *
      from unnest(
        ${each('shopId')}::uuid[], ${each('attemptId')}::uuid[], ${each('endpointId')}::uuid[],
        ${each('eventId')}::uuid[], ${each('eventType')}::text[], ${each('attempt')}::integer[],
        ${each('trigger')}::text[], ${each('startedAt')}::timestamptz[], ${each('endedAt')}::timestamptz[],
        ${each('durationMs')}::integer[], ${each('httpStatus')}::integer[], ${each('failure')}::text[],
        ${each('excerpt')}::text[], ${each('state')}::text[], ${each('nextAttemptAt')}::timestamptz[]
      ) as row (
        shop_id, attempt_id, endpoint_id, event_id, event_type, attempt, trigger, started_at, ended_at,
        duration_ms, http_status, failure, excerpt, state, next_attempt_at)
    ), completed as (
      update webhook_dispatches as done
      set state = ended.state, attempts = ended.attempt, lease_owner = null, lease_until = null,
        due_at = coalesce(ended.next_attempt_at, ended.ended_at), trigger = 'SCHEDULED'
      from ended
      where done.shop_id = ended.shop_id
        and done.endpoint_id = ended.endpoint_id
        and done.event_id = ended.event_id
        and done.lease_owner = ${owner}
        and done.attempts = ended.attempt - 1
      returning done.endpoint_id, done.event_id
    ), taken_over as (
      select kept.endpoint_id, kept.event_id
      from ended
      join webhook_dispatches as kept
        on kept.shop_id = ended.shop_id and kept.endpoint_id = ended.endpoint_id
        and kept.event_id = ended.event_id
      where not exists (
        select from completed
        where completed.endpoint_id = ended.endpoint_id and completed.event_id = ended.event_id)
      for key share of kept
    )
    insert into webhook_attempts (
      shop_id, id, endpoint_id, event_id, event_type, attempt, trigger, started_at, duration_ms,
      http_status, failure, response_excerpt, next_attempt_at)
    select
      ended.shop_id, ended.attempt_id, ended.endpoint_id, ended.event_id, ended.event_type, ended.attempt,
      ended.trigger, ended.started_at, ended.duration_ms, ended.http_status, ended.failure, ended.excerpt,
      case when logged.is_completed then ended.next_attempt_at end
    from ended
    join (
      select completed.endpoint_id, completed.event_id, true as is_completed from completed
      union all
      select taken_over.endpoint_id, taken_over.event_id, false from taken_over
    ) as logged on logged.endpoint_id = ended.endpoint_id and logged.event_id = ended.event_id
  `.execute(trx)
}

/** One event to be sent to one endpoint. */
type DispatchKey = { shopId: string; endpointId: string; eventId: string }

/** Whether an event was enqueued for an endpoint at `since` or later, whatever its outcome. */
export async function wasEnqueued(
  db: Database,
  { shopId, endpointId, eventId }: DispatchKey,
  since: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_dispatches')
    .select('webhook_dispatches.event_id')
    .where('webhook_dispatches.shop_id', '=', shopId)
    .where('webhook_dispatches.endpoint_id', '=', endpointId)
    .where('webhook_dispatches.event_id', '=', eventId)
    .where('webhook_dispatches.created_at', '>=', since)
    .executeTakeFirst()
  return row !== undefined
}

/** Makes one dispatch due at `now`, whatever its outcome; one under way is left to end. Returns how many. */
export async function markForResend(
  db: Database | Trx,
  { shopId, endpointId, eventId }: DispatchKey,
  now: Date,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_dispatches')
    .set({ state: 'PENDING', trigger: 'RESEND', due_at: now })
    .where('webhook_dispatches.shop_id', '=', shopId)
    .where('webhook_dispatches.endpoint_id', '=', endpointId)
    .where('webhook_dispatches.event_id', '=', eventId)
    .where('webhook_dispatches.lease_owner', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * Makes at most `limit` dispatches of an endpoint that used up their attempts at `since` or later, and by
 * `now`, due at `now`; returns how many. One that fails again after `now` is not found again.
 */
export async function markExhaustedForResend(
  db: Database,
  { shopId, id }: EndpointKey,
  { since, now, limit }: { since: Date; now: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_dispatches
    set state = 'PENDING', trigger = 'RESEND', due_at = ${now}
    where ctid = any(array(
      select exhausted.ctid from webhook_dispatches as exhausted
      where exhausted.shop_id = ${shopId} and exhausted.endpoint_id = ${id} and exhausted.state = 'EXHAUSTED'
        and exhausted.due_at >= ${since} and exhausted.due_at <= ${now}
      limit ${limit}))
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/**
 * Makes at most `limit` dispatches of an endpoint that wait for a later retry due at `now`; returns how many.
 */
export async function makePendingDueNow(
  db: Database,
  { shopId, id }: EndpointKey,
  now: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_dispatches
    set due_at = ${now}
    where ctid = any(array(
      select waiting.ctid from webhook_dispatches as waiting
      where waiting.shop_id = ${shopId} and waiting.endpoint_id = ${id} and waiting.state = 'PENDING'
        and waiting.lease_owner is null and waiting.due_at > ${now}
      limit ${limit}))
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Gives up every pending dispatch, of all endpoints; returns how many. */
export async function giveUpEveryDispatch(trx: Trx): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('webhook_dispatches')
    .set({ state: 'EXHAUSTED', lease_owner: null, lease_until: null })
    .where('webhook_dispatches.state', '=', 'PENDING')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** How many dispatches of an endpoint used up their attempts at `since` or later and are not sent again. */
export async function countExhausted(
  db: Database,
  { shopId, id }: EndpointKey,
  since: Date,
): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_dispatches')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('webhook_dispatches.shop_id', '=', shopId)
    .where('webhook_dispatches.endpoint_id', '=', id)
    .where('webhook_dispatches.state', '=', 'EXHAUSTED')
    .where('webhook_dispatches.due_at', '>=', since)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * How much is not sent to an endpoint: what waits, and what used up its attempts; each counted up to `max`.
 */
export type Backlog = { waiting: number; givenUp: number }

/** The backlog of an endpoint; `since` is from when on what was given up counts. */
export async function countBacklog(
  db: Database,
  { shopId, id }: EndpointKey,
  { since, max }: { since: Date; max: number },
): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select
      (select count(*)::integer from (
        select from webhook_dispatches
        where webhook_dispatches.endpoint_id = ${id} and webhook_dispatches.shop_id = ${shopId}
          and webhook_dispatches.state = 'PENDING'
        limit ${max}) as pending) as waiting,
      (select count(*)::integer from (
        select from webhook_dispatches
        where webhook_dispatches.endpoint_id = ${id} and webhook_dispatches.shop_id = ${shopId}
          and webhook_dispatches.state = 'EXHAUSTED' and webhook_dispatches.due_at >= ${since}
        limit ${max}) as exhausted) as "givenUp"
  `.execute(db)
  return rows[0] ?? { waiting: 0, givenUp: 0 }
}

/** An event of a delivery that is owed to an endpoint, or was sent to it. */
export type DispatchRecord = {
  endpointId: string
  url: string
  eventId: string
  type: string
  state: 'PENDING' | 'DELIVERED' | 'EXHAUSTED'
  attempts: number
  dueAt: Date
  createdAt: Date
}

/** What became of the events of a delivery at each endpoint of its shop, oldest first. */
export async function listDispatchesOfDelivery(
  db: Database,
  { shopId, id }: { shopId: string; id: string },
): Promise<DispatchRecord[]> {
  return db
    .selectFrom('events')
    .innerJoin('webhook_endpoints', 'webhook_endpoints.shop_id', 'events.shop_id')
    .innerJoin('webhook_dispatches', (join) =>
      join
        .onRef('webhook_dispatches.shop_id', '=', 'events.shop_id')
        .onRef('webhook_dispatches.endpoint_id', '=', 'webhook_endpoints.id')
        .onRef('webhook_dispatches.event_id', '=', 'events.id'),
    )
    .select([
      'webhook_endpoints.id as endpointId',
      'webhook_endpoints.url',
      'events.id as eventId',
      'events.type',
      'webhook_dispatches.state',
      'webhook_dispatches.attempts',
      'webhook_dispatches.due_at as dueAt',
      'events.created_at as createdAt',
    ])
    .where('events.shop_id', '=', shopId)
    .where('events.delivery_id', '=', id)
    .where('webhook_endpoints.removed_at', 'is', null)
    .orderBy('events.id')
    .orderBy('webhook_endpoints.id')
    .limit(200)
    .execute()
}
