import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { localMoment } from '../../../base/kernel/local-time.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { limits } from '../../../contract/limits.ts'
import {
  enableEndpoint,
  pauseEndpoint,
  regenerateSecret,
  removeEndpoint,
} from '../../../domain/webhooks/endpoints/change-endpoint.ts'
import type { EndpointKey } from '../../../domain/webhooks/endpoints/endpoint-store.ts'
import { pingEndpoint } from '../../../domain/webhooks/endpoints/ping-endpoint.ts'
import { type Resend, resendDispatches } from '../../../domain/webhooks/sending/resend-dispatches.ts'
import type { WebhookDeps } from '../../../domain/webhooks/webhook-deps.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { attempt, redirectAfter } from '../../signed-in-request.ts'
import { speak } from '../../web-words.ts'
import type { KeepingDeps } from '../shop-keeping.ts'
import { newSecretContent } from './endpoint-list.ts'
import {
  endpointKeyOf,
  endpointPath,
  logHrefOf,
  type OneEndpoint,
  webhookDepsOf,
} from './endpoint-request.ts'
import { showEndpoint } from './one-endpoint.ts'

type Request = FastifyRequest<OneEndpoint>

/** What is done to one endpoint by a button. */
export async function endpointActs(app: FastifyInstance, deps: KeepingDeps): Promise<void> {
  const { shopHref } = deps
  const onePath = `${deps.shopPath}${endpointPath}`
  const trying = { config: deps.configFor('SELL') }
  const managing = { config: deps.configFor('MANAGE_ENDPOINTS') }
  const hrefOf = ({ shopId, id }: EndpointKey) => shopHref(shopId, `/developers/endpoints/${id}`)

  app.post<OneEndpoint>(`${onePath}/ping`, trying, async (request, reply) =>
    answered(request, reply, async (webhooks, key) => {
      const { attempt } = await pingEndpoint(webhooks, key)
      return redirectAfter(reply, `${logHrefOf(key)}/${attempt.id}`, 'pinged')
    }),
  )

  app.post<OneEndpoint>(`${onePath}/pause`, managing, async (request, reply) =>
    answered(request, reply, async (webhooks, key) => {
      await pauseEndpoint(webhooks, key)
      return redirectAfter(reply, hrefOf(key), 'paused')
    }),
  )

  app.post<OneEndpoint>(`${onePath}/enable`, managing, async (request, reply) =>
    answered(request, reply, async (webhooks, key) => {
      const { failedSince } = await enableEndpoint(webhooks, key)
      const since = failedSince ? `?since=${failedSince.toISOString()}` : ''
      return redirectAfter(reply, `${hrefOf(key)}${since}`, 'enabled')
    }),
  )

  app.post<OneEndpoint>(`${onePath}/regenerate-secret`, managing, async (request, reply) =>
    answered(request, reply, async (webhooks, key) => {
      const made = await regenerateSecret(webhooks, key, overlapOf(request))
      const facts = await deps.readFacts(request)
      const title = speak(facts.language)('New secret')
      return deps.sendKept(request, reply, 200, 'endpoints', newSecretContent(facts, { ...made, title }))
    }),
  )

  app.post<OneEndpoint>(`${onePath}/remove`, managing, async (request, reply) =>
    answered(request, reply, async (webhooks, key) => {
      await removeEndpoint(webhooks, key)
      return redirectAfter(reply, shopHref(key.shopId, '/developers/endpoints'), 'removed')
    }),
  )

  app.post<OneEndpoint>(`${onePath}/resend`, trying, async (request, reply) =>
    answered(request, reply, async (webhooks, key) => {
      const { timeZone, language } = await deps.readFacts(request)
      const resend = readResend(fieldsOf(request.body), timeZone)
      if (!resend) {
        const text = speak(language)('Choose a day and a time.')
        return showEndpoint(deps, request, reply, 422, { notice: { kind: 'refused', text } })
      }
      const count = await resendDispatches(webhooks, key, resend)
      const of = 'eventId' in resend ? `?event=${resend.eventId}&` : '?'
      return redirectAfter(reply, `${logHrefOf(key)}${of}count=${count}`, 'resent')
    }),
  )

  /** Does an act; a refusal shows the page of the endpoint with it. Throws WEBHOOK_ENDPOINT_NOT_FOUND. */
  const answered = (
    request: Request,
    reply: FastifyReply,
    act: (webhooks: WebhookDeps, key: EndpointKey) => Promise<unknown>,
  ) =>
    attempt(
      request,
      async () => act(webhookDepsOf(request, deps.webhooks, deps.actorOf(request)), endpointKeyOf(request)),
      ({ status, notice }) => showEndpoint(deps, request, reply, status, { notice }),
    )
}

/** For how many hours the old secret signs too; what no form of ours sends ends it at once. */
function overlapOf(request: Request): number {
  const hours = Number(fieldsOf(request.body).overlapHours)
  return Number.isInteger(hours) && hours > 0 ? Math.min(hours, limits.secretOverlapHours.max) : 0
}

/**
 * One event by its id, or what was given up since a moment, of the shop's clocks or of ours; undefined for
 * neither.
 */
function readResend({ eventId, since = '' }: Record<string, string>, timeZone: string): Resend | undefined {
  if (eventId !== undefined) return isUuid(eventId) ? { eventId } : undefined
  const exact = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(since) && !Number.isNaN(Date.parse(since))
  const failedSince = exact ? new Date(since) : localMoment(since, timeZone)
  return failedSince && { failedSince, max: limits.resentEvents }
}
