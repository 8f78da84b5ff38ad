import { KnownValue, OneOf } from '../../base/kernel/json-types.ts'
import {
  collections,
  currencies,
  deliveryStatuses,
  eventTypes,
  feePayers,
  parcelSizes,
  paymentModes,
  paymentStatuses,
  promoBearers,
  promoConditions,
  promoRefusals,
  surchargeTypes,
  vehicleTypes,
} from '../../contract/vocabulary.ts'

/**
 * The lists of values that requests and answers share. Those of `OneOf` are closed within v1: a client may
 * hold them in an enumeration. Those of `KnownValue` may grow (decision 119).
 */

export const DeliveryStatus = OneOf(deliveryStatuses, {
  name: 'DeliveryStatus',
  description: 'Where a delivery stands.',
})
export const PaymentStatus = OneOf(paymentStatuses, {
  name: 'PaymentStatus',
  description: 'Where a payment stands.',
})
export const ParcelSize = OneOf(parcelSizes, {
  name: 'ParcelSize',
  description: 'How large a parcel is; LARGE may carry a surcharge.',
})
export const PaymentMode = OneOf(paymentModes, {
  name: 'PaymentMode',
  description: 'PREPAID: nothing to collect. CASH_ON_DELIVERY: the customer pays at delivery.',
  examples: ['CASH_ON_DELIVERY'],
})
export const FeePayer = OneOf(feePayers, {
  name: 'FeePayer',
  description: 'Who bears the trip: CUSTOMER (added to what the customer pays) or MERCHANT (the shop).',
})
export const Collection = OneOf(collections, {
  name: 'Collection',
  description:
    'How the customer pays. SECURE: by mobile money through the service, the sale is paid out to the shop; only where a provider serves the country, and for no more than a wallet pays at once. DIRECT: to the shop’s own number.',
})

export const Currency = OneOf(currencies, {
  name: 'Currency',
  description: 'The franc of every amount: XOF (West Africa) or XAF (Central Africa).',
})

export const VehicleType = KnownValue(vehicleTypes, {
  name: 'VehicleType',
  description: 'What a courier drives.',
})
export const SurchargeType = KnownValue(surchargeTypes, {
  name: 'SurchargeType',
  description: 'Why a surcharge is added.',
})
export const EventType = KnownValue(eventTypes, { name: 'EventType', description: 'What happened.' })
export const PromoRefusal = KnownValue(promoRefusals, {
  name: 'PromoRefusal',
  description: 'Why a promo code cannot be used.',
  examples: ['EXPIRED'],
})
export const PromoBearer = KnownValue(promoBearers, {
  name: 'PromoBearer',
  description: 'Who bears what a promo code takes off.',
  examples: ['SERVICE'],
})
export const PromoCondition = KnownValue(promoConditions, {
  name: 'PromoCondition',
  description: 'What a promo code asks of a trip.',
  examples: ['MINIMUM_TRIP'],
})
