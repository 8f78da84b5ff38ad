import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import { ApiError } from '../../../contract/errors.ts'
import { withdrawnPayment } from '../../money/payments/payment-status.ts'
import { intervening } from '../changing/delivery-intervention.ts'
import { recordDeliveryAct } from '../changing/record-delivery-act.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { allows } from '../delivery-status.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { type DeliveryDeps, moveDelivery } from '../transitions/move-delivery.ts'
import { cancellationCharges } from './cancellation-fee.ts'

type Cancellation = {
  reason: string | null
  idempotencyKey: string | null
  /** Why those who run the service cancel it; `reason` is the shop's, which it need not give. */
  interventionReason?: string
  /** What the person who cancels was shown that it costs; a program agrees to whatever it costs. */
  shownFeeFcfa?: Fcfa
}

/**
 * Cancels a delivery: free until the courier has arrived at the shop (spec section 3, decision 22). A courier
 * who has set out is called back. The same Idempotency-Key on the same delivery returns the cancelled
 * delivery again (decision 15). Throws DELIVERY_NOT_CANCELLABLE, DELIVERY_NOT_FOUND,
 * CANCELLATION_FEE_CHANGED; for those who run the service also REASON_REQUIRED, ROLE_REQUIRED.
 */
export async function cancelDelivery(
  deps: DeliveryDeps,
  key: DeliveryKey,
  cancellation: Cancellation,
): Promise<DeliveryRow> {
  const { reason, idempotencyKey, shownFeeFcfa } = cancellation
  const acting = intervening(deps, 'CANCEL', cancellation.interventionReason)
  return moveDelivery(
    acting,
    key,
    'cancel',
    (delivery, now) => {
      if (idempotencyKey !== null && delivery.cancel_idempotency_key === idempotencyKey) return 'DONE_BEFORE'
      if (!allows('cancel', delivery.status)) {
        throw new ApiError('DELIVERY_NOT_CANCELLABLE', { status: delivery.status })
      }
      const charges = chargesOfCancelling(deps, delivery)
      const feeFcfa = charges.cancellationFeeFcfa + charges.returnFeeFcfa
      if (shownFeeFcfa !== undefined && shownFeeFcfa !== feeFcfa)
        throw new ApiError('CANCELLATION_FEE_CHANGED', { feeFcfa })
      return {
        change: {
          cancellation_fee_fcfa: charges.cancellationFeeFcfa,
          return_fee_fcfa: charges.returnFeeFcfa,
          cancel_idempotency_key: idempotencyKey,
          called_back_at: delivery.courier_id === null ? null : now,
          payment_status: withdrawnPayment(delivery.payment_status),
        },
        note: reason,
      }
    },
    recordDeliveryAct(acting, 'cancel-delivery'),
  )
}

/** What cancelling this delivery costs by today's tariff of its city. */
export const chargesOfCancelling = (
  { pricing }: Pick<DeliveryDeps, 'pricing'>,
  { status, arrived_at_pickup_at: arrivedAtPickupAt, city_id }: DeliveryRow,
) =>
  cancellationCharges(
    { status, arrivedAtPickupAt },
    pricing.priceList.current().tariffOf(city_id, pricing.clock.now()) ?? {
      cancellationFeeFcfa: 0,
      returnFeeFcfa: 0,
    },
  )
