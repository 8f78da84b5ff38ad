import { TZDate } from '@date-fns/tz'
import { type WeekdayName, weekdayNames } from '../../../contract/vocabulary.ts'
import type { Rules } from '../../../rules.ts'

/** When payouts of a day and of a week are made: an hour on the clocks of a time zone. */
export type PayoutTimes = { hour: number; weekday: WeekdayName; timeZone: string }

export const payoutTimesOf = (
  { PAYOUT_HOUR: hour, PAYOUT_WEEKDAY: weekday }: Rules,
  timeZone: string,
): PayoutTimes => ({ hour, weekday, timeZone })

/** The last moment, at `now` or before, at which the payouts of each day are made. */
export function lastDailyMoment(now: Date, { hour, timeZone }: PayoutTimes): Date {
  const today = momentOf(now, 0, hour, timeZone)
  return today <= now ? today : momentOf(now, -1, hour, timeZone)
}

/** The last moment, at `now` or before, at which the payouts of each week are made. */
export function lastWeeklyMoment(now: Date, times: PayoutTimes): Date {
  const daily = lastDailyMoment(now, times)
  const local = new TZDate(daily.getTime(), times.timeZone)
  // Monday is 0 in our list and 1 in dates.
  const behind = (((local.getDay() + 6) % 7) - weekdayNames.indexOf(times.weekday) + 7) % 7
  return momentOf(daily, -behind, times.hour, times.timeZone)
}

function momentOf(at: Date, days: number, hour: number, timeZone: string): Date {
  const local = new TZDate(at.getTime(), timeZone)
  const day = new TZDate(local.getFullYear(), local.getMonth(), local.getDate() + days, hour, timeZone)
  return new Date(day.getTime())
}
