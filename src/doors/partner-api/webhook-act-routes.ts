import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '../../contract/limits.ts'
import {
  enableEndpoint,
  pauseEndpoint,
  regenerateSecret,
} from '../../domain/webhooks/endpoints/change-endpoint.ts'
import { getEndpoint } from '../../domain/webhooks/endpoints/get-endpoint.ts'
import { pingEndpoint } from '../../domain/webhooks/endpoints/ping-endpoint.ts'
import { listAttempts } from '../../domain/webhooks/sending/attempt-store.ts'
import { type Resend, resendDispatches } from '../../domain/webhooks/sending/resend-dispatches.ts'
import type { WebhookDeps } from '../../domain/webhooks/webhook-deps.ts'
import { NoInput, operation } from '../../http/operation.ts'
import { AttemptListQuery, RegenerateInput, ResendInput } from './webhook-endpoint-input.ts'
import { depsOf, EndpointParams, endpointChange, endpointKeyOf } from './webhook-endpoint-routes.ts'
import {
  AttemptListView,
  AttemptView,
  attemptListView,
  attemptView,
  EnabledEndpointView,
  enabledEndpointView,
  ResentView,
  WebhookEndpointView,
  WebhookEndpointWithSecretView,
  webhookEndpointView,
} from './webhook-endpoint-view.ts'

type One = { Params: { id: string } }

/**
 * What a shop does with its webhook endpoints, and the log of what was sent: extensions of ours (decision
 * 120).
 */
export async function webhookActRoutes(
  app: FastifyInstance,
  { webhooks }: { webhooks: WebhookDeps },
): Promise<void> {
  const { db, sealingKeys } = webhooks
  const as = (request: FastifyRequest) => depsOf(request, webhooks)

  app.post<One>(
    '/webhook-endpoints/:id/ping',
    operation({
      ...endpointChange,
      operationId: 'pingWebhookEndpoint',
      summary: 'Send a test event now',
      description:
        'An extension of Colis. Sends a signed event of type `ping`, once, and answers what came of it: 200 too when it failed. Paused and disabled endpoints may be pinged; their health does not change.',
      params: EndpointParams,
      body: NoInput,
      isBodyOptional: true,
      success: { 200: AttemptView },
      refuses: ['WEBHOOK_ENDPOINT_NOT_FOUND', 'SIGNING_SECRET_SEALED'],
    }),
    async (request) => attemptView((await pingEndpoint(as(request), endpointKeyOf(request))).attempt),
  )

  app.post<One & { Body: RegenerateInput }>(
    '/webhook-endpoints/:id/regenerate-secret',
    operation({
      ...endpointChange,
      operationId: 'regenerateWebhookSecret',
      summary: 'Make a new signing secret',
      description:
        'An extension of Colis. The answer is the only one that shows it. With `overlapHours` requests are signed with both secrets for so long, so that your server can change over without losing any.',
      params: EndpointParams,
      body: RegenerateInput,
      isBodyOptional: true,
      success: { 200: WebhookEndpointWithSecretView },
      refuses: [
        'WEBHOOK_ENDPOINT_NOT_FOUND',
        'SECRET_OVERLAP_UNDER_WAY',
        'SIGNING_SECRET_SEALED',
        'SECRETS_KEY_DIFFERS',
      ],
    }),
    async (request) => {
      const { overlapHours = limits.secretOverlapHours.min } = request.body
      const { endpoint, secret } = await regenerateSecret(as(request), endpointKeyOf(request), overlapHours)
      return { ...webhookEndpointView(endpoint, sealingKeys), secret }
    },
  )

  app.post<One>(
    '/webhook-endpoints/:id/enable',
    operation({
      ...endpointChange,
      operationId: 'enableWebhookEndpoint',
      summary: 'Let a paused or disabled endpoint be called again',
      description:
        'An extension of Colis. What was held is sent at once. Events that used up their attempts are not: the answer says how many and since when.',
      params: EndpointParams,
      body: NoInput,
      isBodyOptional: true,
      success: { 200: EnabledEndpointView },
      refuses: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
    }),
    async (request) =>
      enabledEndpointView(await enableEndpoint(as(request), endpointKeyOf(request)), sealingKeys),
  )

  app.post<One>(
    '/webhook-endpoints/:id/pause',
    operation({
      ...endpointChange,
      operationId: 'pauseWebhookEndpoint',
      summary: 'Hold what is due until the endpoint is enabled',
      description: 'An extension of Colis. What is held for 30 days is dropped.',
      params: EndpointParams,
      body: NoInput,
      isBodyOptional: true,
      success: { 200: WebhookEndpointView },
      refuses: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
    }),
    async (request) =>
      webhookEndpointView(await pauseEndpoint(as(request), endpointKeyOf(request)), sealingKeys),
  )

  app.post<One & { Body: ResendInput }>(
    '/webhook-endpoints/:id/resend',
    operation({
      ...endpointChange,
      operationId: 'resendWebhookEvents',
      summary: 'Send events again',
      description:
        'An extension of Colis. One event, or those that used up their attempts since a time, of the last 30 days: one more attempt each, under the same event id. It does not restart the schedule.',
      params: EndpointParams,
      body: ResendInput,
      success: { 200: ResentView },
      refuses: ['WEBHOOK_ENDPOINT_NOT_FOUND', 'WEBHOOK_EVENT_NOT_FOUND'],
    }),
    async (request) => {
      const resend = readResend(request.body)
      const resentCount = await resendDispatches(as(request), endpointKeyOf(request), resend)
      return { resentCount, hasMore: 'max' in resend && resentCount === resend.max }
    },
  )

  app.get<One & { Querystring: AttemptListQuery }>(
    '/webhook-endpoints/:id/attempts',
    operation({
      operationId: 'listWebhookAttempts',
      summary: 'The log of an endpoint',
      description:
        'An extension of Colis. Each request of the last 30 days, the newest first: what was sent, what was answered, and when it is tried again.',
      tag: 'Webhooks',
      scopes: ['webhooks:read'],
      params: EndpointParams,
      querystring: AttemptListQuery,
      success: { 200: AttemptListView },
      refuses: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
    }),
    async (request) => {
      const key = endpointKeyOf(request)
      const { before, limit = limits.attemptPageSize.default, failed } = request.query
      await getEndpoint(db, key)
      const rows = await listAttempts(db, key, {
        limit: limit + 1,
        failedOnly: failed === 'true',
        ...(before !== undefined && { beforeId: before }),
      })
      return attemptListView(rows, limit)
    },
  )
}

/** What to send again; the schema has seen to it that one thing is named. */
const readResend = ({ eventId, failedSince = '' }: ResendInput): Resend =>
  eventId === undefined ? { failedSince: new Date(failedSince), max: limits.resentEvents } : { eventId }
