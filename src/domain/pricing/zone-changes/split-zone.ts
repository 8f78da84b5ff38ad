import { inTransaction } from '../../../base/database/in-transaction.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { putZones } from '../../zones/changing/put-zones.ts'
import type { ZoneDraft } from '../../zones/zone-file.ts'
import { copyPairPrices } from './pair-copy-store.ts'

type Split = { cityId: string; zone: string; parts: readonly [ZoneDraft, ZoneDraft]; seen?: string }

/**
 * Makes two zones of one. Both have the prices that it had, to and from every zone and between themselves, so
 * that no known trip changes its price by it (decision 177). Throws CITY_NOT_FOUND, ZONE_NOT_FOUND,
 * ZONE_NAME_TAKEN, ZONES_CHANGED, TOO_MANY_ZONES.
 */
export function splitZone(deps: AuditedDeps, { cityId, seen, ...split }: Split): Promise<void> {
  return inTransaction(deps.db, async (trx) => {
    const inside = { ...deps, db: trx }
    const { plan, added } = await putZones(inside, 'split-zone', {
      cityId,
      change: { kind: 'SPLIT', ...split },
      seen,
    })
    const [kept, made] = [plan.changed[0]?.before, added[0]]
    if (kept && made) await copyPairPrices(trx, { fromZoneId: kept.id, toZoneId: made.id })
  })
}
