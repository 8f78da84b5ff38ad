import { type Static, Type } from 'typebox'
import {
  As,
  Flag,
  Latitude,
  Lines,
  Longitude,
  Phone,
  Strict,
  Text,
  Uuid,
} from '../../base/kernel/json-types.ts'
import { limits } from '../../contract/limits.ts'
import { parcelCategories } from '../../contract/vocabulary.ts'
import { DropoffWindowInput, GoodsAmount, PickupWindowInput } from './quote-view.ts'
import { Collection, FeePayer, ParcelSize, PaymentMode } from './value-types.ts'

const { placeLabel, placeLandmark, customerName, customerPhone, parcelCategory, photoKey, instructions } =
  limits
const { promoCode, externalRef, cancelReason, metadata } = limits

/** Spec 2.2. */
const PlaceInput = Strict(
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
  { name: 'PlaceInput', description: 'A place, with words that help to find it.' },
)

export const LastName = Text(customerName.min, customerName.max, {
  description: 'Family name.',
  examples: ['Dossou'],
})
export const FirstName = Text(customerName.min, customerName.max, {
  description: 'Given name.',
  examples: ['Afi'],
})

const CustomerInput = Strict(
  {
    lastName: LastName,
    firstName: FirstName,
    phone: Phone(customerPhone.min, customerPhone.max, {
      description:
        'A phone number that receives the customer’s messages: in the national form of the pickup’s country, or with + and the country code.',
      examples: ['0197000001', '+2290197000001'],
    }),
  },
  { name: 'CustomerInput', description: 'Who receives the parcel.' },
)

const ParcelInput = Strict(
  {
    category: Text(parcelCategory.min, parcelCategory.max, {
      description: `What it is: ${parcelCategories.join(', ')}, or a word of your own.`,
      examples: ['FASHION'],
    }),
    size: As(ParcelSize, { description: 'LARGE may carry a surcharge.' }),
    fragile: Type.Optional(Flag({ description: 'True may carry a surcharge. Default: false.' })),
    photoKey: Type.Optional(
      Text(photoKey.min, photoKey.max, {
        examples: ['photo_3f5f7b1c2d4e0192f0c17a3e7c119d5b'],
        description: 'The key of an uploaded photo, from POST /deliveries/parcel-photo-uploads.',
      }),
    ),
  },
  { name: 'ParcelInput', description: 'What is carried.' },
)

const PaymentInput = Strict(
  {
    mode: PaymentMode,
    goodsAmount: Type.Optional(GoodsAmount),
    feePayer: Type.Optional(
      As(FeePayer, {
        description:
          'Who bears the trip: CUSTOMER (the default; added to what the customer pays) or MERCHANT.',
      }),
    ),
    collection: Type.Optional(
      As(Collection, {
        description:
          'SECURE: by mobile money through the service, the sale is paid out to the shop. DIRECT: to the shop’s own number. Default: the shop’s setting.',
      }),
    ),
  },
  { name: 'PaymentInput', description: 'Who pays what, and how.' },
)

/** Words of the shop's own about an order (decision 127). */
const MetadataInput = Type.Unsafe<Record<string, string>>({
  type: 'object',
  maxProperties: metadata.maxKeys,
  propertyNames: {
    type: 'string',
    pattern: metadata.key.pattern,
    'x-described': { minLength: metadata.key.min, maxLength: metadata.key.max, pattern: '^\\S(.*\\S)?$' },
  },
  additionalProperties: Text(metadata.value.min, metadata.value.max, { description: 'A text of yours.' }),
  description:
    'Your own words about the order, returned with it everywhere: up to 20 names of up to 40 characters, with texts of up to 200. An extension of Colis.',
  examples: [{ channel: 'instagram', seller: 'Ayaba' }],
})

/** The shop's own order number (spec 2.6). */
export const ExternalRef = Type.String({
  minLength: externalRef.min,
  maxLength: externalRef.max,
  pattern: externalRef.pattern,
  'x-text': true,
  description: 'Your own order number; unique in your shop.',
  examples: ['order-2041'],
})

/** Spec 2.6. */
export const DeliveryInput = Strict(
  {
    pickupAddressId: Type.Optional(
      Uuid({
        description: 'A registered pickup address, instead of `pickup`. Without either, the main one.',
      }),
    ),
    pickup: Type.Optional(As(PlaceInput, { description: 'Where the parcel is picked up.' })),
    dropoff: Type.Optional(
      As(PlaceInput, { description: 'Where it goes; without it the customer is asked.' }),
    ),
    customer: CustomerInput,
    parcel: ParcelInput,
    payment: PaymentInput,
    instructions: Type.Optional(
      Lines(instructions.min, instructions.max, {
        description: 'Passed to the courier. Line breaks become blanks.',
        examples: ['Appeler en arrivant'],
      }),
    ),
    promoCode: Type.Optional(
      Text(promoCode.min, promoCode.max, {
        description: 'A promo code; empty for none.',
        examples: ['BIENVENUE'],
      }),
    ),
    externalRef: Type.Optional(ExternalRef),
    pickupWindow: Type.Optional(PickupWindowInput),
    dropoffWindow: Type.Optional(DropoffWindowInput),
    metadata: Type.Optional(MetadataInput),
  },
  {
    name: 'DeliveryInput',
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
        description: 'Why; kept as the note of the history line, and shown to the customer and the courier.',
        examples: ['Commande annulée par le client'],
      }),
    ),
  },
  { name: 'CancelInput', description: 'May be an empty object.' },
)
export type CancelInput = Static<typeof CancelInput>
