import { type Static, Type } from 'typebox'
import { DateTime, Nullable, OneOf, Strict, Text, Uuid } from '../../base/kernel/json-types.ts'
import { limits } from '../../contract/limits.ts'
import { eventTypes } from '../../contract/vocabulary.ts'

const { webhookUrl, webhookDescription, secretOverlapHours, attemptPageSize, resentEvents } = limits

const Url = Text(webhookUrl.min, webhookUrl.max, {
  description: 'The https address of a public server, without user name and password. A shop has it once.',
  examples: ['https://shop.example/webhooks/colis'],
})

const Events = Nullable(
  Type.Array(OneOf(eventTypes, { name: 'ChosenEventType', description: 'A type of event.' }), {
    minItems: 1,
    maxItems: eventTypes.length,
    uniqueItems: true,
    description:
      'The types of events to send. Null, or left out at creation: all, those of the future too, but for types that are only sent to endpoints that name them.',
    examples: [['delivery.delivered', 'delivery.failed']],
  }),
)

const Description = Nullable(
  Text(webhookDescription.min, webhookDescription.max, {
    description: 'What it is for, in your words; null for nothing.',
    examples: ['Caisse de Ganhi'],
  }),
)

/** What makes an endpoint. */
export const WebhookEndpointInput = Strict(
  { url: Url, events: Type.Optional(Events), description: Type.Optional(Description) },
  { name: 'WebhookEndpointInput', description: 'An address of your server.' },
)
export type WebhookEndpointInput = Static<typeof WebhookEndpointInput>

/** What may be changed of an endpoint. */
export const WebhookEndpointChange = Strict(
  { url: Type.Optional(Url), events: Type.Optional(Events), description: Type.Optional(Description) },
  { name: 'WebhookEndpointChange', minProperties: 1, description: 'What to change; what is left out stays.' },
)
export type WebhookEndpointChange = Static<typeof WebhookEndpointChange>

export const RegenerateInput = Strict(
  {
    overlapHours: Type.Optional(
      Type.Integer({
        minimum: secretOverlapHours.min,
        maximum: secretOverlapHours.max,
        default: secretOverlapHours.min,
        description:
          'For how many hours the old secret signs beside the new one; without it, it ends at once.',
        examples: [24],
      }),
    ),
  },
  { name: 'RegenerateInput', description: 'Optional. Without it the old secret ends at once.' },
)
export type RegenerateInput = Static<typeof RegenerateInput>

/** Exactly one of both. */
export const ResendInput = Strict(
  {
    eventId: Type.Optional(
      Uuid({ description: 'One event, whatever came of it: the `Svc-Event-Id` of its webhook.' }),
    ),
    failedSince: Type.Optional(
      DateTime({
        description: [
          'Every event that used up its attempts at this time or later,',
          `at most ${resentEvents} in one call.`,
        ].join(' '),
      }),
    ),
  },
  {
    name: 'ResendInput',
    minProperties: 1,
    maxProperties: 1,
    description: 'One event, or those that failed for good since a time.',
    examples: [{ failedSince: '2026-11-21T10:00:00.000Z' }],
  },
)
export type ResendInput = Static<typeof ResendInput>

/** The query of the log. Numbers are written in digits (decision 6). */
export const AttemptListQuery = Strict({
  before: Type.Optional(
    Uuid({ description: 'A `nextCursor` that was answered before; without it, from the newest attempt.' }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: attemptPageSize.min,
      maximum: attemptPageSize.max,
      default: attemptPageSize.default,
      description: 'How many attempts, at most.',
      examples: [50],
    }),
  ),
  failed: Type.Optional(OneOf(['true'], { description: 'Only those that failed.' })),
})
export type AttemptListQuery = Static<typeof AttemptListQuery>
