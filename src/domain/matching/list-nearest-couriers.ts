import type { Database, Trx } from '../../base/database/open-database.ts'
import { wideningRadii } from './search-round.ts'
import { listCouriersWithin, type NearCourier, type Wanted } from './search-store.ts'

/**
 * The nearest couriers who can be asked, at most `limit`. Searches in widening circles: a courier inside a
 * small one is nearer than all outside it, so a crowded city is not searched completely.
 */
export async function listNearestCouriers(db: Database | Trx, wanted: Wanted): Promise<NearCourier[]> {
  let found: NearCourier[] = []
  for (const radiusMeters of wideningRadii(wanted.radiusMeters)) {
    found = await listCouriersWithin(db, { ...wanted, radiusMeters })
    if (found.length >= wanted.limit) return found
  }
  return found
}
