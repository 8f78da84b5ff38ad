import type { Fcfa } from '../../base/kernel/fcfa.ts'
import { maskedPhone, nationalPhone, spacedPhone } from '../../base/kernel/phone-number.ts'
import type { Point } from '../../base/kernel/point.ts'
import type {
  Collection,
  DeliveryStatus,
  FeePayer,
  PaymentMode,
  PaymentStatus,
  VehicleType,
} from '../../contract/vocabulary.ts'
import type { HistoryRow } from '../../domain/deliveries/delivery-row.ts'
import {
  amountToCollectOf,
  type DeliveryRow,
  dropoffWindowOf,
  pickupWindowOf,
  windowsOf,
} from '../../domain/deliveries/delivery-row.ts'
import { isIn } from '../../domain/deliveries/delivery-status.ts'
import { type EndingReason, endingReason } from '../../domain/deliveries/ending-reason.ts'
import { customerCalled } from '../../domain/deliveries/order/customer-name.ts'
import {
  dropoffPrecision,
  isDoor,
  isOfCustomer,
  type PositionSource,
} from '../../domain/deliveries/order/position-precision.ts'
import { type Recipient, recipientOf } from '../../domain/deliveries/recipient/recipient.ts'
import type { AskedRequest } from '../../domain/money/mobile-money/payment-request-store.ts'
import type { CustomerRefund } from '../../domain/money/mobile-money/refund-store.ts'
import { allowsPayment, customersPayment, isSettled } from '../../domain/money/payments/payment-status.ts'
import { closedUntil, searchRestsUntil } from '../../domain/pricing/city-closing.ts'
import { type DropoffWindow, pricedWindow } from '../../domain/pricing/dropoff-window.ts'
import { type PickupWindow, pricedAt } from '../../domain/pricing/pickup-window.ts'
import { logoPath } from '../../domain/shops/appearance/shop-logo.ts'
import { shownName } from '../../domain/shops/appearance/shown-name.ts'
import type { ShopRow } from '../../domain/shops/shop-store.ts'
import type { City } from '../../domain/zones/service-map.ts'

/**
 * All that the customer's page may show of a delivery. Pages are made from this alone: what is not here, such
 * as the customer's own phone number in full, cannot appear on one.
 */
export type CustomerView = {
  /** Another one after every change, so that an open page knows that it is outdated. */
  version: number
  reference: string
  shopName: string
  /** Where the shop's logo is; null without one. */
  logo: string | null
  firstName: string
  status: DeliveryStatus
  city: City | undefined
  dropoff: SeenPlace | null
  /** While there is none: the words that the shop expects the place by. */
  expected: { label: string; landmark: string }
  /** Whether the customer gave that place, and no courier has the parcel yet. */
  canChangePlace: boolean
  /** When the parcel is to be fetched; null for as soon as possible. */
  window: PickupWindow | null
  /** When they are to have it; null for as soon as possible. */
  dropoffWindow: DropoffWindow | null
  /** Null unless the city is closed, and the search for a courier begins as it opens. */
  pause: CityPause | null
  price: CustomerPrice
  payment: CustomerPayment
  /** Whether the shop gave a photo of the parcel. */
  hasPhoto: boolean
  /** Only while one carries the parcel or goes to pick it up. */
  courier: CourierContact | null
  /** Only while the parcel is on its way: anybody who knows it can receive the parcel. */
  confirmationCode: string | null
  /** Whether the parcel was brought before, and could not be handed over. */
  isSecondTry: boolean
  /** Who may take the parcel for the customer; null for nobody. */
  recipient: Recipient | null
  /** Why the parcel does not come, and what the shop wrote of it; null while it may still come. */
  ending: { reason: EndingReason; shopSays: string | null } | null
}

/** What belongs to a delivery besides its row. */
type Beside = {
  city: City | undefined
  /** The name of the zone to which the parcel goes. */
  zone: string | null
  now: Date
  asked: AskedRequest | undefined
  refund: CustomerRefund | null
  /** The line of history with which it ended without a hand-over. */
  ended: Pick<HistoryRow, 'note' | 'intervention'> | undefined
}

/** Where the parcel goes, as the customer said it. */
export type SeenPlace = Point & {
  label: string | null
  /** The zone in which it lies; null in none. */
  zone: string | null
  landmark: string | null
  /** Whether it names no door. */
  isRough: boolean
  /** How it was given, and to within how many metres it is known, where that was kept. */
  source: PositionSource | null
  accuracyMeters: number | null
}

/** A city that is closed at `now`; it opens at `opensAt`, null while no opening is planned. */
export type CityPause = { city: string; opensAt: Date | null; timeZone: string; now: Date }

/** What the trip costs, what is to be paid at the door, and who pays for the trip. */
export type CustomerPrice = {
  priceFcfa: Fcfa
  isEstimate: boolean
  /** The price of the goods, if they are still to be paid. */
  goodsFcfa: Fcfa
  toPayFcfa: Fcfa
  mode: PaymentMode
  feePayer: FeePayer
  collection: Collection
}

export type CustomerPayment = {
  status: PaymentStatus
  toPayFcfa: Fcfa
  collection: Collection
  /** Whether the customer may declare that they paid the shop (decision 33). */
  canBeDeclared: boolean
  /** Whether it was refused or failed through the service, and may be asked for once more (decision 33). */
  canBeAskedAgain: boolean
  /** Whether a provider was asked to have the customer pay; there may be none for their number. */
  wasAsked: boolean
  /** Whether another number can be asked to pay instead. */
  canBePaidElsewhere: boolean
  /** The provider's page on which the customer pays now, where they are not asked on their phone. */
  payLink: string | null
  /**
   * The number that was asked to pay last, masked: a link may be in other hands. Null where nobody was asked
   * on a phone.
   */
  askedPhone: string | null
  /** What was paid through the service for a parcel that does not come; null where nothing was. */
  refund: CustomerRefund | null
  /**
   * The number on which the shop is paid, if the customer has to pay it now or waits for its answer, and it
   * has one.
   */
  shopNumber: PhoneToPay | null
}

/** A number as it is dialled from anywhere, and as it is typed in its own country. */
type PhoneToPay = { international: string; national: string }

type CourierContact = {
  firstName: string
  phone: string
  spacedPhone: string
  vehicleType: VehicleType
  plateNumber: string | null
}

/** What the page may know of the shop. */
type SeenShop = Pick<ShopRow, 'id' | 'name' | 'display_name' | 'logo_sha256' | 'payout_phone'>

/** A delivery as its customer sees it at `now`. */
export function customerView(
  row: DeliveryRow,
  shop: SeenShop,
  { city, zone, now, asked, refund, ended }: Beside,
): CustomerView {
  const pause = city ? cityPause(row, city, now) : null
  return {
    // When the search begins, the customer has been asked to pay, money came too late or was given back
    // nothing of the delivery changes, but its page does.
    version: row.version + (pause ? 0.5 : 0) + (asked?.isOpen ? 0.25 : 0) + refundVersion(refund),
    reference: row.reference,
    shopName: shownName(shop),
    logo: logoPath(shop),
    firstName: customerCalled(row),
    status: row.status,
    city,
    dropoff: seenPlace(row, zone),
    expected: { label: row.dropoff_label ?? '', landmark: row.dropoff_landmark ?? '' },
    canChangePlace: isIn('changeable', row.status) && isOfCustomer(dropoffPrecision(row)),
    window: pickupWindowOf(row),
    dropoffWindow: dropoffWindowOf(row),
    pause,
    price: customerPrice(row),
    payment: { ...customerPayment(row, shop, asked), refund },
    hasPhoto: row.photo_key !== null,
    courier: isIn('onCourse', row.status) ? courierContact(row) : null,
    confirmationCode: isIn('underWay', row.status) ? row.confirmation_code : null,
    isSecondTry: row.second_try_of !== null,
    recipient: recipientOf(row),
    ending: customerEnding(row, ended),
  }
}

/** The shop's own words about a cancellation are for the customer too; other notes are not (decision 238). */
function customerEnding(row: DeliveryRow, ended: Beside['ended']): CustomerView['ending'] {
  const reason = endingReason({
    status: row.status,
    failureCode: row.failure_code,
    hasDropoff: row.dropoff_lat !== null,
    intervention: ended?.intervention ?? null,
  })
  return reason && { reason, shopSays: reason === 'CANCELLED_BY_SHOP' ? (ended?.note ?? null) : null }
}

function seenPlace(row: DeliveryRow, zone: string | null): SeenPlace | null {
  const { dropoff_lat: lat, dropoff_lng: lng, dropoff_label: label, dropoff_landmark: landmark } = row
  if (lat === null || lng === null) return null
  const precision = dropoffPrecision(row)
  return { lat, lng, label, zone, landmark, isRough: !isDoor(precision), ...precision }
}

/** A part of a version: none, money that came, money that was given back. */
const refundVersion = (refund: CustomerRefund | null): number =>
  refund === null ? 0 : refund.refundedAt === null ? 0.0625 : 0.125

/** A search that began before the city closed goes on. */
function cityPause(row: DeliveryRow, city: City, now: Date): CityPause | null {
  const window = pricedWindow(windowsOf(row))
  const opensAt = isIn('locating', row.status)
    ? closedUntil(city, pricedAt(window, now))
    : isIn('searching', row.status)
      ? searchRestsUntil(city, { at: now, window, dueAt: row.due_at })
      : null
  if (opensAt === null) return null
  const { name, timeZone } = city
  return { city: name, opensAt: opensAt === 'UNKNOWN' ? null : opensAt, timeZone, now }
}

function customerPayment(
  row: DeliveryRow,
  shop: SeenShop,
  asked: AskedRequest | undefined,
): Omit<CustomerPayment, 'refund'> {
  const { collection } = row
  const toPayFcfa = amountToCollectOf(row)
  const status = customersPayment(row.payment_status, toPayFcfa)
  const canBeDeclared = collection === 'DIRECT' && allowsPayment('declarePaid', status)
  const isDeclared = collection === 'DIRECT' && allowsPayment('deny', status)
  return {
    status,
    toPayFcfa,
    collection,
    canBeDeclared,
    payLink: asked?.isOpen ? asked.payLink : null,
    askedPhone:
      asked && asked.payLink === null && asked.isOpen === (status === 'AWAITING_CUSTOMER')
        ? maskedPhone(asked.payerPhone ?? row.customer_phone)
        : null,
    canBeAskedAgain: mayBeAskedToPay(row) && allowsPayment('requestAgain', status),
    wasAsked: asked !== undefined,
    canBePaidElsewhere:
      mayBeAskedToPay(row) && (allowsPayment('requestAgain', status) || allowsPayment('fail', status)),
    shopNumber:
      (canBeDeclared || isDeclared) && shop.payout_phone !== null ? phoneToPay(shop.payout_phone) : null,
  }
}

const phoneToPay = (international: string): PhoneToPay => ({
  international,
  national: nationalPhone(international),
})

/** Whether the customer is, or was, asked to pay through the service and has not paid. */
export const mayBeAskedToPay = ({ collection, payment_status, status }: DeliveryRow): boolean =>
  collection === 'SECURE' && !isSettled(payment_status) && isIn('underWay', status)

/**
 * Whether the customer may have paid through the service for a parcel that they do not get, and so gets the
 * money back. What comes too late counts as well, which the status of the payment does not show.
 */
export const mayHavePaidInVain = ({ collection, status }: DeliveryRow): boolean =>
  collection === 'SECURE' && isIn('endedWithoutHandover', status)

/** The price of a delivery as it is, or with `priced` applied. */
export function customerPrice(
  row: DeliveryRow,
  priced: Pick<DeliveryRow, 'price_fcfa' | 'price_is_estimate'> = row,
): CustomerPrice {
  return {
    priceFcfa: priced.price_fcfa,
    isEstimate: priced.price_is_estimate,
    goodsFcfa: row.payment_mode === 'CASH_ON_DELIVERY' ? row.goods_amount_fcfa : 0,
    toPayFcfa: amountToCollectOf({ ...row, price_fcfa: priced.price_fcfa }),
    mode: row.payment_mode,
    feePayer: row.fee_payer,
    collection: row.collection,
  }
}

function courierContact(row: DeliveryRow): CourierContact | null {
  if (row.courier_first_name === null || row.courier_phone === null || row.courier_vehicle_type === null)
    return null
  return {
    firstName: row.courier_first_name,
    phone: row.courier_phone,
    spacedPhone: spacedPhone(row.courier_phone),
    vehicleType: row.courier_vehicle_type,
    plateNumber: row.courier_plate_number,
  }
}
