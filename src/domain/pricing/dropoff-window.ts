import { ApiError } from '../../contract/errors.ts'
import { type PickupWindow, windowRefusal } from './pickup-window.ts'

/** When the customer is to have the parcel: the courier comes between the two (decision 347). */
export type DropoffWindow = PickupWindow

/** When a parcel is to be fetched and handed over; null for as soon as possible. */
export type OrderWindows = { pickup: PickupWindow | null; dropoff: DropoffWindow | null }

/**
 * The window that an order or a quote asks for, null without one, bounded like that of a pick-up. Throws
 * DROPOFF_WINDOW_REFUSED.
 */
export function dropoffWindow(
  sent: { from: string; to: string } | undefined,
  now: Date,
): DropoffWindow | null {
  if (!sent) return null
  const window = { from: new Date(sent.from), to: new Date(sent.to) }
  const reason = windowRefusal(window, now)
  if (reason) throw new ApiError('DROPOFF_WINDOW_REFUSED', { reason })
  return window
}

/**
 * Refuses a window of the drop-off that ends before the courier can be there, or begins long after they have
 * the parcel. Throws DROPOFF_WINDOW_REFUSED.
 */
export function refuseUnreachable(
  { pickup, dropoff }: OrderWindows,
  rideSeconds: number | null,
  now: Date,
): void {
  if (!dropoff) return
  const rideMs = (rideSeconds ?? 0) * 1_000
  const soonest = Math.max(now.getTime(), pickup?.from.getTime() ?? 0) + rideMs
  if (dropoff.to.getTime() < soonest) throw new ApiError('DROPOFF_WINDOW_REFUSED', { reason: 'TOO_SOON' })
  if (pickup && dropoff.from.getTime() > pickup.to.getTime() + rideMs)
    throw new ApiError('DROPOFF_WINDOW_REFUSED', { reason: 'AFTER_PICKUP' })
}

/**
 * When a parcel is fetched so that its courier comes within the window of the drop-off: earlier by the ride,
 * and within the window of the pick-up where there is one. The ride is null while nobody knows where it goes.
 */
export function fetchWindow(
  { pickup, dropoff }: OrderWindows,
  rideSeconds: number | null,
): PickupWindow | null {
  if (!dropoff) return pickup
  const earlier = (at: Date) => new Date(at.getTime() - (rideSeconds ?? 0) * 1_000)
  const meant = { from: earlier(dropoff.from), to: earlier(dropoff.to) }
  if (!pickup) return meant
  const from = bounded(meant.from, pickup)
  return { from, to: laterOf(bounded(meant.to, pickup), from) }
}

/** The window whose beginning prices and opening hours are those of. */
export const pricedWindow = ({ pickup, dropoff }: OrderWindows): PickupWindow | null => pickup ?? dropoff

const laterOf = (one: Date, other: Date): Date => (one > other ? one : other)
const bounded = (at: Date, { from, to }: PickupWindow): Date => laterOf(from, at > to ? to : at)
