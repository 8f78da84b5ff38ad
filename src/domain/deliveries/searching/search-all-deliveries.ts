import type { Database } from '../../../base/database/open-database.ts'
import { firstIdAt } from '../../../base/kernel/clock.ts'
import { momentInId } from '../../../base/kernel/uuid.ts'
import { nameShops } from '../../shops/name-shops.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import {
  type AllFilter,
  type FoundDelivery,
  findNewestOfAll,
  findOfAllByWords,
  listDeliveriesByKey,
  listSearchable,
} from '../finding/all-deliveries-store.ts'
import { hasWords, readSearch, type SearchWord } from './search-term.ts'

/** What is looked for in the deliveries of all shops. */
export type AllSearch = {
  /** As somebody typed it; blank for all deliveries. */
  typed: string
  /** ISO 3166 alpha-2: phones are read by its rules. */
  country: string
  filter: AllFilter
  /**
   * Every city, by which deliveries are looked up when the filter names neither courier nor shop nor city.
   */
  allCityIds: readonly string[]
  /** Only deliveries before this one: the last of the page before. */
  olderThan?: string | undefined
  now: Date
}

/** A delivery of any shop with that shop's name. */
export type FoundOfShop = FoundDelivery & { shop_name: string }

/**
 * The newest deliveries of all shops that are looked for, at most `limit`, and whether there are older ones.
 * Words are read as in the search of a shop (decision 138); what was created or changed within the last
 * second may not be found by them yet.
 */
export async function searchAllDeliveries(
  db: Database,
  { typed, country, filter, allCityIds, olderThan, now }: AllSearch,
  limit: number,
): Promise<{ rows: FoundOfShop[]; hasMore: boolean }> {
  const words = readSearch(typed, country)
  const { untilId = olderThan } = filter
  const bound = olderThan !== undefined && untilId !== undefined && olderThan < untilId ? olderThan : untilId
  const wanted = bound === undefined ? filter : { ...filter, untilId: bound }
  const keys =
    words.length === 0
      ? await findNewestOfAll(db, wanted, { allCityIds, limit: limit + 1 })
      : await findByWords(db, words, { filter: wanted, allCityIds, now, limit: limit + 1 })
  const rows = await listDeliveriesByKey(db, keys.slice(0, limit))
  const nameOf = await nameShops(
    db,
    rows.map(({ shop_id }) => shop_id),
  )
  return {
    rows: rows.map((row) => ({ ...row, shop_name: nameOf(row.shop_id) })),
    hasMore: keys.length > limit,
  }
}

/** How many of the newest deliveries are read, names and all, before the index of terms is asked. */
const glancedAt = 500

/** A longer list, as of an export, asks the index of terms at once. */
const longestGlance = 100

/** What is looked for is nearly always of these days, in ms. */
const recentMs = 31 * 24 * 60 * 60_000

/**
 * Three looks, each for what is slow in the next: among the newest deliveries, where a page is found of what
 * very many have, or where a rare status has no more; by the terms of the last 31 days, so that all
 * deliveries of a frequent name need not be sorted; by all terms. What is rare costs a look or two more.
 */
async function findByWords(
  db: Database,
  words: readonly SearchWord[],
  looking: { filter: AllFilter; allCityIds: readonly string[]; now: Date; limit: number },
): Promise<DeliveryKey[]> {
  const { filter, now, limit } = looking
  const glanced = isWorthAGlance(words, looking) ? await findAmongNewest(db, words, looking) : undefined
  if (glanced !== undefined) return glanced
  const end = filter.untilId === undefined ? now : momentInId(filter.untilId)
  const fromId = firstIdAt(new Date(Math.max(0, Math.min(end.getTime(), now.getTime()) - recentMs)))
  if (filter.fromId === undefined || filter.fromId < fromId) {
    const recent = await findOfAllByWords(db, words, { ...filter, fromId }, limit)
    if (recent.length === limit) return recent
  }
  return findOfAllByWords(db, words, filter, limit)
}

/** Several words together are seldom frequent, unless a filter leaves few deliveries. */
const isWorthAGlance = (
  words: readonly SearchWord[],
  { filter, limit }: { filter: AllFilter; limit: number },
): boolean =>
  limit <= longestGlance &&
  (words.length === 1 || (filter.statuses ?? filter.courierIds ?? filter.cityIds) !== undefined)

/** Those of the newest that have the words; undefined where there may be more among the older ones. */
async function findAmongNewest(
  db: Database,
  words: readonly SearchWord[],
  { filter, allCityIds, limit }: { filter: AllFilter; allCityIds: readonly string[]; limit: number },
): Promise<DeliveryKey[] | undefined> {
  const newest = await findNewestOfAll(db, filter, { allCityIds, limit: glancedAt })
  const found = (await listSearchable(db, newest)).filter((delivery) => hasWords(delivery, words))
  return found.length >= limit || newest.length < glancedAt ? found.slice(0, limit) : undefined
}
