import { ApiError } from '../../../contract/errors.ts'
import type { DeliveryStatus, EventType, PaymentStatus } from '../../../contract/vocabulary.ts'

type Transition = {
  from: readonly PaymentStatus[]
  to: PaymentStatus
  emits: EventType | 'payment.declared' | 'payment.denied' | 'payment.requested' | 'payment.trip_paid' | null
}

/** The customer was asked for it, and it has not ended, whether they declared it or not. */
const pending = ['AWAITING_CUSTOMER', 'AWAITING_MERCHANT'] as const

/**
 * Everything that can happen to the payment of a delivery, one line for each transition (decision 33):
 * where it may start, where it ends, and the event it emits, if any.
 * `deny` is the shop's answer to a customer who declared a payment that did not arrive.
 * `request` opens when the parcel is picked up; `withdraw` when the delivery ends without a hand-over,
 * so that nobody is asked to pay for a parcel that will not come. The last five lines are of a trip that its
 * shop pays first (decision 256): `payTrip` where nothing is collected from a customer, whose payment comes
 * after `payTripFirst` elsewhere; `refuseTrip` and `lapseTrip` end the delivery as well, and `dropTrip` comes
 * with any other end of it.
 */
// biome-ignore format: the table is read by column
export const paymentTransitions = {
  request:      { from: ['NOT_REQUESTED'],       to: 'AWAITING_CUSTOMER', emits: null },
  requestAgain: { from: ['FAILED', 'REFUSED'],   to: 'AWAITING_CUSTOMER', emits: 'payment.requested' },
  declarePaid:  { from: ['AWAITING_CUSTOMER'],   to: 'AWAITING_MERCHANT', emits: 'payment.declared' },
  deny:         { from: ['AWAITING_MERCHANT'],   to: 'AWAITING_CUSTOMER', emits: 'payment.denied' },
  confirm:      { from: pending,                 to: 'PAID',              emits: 'payment.confirmed' },
  refuse:       { from: ['AWAITING_CUSTOMER'],   to: 'REFUSED',           emits: null },
  fail:         { from: ['AWAITING_CUSTOMER'],   to: 'FAILED',            emits: null },
  withdraw:     { from: pending,                 to: 'NOT_REQUESTED',     emits: null },
  payTrip:      { from: ['AWAITING_SENDER'],     to: 'PAID',              emits: 'payment.confirmed' },
  payTripFirst: { from: ['AWAITING_SENDER'],     to: 'NOT_REQUESTED',     emits: 'payment.trip_paid' },
  refuseTrip:   { from: ['AWAITING_SENDER'],     to: 'REFUSED',           emits: null },
  lapseTrip:    { from: ['AWAITING_SENDER'],     to: 'FAILED',            emits: null },
  dropTrip:     { from: ['AWAITING_SENDER'],     to: 'NOT_DUE',           emits: null },
} as const satisfies Record<string, Transition>

export type PaymentTransition = keyof typeof paymentTransitions

/** The status a payment begins with: there is something to collect, or there is not. */
export const firstPaymentStatus = (amountToCollectFcfa: number): PaymentStatus =>
  amountToCollectFcfa === 0 ? 'NOT_DUE' : 'NOT_REQUESTED'

/** Whether the table lets `transition` happen to a payment of this status. */
export function allowsPayment(transition: PaymentTransition, status: PaymentStatus): boolean {
  return (paymentTransitions[transition].from as readonly PaymentStatus[]).includes(status)
}

/** The transitions that start from `status`, in the order of the table. */
export const paymentTransitionsFrom = (status: PaymentStatus): PaymentTransition[] =>
  (Object.keys(paymentTransitions) as PaymentTransition[]).filter((each) => allowsPayment(each, status))

/**
 * The status of a payment after `transition`. Throws PAYMENT_TRANSITION_REFUSED when the table has no such
 * line.
 */
export function paymentStatusAfter(
  transition: PaymentTransition,
  { payment_status, status }: { payment_status: PaymentStatus; status: DeliveryStatus },
): PaymentStatus {
  const { from, to } = paymentTransitions[transition]
  if (!allowsPayment(transition, payment_status))
    throw new ApiError('PAYMENT_TRANSITION_REFUSED', { paymentStatus: payment_status, status, from })
  return to
}

/** The statuses in which the customer can do something about it: declare it, or be asked for it once more. */
export const customersTurn = [...paymentTransitions.declarePaid.from, ...paymentTransitions.requestAgain.from]

/** Whether the parcel may be handed over: the courier never handles money (decision 33). */
export const isSettled = (status: PaymentStatus): boolean => status === 'NOT_DUE' || status === 'PAID'

/** The status once the parcel is picked up: the customer is asked to pay, unless nothing is due. */
export const openedPayment = (status: PaymentStatus): PaymentStatus =>
  allowsPayment('request', status) ? paymentTransitions.request.to : status

/** The status once the delivery has ended without a hand-over: an open request is withdrawn. */
export function withdrawnPayment(status: PaymentStatus): PaymentStatus {
  if (allowsPayment('dropTrip', status)) return paymentTransitions.dropTrip.to
  return allowsPayment('withdraw', status) ? paymentTransitions.withdraw.to : status
}

/** Whether the parcel waits at the shop until the shop has paid its trip. */
export const awaitsTrip = (status: PaymentStatus): boolean => allowsPayment('payTrip', status)

/**
 * A payment as its customer sees it, and the courier at their door: what the shop pays first is none of their
 * business.
 */
export function customersPayment(status: PaymentStatus, amountToCollectFcfa: number): PaymentStatus {
  if (amountToCollectFcfa === 0) return 'NOT_DUE'
  return awaitsTrip(status) ? paymentTransitions.payTripFirst.to : status
}

/** The transition that a trip's payment makes: a customer pays later what there is to collect. */
export const tripPayment = (amountToCollectFcfa: number): 'payTrip' | 'payTripFirst' =>
  amountToCollectFcfa === 0 ? 'payTrip' : 'payTripFirst'

/** Whether the shop has denied what the customer declared last, by the statuses that the payment has had. */
export const wasDenied = (statuses: readonly PaymentStatus[]): boolean =>
  statuses.at(-1) === paymentTransitions.deny.to && statuses.at(-2) === paymentTransitions.deny.from[0]

/** Whether what the customer declared last was withdrawn without an answer, by the statuses so far. */
export const wasLeftUnanswered = (statuses: readonly PaymentStatus[]): boolean =>
  statuses.at(-1) === paymentTransitions.withdraw.to && statuses.at(-2) === paymentTransitions.declarePaid.to

/**
 * How often the customer of a delivery may say that they have paid; the shop can confirm at any time
 * (decision 213).
 */
export const maxDeclarations = 5

/** How often the customer has declared the payment, by the statuses that it has had. */
export const timesDeclared = (statuses: readonly PaymentStatus[]): number =>
  statuses.filter((status) => status === paymentTransitions.declarePaid.to).length
