import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../base/database/open-database.ts'
import type { DeliveryStatus } from '../../../contract/vocabulary.ts'
import { type DeliveryRow, viewedColumns } from '../delivery-row.ts'

/** The columns of which lists and exports of the console are made. Codes are not among them. */
export const listedColumns = [
  ...viewedColumns,
  'shop_id',
  'city_id',
  'cod_fee_fcfa',
  'price_working',
  'dropoff_source',
  'dropoff_accuracy_meters',
] as const satisfies readonly (keyof DeliveryRow)[]
export type ListedDelivery = Pick<DeliveryRow, (typeof listedColumns)[number]>

/**
 * Which deliveries of a shop: bounds are identifiers, which sort by creation time (decision 16); `fromId` is
 * inclusive, `untilId` exclusive. Without any of them all deliveries count.
 */
export type SearchFilter = StatusFilter & { fromId?: string; untilId?: string }

/** `onlyOpen` leaves out what has ended although its status is one of those under way. */
export type StatusFilter = { statuses?: readonly DeliveryStatus[]; onlyOpen?: boolean }

/** SQL: the same of a row of deliveries. */
export const ifOpen = ({ onlyOpen = false }: StatusFilter) =>
  onlyOpen ? sql`and deliveries.ended_at is null` : sql``

/** These deliveries of a shop, newest first. */
export async function listDeliveriesById(
  db: Database,
  shopId: string,
  ids: readonly string[],
): Promise<ListedDelivery[]> {
  return db
    .selectFrom('deliveries')
    .select(listedColumns)
    .where('deliveries.shop_id', '=', shopId)
    .where('deliveries.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('deliveries.id', 'desc')
    .execute()
}

/**
 * The identifiers of a shop's newest deliveries, at most `limit`: with statuses, the newest of each and of
 * those.
 */
export async function findNewestDeliveries(
  db: Database,
  shopId: string,
  filter: SearchFilter,
  limit: number,
): Promise<string[]> {
  const { statuses } = filter
  const newest = (isWanted: RawBuilder<unknown>) => sql`
    select deliveries.id from deliveries
    where deliveries.shop_id = ${shopId}::uuid ${isWanted} ${within(sql.ref('deliveries.id'), filter)}
    order by deliveries.id desc
    limit ${limit}`
  const isOfStatus = sql`and deliveries.status = wanted.status ${ifOpen(filter)}`
  const { rows } = await sql<{ id: string }>`
    ${
      statuses === undefined
        ? newest(sql``)
        : sql`
          select newest.id
          from unnest(${[...statuses]}::text[]) as wanted (status)
          cross join lateral (${newest(isOfStatus)}) as newest
          order by newest.id desc
          limit ${limit}`
    }
  `.execute(db)
  return rows.map(({ id }) => id)
}

type Bounds = Omit<SearchFilter, keyof StatusFilter>

const within = (id: RawBuilder<unknown>, { fromId, untilId }: Bounds) => sql`
  ${fromId === undefined ? sql`` : sql`and ${id} >= ${fromId}::uuid`}
  ${untilId === undefined ? sql`` : sql`and ${id} < ${untilId}::uuid`}`

/** The newest deliveries of a shop that have exactly this term, at most `limit`. */
export async function listDeliveriesByTerm(
  db: Database,
  shopId: string,
  term: string,
  limit: number,
): Promise<ListedDelivery[]> {
  const found = await db
    .selectFrom('delivery_search_terms')
    .select('delivery_search_terms.delivery_id as id')
    .where('delivery_search_terms.shop_id', '=', shopId)
    .where('delivery_search_terms.term', '=', term)
    .orderBy('delivery_search_terms.delivery_id', 'desc')
    .limit(limit)
    .execute()
  const ids = found.map(({ id }) => id)
  return listDeliveriesById(db, shopId, ids)
}
