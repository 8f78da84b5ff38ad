import type { Collection, FeePayer, ParcelSize, PaymentMode } from '../../../contract/vocabulary.ts'
import type { PositionPrecision } from './position-precision.ts'

/**
 * A place as a shop or a customer gives it (spec 2.2): degrees, and words that help to find it. How it was
 * given is known of customers; without that it is the shop's.
 */
export type Place = {
  lat: number
  lng: number
  label?: string
  landmark?: string
  precision?: PositionPrecision
}

/** What a shop knows in words of a place whose position the customer is asked for. */
export type ExpectedPlace = Pick<Place, 'label' | 'landmark'>

/**
 * What creating a delivery takes (spec 2.6), already validated: texts trimmed and within their limits,
 * `goodsAmount` in whole FCFA. Every door that orders makes one of these.
 */
export type DeliveryOrder = {
  pickupAddressId?: string
  pickup?: Place
  dropoff?: Place
  /** Without a `dropoff`: the words that the customer’s page begins with (decision 304). */
  expectedPlace?: ExpectedPlace
  customer: { lastName: string; firstName: string; phone: string }
  parcel: { category: string; size: ParcelSize; fragile?: boolean; photoKey?: string }
  payment: { mode: PaymentMode; goodsAmount?: number; feePayer?: FeePayer; collection?: Collection }
  instructions?: string
  promoCode?: string
  externalRef?: string
  /** The window in which the courier fetches the parcel, in ISO 8601. */
  pickupWindow?: { from: string; to: string }
  /** The window in which the customer gets it, likewise. */
  dropoffWindow?: { from: string; to: string }
  /** The shop's own words about the order, returned as they came. */
  metadata?: Record<string, string>
}
