import type { Database } from '../base/database/open-database.ts'
import { findHeadPosition, type ShopEvent, selectShopEvents } from './event-log-store.ts'

/**
 * The events of a shop after a position, at most `limit` and in order, with the bytes that its webhooks
 * carry. `readTo` is where to continue: a reader that does so misses no event and gets none twice, however
 * many are being written meanwhile. 30 days are kept.
 */
export async function listShopEvents(
  db: Database,
  shopId: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ events: ShopEvent[]; headPosition: number; readTo: number; hasMore: boolean }> {
  // The head first: what is committed between the two reads is listed, never skipped.
  const headPosition = await findHeadPosition(db)
  // One more than asked for, to know whether there are more.
  const found = await selectShopEvents(db, shopId, { after, limit: limit + 1 })
  const hasMore = found.length > limit
  const page = found.slice(0, limit)
  const last = page.at(-1)?.position ?? after
  const events = page.filter(({ body }) => body !== '')
  return { events, headPosition, readTo: hasMore ? last : Math.max(last, headPosition), hasMore }
}
