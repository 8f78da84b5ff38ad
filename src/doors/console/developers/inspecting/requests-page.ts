import { html } from 'ghtml'
import type { ApiRequestRow } from '../../../../domain/api-requests/api-request-store.ts'
import { type DeveloperFacts, docsHref, preciseText } from '../../../../web/keeping/developer-facts-page.ts'
import type { ConsoleContent } from '../../console-deps.ts'
import { speak } from '../../console-words.ts'
import { developerPage } from '../developer-frame-page.ts'
import { requestStatuses } from './request-wording.ts'

/** The classes of statuses that one filters by. */
export const statusClasses = [2, 4, 5] as const

/** What the address of the page asks for. */
export type RequestQuery = {
  statusClass: (typeof statusClasses)[number] | undefined
  operation: string | undefined
  code: string | undefined
  key: string | undefined
  /** The last request of the page before. */
  before: string | undefined
}

type RequestFacts = DeveloperFacts & {
  query: RequestQuery
  items: readonly ApiRequestRow[]
  nextId: string | null
  /** The labels of keys, by their ids. */
  labels: ReadonlyMap<string, string>
}

/** The requests of a shop’s programs, newest first; operation, code and key of each lead to others like it. */
export function requestsPage(facts: RequestFacts): ConsoleContent {
  const t = speak(facts.language)
  const { items, query } = facts
  const isFiltered = Object.entries(query).some(([name, value]) => name !== 'before' && value !== undefined)
  return developerPage(facts, 'requests', {
    title: t('Requests'),
    main: html`<p class="soft">${t('What your programs asked of the API in the last 7 days, without bodies. Of reads that succeeded we keep only some.')}</p>!${tabs(facts)}!${chosen(facts)}
!${items.length > 0 ? html`<ul class="rows">!${items.map((row) => requestRow(facts, row))}</ul>` : html`<p class="empty">${isFiltered ? t('No request matches.') : t('No request in the last 7 days. They appear here a second later.')}</p>`}
!${paging(facts)}`,
  })
}

/** The address of the page with other filters. */
function requestsHref({ href }: RequestFacts, query: Partial<RequestQuery>): string {
  const { statusClass: status, ...others } = query
  const given = Object.entries({ status: status && String(status), ...others })
  const text = new URLSearchParams(
    given.filter((entry): entry is [string, string] => Boolean(entry[1])),
  ).toString()
  return `${href}/requests${text === '' ? '' : `?${text}`}`
}

function tabs(facts: RequestFacts): string {
  const t = speak(facts.language)
  const { before: _, ...query } = facts.query
  const tab = (statusClass: RequestQuery['statusClass']) =>
    html`<a href="${requestsHref(facts, { ...query, statusClass })}"!${query.statusClass === statusClass ? ' aria-current="true"' : ''}>${t(requestStatuses[statusClass ?? 'ALL'])}</a>`
  return html`<div class="tabs">!${[undefined, ...statusClasses].map(tab)}</div>`
}

/** The other filters in force, each with what removes it. */
function chosen(facts: RequestFacts): string {
  const t = speak(facts.language)
  const { before: _, ...query } = facts.query
  const names = { operation: query.operation, code: query.code, key: query.key && keyName(facts, query.key) }
  const links = Object.entries(names).flatMap(([name, value]) =>
    value === undefined
      ? []
      : html`<a class="button plain" href="${requestsHref(facts, { ...query, [name]: undefined })}" aria-label="${t('Stop filtering by {value}', { value })}">${value} ×</a>`,
  )
  return links.length === 0 ? '' : html`<div class="acts">!${links}</div>`
}

function requestRow(facts: RequestFacts, row: ApiRequestRow): string {
  const t = speak(facts.language)
  const only = (query: Partial<RequestQuery>, label: string) =>
    html`<a href="${requestsHref(facts, query)}">${label}</a>`
  const code = row.error_code
    ? html`<br><a href="${docsHref(facts, 'errors')}#${row.error_code}">${row.error_code}</a> · !${only({ code: row.error_code }, t('others like it'))}`
    : ''
  const unlogged =
    row.unlogged_before > 0
      ? html`<br>${t('just before, not kept: {count}', { count: row.unlogged_before })}`
      : ''
  return html`<li><div class="line"><span><strong>!${only({ operation: row.operation }, row.operation)}</strong>
<span class="soft"><br>${preciseText(facts, row.requested_at)} · ${row.duration_ms} ms · !${only({ key: row.key_id }, keyName(facts, row.key_id))}!${code}<br><code>${row.request_id}</code>!${unlogged}</span></span><span class="badge !${lookOf(row.status)}">${row.status}</span></div></li>`
}

const lookOf = (status: number): string => (status >= 500 ? 'bad' : status >= 400 ? 'waiting' : '')

/** A key by its label, else by the end of its id. */
const keyName = ({ labels, language }: RequestFacts, keyId: string): string =>
  labels.get(keyId) ?? speak(language)('key …{end}', { end: keyId.slice(-6) })

function paging(facts: RequestFacts): string {
  const t = speak(facts.language)
  const { query, nextId } = facts
  const link = (before: string | undefined, label: string) =>
    html`<a class="button plain" href="${requestsHref(facts, { ...query, before })}">${label}</a>`
  if (!query.before && !nextId) return ''
  return html`<div class="acts">!${query.before ? link(undefined, t('Back to the newest')) : ''}!${nextId ? link(nextId, t('Older')) : ''}</div>`
}
