import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import type { DeliveryStatus } from '../../../contract/vocabulary.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { isIn } from '../delivery-status.ts'

/**
 * What cancelling costs the shop, in FCFA. Nothing until the courier has arrived at the shop, the
 * cancellation fee from then on (spec section 3); a parcel already on its way is brought back, and that
 * is charged as well (decision 22).
 */
export function cancellationCharges(
  delivery: { status: DeliveryStatus; arrivedAtPickupAt: Date | null },
  tariff: { cancellationFeeFcfa: Fcfa; returnFeeFcfa: Fcfa },
): { cancellationFeeFcfa: Fcfa; returnFeeFcfa: Fcfa } {
  const isUnderWay = isIn('underWay', delivery.status)
  const hasArrived = isUnderWay || delivery.arrivedAtPickupAt !== null
  return {
    cancellationFeeFcfa: hasArrived ? tariff.cancellationFeeFcfa : 0,
    returnFeeFcfa: isUnderWay ? tariff.returnFeeFcfa : 0,
  }
}

/**
 * Whether a delivery ended before anything of it was made: no fee, no courier at the shop, who is paid from
 * then on (decision 167), and nothing paid. Only then is the use of its promo code given back (decision 215).
 */
export const endedWithoutCost = (
  delivery: Pick<
    DeliveryRow,
    | 'status'
    | 'cancellation_fee_fcfa'
    | 'return_fee_fcfa'
    | 'waiting_fee_fcfa'
    | 'arrived_at_pickup_at'
    | 'paid_at'
    | 'payment_mode'
  >,
): boolean =>
  (isIn('cancelled', delivery.status) || isIn('expired', delivery.status)) &&
  delivery.cancellation_fee_fcfa + delivery.return_fee_fcfa + delivery.waiting_fee_fcfa === 0 &&
  delivery.arrived_at_pickup_at === null &&
  // What a shop paid first is on its account.
  (delivery.paid_at === null || delivery.payment_mode === 'PREPAID')
