import type { Database } from '../../../base/database/open-database.ts'
import { ApiError } from '../../../contract/errors.ts'
import { listAddressPlaces } from '../../shops/shop-store.ts'
import type { ZoneProposal } from '../../zones/changing/proposal-store.ts'
import { extentOf, type MovedAddresses, movedAddresses } from '../../zones/changing/zone-effects.ts'
import { type ZonePlan, zonePlan, zonesFingerprint } from '../../zones/changing/zone-plan.ts'
import { readMap, readZones } from '../../zones/zone-store.ts'
import { countPairPrices } from './pair-copy-store.ts'

/** What a change does, as far as somebody must know it before they confirm it. */
export type ZonePreview = {
  plan: ZonePlan
  moved: MovedAddresses[]
  /** Whether there were more addresses than are looked at. */
  hasMoreAddresses: boolean
  /** Prices of zone pairs that no longer count, because one of the two zones is retired. */
  endedPairPrices: number
}

/** More addresses in what changes are not counted one by one. */
const maxAddresses = 5_000

/**
 * The plan of a proposal from the zones as they stand, and what follows for addresses and prices. Throws
 * ZONES_CHANGED when they are not those that it was made for.
 */
export async function readZonePreview(
  db: Database,
  { cityId, change, seen }: ZoneProposal,
): Promise<ZonePreview> {
  const present = await readZones(db, cityId)
  if (zonesFingerprint(present) !== seen) throw new ApiError('ZONES_CHANGED')
  const plan = zonePlan(present, change)
  const extent = extentOf(plan)
  const places = extent ? await listAddressPlaces(db, extent, maxAddresses + 1) : []
  return {
    plan,
    moved: movedAddresses(await readMap(db), { cityId, plan }, places.slice(0, maxAddresses)),
    hasMoreAddresses: places.length > maxAddresses,
    endedPairPrices: await countPairPrices(
      db,
      plan.retired.map(({ id }) => id),
    ),
  }
}
