import { type Static, Type } from 'typebox'
import { limits } from '../../base/contract/limits.ts'
import {
  collections,
  feePayers,
  parcelCategories,
  parcelSizes,
  paymentModes,
} from '../../base/contract/vocabulary.ts'
import { Flag, Latitude, Longitude, OneOf, Strict, Text, Uuid } from '../../base/kernel/json-types.ts'
import { GoodsAmount } from './quote-view.ts'

const { placeLabel, placeLandmark, customerName, customerPhone, parcelCategory, photoKey, instructions } =
  limits
const { promoCode, externalRef, cancelReason } = limits

/** Spec 2.2. */
export const PlaceInput = Strict(
  {
    lat: Latitude,
    lng: Longitude,
    label: Type.Optional(
      Text(placeLabel.min, placeLabel.max, {
        description: 'Short name of the place.',
        examples: ['Boutique Ganhi'],
      }),
    ),
    landmark: Type.Optional(
      Text(placeLandmark.min, placeLandmark.max, {
        description: 'A reference point for the courier, in free text.',
        examples: ['En face de la pharmacie'],
      }),
    ),
  },
  { description: 'A place, with words that help to find it.' },
)

const CustomerInput = Strict(
  {
    lastName: Text(customerName.min, customerName.max, { description: 'Family name.', examples: ['Dossou'] }),
    firstName: Text(customerName.min, customerName.max, { description: 'Given name.', examples: ['Afi'] }),
    phone: Text(customerPhone.min, customerPhone.max, {
      description:
        'A phone number that receives the customer’s messages: in the national form of the pickup’s country, or with + and the country code.',
      examples: ['0197000001', '+2290197000001'],
    }),
  },
  { description: 'Who receives the parcel.' },
)

const ParcelInput = Strict(
  {
    category: Text(parcelCategory.min, parcelCategory.max, {
      description: `What it is: ${parcelCategories.join(', ')}, or a word of your own.`,
      examples: ['FASHION'],
    }),
    size: OneOf(parcelSizes, { description: 'LARGE may carry a surcharge.' }),
    fragile: Type.Optional(Flag({ default: false, description: 'True may carry a surcharge.' })),
    photoKey: Type.Optional(
      Text(photoKey.min, photoKey.max, {
        examples: ['photo_3f5f7b1c2d4e0192f0c17a3e7c119d5b'],
        description: 'The key of an uploaded photo, from POST /deliveries/parcel-photo-uploads.',
      }),
    ),
  },
  { description: 'What is carried.' },
)

const PaymentInput = Strict(
  {
    mode: OneOf(paymentModes, {
      description: 'PREPAID: nothing to collect. CASH_ON_DELIVERY: the customer pays at delivery.',
      examples: ['CASH_ON_DELIVERY'],
    }),
    goodsAmount: Type.Optional(GoodsAmount),
    feePayer: Type.Optional(
      OneOf(feePayers, {
        description:
          'Who bears the trip: CUSTOMER (the default; added to what the customer pays) or MERCHANT.',
      }),
    ),
    collection: Type.Optional(
      OneOf(collections, {
        description:
          'SECURE: by mobile money through the service, the sale is paid out to the shop. DIRECT: to the shop’s own number. Default: the shop’s setting.',
      }),
    ),
  },
  { description: 'Who pays what, and how.' },
)

/** Spec 2.6. */
export const DeliveryInput = Strict(
  {
    pickupAddressId: Type.Optional(
      Uuid({
        description: 'A registered pickup address, instead of `pickup`. Without either, the main one.',
      }),
    ),
    pickup: Type.Optional(PlaceInput),
    dropoff: Type.Optional(PlaceInput),
    customer: CustomerInput,
    parcel: ParcelInput,
    payment: PaymentInput,
    instructions: Type.Optional(
      Text(instructions.min, instructions.max, {
        description: 'Passed to the courier.',
        examples: ['Appeler en arrivant'],
      }),
    ),
    promoCode: Type.Optional(
      Text(promoCode.min, promoCode.max, {
        description: 'A promo code; empty for none.',
        examples: ['BIENVENUE'],
      }),
    ),
    externalRef: Type.Optional(
      Type.String({
        minLength: externalRef.min,
        maxLength: externalRef.max,
        pattern: externalRef.pattern,
        'x-text': true,
        description: 'Your own order number; unique in your shop.',
        examples: ['order-2041'],
      }),
    ),
  },
  {
    description: 'A delivery to make. Without `dropoff` the customer is asked for their position.',
    examples: [
      {
        externalRef: 'order-2041',
        dropoff: { lat: 6.353, lng: 2.366, label: 'Maison', landmark: 'Portail bleu' },
        customer: { lastName: 'Dossou', firstName: 'Afi', phone: '0197000001' },
        parcel: { category: 'FASHION', size: 'SMALL' },
        payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 15000 },
      },
    ],
  },
)
export type DeliveryInput = Static<typeof DeliveryInput>

/** Spec 2.16. */
export const CancelInput = Strict(
  {
    reason: Type.Optional(
      Text(cancelReason.min, cancelReason.max, {
        description: 'Why; kept as the note of the history line.',
        examples: ['Commande annulée par le client'],
      }),
    ),
  },
  { description: 'May be an empty object.' },
)
export type CancelInput = Static<typeof CancelInput>
