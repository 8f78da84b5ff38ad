import { newId } from '../../base/kernel/clock.ts'
import { changePayment } from '../deliveries/change-payment.ts'
import type { DeliveryRow } from '../deliveries/delivery-row.ts'
import type { DeliveryKey } from '../deliveries/delivery-store.ts'
import type { DeliveryDeps } from '../deliveries/transitions/move-delivery.ts'
import { noProviders } from './mobile-money-provider.ts'
import { newPaymentRequest } from './payment-request.ts'
import { countPaymentRequests, endOpenRequestAsPaid, insertPaymentRequests } from './payment-request-store.ts'

/**
 * The customer of a sandbox pays at once, whatever their number: the open request to pay ends as paid, or one that is
 * paid is written, so that the books know of the money (decision 199). Throws PAYMENT_TRANSITION_REFUSED,
 * COLLECTION_REFUSED, DELIVERY_NOT_FOUND.
 */
export function payAsSimulatedCustomer(deps: DeliveryDeps, key: DeliveryKey): Promise<DeliveryRow> {
  return changePayment(deps, key, 'confirm', {
    onlyFor: 'SECURE',
    alongside: async (trx, delivery, _before, now) => {
      if (await endOpenRequestAsPaid(trx, key, now)) return
      const number = (await countPaymentRequests(trx, key)) + 1
      const asked = { id: newId(now), number, now, deadlineMinutes: 0, providers: noProviders }
      const request = newPaymentRequest(delivery, asked)
      const paid = { state: 'PAID', provider: 'simulated', ended_at: now, due_at: null } as const
      await insertPaymentRequests(trx, [{ ...request, ...paid }])
    },
  })
}
