import { ApiError } from '../contract/errors.ts'
import type { PaymentTransition } from '../payments/payment-status.ts'
import { paymentStatusAfter } from '../payments/payment-status.ts'
import type { DeliveryKey } from './delivery-store.ts'
import type { DeliveryRow } from './delivery-view.ts'
import { amendDelivery, type DeliveryParts } from './move-delivery.ts'

/**
 * Makes one transition of a delivery's payment; `confirm` notes the time and tells payment.confirmed.
 * Nobody is asked to pay for a parcel that is not on its way (decision 33). Throws
 * PAYMENT_TRANSITION_REFUSED, TRANSITION_REFUSED, DELIVERY_NOT_FOUND.
 */
export function changePayment(
  parts: DeliveryParts,
  key: DeliveryKey,
  transition: PaymentTransition,
): Promise<DeliveryRow> {
  return amendDelivery(parts, key, (delivery, now) => {
    const payment_status = paymentStatusAfter(transition, delivery.payment_status)
    const isAsked = payment_status === 'AWAITING_CUSTOMER'
    if (isAsked && delivery.status !== 'IN_TRANSIT')
      throw new ApiError('TRANSITION_REFUSED', { status: delivery.status })
    if (transition !== 'confirm') return { change: { payment_status } }
    return { change: { payment_status, paid_at: now }, tells: 'payment.confirmed' }
  })
}
