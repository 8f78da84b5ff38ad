import type { FailureCode } from '../../../base/contract/vocabulary.ts'
import { newCode } from '../../../base/kernel/short-code.ts'
import { withdrawnPayment } from '../../payments/payment-status.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { type DeliveryDeps, moveDelivery } from './move-delivery.ts'

/** Why a hand-over failed: a code, and the courier's own words where the code is OTHER. */
export type Failure = { code: FailureCode; words: string | null }

/**
 * The hand-over failed; the parcel goes back to the shop, which gives the courier a return code when it has
 * the parcel. Throws DELIVERY_NOT_FOUND, TRANSITION_REFUSED.
 */
export function failDelivery(deps: DeliveryDeps, key: DeliveryKey, failure: Failure): Promise<DeliveryRow> {
  return moveDelivery(deps, key, 'fail', (delivery) => ({
    change: {
      failure_code: failure.code,
      failure_note: failure.words,
      payment_status: withdrawnPayment(delivery.payment_status),
      return_code: newCode(),
    },
    note: failure.words,
    failureCode: failure.code,
  }))
}
