import type { Database } from '../database/open-database.ts'
import type { DeliveryKey } from '../deliveries/delivery-store.ts'
import type { Clock } from '../kernel/clock.ts'
import { setDeclined } from './offer-store.ts'

/** A courier does not want an offer and is not asked again for this delivery. Of one that is gone nothing is said. */
export function declineOffer(
  { db, clock }: { db: Database; clock: Clock },
  courierId: string,
  key: DeliveryKey,
): Promise<void> {
  return setDeclined(db, courierId, key, clock.now())
}
