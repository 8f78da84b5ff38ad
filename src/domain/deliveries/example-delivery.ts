import { type EventType, eventTypes } from '../../contract/vocabulary.ts'
import { openedPayment, paymentStatusAfter, withdrawnPayment } from '../money/payments/payment-status.ts'
import { cancellationCharges } from './cancelling/cancellation-fee.ts'
import { type DeliveryBody, deliveryBody } from './delivery-body.ts'
import type { ViewedDelivery } from './delivery-row.ts'
import { type DeliveryTransition, deliveryTransitions, isFinal, statusAfter } from './delivery-status.ts'
import { type CustomerLink, customerPath, customerToken } from './sharing/customer-link.ts'

/**
 * A plausible delivery that nobody ordered, at the moment of each event: for examples and for trying out
 * receivers. It changes by the rules that real ones follow. All its text is ASCII, and it names no order of
 * any shop.
 */

/** The identifiers of an example, and values to use in place of its usual ones. */
export type ExampleValues = { shopId: string } & Pick<ViewedDelivery, 'id' | 'reference'> &
  Partial<ViewedDelivery>

/**
 * The delivery as its event of this type publishes it (spec 6.2); `timeOf` returns when each event happened.
 */
export function exampleDelivery(
  type: EventType,
  { shopId, ...values }: ExampleValues,
  timeOf: (type: EventType) => Date,
): DeliveryBody {
  let delivery: ViewedDelivery = { ...ordered, created_at: timeOf('delivery.created'), ...values }
  for (const each of eventsUpTo(type))
    delivery = { ...delivery, ...moments[each].change(delivery, timeOf(each)) }
  return deliveryBody(delivery, { shopId, language: 'fr', customerLink: exampleLink, now: timeOf(type) })
}

/** An address of the usual form, under a name that belongs to nobody (RFC 2606). */
const exampleLink: CustomerLink = (delivery) =>
  `https://colis.example${customerPath}${customerToken(delivery, noSecret)}`
const noSecret = [Buffer.alloc(32)] as const

const ordered: Omit<ViewedDelivery, 'id' | 'reference' | 'created_at'> = {
  external_ref: null,
  status: deliveryTransitions.locate.from[0],
  customer_last_name: 'Dossou',
  customer_first_name: 'Afi',
  customer_phone: '+2290197000001',
  pickup_label: 'Boutique Ganhi',
  pickup_landmark: 'En face de la pharmacie',
  pickup_lat: 6.3654,
  pickup_lng: 2.4183,
  dropoff_label: null,
  dropoff_landmark: null,
  dropoff_lat: null,
  dropoff_lng: null,
  parcel_category: 'FASHION',
  parcel_size: 'SMALL',
  parcel_fragile: false,
  payment_mode: 'CASH_ON_DELIVERY',
  goods_amount_fcfa: 15_000,
  fee_payer: 'CUSTOMER',
  collection: 'SECURE',
  payment_status: 'NOT_REQUESTED',
  paid_at: null,
  price_fcfa: 1_200,
  price_is_estimate: true,
  cancellation_fee_fcfa: 0,
  return_fee_fcfa: 0,
  failure_code: null,
  failure_note: null,
  courier_first_name: null,
  courier_phone: null,
  courier_vehicle_type: null,
  courier_plate_number: null,
  currency: 'XOF',
  metadata: null,
  pickup_window_from: null,
  pickup_window_to: null,
  dropoff_window_from: null,
  dropoff_window_to: null,
  arrived_at_pickup_at: null,
  link_version: 1,
  ended_at: null,
  second_try_of: null,
  second_try_id: null,
}

const tariff = { cancellationFeeFcfa: 300, returnFeeFcfa: 500 }

/** An event of the example: the one before it, and what changes with it. */
type Moment = {
  after: EventType | null
  change: (before: ViewedDelivery, at: Date) => Partial<ViewedDelivery>
}

/**
 * What the verbs in `transitions/` make of a delivery. It is cancelled, or expires, before the customer's
 * position is known, since receivers must cope with a delivery that ends without a drop-off or a courier.
 */
const moments: Record<EventType, Moment> = {
  'delivery.created': { after: null, change: () => ({}) },
  'delivery.location_confirmed': {
    after: 'delivery.created',
    change: (before, at) => ({
      ...moved(before, 'locate', at),
      dropoff_label: 'Maison',
      dropoff_landmark: 'Portail bleu',
      dropoff_lat: 6.353,
      dropoff_lng: 2.366,
      price_fcfa: 1_100,
      price_is_estimate: false,
    }),
  },
  'delivery.courier_assigned': {
    after: 'delivery.location_confirmed',
    change: (before, at) => ({
      ...moved(before, 'assign', at),
      courier_first_name: 'Koffi',
      courier_phone: '+2290197000002',
      courier_vehicle_type: 'MOTO',
      courier_plate_number: 'AB 1234 RB',
    }),
  },
  'delivery.courier_arrived': {
    after: 'delivery.courier_assigned',
    change: (_before, at) => ({ arrived_at_pickup_at: at }),
  },
  'delivery.picked_up': {
    after: 'delivery.courier_arrived',
    change: (before, at) => ({
      ...moved(before, 'pickUp', at),
      payment_status: openedPayment(before.payment_status),
    }),
  },
  'payment.confirmed': {
    after: 'delivery.picked_up',
    change: (before, at) => ({
      payment_status: paymentStatusAfter('confirm', before),
      paid_at: at,
    }),
  },
  'delivery.delivered': {
    after: 'payment.confirmed',
    change: (before, at) => moved(before, 'handOver', at),
  },
  'delivery.failed': {
    after: 'delivery.picked_up',
    change: (before, at) => ({
      ...moved(before, 'fail', at),
      payment_status: withdrawnPayment(before.payment_status),
      failure_code: 'CUSTOMER_ABSENT',
    }),
  },
  'delivery.returned': {
    after: 'delivery.failed',
    change: (before, at) => ({
      ...moved(before, 'return', at),
      return_fee_fcfa: tariff.returnFeeFcfa,
    }),
  },
  'delivery.cancelled': {
    after: 'delivery.created',
    change: (before, at) => ({
      ...moved(before, 'cancel', at),
      ...chargesOfCancelling(before),
      payment_status: withdrawnPayment(before.payment_status),
    }),
  },
  'delivery.expired': {
    after: 'delivery.created',
    change: (before, at) => moved(before, 'expire', at),
  },
}

function moved({ status: before }: ViewedDelivery, transition: DeliveryTransition, at: Date) {
  const status = statusAfter(transition, before)
  return { status, ended_at: isFinal(status) ? at : null }
}

function chargesOfCancelling({ status, arrived_at_pickup_at: arrivedAtPickupAt }: ViewedDelivery) {
  const charges = cancellationCharges({ status, arrivedAtPickupAt }, tariff)
  return { cancellation_fee_fcfa: charges.cancellationFeeFcfa, return_fee_fcfa: charges.returnFeeFcfa }
}

/** The events of the example until this one, in the order in which they happen. */
function eventsUpTo(type: EventType): EventType[] {
  const { after } = moments[type]
  return after ? [...eventsUpTo(after), type] : [type]
}

/** Events in the order in which they happen to a delivery, for every way in which one ends. */
export const exampleLifecycles: EventType[][] = eventTypes
  .filter((type) => !Object.values(moments).some(({ after }) => after === type))
  .map(eventsUpTo)
