import type { Database, Trx } from '../../base/database/open-database.ts'
import { type Clock, newId } from '../../base/kernel/clock.ts'
import type { City } from './service-map.ts'
import { insertCity } from './zone-store.ts'

export type NewCity = Omit<City, 'id' | 'raining' | 'highDemand'>

/** Begins to serve a city. It needs a tariff before trips in it have a price. */
export async function addCity(
  { db, clock }: { db: Database | Trx; clock: Clock },
  city: NewCity,
): Promise<string> {
  const now = clock.now()
  const id = newId(now)
  await insertCity(db, {
    id,
    name: city.name,
    country: city.country,
    lat: city.center.lat,
    lng: city.center.lng,
    service_radius_meters: city.serviceRadiusMeters,
    time_zone: city.timeZone,
    currency: city.currency,
    raining_since: null,
    high_demand_since: null,
    created_at: now,
  })
  return id
}
