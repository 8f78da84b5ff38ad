import { changePayment } from './change-payment.ts'
import type { DeliveryRow } from './delivery-row.ts'
import type { DeliveryKey } from './delivery-store.ts'
import { recordDeliveryAct } from './record-delivery-act.ts'
import type { DeliveryDeps } from './transitions/move-delivery.ts'

/**
 * The shop confirms that it received the customer's payment on its own number, whether the customer declared
 * it or not (decision 33). A SECURE payment is confirmed by the provider alone (decision 34). Throws
 * COLLECTION_REFUSED for SECURE, PAYMENT_TRANSITION_REFUSED, DELIVERY_NOT_FOUND.
 */
export function confirmPayment(deps: DeliveryDeps, key: DeliveryKey): Promise<DeliveryRow> {
  return changePayment(deps, key, 'confirm', {
    onlyFor: 'DIRECT',
    alongside: recordDeliveryAct(deps, 'confirm-payment'),
  })
}
