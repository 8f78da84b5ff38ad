import { sql } from 'kysely'
import type { Database } from '../../../base/database/open-database.ts'

/**
 * What waits for the servers of shops, over all shops. Endpoints that are paused or disabled wait by
 * themselves.
 */
type WebhookBacklog = {
  /** Dispatches that have not arrived, at most `countedAtMost`. */
  waiting: number
  /** When the oldest of them was written. */
  oldestAt: Date | null
  /** Since when the longest due of them has been due; null when none is. */
  oldestDueAt: Date | null
  failingEndpoints: number
  disabledEndpoints: number
}

/** Beyond so many rows nobody needs to know how many more there are. */
export const countedAtMost = 10_000

/** How many of the next dispatches of each endpoint are looked at for their age. */
const lookedAtOfEach = 200

/** What waits for the servers of shops at `now`. */
export async function findWebhookBacklog(db: Database, now: Date): Promise<WebhookBacklog> {
  const { rows } = await sql<WebhookBacklog>`
    with pending as (
      select next.created_at, next.due_at
      from webhook_endpoints
      cross join lateral (
        select webhook_dispatches.created_at, webhook_dispatches.due_at
        from webhook_dispatches
        where webhook_dispatches.endpoint_id = webhook_endpoints.id and webhook_dispatches.state = 'PENDING'
        order by webhook_dispatches.due_at
        limit ${sql.lit(lookedAtOfEach)}
      ) as next
      where webhook_endpoints.removed_at is null and webhook_endpoints.disabled_at is null
        and webhook_endpoints.paused_at is null
      limit ${sql.lit(countedAtMost)}
    )
    select
      (select count(*)::integer from pending) as waiting,
      (select min(pending.created_at) from pending) as "oldestAt",
      (select min(pending.due_at) from pending where pending.due_at <= ${now}) as "oldestDueAt",
      (select count(*)::integer from webhook_endpoints
       where webhook_endpoints.removed_at is null and webhook_endpoints.disabled_at is null
         and webhook_endpoints.failing_since is not null) as "failingEndpoints",
      (select count(*)::integer from webhook_endpoints
       where webhook_endpoints.removed_at is null
         and webhook_endpoints.disabled_at is not null) as "disabledEndpoints"
  `.execute(db)
  return (
    rows[0] ?? { waiting: 0, oldestAt: null, oldestDueAt: null, failingEndpoints: 0, disabledEndpoints: 0 }
  )
}
