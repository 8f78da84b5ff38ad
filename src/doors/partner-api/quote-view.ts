import { type Static, Type } from 'typebox'
import { limits } from '../../base/contract/limits.ts'
import { collections, parcelSizes, paymentModes, surchargeTypes } from '../../base/contract/vocabulary.ts'
import {
  Amount,
  Flag,
  Latitude,
  Longitude,
  Nullable,
  OneOf,
  Strict,
  Uuid,
} from '../../base/kernel/json-types.ts'
import type { Quote } from '../../domain/pricing/quote-trip.ts'

/** Spec 2.1. */
export const PointInput = Strict({ lat: Latitude, lng: Longitude }, { description: 'A point on Earth.' })

/** What the goods are worth that the customer pays at the door (spec 2.5 and 2.10). */
export const GoodsAmount = Type.Integer({
  minimum: limits.goodsAmountFcfa.min,
  maximum: limits.goodsAmountFcfa.max,
  default: 0,
  description: 'Value of the goods to collect, in whole FCFA; 0 when they are already paid.',
  examples: [15000],
})

const quoteMembers = {
  pickupAddressId: Type.Optional(
    Uuid({
      description:
        'A registered pickup address of the shop, instead of `pickup`. Without either, the main one.',
    }),
  ),
  pickup: Type.Optional(PointInput),
  dropoff: Type.Optional(PointInput),
  parcelSize: OneOf(parcelSizes, { description: 'Size of the parcel; LARGE may carry a surcharge.' }),
  fragile: Type.Optional(Flag({ default: false, description: 'A fragile parcel may carry a surcharge.' })),
  paymentMode: OneOf(paymentModes, {
    description: 'Whether the customer pays at delivery.',
    examples: ['CASH_ON_DELIVERY'],
  }),
  goodsAmount: Type.Optional(GoodsAmount),
  collection: Type.Optional(
    OneOf(collections, {
      description:
        'How the customer pays: SECURE through the service, DIRECT to the shop. Default: the shop’s setting.',
    }),
  ),
}

/** Spec 2.10. */
export const QuoteInput = Strict(quoteMembers, {
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
export const QuoteView = Strict(
  {
    price: Amount({ description: 'Price of the trip, in FCFA.', examples: [1100] }),
    isEstimate: Flag({ description: 'True when the destination is unknown.' }),
    base: Amount({ description: 'Price before surcharges and discount, in FCFA.', examples: [800] }),
    surcharges: Type.Array(
      Strict({
        type: OneOf(surchargeTypes, { description: 'Why it is added.' }),
        amount: Amount({ description: 'What it adds, in FCFA.', examples: [300] }),
      }),
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
  },
  { description: 'The price of a trip.' },
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
  }
}
