import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../../../base/contract/errors.ts'
import { outsideDeadline } from '../../../../base/http/response-deadline.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import type { EndpointKey } from '../../../../domain/webhooks/endpoints/endpoint-store.ts'
import type { WebhookDeps } from '../../../../domain/webhooks/webhook-deps.ts'
import { actorOf, memberOf, shopPath } from '../../console-request.ts'

/** The address of one endpoint. */
export const endpointPath = `${shopPath}/developers/endpoints/:id`
export type OneEndpoint = { Params: { shopId: string; id: string } }

/** Which endpoint a request is about, of the shop of whoever asks. Throws WEBHOOK_ENDPOINT_NOT_FOUND. */
export function endpointKeyOf(request: FastifyRequest<OneEndpoint>): EndpointKey {
  const { id } = request.params
  if (!isUuid(id)) throw new ApiError('WEBHOOK_ENDPOINT_NOT_FOUND')
  return { shopId: memberOf(request).shop.id, id }
}

/** What verbs of webhooks work with, on behalf of whoever asks; the wait for servers of others has its own bound. */
export const webhookDepsOf = (request: FastifyRequest, webhooks: WebhookDeps): WebhookDeps => ({
  ...webhooks,
  actor: actorOf(request),
  resolve: (name) => outsideDeadline(request, () => webhooks.resolve(name)),
  send: (...sent) => outsideDeadline(request, () => webhooks.send(...sent)),
})
