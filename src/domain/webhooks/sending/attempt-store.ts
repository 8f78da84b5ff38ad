import { type Insertable, type Selectable, sql } from 'kysely'
import { deleteBatch } from '../../../base/database/delete-batch.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { Tables } from '../../../base/database/tables.ts'
import type { EndpointKey } from '../endpoints/endpoint-store.ts'

export type AttemptRow = Selectable<Tables['webhook_attempts']>

export async function insertAttempt(
  db: Database | Trx,
  attempt: Insertable<Tables['webhook_attempts']>,
): Promise<void> {
  await db.insertInto('webhook_attempts').values(attempt).execute()
}

/**
 * The attempts of an endpoint, newest first; `beforeId` continues where a page ended. What counts as failed
 * is written as the index of failed attempts has it, which finds few among many.
 */
export async function listAttempts(
  db: Database,
  { shopId, id }: EndpointKey,
  { limit, beforeId, failedOnly }: { limit: number; beforeId?: string; failedOnly?: boolean },
): Promise<AttemptRow[]> {
  return db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('webhook_attempts.shop_id', '=', shopId)
    .where('webhook_attempts.endpoint_id', '=', id)
    .$if(beforeId !== undefined, (query) => query.where('webhook_attempts.id', '<', beforeId ?? ''))
    .$if(failedOnly === true, (query) =>
      query.where((eb) =>
        eb.or([
          eb('webhook_attempts.failure', 'is not', null),
          eb('webhook_attempts.http_status', '<', eb.lit(200)),
          eb('webhook_attempts.http_status', '>=', eb.lit(300)),
        ]),
      ),
    )
    .orderBy('webhook_attempts.id', 'desc')
    .limit(limit)
    .execute()
}

/** Removes at most `limit` lines of the log that began before `before`; returns how many. */
export const deleteOldAttempts = (db: Database, before: Date, limit: number): Promise<number> =>
  deleteBatch(db, 'webhook_attempts', sql`webhook_attempts.started_at < ${before}`, limit)

/**
 * Deletes at most `limit` dispatches created before `before`: settled ones, and those that have been due
 * since before then, which are given up (decision 38); returns how many.
 */
export const deleteOldDispatches = (db: Database, before: Date, limit: number): Promise<number> =>
  deleteBatch(
    db,
    'webhook_dispatches',
    sql`
      webhook_dispatches.created_at < ${before}
      and (
        webhook_dispatches.state <> 'PENDING'
        or coalesce(webhook_dispatches.lease_until, webhook_dispatches.due_at) < ${before}
      )`,
    limit,
  )

/**
 * Empties the bodies, and the traces, of at most `limit` events published before `before` that every consumer
 * has read, that are not parked and have no dispatch left by which they could be sent (`offset 0` keeps the
 * planner from joining whole tables); returns how many. The rows themselves stay: they record what was
 * published, and that it was published once.
 */
export async function emptyOldBodies(db: Database, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update events set body = '', trace = null
    where ctid = any(array(
      select old.ctid from events as old
      where old.created_at < ${before} and old.body <> ''
        and not exists (select from unsequenced_events where unsequenced_events.created_at < ${before})
        and not exists (select from parked_events where parked_events.event_id = old.id offset 0)
        and not exists (
          select from event_positions
          where event_positions.position > (select min(event_consumers.position) from event_consumers)
            and event_positions.created_at < ${before}
        )
        and not exists (
          select from webhook_endpoints
          join webhook_dispatches on webhook_dispatches.shop_id = webhook_endpoints.shop_id
            and webhook_dispatches.endpoint_id = webhook_endpoints.id
          where webhook_endpoints.shop_id = old.shop_id and webhook_dispatches.event_id = old.id
          offset 0
        )
      limit ${limit}))
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Deletes at most `limit` lines of a shop's log; returns how many. */
export const deleteAttemptsOf = (trx: Trx, shopId: string, limit: number): Promise<number> =>
  deleteBatch(trx, 'webhook_attempts', sql`webhook_attempts.shop_id = ${shopId}`, limit)

/**
 * Deletes at most `limit` dispatches of a shop; returns how many. Those whose outcome is being saved come
 * last, and one at a time: to wait for one while holding others could lock both sides for ever.
 */
export async function deleteDispatchesOf(trx: Trx, shopId: string, limit: number): Promise<number> {
  const deleteSome = (isWaiting: boolean, atMost: number) =>
    sql`
    delete from webhook_dispatches
    where ctid = any(array(
      select old.ctid from webhook_dispatches as old
      where old.shop_id = ${shopId}::uuid
      limit ${atMost}::integer
      for update ${sql.raw(isWaiting ? '' : 'skip locked')}))
  `.execute(trx)
  const { numAffectedRows } = await deleteSome(false, limit)
  return Number(numAffectedRows || (await deleteSome(true, 1)).numAffectedRows || 0n)
}

/**
 * Clears what servers of shops answered to these events: it may repeat what they were sent. Returns how many.
 */
export async function clearExcerpts(
  trx: Trx,
  events: readonly { shopId: string; eventId: string }[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_attempts set response_excerpt = null
    from unnest(
      ${events.map(({ shopId }) => shopId)}::uuid[], ${events.map(({ eventId }) => eventId)}::uuid[]
    ) as erased (shop_id, event_id)
    join webhook_endpoints on webhook_endpoints.shop_id = erased.shop_id
    where webhook_attempts.endpoint_id = webhook_endpoints.id and webhook_attempts.event_id = erased.event_id
      and webhook_attempts.shop_id = erased.shop_id and webhook_attempts.response_excerpt is not null
  `.execute(trx)
  return Number(numAffectedRows ?? 0n)
}
