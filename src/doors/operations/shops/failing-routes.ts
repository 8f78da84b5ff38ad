import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../../base/contract/errors.ts'
import { languageOf } from '../../../base/http/response-language.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { getShop } from '../../../domain/shops/get-shop.ts'
import { enableEndpoint } from '../../../domain/webhooks/endpoints/change-endpoint.ts'
import { type EndpointRow, listFailingOfAllShops } from '../../../domain/webhooks/endpoints/endpoint-store.ts'
import { countBacklog } from '../../../domain/webhooks/sending/dispatch-store.ts'
import { resendDispatches } from '../../../domain/webhooks/sending/resend-dispatches.ts'
import { doneNotice, redirectAfter } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { speakEach } from '../operations-words.ts'
import { failingEndpointsPage } from './failing-endpoints-page.ts'

const doneNotices = {
  resent: 'What had failed is sent again.',
  enabled: 'The address is enabled again.',
} as const

/** The most failing endpoints that one page shows. */
export const maxFailing = 100
/** The most failed events that are counted, and sent again at once, for one endpoint. */
const maxResent = 10_000
const reachMs = 30 * 24 * 60 * 60_000

type OneEndpoint = { Params: { shopId: string; endpointId: string } }
const path = '/operations/shops/failing-endpoints'
const endpointPath = '/operations/shops/:shopId/endpoints/:endpointId'
const config = { operates: 'MANAGE' } as const

/** The endpoints that fail, whatever their shop, and what the operator does about them for the shop. */
export async function failingRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone, webhooks, sendPage } = deps
  const acting = (request: FastifyRequest) => ({ ...webhooks, actor: actorOf(request) })
  const since = () => new Date(clock.now().getTime() - reachMs)

  app.get(path, { config }, async (request, reply) => {
    const language = languageOf(request)
    const endpoints = await Promise.all((await listFailingOfAllShops(db, maxFailing)).map(described))
    const notice = doneNotice(request, speakEach(language, doneNotices))
    const facts = { language, timeZone, now: clock.now(), endpoints, maxCounted: maxResent, notice }
    return sendPage(request, reply, 200, failingEndpointsPage(facts))
  })

  app.post<OneEndpoint>(`${endpointPath}/resend`, { config }, async (request, reply) => {
    await resendDispatches(acting(request), keyOf(request), { failedSince: since(), max: maxResent })
    return redirectAfter(reply, path, 'resent')
  })

  app.post<OneEndpoint>(`${endpointPath}/enable`, { config }, async (request, reply) => {
    await enableEndpoint(acting(request), keyOf(request))
    return redirectAfter(reply, path, 'enabled')
  })

  async function described(endpoint: EndpointRow) {
    const { shop_id: shopId, id } = endpoint
    const [{ name: shopName }, { givenUp }] = await Promise.all([
      getShop(db, shopId),
      countBacklog(db, { shopId, id }, { since: since(), max: maxResent }),
    ])
    return { ...endpoint, shopName, exhausted: givenUp }
  }
}

function keyOf({ params: { shopId, endpointId } }: FastifyRequest<OneEndpoint>) {
  if (!isUuid(shopId) || !isUuid(endpointId)) throw new ApiError('WEBHOOK_ENDPOINT_NOT_FOUND')
  return { shopId, id: endpointId }
}
