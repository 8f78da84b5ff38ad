import type { Database } from '../../../base/database/open-database.ts'
import { nameShops } from '../../shops/name-shops.ts'
import {
  type AllFilter,
  type FoundDelivery,
  findNewestOfAll,
  listDeliveriesByKey,
} from '../finding/all-deliveries-store.ts'
import { findByWords } from './find-by-words.ts'
import { readSearch } from './search-term.ts'

/** What is looked for in the deliveries of all shops. */
export type AllSearch = {
  /** As somebody typed it; blank for all deliveries. */
  typed: string
  /** ISO 3166 alpha-2: phones are read by its rules. */
  country: string
  /** The code of this cell, where there are several. */
  cell?: string
  filter: AllFilter
  /**
   * Every city, by which deliveries are looked up when the filter names neither courier nor shop nor city.
   */
  allCityIds: readonly string[]
  /** Only deliveries before this one: the last of the page before. */
  olderThan?: string | undefined
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
  { typed, country, cell, filter, allCityIds, olderThan }: AllSearch,
  limit: number,
): Promise<{ rows: FoundOfShop[]; hasMore: boolean }> {
  const words = readSearch(typed, country, cell)
  const { untilId = olderThan } = filter
  const bound = olderThan !== undefined && untilId !== undefined && olderThan < untilId ? olderThan : untilId
  const wanted = bound === undefined ? filter : { ...filter, untilId: bound }
  const keys =
    words.length === 0
      ? await findNewestOfAll(db, wanted, { allCityIds, limit: limit + 1 })
      : await findByWords(db, words, { filter: wanted, allCityIds, limit: limit + 1 })
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
