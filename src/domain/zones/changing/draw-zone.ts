import type { AuditedDeps } from '../../audit/audited-act.ts'
import type { ZoneDraft } from '../zone-file.ts'
import { putZones } from './put-zones.ts'

/**
 * Adds a zone to a city. Throws CITY_NOT_FOUND, ZONE_NAME_TAKEN, ZONES_MISPLACED, ZONES_CHANGED,
 * TOO_MANY_ZONES.
 */
export async function drawZone(
  deps: AuditedDeps,
  { cityId, seen, ...drawn }: { cityId: string; draft: ZoneDraft; priority: number; seen?: string },
): Promise<void> {
  await putZones(deps, 'draw-zone', { cityId, change: { kind: 'DRAW', ...drawn }, seen })
}
