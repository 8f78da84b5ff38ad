import { dayAfter, dayBegins, localDayText } from '../../../base/kernel/local-time.ts'

/**
 * What the books say to those they are kept for: the statement and the invoices of a shop (`shop/`, `invoices/`), what the
 * operator reads (`service/`), and the comparison with what providers say (`reconciling/`). Here, the days that a
 * statement is about.
 */

/** Whole days of a time zone, both included, with the moments at which they begin and the day after them does. */
export type StatementPeriod = { firstDay: string; lastDay: string; from: Date; until: Date }

/** Why days cannot be a period. */
export type PeriodFault = 'NO_DAY' | 'BACKWARDS' | 'TOO_LONG'

/** The longest period of a statement, in days: a quarter. */
export const maxPeriodDays = 93

/** The days from `firstDay` to `lastDay`, both like `2026-11-21` and included, or why they are no period. */
export function statementPeriod(
  firstDay: string,
  lastDay: string,
  timeZone: string,
): StatementPeriod | PeriodFault {
  if (!isDay(firstDay) || !isDay(lastDay)) return 'NO_DAY'
  if (lastDay < firstDay) return 'BACKWARDS'
  if (dayAfter(firstDay, maxPeriodDays) <= lastDay) return 'TOO_LONG'
  return {
    firstDay,
    lastDay,
    from: dayBegins(firstDay, timeZone),
    until: dayBegins(dayAfter(lastDay, 1), timeZone),
  }
}

/** The spans that people ask for most, as first and last days. */
export type NamedSpan = 'THIS_WEEK' | 'LAST_WEEK' | 'THIS_MONTH' | 'LAST_MONTH'

/** The weeks and months around a moment; a week begins on Monday. */
export function namedSpans(now: Date, timeZone: string): Record<NamedSpan, [string, string]> {
  const today = localDayText(now, timeZone)
  const monday = dayAfter(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7))
  const first = `${today.slice(0, 7)}-01`
  const before = `${dayAfter(first, -1).slice(0, 7)}-01`
  const next = `${dayAfter(first, 31).slice(0, 7)}-01`
  return {
    THIS_WEEK: [monday, dayAfter(monday, 6)],
    LAST_WEEK: [dayAfter(monday, -7), dayAfter(monday, -1)],
    THIS_MONTH: [first, dayAfter(next, -1)],
    LAST_MONTH: [before, dayAfter(first, -1)],
  }
}

/** A day of the calendar that our books may know: 30 February is none. */
const isDay = (day: string): boolean =>
  /^20\d\d-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) && dayAfter(day, 0) === day
