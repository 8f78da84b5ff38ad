import { type Static, Type } from 'typebox'
import {
  Amount,
  As,
  DateTime,
  Flag,
  Latitude,
  Longitude,
  Nullable,
  Open,
  Strict,
  Uuid,
} from '../../base/kernel/json-types.ts'
import { limits } from '../../contract/limits.ts'
import type { Quote } from '../../domain/pricing/quote-trip.ts'
import { Collection, Currency, ParcelSize, PaymentMode, SurchargeType } from './value-types.ts'

/** Spec 2.1. */
const PointInput = Strict(
  { lat: Latitude, lng: Longitude },
  { name: 'PointInput', description: 'A point on Earth.' },
)

/** What the goods are worth that the customer pays at the door (spec 2.5 and 2.10). */
export const GoodsAmount = Type.Integer({
  minimum: limits.goodsAmountFcfa.min,
  maximum: limits.goodsAmountFcfa.max,
  description: 'Value of the goods to collect, in whole FCFA. Default: 0, for goods that are already paid.',
  examples: [15000],
})

/** When the courier is to fetch the parcel (decision 128). */
export const PickupWindowInput = Strict(
  {
    from: DateTime({
      description: 'From when: now, or up to 7 days ahead.',
      examples: ['2026-11-21T14:00:00+01:00'],
    }),
    to: DateTime({
      description: 'Until when: 30 minutes to 24 hours later.',
      examples: ['2026-11-21T16:00:00+01:00'],
    }),
  },
  {
    name: 'PickupWindowInput',
    description:
      'When the courier is to fetch the parcel; without it as soon as possible. The search begins 20 minutes before. The price is that of its start: NIGHT as it will be then, RAIN and HIGH_DEMAND as they are now, and only if the search begins now. An extension of Colis.',
  },
)

/** When the customer is to have the parcel (decision 347). */
export const DropoffWindowInput = Strict(
  {
    from: DateTime({
      description: 'From when: now, or up to 7 days ahead.',
      examples: ['2026-11-21T15:00:00+01:00'],
    }),
    to: DateTime({
      description: 'Until when: 30 minutes to 24 hours later, and no sooner than the courier can be there.',
      examples: ['2026-11-21T17:00:00+01:00'],
    }),
  },
  {
    name: 'DropoffWindowInput',
    description:
      'When the customer is to have the parcel; without it as soon as possible. The parcel is fetched as long before as the ride takes, within `pickupWindow` where there is one, and the search begins 20 minutes before that. Without `pickupWindow` the price is that of its start, as there. An extension of Colis.',
  },
)

const quoteMembers = {
  pickupAddressId: Type.Optional(
    Uuid({
      description:
        'A registered pickup address of the shop, instead of `pickup`. Without either, the main one.',
    }),
  ),
  pickup: Type.Optional(As(PointInput, { description: 'Where the parcel is picked up.' })),
  dropoff: Type.Optional(
    As(PointInput, { description: 'Where it goes; without it the price is an estimate.' }),
  ),
  parcelSize: As(ParcelSize, { description: 'Size of the parcel; LARGE may carry a surcharge.' }),
  fragile: Type.Optional(Flag({ description: 'A fragile parcel may carry a surcharge. Default: false.' })),
  paymentMode: As(PaymentMode, { description: 'Whether the customer pays at delivery.' }),
  goodsAmount: Type.Optional(GoodsAmount),
  collection: Type.Optional(
    As(Collection, {
      description:
        'How the customer pays: SECURE through the service, DIRECT to the shop. Default: the shop’s setting, or DIRECT where nobody serves SECURE.',
    }),
  ),
  pickupWindow: Type.Optional(PickupWindowInput),
  dropoffWindow: Type.Optional(DropoffWindowInput),
}

/** Spec 2.10. */
export const QuoteInput = Strict(quoteMembers, {
  name: 'QuoteInput',
  description: 'A trip to price.',
  examples: [
    {
      dropoff: { lat: 6.353, lng: 2.366 },
      parcelSize: 'SMALL',
      paymentMode: 'CASH_ON_DELIVERY',
      goodsAmount: 15000,
    },
  ],
})
export type QuoteInput = Static<typeof QuoteInput>

/** Spec 2.11. */
export const QuoteView = Open(
  {
    price: Amount({ description: 'Price of the trip, in FCFA.', examples: [1100] }),
    isEstimate: Flag({ description: 'True when the destination is unknown.' }),
    base: Amount({ description: 'Price before surcharges and discount, in FCFA.', examples: [800] }),
    surcharges: Type.Array(
      Open(
        {
          type: As(SurchargeType, { description: 'Why it is added.' }),
          amount: Amount({ description: 'What it adds, in FCFA.', examples: [300] }),
        },
        { name: 'Surcharge', description: 'What is added to the base.' },
      ),
      { description: 'What is added to the base.' },
    ),
    discount: Amount({ description: 'What is taken off, in FCFA.', examples: [0] }),
    codFee: Amount({
      description: 'Collection fee withheld from the shop’s payout, in FCFA.',
      examples: [150],
    }),
    fromZone: Nullable(
      Type.String({ description: 'Zone of the pickup; null when it lies in no zone.', examples: ['Ganhi'] }),
    ),
    toZone: Nullable(
      Type.String({
        description: 'Zone of the drop-off; null when it is unknown or lies in no zone.',
        examples: ['Cadjèhoun'],
      }),
    ),
    currency: As(Currency, { description: 'The franc of every amount. An extension of Colis.' }),
  },
  { name: 'Quote', description: 'The price of a trip.' },
)
export type QuoteView = Static<typeof QuoteView>

/** A priced trip as the partner reads it. */
export function quoteView({ trip, codFeeFcfa }: Quote): QuoteView {
  return {
    price: trip.priceFcfa,
    isEstimate: trip.isEstimate,
    base: trip.baseFcfa,
    surcharges: trip.surcharges.map(({ type, amountFcfa }) => ({ type, amount: amountFcfa })),
    discount: trip.discountFcfa,
    codFee: codFeeFcfa,
    fromZone: trip.fromZone,
    toZone: trip.toZone,
    currency: trip.city.currency,
  }
}
