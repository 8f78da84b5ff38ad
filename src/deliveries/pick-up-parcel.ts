import { ApiError } from '../contract/errors.ts'
import { allowsPayment, paymentStatusAfter } from '../payments/payment-status.ts'
import { statusAfter } from './delivery-status.ts'
import type { DeliveryKey } from './delivery-store.ts'
import type { DeliveryRow } from './delivery-view.ts'
import { judgeCode } from './handover-code.ts'
import { type DeliveryParts, moveDelivery } from './move-delivery.ts'

/**
 * The courier takes the parcel with the code the shop gives; the payment opens (decisions 26 and 33).
 * Throws CODE_WRONG, CODE_LOCKED, DELIVERY_NOT_FOUND, TRANSITION_REFUSED.
 */
export function pickUpParcel(parts: DeliveryParts, key: DeliveryKey, saidCode: string): Promise<DeliveryRow> {
  return moveDelivery(parts, key, 'pickUp', (delivery, now) => {
    statusAfter('pickUp', delivery.status)
    const { pickup_code: code, pickup_code_tries: tries, pickup_code_locked_until: lockedUntil } = delivery
    const judged = judgeCode({ code, tries, lockedUntil }, saidCode, now)
    if (judged.verdict === 'LOCKED') throw new ApiError('CODE_LOCKED', judged)
    const counted = { pickup_code_tries: judged.tries, pickup_code_locked_until: judged.lockedUntil }
    if (judged.verdict === 'WRONG') return { refusal: new ApiError('CODE_WRONG', judged), change: counted }
    return {
      change: {
        ...counted,
        arrived_at_pickup_at: delivery.arrived_at_pickup_at ?? now,
        payment_status: openedPayment(delivery),
      },
    }
  })
}

function openedPayment({ payment_status }: DeliveryRow) {
  return allowsPayment('request', payment_status)
    ? paymentStatusAfter('request', payment_status)
    : payment_status
}
