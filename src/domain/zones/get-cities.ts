import type { Database, Trx } from '../../base/database/open-database.ts'
import { ApiError } from '../../contract/errors.ts'
import type { City } from './service-map.ts'
import { findCitiesById } from './zone-store.ts'

/** The cities with these ids, in their order. Throws CITY_NOT_FOUND for the first that does not exist. */
export async function getCities(db: Database | Trx, ids: readonly string[]): Promise<City[]> {
  const found = new Map((await findCitiesById(db, ids)).map((city) => [city.id, city]))
  return ids.map((id) => {
    const city = found.get(id)
    if (!city) throw new ApiError('CITY_NOT_FOUND', { city: id })
    return city
  })
}
