import { changePayment } from './change-payment.ts'
import type { DeliveryRow } from './delivery-row.ts'
import type { DeliveryKey } from './delivery-store.ts'
import { recordDeliveryAct } from './record-delivery-act.ts'
import type { DeliveryDeps } from './transitions/move-delivery.ts'

/**
 * The shop denies that it has received what the customer declared: the customer is asked to pay again, and may declare
 * it again (decision 121). Throws COLLECTION_REFUSED for SECURE, PAYMENT_TRANSITION_REFUSED, TRANSITION_REFUSED for a
 * parcel that is not on its way, DELIVERY_NOT_FOUND.
 */
export function denyPayment(deps: DeliveryDeps, key: DeliveryKey): Promise<DeliveryRow> {
  return changePayment(deps, key, 'deny', {
    onlyFor: 'DIRECT',
    alongside: recordDeliveryAct(deps, 'deny-payment'),
  })
}
