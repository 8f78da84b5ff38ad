import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../base/database/open-database.ts'
import type { DeliveryStatus } from '../../../contract/vocabulary.ts'
import { type DeliveryRow, viewedColumns } from '../delivery-row.ts'
import type { SearchWord } from './search-term.ts'

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

/** The identifiers of a shop's newest deliveries that have all these words, at most `limit`. */
export async function findDeliveriesByWords(
  db: Database,
  shopId: string,
  words: readonly SearchWord[],
  filter: SearchFilter,
  limit: number,
): Promise<string[]> {
  const { statuses } = filter
  const { rows } = await sql<{ id: string }>`
    select found.delivery_id as id
    from (
      select matched.delivery_id
      from (${matchesOf(shopId, words, filter)}) as matched
      group by matched.delivery_id
      having count(distinct matched.word) = ${words.length}
      order by matched.delivery_id desc
      offset 0
    ) as found
    ${statuses === undefined ? sql`` : sql`cross join lateral (${havingStatus(shopId, filter)}) as kept`}
    order by found.delivery_id desc
    limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Which delivery matches which word, by a term or by its reference; each prefix is a range of an index. */
function matchesOf(shopId: string, words: readonly SearchWord[], bounds: Bounds) {
  const typed = words.flatMap(({ prefixes }, word) => prefixes.map((prefix) => ({ word, prefix })))
  const named = words.flatMap(({ reference }, word) => (reference ? [{ word, reference }] : []))
  return sql`
    select typed.word, having_term.delivery_id
    from unnest(
      ${typed.map(({ word }) => word)}::integer[], ${typed.map(({ prefix }) => prefix)}::text[]
    ) as typed (word, prefix)
    cross join lateral (
      select terms.delivery_id
      from delivery_search_terms as terms
      where terms.shop_id = ${shopId}::uuid
        and terms.term >= typed.prefix and terms.term < typed.prefix || ${lastSign}
        ${within(sql.ref('terms.delivery_id'), bounds)}
      offset 0
    ) as having_term
    union all
    select named.word, deliveries.id
    from unnest(
      ${named.map(({ word }) => word)}::integer[], ${named.map(({ reference }) => reference)}::text[]
    ) as named (word, reference)
    join deliveries on deliveries.reference = named.reference
    where deliveries.shop_id = ${shopId}::uuid ${within(sql.ref('deliveries.id'), bounds)}`
}

/**
 * No sign comes after it, so a term begins with a prefix when it lies between that and that followed by this
 * sign.
 */
const lastSign = '\u{10ffff}'

/** Looked up for one delivery after the other, the newest first, until there are enough. */
const havingStatus = (shopId: string, { statuses = [], ...filter }: StatusFilter) => sql`
  select from deliveries
  where deliveries.shop_id = ${shopId}::uuid and deliveries.id = found.delivery_id
    and deliveries.status = any(${[...statuses]}::text[]) ${ifOpen(filter)}
  offset 0`

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
