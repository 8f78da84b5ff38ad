import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database } from '../database/open-database.ts'
import type { WebhookAttemptsTable } from '../database/tables.ts'

export type AttemptRow = Selectable<WebhookAttemptsTable>

export async function insertAttempt(db: Database, attempt: Insertable<WebhookAttemptsTable>): Promise<void> {
  await db.insertInto('webhook_attempts').values(attempt).execute()
}

/** The attempts of an endpoint, newest first; `beforeId` goes on where a page ended. */
export async function listAttempts(
  db: Database,
  endpointId: string,
  { limit, beforeId, failedOnly }: { limit: number; beforeId?: string; failedOnly?: boolean },
): Promise<AttemptRow[]> {
  return db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('webhook_attempts.endpoint_id', '=', endpointId)
    .$if(beforeId !== undefined, (query) => query.where('webhook_attempts.id', '<', beforeId ?? ''))
    .$if(failedOnly === true, (query) =>
      query.where((eb) =>
        eb.or([
          eb('webhook_attempts.failure', 'is not', null),
          eb('webhook_attempts.http_status', '<', 200),
          eb('webhook_attempts.http_status', '>=', 300),
        ]),
      ),
    )
    .orderBy('webhook_attempts.id', 'desc')
    .limit(limit)
    .execute()
}

/** Removes at most `limit` lines of the log that began before `before`; answers how many. */
export async function deleteOldAttempts(db: Database, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_attempts
    where ctid = any(array(select old.ctid from webhook_attempts as old where old.started_at < ${before} limit ${limit}))
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/**
 * Removes at most `limit` dispatches that were owed before `before` and are settled, or will never be, since
 * their endpoint was removed; answers how many.
 */
export async function deleteOldDispatches(db: Database, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_dispatches
    where ctid = any(array(
      select old.ctid from webhook_dispatches as old
      where old.created_at < ${before}
        and (old.state <> 'PENDING' or old.endpoint_id in (
          select gone.id from webhook_endpoints as gone where gone.removed_at is not null))
      limit ${limit}))
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}
