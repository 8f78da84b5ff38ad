import type { Database } from '../../base/database/open-database.ts'
import type { Actor } from '../../base/kernel/actor.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { requireRight } from '../accounts/check-right.ts'
import { keptRequests } from './answered-request.ts'
import { type ApiRequestRow, type RequestFilter, selectRequests } from './api-request-store.ts'

/** How many requests a page holds at most. */
const maxPageSize = 100

/** A part of the log of requests; `nextId` is where older ones go on, null on the last page. */
type RequestPage = { items: ApiRequestRow[]; nextId: string | null }

/**
 * What a shop asked of the partner API in the last seven days, newest first. Pages are continued by an id, so
 * that what is asked meanwhile shifts nothing. Throws SHOP_NOT_FOUND.
 */
export async function listApiRequests(
  { db, clock, actor }: { db: Database; clock: Clock; actor: Actor },
  shopId: string,
  { filter = {}, limit = 50, beforeId }: { filter?: RequestFilter; limit?: number; beforeId?: string } = {},
): Promise<RequestPage> {
  await requireRight({ db, actor }, shopId, 'SELL')
  const size = Math.min(limit, maxPageSize)
  const oldest = clock.now().getTime() - keptRequests.ms
  const found = await selectRequests(db, shopId, { filter, limit: size + 1, beforeId })
  const page = found.slice(0, size)
  // What is older and not removed yet is not shown either.
  const items = page.filter(({ requested_at }) => requested_at.getTime() >= oldest)
  const hasMore = found.length > size && items.length === page.length
  return { items, nextId: hasMore ? (items.at(-1)?.id ?? null) : null }
}
