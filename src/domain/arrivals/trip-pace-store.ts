import { sql } from 'kysely'
import type { Database } from '../../base/database/open-database.ts'
import { everyHour, type TripPace } from './trip-pace.ts'

/** How many of the latest trips of a city are learnt from. */
const learntFrom = 2_000

/** The median pace of a city at each hour, and of all hours, of its latest trips since a moment. */
export async function saveMedianPaces(
  db: Database,
  { cityId, since, now }: { cityId: string; since: Date; now: Date },
): Promise<void> {
  await sql`
    insert into trip_paces (city_id, hour, seconds_per_km, trips, learnt_at)
    select
      ${cityId}::uuid, coalesce(latest.trip_hour, ${sql.lit(everyHour)}),
      percentile_cont(0.5) within group (order by latest.trip_seconds * 1000.0 / latest.distance_meters),
      count(*)::integer, ${now}::timestamptz
    from (
      select arrivals.trip_hour, arrivals.trip_seconds, arrivals.distance_meters
      from arrivals
      where arrivals.city_id = ${cityId}::uuid and arrivals.handed_over_at >= ${since}
        and arrivals.trip_seconds is not null
      order by arrivals.handed_over_at desc
      limit ${sql.lit(learntFrom)}
    ) as latest
    group by grouping sets ((latest.trip_hour), ())
    having count(*) > 0
    on conflict (city_id, hour) do update
    set seconds_per_km = excluded.seconds_per_km, trips = excluded.trips, learnt_at = excluded.learnt_at
  `.execute(db)
}

/** The paces of these cities. */
export async function listPaces(db: Database, cityIds: readonly string[]): Promise<TripPace[]> {
  if (cityIds.length === 0) return []
  return db
    .selectFrom('trip_paces')
    .select([
      'trip_paces.city_id as cityId',
      'trip_paces.hour',
      'trip_paces.seconds_per_km as secondsPerKm',
      'trip_paces.trips',
    ])
    .where('trip_paces.city_id', 'in', [...cityIds])
    .execute()
}
