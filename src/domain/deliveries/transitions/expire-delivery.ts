import { ApiError } from '../../../contract/errors.ts'
import { withdrawnPayment } from '../../money/payments/payment-status.ts'
import { intervening } from '../changing/delivery-intervention.ts'
import { recordIntervention } from '../changing/record-delivery-act.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { type DeliveryKey, listDueDeliveries } from '../delivery-store.ts'
import { type DeliveryDeps, moveDelivery } from './move-delivery.ts'

/**
 * Expires a delivery, due or not: the sandbox does, and those who run the service with a `reason` (decision
 * 158). Throws DELIVERY_NOT_FOUND, TRANSITION_REFUSED; with a reason also REASON_REQUIRED, ROLE_REQUIRED.
 */
export async function expireDelivery(
  deps: DeliveryDeps,
  key: DeliveryKey,
  reason?: string,
): Promise<DeliveryRow> {
  const acting = intervening(deps, 'EXPIRE', reason)
  return moveDelivery(acting, key, 'expire', expired, recordIntervention(acting, 'expire-delivery'))
}

/** A trip that its shop has not paid yet is not due any more. */
const expired = ({ payment_status }: DeliveryRow) => ({
  change: { payment_status: withdrawnPayment(payment_status) },
})

/** How many deliveries one round of the loop expires. */
const roundSize = 100

/**
 * Expires deliveries whose deadline has passed, and returns how many (decision 23). One that moved on after
 * it was listed is left alone.
 */
export async function expireDueDeliveries(deps: DeliveryDeps): Promise<number> {
  const due = await listDueDeliveries(deps.db, deps.clock.now(), roundSize)
  let ended = 0
  for (const key of due) if (await expireIfStillDue(deps, key)) ended += 1
  return ended
}

async function expireIfStillDue(deps: DeliveryDeps, key: DeliveryKey): Promise<boolean> {
  try {
    await moveDelivery(deps, key, 'expire', (delivery, now) => {
      const isDue = delivery.due_at !== null && delivery.due_at <= now
      if (!isDue) throw new ApiError('TRANSITION_REFUSED', { status: delivery.status })
      return expired(delivery)
    })
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
