import { limits } from '../../../../base/contract/limits.ts'
import {
  collections,
  type FeePayer,
  feePayers,
  parcelSizes,
  paymentModes,
} from '../../../../base/contract/vocabulary.ts'
import type { Point } from '../../../../base/kernel/point.ts'
import { pointInText } from '../../../../base/kernel/position-text.ts'
import { chosenOf } from '../../../../base/pages/form-fields.ts'
import type { DeliveryOrder } from '../../../../domain/deliveries/delivery-order.ts'
import { orderedDirections } from '../delivery-directions.ts'
import {
  type CellFaultCode,
  type CellValue,
  readAmount,
  readPhone,
  readPosition,
  readReference,
  readText,
} from '../many/bulk-cells.ts'
import { unknownName } from '../many/bulk-order.ts'

/** The fields of the form of a new delivery, as they are sent. */
const orderFields = [
  'message',
  'phone',
  'firstName',
  'lastName',
  'category',
  'size',
  'fragile',
  'mode',
  'amount',
  'feePayer',
  'collection',
  'position',
  'zone',
  'landmark',
  'instructions',
  'promoCode',
  'externalRef',
  'pickupAddressId',
  'photoKey',
  'key',
] as const
export type OrderField = (typeof orderFields)[number]

/** What was typed, by field; a field that was not sent is absent. */
export type TypedOrder = Partial<Record<OrderField, string>>

/** What is wrong with a field, in the terms of a cell of a table. */
export type OrderFaults = Partial<Record<OrderField, CellFaultCode>>

/** What a form becomes: an order that can be priced and made, or what must be typed again. */
type ReadOrder = { order: DeliveryOrder; faults: OrderFaults }

/**
 * Picks the fields of the form out of what was sent; each is bounded before it is looked at, and holds nothing that no
 * database stores.
 */
export function typedOrder(sent: Record<string, string>): TypedOrder {
  const typed = orderFields.flatMap((name) => {
    const value = sent[name]
    return value === undefined
      ? []
      : [[name, value.slice(0, 4_000).toWellFormed().replaceAll('\0', '')] as const]
  })
  return Object.fromEntries(typed)
}

/**
 * Reads what was typed as an order. Where `faults` is not empty the order lacks what is faulty, but its trip can be
 * priced as far as it is known. Phones are read by the rules of `country`, short Plus Codes beside the centre of `city`; `collection` is taken only where the shop
 * may choose it.
 */
export function readOrderForm(
  typed: TypedOrder,
  {
    country,
    secureBounds,
    city,
  }: { country: string; secureBounds?: object | undefined; city?: { center: Point } | undefined },
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
  if (firstName === undefined) faults.firstName ??= 'MISSING'
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
  const amount = read('amount', readAmount(typed.amount ?? '')) ?? 0
  const order: DeliveryOrder = {
    ...(typed.pickupAddressId && { pickupAddressId: typed.pickupAddressId }),
    customer: {
      firstName: firstName ?? unknownName,
      lastName: text('lastName', limits.customerName) ?? unknownName,
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
    ...(promoCode !== undefined && { promoCode }),
    ...(externalRef !== undefined && { externalRef }),
  }
  return { order, faults }
}

const feePayerOf = ({ feePayer, mode }: TypedOrder): FeePayer =>
  chosenOf('feePayer', feePayer, feePayers) === 'MERCHANT' || mode === 'PREPAID' ? 'MERCHANT' : 'CUSTOMER'
