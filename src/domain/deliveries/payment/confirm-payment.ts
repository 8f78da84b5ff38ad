import { actReason } from '../../audit/act-reason.ts'
import { recordDeliveryAct } from '../changing/record-delivery-act.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import type { DeliveryDeps } from '../transitions/move-delivery.ts'
import { changePayment } from './change-payment.ts'

/**
 * The shop confirms that it received the customer's payment on its own number, whether the customer declared
 * it or not (decision 33). A SECURE payment is confirmed by the provider alone (decision 34). Throws
 * COLLECTION_REFUSED for SECURE, PAYMENT_TRANSITION_REFUSED, DELIVERY_NOT_FOUND;
 * with the reason that those who run the service give, REASON_REQUIRED.
 */
export async function confirmPayment(
  deps: DeliveryDeps,
  key: DeliveryKey,
  typedReason?: string,
): Promise<DeliveryRow> {
  const reason = typedReason === undefined ? undefined : actReason(typedReason)
  return changePayment(deps, key, 'confirm', {
    onlyFor: 'DIRECT',
    reason,
    alongside: recordDeliveryAct(deps, 'confirm-payment', reason),
  })
}
