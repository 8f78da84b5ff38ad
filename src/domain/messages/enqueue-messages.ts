import type { Trx } from '../../base/database/open-database.ts'
import { actorFrom, actorText, customerActor } from '../../base/kernel/actor.ts'
import { type Clock, newId } from '../../base/kernel/clock.ts'
import type { EventConsumer } from '../../events/consume-events.ts'
import type { LoggedEvent } from '../../events/event-log-store.ts'
import type { InternalEventType } from '../deliveries/delivery-event.ts'
import {
  dueAt,
  expiresAt,
  isFollowUp,
  isRenewedBy,
  isTrueOfPayment,
  kindsForCustomers,
  kindsTriggeredBy,
  messageKinds,
  triggeringEvents,
} from './message-kinds.ts'
import {
  enqueueMessagesAgain,
  insertMessages,
  insertRenewedMessages,
  listNamedCouriers,
  listNotifiedOffers,
  listTriggeringEvents,
  type NewMessage,
  type TriggeringEvent,
} from './message-store.ts'
import type { MessageKind } from './messages-tables.ts'

/**
 * The event consumer of messages: notifies the customer about their parcel and what is to be paid for it, the
 * owner of a failure or a payment, of which they are reminded, and of what others answered for them, the
 * courier of a payment that was denied, and of a parcel that the operator gave them or another, and couriers
 * of the trips they are offered, once for each trip however often it is offered. What was sent to a phone
 * that the customer no longer has is sent to the new one. A customer who was never notified of a parcel is
 * not notified that it was cancelled.
 */
export const enqueueMessages = ({ clock }: { clock: Clock }): EventConsumer => ({
  name: 'messages',
  types: [...triggeringEvents, offered, named],
  consume: async (trx, events) => {
    const now = clock.now()
    const triggering = await listTriggeringEvents(trx, events, { types: triggeringEvents, kindsForCustomers })
    const renewed: NewMessage[] = []
    const once: NewMessage[] = []
    for (const event of triggering) {
      const { fields = [], version = 0 } = contentOf(event)
      for (const kind of kindsTriggeredBy(event.type, event.status, fields)) {
        if (!isMeant(kind, event)) continue
        const message = messageOf(kind, event, now)
        if (isRenewedBy(kind, event.type, fields)) renewed.push({ ...message, delivery_version: version })
        else once.push(message)
      }
    }
    await insertMessages(trx, once)
    await insertRenewedMessages(trx, renewed)
    if (events.some(({ type }) => type === offered)) await enqueueOffers(trx, events, now)
    if (events.some(({ type }) => type === named)) await enqueueNamed(trx, events, now)
  },
})

/** What an event for this service alone carries, of what messages depend on. */
const contentOf = ({ content }: TriggeringEvent) =>
  JSON.parse(content || '{}') as { fields?: string[]; version?: number }

function messageOf(kind: MessageKind, event: TriggeringEvent, now: Date): NewMessage {
  const { shopId: shop_id, deliveryId: delivery_id, content } = event
  const courier_id = messageKinds[kind].audience === 'COURIER' ? event.courierId : null
  return newMessage(kind, { shop_id, delivery_id, courier_id, content, due_at: dueAt(kind, now) }, now)
}

/** Whether the message is for what happened, and there is anybody whom it can reach. */
const isMeant = (kind: MessageKind, event: TriggeringEvent): boolean =>
  hasReader(kind, event) &&
  isOccasion(kind, event) &&
  isTrueOfPayment(kind, event.paymentStatus) &&
  (!isFollowUp(kind) || event.isCustomerNotified)

/**
 * Whether an event that triggers a message is one to send it for: a customer who asks to pay again knows of
 * it.
 */
function isOccasion(
  kind: MessageKind,
  { type, actor, isDeclaredAgain, hasOwnerEmail, waitsForItsTurn }: TriggeringEvent,
): boolean {
  switch (kind) {
    case 'DELIVERY_FAILED_OWNER_PHONE':
      return !hasOwnerEmail
    case 'PAYMENT_DUE':
      if (type === askedAgain) return actor !== actorText(customerActor)
      return !waitsForItsTurn
    case 'PAYMENT_DECLARED':
    case 'PAYMENT_DECLARED_PHONE':
      return !isDeclaredAgain
    case 'PAYMENT_DECLARED_AGAIN':
    case 'PAYMENT_DECLARED_AGAIN_PHONE':
      return isDeclaredAgain
    case 'PAYMENT_CONFIRMED_OWNER':
    case 'PAYMENT_CONFIRMED_OWNER_PHONE':
    case 'PAYMENT_DENIED_OWNER':
    case 'PAYMENT_DENIED_OWNER_PHONE':
      return runsTheService(actor)
    default:
      return true
  }
}

/** Whether it was done in place of the shop, which knows what it does itself. */
function runsTheService(actor: string): boolean {
  const kind = actorFrom(actor)?.kind
  return kind === 'OPERATOR' || kind === 'CLI'
}

/** Whether there is anybody whom a message can reach. */
function hasReader(kind: MessageKind, event: TriggeringEvent): boolean {
  switch (messageKinds[kind].audience) {
    case 'OWNER':
      return event.hasOwnerEmail
    case 'OWNER_PHONE':
      return event.hasOwnerPhone
    case 'COURIER':
      return event.courierId !== null
    default:
      return true
  }
}

const offered: InternalEventType = 'delivery.offered'
const named: InternalEventType = 'delivery.courier_named'
const askedAgain: InternalEventType = 'payment.requested'

async function enqueueOffers(trx: Trx, events: readonly LoggedEvent[], now: Date): Promise<void> {
  const offers = await listNotifiedOffers(trx, events)
  await enqueueMessagesAgain(
    trx,
    offers.map(({ shopId, deliveryId, courierId, expiresAt }) => {
      const about = { shop_id: shopId, delivery_id: deliveryId, courier_id: courierId }
      return newMessage('COURIER_OFFER', { ...about, expires_at: expiresAt }, now)
    }),
  )
}

/** Whom a parcel was given to, and whom it was taken from, each time somebody else named its courier. */
async function enqueueNamed(trx: Trx, events: readonly LoggedEvent[], now: Date): Promise<void> {
  const couriers = await listNamedCouriers(trx, events)
  await insertRenewedMessages(
    trx,
    couriers.map(({ shopId, deliveryId, courierId, version, isGiven }) => {
      const about = { shop_id: shopId, delivery_id: deliveryId, courier_id: courierId }
      const kind = isGiven ? 'COURIER_ASSIGNED' : 'COURIER_REPLACED'
      return newMessage(kind, { ...about, delivery_version: version }, now)
    }),
  )
}

/** A message about something, due at once. */
export const newMessage = (kind: MessageKind, about: Partial<NewMessage>, now: Date): NewMessage => ({
  id: newId(now),
  kind,
  shop_id: null,
  recipient: null,
  content: null,
  delivery_id: null,
  courier_id: null,
  due_at: now,
  expires_at: expiresAt(kind, now),
  created_at: now,
  ...about,
})
