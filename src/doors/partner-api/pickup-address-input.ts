import { type Static, Type } from 'typebox'
import { Latitude, Longitude, Nullable, Strict, Text } from '../../base/kernel/json-types.ts'
import { limits } from '../../contract/limits.ts'

const { placeLabel, placeLandmark, placeFormatted } = limits

const words = {
  label: Type.Optional(
    Nullable(
      Text(placeLabel.min, placeLabel.max, { description: 'Short name.', examples: ['Boutique Ganhi'] }),
    ),
  ),
  landmark: Type.Optional(
    Nullable(
      Text(placeLandmark.min, placeLandmark.max, {
        description: 'A reference point for the courier, in free text.',
        examples: ['En face de la pharmacie'],
      }),
    ),
  ),
  formatted: Type.Optional(
    Nullable(
      Text(placeFormatted.min, placeFormatted.max, {
        description: 'The address on one line.',
        examples: ['Avenue Clozel, Ganhi, Cotonou'],
      }),
    ),
  ),
}

/** Only true is taken: an address stops being the main one when another becomes it. */
const isDefault = Type.Optional(
  Type.Unsafe<true>({
    type: 'boolean',
    enum: [true],
    description: 'True makes it the main address, in place of the one before.',
    examples: [true],
  }),
)

/** What makes a pickup address; a shop's first one is its main address. */
export const PickupAddressInput = Strict(
  { lat: Latitude, lng: Longitude, ...words, isDefault },
  { name: 'PickupAddressInput', description: 'A place where couriers fetch the shop’s parcels.' },
)
export type PickupAddressInput = Static<typeof PickupAddressInput>

/** What may be changed of a pickup address. */
export const PickupAddressChange = Strict(
  { lat: Type.Optional(Latitude), lng: Type.Optional(Longitude), ...words, isDefault },
  {
    name: 'PickupAddressChange',
    minProperties: 1,
    description: 'What to change; what is left out stays, null empties a text.',
    examples: [{ landmark: 'En face de la pharmacie' }],
  },
)
export type PickupAddressChange = Static<typeof PickupAddressChange>
