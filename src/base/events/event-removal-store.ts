import { sql } from 'kysely'
import type { Trx } from '../database/open-database.ts'

/**
 * Stops the log until the transaction ends: no event gets a position, and no consumer reads. Only the reset of a
 * sandbox removes events, and it must not take one away from a consumer that is reading it.
 */
export async function lockEventLog(trx: Trx): Promise<void> {
  await sql`select event_log_head.position from event_log_head for update`.execute(trx)
  await sql`
    select event_consumers.name from event_consumers order by event_consumers.name for update
  `.execute(trx)
}

/**
 * Deletes at most `limit` events about deliveries of a shop, the oldest first, while the log is locked; returns how
 * many, and how many of them were for partners. Their positions stay as internal ones that lead nowhere, so the log
 * has no gaps, and cursors of consumers and partners read on over them.
 */
export async function deleteOldestEvents(
  trx: Trx,
  shopId: string,
  limit: number,
): Promise<{ removed: number; ofPartners: number }> {
  const { rows } = await sql<{ removed: number; ofPartners: number }>`
    with removed as (
      delete from events
      where ctid = any(array(
        select oldest.ctid from events as oldest
        where oldest.shop_id = ${shopId}::uuid and oldest.delivery_id is not null
        order by oldest.id
        limit ${limit}::integer))
      returning id, audience
    ), unsequenced as (
      delete from unsequenced_events using removed where unsequenced_events.event_id = removed.id
    ), placed as (
      update event_positions set audience = 'INTERNAL' from removed
      where event_positions.shop_id = ${shopId}::uuid and event_positions.audience = 'PARTNER'
        and event_positions.event_id = removed.id
    ), parked as (
      delete from parked_events using removed where parked_events.event_id = removed.id
    )
    select
      count(*)::integer as removed,
      (count(*) filter (where removed.audience = 'PARTNER'))::integer as "ofPartners"
    from removed
  `.execute(trx)
  return rows[0] ?? { removed: 0, ofPartners: 0 }
}
