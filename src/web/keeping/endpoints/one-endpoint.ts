import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { hasRight } from '../../../domain/accounts/account-right.ts'
import { changeEndpoint } from '../../../domain/webhooks/endpoints/change-endpoint.ts'
import { getEndpoint } from '../../../domain/webhooks/endpoints/get-endpoint.ts'
import { type Backlog, countBacklog } from '../../../domain/webhooks/sending/dispatch-store.ts'
import { buttonForm, postForm, selectField, submitButton } from '../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { attempt, doneNotice, redirectAfter } from '../../signed-in-request.ts'
import { speak } from '../../web-words.ts'
import { type DeveloperFacts, factLine, unfolded, whenText } from '../developer-facts-page.ts'
import type { KeepingDeps } from '../shop-keeping.ts'
import {
  endpointAsTyped,
  endpointForm,
  type RefusedEndpoint,
  readEndpoint,
  refusedEndpoint,
} from './endpoint-form.ts'
import {
  endpointKeyOf,
  endpointPath,
  logHrefOf,
  type OneEndpoint,
  webhookDepsOf,
} from './endpoint-request.ts'
import {
  eventsText,
  type ShownEndpoint,
  shownEndpoint,
  stateBadge,
  stateLead,
  urlText,
} from './shown-endpoint.ts'

/** What the page of one endpoint is drawn from. */
type EndpointFacts = DeveloperFacts & {
  endpoint: ShownEndpoint
  /** The address of the endpoint's pages. */
  endpointHref: string
  /** The address of the endpoint's log. */
  logHref: string
  backlog: Backlog
  /** From when on what was given up counts, and up to how much is counted. */
  counted: { since: Date; max: number }
}
type Shown = { refused?: RefusedEndpoint; notice?: WorkspaceNotice }

/** How far back events are kept for a resend, in ms, and how many are counted. */
const keptMs = 30 * 24 * 60 * 60_000
const maxCounted = 1_001

/** For how many hours an old secret may sign beside the new one. */
const overlaps = [0, 1, 24, 48, 72] as const

/**
 * `/developers/endpoints/ID`: how an endpoint is doing and what to do about it, then everything that can be
 * done.
 */
export async function oneEndpointPage(app: FastifyInstance, deps: KeepingDeps): Promise<void> {
  const path = `${deps.shopPath}${endpointPath}`

  app.get<OneEndpoint>(path, { config: deps.configFor('SELL') }, async (request, reply) =>
    showEndpoint(deps, request, reply, 200),
  )

  const managing = { config: deps.configFor('MANAGE_ENDPOINTS') }
  app.post<OneEndpoint>(`${path}/change`, managing, async (request, reply) => {
    const key = endpointKeyOf(request)
    const { typed, asked, faults } = readEndpoint(request)
    if (!asked) return showEndpoint(deps, request, reply, 422, { refused: { typed, faults } })
    return attempt(
      request,
      async () => {
        // An address that stays is not looked up again: a server that is down must not keep the rest from
        // being changed.
        const { url, ...rest } = asked
        const isSame = (await getEndpoint(deps.webhooks.db, key)).url === url
        const webhooks = webhookDepsOf(request, deps.webhooks, deps.actorOf(request))
        await changeEndpoint(webhooks, key, isSame ? rest : asked)
        return redirectAfter(reply, deps.shopHref(key.shopId, `/developers/endpoints/${key.id}`), 'changed')
      },
      (refusal) => showEndpoint(deps, request, reply, refusal.status, refusedEndpoint(refusal, typed)),
    )
  })
}

/** Sends the page of the endpoint that a request is about. Throws WEBHOOK_ENDPOINT_NOT_FOUND. */
export async function showEndpoint(
  deps: KeepingDeps,
  request: FastifyRequest<OneEndpoint>,
  reply: FastifyReply,
  status: number,
  { refused, notice: refusal }: Shown = {},
): Promise<unknown> {
  const facts = await readEndpointFacts(deps, request)
  const { endpoint, language, role, href } = facts
  const t = speak(language)
  const notice =
    refusal ??
    doneNotice(request, {
      changed: t('It is saved.'),
      paused: t('Nothing is sent for now. What happens is kept for 30 days.'),
      enabled: t('Requests are sent again: what was waiting leaves now.'),
    })
  const isOwner = hasRight(role, 'MANAGE_ENDPOINTS')
  return deps.sendKept(request, reply, status, 'endpoints', {
    title: endpoint.description ?? new URL(endpoint.url).host,
    back: { href: `${href}/endpoints`, label: t('Webhooks') },
    notice,
    isFormPage: refused !== undefined || notice?.kind === 'refused',
    acts: stateBadge(facts, endpoint),
    main: html`<section class="card"><p>${stateLead(facts, endpoint)}</p>!${waiting(facts)}
<div class="acts">!${stateActs(facts, isOwner)}</div></section>
!${givenUp(facts)}
<section class="card"><dl>
<div><dt>${t('Address')}</dt><dd><code>${urlText(facts, endpoint)}</code></dd></div>
!${factLine(t('Events'), eventsText(facts, endpoint))}
!${factLine(t('Added on'), whenText(facts, endpoint.created_at))}!${overlapLine(facts)}</dl></section>
<div class="acts"><a class="button plain" href="${facts.logHref}">${t('Log of requests')}</a></div>
!${isOwner ? ownerForms(facts, refused) : ''}`,
  })
}

async function readEndpointFacts(
  deps: KeepingDeps,
  request: FastifyRequest<OneEndpoint>,
): Promise<EndpointFacts> {
  const key = endpointKeyOf(request)
  const { db, sealingKeys } = deps.webhooks
  const row = await getEndpoint(db, key)
  const facts = await deps.readFacts(request)
  const oldest = new Date(facts.now.getTime() - keptMs)
  const since = sinceOf(request)
  const counted = { since: since && since > oldest ? since : oldest, max: maxCounted }
  return {
    ...facts,
    endpoint: shownEndpoint(row, sealingKeys),
    endpointHref: `${facts.href}/endpoints/${key.id}`,
    logHref: logHrefOf(key),
    backlog: await countBacklog(db, key, counted),
    counted,
  }
}

function waiting(facts: EndpointFacts): string {
  const { backlog, language } = facts
  if (backlog.waiting === 0) return ''
  const t = speak(language)
  const count = countText(facts, backlog.waiting)
  return html`<p>${t('Events waiting to be sent: {count}.', { count })}</p>`
}

function stateActs({ endpoint, endpointHref: href, language }: EndpointFacts, isOwner: boolean): string {
  const t = speak(language)
  const isHeld = endpoint.shownState === 'PAUSED' || endpoint.shownState === 'DISABLED'
  const canSign = endpoint.shownState !== 'SECRET_SEALED'
  const turn = isHeld
    ? buttonForm(`${href}/enable`, t('Resume'), 'primary')
    : buttonForm(`${href}/pause`, t('Pause'))
  const ping = buttonForm(`${href}/ping`, t('Send a ping'), isHeld ? 'plain' : 'primary')
  return html`!${canSign ? ping : ''}!${isOwner ? turn : ''}`
}

/** What used up its attempts is not sent by itself. */
function givenUp(facts: EndpointFacts): string {
  const { backlog, counted, endpointHref: href, language } = facts
  if (backlog.givenUp === 0) return ''
  const t = speak(language)
  const since = { since: counted.since.toISOString() }
  const form = buttonForm(`${href}/resend`, t('Send them again'), 'plain', since)
  const lead = t(
    'Events that your server did not accept in all our attempts, since {since}: {count}. They are no longer sent by themselves.',
    { count: countText(facts, backlog.givenUp), since: whenText(facts, counted.since) },
  )
  return html`<section class="card"><h2>${t('Given up')}</h2><p>${lead}</p>
<div class="acts">!${form}
<a class="button quiet" href="${facts.logHref}?filter=EXHAUSTED">${t('See them')}</a></div></section>`
}

const countText = ({ counted, language }: EndpointFacts, count: number): string => {
  const figure = (value: number) => new Intl.NumberFormat(language).format(value)
  return count < counted.max
    ? figure(count)
    : speak(language)('more than {count}', { count: figure(counted.max - 1) })
}

function overlapLine(facts: EndpointFacts): string {
  const { previous_secret_until: until } = facts.endpoint
  if (until === null || until <= facts.now) return ''
  return factLine(speak(facts.language)('The old secret signs too until'), whenText(facts, until))
}

function ownerForms(facts: EndpointFacts, refused: RefusedEndpoint | undefined): string {
  const { endpoint, endpointHref: href, language } = facts
  const t = speak(language)
  const { typed = endpointAsTyped(endpoint), faults = {} } = refused ?? {}
  const form = endpointForm(facts, { action: `${href}/change`, submit: t('Save'), typed, faults })
  const isSealed = endpoint.shownState === 'SECRET_SEALED'
  const overlap = selectField({
    name: 'overlapHours',
    label: t('The old secret still signs'),
    value: isSealed ? '0' : '24',
    hint: t('If somebody else has seen the old secret, choose to end it at once.'),
    options: overlaps.map((hours) => ({
      value: String(hours),
      label: hours === 0 ? t('No, it ends at once') : t('for {hours} h', { hours }),
    })),
  })
  const regenerate = postForm(
    `${href}/regenerate-secret`,
    html`!${overlap}!${submitButton(t('Make a new secret'))}`,
  )
  const change = { id: 'change', summary: t('Change'), isOpen: refused !== undefined }
  const overlapping = t(
    'A new secret is shown once. During the overlap we sign with the old one and the new one: your server misses nothing while you change it.',
  )
  const gone = t(
    'Your server is not called any more, and what still waits is not sent. Its log is gone from here.',
  )
  const removal = html`<p>${gone}</p>!${buttonForm(`${href}/remove`, t('Yes, remove it'), 'danger')}`
  return html`!${unfolded(change, form)}
!${unfolded(
    { id: 'secret', summary: t('Change the signing secret') },
    html`<p>${overlapping}</p>!${regenerate}`,
  )}
!${unfolded({ id: 'remove', summary: t('Remove this webhook') }, removal)}`
}

/** Since when an endpoint failed that was just enabled, as the redirect says it. */
function sinceOf({ query }: FastifyRequest): Date | undefined {
  const { since } = (query ?? {}) as { since?: unknown }
  if (typeof since !== 'string' || !/^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/.test(since)) return undefined
  return Number.isNaN(Date.parse(since)) ? undefined : new Date(since)
}
