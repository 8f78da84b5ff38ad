import type { Database } from '../../../base/database/open-database.ts'
import type { Actor } from '../../../base/kernel/actor.ts'
import { requireRight } from '../../accounts/check-right.ts'
import type { EndpointKey } from '../endpoints/endpoint-store.ts'
import { getEndpoint } from '../endpoints/get-endpoint.ts'
import { type FailureForShop, outcomeForShop } from '../sending/attempt-outcome.ts'
import {
  type LogFilter,
  type LoggedAttempt,
  type LoggedEvent,
  selectAttemptsOf,
  selectLoggedEvents,
} from './endpoint-log-store.ts'

/** How many events a page holds at most, and how many attempts are shown of each: the newest. */
const maxPageSize = 50
const maxAttempts = 20

/** An attempt as a shop sees it in a list: without the response. */
export type ListedAttempt = Omit<LoggedAttempt, 'failure'> & {
  isSuccess: boolean
  failure: FailureForShop | null
}
/** An event of an endpoint, with its attempts, the newest first. */
export type ListedEvent = LoggedEvent & { made: ListedAttempt[] }

/**
 * The events of the last 30 days that were enqueued for an endpoint or that it was pinged with, newest first,
 * each with its attempts; `nextId` is where older ones go on. Throws SHOP_NOT_FOUND,
 * WEBHOOK_ENDPOINT_NOT_FOUND.
 */
export async function listEndpointEvents(
  { db, actor }: { db: Database; actor: Actor },
  key: EndpointKey,
  {
    filter,
    eventId,
    limit = 20,
    beforeId,
  }: { filter?: LogFilter; eventId?: string; limit?: number; beforeId?: string } = {},
): Promise<{ items: ListedEvent[]; nextId: string | null }> {
  await requireRight({ db, actor }, key.shopId, 'SELL')
  await getEndpoint(db, key)
  const size = Math.min(limit, maxPageSize)
  const found = await selectLoggedEvents(db, key, { filter, eventId, limit: size + 1, beforeId })
  const page = found.slice(0, size)
  const ids = page.map(({ eventId }) => eventId)
  const attempts = Map.groupBy(await selectAttemptsOf(db, key, ids, maxAttempts), (made) => made.event_id)
  return {
    items: page.map((event) => ({ ...event, made: (attempts.get(event.eventId) ?? []).map(listedAttempt) })),
    nextId: found.length > size ? (ids.at(-1) ?? null) : null,
  }
}

const listedAttempt = (row: LoggedAttempt): ListedAttempt => ({
  ...row,
  ...outcomeForShop({ failure: row.failure, httpStatus: row.http_status }),
})
