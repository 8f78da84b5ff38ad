import type { Database } from '../../../base/database/open-database.ts'
import { findTripsOfSpan } from '../../deliveries/trips/trip-store.ts'
import { type CourierStatement, courierStatement, weekOf } from './courier-statement.ts'

/** More trips than a courier can make in a week. */
const maxTrips = 2_000

/** What a courier earned in the week in which a day like `2026-11-21` lies, in a time zone. */
export async function readStatement(
  db: Database,
  { courierId, day, timeZone }: { courierId: string; day: string; timeZone: string },
): Promise<CourierStatement> {
  const week = weekOf(day, timeZone)
  const trips = await findTripsOfSpan(db, { courierId, from: week.from, to: week.until }, maxTrips)
  return courierStatement(week, trips, timeZone)
}
