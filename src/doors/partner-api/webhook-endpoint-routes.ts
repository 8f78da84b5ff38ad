import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Strict, Uuid } from '../../base/kernel/json-types.ts'
import { addEndpoint } from '../../domain/webhooks/endpoints/add-endpoint.ts'
import { changeEndpoint, removeEndpoint } from '../../domain/webhooks/endpoints/change-endpoint.ts'
import { type EndpointKey, listEndpoints } from '../../domain/webhooks/endpoints/endpoint-store.ts'
import { getEndpoint } from '../../domain/webhooks/endpoints/get-endpoint.ts'
import type { WebhookDeps } from '../../domain/webhooks/webhook-deps.ts'
import { actorOf, callerOf } from '../../http/authenticate.ts'
import { operation, refusalsOfBodies } from '../../http/operation.ts'
import { outsideDeadline } from '../../http/response-deadline.ts'
import { shopKeyOf } from './shop-key.ts'
import { WebhookEndpointChange, WebhookEndpointInput } from './webhook-endpoint-input.ts'
import {
  WebhookEndpointListView,
  WebhookEndpointView,
  WebhookEndpointWithSecretView,
  webhookEndpointView,
} from './webhook-endpoint-view.ts'

/** The identifier of an endpoint in an address: one that is no UUID is an unknown one. */
export const EndpointParams = Strict({ id: Uuid({ description: 'Identifier of the endpoint.' }) })

/** What all operations that change an endpoint share. */
export const endpointChange = {
  tag: 'Webhooks',
  scopes: ['webhooks:write'],
  isShopChange: true,
} as const

/**
 * The webhook endpoints of a shop: extensions of ours (decision 120), by the verbs that the command line
 * calls.
 */
export async function webhookEndpointRoutes(
  app: FastifyInstance,
  { webhooks }: { webhooks: WebhookDeps },
): Promise<void> {
  const { db, sealingKeys } = webhooks
  const as = (request: FastifyRequest) => depsOf(request, webhooks)

  app.post<{ Body: WebhookEndpointInput }>(
    '/webhook-endpoints',
    operation({
      ...endpointChange,
      operationId: 'createWebhookEndpoint',
      summary: 'Add a webhook endpoint',
      description:
        'An extension of Colis. The answer is the only one that shows the signing secret. A shop has an address once, so the call can be repeated: when its answer was lost, the next one answers WEBHOOK_URL_TAKEN with the id, and a new secret can be made.',
      body: WebhookEndpointInput,
      success: { 201: WebhookEndpointWithSecretView },
      refuses: [
        'WEBHOOK_URL_REFUSED',
        'WEBHOOK_URL_TAKEN',
        'TOO_MANY_WEBHOOK_ENDPOINTS',
        'SECRETS_KEY_DIFFERS',
      ],
    }),
    async (request, reply) => {
      const { url, events = null, description = null } = request.body
      const { shopId } = callerOf(request)
      const added = await addEndpoint(as(request), { shopId, url, eventTypes: events, description })
      return reply
        .code(201)
        .send({ ...webhookEndpointView(added.endpoint, sealingKeys), secret: added.secret })
    },
  )

  app.get(
    '/webhook-endpoints',
    operation({
      operationId: 'listWebhookEndpoints',
      summary: 'The shop’s webhook endpoints',
      description: 'An extension of Colis. All of them, the oldest first, without their secrets.',
      tag: 'Webhooks',
      scopes: ['webhooks:read'],
      success: { 200: WebhookEndpointListView },
    }),
    async (request) => {
      const rows = await listEndpoints(db, callerOf(request).shopId)
      return { items: rows.map((row) => webhookEndpointView(row, sealingKeys)) }
    },
  )

  app.get<{ Params: { id: string } }>(
    '/webhook-endpoints/:id',
    operation({
      operationId: 'getWebhookEndpoint',
      summary: 'One webhook endpoint',
      description: 'An extension of Colis. Its secret is not shown.',
      tag: 'Webhooks',
      scopes: ['webhooks:read'],
      params: EndpointParams,
      success: { 200: WebhookEndpointView },
      refuses: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
    }),
    async (request) => webhookEndpointView(await getEndpoint(db, endpointKeyOf(request)), sealingKeys),
  )

  app.patch<{ Params: { id: string }; Body: WebhookEndpointChange }>(
    '/webhook-endpoints/:id',
    operation({
      ...endpointChange,
      operationId: 'changeWebhookEndpoint',
      summary: 'Change a webhook endpoint',
      description:
        'An extension of Colis. What is left out stays; its secret too, also with another address. What is still to be sent goes to the new address.',
      params: EndpointParams,
      body: WebhookEndpointChange,
      success: { 200: WebhookEndpointView },
      refuses: ['WEBHOOK_ENDPOINT_NOT_FOUND', 'WEBHOOK_URL_REFUSED', 'WEBHOOK_URL_TAKEN'],
    }),
    async (request) => {
      const { events, ...change } = request.body
      const changed = await changeEndpoint(as(request), endpointKeyOf(request), {
        ...change,
        ...(events !== undefined && { eventTypes: events }),
      })
      return webhookEndpointView(changed, sealingKeys)
    },
  )

  app.delete<{ Params: { id: string } }>(
    '/webhook-endpoints/:id',
    operation({
      ...endpointChange,
      operationId: 'removeWebhookEndpoint',
      summary: 'Remove a webhook endpoint',
      description:
        'An extension of Colis. What is still to be sent to it is not sent. Its address is free again.',
      params: EndpointParams,
      success: { 204: Type.Null({ description: 'It is removed.' }) },
      refuses: ['WEBHOOK_ENDPOINT_NOT_FOUND', ...refusalsOfBodies],
    }),
    async (request, reply) => {
      await removeEndpoint(as(request), endpointKeyOf(request))
      return reply.code(204).send()
    },
  )
}

/**
 * What the verbs work with in a request: its key acts, and what it asks servers of others is outside its
 * deadline.
 */
export const depsOf = (request: FastifyRequest, webhooks: WebhookDeps): WebhookDeps => ({
  ...webhooks,
  actor: actorOf(request),
  resolve: (name) => outsideDeadline(request, () => webhooks.resolve(name)),
  send: (...sent) => outsideDeadline(request, () => webhooks.send(...sent)),
})

/**
 * The endpoint a request names, in the caller's own shop. Throws WEBHOOK_ENDPOINT_NOT_FOUND for what is no
 * identifier.
 */
export const endpointKeyOf = (request: FastifyRequest<{ Params: { id: string } }>): EndpointKey =>
  shopKeyOf(request, 'WEBHOOK_ENDPOINT_NOT_FOUND')
