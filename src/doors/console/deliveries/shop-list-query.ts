import { isUuid } from '../../../base/kernel/uuid.ts'
import type { SearchFilter } from '../../../domain/deliveries/finding/delivery-search-store.ts'
import {
  boundsOf,
  type DayBounds,
  queryStringOf,
  readDays,
  sentText,
  statusesIn,
} from '../../../web/exports/delivery-filter.ts'

/** What the address of the list asks for, as it was sent; days are those of the shop's time zone. */
export type ListQuery = DayBounds & {
  typed: string
  /** Statuses, comma-separated; empty for all. */
  status: string
  /** The last delivery of the page before. */
  before: string | undefined
}

/** Reads the query string of the list and of its exports. */
export function readListQuery(query: unknown): ListQuery {
  const before = sentText(query, 'before', 40)
  return {
    typed: sentText(query, 'q', 100),
    status: statusesIn(sentText(query, 'status', 200)).join(','),
    before: isUuid(before) ? before : undefined,
    ...readDays(query),
  }
}

/** The bounds of a query as a search takes them. */
export function filterOf(query: ListQuery, timeZone: string): SearchFilter {
  const statuses = statusesIn(query.status)
  return { ...(statuses.length > 0 && { statuses }), ...boundsOf(query, timeZone) }
}

/** The query string of a query; `before` is where the next page begins. */
export const queryText = ({ typed, status, from, to }: ListQuery, before?: string): string =>
  queryStringOf({ q: typed, status, from, to, before })
