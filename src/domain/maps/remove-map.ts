import { inTransaction } from '../../base/database/in-transaction.ts'
import { ApiError } from '../../contract/errors.ts'
import { requireServiceRight } from '../accounts/check-service-right.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { lockCity } from '../zones/zone-store.ts'
import { mapValues } from './city-map-facts.ts'
import { deleteMap, findMapFacts } from './map-store.ts'

/** Removes the map of a city with its landmarks. Throws CITY_NOT_FOUND, CITY_HAS_NO_MAP, ROLE_REQUIRED. */
export function removeMap(deps: AuditedDeps, cityId: string): Promise<void> {
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const city = await lockCity(trx, cityId)
    if (!city) throw new ApiError('CITY_NOT_FOUND', { city: cityId })
    const before = await findMapFacts(trx, cityId)
    if (!before) throw new ApiError('CITY_HAS_NO_MAP', { city: city.name })
    await deleteMap(trx, cityId)
    await recordAct(
      { ...deps, db: trx },
      { action: 'remove-map', subject: { type: 'CITY', id: cityId }, before: mapValues(before), after: null },
    )
  })
}
