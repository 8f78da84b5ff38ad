import type { ShiftSpan } from './shift-bounds.ts'

const hourMs = 60 * 60_000

/** So many couriers from one moment to another. */
type CouriersThere = ShiftSpan & { couriers: number }

/** How many couriers there are in each of so many hours from `from` on: who is there for half of it is half. */
export const couriersByHour = (there: readonly CouriersThere[], from: Date, hours: number): number[] =>
  Array.from({ length: hours }, (_, at) => {
    const begins = from.getTime() + at * hourMs
    return there.reduce((sum, { beginsAt, endsAt, couriers }) => {
      const overlapMs = Math.min(endsAt.getTime(), begins + hourMs) - Math.max(beginsAt.getTime(), begins)
      return overlapMs > 0 ? sum + (couriers * overlapMs) / hourMs : sum
    }, 0)
  })
