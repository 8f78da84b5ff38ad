import { TZDate } from '@date-fns/tz'

/** The day of a time zone in which a moment lies: from its midnight to the next one, which does not belong to it. */
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
 * The moment at which the clocks of a time zone show this, as a form sends it: `2026-11-21T14:05`; undefined for any
 * other text.
 */
export function localMoment(text: string, timeZone: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) || Number.isNaN(Date.parse(`${text}Z`))) return undefined
  const [year = 0, month = 1, date = 1, hour = 0, minute = 0] = text.split(/[-T:]/).map(Number)
  return new Date(new TZDate(year, month - 1, date, hour, minute, timeZone).getTime())
}

/** The day of a time zone in which a moment lies, like `2026-11-21`. */
export const localDayText = (at: Date, timeZone: string): string =>
  wallClock(at, timeZone).toISOString().slice(0, 10)

/** The day so many days after another, both like `2026-11-21`. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
