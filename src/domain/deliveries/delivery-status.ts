import { ApiError } from '../../base/contract/errors.ts'
import type { DeliveryStatus, EventType } from '../../base/contract/vocabulary.ts'

/**
 * The life of a delivery (spec section 3): this folder makes deliveries and moves them, each verb in one
 * transaction with its line of history and its event. It knows nothing of webhooks or messages.
 *
 * One line a transition: where it may start, where it ends, what the partner is told. The same table is
 * the pure function, the guard in SQL, `docs/reference/statuses.md` and the order of the sandbox. The
 * spec leaves the starting points of `fail` and `cancel` open: decisions 21 and 22.
 */
// biome-ignore format: the table is read by column
export const deliveryTransitions = {
  locate:   { from: ['AWAITING_LOCATION'],                                                to: 'SEARCHING_COURIER', tells: 'delivery.location_confirmed' },
  assign:   { from: ['SEARCHING_COURIER'],                                                to: 'ASSIGNED',          tells: 'delivery.courier_assigned' },
  pickUp:   { from: ['ASSIGNED'],                                                         to: 'IN_TRANSIT',        tells: 'delivery.picked_up' },
  handOver: { from: ['IN_TRANSIT'],                                                       to: 'DELIVERED',         tells: 'delivery.delivered' },
  fail:     { from: ['IN_TRANSIT'],                                                       to: 'FAILED',            tells: 'delivery.failed' },
  return:   { from: ['FAILED'],                                                           to: 'RETURNED',          tells: 'delivery.returned' },
  cancel:   { from: ['AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT'], to: 'CANCELLED',         tells: 'delivery.cancelled' },
  expire:   { from: ['AWAITING_LOCATION', 'SEARCHING_COURIER'],                           to: 'EXPIRED',           tells: 'delivery.expired' },
} as const satisfies Record<string, { from: readonly DeliveryStatus[]; to: DeliveryStatus; tells: EventType }>

export type DeliveryTransition = keyof typeof deliveryTransitions

/** Whether the table lets `transition` happen to a delivery of this status. */
export function allows(transition: DeliveryTransition, status: DeliveryStatus): boolean {
  return (deliveryTransitions[transition].from as readonly DeliveryStatus[]).includes(status)
}

/** The status after `transition`. Throws TRANSITION_REFUSED when the table has no such line. */
export function statusAfter(transition: DeliveryTransition, status: DeliveryStatus): DeliveryStatus {
  if (!allows(transition, status)) throw new ApiError('TRANSITION_REFUSED', { status })
  return deliveryTransitions[transition].to
}

/** No transition leaves it. Read from the table, so it cannot disagree with it. */
export function isFinal(status: DeliveryStatus): boolean {
  return !Object.keys(deliveryTransitions).some((transition) =>
    allows(transition as DeliveryTransition, status),
  )
}

/** The status a delivery begins with: its destination is known, or the customer is asked (spec 4.4-3). */
export const firstStatus = (hasDropoff: boolean): DeliveryStatus =>
  hasDropoff ? 'SEARCHING_COURIER' : 'AWAITING_LOCATION'

/** How long each waiting status may last, in minutes (decision 23). */
export type Deadlines = { locationMinutes: number; courierMinutes: number }

/** When a delivery that enters `status` at `now` expires; null for a status that does not wait. */
export function dueAt(status: DeliveryStatus, now: Date, deadlines: Deadlines): Date | null {
  if (status === 'AWAITING_LOCATION') return new Date(now.getTime() + deadlines.locationMinutes * 60_000)
  if (status === 'SEARCHING_COURIER') return new Date(now.getTime() + deadlines.courierMinutes * 60_000)
  return null
}
