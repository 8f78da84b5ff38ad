import { inTransaction } from '../../base/database/in-transaction.ts'
import { ApiError } from '../../contract/errors.ts'
import { requireServiceRight } from '../accounts/check-service-right.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { hasHighDemand, isRaining } from './city-demand.ts'
import { cityValues } from './city-values.ts'
import type { City } from './service-map.ts'
import { lockCity, setCity } from './zone-store.ts'

/** What may be changed of a city; what is left out stays. */
type CityChange = { serviceRadiusMeters?: number; raining?: boolean; highDemand?: boolean }

/**
 * Changes how far a city is served, or switches its surcharges for rain and high demand. Throws
 * CITY_NOT_FOUND, ROLE_REQUIRED.
 */
export function changeCity(deps: AuditedDeps, cityId: string, change: CityChange): Promise<City> {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const before = await lockCity(trx, cityId)
    if (!before) throw new ApiError('CITY_NOT_FOUND', { city: cityId })
    const { serviceRadiusMeters, raining, highDemand } = change
    const after = await setCity(trx, cityId, {
      service_radius_meters: serviceRadiusMeters ?? before.serviceRadiusMeters,
      ...(raining !== undefined &&
        raining !== isRaining(before, now) && { raining_since: raining ? now : null, raining_until: null }),
      ...(highDemand !== undefined &&
        highDemand !== hasHighDemand(before, now) && {
          high_demand_since: highDemand ? now : null,
          high_demand_until: null,
        }),
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
