import { ApiError } from '../../contract/errors.ts'
import type { PickupWindowRefusal } from '../../contract/vocabulary.ts'

/** When the shop has the parcel ready: the courier fetches it between the two (decision 128). */
export type PickupWindow = { from: Date; to: Date }

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const shortestMs = 30 * minuteMs
const longestMs = 24 * hourMs
const furthestMs = 7 * 24 * hourMs
/** A window that begins "now" is on its way for a moment, and clocks differ. */
const toleranceMs = 5 * minuteMs
/** How long before a window the search for a courier begins. */
export const searchLeadMinutes = 20

/**
 * The window that an order or a quote asks for, null without one; its times are date-times
 * that exist. It is 30 minutes to 24 hours
 * long and begins now or within 7 days. Throws PICKUP_WINDOW_REFUSED.
 */
export function pickupWindow(sent: { from: string; to: string } | undefined, now: Date): PickupWindow | null {
  if (!sent) return null
  const window = { from: new Date(sent.from), to: new Date(sent.to) }
  const reason = windowRefusal(window, now)
  if (reason) throw new ApiError('PICKUP_WINDOW_REFUSED', { reason })
  return window
}

/** Why a window cannot be taken, of a pick-up or a drop-off; undefined for one that can. */
export function windowRefusal({ from, to }: PickupWindow, now: Date): PickupWindowRefusal | undefined {
  const lengthMs = to.getTime() - from.getTime()
  const aheadMs = from.getTime() - now.getTime()
  if (aheadMs < -toleranceMs) return 'PAST'
  if (aheadMs > furthestMs) return 'TOO_FAR'
  if (lengthMs < shortestMs) return 'TOO_SHORT'
  return lengthMs > longestMs ? 'TOO_LONG' : undefined
}

/** When the search for a courier begins: now, or 20 minutes before a window that is further away. */
export const searchBegins = (window: PickupWindow | null, now: Date): Date =>
  window ? laterOf(now, new Date(window.from.getTime() - searchLeadMinutes * minuteMs)) : now

/** The moment whose prices hold: the start of a window that lies ahead. */
export const pricedAt = (window: PickupWindow | null, now: Date): Date =>
  window ? laterOf(now, window.from) : now

/** From when the delays of an order count: the end of its window. */
export const delaysCountFrom = (window: PickupWindow | null, now: Date): Date =>
  window ? laterOf(now, window.to) : now

const laterOf = (one: Date, other: Date): Date => (one > other ? one : other)
