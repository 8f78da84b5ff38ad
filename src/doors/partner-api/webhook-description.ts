import { Type } from 'typebox'
import { DateTime, KnownValue, Open, Uuid } from '../../base/kernel/json-types.ts'
import { type EventType, eventTypes } from '../../contract/vocabulary.ts'
import { EventView } from './event-list-view.ts'
import { exampleEvent, examplePing } from './example-events.ts'

/** When each event is sent (spec 6.2). */
const occasions: Record<EventType, string> = {
  'delivery.created': 'A delivery is created.',
  'delivery.location_confirmed': 'The customer has indicated their position.',
  'delivery.courier_assigned': 'A courier has accepted the trip.',
  'delivery.courier_arrived':
    'The courier has arrived at the shop: from now on cancelling is charged. An extension of Colis, sent only to endpoints that name it.',
  'delivery.picked_up': 'The parcel is picked up.',
  'delivery.delivered': 'The parcel is handed over.',
  'delivery.failed': 'The hand-over has failed.',
  'delivery.returned': 'The parcel is back at the shop.',
  'delivery.cancelled': 'The delivery is cancelled.',
  'delivery.expired': 'No position or no courier within the deadline.',
  'payment.confirmed': 'The customer’s payment is confirmed.',
}

const PingView = Open(
  {
    id: Uuid({ description: 'Identifier of the event.' }),
    type: KnownValue(['ping'], { description: 'Always `ping`.' }),
    createdAt: DateTime({ description: 'When it was sent.' }),
    data: Open(
      { endpointId: Uuid({ description: 'The endpoint that is tested.' }) },
      { name: 'PingData', description: 'What a ping carries.' },
    ),
  },
  { name: 'PingEvent', description: 'What a test of an endpoint sends.' },
)

/** The header that is not on every webhook, and on no ping. */
const traceHeader = 'traceparent'

const headers = {
  'Svc-Event': { description: 'The type of the event.', example: 'delivery.delivered' },
  'Svc-Event-Id': {
    description: 'The identifier of the event, that of the body: discard what you have processed before.',
    example: '0192f0c1-7a3e-7000-8000-000000000000',
  },
  'Svc-Signature': {
    description:
      '`t=<unix seconds>,v1=<hexadecimal HMAC-SHA256 of "<t>.<raw body>">`; the key is the whole `whsec_…` text. While a new secret replaces an old one there is a `v1` of each. Refuse what does not match, and what is more than 300 seconds away from your clock.',
    example: 't=1795257450,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
  },
  'webhook-id': {
    description: 'The identifier again, for verifiers of Standard Webhooks.',
    example: '0192f0c1-7a3e-7000-8000-000000000000',
  },
  'webhook-timestamp': {
    description: 'The Unix seconds of the signature, for verifiers of Standard Webhooks.',
    example: '1795257450',
  },
  'webhook-signature': {
    description: 'The signature in the form of Standard Webhooks: `v1,<base64>`, separated by blanks.',
    example: 'v1,Mb5SGl7DOVWJ4EgmZ1Z3WBbB7eGsOWrvHqvFBzFcb9Q=',
  },
  [traceHeader]: {
    description:
      'The trace of the request that caused the event, as W3C Trace Context has it: only where that request was yours and had a valid `traceparent`. An extension of Colis.',
    example: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  },
}

/**
 * The requests that the service makes to endpoints, as OpenAPI describes them: a webhook for each event, and
 * `ping`.
 */
export function webhookDescription() {
  const events = eventTypes.map((type) => [
    type,
    webhook(type, occasions[type], EventView, exampleEvent(type)),
  ])
  return {
    webhooks: {
      ...Object.fromEntries(events),
      ping: webhook('ping', 'The shop tests its endpoint. Never sent again.', PingView, examplePing()),
    },
    parameters: Object.fromEntries(
      Object.entries(headers).map(([name, about]) => [
        name,
        { name, in: 'header', required: name !== traceHeader, schema: Type.String(), ...about },
      ]),
    ),
  }
}

function webhook(type: string, occasion: string, schema: object, example: object) {
  return {
    post: {
      operationId: operationIdOf(type),
      summary: occasion,
      description: `${occasion} ${answering}`,
      tags: ['Webhooks'],
      security: [],
      parameters: Object.keys(headers)
        .filter((name) => type !== 'ping' || name !== traceHeader)
        .map((name) => ({ $ref: `#/components/parameters/${name}` })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema, examples: { [type]: { value: example } } } },
      },
      responses: {
        '2XX': { description: 'Received. The body is not looked at.' },
        '4XX': { description: 'Not received: sent again, like after any other answer or none.' },
      },
    },
  }
}

const answering =
  'Answer with a status from 200 to 299 within 10 seconds; otherwise it is sent again after 1, 5, 15, 60, 180, 360 and 720 minutes. The order of arrival is not guaranteed: for the latest state, read the delivery.'

/** `delivery.picked_up` as `onDeliveryPickedUp`. */
const operationIdOf = (type: string) =>
  `on${type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}`
