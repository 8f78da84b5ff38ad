const form =
  /^\d{4}-\d{2}-\d{2}[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/

/**
 * The instant that a date-time with its offset names, to the millisecond (RFC 3339: `T` between date and
 * time, seconds, `Z` or `+01:00`); undefined for anything else. A leap second is none either, since no clock
 * of ours shows one.
 */
export function readDateTime(text: string): Date | undefined {
  const ms = form.test(text) && isOnCalendar(text.slice(0, 10)) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? undefined : new Date(ms)
}

/** Whether `YYYY-MM-DD` exists: JavaScript takes February 30 for March 2. */
export function isOnCalendar(date: string): boolean {
  const ms = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date)
}
