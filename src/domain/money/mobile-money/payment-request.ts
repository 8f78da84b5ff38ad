import type { PaymentRequestState } from '../../../contract/vocabulary.ts'
import { amountToCollectOf, type DeliveryRow } from '../../deliveries/delivery-row.ts'
import { tripOfShop } from '../../deliveries/trip-first/trip-of-shop.ts'
import type { MobileMoneyDeps } from './mobile-money-provider.ts'

/**
 * How often customers and shops can have a customer asked to pay for one delivery; the operator may ask at
 * any time.
 */
export const maxPaymentRequests = 5

/**
 * A request for what is to be collected of a delivery; due at once. It goes to its customer by whoever serves
 * their number, or to the payer whom they named.
 */
export function newPaymentRequest(
  delivery: DeliveryRow,
  { id, number, now, deadlineMinutes, providers, payer }: NewRequest,
) {
  return {
    shop_id: delivery.shop_id,
    id,
    delivery_id: delivery.id,
    number,
    provider: payer?.provider ?? providers.forPhone(delivery.customer_phone)?.name ?? null,
    payer_phone: payer && payer.phone !== delivery.customer_phone ? payer.phone : null,
    amount_fcfa: amountToCollectOf(delivery),
    due_at: now,
    deadline_at: new Date(now.getTime() + deadlineMinutes * 60_000),
    created_at: now,
  }
}

/**
 * A request to the shop of a delivery for the trip that it pays first, on this number, as long as it may
 * still pay.
 */
export function newTripRequest(delivery: DeliveryRow, asked: NewRequest & { phone: string }) {
  const { phone, providers } = asked
  const request = newPaymentRequest(delivery, asked)
  const lastMs = delivery.trip_due_at?.getTime() ?? Number.POSITIVE_INFINITY
  return {
    ...request,
    payer: 'SENDER' as const,
    payer_phone: phone,
    provider: providers.forPhone(phone)?.name ?? null,
    amount_fcfa: tripOfShop(delivery),
    deadline_at: new Date(Math.min(request.deadline_at.getTime(), lastMs)),
  }
}

/** Who was named to pay instead, and the provider that asks them. */
export type NamedPayer = { phone: string; provider: string | null }

type NewRequest = MobileMoneyDeps['mobileMoney'] & {
  /** How long the customer has to answer. */
  deadlineMinutes: number
  id: string
  number: number
  now: Date
  payer?: NamedPayer | undefined
}

/** The number that a request goes to. */
export const payerPhoneOf = (
  { payer_phone }: { payer_phone: string | null },
  { customer_phone }: Pick<DeliveryRow, 'customer_phone'>,
): string => payer_phone ?? customer_phone

/** Whether the payment still depends on this request. */
export const isOpen = (state: PaymentRequestState): boolean => state === 'DUE' || state === 'ASKED'

/** Whether a request is given up: the customer has not answered in time. */
export const isOverdue = ({ deadline_at }: RequestTimes, now: Date): boolean => now >= deadline_at

type RequestTimes = { created_at: Date; deadline_at: Date }

/**
 * When an open request is polled next: after 2 s at first, then less and less often, down to every 15 s, and
 * exactly at its deadline.
 */
export function nextPollAt({ created_at, deadline_at }: RequestTimes, now: Date): Date {
  const next = now.getTime() + pauseMs(created_at, now, 15_000)
  return new Date(now < deadline_at ? Math.min(next, deadline_at.getTime()) : next)
}

/**
 * A request that ended and was not paid may still be paid for this long after its deadline, also where the
 * provider said that it was refused (decision 244); while the provider does not say what became of it, it is
 * asked for longer, since the last answer may be the one that counts.
 */
const watchedMs = { answered: 24 * 60 * 60_000, unanswered: 3 * 24 * 60 * 60_000 }

/** When such a request is polled next; null once it can no longer be paid. */
export function nextLatePollAt(
  { created_at, deadline_at }: RequestTimes,
  now: Date,
  isAnswered: boolean,
): Date | null {
  const watchedFor = isAnswered ? watchedMs.answered : watchedMs.unanswered
  if (now.getTime() >= deadline_at.getTime() + watchedFor) return null
  return new Date(now.getTime() + pauseMs(created_at, now, 15 * 60_000))
}

/** How long until an order of this age is asked for again: a quarter of it, within bounds, in ms. */
export function pauseMs(createdAt: Date, now: Date, maxDurationMs: number): number {
  return Math.min(Math.max((now.getTime() - createdAt.getTime()) / 4, 2_000), maxDurationMs)
}
