import type { AuditedDeps } from '../../audit/audited-act.ts'
import type { ZoneDraft } from '../zone-file.ts'
import { putZones } from './put-zones.ts'

type NewShape = { cityId: string; zone: string; draft: Omit<ZoneDraft, 'name'>; seen?: string }

/**
 * Gives a zone another outline; it keeps its name, its priority and its prices. Throws CITY_NOT_FOUND,
 * ZONE_NOT_FOUND, ZONES_MISPLACED, ZONES_CHANGED.
 */
export async function reshapeZone(deps: AuditedDeps, { cityId, seen, ...drawn }: NewShape): Promise<void> {
  await putZones(deps, 'reshape-zone', { cityId, change: { kind: 'RESHAPE', ...drawn }, seen })
}
