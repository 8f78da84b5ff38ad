import { type Static, Type } from 'typebox'
import {
  collections,
  deliveryStatuses,
  feePayers,
  parcelSizes,
  paymentModes,
  paymentStatuses,
  vehicleTypes,
} from '../../base/contract/vocabulary.ts'
import { Amount, DateTime, Flag, Nullable, OneOf, Strict, Uuid } from '../../base/kernel/json-types.ts'
import type { Language } from '../../base/kernel/language.ts'
import type { HistoryRow } from '../../domain/deliveries/delivery-row.ts'
import { failureReason } from '../../domain/deliveries/failure-reason.ts'

const placeMembers = {
  label: Nullable(Type.String({ description: 'Short name of the place.', examples: ['Boutique Ganhi'] })),
  landmark: Nullable(
    Type.String({ description: 'A reference point for the courier.', examples: ['En face de la pharmacie'] }),
  ),
  lat: Type.Number({ description: 'Degrees north.', examples: [6.3654] }),
  lng: Type.Number({ description: 'Degrees east.', examples: [2.4183] }),
}

const PaymentView = Strict(
  {
    mode: OneOf(paymentModes, {
      description: 'Whether the customer pays at delivery.',
      examples: ['CASH_ON_DELIVERY'],
    }),
    goodsAmount: Amount({ description: 'Goods to collect, in FCFA.', examples: [15000] }),
    feePayer: OneOf(feePayers, { description: 'Who bears the trip.' }),
    collection: OneOf(collections, { description: 'How the customer pays.' }),
    amountToCollect: Amount({
      description: 'What the customer pays at delivery, in FCFA.',
      examples: [16100],
    }),
    status: OneOf(paymentStatuses, {
      description: 'Where the payment stands.',
      examples: ['AWAITING_CUSTOMER'],
    }),
    paidAt: Nullable(DateTime({ description: 'When the payment was confirmed.' })),
  },
  { description: 'Where the money stands.' },
)

const CourierView = Strict(
  {
    firstName: Type.String({ description: 'Given name.', examples: ['Koffi'] }),
    phone: Type.String({ description: 'In international form.', examples: ['+2290197000002'] }),
    vehicleType: OneOf(vehicleTypes, { description: 'What they drive.' }),
    plateNumber: Nullable(Type.String({ description: 'Plate of the vehicle.', examples: ['AB 1234 RB'] })),
  },
  { description: 'Who carries the parcel; null until a courier is assigned.' },
)

const deliveryMembers = {
  id: Uuid({ description: 'Identifier of the delivery.' }),
  reference: Type.String({ description: 'Short reference to say aloud.', examples: ['COL-7K2M9Q'] }),
  externalRef: Nullable(
    Type.String({ description: 'Your own order number, as sent.', examples: ['order-2041'] }),
  ),
  status: OneOf(deliveryStatuses, { description: 'Where the delivery stands.', examples: ['IN_TRANSIT'] }),
  createdAt: DateTime({ description: 'When it was created.' }),
  customer: Strict(
    {
      lastName: Type.String({ description: 'Family name.', examples: ['Dossou'] }),
      firstName: Type.String({ description: 'Given name.', examples: ['Afi'] }),
      phone: Type.String({ description: 'In international form.', examples: ['+2290197000001'] }),
    },
    { description: 'Who receives the parcel.' },
  ),
  pickup: Strict(placeMembers, { description: 'Where the parcel is picked up.' }),
  dropoff: Nullable(
    Strict(placeMembers, {
      description: 'Where it goes; null until the customer has indicated their position.',
    }),
  ),
  parcel: Strict(
    {
      category: Type.String({ description: 'What it is.', examples: ['FASHION'] }),
      size: OneOf(parcelSizes, { description: 'How large it is.' }),
      fragile: Flag({ description: 'Whether it is fragile.' }),
    },
    { description: 'What is carried.' },
  ),
  payment: PaymentView,
  price: Amount({ description: 'Price of the trip, in FCFA.', examples: [1100] }),
  priceIsEstimate: Flag({ description: 'True while the destination is unknown.' }),
  cancellationFee: Amount({
    description: 'What was charged for cancelling, in FCFA; 0 until then.',
    examples: [0],
  }),
  returnFee: Amount({
    description: 'What was charged for bringing the parcel back, in FCFA; 0 until then.',
    examples: [0],
  }),
  failureReason: Nullable(
    Type.String({ description: 'Why the hand-over failed.', examples: ['Client absent'] }),
  ),
  courier: Nullable(CourierView),
}

/** Spec 2.7, as every read returns it. */
export const DeliveryView = Strict(deliveryMembers, { description: 'A delivery.' })

/** Spec 2.7, as creation returns it. */
export const CreatedDeliveryView = Strict(
  {
    ...deliveryMembers,
    pickupCode: Type.String({
      description: 'The code the shop gives the courier at pickup. Answered here only.',
      examples: ['4821'],
    }),
  },
  { description: 'A delivery just created, with the code for its pickup.' },
)

/** Spec 2.14. */
export const DeliveryPageView = Strict(
  {
    items: Type.Array(DeliveryView, { description: 'Newest first.' }),
    total: Type.Integer({
      minimum: 0,
      description: 'How many deliveries match, on all pages.',
      examples: [42],
    }),
    page: Type.Integer({ minimum: 1, description: 'This page.', examples: [1] }),
    pageSize: Type.Integer({ minimum: 1, description: 'Most items on a page.', examples: [30] }),
  },
  { description: 'A page of deliveries.' },
)

/** Spec 2.15. */
export const StatusEventView = Strict(
  {
    status: OneOf(deliveryStatuses, {
      description: 'The status the delivery took.',
      examples: ['CANCELLED'],
    }),
    note: Nullable(
      Type.String({
        description: 'Why, where somebody said so.',
        examples: ['Commande annulée par le client'],
      }),
    ),
    occurredAt: DateTime({ description: 'When.' }),
  },
  { description: 'A line of the history.' },
)

/** A line of history as the partner reads it. */
export function statusEventView(row: HistoryRow, language: Language): Static<typeof StatusEventView> {
  return {
    status: row.status,
    note: failureReason(row.failure_code, row.note, language) ?? row.note,
    occurredAt: row.occurred_at.toISOString(),
  }
}
