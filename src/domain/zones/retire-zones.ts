import { inTransaction } from '../../base/database/in-transaction.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { getZones } from './get-zones.ts'
import { listZones, markZonesRetired } from './zone-store.ts'

/**
 * Ends zones of a city by their names: trips there are priced by distance or by another zone that holds the
 * point. Returns the names as they are stored. Throws ZONE_NOT_FOUND.
 */
export function retireZones(deps: AuditedDeps, cityId: string, names: readonly string[]): Promise<string[]> {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (trx) => {
    const retired = await getZones(trx, cityId, names)
    const present = await listZones(trx, cityId)
    await markZonesRetired(
      trx,
      retired.map(({ id }) => id),
      now,
    )
    const left = await listZones(trx, cityId)
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'retire-zones',
        subject: { type: 'CITY', id: cityId },
        before: { zones: present.map(({ name }) => name) },
        after: { zones: left.map(({ name }) => name) },
      },
    )
    return retired.map(({ name }) => name)
  })
}
