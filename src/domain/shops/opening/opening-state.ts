import {
  minutesPerDay,
  minutesPerWeek,
  type OpeningHours,
  type Weekday,
  type WeekSpan,
  weekdays,
  weekSpans,
} from './opening-hours.ts'

/** What somebody on the way to a place needs to know of its opening hours. */
export type OpeningState =
  /** `until` is the time of day at which it closes; null when that is a day away or more. */
  | { kind: 'OPEN'; until: string | null }
  /** Later today. */
  | { kind: 'OPENS'; at: string }
  /** It was open today, and is not again before tomorrow. */
  | { kind: 'CLOSED_BY_NOW' }
  | { kind: 'CLOSED_TODAY' }

/** Whether a place is open at `now`, by the clocks of its time zone. */
export function openingState(hours: OpeningHours, now: Date, timeZone: string): OpeningState {
  const spans = weekSpans(hours)
  const minute = minuteOfWeek(now, timeZone)
  const current = spans.find((span) => isWithin(span, minute) || isWithin(span, minute + minutesPerWeek))
  if (current) {
    const closes = endOf(current, spans)
    const left = closes - minute - (minute < current.from ? minutesPerWeek : 0)
    return { kind: 'OPEN', until: left >= minutesPerDay ? null : timeText(closes) }
  }
  const midnight = minute - (minute % minutesPerDay)
  const today = spans.filter(({ from }) => from >= midnight && from < midnight + minutesPerDay)
  const next = today.find(({ from }) => from > minute)
  if (next) return { kind: 'OPENS', at: timeText(next.from) }
  return { kind: today.length > 0 ? 'CLOSED_BY_NOW' : 'CLOSED_TODAY' }
}

const isWithin = ({ from, to }: WeekSpan, minute: number): boolean => from <= minute && minute < to

/**
 * When a place closes that is open during `span`, whose next span may begin as this one ends; a week on at
 * most.
 */
function endOf(span: WeekSpan, spans: readonly WeekSpan[]): number {
  let end = span.to
  for (let added = 0; added < spans.length; added += 1) {
    const next = spans.find(({ from }) => from === end % minutesPerWeek)
    if (!next) break
    end += next.to - next.from
  }
  return end
}

const two = (figure: number): string => String(figure).padStart(2, '0')

const timeText = (minute: number): string =>
  `${two(Math.floor((minute % minutesPerDay) / 60))}:${two(minute % 60)}`

/** One for each time zone: making one costs more than using it a hundred times. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function minuteOfWeek(now: Date, timeZone: string): number {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    })
  clocks.set(timeZone, clock)
  const parts = Object.fromEntries(clock.formatToParts(now).map(({ type, value }) => [type, value]))
  const day = weekdays.indexOf((parts.weekday ?? '').toLowerCase() as Weekday)
  return day * minutesPerDay + Number(parts.hour) * 60 + Number(parts.minute)
}
