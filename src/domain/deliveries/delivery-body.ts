import type { Language } from '../../base/kernel/language.ts'
import type {
  Collection,
  Currency,
  DeliveryStatus,
  FeePayer,
  ParcelSize,
  PaymentMode,
  PaymentStatus,
  VehicleType,
} from '../../contract/vocabulary.ts'
import { amountToCollectOf, dropoffWindowOf, pickupWindowOf, type ViewedDelivery } from './delivery-row.ts'
import { failureReason } from './failure-reason.ts'
import { type CustomerLink, isLinkOpen } from './sharing/customer-link.ts'

type PlaceBody = { label: string | null; landmark: string | null; lat: number; lng: number }

/**
 * A delivery as partners receive it (spec 2.7): what GET returns, and what an event freezes when it happens
 * (decision 36). It is made here and not in the partner API because events are frozen in the transaction.
 * Amounts in FCFA, times in ISO 8601, UTC.
 */
export type DeliveryBody = {
  id: string
  reference: string
  externalRef: string | null
  status: DeliveryStatus
  createdAt: string
  customer: { lastName: string; firstName: string; phone: string }
  pickup: PlaceBody
  dropoff: PlaceBody | null
  parcel: { category: string; size: ParcelSize; fragile: boolean }
  payment: {
    mode: PaymentMode
    goodsAmount: number
    feePayer: FeePayer
    collection: Collection
    amountToCollect: number
    status: PaymentStatus
    paidAt: string | null
  }
  price: number
  priceIsEstimate: boolean
  cancellationFee: number
  returnFee: number
  failureReason: string | null
  courier: { firstName: string; phone: string; vehicleType: VehicleType; plateNumber: string | null } | null
  currency: Currency
  pickupWindow: { from: string; to: string } | null
  dropoffWindow: { from: string; to: string } | null
  courierArrivedAt: string | null
  trackingUrl: string | null
  metadata: Record<string, string>
  secondTryOf: string | null
  secondTryId: string | null
}

/** What the body of a delivery depends on besides the delivery. */
export type BodyContext = { shopId: string; language: Language; customerLink: CustomerLink; now: Date }

/**
 * A delivery as partners read it (spec 2.7); what stands after `courier` is ours (decision 127). Codes are
 * never part of it.
 */
export function deliveryBody(
  row: ViewedDelivery,
  { shopId, language, customerLink, now }: BodyContext,
): DeliveryBody {
  return {
    id: row.id,
    reference: row.reference,
    externalRef: row.external_ref,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    customer: {
      lastName: row.customer_last_name,
      firstName: row.customer_first_name,
      phone: row.customer_phone,
    },
    pickup: {
      label: row.pickup_label,
      landmark: row.pickup_landmark,
      lat: row.pickup_lat,
      lng: row.pickup_lng,
    },
    dropoff: dropoffView(row),
    parcel: { category: row.parcel_category, size: row.parcel_size, fragile: row.parcel_fragile },
    payment: paymentView(row),
    price: row.price_fcfa,
    priceIsEstimate: row.price_is_estimate,
    cancellationFee: row.cancellation_fee_fcfa,
    returnFee: row.return_fee_fcfa,
    failureReason: failureReason(row.failure_code, row.failure_note, language),
    courier: courierView(row),
    currency: row.currency,
    pickupWindow: windowView(pickupWindowOf(row)),
    dropoffWindow: windowView(dropoffWindowOf(row)),
    courierArrivedAt: row.arrived_at_pickup_at?.toISOString() ?? null,
    trackingUrl: isLinkOpen(row, now)
      ? customerLink({ shopId, id: row.id, linkVersion: row.link_version })
      : null,
    metadata: row.metadata ?? {},
    secondTryOf: row.second_try_of,
    secondTryId: row.second_try_id,
  }
}

const windowView = (window: { from: Date; to: Date } | null): DeliveryBody['pickupWindow'] =>
  window && { from: window.from.toISOString(), to: window.to.toISOString() }

function dropoffView(row: ViewedDelivery) {
  if (row.dropoff_lat === null || row.dropoff_lng === null) return null
  return {
    label: row.dropoff_label,
    landmark: row.dropoff_landmark,
    lat: row.dropoff_lat,
    lng: row.dropoff_lng,
  }
}

function paymentView(row: ViewedDelivery): DeliveryBody['payment'] {
  return {
    mode: row.payment_mode,
    goodsAmount: row.goods_amount_fcfa,
    feePayer: row.fee_payer,
    collection: row.collection,
    amountToCollect: amountToCollectOf(row),
    status: row.payment_status,
    paidAt: row.paid_at?.toISOString() ?? null,
  }
}

function courierView(row: ViewedDelivery): DeliveryBody['courier'] {
  if (row.courier_first_name === null || row.courier_phone === null || row.courier_vehicle_type === null)
    return null
  return {
    firstName: row.courier_first_name,
    phone: row.courier_phone,
    vehicleType: row.courier_vehicle_type,
    plateNumber: row.courier_plate_number,
  }
}
