import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../../base/kernel/actor.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { EndpointKey } from '../../../domain/webhooks/endpoints/endpoint-store.ts'
import type { WebhookDeps } from '../../../domain/webhooks/webhook-deps.ts'
import { outsideDeadline } from '../../../http/response-deadline.ts'

/** The address of one endpoint below the pages of its shop. */
export const endpointPath = '/developers/endpoints/:id'
export type OneEndpoint = { Params: { shopId: string; id: string } }

/** Which endpoint a request is about; its shop was checked before. Throws WEBHOOK_ENDPOINT_NOT_FOUND. */
export function endpointKeyOf({ params: { shopId, id } }: FastifyRequest<OneEndpoint>): EndpointKey {
  if (!isUuid(id)) throw new ApiError('WEBHOOK_ENDPOINT_NOT_FOUND')
  return { shopId: shopId.toLowerCase(), id }
}

/** The log of an endpoint, on the console of its shop, which those who run the service read too. */
export const logHrefOf = ({ shopId, id }: EndpointKey): string =>
  `/console/shops/${shopId}/developers/endpoints/${id}/log`

/**
 * What verbs of webhooks work with, on behalf of `actor`; the wait for servers of others has its own bound.
 */
export const webhookDepsOf = (request: FastifyRequest, webhooks: WebhookDeps, actor: Actor): WebhookDeps => ({
  ...webhooks,
  actor,
  resolve: (name) => outsideDeadline(request, () => webhooks.resolve(name)),
  send: (...sent) => outsideDeadline(request, () => webhooks.send(...sent)),
})
