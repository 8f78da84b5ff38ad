import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import type { ApiRequestRow } from '../../../../domain/api-requests/api-request-store.ts'
import { listApiRequests } from '../../../../domain/api-requests/list-api-requests.ts'
import { listKeyLabels } from '../../../../domain/shops/shop-store.ts'
import { chosenOf } from '../../../../pages/form-fields.ts'
import { hrefWith, rowsOr, tabs, waysOn } from '../../../../pages/list-parts.ts'
import { type DeveloperFacts, docsHref, preciseText } from '../../../../web/keeping/developer-facts-page.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import { actorOf, memberOf, shopPath } from '../../console-request.ts'
import { speak } from '../../console-words.ts'
import { developerPage, tabHref, tabsFor } from '../developer-frame-page.ts'
import { readDeveloperFacts } from '../read-developer-facts.ts'

/** The classes of statuses that one filters by. */
const statusClasses = [2, 4, 5] as const
const statusNames = { ALL: 'All#statuses', 2: 'Succeeded', 4: 'Refused', 5: 'Failed#statuses' } as const

/** What the address of the page asks for; `before` is the last request of the page before. */
type RequestQuery = Partial<Record<'status' | 'operation' | 'code' | 'key' | 'before', string | undefined>>

type RequestFacts = DeveloperFacts & {
  /** The address of the page with other filters. */
  hrefOf: (query: RequestQuery) => string
  /** The labels of keys, by their ids. */
  labels: ReadonlyMap<string, string>
}

/** `/developers/requests`: what the shop’s programs asked of the API in the last seven days, newest first. */
export async function shopRequestsPage(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { db, clock } = deps
  app.get(`${shopPath}/developers/requests`, { config: { needs: 'SELL' } }, async (request, reply) => {
    const { shop } = memberOf(request)
    const { before, ...query } = readRequestQuery(request.query)
    const { status, operation, code, key } = query
    const statusClass = statusClasses.find((each) => String(each) === status)
    const { items, nextId } = await listApiRequests({ db, clock, actor: actorOf(request) }, shop.id, {
      filter: {
        ...(statusClass !== undefined && { statusClass }),
        ...(operation !== undefined && { operation }),
        ...(code !== undefined && { errorCode: code }),
        ...(key !== undefined && { keyId: key }),
      },
      ...(before !== undefined && { beforeId: before }),
    })
    const ids = new Set(items.map(({ key_id }) => key_id))
    if (key !== undefined) ids.add(key)
    const labels = await listKeyLabels(db, shop.id, [...ids])
    const developer = await readDeveloperFacts(deps, request)
    const hrefOf = (asked: RequestQuery) => hrefWith(`${developer.href}/requests`, asked)
    const facts = { ...developer, hrefOf, labels }

    const t = speak(facts.language)
    const classes = [undefined, ...statusClasses].map((each) => ({
      href: hrefOf({ ...query, status: each && String(each) }),
      label: t(statusNames[each ?? 'ALL']),
      isCurrent: each === statusClass,
    }))
    const isFiltered = Object.values(query).some((value) => value !== undefined)
    // Whoever may not open the keys is led to what they may.
    const start = tabsFor(facts).includes('keys')
      ? { href: tabHref(facts, 'keys'), label: t('API keys') }
      : { href: tabHref(facts, 'overview'), label: t('Overview') }
    const none = isFiltered
      ? { text: t('No request matches.'), next: { href: hrefOf({}), label: t('All requests') } }
      : {
          text: t('No request in the last 7 days. They appear here a second later.'),
          next: start,
        }
    const lead = t(
      'What your programs asked of the API in the last 7 days, without bodies. Of reads that succeeded we keep only some.',
    )
    const content = developerPage(facts, 'requests', {
      title: t('Requests'),
      main: html`<p class="soft">${lead}</p>!${tabs(classes)}!${chosen(facts, query)}
!${rowsOr(
        items.map((row) => requestRow(facts, row)),
        none,
      )}
!${waysOn([
        before ? { href: hrefOf(query), label: t('Back to the newest') } : undefined,
        nextId ? { href: hrefOf({ ...query, before: nextId }), label: t('Older') } : undefined,
      ])}`,
    })
    return deps.sendPage(request, reply, 200, content)
  })
}

/** What the address of the page asks for; what cannot be a value selects nothing. Throws CHOICE_UNKNOWN. */
function readRequestQuery(query: unknown): RequestQuery {
  const sent = (query ?? {}) as Record<string, unknown>
  const fitting = (name: string, isFit: (text: string) => boolean) => {
    const value = sent[name]
    return typeof value === 'string' && isFit(value) ? value : undefined
  }
  return {
    status: chosenOf('status', sent.status, statusClasses.map(String)),
    operation: fitting('operation', (text) => /^[A-Za-z]{1,60}$/.test(text)),
    code: fitting('code', (text) => /^[A-Z_]{1,60}$/.test(text)),
    key: fitting('key', isUuid),
    before: fitting('before', isUuid),
  }
}

/** The other filters in force, each with what removes it. */
function chosen(facts: RequestFacts, query: RequestQuery): string {
  const t = speak(facts.language)
  const names = { operation: query.operation, code: query.code, key: query.key && keyName(facts, query.key) }
  const links = Object.entries(names).flatMap(([name, value]) => {
    if (value === undefined) return []
    const label = t('Stop filtering by {value}', { value })
    const href = facts.hrefOf({ ...query, [name]: undefined })
    return html`<a class="button plain" href="${href}" aria-label="${label}">${value} ×</a>`
  })
  return links.length === 0 ? '' : html`<div class="acts">!${links}</div>`
}

/** Operation, code and key of a request lead to others like it. */
function requestRow(facts: RequestFacts, row: ApiRequestRow): string {
  const t = speak(facts.language)
  const { status, operation, error_code: code, key_id: key, unlogged_before: count } = row
  const only = (query: RequestQuery, label: string) => html`<a href="${facts.hrefOf(query)}">${label}</a>`
  const like = code
    ? html`<br><a href="${docsHref(facts, 'errors')}#${code}">${code}</a>
 · !${only({ code }, t('others like it'))}`
    : ''
  const unlogged = count > 0 ? html`<br>${t('just before, not kept: {count}', { count })}` : ''
  const look = status >= 500 ? 'bad' : status >= 400 ? 'waiting' : ''
  return html`<li><div class="line"><span><strong>!${only({ operation }, operation)}</strong>
<span class="soft"><br>
${preciseText(facts, row.requested_at)} · ${row.duration_ms} ms · !${only({ key }, keyName(facts, key))}
!${like}<br><code>${row.request_id}</code>!${unlogged}</span></span>
<span class="badge !${look}">${status}</span></div></li>`
}

/** A key by its label, else by the end of its id. */
const keyName = ({ labels, language }: RequestFacts, keyId: string): string =>
  labels.get(keyId) ?? speak(language)('key …{end}', { end: keyId.slice(-6) })
