import type { AuditedDeps } from '../../audit/audited-act.ts'
import { putZones } from './put-zones.ts'

type NewName = { cityId: string; zone: string; name: string; priority: number }

/**
 * Gives a zone another name, and says how it stands to others that lie over it; its prices stay. Throws
 * CITY_NOT_FOUND, ZONE_NOT_FOUND, ZONE_NAME_TAKEN.
 */
export async function renameZone(deps: AuditedDeps, { cityId, ...renamed }: NewName): Promise<void> {
  await putZones(deps, 'rename-zone', { cityId, change: { kind: 'RENAME', ...renamed } })
}
