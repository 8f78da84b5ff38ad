import type { Database } from '../../../base/database/open-database.ts'
import type { City } from '../../../domain/zones/service-map.ts'
import { findCities } from '../../../domain/zones/zone-store.ts'
import { CommandRefused } from './command-context.ts'

/** The one city of this name. Throws CommandRefused when there is none, or several and no country. */
export async function findCity(db: Database, name: string, country?: string): Promise<City> {
  const found = await findCities(db, name, country)
  const [city, another] = found
  if (!city)
    throw new CommandRefused(
      `There is no city ${name}${country ? ` in ${country}` : ''}. colis cities list names them.`,
    )
  if (another)
    throw new CommandRefused(
      `There are several cities ${name}: say which with --country ${found.map((c) => c.country).join(' or ')}.`,
    )
  return city
}
