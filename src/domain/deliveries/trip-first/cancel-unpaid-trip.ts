import type { Wording } from '../../../base/kernel/language.ts'
import { ApiError } from '../../../contract/errors.ts'
import { worded } from '../../domain-words.ts'
import { paymentStatusAfter } from '../../money/payments/payment-status.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { type Alongside, type DeliveryDeps, moveDelivery } from '../transitions/move-delivery.ts'
import { listUnpaidTrips } from './trip-first-store.ts'

/** Why a trip was not paid: the shop said no, or nobody paid in time. */
type TripUnpaid = 'refuseTrip' | 'lapseTrip'

/** What the history of the delivery says then. */
const unpaidWording: Record<TripUnpaid, Wording> = {
  refuseTrip: worded('Cancelled free of charge: the payment of the trip was refused.'),
  lapseTrip: worded('Cancelled free of charge: the trip was not paid in time.'),
}

/**
 * Cancels a delivery whose shop had to pay the trip first and did not, free of charge wherever its courier
 * is, who is called back. A trip that was paid meanwhile is made. Throws PAYMENT_TRANSITION_REFUSED,
 * TRANSITION_REFUSED, DELIVERY_NOT_FOUND.
 */
export function cancelUnpaidTrip(
  deps: DeliveryDeps,
  key: DeliveryKey,
  why: TripUnpaid,
  alongside?: Alongside,
): Promise<DeliveryRow> {
  return moveDelivery(
    deps,
    key,
    'cancel',
    (delivery, now) => {
      const payment_status = paymentStatusAfter(why, delivery)
      const isLate = delivery.trip_due_at !== null && delivery.trip_due_at <= now
      if (why === 'lapseTrip' && !isLate)
        throw new ApiError('TRANSITION_REFUSED', { status: delivery.status })
      return {
        change: { payment_status, called_back_at: delivery.courier_id === null ? null : now },
        note: unpaidWording[why][deps.language],
      }
    },
    alongside,
  )
}

/** How many deliveries one round of the loop cancels. */
const roundSize = 100

/**
 * Cancels deliveries whose trip was not paid in time, and returns how many; one that moved on is left alone.
 */
export async function cancelUnpaidTrips(deps: DeliveryDeps): Promise<number> {
  const due = await listUnpaidTrips(deps.db, deps.clock.now(), roundSize)
  let cancelled = 0
  for (const key of due) if (await cancelIfStillDue(deps, key)) cancelled += 1
  return cancelled
}

async function cancelIfStillDue(deps: DeliveryDeps, key: DeliveryKey): Promise<boolean> {
  try {
    await cancelUnpaidTrip(deps, key, 'lapseTrip')
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
