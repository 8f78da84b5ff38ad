import { missingName } from '../../../../base/kernel/full-name.ts'
import type { Point } from '../../../../base/kernel/point.ts'
import { pointInText } from '../../../../base/kernel/position-text.ts'
import { limits } from '../../../../contract/limits.ts'
import {
  collections,
  type FeePayer,
  feePayers,
  parcelSizes,
  paymentModes,
} from '../../../../contract/vocabulary.ts'
import type { DeliveryOrder } from '../../../../domain/deliveries/order/delivery-order.ts'
import { chosenOf } from '../../../../pages/form-fields.ts'
import type { FieldAbout } from '../../../../pages/form-parts.ts'
import type { ConsoleText } from '../../console-words.ts'
import { orderedDirections } from '../delivery-directions.ts'
import {
  type CellFaultCode,
  type CellValue,
  readAmount,
  readPhone,
  readPosition,
  readReference,
  readText,
  readTime,
} from '../many/bulk-cells.ts'
import { maxMessageLength } from '../pasting/chat-message.ts'

const line = (max: number) => ({ autocomplete: 'off', maxlength: max })

const moment = { type: 'datetime-local', autocomplete: 'off', maxlength: 40 }

/** The fields of the form of a new delivery: what each is called, and the attributes of its control. */
export const orderFields = {
  message: { label: 'Message', attributes: { maxlength: maxMessageLength, rows: 3 } },
  phone: {
    label: 'Customer’s phone',
    attributes: { type: 'tel', inputmode: 'tel', ...line(30), required: true },
  },
  firstName: { label: 'First name', attributes: line(limits.customerName.max) },
  lastName: { label: 'Last name (optional)', attributes: line(limits.customerName.max) },
  category: { label: 'What is it?' },
  size: { label: 'Size' },
  fragile: { label: 'Fragile' },
  mode: { label: 'Payment' },
  amount: { label: 'Amount of the goods (FCFA)', attributes: { inputmode: 'numeric', ...line(20) } },
  feePayer: { label: 'Who pays for the trip?' },
  collection: { label: 'How does the customer pay?' },
  position: { label: 'Position or Google Maps link (optional)', attributes: line(2_000) },
  zone: {
    label: 'Neighbourhood (optional)',
    attributes: { list: 'zones', ...line(limits.placeLabel.max) },
  },
  landmark: { label: 'Landmark (optional)', attributes: line(limits.placeLandmark.max) },
  instructions: {
    label: 'Instructions to the courier (optional)',
    attributes: { maxlength: limits.instructions.max, rows: 2 },
  },
  dropoffFrom: { label: 'To be handed over from', attributes: moment },
  dropoffTo: { label: 'To be handed over until', attributes: moment },
  promoCode: {
    label: 'Promo code',
    attributes: { maxlength: limits.promoCode.max, autocomplete: 'off' },
  },
  externalRef: {
    label: 'Your reference',
    attributes: { maxlength: limits.externalRef.max, autocomplete: 'off' },
  },
  pickupAddressId: { label: 'Where to fetch the parcel?' },
  photoKey: { label: 'Photo of the parcel' },
} as const satisfies Record<string, { label: ConsoleText; attributes?: FieldAbout['attributes'] }>

/** What is chosen between, the first unless something else is. */
export const orderChoices = {
  mode: { CASH_ON_DELIVERY: 'On delivery', PREPAID: 'Already paid' },
  collection: { SECURE: 'Mobile money, through the service', DIRECT: 'Directly to my number' },
  feePayer: { CUSTOMER: 'The customer', MERCHANT: 'My shop' },
} as const

/** The key and the questions that are open are sent with the form, and never shown as fields. */
export type OrderField = keyof typeof orderFields | 'key' | 'open'
const sentFields = [...Object.keys(orderFields), 'key', 'open'] as OrderField[]

/** What was typed, by field; a field that was not sent is absent. */
export type TypedOrder = Partial<Record<OrderField, string>>

/** What is wrong with a field, in the terms of a cell of a table. */
export type OrderFaults = Partial<Record<OrderField, CellFaultCode>>

/** What a form becomes: an order that can be priced and made, or what must be typed again. */
type ReadOrder = { order: DeliveryOrder; faults: OrderFaults }

/**
 * Picks the fields of the form out of what was sent; each is bounded before it is looked at, and holds
 * nothing that no database stores.
 */
export function typedOrder(sent: Record<string, string>): TypedOrder {
  const typed = sentFields.flatMap((name) => {
    const value = sent[name]
    return value === undefined
      ? []
      : [[name, value.slice(0, 4_000).toWellFormed().replaceAll('\0', '')] as const]
  })
  return Object.fromEntries(typed)
}

/**
 * Reads what was typed as an order. Where `faults` is not empty the order lacks what is faulty, but its trip
 * can be priced as far as it is known. Phones are read by the rules of `country`, short Plus Codes beside the
 * centre of `city` and times by its clocks; `collection` is taken only where the shop may choose it.
 */
export function readOrderForm(
  typed: TypedOrder,
  {
    country,
    secureBounds,
    city,
  }: {
    country: string
    secureBounds?: object | undefined
    city?: { center: Point; timeZone: string } | undefined
  },
): ReadOrder {
  const faults: OrderFaults = {}
  const read = <Value>(name: OrderField, value: CellValue<Value>): Value | undefined => {
    if ('value' in value) return value.value
    faults[name] = value.fault
    return undefined
  }
  const text = (name: OrderField, bounds: { min: number; max: number }) =>
    read(name, readText(typed[name] ?? '', bounds))
  const phone = read('phone', readPhone(typed.phone ?? '', country))
  if (phone === undefined) faults.phone ??= 'MISSING'
  const firstName = text('firstName', limits.customerName)
  const lastName = text('lastName', limits.customerName)
  if (firstName === undefined && lastName === undefined) faults.firstName ??= 'MISSING'
  const mode = chosenOf('mode', typed.mode, paymentModes) ?? 'CASH_ON_DELIVERY'
  const collection = chosenOf('collection', typed.collection, collections) ?? 'SECURE'
  const position = read(
    'position',
    readPosition(typed.position ?? '', (text) => pointInText(text, city?.center)),
  )
  const zone = text('zone', limits.instructions)
  const landmark = text('landmark', limits.instructions)
  const instructions = text('instructions', limits.instructions)
  const directions = orderedDirections({
    ...(position && { position }),
    ...(zone !== undefined && { zone }),
    ...(landmark !== undefined && { landmark }),
    ...(instructions !== undefined && { instructions }),
  })
  if ([...(directions.instructions ?? '')].length > limits.instructions.max)
    faults[instructions ? 'instructions' : 'landmark'] = 'TOO_LONG'
  const promoCode = text('promoCode', limits.promoCode)
  const externalRef = read('externalRef', readReference(typed.externalRef ?? ''))
  const time = (name: 'dropoffFrom' | 'dropoffTo') =>
    read(name, readTime(typed[name] ?? '', city?.timeZone ?? 'UTC'))
  const [from, to] = [time('dropoffFrom'), time('dropoffTo')]
  if (from && !to) faults.dropoffTo ??= 'MISSING'
  if (to && !from) faults.dropoffFrom ??= 'MISSING'
  const amount = read('amount', readAmount(typed.amount ?? '')) ?? 0
  const order: DeliveryOrder = {
    ...(typed.pickupAddressId && { pickupAddressId: typed.pickupAddressId }),
    customer: {
      firstName: firstName ?? missingName,
      lastName: lastName ?? missingName,
      phone: phone ?? '',
    },
    parcel: {
      category: text('category', limits.parcelCategory) ?? 'OTHER',
      size: chosenOf('size', typed.size, parcelSizes) ?? 'SMALL',
      fragile: typed.fragile === 'on',
      ...(typed.photoKey && { photoKey: typed.photoKey }),
    },
    payment: {
      mode,
      goodsAmount: mode === 'PREPAID' ? 0 : amount,
      feePayer: feePayerOf(typed),
      ...(mode === 'CASH_ON_DELIVERY' && secureBounds !== undefined && { collection }),
    },
    ...directions,
    ...(from && to && { dropoffWindow: { from: from.toISOString(), to: to.toISOString() } }),
    ...(promoCode !== undefined && { promoCode }),
    ...(externalRef !== undefined && { externalRef }),
  }
  return { order, faults }
}

const feePayerOf = ({ feePayer, mode }: TypedOrder): FeePayer =>
  chosenOf('feePayer', feePayer, feePayers) === 'MERCHANT' || mode === 'PREPAID' ? 'MERCHANT' : 'CUSTOMER'
