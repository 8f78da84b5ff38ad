import type { Selectable } from 'kysely'
import type { Tables } from '../../base/database/tables.ts'
import { amountToCollect } from '../money/payments/amount-to-collect.ts'
import type { PaymentTerms } from '../money/payments/order-amounts.ts'
import { type DropoffWindow, fetchWindow, type OrderWindows } from '../pricing/dropoff-window.ts'
import type { PickupWindow } from '../pricing/pickup-window.ts'
import type { PricedOrder } from '../pricing/price-order.ts'
import type { ExpectedPlace, Place } from './order/delivery-order.ts'

/** A delivery as the database keeps it. */
export type DeliveryRow = Selectable<Tables['deliveries']>
export type HistoryRow = Selectable<Tables['delivery_history']>
export type PaymentHistoryRow = Selectable<Tables['payment_history']>

/** The columns a partner reads. Codes are not among them: reads never even fetch them. */
export const viewedColumns = [
  'id',
  'reference',
  'external_ref',
  'status',
  'created_at',
  'customer_last_name',
  'customer_first_name',
  'customer_phone',
  'pickup_label',
  'pickup_landmark',
  'pickup_lat',
  'pickup_lng',
  'dropoff_label',
  'dropoff_landmark',
  'dropoff_lat',
  'dropoff_lng',
  'parcel_category',
  'parcel_size',
  'parcel_fragile',
  'payment_mode',
  'goods_amount_fcfa',
  'fee_payer',
  'collection',
  'payment_status',
  'paid_at',
  'price_fcfa',
  'price_is_estimate',
  'cancellation_fee_fcfa',
  'return_fee_fcfa',
  'failure_code',
  'failure_note',
  'courier_first_name',
  'courier_phone',
  'courier_vehicle_type',
  'courier_plate_number',
  'currency',
  'metadata',
  'pickup_window_from',
  'pickup_window_to',
  'dropoff_window_from',
  'dropoff_window_to',
  'arrived_at_pickup_at',
  'link_version',
  'ended_at',
  'second_try_of',
  'second_try_id',
] as const satisfies readonly (keyof DeliveryRow)[]
export type ViewedDelivery = Pick<DeliveryRow, (typeof viewedColumns)[number]>

/** When the parcel is to be fetched; null for as soon as possible. */
export const pickupWindowOf = (
  row: Pick<DeliveryRow, 'pickup_window_from' | 'pickup_window_to'>,
): PickupWindow | null =>
  row.pickup_window_from && row.pickup_window_to
    ? { from: row.pickup_window_from, to: row.pickup_window_to }
    : null

/** When the customer is to have the parcel; null for as soon as possible. */
export const dropoffWindowOf = (
  row: Pick<DeliveryRow, 'dropoff_window_from' | 'dropoff_window_to'>,
): DropoffWindow | null =>
  row.dropoff_window_from && row.dropoff_window_to
    ? { from: row.dropoff_window_from, to: row.dropoff_window_to }
    : null

export const windowsOf = (
  row: Parameters<typeof pickupWindowOf>[0] & Parameters<typeof dropoffWindowOf>[0],
): OrderWindows => ({ pickup: pickupWindowOf(row), dropoff: dropoffWindowOf(row) })

/** When the parcel is fetched, so that the customer has it in time; null for as soon as possible. */
export const fetchWindowOf = (
  row: Parameters<typeof pickupWindowOf>[0] & Pick<DeliveryRow, 'fetch_window_from' | 'fetch_window_to'>,
): PickupWindow | null =>
  row.fetch_window_from && row.fetch_window_to
    ? { from: row.fetch_window_from, to: row.fetch_window_to }
    : pickupWindowOf(row)

/** The columns of the same, of an order with a window of the drop-off. */
export function fetchColumns(windows: OrderWindows, rideSeconds: number | null) {
  const window = windows.dropoff && fetchWindow(windows, rideSeconds)
  return { fetch_window_from: window?.from ?? null, fetch_window_to: window?.to ?? null }
}

/** The columns of a delivery that no courier has. */
export const noCourier = {
  courier_id: null,
  courier_slot: 1,
  courier_first_name: null,
  courier_phone: null,
  courier_vehicle_type: null,
  courier_plate_number: null,
  courier_pay_fcfa: null,
  courier_bonus_fcfa: null,
  arrived_at_pickup_at: null,
} as const

/**
 * The columns of a new delivery whose values are those that the database gives them: a creation does not send
 * them.
 */
export const initialColumns = {
  version: 1,
  amended_at: null,
  cancel_idempotency_key: null,
  paid_at: null,
  cancellation_fee_fcfa: 0,
  return_fee_fcfa: 0,
  failure_code: null,
  failure_note: null,
  ...noCourier,
  called_back_at: null,
  brought_back_at: null,
  pickup_code_tries: 0,
  pickup_code_locks: 0,
  pickup_code_locked_until: null,
  confirmation_code_tries: 0,
  confirmation_code_locks: 0,
  confirmation_code_locked_until: null,
  return_code: null,
  return_code_tries: 0,
  return_code_locks: 0,
  return_code_locked_until: null,
  courier_waits_until: null,
  courier_wait_fee_fcfa: 0,
  waiting_fee_fcfa: 0,
  times_freed: 0,
  arrived_at_customer_at: null,
  customer_called_at: null,
  link_version: 1,
  trip_version: 1,
  ended_at: null,
  second_try_of: null,
  second_try_id: null,
  recipient_name: null,
  recipient_kind: null,
  times_recipient_named: 0,
  taken_by: null,
} as const satisfies Partial<DeliveryRow>

/** The columns of the drop-off; while it is unknown, only the words that the shop expects it by, if any. */
export const dropoffColumns = (place: Place | undefined, expected?: ExpectedPlace) => ({
  dropoff_label: (place ?? expected)?.label || null,
  dropoff_landmark: (place ?? expected)?.landmark || null,
  dropoff_lat: place?.lat ?? null,
  dropoff_lng: place?.lng ?? null,
  dropoff_source: place ? (place.precision?.source ?? 'SHOP') : null,
  dropoff_accuracy_meters: place?.precision?.accuracyMeters ?? null,
})

/** What the customer pays for this delivery, in FCFA. */
export const amountToCollectOf = (
  row: Pick<DeliveryRow, 'payment_mode' | 'fee_payer' | 'goods_amount_fcfa' | 'price_fcfa'>,
): number =>
  amountToCollect({
    mode: row.payment_mode,
    feePayer: row.fee_payer,
    goodsAmountFcfa: row.goods_amount_fcfa,
    priceFcfa: row.price_fcfa,
  })

/** The terms on which a delivery was ordered. */
export const paymentTermsOf = (
  row: Pick<DeliveryRow, 'payment_mode' | 'collection' | 'fee_payer' | 'goods_amount_fcfa'>,
): PaymentTerms => ({
  mode: row.payment_mode,
  collection: row.collection,
  feePayer: row.fee_payer,
  goodsAmountFcfa: row.goods_amount_fcfa,
})

/** The columns of a delivery that its price decides before anything of it was paid. */
export const priceColumns = ({ trip, codFeeFcfa, paymentStatus }: PricedOrder) => ({
  price_fcfa: trip.priceFcfa,
  price_is_estimate: trip.isEstimate,
  price_working: trip.working,
  cod_fee_fcfa: codFeeFcfa,
  payment_status: paymentStatus,
})
