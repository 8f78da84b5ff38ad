import { actReason } from '../../audit/act-reason.ts'
import { recordDeliveryAct } from '../changing/record-delivery-act.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import type { DeliveryDeps } from '../transitions/move-delivery.ts'
import { changePayment } from './change-payment.ts'

/**
 * The shop denies that it has received what the customer declared: the customer is asked to pay again, and
 * may declare it again (decision 121). Throws COLLECTION_REFUSED for SECURE, PAYMENT_TRANSITION_REFUSED,
 * TRANSITION_REFUSED for a parcel that is not on its way, DELIVERY_NOT_FOUND; with the reason that those who
 * run the service give, REASON_REQUIRED.
 */
export async function denyPayment(
  deps: DeliveryDeps,
  key: DeliveryKey,
  typedReason?: string,
): Promise<DeliveryRow> {
  const reason = typedReason === undefined ? undefined : actReason(typedReason)
  return changePayment(deps, key, 'deny', {
    onlyFor: 'DIRECT',
    reason,
    alongside: recordDeliveryAct(deps, 'deny-payment', reason),
  })
}
