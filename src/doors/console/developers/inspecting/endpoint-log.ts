import type { FastifyInstance, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { wallClock } from '../../../../base/kernel/local-time.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { limits } from '../../../../contract/limits.ts'
import type { EndpointRow } from '../../../../domain/webhooks/endpoints/endpoint-store.ts'
import { getEndpoint } from '../../../../domain/webhooks/endpoints/get-endpoint.ts'
import type { LogFilter } from '../../../../domain/webhooks/inspecting/endpoint-log-store.ts'
import {
  type ListedAttempt,
  type ListedEvent,
  listEndpointEvents,
} from '../../../../domain/webhooks/inspecting/list-endpoint-events.ts'
import type { FailureForShop } from '../../../../domain/webhooks/sending/attempt-outcome.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { chosenOf } from '../../../../pages/form-fields.ts'
import { hiddenField, postForm, submitButton, textField } from '../../../../pages/form-parts.ts'
import { emptyPart, hrefWith, tabs, waysOn } from '../../../../pages/list-parts.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { type DeveloperFacts, preciseText, unfolded } from '../../../../web/keeping/developer-facts-page.ts'
import {
  endpointKeyOf,
  endpointPath,
  type OneEndpoint,
} from '../../../../web/keeping/endpoints/endpoint-request.ts'
import { doneOf } from '../../../../web/signed-in-request.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import { actorOf, shopPath } from '../../console-request.ts'
import { type ConsoleText, speak } from '../../console-words.ts'
import { developerPage } from '../developer-frame-page.ts'
import { readDeveloperFacts } from '../read-developer-facts.ts'

/** The filters of the log, in the order of their tabs. */
const filters = ['FAILED', 'PENDING', 'EXHAUSTED', 'DELIVERED'] as const satisfies LogFilter[]
const filterNames = {
  ALL: 'All',
  FAILED: 'Failing',
  PENDING: 'Waiting',
  EXHAUSTED: 'Given up',
  DELIVERED: 'Accepted#filters',
} as const

const states = {
  PENDING: { name: 'Waiting', look: 'waiting' },
  DELIVERED: { name: 'Accepted', look: 'over' },
  EXHAUSTED: { name: 'Given up#states', look: 'bad' },
} as const

const failures: Record<FailureForShop, ConsoleText> = {
  DNS: 'name not found',
  TLS: 'certificate refused',
  CONNECTION: 'no connection',
  TIMEOUT: 'too slow',
  REDIRECT: 'redirect',
  HTTP_ERROR: 'error',
}

type LogFacts = DeveloperFacts & { endpoint: EndpointRow; endpointHref: string }

/**
 * `/developers/endpoints/ID/log`: what was sent to an endpoint in the last 30 days, event by event, newest
 * first.
 */
export async function endpointLogPage(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { db } = deps.webhooks
  const config = { needs: 'SELL' } as const

  app.get<OneEndpoint>(`${shopPath}${endpointPath}/log`, { config }, async (request, reply) => {
    const key = endpointKeyOf(request)
    const { filter, event, eventId, before } = readLogQuery(request.query)
    const endpoint = await getEndpoint(db, key)
    const developer = await readDeveloperFacts(deps, request)
    const facts = { ...developer, endpoint, endpointHref: `${developer.href}/endpoints/${key.id}` }
    const { items, nextId } =
      eventId === null
        ? { items: [], nextId: null }
        : await listEndpointEvents({ db, actor: actorOf(request) }, key, {
            ...(filter !== undefined && { filter }),
            ...(eventId !== undefined && { eventId }),
            ...(before !== undefined && { beforeId: before }),
          })

    const t = speak(facts.language)
    const href = `${facts.endpointHref}/log`
    const ways = [undefined, ...filters].map((each) => ({
      href: hrefWith(href, { filter: each }),
      label: t(filterNames[each ?? 'ALL']),
      isCurrent: each === filter && event === '',
    }))
    const field = textField({
      name: 'event',
      label: t('Identifier of the event'),
      value: event,
      attributes: { type: 'search', autocomplete: 'off', maxlength: 60, spellcheck: 'false' },
    })
    const isAll = filter === undefined && event === ''
    const none = isAll
      ? {
          text: t('Nothing was sent to this webhook yet.'),
          next: { href: facts.endpointHref, label: t('Send it a test event') },
        }
      : { text: t('No event matches.'), next: { href, label: t('All requests') } }
    const cards = items.map((item) => eventCard(facts, item))
    const content = developerPage(facts, 'endpoints', {
      title: t('Log of requests'),
      back: { href: facts.endpointHref, label: endpoint.description ?? new URL(endpoint.url).host },
      notice: resentNotice(request),
      main: html`<p class="soft">${t('The last 30 days, event by event.')}</p>!${tabs(ways)}
<form class="row" action="${href}" role="search">!${field}<button class="plain">${t('Search')}</button></form>
!${cards.length > 0 ? cards : emptyPart(none)}
!${waysOn([
        before ? { href: hrefWith(href, { filter }), label: t('Back to the newest') } : undefined,
        nextId ? { href: hrefWith(href, { filter, before: nextId }), label: t('Older') } : undefined,
      ])}!${resendForm(facts)}`,
    })
    return deps.sendPage(request, reply, 200, content)
  })
}

/** What the address of the log asks for; an event id that is none finds nothing. Throws CHOICE_UNKNOWN. */
function readLogQuery(query: unknown) {
  const sent = (query ?? {}) as Record<string, unknown>
  const text = (name: string) => {
    const value = sent[name]
    return typeof value === 'string' ? value.trim() : ''
  }
  const event = text('event')
  return {
    filter: chosenOf('filter', text('filter'), filters),
    event: event.slice(0, 60),
    eventId: event === '' ? undefined : isUuid(event) ? event : null,
    before: isUuid(text('before')) ? text('before') : undefined,
  }
}

/** How many events are sent again, as the redirect says it. */
function resentNotice(request: FastifyRequest): WorkspaceNotice | undefined {
  if (doneOf(request) !== 'resent') return undefined
  const { count: sent } = (request.query ?? {}) as { count?: unknown }
  const count = typeof sent === 'string' && /^\d{1,5}$/.test(sent) ? Number(sent) : 0
  const t = speak(languageOf(request))
  const done = (text: string) => ({ kind: 'done', text }) as const
  if (count >= limits.resentEvents)
    return done(t('{count} events are sent again. There may be more: do it once more.', { count }))
  if (count > 1)
    return done(t('{count} events are sent again. Load the page again to see the answers.', { count }))
  if (count === 1) return done(t('One event is sent again. Load the page again to see the answer.'))
  const text = t(
    'Nothing is sent again: nothing was given up since this moment, or the event is being sent right now.',
  )
  return { kind: 'warning', text }
}

function eventCard(facts: LogFacts, event: ListedEvent): string {
  const t = speak(facts.language)
  const { eventId, eventType, state, dueAt, made } = event
  const badge = state ? html`<span class="badge ${states[state].look}">${t(states[state].name)}</span>` : ''
  const older = event.attempts - made.length
  const hints = [
    ...(dueAt ? [t('Next attempt: {when}', { when: preciseText(facts, dueAt) })] : []),
    ...(older > 0 ? [t('Earlier attempts, not shown: {count}.', { count: older })] : []),
  ]
  const again = submitButton(t('Send again'), state === 'DELIVERED' ? 'quiet' : 'plain')
  const resend = postForm(
    `${facts.endpointHref}/resend`,
    html`!${hiddenField('eventId', eventId)}!${again}`,
    'acts',
  )
  return html`<section class="card"><div class="heading-line"><h2>${eventType}</h2>!${badge}</div>
<p class="soft">${preciseText(facts, event.createdAt)}<br><code>${eventId}</code></p>
<ul class="lines">!${made.map((each) => attemptLine(facts, each))}</ul>
!${hints.map((hint) => html`<p class="hint">${hint}</p>`)}!${state ? resend : ''}</section>`
}

function attemptLine(facts: LogFacts, made: ListedAttempt): string {
  const t = speak(facts.language)
  const name = made.trigger === 'PING' ? t('Ping') : t('Attempt {number}', { number: made.attempt })
  const answer =
    made.http_status === null ? t(failures[made.failure ?? 'CONNECTION']) : `HTTP ${made.http_status}`
  const when = `${preciseText(facts, made.started_at)} · ${t('{ms} ms', { ms: made.duration_ms })}`
  return html`<li><a href="${facts.endpointHref}/log/${made.id}">
<span><strong>${name}</strong> <span class="soft">${when}</span></span>
<span class="!${made.isSuccess ? 'good' : 'bad'}">${answer}</span></a></li>`
}

function resendForm({ endpoint, endpointHref, language, now, timeZone }: LogFacts): string {
  const t = speak(language)
  const dayBefore = new Date(now.getTime() - 24 * 60 * 60_000)
  const since = wallClock(endpoint.failing_since ?? dayBefore, timeZone)
  const field = textField({
    name: 'since',
    label: t('Since'),
    value: since.toISOString().slice(0, 16),
    hint: t('At most 30 days back.'),
    attributes: { type: 'datetime-local', required: true },
  })
  const lead = t(
    'Events that were given up since this moment are sent again, once each, under the same id. Your server must recognise those that it has already.',
  )
  const form = postForm(`${endpointHref}/resend`, html`!${field}!${submitButton(t('Send them again'))}`)
  return unfolded({ id: 'resend', summary: t('Send again what was given up') }, html`<p>${lead}</p>!${form}`)
}
