import type { Database, Trx } from '../../base/database/open-database.ts'
import type { MessageKind } from '../../base/database/tables.ts'
import type { EventConsumer } from '../../base/events/relay-events.ts'
import { type Clock, newId } from '../../base/kernel/clock.ts'
import type { Language } from '../../base/kernel/language.ts'
import { amountToCollectOf, type DeliveryRow } from '../deliveries/delivery-row.ts'
import {
  expiresAt,
  isSequel,
  kindsForCustomers,
  kindsToldOf,
  messageKinds,
  tellingEvents,
} from './message-kinds.ts'
import {
  hasOwnerEmail,
  insertMessages,
  listToldEvents,
  type NewMessage,
  renewMessages,
} from './message-store.ts'

/** What people are owed of an event: what the customer is told of their parcel, and the owner of a failure. Who was never told of a parcel
 * is not told that it does not come. */
export const oweMessages =
  ({ clock }: { clock: Clock }): EventConsumer =>
  async (trx, events) => {
    const now = clock.now()
    const told = await listToldEvents(trx, events, { types: tellingEvents, kindsForCustomers })
    const owed = told.flatMap(({ shopId, deliveryId, type, status, ...event }) =>
      kindsToldOf(type, status)
        .filter((kind) => messageKinds[kind].audience !== 'OWNER' || event.hasOwnerEmail)
        .filter((kind) => !isSequel(kind) || event.isCustomerTold)
        .map((kind) => newMessage(kind, { shop_id: shopId, delivery_id: deliveryId }, now)),
    )
    await insertMessages(trx, owed)
  }

/**
 * Tells the owner, where an address is known, that a customer says they have paid the shop, in the
 * transaction that notes it.
 */
export const oweDeclaredPayment =
  ({ clock }: { clock: Clock }) =>
  async (trx: Trx, delivery: DeliveryRow): Promise<void> => {
    if (!(await hasOwnerEmail(trx, delivery.shop_id))) return
    const content = JSON.stringify({ amountFcfa: amountToCollectOf(delivery) })
    const about = { shop_id: delivery.shop_id, delivery_id: delivery.id, content }
    await insertMessages(trx, [newMessage('PAYMENT_DECLARED', about, clock.now())])
  }

/** A trip offered to a courier, until it is theirs or somebody else's. */
export type ToldOffer = { shopId: string; deliveryId: string; courierId: string; expiresAt: Date }

/**
 * Tells couriers of the trips they are offered, in the transaction that offers them; once for each trip,
 * however often it is offered.
 */
export const oweOfferMessages =
  ({ clock }: { clock: Clock }) =>
  (trx: Trx, offers: readonly ToldOffer[]): Promise<void> =>
    renewMessages(
      trx,
      offers.map(({ shopId, deliveryId, courierId, ...offer }) => {
        const about = { shop_id: shopId, delivery_id: deliveryId, courier_id: courierId }
        return newMessage('COURIER_OFFER', { ...about, expires_at: offer.expiresAt }, clock.now())
      }),
    )

/** A code with which a courier signs in on their phone. */
export type SignInCode = {
  courierId: string
  phone: string
  code: string
  expiresAt: Date
  /** The courier's own; that of the service unless given. */
  language?: Language
}

/**
 * Sends a courier the code to sign in with, in their transaction or on its own. It is forgotten as soon as it
 * was sent, or has expired.
 */
export function sendSignInCode(
  { clock, db }: { clock: Clock; db: Database | Trx },
  { courierId, phone, code, language, ...signIn }: SignInCode,
): Promise<void> {
  const about = {
    courier_id: courierId,
    recipient: phone,
    content: JSON.stringify({ code }),
    language: language ?? null,
    expires_at: signIn.expiresAt,
  }
  return insertMessages(db, [newMessage('SIGN_IN_CODE', about, clock.now())])
}

/** A message about something, due at once. */
const newMessage = (kind: MessageKind, about: Partial<NewMessage>, now: Date): NewMessage => ({
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
