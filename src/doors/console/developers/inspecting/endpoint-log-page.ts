import { html } from 'ghtml'
import { wallClock } from '../../../../base/kernel/local-time.ts'
import { hiddenField, postForm, submitButton, textField } from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import type { EndpointRow } from '../../../../domain/webhooks/endpoints/endpoint-store.ts'
import type { LogFilter } from '../../../../domain/webhooks/inspecting/endpoint-log-store.ts'
import type {
  ListedAttempt,
  ListedEvent,
} from '../../../../domain/webhooks/inspecting/list-endpoint-events.ts'
import { type DeveloperFacts, preciseText, unfolded } from '../../../../web/keeping/developer-facts-page.ts'
import type { ConsoleContent } from '../../console-deps.ts'
import { speak } from '../../console-words.ts'
import { developerPage } from '../developer-frame-page.ts'
import { logFailures, logFilterNames, logStates } from './log-wording.ts'

/** The filters of the log, in the order of their tabs. */
export const logFilters = ['FAILED', 'PENDING', 'EXHAUSTED', 'DELIVERED'] as const satisfies LogFilter[]

/** What the address of the log asks for. */
export type LogQuery = {
  filter: (typeof logFilters)[number] | undefined
  typedEvent: string
  /** Null for an id that can be no event’s. */
  eventId: string | undefined | null
  /** The last event of the page before. */
  before: string | undefined
}

type LogFacts = DeveloperFacts & {
  endpoint: EndpointRow
  endpointHref: string
  query: LogQuery
  items: readonly ListedEvent[]
  nextId: string | null
}

/** The log of an endpoint: its events, newest first, each with its attempts. */
export function endpointLogPage(facts: LogFacts, notice?: WorkspaceNotice): ConsoleContent {
  const t = speak(facts.language)
  const { endpoint, endpointHref, items, query } = facts
  const isAll = query.filter === undefined && query.typedEvent === ''
  return developerPage(facts, 'endpoints', {
    title: t('Log of requests'),
    back: { href: endpointHref, label: endpoint.description ?? new URL(endpoint.url).host },
    notice,
    main: html`<p class="soft">${t('The last 30 days, event by event.')}</p>!${filters(facts)}!${searchForm(facts)}
!${items.length > 0 ? items.map((event) => eventCard(facts, event)) : html`<p class="empty">${isAll ? t('Nothing was sent to this webhook yet.') : t('No event matches.')}</p>`}
!${paging(facts)}!${resendForm(facts)}`,
  })
}

const logHref = ({ endpointHref }: LogFacts, query: Record<string, string | undefined>): string => {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const text = new URLSearchParams(given).toString()
  return `${endpointHref}/log${text === '' ? '' : `?${text}`}`
}

function filters(facts: LogFacts): string {
  const t = speak(facts.language)
  const { filter: chosen, typedEvent } = facts.query
  const tab = (filter: LogQuery['filter']) =>
    html`<a href="${logHref(facts, { filter })}"!${chosen === filter && typedEvent === '' ? ' aria-current="true"' : ''}>${t(logFilterNames[filter ?? 'ALL'])}</a>`
  return html`<div class="tabs">!${[undefined, ...logFilters].map(tab)}</div>`
}

function searchForm(facts: LogFacts): string {
  const t = speak(facts.language)
  const field = textField({
    name: 'event',
    label: t('Identifier of the event'),
    value: facts.query.typedEvent,
    attributes: { type: 'search', autocomplete: 'off', maxlength: 60, spellcheck: 'false' },
  })
  return html`<form class="row" action="${logHref(facts, {})}" role="search">!${field}<button class="plain">${t('Search')}</button></form>`
}

const looks = { PENDING: 'waiting', DELIVERED: 'over', EXHAUSTED: 'bad' }

function eventCard(facts: LogFacts, event: ListedEvent): string {
  const t = speak(facts.language)
  const state = event.state
    ? html`<span class="badge ${looks[event.state]}">${t(logStates[event.state])}</span>`
    : ''
  const due = event.dueAt
    ? html`<p class="hint">${t('Next attempt: {when}', { when: preciseText(facts, event.dueAt) })}</p>`
    : ''
  const older = event.attempts - event.made.length
  const more =
    older > 0 ? html`<p class="hint">${t('Earlier attempts, not shown: {count}.', { count: older })}</p>` : ''
  return html`<section class="card"><div class="heading-line"><h2>${event.eventType}</h2>!${state}</div>
<p class="soft">${preciseText(facts, event.createdAt)}<br><code>${event.eventId}</code></p>
<ul class="lines">!${event.made.map((made) => attemptLine(facts, made))}</ul>!${due}!${more}!${event.state ? resendOne(facts, event) : ''}</section>`
}

function attemptLine(facts: LogFacts, made: ListedAttempt): string {
  const t = speak(facts.language)
  const name = made.trigger === 'PING' ? t('Ping') : t('Attempt {number}', { number: made.attempt })
  const answer =
    made.http_status === null ? t(logFailures[made.failure ?? 'CONNECTION']) : `HTTP ${made.http_status}`
  return html`<li><a href="${facts.endpointHref}/log/${made.id}"><span><strong>${name}</strong> <span class="soft">${preciseText(facts, made.started_at)} · ${t('{ms} ms', { ms: made.duration_ms })}</span></span><span class="!${made.isSuccess ? 'good' : 'bad'}">${answer}</span></a></li>`
}

const resendOne = ({ endpointHref, language }: LogFacts, { eventId, state }: ListedEvent): string =>
  postForm(
    `${endpointHref}/resend`,
    html`!${hiddenField('eventId', eventId)}!${submitButton(speak(language)('Send again'), state === 'DELIVERED' ? 'quiet' : 'plain')}`,
    'acts',
  )

function paging(facts: LogFacts): string {
  const { query, nextId, language } = facts
  const t = speak(language)
  const { filter } = query
  const link = (before: string | undefined, label: string) =>
    html`<a class="button plain" href="${logHref(facts, { filter, before })}">${label}</a>`
  if (!query.before && !nextId) return ''
  return html`<div class="acts">!${query.before ? link(undefined, t('Back to the newest')) : ''}!${nextId ? link(nextId, t('Older')) : ''}</div>`
}

function resendForm(facts: LogFacts): string {
  const { endpoint, endpointHref, language, now, timeZone } = facts
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
  const form = postForm(`${endpointHref}/resend`, html`!${field}!${submitButton(t('Send them again'))}`)
  return unfolded(
    { id: 'resend', summary: t('Send again what was given up') },
    html`<p>${t('Events that were given up since this moment are sent again, once each, under the same id. Your server must recognise those that it has already.')}</p>!${form}`,
  )
}
