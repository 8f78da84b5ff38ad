import { inTransaction } from '../../../base/database/in-transaction.ts'
import { actorText } from '../../../base/kernel/actor.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { requireRight } from '../../accounts/check-right.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { ShareChannel } from '../deliveries-tables.ts'
import { type DeliveryKey, lockDelivery } from '../delivery-store.ts'
import { insertLinkShare, listLinkShares } from './link-share-store.ts'

/**
 * Records that somebody of the shop has shared the customer's link, so that the others see that it was done.
 * Only the first twenty times of a delivery are recorded; returns whether this one was. Throws
 * SHOP_NOT_FOUND, DELIVERY_NOT_FOUND.
 */
export function recordLinkShare(
  deps: AuditedDeps,
  { shopId, id }: DeliveryKey,
  channel: ShareChannel,
): Promise<boolean> {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (trx) => {
    await requireRight({ ...deps, db: trx }, shopId, 'SELL')
    const delivery = await lockDelivery(trx, { shopId, id })
    if (!delivery) throw new ApiError('DELIVERY_NOT_FOUND')
    const [last] = await listLinkShares(trx, { shopId, id })
    const number = (last?.number ?? 0) + 1
    if (number > limits.linkShares) return false
    const actor = actorText(deps.actor)
    await insertLinkShare(trx, {
      shop_id: shopId,
      delivery_id: id,
      number,
      channel,
      shared_at: now,
      actor,
    })
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'record-link-share',
        subject: { type: 'DELIVERY', id },
        shopId,
        before: null,
        after: { reference: delivery.reference, channel, number },
      },
    )
    return true
  })
}
