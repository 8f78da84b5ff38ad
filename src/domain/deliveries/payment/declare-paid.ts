import { ApiError } from '../../../contract/errors.ts'
import { maxDeclarations, paymentTransitions, timesDeclared } from '../../money/payments/payment-status.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { type DeliveryKey, listPaymentHistory } from '../delivery-store.ts'
import type { DeliveryDeps } from '../transitions/move-delivery.ts'
import { changePayment } from './change-payment.ts'

/**
 * The customer declares that they have paid the shop on its own number; the shop's owner is notified and has
 * to confirm it (decision 33). `shownTimes` is how often they had declared it when they were asked: a form
 * that is sent twice declares nothing the second time, even where the shop has denied the first meanwhile.
 * Throws COLLECTION_REFUSED for SECURE, PAYMENT_TRANSITION_REFUSED, PAYMENT_DECLARATIONS_USED_UP,
 * DELIVERY_NOT_FOUND.
 */
export function declarePaid(deps: DeliveryDeps, key: DeliveryKey, shownTimes?: number): Promise<DeliveryRow> {
  return changePayment(deps, key, 'declarePaid', {
    onlyFor: 'DIRECT',
    alongside: async (trx, { payment_status: paymentStatus, status }) => {
      // The line of this declaration is written already.
      const lines = await listPaymentHistory(trx, key)
      const times = timesDeclared(lines.map((line) => line.status))
      if (shownTimes !== undefined && times !== shownTimes + 1)
        throw new ApiError('PAYMENT_TRANSITION_REFUSED', {
          paymentStatus,
          status,
          from: paymentTransitions.declarePaid.from,
        })
      if (times > maxDeclarations)
        throw new ApiError('PAYMENT_DECLARATIONS_USED_UP', { max: maxDeclarations })
    },
  })
}
