import { violatedConstraint } from '../../../base/database/unavailable.ts'
import { addCity, type NewCity } from '../../../domain/zones/add-city.ts'
import type { Services } from '../../../services.ts'
import { CommandRefused } from './command-context.ts'

/** Adds a city and answers its id. Throws CommandRefused when somebody has added it meanwhile. */
export async function beginCity(parts: Services, city: NewCity): Promise<string> {
  return addCity(parts, city).catch((error: unknown) => {
    if (violatedConstraint(error) !== 'city_is_unique_per_country') throw error
    throw new CommandRefused(`${city.name} (${city.country}) is there already.`)
  })
}
