import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import { dayAfter, dayBegins, localDayText, mondayOf } from '../../../base/kernel/local-time.ts'
import type { TripRow } from '../../deliveries/trips/trip-store.ts'

/** A week from its Monday; `from` and `until` are the moments at which it begins and the next one does. */
export type Week = { monday: string; from: Date; until: Date }

/** One day of a statement, like `2026-11-21`. */
export type StatementDay = { day: string; trips: number; payFcfa: Fcfa; bonusFcfa: Fcfa }

/** What a courier earned in a week: the seven days, and their sum. `payFcfa` includes the bonuses. */
export type CourierStatement = {
  week: Week
  days: StatementDay[]
  trips: readonly TripRow[]
  sum: { trips: number; payFcfa: Fcfa; bonusFcfa: Fcfa }
}

/** The week in which a day like `2026-11-21` lies, in a time zone. */
export function weekOf(day: string, timeZone: string): Week {
  const monday = mondayOf(day)
  return { monday, from: dayBegins(monday, timeZone), until: dayBegins(dayAfter(monday, 7), timeZone) }
}

/** A statement of the trips of a week; each counts on the day on which it ended. */
export function courierStatement(week: Week, trips: readonly TripRow[], timeZone: string): CourierStatement {
  const byDay = Map.groupBy(trips, ({ endedAt }) => localDayText(endedAt, timeZone))
  const days = Array.from({ length: 7 }, (_, index) => {
    const day = dayAfter(week.monday, index)
    return { day, ...sumOf(byDay.get(day) ?? []) }
  })
  return { week, days, trips, sum: sumOf(trips) }
}

const sumOf = (trips: readonly TripRow[]) => ({
  // A wait at a shop earns something, but is no trip.
  trips: trips.filter(({ isWait }) => !isWait).length,
  payFcfa: trips.reduce((sum, trip) => sum + trip.payFcfa, 0),
  bonusFcfa: trips.reduce((sum, trip) => sum + trip.bonusFcfa, 0),
})
