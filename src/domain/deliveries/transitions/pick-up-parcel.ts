import { ApiError } from '../../../contract/errors.ts'
import { awaitsTrip, openedPayment } from '../../money/payments/payment-status.ts'
import { intervening } from '../changing/delivery-intervention.ts'
import { recordIntervention } from '../changing/record-delivery-act.ts'
import { verifyDeliveryCode } from '../codes/delivery-code.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { statusAfter } from '../delivery-status.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { type DeliveryDeps, moveDelivery } from './move-delivery.ts'

/**
 * The courier has taken the parcel without a code, as those who run the service know from the shop (decision
 * 158); the payment opens as it does with one. Throws REASON_REQUIRED, ROLE_REQUIRED, DELIVERY_NOT_FOUND,
 * TRANSITION_REFUSED, TRIP_NOT_PAID.
 */
export async function pickUpWithoutCode(
  deps: DeliveryDeps,
  key: DeliveryKey,
  reason: string,
): Promise<DeliveryRow> {
  const acting = intervening(deps, 'PICK_UP', reason)
  return moveDelivery(
    acting,
    key,
    'pickUp',
    (delivery, now) => {
      refuseUnpaidTrip(delivery)
      return { change: pickedUp(delivery, now) }
    },
    recordIntervention(acting, 'pick-up-without-code'),
  )
}

/**
 * The courier takes the parcel with the code the shop gives; the payment opens (decisions 26 and 33).
 * Throws CODE_WRONG, CODE_LOCKED, CODE_CLOSED, DELIVERY_NOT_FOUND, TRANSITION_REFUSED, TRIP_NOT_PAID.
 */
export function pickUpParcel(
  deps: DeliveryDeps,
  key: DeliveryKey,
  enteredCode: string,
): Promise<DeliveryRow> {
  return moveDelivery(deps, key, 'pickUp', (delivery, now) => {
    refuseUnpaidTrip(delivery)
    const verified = verifyDeliveryCode(delivery, 'pickup', enteredCode, now)
    if ('refusal' in verified) return verified
    return { change: { ...verified.change, ...pickedUp(delivery, now) } }
  })
}

/**
 * The courier has the parcel already, from the try before, in this slot (decision 341): no code is asked, and
 * the payment opens. Throws DELIVERY_NOT_FOUND, TRANSITION_REFUSED, TRIP_NOT_PAID.
 */
export const pickUpAgain = (deps: DeliveryDeps, key: DeliveryKey, slot: number): Promise<DeliveryRow> =>
  moveDelivery(deps, key, 'pickUp', (delivery, now) => {
    refuseUnpaidTrip(delivery)
    return { change: { ...pickedUp(delivery, now), courier_slot: slot } }
  })

/** Throws TRIP_NOT_PAID while the shop has not paid a trip that it pays first; TRANSITION_REFUSED. */
function refuseUnpaidTrip({ status, payment_status }: DeliveryRow): void {
  statusAfter('pickUp', status)
  if (awaitsTrip(payment_status)) throw new ApiError('TRIP_NOT_PAID')
}

/** What a pickup changes: the courier has been at the shop, and the customer may be asked to pay. */
const pickedUp = (delivery: DeliveryRow, now: Date) => ({
  arrived_at_pickup_at: delivery.arrived_at_pickup_at ?? now,
  payment_status: openedPayment(delivery.payment_status),
})
