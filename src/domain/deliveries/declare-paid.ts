import { changePayment, type PaymentChangeOptions } from './change-payment.ts'
import type { DeliveryRow } from './delivery-row.ts'
import type { DeliveryKey } from './delivery-store.ts'
import type { DeliveryParts } from './transitions/move-delivery.ts'

/** Writes what is owed of a payment that was declared, in the transaction that notes it. */
export type PaymentDeclared = NonNullable<PaymentChangeOptions['alongside']>

/**
 * The customer says that they have paid the shop on its own number; the shop is to confirm it (decision
 * 33), whose owner `paymentDeclared` tells. Throws COLLECTION_REFUSED for SECURE, PAYMENT_TRANSITION_REFUSED, DELIVERY_NOT_FOUND.
 */
export function declarePaid(
  parts: DeliveryParts & { paymentDeclared: PaymentDeclared },
  key: DeliveryKey,
): Promise<DeliveryRow> {
  return changePayment(parts, key, 'declarePaid', { onlyFor: 'DIRECT', alongside: parts.paymentDeclared })
}
