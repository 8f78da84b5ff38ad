import type { Counted } from './counted-delivery.ts'

/** By how much a sum changes; of a month where `isMonth`, then `day` is its first. */
export type SumChange = {
  measure: Counted[0]
  isMonth: boolean
  day: string
  cityId: string
  part: string
  bucket: number
  value: number
}

/** A delivery as it was counted, and as it counts now. */
type Recount = { before: readonly Counted[]; after: readonly Counted[] }

/**
 * How sums change, of days and of their months, in the order of their keys; none by 0. Months of `WORKED` are
 * not sums of their days.
 */
export function countDifference(recounts: readonly Recount[]): SumChange[] {
  const changes = new Map<string, SumChange>()
  const add = (counted: Counted, sign: 1 | -1) => {
    const [measure, onDay, cityId, part, bucket, value] = counted
    for (const isMonth of measure === 'WORKED' ? [false] : [false, true]) {
      const day = isMonth ? `${onDay.slice(0, 7)}-01` : onDay
      const key = [measure, isMonth ? 1 : 0, day, cityId, part, String(bucket).padStart(6, '0')].join('|')
      const sum = changes.get(key)
      if (sum) sum.value += sign * value
      else changes.set(key, { measure, isMonth, day, cityId, part, bucket, value: sign * value })
    }
  }
  for (const { before, after } of recounts) {
    for (const counted of before) add(counted, -1)
    for (const counted of after) add(counted, 1)
  }
  return [...changes]
    .filter(([, { value }]) => value !== 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, change]) => change)
}

/**
 * What a delivery counts as, where what was announced is kept for a shorter time than what was counted of it:
 * a hand-over stays as punctual as it was, once it was known.
 */
export function withKnownPunctuality({ before, after }: Recount): Counted[] {
  const known = before.find(([measure, , , part]) => measure === 'PUNCTUAL' && part !== 'SILENT')
  return after.map((counted) => {
    const [measure, day, , part] = counted
    return measure === 'PUNCTUAL' && part === 'SILENT' && known?.[1] === day ? known : counted
  })
}

/** What stays of a delivery that is removed: what was booked for it, in no city. */
export const countedOfRemoved = (before: readonly Counted[]): Counted[] =>
  before
    .filter(([measure]) => measure === 'MONEY' || measure === 'EARNED')
    .map(([measure, day, , part, bucket, value]) => [measure, day, '', part, bucket, value])
