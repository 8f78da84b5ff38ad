import { type RawBuilder, sql } from 'kysely'
import { keyRows } from '../../../base/database/key-rows.ts'
import type { Database } from '../../../base/database/open-database.ts'
import { deliveryStatuses } from '../../../contract/vocabulary.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import {
  ifOpen,
  type ListedDelivery,
  listedColumns,
  type StatusFilter,
} from '../searching/delivery-search-store.ts'
import type { SearchableDelivery } from '../searching/search-term.ts'

/** A delivery of any shop, as operators list and export it. */
export type FoundDelivery = ListedDelivery & Pick<DeliveryRow, 'courier_id'>

/**
 * Which deliveries of all shops: bounds are identifiers, which sort by creation time (decision 16); `fromId`
 * is inclusive, `untilId` exclusive. A list that is given names at least one and at most some dozens.
 */
export type AllFilter = StatusFilter & {
  shopIds?: readonly string[]
  courierIds?: readonly string[]
  cityIds?: readonly string[]
  fromId?: string
  untilId?: string
}

/** These deliveries, newest first. */
export async function listDeliveriesByKey(
  db: Database,
  keys: readonly DeliveryKey[],
): Promise<FoundDelivery[]> {
  return db
    .selectFrom('deliveries')
    .select([...listedColumns, 'courier_id'])
    .where(isAmong(keys))
    .orderBy('deliveries.id', 'desc')
    .execute()
}

/** What these deliveries are found by, newest first. */
export async function listSearchable(
  db: Database,
  keys: readonly DeliveryKey[],
): Promise<(DeliveryKey & SearchableDelivery & Pick<DeliveryRow, 'reference'>)[]> {
  return db
    .selectFrom('deliveries')
    .select([
      'shop_id as shopId',
      'id',
      'reference',
      'customer_last_name',
      'customer_first_name',
      'customer_phone',
      'external_ref',
    ])
    .where(isAmong(keys))
    .orderBy('deliveries.id', 'desc')
    .execute()
}

const isAmong = (keys: readonly DeliveryKey[]) => sql<boolean>`(deliveries.shop_id, deliveries.id) in (
  select * from ${keyRows(keys)})`

/**
 * The newest deliveries of all shops, at most `limit`. Each combination of what leads an index is looked up
 * by itself, and the newest of all of them are kept: couriers, else shops and statuses, else `allCityIds` and
 * statuses.
 */
export async function findNewestOfAll(
  db: Database,
  filter: AllFilter,
  { allCityIds, limit }: { allCityIds: readonly string[]; limit: number },
): Promise<DeliveryKey[]> {
  const { shopIds, courierIds, cityIds = allCityIds, statuses = deliveryStatuses } = filter
  const rest = sql`${having(filter)} order by deliveries.id desc limit ${limit}`
  const newest = (heads: RawBuilder<unknown>, isLed: RawBuilder<unknown>) => sql<DeliveryKey>`
    select newest.shop_id as "shopId", newest.id
    from ${heads}
    cross join lateral (
      select deliveries.shop_id, deliveries.id from deliveries where ${isLed} ${rest} offset 0
    ) as newest
    order by newest.id desc
    limit ${limit}`
  const eachStatus = sql`unnest(${[...statuses]}::text[]) as wanted (status)`
  const query = courierIds
    ? newest(sql`unnest(${[...courierIds]}::uuid[]) as led (id)`, sql`deliveries.courier_id = led.id`)
    : shopIds
      ? newest(
          sql`unnest(${[...shopIds]}::uuid[]) as led (id) cross join ${eachStatus}`,
          sql`deliveries.shop_id = led.id and deliveries.status = wanted.status`,
        )
      : newest(
          sql`unnest(${[...cityIds]}::uuid[]) as led (id) cross join ${eachStatus}`,
          sql`deliveries.city_id = led.id and deliveries.status = wanted.status`,
        )
  const { rows } = await query.execute(db)
  return rows
}

/** SQL: what a filter asks of a row of deliveries. */
export const having = (filter: AllFilter) => sql`
  ${ofShops(sql.ref('deliveries.shop_id'), filter)} ${within(sql.ref('deliveries.id'), filter)}
  ${isAny(sql.ref('deliveries.courier_id'), filter.courierIds)}
  ${isAny(sql.ref('deliveries.city_id'), filter.cityIds)}
  ${
    filter.statuses === undefined ? sql`` : sql`and deliveries.status = any(${[...filter.statuses]}::text[])`
  } ${ifOpen(filter)}`

export const ofShops = (shopId: RawBuilder<unknown>, { shopIds }: AllFilter) => isAny(shopId, shopIds)

const isAny = (column: RawBuilder<unknown>, ids: readonly string[] | undefined) =>
  ids === undefined ? sql`` : sql`and ${column} = any(${[...ids]}::uuid[])`

export const within = (id: RawBuilder<unknown>, { fromId, untilId }: AllFilter) => sql`
  ${fromId === undefined ? sql`` : sql`and ${id} >= ${fromId}::uuid`}
  ${untilId === undefined ? sql`` : sql`and ${id} < ${untilId}::uuid`}`
