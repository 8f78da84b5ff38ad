import { sql } from 'kysely'
import type { Database } from '../../../base/database/open-database.ts'
import { type DeliveryStatus, deliveryStatuses } from '../../../contract/vocabulary.ts'
import { deliveryTransitions, isFinal } from '../delivery-status.ts'

const { fail, return: returned } = deliveryTransitions

/** Nearly all deliveries come to one of these, and none leaves it. */
const settledStatuses = deliveryStatuses.filter((status) => isFinal(status) && status !== returned.to)

/** What may still come to one of them: few. A failed parcel does not, however long it lies somewhere. */
const openStatuses = deliveryStatuses.filter((status) => !isFinal(status) && status !== fail.to)

/** Whether older deliveries of a status need not be counted again. */
export const isSettled = (status: DeliveryStatus): boolean => settledStatuses.includes(status)

/**
 * The deliveries of a shop that are older than `untilId`: how many, how many of each settled status, and
 * which may still come to one.
 */
export type SettledCounts = {
  untilId: string
  all: number
  byStatus: Partial<Record<DeliveryStatus, number>>
  openIds: readonly string[]
}

/**
 * Counts a shop's deliveries older than `untilId`; with what was counted before, only those that are newer
 * than that or were open then.
 */
export async function countSettled(
  db: Database,
  shopId: string,
  { untilId, before }: { untilId: string; before: SettledCounts | undefined },
): Promise<SettledCounts> {
  const { rows } = await sql<{ status: DeliveryStatus; count: number; newer: number; openIds: string[] }>`
    select
      looked_at.status, count(*)::integer as count,
      count(*) filter (where looked_at.is_newer)::integer as newer,
      coalesce(array_agg(looked_at.id::text) filter (
        where looked_at.status in (${sql.join(openStatuses)})), '{}') as "openIds"
    from (
      select deliveries.id, deliveries.status, true as is_newer
      from deliveries
      where deliveries.shop_id = ${shopId}::uuid and deliveries.id < ${untilId}::uuid
        ${before ? sql`and deliveries.id >= ${before.untilId}::uuid` : sql``}
      union all
      select opened.id, opened.status, false from ${openedThen(shopId, before)}
    ) as looked_at
    group by looked_at.status
  `.execute(db)
  const countOf = new Map(rows.map(({ status, count }) => [status, count]))
  return {
    untilId,
    all: rows.reduce((sum, { newer }) => sum + newer, before?.all ?? 0),
    byStatus: Object.fromEntries(
      settledStatuses.map((status) => [status, (before?.byStatus[status] ?? 0) + (countOf.get(status) ?? 0)]),
    ),
    openIds: rows.flatMap(({ openIds }) => openIds),
  }
}

/** How many deliveries of a shop have one of these settled statuses by now. */
export async function countOfStatuses(
  db: Database,
  shopId: string,
  statuses: readonly DeliveryStatus[],
  settled: SettledCounts,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (
      (select count(*) from ${openedThen(shopId, settled)} where opened.status in (${sql.join(statuses)}))
      + (
        select count(*) from deliveries
        where deliveries.shop_id = ${shopId}::uuid and deliveries.status in (${sql.join(statuses)})
          and deliveries.id >= ${settled.untilId}::uuid)
    )::integer as count
  `.execute(db)
  return statuses.reduce((sum, status) => sum + (settled.byStatus[status] ?? 0), rows[0]?.count ?? 0)
}

/** SQL: what was open when it was counted, as it stands now. */
const openedThen = (shopId: string, settled: SettledCounts | undefined) => sql`
  unnest(${[...(settled?.openIds ?? [])]}::uuid[]) as open (id)
  cross join lateral (
    select deliveries.id, deliveries.status from deliveries
    where deliveries.shop_id = ${shopId}::uuid and deliveries.id = open.id
    offset 0
  ) as opened`
