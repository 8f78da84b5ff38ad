import { isUuid } from '../../../base/kernel/uuid.ts'
import type { AllFilter } from '../../../domain/deliveries/finding/all-deliveries-store.ts'
import { hrefWith } from '../../../pages/list-parts.ts'
import {
  boundsOf,
  type DayBounds,
  readDays,
  sentText,
  statusesIn,
  statusFilter,
} from '../../../web/exports/delivery-filter.ts'

/**
 * What the address of the list of all shops' deliveries asks for, as it was sent; days are those of the
 * service's time zone. Shops and couriers are typed by name, or chosen by a link with their identifier.
 */
export type FoundQuery = DayBounds & {
  typed: string
  shop: string
  courier: string
  /** The identifier of a city; empty for all. */
  city: string
  /** Statuses, comma-separated; empty for all. */
  status: string
  /** The last delivery of the page before. */
  before: string | undefined
}

/** Whom a name in the query means, at most some; none where nobody has it, undefined where none was typed. */
export type NamedInQuery = {
  shopIds: readonly string[] | undefined
  courierIds: readonly string[] | undefined
}

/** Reads the query string of the list and of its exports. */
export function readFoundQuery(query: unknown): FoundQuery {
  const [before, city] = [sentText(query, 'before', 40), sentText(query, 'city', 40)]
  return {
    typed: sentText(query, 'q', 100),
    shop: sentText(query, 'shop', 80),
    courier: sentText(query, 'courier', 80),
    city: isUuid(city) ? city : '',
    status: statusesIn(sentText(query, 'status', 200)).join(','),
    before: isUuid(before) ? before : undefined,
    ...readDays(query),
  }
}

/** The bounds of a query as the search takes them; undefined where a name in it is nobody's. */
export function allFilterOf(
  query: FoundQuery,
  { shopIds, courierIds }: NamedInQuery,
  timeZone: string,
): AllFilter | undefined {
  if (shopIds?.length === 0 || courierIds?.length === 0) return undefined
  return {
    ...(shopIds && { shopIds }),
    ...(courierIds && { courierIds }),
    ...(query.city !== '' && { cityIds: [query.city] }),
    ...statusFilter(statusesIn(query.status)),
    ...boundsOf(query, timeZone),
  }
}

/** The query string of a query; `before` is where the next page begins. */
export const foundQueryText = (query: FoundQuery, before?: string): string => {
  const { typed, shop, courier, city, status, from, to } = query
  return hrefWith('', { q: typed, shop, courier, city, status, from, to, before })
}

/** Whether anything narrows the list. */
export const isNarrowed = (query: FoundQuery): boolean => foundQueryText(query) !== ''
