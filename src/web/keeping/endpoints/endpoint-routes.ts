import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../../base/contract/errors.ts'
import { languageOf } from '../../../base/http/response-language.ts'
import { fieldsOf } from '../../../base/pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import { addEndpoint } from '../../../domain/webhooks/endpoints/add-endpoint.ts'
import { changeEndpoint } from '../../../domain/webhooks/endpoints/change-endpoint.ts'
import { listEndpoints } from '../../../domain/webhooks/endpoints/endpoint-store.ts'
import { getEndpoint } from '../../../domain/webhooks/endpoints/get-endpoint.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../signed-in-request.ts'
import { speak, speakEach } from '../../web-words.ts'
import type { KeepingDeps } from '../shop-keeping.ts'
import { endpointOf, type TypedEndpoint, typedEndpoint } from './endpoint-form.ts'
import { endpointListPage, newSecretPage, type RefusedEndpoint } from './endpoint-list-page.ts'
import { endpointKeyOf, endpointPath, type OneEndpoint, webhookDepsOf } from './endpoint-request.ts'
import { shownEndpoint } from './endpoint-state-page.ts'
import { endpointDone } from './endpoint-wording.ts'
import { oneEndpointPage } from './one-endpoint-page.ts'
import { readEndpointFacts } from './read-endpoint-facts.ts'

const codesOfUrl: readonly ErrorCode[] = ['WEBHOOK_URL_REFUSED', 'WEBHOOK_URL_TAKEN']

/** `/developers/endpoints`: the list, a new endpoint, one endpoint and what it is. */
export async function endpointRoutes(app: FastifyInstance, deps: KeepingDeps): Promise<void> {
  const { shopOf, shopHref, shopPath } = deps
  const path = `${shopPath}/developers/endpoints`
  const onePath = `${shopPath}${endpointPath}`
  const reading = { config: deps.configFor('SELL') }
  const managing = { config: deps.configFor('MANAGE_ENDPOINTS') }
  const webhooksOf = (request: FastifyRequest) => webhookDepsOf(request, deps.webhooks, deps.actorOf(request))
  const { db, sealingKey } = deps.webhooks

  app.get(path, reading, async (request, reply) => sendList(request, reply, 200))

  app.post(path, managing, async (request, reply) => {
    const { typed, asked } = readForm(request)
    if (!asked) return sendList(request, reply, 422, noEvents(request, typed))
    try {
      const added = await addEndpoint(webhooksOf(request), { shopId: shopOf(request).id, ...asked })
      const facts = await deps.readFacts(request)
      const title = speak(facts.language)('Webhook added')
      return deps.sendKept(request, reply, 200, 'endpoints', newSecretPage(facts, { ...added, title }))
    } catch (error) {
      const { status, ...refused } = refusedForm(error, request, typed)
      return sendList(request, reply, status, refused)
    }
  })

  app.get<OneEndpoint>(onePath, reading, async (request, reply) => sendOne(request, reply, 200))

  app.post<OneEndpoint>(`${onePath}/change`, managing, async (request, reply) => {
    const key = endpointKeyOf(request)
    const { typed, asked } = readForm(request)
    if (!asked) return sendOne(request, reply, 422, noEvents(request, typed))
    try {
      // An address that stays is not looked up again: a server that is down must not keep the rest from being changed.
      const { url, ...rest } = asked
      const isSame = (await getEndpoint(db, key)).url === url
      await changeEndpoint(webhooksOf(request), key, isSame ? rest : asked)
      return redirectAfter(reply, shopHref(key.shopId, `/developers/endpoints/${key.id}`), 'changed')
    } catch (error) {
      const { status, ...refused } = refusedForm(error, request, typed)
      return sendOne(request, reply, status, refused)
    }
  })

  type Shown = { refused?: RefusedEndpoint; notice?: WorkspaceNotice }

  async function sendList(request: FastifyRequest, reply: FastifyReply, status: number, shown: Shown = {}) {
    const rows = await listEndpoints(db, shopOf(request).id)
    const endpoints = rows.map((row) => shownEndpoint(row, sealingKey))
    const facts = { ...(await deps.readFacts(request)), endpoints }
    return deps.sendKept(
      request,
      reply,
      status,
      'endpoints',
      endpointListPage(facts, {
        notice: doneNotice(request, speakEach(languageOf(request), endpointDone)),
        ...shown,
      }),
    )
  }

  async function sendOne(
    request: FastifyRequest<OneEndpoint>,
    reply: FastifyReply,
    status: number,
    shown: Shown = {},
  ) {
    const facts = await readEndpointFacts(deps, request, sinceOf(request))
    return deps.sendKept(
      request,
      reply,
      status,
      'endpoints',
      oneEndpointPage(facts, {
        notice: doneNotice(request, speakEach(languageOf(request), endpointDone)),
        ...shown,
      }),
    )
  }
}

const readForm = (request: FastifyRequest) => {
  const typed = typedEndpoint(fieldsOf(request.body))
  return { typed, asked: endpointOf(typed) }
}

const noEvents = (request: FastifyRequest, typed: TypedEndpoint): { refused: RefusedEndpoint } => ({
  refused: {
    typed,
    faults: { events: speak(languageOf(request))('Tick at least one event, or choose to receive all.') },
  },
})

/** A refusal beside the address where it is about that, else above the page. Any other error is thrown again. */
function refusedForm(error: unknown, request: FastifyRequest, typed: TypedEndpoint) {
  const { code, status, notice } = refusalOf(error, request)
  if (code === 'WEBHOOK_ENDPOINT_NOT_FOUND') throw error
  if (codesOfUrl.includes(code)) return { status, refused: { typed, faults: { url: notice.text } } }
  return { status, notice, refused: { typed, faults: {} } }
}

/** Since when an endpoint failed that was just enabled, as the redirect says it. */
function sinceOf({ query }: FastifyRequest): Date | undefined {
  const { since } = (query ?? {}) as { since?: unknown }
  if (typeof since !== 'string' || !/^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/.test(since)) return undefined
  return Number.isNaN(Date.parse(since)) ? undefined : new Date(since)
}
