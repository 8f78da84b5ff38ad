import { ApiError } from '../../base/contract/errors.ts'
import { inTransaction } from '../../base/database/in-transaction.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { cityValues } from './city-values.ts'
import type { City } from './service-map.ts'
import { lockCity, setCity } from './zone-store.ts'

/** What may be changed of a city; what is left out stays. */
type CityChange = { serviceRadiusMeters?: number; raining?: boolean; highDemand?: boolean }

/** Changes how far a city is served, or switches its surcharges for rain and high demand. Throws CITY_NOT_FOUND. */
export function changeCity(deps: AuditedDeps, cityId: string, change: CityChange): Promise<City> {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (trx) => {
    const before = await lockCity(trx, cityId)
    if (!before) throw new ApiError('CITY_NOT_FOUND', { city: cityId })
    const { serviceRadiusMeters, raining, highDemand } = change
    const after = await setCity(trx, cityId, {
      service_radius_meters: serviceRadiusMeters ?? before.serviceRadiusMeters,
      ...(raining !== undefined && raining !== before.raining && { raining_since: raining ? now : null }),
      ...(highDemand !== undefined &&
        highDemand !== before.highDemand && { high_demand_since: highDemand ? now : null }),
    })
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'change-city',
        subject: { type: 'CITY', id: cityId },
        before: cityValues(before),
        after: cityValues(after),
      },
    )
    return after
  })
}
