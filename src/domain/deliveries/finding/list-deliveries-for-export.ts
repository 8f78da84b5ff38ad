import type { Database } from '../../../base/database/open-database.ts'
import type { ListedDelivery } from '../searching/delivery-search-store.ts'
import { type DeliverySearch, searchDeliveries } from '../searching/search-deliveries.ts'

/** How many deliveries are in memory at once. */
const batchSize = 500

/**
 * All deliveries of a shop that are looked for, newest first. They are read in batches, each by the key where
 * the one before ended and only when it is asked for: nothing is held between two, and one created meanwhile
 * is left out.
 */
export async function* listDeliveriesForExport(
  db: Database,
  shopId: string,
  search: Omit<DeliverySearch, 'olderThan'>,
): AsyncGenerator<ListedDelivery, void, void> {
  let olderThan: string | undefined
  for (let hasMore = true; hasMore; ) {
    const page = await searchDeliveries(db, shopId, { ...search, olderThan }, batchSize)
    yield* page.rows
    olderThan = page.rows.at(-1)?.id
    hasMore = page.hasMore && olderThan !== undefined
  }
}
