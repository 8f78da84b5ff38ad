import { type Static, Type } from 'typebox'
import { Amount, As, DateTime, Flag, Nullable, Open, Uuid } from '../../base/kernel/json-types.ts'
import type { Language } from '../../base/kernel/language.ts'
import { changeNote } from '../../domain/deliveries/changing/delivery-change.ts'
import type { HistoryRow } from '../../domain/deliveries/delivery-row.ts'
import { failureReason } from '../../domain/deliveries/failure-reason.ts'
import {
  Collection,
  Currency,
  DeliveryStatus,
  FeePayer,
  ParcelSize,
  PaymentMode,
  PaymentStatus,
  VehicleType,
} from './value-types.ts'

const placeMembers = {
  label: Nullable(Type.String({ description: 'Short name of the place.', examples: ['Boutique Ganhi'] })),
  landmark: Nullable(
    Type.String({ description: 'A reference point for the courier.', examples: ['En face de la pharmacie'] }),
  ),
  lat: Type.Number({ description: 'Degrees north.', examples: [6.3654] }),
  lng: Type.Number({ description: 'Degrees east.', examples: [2.4183] }),
}

const PlaceView = Open(placeMembers, {
  name: 'Place',
  description: 'A place, with words that help to find it.',
})

const PaymentView = Open(
  {
    mode: As(PaymentMode, { description: 'Whether the customer pays at delivery.' }),
    goodsAmount: Amount({ description: 'Goods to collect, in FCFA.', examples: [15000] }),
    feePayer: As(FeePayer, { description: 'Who bears the trip.' }),
    collection: As(Collection, { description: 'How the customer pays.' }),
    amountToCollect: Amount({
      description: 'What the customer pays at delivery, in FCFA.',
      examples: [16100],
    }),
    status: As(PaymentStatus, {
      description: 'Where the payment stands.',
      examples: ['AWAITING_CUSTOMER'],
    }),
    paidAt: Nullable(DateTime({ description: 'When the payment was confirmed.' })),
  },
  { name: 'Payment', description: 'Where the money stands.' },
)

const CourierView = Open(
  {
    firstName: Type.String({ description: 'Given name.', examples: ['Koffi'] }),
    phone: Type.String({ description: 'In international form.', examples: ['+2290197000002'] }),
    vehicleType: As(VehicleType, { description: 'What they drive.' }),
    plateNumber: Nullable(Type.String({ description: 'Plate of the vehicle.', examples: ['AB 1234 RB'] })),
  },
  { name: 'Courier', description: 'Who carries the parcel.' },
)

const PickupWindowView = Open(
  {
    from: DateTime({ description: 'From when.', examples: ['2026-11-21T13:00:00.000Z'] }),
    to: DateTime({ description: 'Until when.', examples: ['2026-11-21T15:00:00.000Z'] }),
  },
  { name: 'PickupWindow', description: 'When a parcel is to be fetched.' },
)

const DropoffWindowView = Open(
  {
    from: DateTime({ description: 'From when.', examples: ['2026-11-21T14:00:00.000Z'] }),
    to: DateTime({ description: 'Until when.', examples: ['2026-11-21T16:00:00.000Z'] }),
  },
  { name: 'DropoffWindow', description: 'When a customer is to have a parcel.' },
)

const deliveryMembers = {
  id: Uuid({ description: 'Identifier of the delivery.' }),
  reference: Type.String({ description: 'Short reference to say aloud.', examples: ['COL-7K2M9Q'] }),
  externalRef: Nullable(
    Type.String({ description: 'Your own order number, as sent.', examples: ['order-2041'] }),
  ),
  status: As(DeliveryStatus, { description: 'Where the delivery stands.', examples: ['IN_TRANSIT'] }),
  createdAt: DateTime({ description: 'When it was created.' }),
  customer: Open(
    {
      lastName: Type.String({ description: 'Family name.', examples: ['Dossou'] }),
      firstName: Type.String({ description: 'Given name.', examples: ['Afi'] }),
      phone: Type.String({ description: 'In international form.', examples: ['+2290197000001'] }),
    },
    { name: 'Customer', description: 'Who receives the parcel.' },
  ),
  pickup: As(PlaceView, { description: 'Where the parcel is picked up.' }),
  dropoff: Nullable(
    As(PlaceView, {
      description: 'Where it goes; null until the customer has indicated their position.',
    }),
  ),
  parcel: Open(
    {
      category: Type.String({ description: 'What it is.', examples: ['FASHION'] }),
      size: As(ParcelSize, { description: 'How large it is.' }),
      fragile: Flag({ description: 'Whether it is fragile.' }),
    },
    { name: 'Parcel', description: 'What is carried.' },
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
  courier: Nullable(
    As(CourierView, { description: 'Who carries the parcel; null until a courier is assigned.' }),
  ),
  currency: As(Currency, { description: 'The franc of every amount: that of the city of the pickup.' }),
  pickupWindow: Nullable(
    As(PickupWindowView, {
      description: 'When the parcel is to be fetched; null for as soon as possible. An extension of Colis.',
    }),
  ),
  dropoffWindow: Nullable(
    As(DropoffWindowView, {
      description:
        'When the customer is to have the parcel; null for as soon as possible. An extension of Colis.',
    }),
  ),
  courierArrivedAt: Nullable(
    DateTime({
      description:
        'When the courier arrived at the shop: from then on cancelling is charged. Null until then. An extension of Colis.',
    }),
  ),
  trackingUrl: Nullable(
    Type.String({
      format: 'uri',
      description:
        'The customer’s page, to send by your own SMS or to show: there they place their position, follow the courier and find their code, so give it to nobody else. Null once it has ended, a day after the delivery. An extension of Colis.',
      examples: ['https://colis.example/p/AZKPwXo-fBGdWz9fexwtTgGSj8F6PnwRnVs_X3scLU4BAgMEBQYHCAkKCwwNDg8Q'],
    }),
  ),
  metadata: Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Your own words about the order, as sent; empty without any. An extension of Colis.',
    examples: [{ channel: 'instagram' }],
  }),
  secondTryOf: Nullable(
    Uuid({
      description:
        'The delivery whose hand-over failed, and whose parcel this one brings once more; null for all others. An extension of Colis.',
    }),
  ),
  secondTryId: Nullable(
    Uuid({
      description:
        'The delivery that brings this parcel once more, after its hand-over failed: the newest that was asked for, which may have ended without a hand-over; null without one. An extension of Colis.',
    }),
  ),
}

/** Spec 2.7, as every read returns it. */
export const DeliveryView = Open(deliveryMembers, { name: 'Delivery', description: 'A delivery.' })

/** Spec 2.7, as creation returns it. */
export const CreatedDeliveryView = Open(
  {
    ...deliveryMembers,
    pickupCode: Type.String({
      description: 'The code the shop gives the courier at pickup. Answered here only.',
      examples: ['4821'],
    }),
  },
  { name: 'CreatedDelivery', description: 'A delivery just created, with the code for its pickup.' },
)

/** Spec 2.14. */
export const DeliveryPageView = Open(
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
  { name: 'DeliveryPage', description: 'A page of deliveries.' },
)

/** Spec 2.15. */
export const StatusEventView = Open(
  {
    status: As(DeliveryStatus, {
      description: 'The status the delivery took, or kept when something of it was changed.',
      examples: ['CANCELLED'],
    }),
    note: Nullable(
      Type.String({
        description: 'Why, where somebody said so; what was changed, where something was.',
        examples: ['Commande annulée par le client'],
      }),
    ),
    occurredAt: DateTime({ description: 'When.' }),
  },
  { name: 'StatusEvent', description: 'A line of the history.' },
)

/** A line of history as the partner reads it. */
export function statusEventView(row: HistoryRow, language: Language): Static<typeof StatusEventView> {
  return {
    status: row.status,
    note:
      failureReason(row.failure_code, row.note, language) ??
      changeNote(row.changed_fields, language) ??
      row.note,
    occurredAt: row.occurred_at.toISOString(),
  }
}
