import type { Database } from '../../base/database/open-database.ts'
import { dayAfter, dayBegins } from '../../base/kernel/local-time.ts'
import { couriersByHour } from '../couriers/shifts/couriers-by-hour.ts'
import { shiftBounds } from '../couriers/shifts/shift-bounds.ts'
import { listShifts, type Shift } from '../couriers/shifts/shift-store.ts'
import { listShiftTakers } from '../couriers/shifts/shift-taker-store.ts'
import { listDutyOfCity } from '../couriers/standing/duty-store.ts'
import { type ReportSum, sumMeasure } from './report-sum-store.ts'

/** How many weeks before count: as many days of the same name. */
export const staffingWeeks = 4

/** An hour of a day of a city: what is asked for in it as a rule, and who is there. */
export type StaffingHour = {
  hour: number
  /** Parcels asked for in this hour, on average of the weeks before. */
  asked: number
  /** Couriers that shifts want, and that took one. */
  wanted: number
  taken: number
  /** Couriers on duty on this day; null for an hour to come. */
  onDuty: number | null
  /** Couriers on duty, on average of the weeks before. */
  usual: number
}

/** Who is there on a day of a city beside what is asked for. */
export type Staffing = {
  hours: StaffingHour[]
  /** What was asked for by zone and hour, in all of these weeks. */
  sums: ReportSum[]
  /** Couriers wanted by hour and zone; without a zone in the whole city. */
  zones: { zoneId: string | null; wanted: number[] }[]
}

const hourMs = 60 * 60_000
const hoursOfDay = 24

/** Reads it; days and hours are the company's, as in every report (decision 353). */
export async function readStaffing(
  db: Database,
  { cityId, day, timeZone, now }: { cityId: string; day: string; timeZone: string; now: Date },
): Promise<Staffing> {
  const before = Array.from({ length: staffingWeeks }, (_, at) => dayAfter(day, -7 * (at + 1)))
  const sums: ReportSum[] = []
  const usual: number[][] = []
  const dutyOn = async (each: string) => {
    const [from, until] = [dayBegins(each, timeZone), dayBegins(dayAfter(each, 1), timeZone)]
    const duty = await listDutyOfCity(db, { cityId, from, until, now })
    return couriersByHour(
      duty.map((span) => ({ ...span, couriers: 1 })),
      from,
      hoursOfDay,
    )
  }
  for (const each of before) {
    const range = { firstDay: each, lastDay: each }
    sums.push(...(await sumMeasure(db, 'ORDERED', { range, cityId }, ['day', 'part', 'bucket'])))
    usual.push(await dutyOn(each))
  }
  const from = dayBegins(day, timeZone)
  const onDuty = from > now ? [] : await dutyOn(day)
  const { shifts, taken } = await shiftsOn(db, { cityId, from, now })
  const wantedIn = (chosen: readonly Shift[]) =>
    couriersByHour(
      chosen.map((shift) => ({ ...shift, couriers: shift.wanted })),
      from,
      hoursOfDay,
    )
  const [wanted, takenByHour] = [wantedIn(shifts), couriersByHour(taken, from, hoursOfDay)]
  const zoneIds = [...new Set(shifts.flatMap((shift) => shift.zoneIds))]
  const wholeCity = shifts.filter((shift) => shift.zoneIds.length === 0)
  return {
    hours: wanted.map((value, hour) => ({
      hour,
      asked: sumOf(sums.filter(({ bucket }) => bucket === hour).map((sum) => sum.value)) / staffingWeeks,
      wanted: value,
      taken: takenByHour[hour] ?? 0,
      onDuty: onDutyIn(onDuty[hour], now.getTime() - from.getTime() - hour * hourMs),
      usual: sumOf(usual.map((hours) => hours[hour] ?? 0)) / staffingWeeks,
    })),
    sums,
    zones: [
      ...(wholeCity.length > 0 ? [{ zoneId: null, wanted: wantedIn(wholeCity) }] : []),
      ...zoneIds.map((zoneId) => ({
        zoneId,
        wanted: wantedIn(shifts.filter((shift) => shift.zoneIds.includes(zoneId))),
      })),
    ],
  }
}

/** Of an hour that goes on, so many as were there until now; null before it begins. */
function onDutyIn(couriers: number | undefined, passedMs: number): number | null {
  if (couriers === undefined || passedMs <= 0) return null
  return passedMs < hourMs ? couriers / (passedMs / hourMs) : couriers
}

/** The shifts that lie in a day, also in a part of it, and how many have taken each. */
async function shiftsOn(db: Database, { cityId, from, now }: { cityId: string; from: Date; now: Date }) {
  const earliest = new Date(from.getTime() - shiftBounds.maxHours * hourMs)
  const until = new Date(from.getTime() + hoursOfDay * hourMs)
  const listed = await listShifts(db, { cityId, from: earliest, until })
  const shifts = listed.filter(({ endsAt }) => endsAt > from)
  const takers = await listShiftTakers(
    db,
    shifts.map(({ id }) => id),
    now,
  )
  const taken = shifts.map((shift) => ({
    ...shift,
    couriers: takers.filter(({ shiftId }) => shiftId === shift.id).length,
  }))
  return { shifts, taken }
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
