import type { DeliveryStatus, FailureCode } from '../../contract/vocabulary.ts'
import type { InterventionAct } from './deliveries-tables.ts'
import { isIn } from './delivery-status.ts'

/** Why a customer does not get the parcel. */
export type EndingReason =
  | `FAILED_${FailureCode}`
  | 'CANCELLED_BY_SHOP'
  | 'CANCELLED_BY_SERVICE'
  | 'NO_LOCATION'
  | 'NO_COURIER'
  | 'ENDED_BY_SERVICE'

/**
 * What a delivery ended with: its status, why it failed, where it was to go, and who ended it in whose place.
 */
type Ended = {
  status: DeliveryStatus
  failureCode: FailureCode | null
  hasDropoff: boolean
  intervention: InterventionAct | null
}

/** Why a delivery ended without a hand-over; null while it goes on, and once it is handed over. */
export function endingReason({ status, failureCode, hasDropoff, intervention }: Ended): EndingReason | null {
  if (isIn('failed', status)) return `FAILED_${failureCode ?? 'OTHER'}`
  if (isIn('cancelled', status)) return intervention === null ? 'CANCELLED_BY_SHOP' : 'CANCELLED_BY_SERVICE'
  if (!isIn('expired', status)) return null
  if (intervention !== null) return 'ENDED_BY_SERVICE'
  return hasDropoff ? 'NO_COURIER' : 'NO_LOCATION'
}
