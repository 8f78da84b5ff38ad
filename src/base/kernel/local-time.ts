import { TZDate } from '@date-fns/tz'
import { isOnCalendar } from './date-time.ts'

/**
 * The one place of arithmetic with days, weeks and months. Those of money are the company's (`TIME_ZONE`,
 * decision 259); those of a price or of opening hours are the city's.
 */

/**
 * The day of a time zone in which a moment lies: from its midnight to the next one, which does not belong to
 * it.
 */
export function localDay(at: Date, timeZone: string): { from: Date; until: Date } {
  const local = new TZDate(at.getTime(), timeZone)
  const midnight = (day: number) =>
    new Date(new TZDate(local.getFullYear(), local.getMonth(), day, timeZone).getTime())
  return { from: midnight(local.getDate()), until: midnight(local.getDate() + 1) }
}

/** What the clocks of a time zone show at a moment, to the minute: a date whose UTC fields are theirs. */
export function wallClock(at: Date, timeZone: string): Date {
  const local = new TZDate(at.getTime(), timeZone)
  return new Date(
    Date.UTC(local.getFullYear(), local.getMonth(), local.getDate(), local.getHours(), local.getMinutes()),
  )
}

/** The moment at which a day of a time zone begins; `day` is a date like `2026-11-21`. */
export function dayBegins(day: string, timeZone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(new TZDate(year, month - 1, date, timeZone).getTime())
}

/**
 * The moment at which the clocks of a time zone show this, as a form sends it: `2026-11-21T14:05`; undefined
 * for any other text.
 */
export function localMoment(text: string, timeZone: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) || Number.isNaN(Date.parse(`${text}Z`))) return undefined
  const [year = 0, month = 1, date = 1, hour = 0, minute = 0] = text.split(/[-T:]/).map(Number)
  return new Date(new TZDate(year, month - 1, date, hour, minute, timeZone).getTime())
}

/** The day of a time zone in which a moment lies, like `2026-11-21`. */
export const localDayText = (at: Date, timeZone: string): string =>
  wallClock(at, timeZone).toISOString().slice(0, 10)

/** Whether a text is a day of the calendar like `2026-11-21`, of this century: 30 February is none. */
export const isDay = (text: string): boolean => /^20\d\d-\d\d-\d\d$/.test(text) && isOnCalendar(text)

/** The Monday of the week in which a day lies, both like `2026-11-21`. */
export const mondayOf = (day: string): string =>
  dayAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** Whether a text is a month of this century like `2026-11`. */
export const isMonth = (text: string): boolean => /^20\d\d-(0[1-9]|1[0-2])$/.test(text)

/** The month of a time zone in which a moment lies, like `2026-11`. */
export const localMonthText = (at: Date, timeZone: string): string => localDayText(at, timeZone).slice(0, 7)

/** The month so many months after another, both like `2026-11`. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7)
}

/**
 * A month of a time zone, like `2026-11`: from its first midnight to that of the next one, which is not of
 * it.
 */
export const monthBounds = (month: string, timeZone: string): { from: Date; until: Date } => ({
  from: dayBegins(`${month}-01`, timeZone),
  until: dayBegins(`${monthAfter(month, 1)}-01`, timeZone),
})

/** The day so many days after another, both like `2026-11-21`. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
