import { missingName } from '../../../../base/kernel/full-name.ts'
import type { DeliveryRow } from '../../../../domain/deliveries/delivery-row.ts'
import type { KnownCustomer } from '../../../../domain/deliveries/finding/find-known-customer.ts'
import { dropoffPrecision, isDoor } from '../../../../domain/deliveries/order/position-precision.ts'
import { cookieLine } from '../../../../pages/page-cookies.ts'
import type { MessageReading } from '../pasting/chat-message.ts'
import { clearedBy, questionsOf, writtenQuestions } from './open-questions.ts'
import type { TypedOrder } from './order-form.ts'
import { pointText } from './point-text.ts'

/** What fills the form of a new delivery besides what is typed into it. */

/** What a message says, in the fields of the form; those that it leaves open are empty. */
export function typedFromMessage(reading: MessageReading): TypedOrder {
  const { fields } = reading
  const open = questionsOf(reading)
  const { firstName, lastName, phone, goodsAmountFcfa, zone, landmark, category, mode, fragile, position } =
    fields
  return {
    ...(firstName && { firstName: firstName.value }),
    ...(lastName && { lastName: lastName.value }),
    ...(phone && { phone: phone.value }),
    ...(goodsAmountFcfa && { amount: String(goodsAmountFcfa.value), mode: 'CASH_ON_DELIVERY' }),
    ...(zone && { zone: zone.value }),
    ...(landmark && { landmark: landmark.value }),
    ...(category && { category: category.value }),
    ...(mode && { mode: mode.value }),
    ...(fragile?.value && { fragile: 'on' }),
    ...(position && { position: pointText(position.value) }),
    feePayer: '',
    ...clearedBy(open),
    open: writtenQuestions(open),
  }
}

/** What the shop knows of a customer from their last order. */
export const typedFromCustomer = ({ firstName, lastName, dropoff }: KnownCustomer): TypedOrder => ({
  firstName: knownName(firstName),
  lastName: knownName(lastName),
  ...(dropoff && {
    ...(!dropoff.precision && { position: pointText(dropoff) }),
    zone: dropoff.label ?? '',
    landmark: dropoff.landmark ?? '',
  }),
})

/** The same, where a message says another place: a known one would send the courier to the old door. */
export const nameFromCustomer = ({ firstName, lastName }: KnownCustomer): TypedOrder => ({
  firstName: knownName(firstName),
  lastName: knownName(lastName),
})

/** An order like one before, for the same customer. */
export const repeatedOrder = (row: DeliveryRow): TypedOrder => ({
  message: '',
  phone: row.customer_phone,
  firstName: knownName(row.customer_first_name),
  lastName: knownName(row.customer_last_name),
  category: row.parcel_category,
  size: row.parcel_size,
  ...(row.parcel_fragile && { fragile: 'on' }),
  mode: row.payment_mode,
  amount: row.goods_amount_fcfa > 0 ? String(row.goods_amount_fcfa) : '',
  feePayer: row.fee_payer,
  collection: row.collection,
  // What a customer gave roughly would become the shop's exact place: without it they are asked again.
  ...(row.dropoff_lat !== null &&
    row.dropoff_lng !== null &&
    isDoor(dropoffPrecision(row)) && { position: pointText({ lat: row.dropoff_lat, lng: row.dropoff_lng }) }),
  zone: row.dropoff_label ?? '',
  landmark: row.dropoff_landmark ?? '',
  instructions: row.instructions ?? '',
})

const knownName = (name: string): string => (name === missingName ? '' : name)

/**
 * A seller mostly sells the same things in the same way: what was chosen for the last order is kept in a
 * cookie and chosen again for the next one. Nothing of a customer is in it.
 */
const cookieName = 'colis.last-order'
const keptSeconds = 180 * 24 * 60 * 60
const kept = ['category', 'size', 'mode', 'feePayer', 'collection'] as const

/** The choices that a `Cookie` header keeps. */
export function lastChoices(cookie = ''): TypedOrder {
  const [, value = ''] =
    new RegExp(`(?:^|;\\s*)${RegExp.escape(cookieName)}=([\\w.]{0,200})`).exec(cookie) ?? []
  const values = value.split('.')
  return Object.fromEntries(kept.flatMap((field, at) => (values[at] ? [[field, values[at]]] : [])))
}

/**
 * The `Set-Cookie` header that keeps the choices of an order; a category of the shop's own is not kept. Who
 * pays for the trip of an order that a message filled may be the answer to a question about that message:
 * the choice of before, in the `Cookie` header, stays.
 */
export function keptChoices(typed: TypedOrder, cookie: string | undefined, isSecure: boolean): string {
  const { feePayer = '' } = typed.message?.trim() ? lastChoices(cookie) : typed
  const chosen = { ...typed, feePayer }
  const values = kept.map((field) => (/^\w{0,40}$/.test(chosen[field] ?? '') ? chosen[field] : ''))
  return cookieLine(cookieName, values.join('.'), { path: '/console', seconds: keptSeconds, isSecure })
}
