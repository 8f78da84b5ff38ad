import type { DeliveryStatus } from '../../base/contract/vocabulary.ts'
import type { Fcfa } from '../../base/kernel/fcfa.ts'
import { isIn } from './delivery-status.ts'

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
