import type { AuditedDeps } from '../audit/audited-act.ts'
import { changeZonePairPrice, type PricedZonePair, type ZonePair } from './change-zone-pair-price.ts'

/** Goes back to the price by distance between two zones. Throws ZONE_NOT_FOUND. */
export async function removeZonePairPrice(deps: AuditedDeps, pair: ZonePair): Promise<PricedZonePair> {
  return changeZonePairPrice(deps, 'remove-zone-pair-price', pair, null)
}
