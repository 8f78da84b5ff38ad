import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import type { CancellationReason } from '../../../contract/vocabulary.ts'
import { allows } from '../delivery-status.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { getDelivery } from '../get-delivery.ts'
import type { DeliveryDeps } from '../transitions/move-delivery.ts'
import { chargesOfCancelling } from './cancel-delivery.ts'
import { cancellationReason } from './cancellation-reason.ts'

export type CancellationQuote = {
  isAllowed: boolean
  /** 0 where cancelling is not possible. */
  cancellationFeeFcfa: Fcfa
  returnFeeFcfa: Fcfa
  reason: CancellationReason
}

/**
 * What cancelling a delivery would cost at this moment, and why; it changes nothing and promises nothing,
 * since the courier may arrive meanwhile. Throws DELIVERY_NOT_FOUND.
 */
export async function quoteCancellation(
  deps: Pick<DeliveryDeps, 'db' | 'pricing'>,
  key: DeliveryKey,
): Promise<CancellationQuote> {
  const delivery = await getDelivery(deps.db, key)
  const { status, arrived_at_pickup_at: arrivedAtPickupAt, ended_at: endedAt } = delivery
  const isAllowed = allows('cancel', status)
  const charges = isAllowed
    ? chargesOfCancelling(deps, delivery)
    : { cancellationFeeFcfa: 0, returnFeeFcfa: 0 }
  return { isAllowed, ...charges, reason: cancellationReason({ status, arrivedAtPickupAt, endedAt }) }
}
