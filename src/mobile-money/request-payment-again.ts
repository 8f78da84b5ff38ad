import { changePayment } from '../deliveries/change-payment.ts'
import type { DeliveryKey } from '../deliveries/delivery-store.ts'
import type { DeliveryRow } from '../deliveries/delivery-view.ts'
import type { DeliveryParts } from '../deliveries/move-delivery.ts'
import { newId } from '../kernel/clock.ts'
import type { MobileMoneyParts } from './mobile-money-provider.ts'
import { newPaymentRequest } from './payment-request.ts'
import { countPaymentRequests, insertPaymentRequests } from './payment-request-store.ts'

/**
 * Asks the customer of a SECURE delivery to pay once more after they refused or it failed: a new request
 * of its own number (decision 33). Throws COLLECTION_REFUSED for DIRECT, PAYMENT_TRANSITION_REFUSED,
 * TRANSITION_REFUSED, DELIVERY_NOT_FOUND.
 */
export function requestPaymentAgain(
  parts: DeliveryParts & MobileMoneyParts,
  key: DeliveryKey,
): Promise<DeliveryRow> {
  return changePayment(parts, key, 'requestAgain', {
    onlyFor: 'SECURE',
    alongside: async (trx, delivery) => {
      const number = (await countPaymentRequests(trx, key)) + 1
      const now = parts.clock.now()
      const { deadlineMinutes } = parts.mobileMoney
      const request = newPaymentRequest(delivery, { id: newId(now), number, now, deadlineMinutes })
      await insertPaymentRequests(trx, [request])
    },
  })
}
