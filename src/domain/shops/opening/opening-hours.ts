/** The days of the week, as opening hours name them. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof weekdays)[number]

/**
 * From when to when, `HH:MM` of the place. An end that is not after its beginning is on the next day: `22:00`
 * to `02:00` goes over midnight, and the same time twice lasts 24 hours.
 */
export type OpenSpan = [from: string, to: string]

/** When a place is open in any week; a day without a span is a day on which it stays shut. */
export type OpeningHours = Record<Weekday, OpenSpan[]>

/** A morning, an afternoon, an evening, and one to spare. */
export const maxSpansPerDay = 4

/**
 * Opening hours as they are kept, each day's in order; undefined for anything else: another set of days,
 * times that are no times, or spans that overlap, over midnight and from Sunday to Monday too.
 */
export function readOpeningHours(value: unknown): OpeningHours | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  if (Object.keys(value).length !== weekdays.length) return undefined
  const days = weekdays.map((day) => readDay((value as Record<string, unknown>)[day]))
  if (!days.every((spans) => spans !== undefined)) return undefined
  const hours = Object.fromEntries(weekdays.map((day, at) => [day, days[at] ?? []])) as OpeningHours
  return overlaps(weekSpans(hours)) ? undefined : hours
}

/** A span of the week in minutes since Monday 00:00; one of Sunday night ends after the week does. */
export type WeekSpan = { from: number; to: number }

export const minutesPerDay = 24 * 60
export const minutesPerWeek = weekdays.length * minutesPerDay

/** The spans of a week in their order. */
export const weekSpans = (hours: OpeningHours): WeekSpan[] =>
  weekdays.flatMap((day, index) =>
    hours[day].map(spanMinutes).map(({ from, to }) => {
      const start = index * minutesPerDay
      return { from: start + from, to: start + to }
    }),
  )

/** A span in minutes since the midnight before it begins; over midnight it ends beyond the day. */
export function spanMinutes([opens, closes]: OpenSpan): WeekSpan {
  const [from, to] = [minuteOf(opens), minuteOf(closes)]
  return { from, to: to + (to > from ? 0 : minutesPerDay) }
}

/** The spans of one day in their order; undefined when they are none, or too many. */
export function readDay(value: unknown): OpenSpan[] | undefined {
  if (!Array.isArray(value) || value.length > maxSpansPerDay || !value.every(isSpan)) return undefined
  return value
    .map(([from, to]): OpenSpan => [from, to])
    .sort(([one], [other]) => minuteOf(one) - minuteOf(other))
}

const timeForm = /^([01]\d|2[0-3]):[0-5]\d$/

const isSpan = (value: unknown): value is OpenSpan =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every((time) => typeof time === 'string' && timeForm.test(time))

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

function overlaps(spans: readonly WeekSpan[]): boolean {
  const first = spans[0]
  if (!first) return false
  const again = { from: first.from + minutesPerWeek, to: first.to + minutesPerWeek }
  return [...spans, again].some(({ from }, at) => at > 0 && from < (spans[at - 1]?.to ?? 0))
}
