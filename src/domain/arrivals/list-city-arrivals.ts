import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import type { Pricing } from '../pricing/price-trip.ts'
import { listMeasuredArrivals } from './arrival-store.ts'
import { type CityArrivals, measuredDays } from './measured-arrivals.ts'
import { everyHour, leastTrips } from './trip-pace.ts'
import { listPaces } from './trip-pace-store.ts'

/** How often what customers read of an arrival came true within the last 30 days, city by city. */
export async function listCityArrivals({
  db,
  clock,
  pricing,
}: {
  db: Database
  clock: Clock
  pricing: Pick<Pricing, 'map'>
}): Promise<CityArrivals[]> {
  const since = new Date(clock.now().getTime() - measuredDays * 24 * 60 * 60_000)
  const measured = await listMeasuredArrivals(db, since)
  const { cities } = pricing.map.current()
  const paces = await listPaces(
    db,
    cities.map(({ id }) => id),
  )
  return cities.flatMap(({ id, name }) => {
    const arrivals = measured.find(({ cityId }) => cityId === id)
    const pace = paces.find(({ cityId, hour }) => cityId === id && hour === everyHour)
    if (!arrivals) return []
    const isLearnt = pace !== undefined && pace.trips >= leastTrips
    const learnt = isLearnt ? { kmPerHour: 3_600 / pace.secondsPerKm, trips: pace.trips } : null
    return [{ ...arrivals, city: name, pace: learnt }]
  })
}
