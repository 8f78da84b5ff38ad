import type { ReportRange } from './report-range.ts'

/** Longer than a day: ten days begin on the 1st, 11th and 21st, the last of them to the end of the month. */
const longerLengths = ['TEN_DAYS', 'MONTH', 'QUARTER'] as const
export type LongerLength = (typeof longerLengths)[number]

/** Rows to add up, from the first to the last by their first days, both included; or to take away. */
export type ReportSpan = ReportRange & { length: 'DAY' | LongerLength; sign: 1 | -1 }

/**
 * The fewest rows of each key that a range is made of: longer ones stand for many days, and days that they
 * have too much are taken away (decision 386). From the 2nd to the 30th is a month without its first day.
 */
export function spansOf(
  { firstDay, lastDay }: ReportRange,
  lengths: readonly LongerLength[] = longerLengths,
): ReportSpan[] {
  const [begin, end] = [numberOf(firstDay), numberOf(lastDay) + 1]
  const stepsFrom = stepsAround(begin, end, lengths)
  const reached = new Map<number, Step | undefined>([[begin, undefined]])
  // Days are reached in the order of how many rows lead to them.
  for (const at of reached.keys()) {
    if (at === end) break
    for (const step of stepsFrom.get(at) ?? []) if (!reached.has(step.to)) reached.set(step.to, step)
  }
  const spans: ReportSpan[] = []
  for (let step = reached.get(end); step; step = reached.get(step.from)) addStep(spans, step)
  return spans.reverse()
}

/** Over one row to a later day, or back to an earlier one; days by their number. */
type Step = { from: number; to: number; length: ReportSpan['length'] }

/** The steps between two days: over single days only next to them, up to where a longer row begins. */
function stepsAround(begin: number, end: number, lengths: readonly LongerLength[]): Map<number, Step[]> {
  const steps = new Map<number, Step[]>()
  const add = (length: Step['length'], days: readonly number[]) => {
    for (const [at, from] of days.entries())
      for (const to of [days[at + 1], days[at - 1]])
        if (to !== undefined) steps.set(from, [...(steps.get(from) ?? []), { from, to, length }])
  }
  const begins = lengths.map((length) => beginsAround(length, begin, end))
  const [shortest = [begin, end]] = begins
  for (const day of [begin, end]) {
    const first = shortest.findLast((each) => each <= day) ?? day
    const last = shortest.find((each) => each > day) ?? day
    add(
      'DAY',
      [...Array(last - first + 1).keys()].map((days) => first + days),
    )
  }
  for (const [at, length] of lengths.entries()) add(length, begins[at] ?? [])
  return steps
}

/** The days on which longer rows begin, from the quarter of one day to behind that of another. */
function beginsAround(length: LongerLength, begin: number, end: number): number[] {
  const [first, last] = [new Date(begin * dayMs), new Date(end * dayMs)]
  const year = first.getUTCFullYear()
  const months = (last.getUTCFullYear() - year) * 12 + last.getUTCMonth() + 3
  const days: number[] = []
  for (let month = first.getUTCMonth() - (first.getUTCMonth() % 3); month <= months; month += 1)
    if (length !== 'QUARTER' || month % 3 === 0)
      for (const day of length === 'TEN_DAYS' ? [1, 11, 21] : [1])
        days.push(Date.UTC(year, month, day) / dayMs)
  return days
}

/** Adds a step before those that are known, to the first of them where it is of its kind. */
function addStep(spans: ReportSpan[], { from, to, length }: Step): void {
  const sign = to > from ? 1 : -1
  const [firstDay, lastDay] = [textOf(Math.min(from, to)), textOf(Math.max(from, to) - 1)]
  const last = spans.at(-1)
  if (last?.length !== length || last.sign !== sign) spans.push({ length, sign, firstDay, lastDay })
  else if (sign === 1) last.firstDay = firstDay
  else last.lastDay = lastDay
}

const dayMs = 86_400_000
const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs
const textOf = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10)
