import { localMonthText, monthAfter, monthBounds } from '../../../base/kernel/local-time.ts'

/** A closed month, like `2026-11`; the next one begins at `openSince`. */
export type ClosedMonth = { month: string; openSince: Date }

/**
 * The months that are closed with this one, each with when the next one begins: those since the last closed
 * one, or since the books began. Each keeps its own end, so that it stays what it was whatever time zone is
 * set later (decision 259).
 */
export function monthsToClose(
  month: string,
  { lastClosed, beganAt, timeZone }: { lastClosed: ClosedMonth | null; beganAt: Date; timeZone: string },
): ClosedMonth[] {
  const first = lastClosed ? monthAfter(lastClosed.month, 1) : localMonthText(beganAt, timeZone)
  const months: ClosedMonth[] = []
  for (let each = first < month ? first : month; each <= month; each = monthAfter(each, 1))
    months.push({ month: each, openSince: monthBounds(each, timeZone).until })
  return months
}

/**
 * The bounds of a closed month: it begins where the one before it ended, so that what is booked is of one
 * month and of one only. `ends` are the ends of months that are closed by themselves.
 */
export function closedMonthBounds(
  month: string,
  ends: ReadonlyMap<string, Date>,
  timeZone: string,
): { from: Date; until: Date } {
  const { from, until } = monthBounds(month, timeZone)
  return { from: ends.get(monthAfter(month, -1)) ?? from, until: ends.get(month) ?? until }
}
