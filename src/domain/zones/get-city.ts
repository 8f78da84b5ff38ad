import type { Database, Trx } from '../../base/database/open-database.ts'
import { ApiError } from '../../contract/errors.ts'
import type { City } from './service-map.ts'
import { findCities } from './zone-store.ts'

/** The one city of this name, in `country` when it is given. Throws CITY_NOT_FOUND, CITY_AMBIGUOUS. */
export async function getCity(db: Database | Trx, name: string, country?: string): Promise<City> {
  const found = await findCities(db, name, country)
  const [city, another] = found
  if (!city) throw new ApiError('CITY_NOT_FOUND', { city: name, country })
  if (another)
    throw new ApiError('CITY_AMBIGUOUS', { city: name, countries: found.map((each) => each.country) })
  return city
}
