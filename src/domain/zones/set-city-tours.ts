import { inTransaction } from '../../base/database/in-transaction.ts'
import { ApiError } from '../../contract/errors.ts'
import type { RulesDeps } from '../../rules.ts'
import { requireServiceRight } from '../accounts/check-service-right.ts'
import type { AuditedDeps, AuditValues } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import type { City, CityTours } from './service-map.ts'
import { lockCity, setCity } from './zone-store.ts'

/**
 * Says what tours may do with parcels of a city, where that is less than the operator's rules let them
 * (decision 377); null for as much as these, and what is left out stays. Throws CITY_NOT_FOUND,
 * CITY_TOURS_TOO_LONG, ROLE_REQUIRED.
 */
export function setCityTours(
  deps: AuditedDeps & RulesDeps,
  cityId: string,
  wanted: Partial<CityTours>,
): Promise<City> {
  const rules = deps.rules.current()
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const before = await lockCity(trx, cityId)
    if (!before) throw new ApiError('CITY_NOT_FOUND', { city: cityId })
    const { laterMinutes, rideMinutes } = wanted
    const [later, ride] = [rules.TOUR_LATER_MINUTES, rules.TOUR_RIDE_MINUTES]
    if ((laterMinutes ?? 0) > later || (rideMinutes ?? 0) > ride)
      throw new ApiError('CITY_TOURS_TOO_LONG', { later, ride })
    const after = await setCity(trx, cityId, {
      ...(laterMinutes !== undefined && { tour_later_minutes: laterMinutes }),
      ...(rideMinutes !== undefined && { tour_ride_minutes: rideMinutes }),
    })
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'set-city-tours',
        subject: { type: 'CITY', id: cityId },
        before: toursValues(before),
        after: toursValues(after),
      },
    )
    return after
  })
}

const toursValues = ({ tours }: City): AuditValues => ({
  tourLaterMinutes: tours?.laterMinutes ?? null,
  tourRideMinutes: tours?.rideMinutes ?? null,
})
