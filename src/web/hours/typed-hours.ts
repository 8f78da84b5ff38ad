import {
  maxSpansPerDay,
  type OpeningHours,
  type OpenSpan,
  readOpeningHours,
  type Weekday,
  weekdays,
} from '../../domain/shops/opening/opening-hours.ts'

/** The working days, which have the same hours unless one of them is filled in by itself. */
export const workingDays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const
type WorkingDay = (typeof workingDays)[number]

/** What has hours of its own in the form: the working days together, one of them, Saturday, Sunday. */
export type HoursGroup = 'week' | Weekday
export const hoursGroups: readonly HoursGroup[] = ['week', ...weekdays]

/** What is wrong with the hours of a group. */
type HoursFault = 'TIME' | 'HALF' | 'OVERLAP'
export type HoursFaults = Partial<Record<HoursGroup, HoursFault>>

/** The names of the fields of a group: its spans, counted from 1, and that it is closed. */
export const fromField = (group: HoursGroup, number: number): string => `${group}-from-${number}`
export const toField = (group: HoursGroup, number: number): string => `${group}-to-${number}`
export const closedField = (day: WorkingDay): string => `${day}-closed`

/** How many spans of a day the form shows: a morning and an afternoon, or as many as there are. */
export function shownSpans(typed: Record<string, string>): number {
  const numbers = [3, maxSpansPerDay]
  return numbers.findLast((number) => hoursGroups.some((group) => typed[fromField(group, number)])) ?? 2
}

/** Opening hours as the form shows them; the most frequent hours of working days are those of the week. */
export function typedHours(hours: OpeningHours | null): Record<string, string> {
  if (!hours) return {}
  const week = mostFrequent(workingDays.map((day) => hours[day]))
  const differing = workingDays.filter((day) => !isSame(hours[day], week))
  return Object.assign(
    spansOf('week', week),
    spansOf('saturday', hours.saturday),
    spansOf('sunday', hours.sunday),
    ...differing.map((day) =>
      hours[day].length === 0 ? { [closedField(day)]: 'on' } : spansOf(day, hours[day]),
    ),
  )
}

/** Reads the hours of the form: null where nothing is filled in, or what is wrong, by group. */
export function readTypedHours(
  typed: Record<string, string>,
): { hours: OpeningHours | null } | { faults: HoursFaults } {
  const read = hoursGroups.map((group) => [group, readSpans(typed, group)] as const)
  const faults = Object.fromEntries(
    read.flatMap(([group, spans]) => (typeof spans === 'string' ? [[group, spans]] : [])),
  )
  if (Object.keys(faults).length > 0) return { faults }
  const spans = Object.fromEntries(read) as Record<HoursGroup, OpenSpan[]>
  const hasClosed = workingDays.some((day) => typed[closedField(day)] === 'on')
  if (!hasClosed && hoursGroups.every((group) => spans[group].length === 0)) return { hours: null }
  const hoursOf = (day: WorkingDay) => {
    if (typed[closedField(day)] === 'on') return []
    return spans[day].length > 0 ? spans[day] : spans.week
  }
  const { saturday, sunday } = spans
  const days = Object.fromEntries(workingDays.map((day) => [day, hoursOf(day)])) as Record<
    WorkingDay,
    OpenSpan[]
  >
  const hours = readOpeningHours({ ...days, saturday, sunday })
  if (hours) return { hours }
  const alone = hoursGroups.find((group) => overlapsAlone(spans[group]))
  return { faults: { [alone ?? 'week']: 'OVERLAP' } }
}

function readSpans(typed: Record<string, string>, group: HoursGroup): OpenSpan[] | HoursFault {
  const spans: OpenSpan[] = []
  for (let number = 1; number <= maxSpansPerDay; number += 1) {
    const [from = '', to = ''] = [typed[fromField(group, number)], typed[toField(group, number)]]
    if (from === '' && to === '') continue
    if (from === '' || to === '') return 'HALF'
    const [opens, closes] = [readTime(from), readTime(to)]
    if (!opens || !closes) return 'TIME'
    spans.push([opens, closes])
  }
  return spans
}

/** A time as people type it where a browser has no field for it: `8h`, `8:30`, `08h30`. */
export function readTime(text: string): string | undefined {
  const [, hour, minute = '00'] = /^(\d{1,2})(?:\s?[h:.]\s?(\d{2})?)?$/i.exec(text.trim()) ?? []
  if (hour === undefined) return undefined
  const [hours, minutes] = [Number(hour), Number(minute)]
  const isMidnight = hours === 24 && minutes === 0
  if (minutes > 59 || (hours > 23 && !isMidnight)) return undefined
  return `${String(isMidnight ? 0 : hours).padStart(2, '0')}:${minute}`
}

const spansOf = (group: HoursGroup, spans: readonly OpenSpan[]): Record<string, string> =>
  Object.fromEntries(
    spans.flatMap(([from, to], index) => [
      [fromField(group, index + 1), from],
      [toField(group, index + 1), to],
    ]),
  )

const isSame = (one: readonly OpenSpan[], other: readonly OpenSpan[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

function mostFrequent(days: readonly OpenSpan[][]): OpenSpan[] {
  const frequency = (spans: readonly OpenSpan[]) => days.filter((day) => isSame(day, spans)).length
  return days.toSorted((one, other) => frequency(other) - frequency(one))[0] ?? []
}

function overlapsAlone(spans: readonly OpenSpan[]): boolean {
  const week = Object.fromEntries(weekdays.map((day) => [day, day === 'monday' ? spans : []]))
  return readOpeningHours(week) === undefined
}
