import { changePayment } from './change-payment.ts'
import type { DeliveryRow } from './delivery-row.ts'
import type { DeliveryKey } from './delivery-store.ts'
import type { DeliveryDeps } from './transitions/move-delivery.ts'

/**
 * The customer declares that they have paid the shop on its own number; the shop's owner is notified and has to
 * confirm it (decision 33). Throws COLLECTION_REFUSED for SECURE, PAYMENT_TRANSITION_REFUSED, DELIVERY_NOT_FOUND.
 */
export function declarePaid(deps: DeliveryDeps, key: DeliveryKey): Promise<DeliveryRow> {
  return changePayment(deps, key, 'declarePaid', { onlyFor: 'DIRECT' })
}
