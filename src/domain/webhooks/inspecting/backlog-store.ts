import { sql } from 'kysely'
import type { Due } from '../../../base/database/first-due.ts'
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
  failingEndpoints: number
  disabledEndpoints: number
}

/** Beyond so many rows nobody needs to know how many more there are. */
export const countedAtMost = 10_000

/** How many of the next dispatches of each endpoint are looked at for their age. */
const lookedAtOfEach = 200

/** When the first dispatch to a server that takes some is due. */
export const dispatchesDue: Due = sql`
  select min(first.due_at)
  from webhook_endpoints
  cross join lateral (
    select webhook_dispatches.due_at
    from webhook_dispatches
    where webhook_dispatches.endpoint_id = webhook_endpoints.id and webhook_dispatches.state = 'PENDING'
    order by webhook_dispatches.due_at
    limit 1
  ) as first
  where webhook_endpoints.removed_at is null and webhook_endpoints.disabled_at is null
    and webhook_endpoints.paused_at is null`

/** What waits for the servers of shops. */
export async function findWebhookBacklog(db: Database): Promise<WebhookBacklog> {
  const { rows } = await sql<WebhookBacklog>`
    with pending as (
      select next.created_at
      from webhook_endpoints
      cross join lateral (
        select webhook_dispatches.created_at
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
      (select count(*)::integer from webhook_endpoints
       where webhook_endpoints.removed_at is null and webhook_endpoints.disabled_at is null
         and webhook_endpoints.failing_since is not null) as "failingEndpoints",
      (select count(*)::integer from webhook_endpoints
       where webhook_endpoints.removed_at is null
         and webhook_endpoints.disabled_at is not null) as "disabledEndpoints"
  `.execute(db)
  return rows[0] ?? { waiting: 0, oldestAt: null, failingEndpoints: 0, disabledEndpoints: 0 }
}
