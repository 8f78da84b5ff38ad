import type { Fcfa } from '../../base/kernel/fcfa.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { changeZonePairPrice, type PricedZonePair, type ZonePair } from './change-zone-pair-price.ts'

/**
 * Gives trips from one zone to another, in that direction only, a base price (decision 27). Throws
 * ZONE_NOT_FOUND.
 */
export async function setZonePairPrice(
  deps: AuditedDeps,
  pair: ZonePair,
  baseFcfa: Fcfa,
): Promise<PricedZonePair> {
  return changeZonePairPrice(deps, 'set-zone-pair-price', pair, baseFcfa)
}
