import {
  dayAfter,
  dayBegins,
  isDay,
  localDayText,
  localMonthText,
  mondayOf,
  monthAfter,
} from '../../../../base/kernel/local-time.ts'

/**
 * What the books say to those they are kept for: the statement and the invoices of a shop (`shop/`,
 * `invoices/`), what the operator reads (`service/`), and the comparison with what providers say
 * (`reconciling/`). Here, the days that a statement is about.
 */

/**
 * Whole days of a time zone, both included, with the moments at which they begin and the day after them does.
 */
export type StatementPeriod = { firstDay: string; lastDay: string; from: Date; until: Date }

/** Why days cannot be a period. */
export type PeriodFault = 'NO_DAY' | 'BACKWARDS' | 'TOO_LONG'

/** The longest period of a statement, in days: a quarter. */
const maxPeriodDays = 93

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

/** How many months that are over one may choose from; older ones are closed with them. */
const shownMonths = 12

/** The months that are over in a time zone, like `2026-10`, the last one first. */
export const monthsOver = (now: Date, timeZone: string): string[] =>
  Array.from({ length: shownMonths }, (_, back) => monthAfter(localMonthText(now, timeZone), -1 - back))

/** The weeks and months around a moment; a week begins on Monday. */
export function namedSpans(now: Date, timeZone: string): Record<NamedSpan, [string, string]> {
  const today = localDayText(now, timeZone)
  const monday = mondayOf(today)
  const month = today.slice(0, 7)
  const [before, first, next] = [-1, 0, 1].map((months) => `${monthAfter(month, months)}-01`) as [
    string,
    string,
    string,
  ]
  return {
    THIS_WEEK: [monday, dayAfter(monday, 6)],
    LAST_WEEK: [dayAfter(monday, -7), dayAfter(monday, -1)],
    THIS_MONTH: [first, dayAfter(next, -1)],
    LAST_MONTH: [before, dayAfter(first, -1)],
  }
}
