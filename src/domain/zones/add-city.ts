import { violatedConstraint } from '../../base/database/database-error.ts'
import { inTransaction } from '../../base/database/in-transaction.ts'
import { newId } from '../../base/kernel/clock.ts'
import { ApiError } from '../../contract/errors.ts'
import { requireServiceRight } from '../accounts/check-service-right.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { cityValues } from './city-values.ts'
import type { City } from './service-map.ts'
import { findCities, insertCity } from './zone-store.ts'

export type NewCity = Omit<City, 'id' | 'raining' | 'highDemand' | 'opening'>

/** Adds a city to the service. Trips in it have no price until it has a tariff. Throws CITY_TAKEN. */
export async function addCity(deps: AuditedDeps, city: NewCity): Promise<string> {
  const now = deps.clock.now()
  const id = newId(now)
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const [same] = await findCities(trx, city.name, city.country)
    if (same) throw new ApiError('CITY_TAKEN', { city: same.name, country: same.country })
    await insertCity(trx, {
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
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'add-city',
        subject: { type: 'CITY', id },
        before: null,
        after: cityValues({ ...city, id, raining: false, highDemand: false, opening: null }),
      },
    )
    return id
  }).catch((error: unknown) => {
    if (violatedConstraint(error) !== 'city_is_unique_per_country') throw error
    throw new ApiError('CITY_TAKEN', { city: city.name, country: city.country })
  })
}
