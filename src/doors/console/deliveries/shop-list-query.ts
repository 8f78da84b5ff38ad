import { type DeliveryStatus, deliveryStatuses } from '../../../base/contract/vocabulary.ts'
import { firstIdAt } from '../../../base/kernel/clock.ts'
import { dayBegins } from '../../../base/kernel/local-time.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { isFinal } from '../../../domain/deliveries/delivery-status.ts'
import type { SearchFilter } from '../../../domain/deliveries/finding/delivery-search-store.ts'

/** What the address of the list asks for, as it was sent; what cannot be read is named in `wrong` and left out. */
export type ListQuery = {
  typed: string
  /** Statuses, comma-separated; empty for all. */
  status: string
  /** Whole days of the shop's time zone, `2026-11-21`; empty for no bound. */
  from: string
  to: string
  /** The last delivery of the page before. */
  before: string | undefined
  wrong: ('from' | 'to')[]
}

/** Statuses in which a delivery is still under way, in the order of its life. */
export const openStatuses: readonly DeliveryStatus[] = deliveryStatuses.filter((status) => !isFinal(status))

/** Reads the query string of the list and of its exports. */
export function readListQuery(query: unknown): ListQuery {
  const sent = (query ?? {}) as Record<string, unknown>
  const text = (name: string, max: number) => {
    const value = sent[name]
    return typeof value === 'string' ? value.trim().slice(0, max) : ''
  }
  const [from, to, before] = [text('from', 20), text('to', 20), text('before', 40)]
  const isDay = (day: string) => /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))
  return {
    typed: text('q', 100),
    status: statusesOf(text('status', 200)).join(','),
    from,
    to,
    before: isUuid(before) ? before : undefined,
    wrong: (['from', 'to'] as const).filter((name) => text(name, 20) !== '' && !isDay(text(name, 20))),
  }
}

/** The bounds of a query as a search takes them. */
export function filterOf({ status, from, to, wrong }: ListQuery, timeZone: string): SearchFilter {
  const statuses = statusesOf(status)
  const begin = from !== '' && !wrong.includes('from') ? dayBegins(from, timeZone) : undefined
  const end = to !== '' && !wrong.includes('to') ? dayBegins(dayAfter(to), timeZone) : undefined
  return {
    ...(statuses.length > 0 && { statuses }),
    ...(begin && { fromId: firstIdAt(begin) }),
    ...(end && { untilId: firstIdAt(end) }),
  }
}

/** The query string of a query; `before` is where the next page begins. */
export function queryText({ typed, status, from, to }: ListQuery, before?: string): string {
  const given = Object.entries({ q: typed, status, from, to, before }).filter(([, value]) => value)
  const text = new URLSearchParams(given as [string, string][]).toString()
  return text === '' ? '' : `?${text}`
}

const statusesOf = (text: string): DeliveryStatus[] =>
  deliveryStatuses.filter((status) => text.split(',').includes(status))

const dayAfter = (day: string): string => {
  const date = new Date(`${day}T00:00:00Z`)
  return new Date(date.getTime() + 24 * 60 * 60_000).toISOString().slice(0, 10)
}
