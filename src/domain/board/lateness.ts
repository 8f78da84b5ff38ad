import type { DeliveryStatus, PaymentStatus } from '../../contract/vocabulary.ts'
import type { Rules } from '../../rules.ts'
import { lockedSince } from '../deliveries/codes/handover-code.ts'
import { isIn } from '../deliveries/delivery-status.ts'
import { isSettled, paymentTransitions } from '../money/payments/payment-status.ts'
import { searchBegins } from '../pricing/pickup-window.ts'

/**
 * The board shows everything under way, over all shops, to those who run the service: what each delivery
 * waits for, since when, and what is late. This file says what is late; nothing here acts on a delivery.
 */

/** What the rules look at. */
export type WatchedState = {
  status: DeliveryStatus
  /** Since when it has this status. */
  statusSince: Date
  arrivedAtPickupAt: Date | null
  /** When the parcel is fetched; null for as soon as possible. */
  window: { from: Date; to: Date } | null
  /** By when the customer was promised it; null where nobody said when. */
  dropoffUntil: Date | null
  /** When the search begins of a parcel whose city was closed then; null where it began at once. */
  searchRestsUntil: Date | null
  /**
   * Until when the courier of a failed parcel may keep it, to take it out again: for that delivery, and for
   * the second try that waits for them. Null where nobody wants it.
   */
  keptUntil: Date | null
  paymentStatus: PaymentStatus
  paymentSince: Date
  /** The lock of the code that ends this status; null where no code does. */
  lock: { lockedUntil: Date | null; locks: number } | null
}

/** What a delivery waits for. */
export const waits = ['POSITION', 'COURIER', 'ARRIVAL', 'PICKUP', 'HANDOVER', 'RETURN'] as const
export type Wait = (typeof waits)[number]

/** Why a delivery needs a person, what needs one most at the front. */
const lateReasons = [
  'CODE_LOCKED',
  'PAYMENT_UNANSWERED',
  'NO_COURIER',
  'LONG_AT_SHOP',
  'LONG_TO_SHOP',
  'PAYMENT_WAITING',
  'LONG_ON_THE_WAY',
  'NOT_BROUGHT_BACK',
] as const
export type LateReason = (typeof lateReasons)[number]

/** A reason, and since when it holds. */
export type Late = { reason: LateReason; since: Date }

/**
 * After how many minutes each wait is late; a locked code is at once, and what the customer declared to have
 * paid is late like any other payment.
 */
export type LateAfter = Readonly<Record<TimedReason, number>>
type TimedReason = Exclude<LateReason, 'CODE_LOCKED' | 'PAYMENT_UNANSWERED'>

export const lateAfterOf = (rules: Rules): LateAfter => ({
  NO_COURIER: rules.LATE_COURIER_MINUTES,
  LONG_TO_SHOP: rules.LATE_TO_SHOP_MINUTES,
  LONG_AT_SHOP: rules.LATE_AT_SHOP_MINUTES,
  LONG_ON_THE_WAY: rules.LATE_ON_THE_WAY_MINUTES,
  PAYMENT_WAITING: rules.LATE_PAYMENT_MINUTES,
  NOT_BROUGHT_BACK: rules.LATE_RETURN_MINUTES,
})

/**
 * The reason for which a wait is late; a position is its customer's to give, and has a deadline of its own.
 */
const lateWaits: Readonly<Record<Wait, TimedReason | null>> = {
  POSITION: null,
  COURIER: 'NO_COURIER',
  ARRIVAL: 'LONG_TO_SHOP',
  PICKUP: 'LONG_AT_SHOP',
  HANDOVER: 'LONG_ON_THE_WAY',
  RETURN: 'NOT_BROUGHT_BACK',
}

/**
 * What a delivery waits for and since when. Before a pickup window nothing waits: the search begins 20
 * minutes before it, and the shop has the parcel ready when it begins; nor in a closed city before it
 * opens. A failed parcel that is to be tried again comes back after that, and its second try needs nobody
 * else before.
 */
export function waitOf(delivery: WatchedState): { wait: Wait; since: Date } {
  const { status, statusSince, arrivedAtPickupAt, window, searchRestsUntil, keptUntil } = delivery
  if (isIn('locating', status)) return { wait: 'POSITION', since: statusSince }
  if (isIn('searching', status))
    return { wait: 'COURIER', since: keptUntil ?? searchRestsUntil ?? searchBegins(window, statusSince) }
  if (isIn('assigned', status)) {
    if (!arrivedAtPickupAt) return { wait: 'ARRIVAL', since: searchBegins(window, statusSince) }
    const isEarly = window !== null && window.from > arrivedAtPickupAt
    return { wait: 'PICKUP', since: isEarly ? window.from : arrivedAtPickupAt }
  }
  if (isIn('underWay', status)) return { wait: 'HANDOVER', since: statusSince }
  return { wait: 'RETURN', since: keptUntil ?? statusSince }
}

/** Whether the parcel is there and its payment is not. */
export const isPaymentWaiting = ({
  status,
  paymentStatus,
}: Pick<WatchedState, 'status' | 'paymentStatus'>): boolean =>
  isIn('underWay', status) && !isSettled(paymentStatus)

/** Why a delivery needs a person at `now`, in the order of `lateReasons`; nothing while all goes well. */
export function latenessOf(delivery: WatchedState, now: Date, lateAfter: LateAfter): Late[] {
  const lateAt = new Map<LateReason, Date>()
  const locked = delivery.lock && lockedSince(delivery.lock, now)
  if (locked) lateAt.set('CODE_LOCKED', locked)
  const waitIsLateAt = lateAtOf(delivery, lateAfter)
  const reason = lateWaits[waitOf(delivery).wait]
  if (reason && waitIsLateAt) lateAt.set(reason, waitIsLateAt)
  if (isPaymentWaiting(delivery))
    lateAt.set(paymentReason(delivery), after(delivery.paymentSince, lateAfter.PAYMENT_WAITING))
  return lateReasons.flatMap((reason) => {
    const at = lateAt.get(reason)
    return at && at <= now ? [{ reason, since: at }] : []
  })
}

/**
 * When what a delivery waits for is late; null for a wait that never is. A parcel on its way is late when its
 * customer was promised it, where they were.
 */
export function lateAtOf(delivery: WatchedState, lateAfter: LateAfter): Date | null {
  const { wait, since } = waitOf(delivery)
  if (wait === 'HANDOVER' && delivery.dropoffUntil) return delivery.dropoffUntil
  const reason = lateWaits[wait]
  return reason && after(since, lateAfter[reason])
}

/**
 * What the customer says they have paid waits for the shop, and then for whoever runs the service (decision
 * 211).
 */
const paymentReason = ({ paymentStatus }: WatchedState): LateReason =>
  paymentStatus === paymentTransitions.declarePaid.to ? 'PAYMENT_UNANSWERED' : 'PAYMENT_WAITING'

const after = (from: Date, minutes: number): Date => new Date(from.getTime() + minutes * 60_000)
