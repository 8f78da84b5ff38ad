import { type Static, Type } from 'typebox'
import { DateTime, Flag, KnownValue, Nullable, Open, Uuid } from '../../base/kernel/json-types.ts'
import type { SecretKeys } from '../../base/kernel/secret-keys.ts'
import { attemptFailures, attemptTriggers, endpointStates, eventTypes } from '../../contract/vocabulary.ts'
import type { EnabledEndpoint } from '../../domain/webhooks/endpoints/change-endpoint.ts'
import { endpointState } from '../../domain/webhooks/endpoints/endpoint-state.ts'
import type { EndpointRow } from '../../domain/webhooks/endpoints/endpoint-store.ts'
import { outcomeForShop } from '../../domain/webhooks/sending/attempt-outcome.ts'
import type { AttemptRow } from '../../domain/webhooks/sending/attempt-store.ts'
import { EventType } from './value-types.ts'

const endpointMembers = {
  id: Uuid({ description: 'Identifier of the endpoint.' }),
  url: Type.String({
    description: 'The address that is called, in its normal form.',
    examples: ['https://shop.example/webhooks/colis'],
  }),
  events: Nullable(
    Type.Array(EventType, {
      description: 'The types of events that are sent; null for all, but for those that must be named.',
      examples: [['delivery.delivered', 'delivery.failed']],
    }),
  ),
  description: Nullable(Type.String({ description: 'What it is for.', examples: ['Caisse de Ganhi'] })),
  state: KnownValue(endpointStates, {
    description:
      'ACTIVE: it is called. PAUSED: you paused it; DISABLED: it failed for 72 hours; what is due is held for both until it is enabled. SECRET_SEALED: the service can no longer read its secret, so it is not called until it has a new one.',
  }),
  failingSince: Nullable(
    DateTime({ description: 'Since when every request failed; null when the last did not.' }),
  ),
  previousSecretUntil: Nullable(
    DateTime({ description: 'Until when the secret before the present one signs beside it.' }),
  ),
  createdAt: DateTime({ description: 'When it was created.' }),
}

const secret = Type.String({
  description: 'The signing secret. It is shown this once: keep it where your server reads it.',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
})

/** An endpoint of a shop, without its secret. */
export const WebhookEndpointView = Open(endpointMembers, {
  name: 'WebhookEndpoint',
  description: 'An address of the shop’s server, to which events are sent.',
})

/** The same, the only time that its secret is shown. */
export const WebhookEndpointWithSecretView = Open(
  { ...endpointMembers, secret },
  { name: 'WebhookEndpointWithSecret', description: 'The endpoint, with its new signing secret.' },
)

export const WebhookEndpointListView = Open(
  { items: Type.Array(WebhookEndpointView, { description: 'The endpoints, the oldest first.' }) },
  { name: 'WebhookEndpointList', description: 'All endpoints of the shop.' },
)

/** An endpoint that was enabled, and what is not sent to it by itself (decision 38). */
export const EnabledEndpointView = Open(
  {
    ...endpointMembers,
    failedSince: Nullable(
      DateTime({ description: 'Since when it had failed until it was enabled; null when it had not.' }),
    ),
    exhaustedCount: Type.Integer({
      minimum: 0,
      description:
        'How many events used up their attempts since then: to send them too, resend with this `failedSince`.',
      examples: [12],
    }),
  },
  { name: 'EnabledEndpoint', description: 'The endpoint, and what it missed.' },
)

/** Why a request failed, as a shop may know it: see `attemptView`. */
const shownFailures = [
  ...attemptFailures.filter((failure) => failure !== 'BLOCKED_ADDRESS'),
  'HTTP_ERROR',
] as const

/** One request to an endpoint (decision 40). */
export const AttemptView = Open(
  {
    id: Uuid({ description: 'Identifier of the attempt.' }),
    eventId: Uuid({ description: 'The event that was sent: the `Svc-Event-Id` of the request.' }),
    eventType: KnownValue([...eventTypes, 'ping'], {
      description: 'Its type.',
      examples: ['delivery.delivered'],
    }),
    attempt: Type.Integer({ minimum: 1, description: 'Which attempt of this event it was.', examples: [1] }),
    trigger: KnownValue(attemptTriggers, { description: 'Why it was made.' }),
    startedAt: DateTime({ description: 'When the request was begun.' }),
    durationMs: Type.Integer({ minimum: 0, description: 'How long it took.', examples: [184] }),
    isSuccess: Flag({ description: 'Whether it was answered with 2xx in time.', examples: [true] }),
    httpStatus: Nullable(
      Type.Integer({ description: 'The status of the answer; null without one.', examples: [200] }),
    ),
    failure: Nullable(
      KnownValue(shownFailures, {
        description:
          'Why it failed; null when it did not. DNS: the name leads to no public server. HTTP_ERROR: it was answered with another status than 2xx, which is `httpStatus`; for 3xx it is REDIRECT.',
        examples: ['TIMEOUT'],
      }),
    ),
    responseExcerpt: Nullable(
      Type.String({ description: 'The first 2 KiB of the answer.', examples: ['{"received":true}'] }),
    ),
    nextAttemptAt: Nullable(DateTime({ description: 'When it is tried again; null when it is not.' })),
  },
  { name: 'Attempt', description: 'One request to an endpoint.' },
)

export const AttemptListView = Open(
  {
    items: Type.Array(AttemptView, { description: 'The attempts, the newest first.' }),
    nextCursor: Nullable(
      Uuid({ description: 'Where older ones go on: send it as `before`. Null on the last page.' }),
    ),
    hasMore: Flag({ description: 'Whether there are older ones.' }),
  },
  { name: 'AttemptList', description: 'Attempts of the last 30 days.' },
)

export const ResentView = Open(
  {
    resentCount: Type.Integer({
      minimum: 0,
      description:
        'How many events are sent again, from now on in the background; 0 for one event that is being sent at this moment.',
      examples: [12],
    }),
    hasMore: Flag({ description: 'Whether there may be more that failed: call again with the same body.' }),
  },
  { name: 'Resent', description: 'What is sent again.' },
)

/** An endpoint as its shop sees it, with the state that it has under the sealing key of this process. */
export function webhookEndpointView(
  row: EndpointRow,
  sealingKeys: SecretKeys,
): Static<typeof WebhookEndpointView> {
  return {
    id: row.id,
    url: row.url,
    events: row.event_types,
    description: row.description,
    state: endpointState(row, sealingKeys),
    failingSince: row.failing_since?.toISOString() ?? null,
    previousSecretUntil: row.previous_secret_until?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  }
}

export const enabledEndpointView = (
  { endpoint, failedSince, exhausted }: EnabledEndpoint,
  sealingKeys: SecretKeys,
): Static<typeof EnabledEndpointView> => ({
  ...webhookEndpointView(endpoint, sealingKeys),
  failedSince: failedSince?.toISOString() ?? null,
  exhaustedCount: exhausted,
})

/** An attempt as its shop sees it. */
export function attemptView(row: AttemptRow): Static<typeof AttemptView> {
  const { http_status: httpStatus } = row
  const { isSuccess, failure } = outcomeForShop({ failure: row.failure, httpStatus })
  return {
    id: row.id,
    eventId: row.event_id,
    eventType: row.event_type as Static<typeof AttemptView>['eventType'],
    attempt: row.attempt,
    trigger: row.trigger,
    startedAt: row.started_at.toISOString(),
    durationMs: row.duration_ms,
    isSuccess,
    httpStatus,
    failure,
    responseExcerpt: row.response_excerpt,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
  }
}

/** A page of at most `limit` attempts, of rows that were read with one more. */
export function attemptListView(rows: readonly AttemptRow[], limit: number): Static<typeof AttemptListView> {
  const page = rows.slice(0, limit)
  const hasMore = rows.length > limit
  return { items: page.map(attemptView), nextCursor: hasMore ? (page.at(-1)?.id ?? null) : null, hasMore }
}
