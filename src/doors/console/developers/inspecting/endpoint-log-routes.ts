import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '../../../../base/contract/limits.ts'
import { languageOf } from '../../../../base/http/response-language.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { chosenOf } from '../../../../base/pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import { getEndpoint } from '../../../../domain/webhooks/endpoints/get-endpoint.ts'
import { getAttempt } from '../../../../domain/webhooks/inspecting/get-attempt.ts'
import { listEndpointEvents } from '../../../../domain/webhooks/inspecting/list-endpoint-events.ts'
import {
  endpointKeyOf,
  endpointPath,
  type OneEndpoint,
} from '../../../../web/keeping/endpoints/endpoint-request.ts'
import { doneOf } from '../../../../web/signed-in-request.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import { actorOf, shopPath } from '../../console-request.ts'
import { speak } from '../../console-words.ts'
import { readDeveloperFacts } from '../read-developer-facts.ts'
import { attemptPage } from './attempt-page.ts'
import { endpointLogPage, type LogQuery, logFilters } from './endpoint-log-page.ts'

/** `/developers/endpoints/:id/log`: what was sent to an endpoint in the last 30 days, by event, and each request. */
export async function endpointLogRoutes(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const path = `${shopPath}${endpointPath}/log`
  const config = { needs: 'SELL' } as const
  const { db } = deps.webhooks
  const as = (request: FastifyRequest) => ({ db, actor: actorOf(request) })

  app.get<OneEndpoint>(path, { config }, async (request, reply) => {
    const key = endpointKeyOf(request)
    const query = readLogQuery(request.query)
    const endpoint = await getEndpoint(db, key)
    const facts = await readDeveloperFacts(deps, request)
    const found =
      query.eventId === null
        ? { items: [], nextId: null }
        : await listEndpointEvents(as(request), key, {
            ...(query.filter !== undefined && { filter: query.filter }),
            ...(query.eventId !== undefined && { eventId: query.eventId }),
            ...(query.before !== undefined && { beforeId: query.before }),
          })
    const shown = { ...facts, endpoint, endpointHref: `${facts.href}/endpoints/${key.id}`, query, ...found }
    return deps.sendPage(request, reply, 200, endpointLogPage(shown, resentNotice(request)))
  })

  app.get<{ Params: { shopId: string; id: string; attemptId: string } }>(
    `${path}/:attemptId`,
    { config },
    async (request, reply) => {
      const key = endpointKeyOf(request)
      const attempt = await getAttempt(as(request), key, request.params.attemptId)
      const facts = await readDeveloperFacts(deps, request)
      const shown = { ...facts, attempt, endpointHref: `${facts.href}/endpoints/${key.id}` }
      return deps.sendPage(request, reply, 200, attemptPage(shown, doneOf(request) === 'pinged'))
    },
  )
}

/** What the address of the log asks for; an event id that is none finds nothing. Throws CHOICE_UNKNOWN. */
function readLogQuery(query: unknown): LogQuery {
  const sent = (query ?? {}) as Record<string, unknown>
  const text = (name: string) => {
    const value = sent[name]
    return typeof value === 'string' ? value.trim() : ''
  }
  const event = text('event')
  return {
    filter: chosenOf('filter', text('filter'), logFilters),
    typedEvent: event.slice(0, 60),
    eventId: event === '' ? undefined : isUuid(event) ? event : null,
    before: isUuid(text('before')) ? text('before') : undefined,
  }
}

/** How many events are sent again, as the redirect says it. */
function resentNotice(request: FastifyRequest): WorkspaceNotice | undefined {
  if (doneOf(request) !== 'resent') return undefined
  const { count } = (request.query ?? {}) as { count?: unknown }
  const resent = typeof count === 'string' && /^\d{1,5}$/.test(count) ? Number(count) : 0
  const t = speak(languageOf(request))
  if (resent === 0)
    return {
      kind: 'warning',
      text: t(
        'Nothing is sent again: nothing was given up since this moment, or the event is being sent right now.',
      ),
    }
  if (resent >= limits.resentEvents)
    return {
      kind: 'done',
      text: t('{count} events are sent again. There may be more: do it once more.', { count: resent }),
    }
  return {
    kind: 'done',
    text:
      resent === 1
        ? t('One event is sent again. Load the page again to see the answer.')
        : t('{count} events are sent again. Load the page again to see the answers.', { count: resent }),
  }
}
