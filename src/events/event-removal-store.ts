import { sql } from 'kysely'
import type { Trx } from '../base/database/open-database.ts'

/**
 * Stops the log until the transaction ends: no event gets a position, and no consumer reads. Only the reset
 * of a sandbox removes events, and it must not take one away from a consumer that is reading it. Statements
 * are planned with the tables as they are, since plans made while they were nearly empty would hold the log
 * up.
 */
export async function lockEventLog(trx: Trx): Promise<void> {
  await sql`
    select event_log_head.position, set_config('plan_cache_mode', 'force_custom_plan', true)
    from event_log_head for update
  `.execute(trx)
  await sql`
    select event_consumers.name from event_consumers order by event_consumers.name for update
  `.execute(trx)
}

/** How many events were removed, and how many of them were for partners. */
type RemovedEvents = { removed: number; ofPartners: number }

/**
 * Deletes at most `limit` events of a shop, the oldest first, while the log is locked: those for partners
 * that have a position, then what else is about its deliveries. Positions stay as internal ones that lead
 * nowhere, so the log has no gaps, and cursors of consumers and partners read on over them.
 */
export async function deleteOldestEvents(trx: Trx, shopId: string, limit: number): Promise<RemovedEvents> {
  const placed = await deletePlacedEvents(trx, shopId, limit)
  if (placed === limit) return { removed: placed, ofPartners: placed }
  const others = await deleteOtherEvents(trx, shopId, limit - placed)
  return { removed: placed + others.removed, ofPartners: placed + others.ofPartners }
}

/**
 * Events are found by their positions, which have an index for the shop; no index finds a position by its
 * event. The shop is a range and a part of the order, so that no plan walks the positions of all shops.
 */
async function deletePlacedEvents(trx: Trx, shopId: string, limit: number): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    with placed as (
      update event_positions set audience = 'INTERNAL'
      where ctid = any(array(
        select oldest.ctid from event_positions as oldest
        where oldest.shop_id between ${shopId}::uuid and ${shopId}::uuid and oldest.audience = 'PARTNER'
        order by oldest.shop_id, oldest.position
        limit ${limit}::integer))
      returning event_id
    ), removed as (
      delete from events
      where events.shop_id = ${shopId}::uuid and events.id = any(array(select placed.event_id from placed))
    ), parked as (
      delete from parked_events where parked_events.event_id = any(array(select placed.event_id from placed))
    )
    select count(*)::integer as removed from placed
  `.execute(trx)
  return rows[0]?.removed ?? 0
}

/** Called when no event for partners has a position any more. */
async function deleteOtherEvents(trx: Trx, shopId: string, limit: number): Promise<RemovedEvents> {
  const { rows } = await sql<RemovedEvents>`
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
    ), parked as (
      delete from parked_events where parked_events.event_id = any(array(select removed.id from removed))
    )
    select
      count(*)::integer as removed,
      (count(*) filter (where removed.audience = 'PARTNER'))::integer as "ofPartners"
    from removed
  `.execute(trx)
  return rows[0] ?? { removed: 0, ofPartners: 0 }
}
