import { firstIdAt } from '../../base/kernel/clock.ts'
import { dayAfter, dayBegins, isDay } from '../../base/kernel/local-time.ts'
import { type DeliveryStatus, deliveryStatuses } from '../../contract/vocabulary.ts'
import { isFinal } from '../../domain/deliveries/delivery-status.ts'
import type { StatusFilter } from '../../domain/deliveries/searching/delivery-search-store.ts'
import { chosenOf } from '../../pages/form-fields.ts'

/**
 * What the addresses of lists and of their files say of deliveries, for a shop and for all of them; the files
 * themselves are made in this folder too.
 */

/** Whole days, `2026-11-21`, empty for no bound; what cannot be read is named in `wrong` and left out. */
export type DayBounds = { from: string; to: string; wrong: ('from' | 'to')[] }

/** Statuses in which a delivery is still under way, in the order of its life. */
export const openStatuses: readonly DeliveryStatus[] = deliveryStatuses.filter((status) => !isFinal(status))

/** A text of a query string, at most `max` signs of it; empty where it was not sent once. */
export function sentText(query: unknown, name: string, max: number): string {
  const value = ((query ?? {}) as Record<string, unknown>)[name]
  return typeof value === 'string' ? value.trim().slice(0, max) : ''
}

/** The days that a query string asks for. */
export function readDays(query: unknown): DayBounds {
  const [from, to] = [sentText(query, 'from', 20), sentText(query, 'to', 20)]
  const isWrong = (day: string) => day !== '' && !isDay(day)
  return {
    from,
    to,
    wrong: [...(isWrong(from) ? ['from' as const] : []), ...(isWrong(to) ? ['to' as const] : [])],
  }
}

/** The bounds of days in a time zone, as searches take them. */
export function boundsOf({ from, to, wrong }: DayBounds, timeZone: string) {
  const begin = from !== '' && !wrong.includes('from') ? dayBegins(from, timeZone) : undefined
  const end = to !== '' && !wrong.includes('to') ? dayBegins(dayAfter(to, 1), timeZone) : undefined
  return {
    ...(begin && { fromId: firstIdAt(begin) }),
    ...(end && { untilId: firstIdAt(end) }),
  }
}

/** Comma-separated statuses, in the order of a delivery’s life. Throws CHOICE_UNKNOWN. */
export function statusesIn(text: string): DeliveryStatus[] {
  const asked = text.split(',').map((each) => chosenOf('status', each.trim(), deliveryStatuses))
  return deliveryStatuses.filter((status) => asked.includes(status))
}

/** These statuses as searches take them; none for all. All that are under way leave out what has ended. */
export const statusFilter = (statuses: readonly DeliveryStatus[]): StatusFilter =>
  statuses.length === 0 ? {} : { statuses, onlyOpen: statuses.join() === openStatuses.join() }
