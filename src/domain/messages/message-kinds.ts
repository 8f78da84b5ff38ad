import type { ChangeableField, DeliveryStatus, EventType, PaymentStatus } from '../../contract/vocabulary.ts'
import type { InternalEventType } from '../deliveries/delivery-event.ts'
import { statusGroups } from '../deliveries/delivery-status.ts'
import { customersTurn, paymentTransitions } from '../money/payments/payment-status.ts'
import type { MessageKind } from './messages-tables.ts'

const { locating, searching, assigned, underWay, delivered, failed, cancelled, expired } = statusGroups

/** Wherever a parcel is for which a payment was asked. */
const sincePickUp = [...underWay, ...delivered, ...failed, ...cancelled]

/** Wherever a parcel is that was given to another courier. */
const sinceAssigned = [...searching, ...assigned, ...sincePickUp]

/** What several kinds have in common: the event, and how long it is true. */
const courierWaiting = {
  triggeredBy: 'delivery.courier_waiting',
  trueWhile: assigned,
  hours: 1,
  renewedBy: { type: 'delivery.courier_waiting' },
} as const
const late = { triggeredBy: null, trueWhile: [...locating, ...statusGroups.expected], hours: 1 } as const
const declared = {
  triggeredBy: 'payment.declared',
  trueWhile: underWay,
  hours: null,
  whilePayment: paymentTransitions.deny.from,
  renewedBy: { type: 'payment.declared' },
} as const
const denied = {
  triggeredBy: 'payment.denied',
  trueWhile: underWay,
  hours: null,
  whilePayment: paymentTransitions.declarePaid.from,
  renewedBy: { type: 'payment.denied' },
} as const
const confirmed = { triggeredBy: 'payment.confirmed', trueWhile: sincePickUp, hours: null } as const
const ofNoDelivery = { triggeredBy: null, trueWhile: null } as const

/**
 * Messages notify customers, couriers and shop owners, of each thing once. A message is enqueued with what it
 * is about (`enqueue-messages.ts`) and composed when it is sent, from the delivery as it then is; so no code
 * lies in the queue, and what is no longer true is not sent. This folder decides nothing about deliveries.
 *
 * Of each kind: who is notified, the event that triggers it, the statuses of the delivery and of its payment
 * in which it is still true, and after how many hours it is no longer worth sending.
 */
export const messageKinds = {
  POSITION_LINK: {
    audience: 'CUSTOMER',
    triggeredBy: 'delivery.created',
    trueWhile: locating,
    hours: null,
    renewedBy: { type: 'delivery.changed', field: 'customer.phone' },
  },
  COURIER_WAITS_OWNER: { audience: 'OWNER', ...courierWaiting },
  COURIER_WAITS_OWNER_PHONE: { audience: 'OWNER_PHONE', ...courierWaiting },
  COURIER_ON_THE_WAY: {
    audience: 'CUSTOMER',
    triggeredBy: 'delivery.picked_up',
    trueWhile: underWay,
    hours: null,
  },
  COURIER_NEARBY: {
    audience: 'CUSTOMER',
    triggeredBy: 'delivery.courier_nearby',
    trueWhile: underWay,
    hours: 1,
  },
  DELIVERED: { audience: 'CUSTOMER', triggeredBy: 'delivery.delivered', trueWhile: delivered, hours: 24 },
  DELIVERY_FAILED: { audience: 'CUSTOMER', triggeredBy: 'delivery.failed', trueWhile: failed, hours: 24 },
  DELIVERY_FAILED_OWNER: {
    audience: 'OWNER',
    triggeredBy: 'delivery.failed',
    trueWhile: failed,
    hours: null,
  },
  DELIVERY_FAILED_OWNER_PHONE: {
    audience: 'OWNER_PHONE',
    triggeredBy: 'delivery.failed',
    trueWhile: failed,
    hours: null,
  },
  DELIVERY_LATE_OWNER: { audience: 'OWNER', ...late },
  DELIVERY_LATE_OWNER_PHONE: { audience: 'OWNER_PHONE', ...late },
  DELIVERY_CANCELLED: {
    audience: 'CUSTOMER',
    triggeredBy: 'delivery.cancelled',
    trueWhile: cancelled,
    hours: 24,
    isFollowUp: true,
  },
  DELIVERY_EXPIRED: {
    audience: 'CUSTOMER',
    triggeredBy: 'delivery.expired',
    trueWhile: expired,
    hours: 24,
    isFollowUp: true,
  },
  PAYMENT_DUE: {
    audience: 'CUSTOMER',
    triggeredBy: 'delivery.picked_up',
    laterBy: 'delivery.door_next',
    trueWhile: underWay,
    hours: null,
    whilePayment: customersTurn,
    renewedBy: { type: 'payment.requested' },
  },
  PAYMENT_DECLARED: { audience: 'OWNER', ...declared },
  PAYMENT_DECLARED_PHONE: { audience: 'OWNER_PHONE', ...declared },
  PAYMENT_DECLARED_AGAIN: { audience: 'OWNER', ...declared },
  PAYMENT_DECLARED_AGAIN_PHONE: { audience: 'OWNER_PHONE', ...declared },
  PAYMENT_REMINDER: { audience: 'OWNER', ...declared, afterMinutes: 5 },
  PAYMENT_REMINDER_PHONE: { audience: 'OWNER_PHONE', ...declared, afterMinutes: 5 },
  PAYMENT_LAST_REMINDER: { audience: 'OWNER', ...declared, afterMinutes: 15 },
  PAYMENT_LAST_REMINDER_PHONE: { audience: 'OWNER_PHONE', ...declared, afterMinutes: 15 },
  PAYMENT_CONFIRMED_OWNER: { audience: 'OWNER', ...confirmed },
  PAYMENT_CONFIRMED_OWNER_PHONE: { audience: 'OWNER_PHONE', ...confirmed },
  PAYMENT_DENIED_OWNER: { audience: 'OWNER', ...denied },
  PAYMENT_DENIED_OWNER_PHONE: { audience: 'OWNER_PHONE', ...denied },
  PAYMENT_DENIED: { audience: 'CUSTOMER', ...denied },
  PAYMENT_DENIED_COURIER: { audience: 'COURIER', ...denied },
  COURIER_ASSIGNED: { audience: 'COURIER', triggeredBy: null, trueWhile: assigned, hours: 1 },
  COURIER_REPLACED: { audience: 'COURIER', triggeredBy: null, trueWhile: sinceAssigned, hours: 1 },
  COURIER_OFFER: { audience: 'COURIER', triggeredBy: null, trueWhile: searching, hours: null },
  SIGN_IN_CODE: { audience: 'PHONE', ...ofNoDelivery, hours: null, isSecret: true },
  SIGN_IN_LINK: { audience: 'MAILBOX', ...ofNoDelivery, hours: null, isSecret: true },
  SIGN_IN_CHANGED: { audience: 'PHONE', ...ofNoDelivery, hours: null },
  SIGN_IN_CHANGED_MAIL: { audience: 'MAILBOX', ...ofNoDelivery, hours: null },
  TEAM_INVITATION: { audience: 'PHONE', ...ofNoDelivery, hours: null },
  TEAM_INVITATION_MAIL: { audience: 'MAILBOX', ...ofNoDelivery, hours: null },
  ENDPOINT_FAILING: { audience: 'OWNER', ...ofNoDelivery, hours: null },
  ENDPOINT_DISABLED: { audience: 'OWNER', ...ofNoDelivery, hours: null },
  PAYOUT_CODE: { audience: 'PHONE', ...ofNoDelivery, hours: null, isSecret: true },
  PAYOUT_CHANGE_REQUESTED: { audience: 'MAILBOX', ...ofNoDelivery, hours: 24 },
  PAYOUT_CHANGED: { audience: 'MAILBOX', ...ofNoDelivery, hours: null },
  PAYOUT_HELD: { audience: 'MAILBOX', ...ofNoDelivery, hours: null },
  PAYOUT_HELD_PHONE: { audience: 'OWNER_PHONE', ...ofNoDelivery, hours: null },
  COURIER_PAYOUT_HELD: { audience: 'COURIER', ...ofNoDelivery, hours: null },
  SHOP_APPROVED: { audience: 'MAILBOX', ...ofNoDelivery, hours: null },
  SHOP_APPROVED_PHONE: { audience: 'OWNER_PHONE', ...ofNoDelivery, hours: null },
  COURIER_APPROVED: { audience: 'PHONE', ...ofNoDelivery, hours: null },
  COURIER_REFUSED: { audience: 'PHONE', ...ofNoDelivery, hours: null },
  COURIER_PAPER_ENDS: { audience: 'COURIER', ...ofNoDelivery, hours: 12 },
  COURIER_ANNOUNCEMENT: { audience: 'COURIER', ...ofNoDelivery, hours: 12 },
  COURIER_SHIFT_SOON: { audience: 'COURIER', ...ofNoDelivery, hours: 1 },
  COURIER_SHIFT_GIVEN: { audience: 'COURIER', ...ofNoDelivery, hours: 24 },
  COURIER_SHIFT_CHANGED: { audience: 'COURIER', ...ofNoDelivery, hours: 24 },
  COURIER_SHIFT_TAKEN: { audience: 'COURIER', ...ofNoDelivery, hours: 24 },
  OPERATOR_ALERT: { audience: 'PHONE', ...ofNoDelivery, hours: 4 },
  OPERATOR_ALERT_MAIL: { audience: 'MAILBOX', ...ofNoDelivery, hours: 4 },
  OPERATOR_ALERT_OVER: { audience: 'PHONE', ...ofNoDelivery, hours: 4 },
  OPERATOR_ALERT_OVER_MAIL: { audience: 'MAILBOX', ...ofNoDelivery, hours: 4 },
} as const satisfies Record<MessageKind, MessageRule>

export type MessageRule = {
  audience: Audience
  /**
   * The event that triggers it; null for what one event tells several couriers, and where a verb enqueues it.
   */
  triggeredBy: EventType | InternalEventType | null
  /** The event that triggers it where the first one came too early. */
  laterBy?: InternalEventType
  /** Null where it is not about a delivery. */
  trueWhile: readonly DeliveryStatus[] | null
  hours: number | null
  /** Only while the payment has one of these statuses, too. */
  whilePayment?: readonly PaymentStatus[]
  /** Whether its content lets its reader in: it is cleared once it was sent, or has expired. */
  isSecret?: true
  /** Only for customers who were notified of the delivery before. */
  isFollowUp?: true
  /**
   * The event after each of which another one is sent, with the field that must have changed: the customer
   * has another phone, is asked to pay again, or has declared a payment again.
   */
  renewedBy?: { type: InternalEventType; field?: ChangeableField }
  /** A reminder: how long after the event it is due, if it is still true then. */
  afterMinutes?: number
}

/**
 * Who is notified: owners by e-mail, on their phone where they have no address, and on both where nothing may
 * wait, customers and couriers on their phone, others where the message itself says.
 */
export type Audience = 'CUSTOMER' | 'COURIER' | 'OWNER' | 'OWNER_PHONE' | 'PHONE' | 'MAILBOX'

/** Whether these people are written to by e-mail. */
export const isByMail = (audience: Audience): boolean => audience === 'OWNER' || audience === 'MAILBOX'

export const kindNames = Object.keys(messageKinds) as MessageKind[]

const ruleOf = (kind: MessageKind): MessageRule => messageKinds[kind]

/** The events that trigger a message. */
export const triggeringEvents: readonly string[] = [
  ...new Set(
    kindNames
      .map(ruleOf)
      .flatMap(({ triggeredBy, laterBy = null, renewedBy }) => [
        triggeredBy,
        laterBy,
        renewedBy?.type ?? null,
      ]),
  ),
].filter((type) => type !== null)

/**
 * The messages that an event triggers when the delivery has `status`, for the first time or anew; `fields`
 * are those that it says were changed. What is no longer true is not enqueued.
 */
export const kindsTriggeredBy = (
  type: string,
  status: DeliveryStatus,
  fields: readonly string[] = [],
): MessageKind[] =>
  kindNames.filter(
    (kind) =>
      (ruleOf(kind).triggeredBy === type ||
        ruleOf(kind).laterBy === type ||
        isRenewedBy(kind, type, fields)) &&
      isTrueOf(kind, status),
  )

/** Whether each event of this type causes a message of its own, whatever was sent before. */
export function isRenewedBy(kind: MessageKind, type: string, fields: readonly string[]): boolean {
  const { renewedBy } = ruleOf(kind)
  return renewedBy?.type === type && (renewedBy.field === undefined || fields.includes(renewedBy.field))
}

/** When a message is sent anew, if ever. */
export const renewalOf = (kind: MessageKind): MessageRule['renewedBy'] => ruleOf(kind).renewedBy

/** When a message that is enqueued at `now` is due: at once, or later for a reminder. */
export const dueAt = (kind: MessageKind, now: Date): Date =>
  new Date(now.getTime() + (ruleOf(kind).afterMinutes ?? 0) * 60_000)

/** Whether a message reminds of another, and is not sent where that was answered in time. */
export const isReminder = (kind: MessageKind): boolean => ruleOf(kind).afterMinutes !== undefined

/** Whether a message is only for customers who were notified of the delivery before. */
export const isFollowUp = (kind: MessageKind): boolean => ruleOf(kind).isFollowUp === true

/** Whether a message is still true of a payment with this status. */
export const isTrueOfPayment = (kind: MessageKind, paymentStatus: PaymentStatus): boolean =>
  ruleOf(kind).whilePayment?.includes(paymentStatus) ?? true

/** Whether a message is still true of a delivery with `status`. */
export const isTrueOf = (kind: MessageKind, status: DeliveryStatus): boolean =>
  ruleOf(kind).trueWhile?.includes(status) ?? true

/**
 * When a message enqueued at `now` is no longer worth sending; null for one that is worth it while it is
 * true.
 */
export function expiresAt(kind: MessageKind, now: Date): Date | null {
  const { hours } = ruleOf(kind)
  return hours === null ? null : new Date(now.getTime() + hours * 3_600_000)
}

/** The kinds that go to the phone, and those that go by e-mail. */
export const kindsByPhone = kindNames.filter((kind) => !isByMail(messageKinds[kind].audience))
export const kindsByMail = kindNames.filter((kind) => isByMail(messageKinds[kind].audience))
/**
 * The kinds that can go by SMS: an offer asks many couriers at once for a minute and a half, and comes by
 * push as well.
 */
export type SmsKind = Exclude<MessageKind, MailKind | 'COURIER_OFFER'>
type MailKind = {
  [Kind in MessageKind]: (typeof messageKinds)[Kind]['audience'] extends 'OWNER' | 'MAILBOX' ? Kind : never
}[MessageKind]
export const isBySms = (kind: MessageKind): kind is SmsKind =>
  !isByMail(messageKinds[kind].audience) && kind !== 'COURIER_OFFER'
export const kindsBySms = kindNames.filter(isBySms)
/** The kinds whose content must not outlive its use. */
export const secretKinds = kindNames.filter((kind) => ruleOf(kind).isSecret)
/** The kinds with a code, which WhatsApp words by itself. */
export const kindsWithCode: readonly MessageKind[] = ['SIGN_IN_CODE', 'PAYOUT_CODE']
/** The kinds for people of a shop, in the shop's language. */
export const kindsToShops = kindNames.filter(
  (kind) =>
    messageKinds[kind].audience === 'OWNER' ||
    messageKinds[kind].audience === 'OWNER_PHONE' ||
    kind.startsWith('PAYOUT_') ||
    kind === 'SHOP_APPROVED',
)
/** The kinds that are sent to customers. */
export type CustomerKind = {
  [Kind in MessageKind]: (typeof messageKinds)[Kind]['audience'] extends 'CUSTOMER' ? Kind : never
}[MessageKind]
export const isToCustomer = (kind: MessageKind): kind is CustomerKind =>
  messageKinds[kind].audience === 'CUSTOMER'
export const kindsForCustomers = kindNames.filter(isToCustomer)
/** The kinds that the page of a delivery lists: all that are about it but the offers to couriers. */
export const kindsOfDelivery = kindNames.filter(
  (kind) => messageKinds[kind].trueWhile !== null && kind !== 'COURIER_OFFER',
)
