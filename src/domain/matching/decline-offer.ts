import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { ApiError } from '../../contract/errors.ts'
import { listCarriedDeliveries } from '../deliveries/carrying/carried-store.ts'
import type { DeliveryKey } from '../deliveries/delivery-store.ts'
import { setDeclined } from './offer-store.ts'
import { makeSearchDue } from './search-store.ts'

/**
 * A courier declines an offer and is not asked again for this delivery. When no other offer of it is open,
 * the next round comes at once; this is checked after the commit, so that of two who decline together the
 * later one sees both. Declining an offer that is gone does nothing, unless this courier has accepted it
 * meanwhile. Throws TRANSITION_REFUSED.
 */
export async function declineOffer(
  { db, clock }: { db: Database; clock: Clock },
  courierId: string,
  key: DeliveryKey,
): Promise<void> {
  const now = clock.now()
  const carried = (await listCarriedDeliveries(db, courierId)).find(({ id }) => id === key.id)
  if (carried) throw new ApiError('TRANSITION_REFUSED', { status: carried.status })
  if (await setDeclined(db, courierId, key, now)) await makeSearchDue(db, key, now)
}
