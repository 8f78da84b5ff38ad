import { dayAfter, isDay, monthAfter } from '../../base/kernel/local-time.ts'
import type { PeriodFault } from '../money/statements/shop/statement-period.ts'

/** Whole days of the company, both like `2026-11-21` and included. */
export type ReportRange = { firstDay: string; lastDay: string }

/** The longest range of a report, in days: a year. */
const maxReportDays = 366

/** The days from `firstDay` to `lastDay`, or why they are no range. */
export function reportRange(firstDay: string, lastDay: string): ReportRange | PeriodFault {
  if (!isDay(firstDay) || !isDay(lastDay)) return 'NO_DAY'
  if (lastDay < firstDay) return 'BACKWARDS'
  if (daysOf({ firstDay, lastDay }) > maxReportDays) return 'TOO_LONG'
  return { firstDay, lastDay }
}

/** How many days a range has. */
const daysOf = ({ firstDay, lastDay }: ReportRange): number =>
  Math.round((Date.parse(lastDay) - Date.parse(firstDay)) / 86_400_000) + 1

/** Every day of a range, the first first. */
export const listDays = (range: ReportRange): string[] =>
  Array.from({ length: daysOf(range) }, (_, at) => dayAfter(range.firstDay, at))

/** Every month that a range touches, like `2026-11`, the first first. */
export function listMonths({ firstDay, lastDay }: ReportRange): string[] {
  const months: string[] = []
  for (let month = firstDay.slice(0, 7); month <= lastDay.slice(0, 7); month = monthAfter(month, 1))
    months.push(month)
  return months
}

/** As many days that begin on another. */
export const rangeFrom = (firstDay: string, { firstDay: first, lastDay }: ReportRange): ReportRange => ({
  firstDay,
  lastDay: dayAfter(firstDay, daysOf({ firstDay: first, lastDay }) - 1),
})

/** The range just before: of whole months as many months, else as many days. */
export function rangeBefore(range: ReportRange): ReportRange {
  const { firstDay, lastDay } = range
  const isOfMonths = firstDay.endsWith('-01') && dayAfter(lastDay, 1).endsWith('-01')
  if (!isOfMonths) return rangeFrom(dayAfter(firstDay, -daysOf(range)), range)
  const months = listMonths(range).length
  return { firstDay: `${monthAfter(firstDay.slice(0, 7), -months)}-01`, lastDay: dayAfter(firstDay, -1) }
}

/** Up to how many days a figure has a place for each day; beyond, for each month. */
const maxDaysShown = 62

/** Whether a figure of a range shows its months instead of its days. */
export const isShownByMonth = (range: ReportRange): boolean => daysOf(range) > maxDaysShown
