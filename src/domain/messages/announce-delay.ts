import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { ApiError } from '../../contract/errors.ts'
import { type DeliveryKey, findDelivery } from '../deliveries/delivery-store.ts'
import { newMessage } from './enqueue-messages.ts'
import { isTrueOf } from './message-kinds.ts'
import { insertMessages } from './message-store.ts'

/**
 * Tells the people of a shop that one of its deliveries is late and seen to, by mail and on the phone, as far
 * as they have either; once for each state that it is in. Throws DELIVERY_NOT_FOUND, TRANSITION_REFUSED of
 * one that is over or comes back, ALREADY_DONE where nothing has happened to it since they were told.
 */
export async function announceDelay(
  { db, clock }: { db: Database; clock: Clock },
  { shopId, id }: DeliveryKey,
): Promise<void> {
  const kinds = ['DELIVERY_LATE_OWNER', 'DELIVERY_LATE_OWNER_PHONE'] as const
  const row = await findDelivery(db, { shopId, id })
  if (!row) throw new ApiError('DELIVERY_NOT_FOUND')
  const { status, version } = row
  if (!isTrueOf(kinds[0], status)) throw new ApiError('TRANSITION_REFUSED', { status })
  const about = { shop_id: shopId, delivery_id: id, delivery_version: version }
  const now = clock.now()
  const enqueued = await insertMessages(
    db,
    kinds.map((kind) => newMessage(kind, about, now)),
  )
  if (enqueued === 0) throw new ApiError('ALREADY_DONE')
}
