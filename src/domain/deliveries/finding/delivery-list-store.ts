import { sql } from 'kysely'
import type { Database } from '../../../base/database/open-database.ts'
import { firstIdAt } from '../../../base/kernel/clock.ts'
import type { DeliveryStatus } from '../../../contract/vocabulary.ts'
import { type ViewedDelivery, viewedColumns } from '../delivery-row.ts'

/** Which deliveries of a shop: bounds are identifiers, which sort by creation time (decision 16). */
export type DeliveryFilter = {
  statuses?: readonly DeliveryStatus[]
  /** Inclusive. */
  fromId?: string
  /** Exclusive. */
  untilId?: string
  externalRef?: string
  reference?: string
  /** Created or changed at this moment or later. */
  updatedSince?: Date
}

export async function countDeliveries(db: Database, shopId: string, filter: DeliveryFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${matching(shopId, filter)}) as matching
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** Up to so many pages are read and left out: to look each delivery up by its key costs three times as much. */
const maxPagesReadInVain = 3

/**
 * Newest first, `limit` of the `total` that match, after the newest `offset`. Beyond the first pages they are
 * counted off in an index, and only those that are returned are read.
 */
export async function listDeliveryRows(
  db: Database,
  shopId: string,
  filter: DeliveryFilter,
  { limit, offset, total }: { limit: number; offset: number; total: number },
): Promise<ViewedDelivery[]> {
  const count = Math.min(limit, total - offset)
  const older = total - offset - count
  const isFromOlderEnd = hasFixedEnd(filter) && older < offset
  const page = isFromOlderEnd
    ? sql`order by deliveries.id limit ${count} offset ${older}`
    : sql`order by deliveries.id desc limit ${limit} offset ${offset}`
  const isNear = (isFromOlderEnd ? older : offset) <= maxPagesReadInVain * limit
  const columns = sql.join(viewedColumns.map((column) => sql.ref(`deliveries.${column}`)))
  const { rows } = await sql<ViewedDelivery>`
    select ${columns}
    from (
      ${
        isNear && filter.updatedSince === undefined
          ? sql`select deliveries.* from deliveries where ${isMatching(shopId, filter)} ${page}`
          : sql`
            select found.*
            from (select deliveries.id from (${matching(shopId, filter)}) as deliveries ${page}) as page
            cross join lateral (
              select deliveries.* from deliveries
              where deliveries.shop_id = ${shopId}::uuid and deliveries.id = page.id
              offset 0
            ) as found`
      }
    ) as deliveries
    order by deliveries.id desc
  `.execute(db)
  return rows
}

/**
 * Whether nothing comes to the older end of the list while it is read, so that it can be counted from there:
 * what changes comes anywhere, and would push from a page what was on none before.
 */
const hasFixedEnd = ({ statuses, updatedSince }: DeliveryFilter): boolean =>
  statuses === undefined && updatedSince === undefined

/** SQL: the identifiers of a shop's deliveries that match. */
function matching(shopId: string, filter: DeliveryFilter) {
  const { updatedSince, ...others } = filter
  return updatedSince && Object.values(others).every((bound) => bound === undefined)
    ? changedSince(shopId, updatedSince)
    : sql`select deliveries.id from deliveries where ${isMatching(shopId, filter)}`
}

/** SQL. What changed is looked up by keys: joined, it is compared with all deliveries of the shop. */
function isMatching(shopId: string, filter: DeliveryFilter) {
  const { statuses, fromId, untilId, externalRef, reference, updatedSince } = filter
  return sql`
    deliveries.shop_id = ${shopId}::uuid
    ${statuses === undefined ? sql`` : sql`and deliveries.status in (${sql.join(statuses)})`}
    ${fromId === undefined ? sql`` : sql`and deliveries.id >= ${fromId}::uuid`}
    ${untilId === undefined ? sql`` : sql`and deliveries.id < ${untilId}::uuid`}
    ${externalRef === undefined ? sql`` : sql`and deliveries.external_ref = ${externalRef}`}
    ${reference === undefined ? sql`` : sql`and deliveries.reference = ${reference}`}
    ${updatedSince ? sql`and deliveries.id = any(array(${changedSince(shopId, updatedSince)}))` : sql``}`
}

/**
 * The deliveries of a shop that were created or changed at `since` or later: what happened to them was
 * published, as nearly always, or noted on their row. Events are found by their identifiers, which sort by
 * time.
 */
const changedSince = (shopId: string, since: Date) => sql`
  select events.delivery_id as id
  from events
  where events.shop_id = ${shopId}::uuid and events.id >= ${firstIdAt(since)}::uuid
    and events.audience = 'PARTNER' and events.delivery_id is not null
  union
  select amended.id
  from deliveries as amended
  where amended.shop_id = ${shopId}::uuid and amended.amended_at >= ${since}::timestamptz`
