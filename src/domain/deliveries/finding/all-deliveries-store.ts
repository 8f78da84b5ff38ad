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
import { maxTerms, type SearchableDelivery, type SearchWord } from '../searching/search-term.ts'

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

/** The newest deliveries of all shops that have all these words, at most `limit`. */
export async function findOfAllByWords(
  db: Database,
  words: readonly SearchWord[],
  filter: AllFilter,
  limit: number,
): Promise<DeliveryKey[]> {
  const isFiltered = filter.statuses ?? filter.courierIds ?? filter.cityIds
  const matches =
    words.length === 1
      ? matchesOfOne(words, filter, isFiltered === undefined ? limit : undefined)
      : matchesOfAll(words, filter)
  const { rows } = await sql<DeliveryKey>`
    select found.shop_id as "shopId", found.delivery_id as id
    from (${matches}) as found
    ${
      isFiltered === undefined
        ? sql``
        : sql`
          cross join lateral (
            select from deliveries
            where deliveries.shop_id = found.shop_id and deliveries.id = found.delivery_id
              ${having(filter)}
            offset 0
          ) as kept`
    }
    order by found.delivery_id desc
    limit ${limit}
  `.execute(db)
  return rows
}

/**
 * The deliveries that match a word, each once, the newest first. Where only the first `limit` are wanted, no
 * more are sorted than these can come from: a delivery has at most `maxTerms` terms.
 */
const matchesOfOne = (words: readonly SearchWord[], filter: AllFilter, limit: number | undefined) => sql`
  select distinct matched.delivery_id, matched.shop_id
  from (
    select every.delivery_id, every.shop_id
    from (${matches(words, filter)}) as every
    ${limit === undefined ? sql`` : sql`order by every.delivery_id desc limit ${limit * (maxTerms + 1)}`}
  ) as matched
  order by matched.delivery_id desc
  offset 0`

/** The deliveries that match every word. */
const matchesOfAll = (words: readonly SearchWord[], filter: AllFilter) => sql`
  select matched.delivery_id, matched.shop_id
  from (${matches(words, filter)}) as matched
  group by matched.delivery_id, matched.shop_id
  having count(distinct matched.word) = ${words.length}
  order by matched.delivery_id desc
  offset 0`

/** Which delivery matches which word, by a term or by its reference; each prefix is a range of an index. */
function matches(words: readonly SearchWord[], filter: AllFilter) {
  const typed = words.flatMap(({ prefixes }, word) => prefixes.map((prefix) => ({ word, prefix })))
  const named = words.flatMap(({ reference }, word) => (reference ? [{ word, reference }] : []))
  return sql`
    select typed.word, having_term.shop_id, having_term.delivery_id
    from unnest(
      ${typed.map(({ word }) => word)}::integer[], ${typed.map(({ prefix }) => prefix)}::text[]
    ) as typed (word, prefix)
    cross join lateral (
      select terms.shop_id, terms.delivery_id
      from delivery_search_terms as terms
      where terms.term >= typed.prefix and terms.term < typed.prefix || ${lastSign}
        ${ofShops(sql.ref('terms.shop_id'), filter)} ${within(sql.ref('terms.delivery_id'), filter)}
      offset 0
    ) as having_term
    union all
    select named.word, deliveries.shop_id, deliveries.id
    from unnest(
      ${named.map(({ word }) => word)}::integer[], ${named.map(({ reference }) => reference)}::text[]
    ) as named (word, reference)
    join deliveries on deliveries.reference = named.reference
    where true ${ofShops(sql.ref('deliveries.shop_id'), filter)} ${within(sql.ref('deliveries.id'), filter)}`
}

/**
 * No sign comes after it, so a term begins with a prefix when it lies between that and that followed by this
 * sign.
 */
const lastSign = '\u{10ffff}'

/** What a filter asks of a row of deliveries, for those parts of it that lead no index. */
const having = (filter: AllFilter) => sql`
  ${ofShops(sql.ref('deliveries.shop_id'), filter)} ${within(sql.ref('deliveries.id'), filter)}
  ${isAny(sql.ref('deliveries.courier_id'), filter.courierIds)}
  ${isAny(sql.ref('deliveries.city_id'), filter.cityIds)}
  ${
    filter.statuses === undefined ? sql`` : sql`and deliveries.status = any(${[...filter.statuses]}::text[])`
  } ${ifOpen(filter)}`

const ofShops = (shopId: RawBuilder<unknown>, { shopIds }: AllFilter) => isAny(shopId, shopIds)

const isAny = (column: RawBuilder<unknown>, ids: readonly string[] | undefined) =>
  ids === undefined ? sql`` : sql`and ${column} = any(${[...ids]}::uuid[])`

const within = (id: RawBuilder<unknown>, { fromId, untilId }: AllFilter) => sql`
  ${fromId === undefined ? sql`` : sql`and ${id} >= ${fromId}::uuid`}
  ${untilId === undefined ? sql`` : sql`and ${id} < ${untilId}::uuid`}`
