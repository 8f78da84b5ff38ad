import { ApiError } from '../contract/errors.ts'
import { isSettled } from '../payments/payment-status.ts'
import { statusAfter } from './delivery-status.ts'
import type { DeliveryKey } from './delivery-store.ts'
import type { DeliveryRow } from './delivery-view.ts'
import { judgeCode } from './handover-code.ts'
import { type DeliveryParts, moveDelivery } from './move-delivery.ts'

/**
 * The customer gives their confirmation code and takes the parcel, once it is paid or nothing is due:
 * the courier never handles money (decision 33). Throws PAYMENT_NOT_SETTLED, CODE_WRONG, CODE_LOCKED,
 * DELIVERY_NOT_FOUND, TRANSITION_REFUSED.
 */
export function handOverParcel(
  parts: DeliveryParts,
  key: DeliveryKey,
  saidCode: string,
): Promise<DeliveryRow> {
  return moveDelivery(parts, key, 'handOver', (delivery, now) => {
    statusAfter('handOver', delivery.status)
    const paymentStatus = delivery.payment_status
    if (!isSettled(paymentStatus)) throw new ApiError('PAYMENT_NOT_SETTLED', { paymentStatus })
    const { confirmation_code: code, confirmation_code_tries: tries } = delivery
    const judged = judgeCode(
      { code, tries, lockedUntil: delivery.confirmation_code_locked_until },
      saidCode,
      now,
    )
    if (judged.verdict === 'LOCKED') throw new ApiError('CODE_LOCKED', judged)
    const counted = {
      confirmation_code_tries: judged.tries,
      confirmation_code_locked_until: judged.lockedUntil,
    }
    if (judged.verdict === 'WRONG') return { refusal: new ApiError('CODE_WRONG', judged), change: counted }
    return { change: counted }
  })
}
