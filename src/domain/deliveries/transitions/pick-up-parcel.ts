import { openedPayment } from '../../payments/payment-status.ts'
import { verifyDeliveryCode } from '../delivery-code.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { statusAfter } from '../delivery-status.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { type DeliveryDeps, moveDelivery } from './move-delivery.ts'

/**
 * The courier takes the parcel with the code the shop gives; the payment opens (decisions 26 and 33).
 * Throws CODE_WRONG, CODE_LOCKED, CODE_CLOSED, DELIVERY_NOT_FOUND, TRANSITION_REFUSED.
 */
export function pickUpParcel(
  deps: DeliveryDeps,
  key: DeliveryKey,
  enteredCode: string,
): Promise<DeliveryRow> {
  return moveDelivery(deps, key, 'pickUp', (delivery, now) => {
    statusAfter('pickUp', delivery.status)
    const verified = verifyDeliveryCode(delivery, 'pickup', enteredCode, now)
    if ('refusal' in verified) return verified
    return {
      change: {
        ...verified.change,
        arrived_at_pickup_at: delivery.arrived_at_pickup_at ?? now,
        payment_status: openedPayment(delivery.payment_status),
      },
    }
  })
}
