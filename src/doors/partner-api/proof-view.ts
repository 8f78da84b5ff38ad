import { type Static, Type } from 'typebox'
import { As, DateTime, KnownValue, Nullable, Open } from '../../base/kernel/json-types.ts'
import type { Language } from '../../base/kernel/language.ts'
import { handoverOutcomes, parcelTakers } from '../../contract/vocabulary.ts'
import type { DeliveryRow } from '../../domain/deliveries/delivery-row.ts'
import { failureReason } from '../../domain/deliveries/failure-reason.ts'
import type { HandoverReport } from '../../domain/deliveries/handover-proof/handover-report.ts'

const ProofPlaceView = Open(
  {
    lat: Type.Number({ description: 'Degrees north.', examples: [6.3531] }),
    lng: Type.Number({ description: 'Degrees east.', examples: [2.3662] }),
    accuracyMeters: Nullable(
      Type.Integer({ minimum: 0, description: 'Within how many metres.', examples: [12] }),
    ),
  },
  { name: 'ProofPlace', description: 'Where a courier’s phone was.' },
)

const ProofPhotoView = Open(
  {
    url: Type.String({
      format: 'uri',
      description: 'Shows the photo to whoever has this address; no key is needed.',
      examples: [
        'https://colis.example/handover-photos/0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e/0192f0c1-7a3e-7c11-9d5b-000000000001/0192f0c1-7a3e-7c11-9d5b-000000000002?expires=1795255200&signature=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      ],
    }),
    expiresAt: DateTime({
      description: 'Until when the address works; then read the proof again for another one.',
    }),
  },
  { name: 'ProofPhoto', description: 'A photo of a hand-over, and where it is shown.' },
)

/** What proves a hand-over; an extension of ours (decision 345). */
export const ProofView = Open(
  {
    outcome: KnownValue(handoverOutcomes, {
      description: 'How it ended: DELIVERED, or FAILED where the parcel was not handed over.',
      examples: ['DELIVERED'],
    }),
    occurredAt: DateTime({ description: 'When.' }),
    failureReason: Nullable(
      Type.String({ description: 'Why it was not handed over.', examples: ['Client absent'] }),
    ),
    withCode: Nullable(
      Type.Boolean({
        description:
          'True where the hand-over code was given; false where the courier company noted the hand-over without it. Null where it failed.',
        examples: [true],
      }),
    ),
    takenBy: Nullable(
      KnownValue(parcelTakers, {
        description:
          'Who took the parcel: the customer, or what the person whom they had named is to them. Null where it failed, or the courier company does not show it to shops.',
        examples: ['CUSTOMER'],
      }),
    ),
    takenByName: Nullable(
      Type.String({
        description:
          'The name of the person whom the customer had named and who took the parcel. Null where the customer took it, or where takenBy is not shown.',
        examples: ['Adjovi'],
      }),
    ),
    place: Nullable(
      As(ProofPlaceView, {
        description:
          'Where the courier’s phone was. Null where it did not say so, a month after, or where the courier company does not show it to shops.',
      }),
    ),
    photo: Nullable(
      As(ProofPhotoView, {
        description:
          'The photo that the courier took. Null where there is none, a month after, or where the courier company does not show it to shops.',
      }),
    ),
    arrivedAtCustomerAt: Nullable(
      DateTime({ description: 'When the courier said that they had come to the customer’s place.' }),
    ),
    customerCalledAt: Nullable(DateTime({ description: 'When the courier called the customer.' })),
  },
  { name: 'HandoverProof', description: 'What proves a hand-over, or that it failed.' },
)

/** What proves a hand-over, as the partner reads it; `photo` is the address of the photo. */
export const proofView = (
  { outcome, occurredAt, withCode, takenBy, takenByName, place }: HandoverReport,
  photo: { url: string; expiresAt: Date } | null,
  row: DeliveryRow,
  language: Language,
): Static<typeof ProofView> => ({
  outcome,
  occurredAt: occurredAt.toISOString(),
  failureReason: failureReason(row.failure_code, row.failure_note, language),
  withCode,
  takenBy,
  takenByName,
  place,
  photo: photo && { url: photo.url, expiresAt: photo.expiresAt.toISOString() },
  arrivedAtCustomerAt: row.arrived_at_customer_at?.toISOString() ?? null,
  customerCalledAt: row.customer_called_at?.toISOString() ?? null,
})
