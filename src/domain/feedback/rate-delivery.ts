import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { ApiError } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { requireIn } from '../deliveries/delivery-status.ts'
import { type DeliveryKey, lockDelivery } from '../deliveries/delivery-store.ts'
import { upsertRating } from './rating-store.ts'

/** One to five. */
export type Stars = 1 | 2 | 3 | 4 | 5

/**
 * Rates a hand-over, or rates it otherwise; after ten changes the last one stays. Throws DELIVERY_NOT_FOUND,
 * CUSTOMER_LINK_INVALID, TRANSITION_REFUSED before the hand-over.
 */
export function rateDelivery(
  { db, clock }: { db: Database; clock: Clock },
  key: DeliveryKey,
  stars: Stars,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const delivery = await lockDelivery(trx, key)
    if (!delivery) throw new ApiError('DELIVERY_NOT_FOUND')
    if (key.linkVersion !== delivery.link_version) throw new ApiError('CUSTOMER_LINK_INVALID')
    requireIn('delivered', delivery.status)
    const rating = {
      shop_id: key.shopId,
      delivery_id: key.id,
      courier_id: delivery.courier_id,
      stars,
      rated_at: clock.now(),
    }
    await upsertRating(trx, rating, limits.ratingChanges)
  })
}
