import type { AuditedDeps } from '../audit/audited-act.ts'
import { putZones } from './changing/put-zones.ts'

/**
 * Ends zones of a city by their names: trips there are priced by distance or by another zone that holds the
 * point. Returns the names as they are stored. Throws ZONE_NOT_FOUND, ZONES_CHANGED.
 */
export async function retireZones(
  deps: AuditedDeps,
  cityId: string,
  names: readonly string[],
  seen?: string,
): Promise<string[]> {
  const change = { kind: 'RETIRE', zones: names } as const
  const { plan } = await putZones(deps, 'retire-zones', { cityId, change, seen })
  return plan.retired.map(({ name }) => name)
}
