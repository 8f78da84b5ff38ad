import { ApiError } from '../../../base/contract/errors.ts'
import { isSettled } from '../../payments/payment-status.ts'
import { verifyDeliveryCode } from '../delivery-code.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { statusAfter } from '../delivery-status.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { type DeliveryDeps, moveDelivery } from './move-delivery.ts'

/**
 * The customer gives their confirmation code and takes the parcel, once it is paid or nothing is due:
 * the courier never handles money (decision 33). Throws PAYMENT_NOT_SETTLED, CODE_WRONG, CODE_LOCKED, CODE_CLOSED,
 * DELIVERY_NOT_FOUND, TRANSITION_REFUSED.
 */
export function handOverParcel(
  deps: DeliveryDeps,
  key: DeliveryKey,
  enteredCode: string,
): Promise<DeliveryRow> {
  return moveDelivery(deps, key, 'handOver', (delivery, now) => {
    statusAfter('handOver', delivery.status)
    const paymentStatus = delivery.payment_status
    if (!isSettled(paymentStatus)) throw new ApiError('PAYMENT_NOT_SETTLED', { paymentStatus })
    return verifyDeliveryCode(delivery, 'confirmation', enteredCode, now)
  })
}
