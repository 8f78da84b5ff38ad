import { ApiError } from '../../../contract/errors.ts'
import type { Collection } from '../../../contract/vocabulary.ts'
import type { PaymentTransition } from '../../money/payments/payment-status.ts'
import { paymentStatusAfter, paymentTransitions } from '../../money/payments/payment-status.ts'
import { amountToCollectOf, type DeliveryRow } from '../delivery-row.ts'
import { requireIn } from '../delivery-status.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { type Alongside, amendDelivery, type DeliveryDeps } from '../transitions/move-delivery.ts'

type PaymentChangeOptions = {
  /** Refused for any other collection. */
  onlyFor?: Collection
  /**
   * Why somebody who runs the service says so, for the line of the payment's history; 3 to 200 characters.
   */
  reason?: string | undefined
  /** Writes what must commit together with the payment; throwing rolls both back. */
  alongside?: Alongside
}

/**
 * Makes one transition of a delivery's payment; the table says which event it emits: all but
 * payment.confirmed are only for this service, and carry the amount and the version of the delivery. Nobody
 * is asked to pay for a parcel that is not on its way (decision 33). Throws COLLECTION_REFUSED,
 * PAYMENT_TRANSITION_REFUSED, TRANSITION_REFUSED, DELIVERY_NOT_FOUND.
 */
export function changePayment(
  deps: DeliveryDeps,
  key: DeliveryKey,
  transition: PaymentTransition,
  { onlyFor, reason, alongside }: PaymentChangeOptions = {},
): Promise<DeliveryRow> {
  const decide = (delivery: DeliveryRow, now: Date) => {
    const { collection } = delivery
    if (onlyFor && collection !== onlyFor) throw new ApiError('COLLECTION_REFUSED', { collection })
    const payment_status = paymentStatusAfter(transition, delivery)
    if (payment_status === 'AWAITING_CUSTOMER') requireIn('underWay', delivery.status)
    const paid_at = payment_status === 'PAID' ? now : delivery.paid_at
    return {
      change: { payment_status, paid_at },
      paymentNote: reason,
      emits: paymentTransitions[transition].emits,
      data: { amountFcfa: amountToCollectOf(delivery), version: delivery.version + 1 },
    }
  }
  return amendDelivery(deps, key, decide, alongside)
}
