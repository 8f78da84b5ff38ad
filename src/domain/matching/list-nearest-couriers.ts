import type { Database, Trx } from '../../base/database/open-database.ts'
import { wideningRadii } from './search-round.ts'
import { listCouriersWithin, type NearCourier, type Wanted } from './search-store.ts'

/**
 * The nearest couriers who can be asked, at most `limit`. Looks in widening circles: whoever is found in a
 * small one is nearer than all outside it, so that a crowded city is not searched to its end.
 */
export async function listNearestCouriers(db: Database | Trx, wanted: Wanted): Promise<NearCourier[]> {
  let found: NearCourier[] = []
  for (const radiusMeters of wideningRadii(wanted.radiusMeters)) {
    found = await listCouriersWithin(db, { ...wanted, radiusMeters })
    if (found.length >= wanted.limit) return found
  }
  return found
}
