import { localDay, localDayText } from '../../../base/kernel/local-time.ts'
import { type CourierRow, listCityIds } from '../../../domain/couriers/courier-store.ts'
import { missingKinds } from '../../../domain/couriers/documents/document-rules.ts'
import { listDocuments } from '../../../domain/couriers/documents/document-store.ts'
import { sumDutySeconds } from '../../../domain/couriers/standing/duty-store.ts'
import { weekOf } from '../../../domain/couriers/statements/courier-statement.ts'
import { listCarriedDeliveries } from '../../../domain/deliveries/carrying/carried-store.ts'
import { countProblems } from '../../../domain/deliveries/pickup-problems/pickup-problem-store.ts'
import { listTrips } from '../../../domain/deliveries/trips/list-trips.ts'
import { readEarnings } from '../../../domain/deliveries/trips/read-earnings.ts'
import { averageRating } from '../../../domain/feedback/rating-store.ts'
import { readAcceptance } from '../../../domain/matching/read-acceptance.ts'
import type { OperationsDeps } from '../operations-deps.ts'

/** Over how many days the page counts parcels that were left to another. */
const problemDays = 30

/** How many trips the page of a courier shows. */
const shownTrips = 5

/** Everything that the page of a courier shows. */
export async function readCourierFacts(
  { db, clock, timeZone, pricing }: OperationsDeps,
  courier: CourierRow,
) {
  const now = clock.now()
  const courierId = courier.id
  const today = localDayText(now, timeZone)
  const day = localDay(now, timeZone)
  const week = weekOf(today, timeZone)
  const inDay = { courierId, from: day.from, to: day.until }
  const inWeek = { courierId, from: week.from, to: week.until }
  const [
    cityIds,
    documents,
    carried,
    acceptance,
    { trips, next },
    dayEarnings,
    weekEarnings,
    daySeconds,
    weekSeconds,
    rating,
    problems,
  ] = await Promise.all([
    listCityIds(db, courierId),
    listDocuments(db, { courierId }),
    listCarriedDeliveries(db, courierId),
    readAcceptance({ db, clock }, courierId),
    listTrips(db, { courierId, limit: shownTrips }),
    readEarnings(db, inDay),
    readEarnings(db, inWeek),
    sumDutySeconds(db, { ...inDay, now }),
    sumDutySeconds(db, { ...inWeek, now }),
    averageRating(db, courierId),
    countProblems(db, courierId, new Date(now.getTime() - problemDays * 24 * 60 * 60_000)),
  ])
  return {
    courier,
    today,
    cityIds,
    cities: cityIds.map((id) => pricing.map.current().city(id)?.name ?? '').filter(Boolean),
    documents,
    missing: courier.retired_at ? [] : missingKinds(courier.vehicle_type, documents, today),
    carried: carried.map(({ id, reference }) => ({ id, reference })),
    acceptance,
    rating,
    problems,
    trips,
    hasMoreTrips: next !== undefined,
    day: { ...dayEarnings, seconds: daySeconds },
    week: { ...weekEarnings, seconds: weekSeconds },
  }
}

export type CourierFacts = Awaited<ReturnType<typeof readCourierFacts>>
