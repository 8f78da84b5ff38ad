import type { Wording } from '../../../base/kernel/language.ts'
import type { CancellationReason, DeliveryStatus } from '../../../contract/vocabulary.ts'
import { worded } from '../../domain-words.ts'
import { isFinal, isIn } from '../delivery-status.ts'

/** Why cancelling a delivery costs what it costs, or why it is no longer possible (decision 22). */
export function cancellationReason(delivery: {
  status: DeliveryStatus
  arrivedAtPickupAt: Date | null
  endedAt: Date | null
}): CancellationReason {
  const { status, arrivedAtPickupAt, endedAt } = delivery
  if (isFinal(status) || endedAt !== null) return 'ENDED'
  if (isIn('failed', status)) return 'PARCEL_COMING_BACK'
  if (isIn('underWay', status)) return 'PARCEL_UNDER_WAY'
  return arrivedAtPickupAt === null ? 'COURIER_NOT_ARRIVED' : 'COURIER_ARRIVED'
}

/** The reasons in the words partners read. */
export const cancellationWording: Record<CancellationReason, Wording> = {
  COURIER_NOT_ARRIVED: worded('No courier has arrived at the shop yet: cancelling is free.'),
  COURIER_ARRIVED: worded('The courier has arrived at the shop: the cancellation fee is due.'),
  PARCEL_UNDER_WAY: worded(
    'The parcel is on its way: the cancellation fee is due, and so is the fee for bringing it back.',
  ),
  PARCEL_COMING_BACK: worded(
    'The parcel could not be handed over and is already coming back to the shop: there is nothing left to cancel.',
  ),
  ENDED: worded('This delivery has ended: it can no longer be cancelled.'),
}
