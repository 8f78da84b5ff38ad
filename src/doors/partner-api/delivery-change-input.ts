import { type Static, Type } from 'typebox'
import { Latitude, Lines, Longitude, Phone, Strict, Text } from '../../base/kernel/json-types.ts'
import { limits } from '../../contract/limits.ts'
import type { DeliveryChange } from '../../domain/deliveries/changing/delivery-change.ts'
import { DeliveryInput, ExternalRef, FirstName, LastName } from './delivery-input.ts'
import { QuoteInput } from './quote-view.ts'

const { customerPhone, placeLabel, placeLandmark, instructions } = limits

const changeable = ['customer', 'dropoff', 'instructions', 'externalRef', 'expectedPrice']

const { parcel, payment } = DeliveryInput.properties

/** What is given at creation and stays, also by the names that it has within the order or in a quote. */
const creationOnly = new Set(
  [DeliveryInput, parcel, payment, QuoteInput].flatMap(({ properties }) => Object.keys(properties)),
).difference(new Set(changeable))

/** What can be changed of a delivery before pick-up (decision 121); the bounds are those of its creation. */
export const ChangeInput = Strict(
  {
    customer: Type.Optional(
      Strict(
        {
          lastName: Type.Optional(LastName),
          firstName: Type.Optional(FirstName),
          phone: Type.Optional(
            Phone(customerPhone.min, customerPhone.max, {
              description:
                'Another phone number. The links that were sent to the number before no longer open; a customer who still has to give their position receives a new one at the new number.',
              examples: ['0197000001'],
            }),
          ),
        },
        {
          name: 'CustomerChange',
          minProperties: 1,
          description: 'Who receives the parcel: only what changes.',
        },
      ),
    ),
    dropoff: Type.Optional(
      Strict(
        {
          lat: Type.Optional(Latitude),
          lng: Type.Optional(Longitude),
          label: Type.Optional(
            Text(placeLabel.min, placeLabel.max, {
              description: 'Short name of the place.',
              examples: ['Bureau'],
            }),
          ),
          landmark: Type.Optional(
            Text(placeLandmark.min, placeLandmark.max, {
              description: 'A reference point for the courier, in free text.',
              examples: ['Immeuble en face de la station'],
            }),
          ),
        },
        {
          name: 'DropoffChange',
          minProperties: 1,
          description:
            'Another place: `lat` and `lng` together, with a `label` and a `landmark` of its own, since those of the place before are dropped. Without them, other words for the place that is known.',
        },
      ),
    ),
    instructions: Type.Optional(
      Lines(instructions.min, instructions.max, {
        description: 'Passed to the courier; empty for none.',
        examples: ['Appeler en arrivant'],
      }),
    ),
    externalRef: Type.Optional(ExternalRef),
    expectedPrice: Type.Optional(
      Type.Integer({
        minimum: limits.expectedPriceFcfa.min,
        maximum: limits.expectedPriceFcfa.max,
        description:
          'Only with another place: the price of the trip that you agree to, in FCFA. Without it another price is refused with PRICE_CHANGED, whose details name it.',
        examples: [1350],
      }),
    ),
  },
  {
    name: 'DeliveryChange',
    minProperties: 1,
    'x-creation-only': [...creationOnly],
    description: 'What to change; what is left out stays as it is. At least one field.',
    examples: [
      {
        customer: { phone: '0197000001' },
        instructions: 'Appeler en arrivant',
      },
    ],
  },
)
export type ChangeInput = Static<typeof ChangeInput>

/** A change as the domain takes it. */
export function readChange({ expectedPrice, ...change }: ChangeInput): DeliveryChange {
  return { ...change, ...(expectedPrice !== undefined && { expectedPriceFcfa: expectedPrice }) }
}
