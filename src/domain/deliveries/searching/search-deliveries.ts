import type { Database } from '../../../base/database/open-database.ts'
import {
  findNewestDeliveries,
  type ListedDelivery,
  listDeliveriesById,
  type SearchFilter,
} from './delivery-search-store.ts'
import { findByWords } from './find-by-words.ts'
import { readSearch, type SearchWord } from './search-term.ts'

/** What is looked for in a shop's deliveries. */
export type DeliverySearch = {
  /** As somebody typed it; blank for all deliveries. */
  typed: string
  /** ISO 3166 alpha-2, of the shop: phones are read by its rules. */
  country: string
  /** The code of this cell, where there are several. */
  cell?: string
  filter: SearchFilter
  /** Only deliveries before this one: the last of the page before. */
  olderThan?: string | undefined
}

/**
 * The newest deliveries of a shop that are looked for, at most `limit`, and whether there are older ones. All
 * words must be found; a reference of ours counts whole, a phone by its last digits, a name or the shop's own
 * reference by its beginning (decision 138). What was created or changed within the last second may not be
 * found yet.
 */
export async function searchDeliveries(
  db: Database,
  shopId: string,
  { typed, country, cell, filter, olderThan }: DeliverySearch,
  limit: number,
): Promise<{ rows: ListedDelivery[]; hasMore: boolean }> {
  const words = readSearch(typed, country, cell)
  const { untilId = olderThan } = filter
  const bound = olderThan !== undefined && untilId !== undefined && olderThan < untilId ? olderThan : untilId
  const wanted = bound === undefined ? filter : { ...filter, untilId: bound }
  const ids =
    words.length === 0
      ? await findNewestDeliveries(db, shopId, wanted, limit + 1)
      : await findOfShop(db, shopId, words, wanted, limit + 1)
  return { rows: await listDeliveriesById(db, shopId, ids.slice(0, limit)), hasMore: ids.length > limit }
}

async function findOfShop(
  db: Database,
  shopId: string,
  words: readonly SearchWord[],
  wanted: SearchFilter,
  limit: number,
): Promise<string[]> {
  const filter = { ...wanted, shopIds: [shopId] }
  const keys = await findByWords(db, words, { filter, allCityIds: [], limit })
  return keys.map(({ id }) => id)
}
