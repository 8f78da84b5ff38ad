import { localMoment, wallClock } from '../../../base/kernel/local-time.ts'
import {
  minutesPerDay,
  type OpeningHours,
  type OpenSpan,
  readDay,
  spanMinutes,
  weekdays,
} from '../../shops/opening/opening-hours.ts'

/** A day that differs from its week: a public holiday, or hours of its own. */
export type SpecialDay = {
  /** Like `2026-12-25`, by the calendar of the city. */
  date: string
  name: string
  /** None: closed all day. */
  spans: OpenSpan[]
  /** Whether it comes back every year on the same day of the same month, as a public holiday does. */
  isYearly?: true
}

/** When orders of a city are carried out. */
export type CityOpening = {
  /** Null while nobody has said so: around the clock, on every day that is not special. */
  hours: OpeningHours | null
  specialDays: readonly SpecialDay[]
  /** Whether quotes and orders outside of it are refused. */
  refusesWhenClosed: boolean
}

/** Public holidays that move, of two years, and those that come back. */
export const maxSpecialDays = 100
export const maxSpecialDayName = 60

/** How far ahead the next opening is looked for. */
const maxDaysAhead = 400

/**
 * When a city opens next after `at`; null when it is open then, `UNKNOWN` when no opening is planned. A span
 * belongs to the day on which it begins: a night that goes over midnight goes on into a closed day (decision
 * 178).
 */
export function nextOpening(opening: CityOpening, at: Date, timeZone: string): Date | 'UNKNOWN' | null {
  const now = wallClock(at, timeZone)
  const today = Math.floor(now.getTime() / dayMs)
  const minute = Math.floor((now.getTime() % dayMs) / 60_000)
  const isOpen =
    spansOf(opening, today).some(({ from, to }) => from <= minute && minute < to) ||
    spansOf(opening, today - 1).some(({ to }) => minute + minutesPerDay < to)
  if (isOpen) return null
  for (let ahead = 0; ahead <= maxDaysAhead; ahead += 1) {
    const starts = spansOf(opening, today + ahead)
      .map(({ from }) => from)
      .filter((from) => ahead > 0 || from > minute)
    if (starts.length > 0) return momentOf(today + ahead, Math.min(...starts), timeZone)
  }
  return 'UNKNOWN'
}

const dayMs = 24 * 60 * 60 * 1000
const wholeDay = [{ from: 0, to: minutesPerDay }]

/** The spans that begin on a day, in minutes since its midnight; the day is counted since 1970. */
function spansOf({ hours, specialDays }: CityOpening, day: number): { from: number; to: number }[] {
  const date = new Date(day * dayMs).toISOString().slice(0, 10)
  const special = specialDayOn(specialDays, date)
  if (special) return special.spans.map(spanMinutes)
  // 1 January 1970 was a Thursday.
  const weekday = weekdays[(((day + 3) % 7) + 7) % 7]
  return hours && weekday ? hours[weekday].map(spanMinutes) : wholeDay
}

/** What is said of one date comes before what comes back every year. */
const specialDayOn = (days: readonly SpecialDay[], date: string): SpecialDay | undefined =>
  days.find((each) => each.date === date) ??
  days.find((each) => each.isYearly && dayOfYear(each) === date.slice(5) && each.date < date)

/** Its month and day, like `12-25`. */
const dayOfYear = ({ date }: SpecialDay): string => date.slice(5)

function momentOf(day: number, minute: number, timeZone: string): Date {
  const local = new Date(day * dayMs + minute * 60_000).toISOString().slice(0, 16)
  return localMoment(local, timeZone) ?? new Date(local)
}

/** Whether a text is a date of the calendar like `2026-12-25`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/**
 * Special days as they are kept, by date; undefined when one is none: another form, a date twice, two that
 * come back on the same day, spans that overlap, or too many of them.
 */
export function readSpecialDays(value: unknown): SpecialDay[] | undefined {
  if (!Array.isArray(value) || value.length > maxSpecialDays) return undefined
  const days = value.map((day: Partial<SpecialDay>) => {
    const spans = readDay(day.spans)
    const isSound = typeof day.date === 'string' && isDate(day.date) && typeof day.name === 'string'
    if (!spans || !isSound || (day.name ?? '').length > maxSpecialDayName || overlap(spans)) return undefined
    return {
      date: day.date ?? '',
      name: day.name ?? '',
      spans,
      ...(day.isYearly && { isYearly: true as const }),
    }
  })
  if (!days.every((day) => day !== undefined)) return undefined
  const sorted = days.toSorted((one, other) => (one.date < other.date ? -1 : 1))
  return sorted.some((day, at) => sorted.slice(0, at).some((other) => isSameDay(day, other)))
    ? undefined
    : sorted
}

/** Whether two days are one: of the same date, or both every year on the same day. */
export const isSameDay = (one: SpecialDay, other: SpecialDay): boolean =>
  one.date === other.date ||
  (one.isYearly === true && other.isYearly === true && dayOfYear(one) === dayOfYear(other))

function overlap(spans: readonly OpenSpan[]): boolean {
  const minutes = spans.map(spanMinutes)
  return minutes.some(({ from }, at) => at > 0 && from < (minutes[at - 1]?.to ?? 0))
}
