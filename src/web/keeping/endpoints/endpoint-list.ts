import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { limits } from '../../../contract/limits.ts'
import { hasRight } from '../../../domain/accounts/account-right.ts'
import { addEndpoint } from '../../../domain/webhooks/endpoints/add-endpoint.ts'
import { listEndpoints } from '../../../domain/webhooks/endpoints/endpoint-store.ts'
import { buttonForm, copyField } from '../../../pages/form-parts.ts'
import { rowsOr } from '../../../pages/list-parts.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { attempt, doneNotice } from '../../signed-in-request.ts'
import { speak } from '../../web-words.ts'
import { type DeveloperFacts, docsHref, unfolded, whenText } from '../developer-facts-page.ts'
import type { KeepingDeps, KeptContent } from '../shop-keeping.ts'
import {
  emptyEndpoint,
  endpointForm,
  type RefusedEndpoint,
  readEndpoint,
  refusedEndpoint,
} from './endpoint-form.ts'
import { webhookDepsOf } from './endpoint-request.ts'
import { eventsText, type ShownEndpoint, shownEndpoint, stateBadge } from './shown-endpoint.ts'

/** `/developers/endpoints`: the endpoints of a shop, and the form of a new one for those who may add it. */
export async function endpointListPage(app: FastifyInstance, deps: KeepingDeps): Promise<void> {
  const path = `${deps.shopPath}/developers/endpoints`
  const { db, sealingKeys } = deps.webhooks

  app.get(path, { config: deps.configFor('SELL') }, async (request, reply) => show(request, reply, 200))

  app.post(path, { config: deps.configFor('MANAGE_ENDPOINTS') }, async (request, reply) => {
    const { typed, asked, faults } = readEndpoint(request)
    if (!asked) return show(request, reply, 422, { refused: { typed, faults } })
    return attempt(
      request,
      async () => {
        const webhooks = webhookDepsOf(request, deps.webhooks, deps.actorOf(request))
        const added = await addEndpoint(webhooks, { shopId: deps.shopOf(request).id, ...asked })
        const facts = await deps.readFacts(request)
        const title = speak(facts.language)('Webhook added')
        return deps.sendKept(request, reply, 200, 'endpoints', newSecretContent(facts, { ...added, title }))
      },
      (refusal) => show(request, reply, refusal.status, refusedEndpoint(refusal, typed)),
    )
  })

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    { refused, notice }: { refused?: RefusedEndpoint; notice?: WorkspaceNotice } = {},
  ) {
    const facts = await deps.readFacts(request)
    const t = speak(facts.language)
    const rows = (await listEndpoints(db, deps.shopOf(request).id)).map((row) =>
      endpointRow(facts, shownEndpoint(row, sealingKeys)),
    )
    const lead = t(
      'A webhook is an address of your server: at each step of a delivery we send it a signed event.',
    )
    return deps.sendKept(request, reply, status, 'endpoints', {
      title: t('Webhooks'),
      notice: notice ?? doneNotice(request, { removed: t('The webhook is removed.') }),
      isFormPage: refused !== undefined,
      main: html`
<p>${lead} <a href="${docsHref(facts, 'webhooks')}">${t('How to receive them')}</a></p>
!${rowsOr(rows, t('No webhook yet.'))}
!${addPart(facts, rows.length, refused)}`,
    })
  }
}

function addPart(facts: DeveloperFacts, count: number, refused: RefusedEndpoint | undefined): string {
  const t = speak(facts.language)
  if (!hasRight(facts.role, 'MANAGE_ENDPOINTS'))
    return html`<p class="hint">${t('Only the owner of the shop adds or changes a webhook.')}</p>`
  const most = { count: limits.webhookEndpoints }
  if (count >= most.count)
    return html`<p class="hint">
${t('A shop has at most {count} webhooks. Remove one to add another.', most)}</p>`
  const { typed = emptyEndpoint, faults = {} } = refused ?? {}
  const about = { action: `${facts.href}/endpoints`, submit: t('Add the webhook'), typed, faults }
  const isOpen = refused !== undefined || count === 0
  return unfolded({ id: 'add', summary: t('Add a webhook'), isOpen }, endpointForm(facts, about))
}

function endpointRow(facts: DeveloperFacts, endpoint: ShownEndpoint): string {
  const { id, url, description, failing_since: since } = endpoint
  const failing = since
    ? speak(facts.language)('failing since {since}', { since: whenText(facts, since) })
    : undefined
  return html`<li><a href="${facts.href}/endpoints/${id}">
<span><strong>${description ?? new URL(url).host}</strong><br>
<span class="soft code">${url.replace(/\?.*/s, '?…')}</span><br>
<span class="soft">${eventsText(facts, endpoint)}</span>
!${failing ? html`<br><span class="soft">${failing}</span>` : ''}</span>
!${stateBadge(facts, endpoint)}</a></li>`
}

/** The page that shows a signing secret, once. */
export function newSecretContent(
  facts: DeveloperFacts,
  { endpoint, secret, title }: { endpoint: { id: string; url: string }; secret: string; title: string },
): KeptContent {
  const t = speak(facts.language)
  const copy = { copy: t('Copy'), done: t('Copied') }
  const href = `${facts.href}/endpoints/${endpoint.id}`
  const hint = t(
    'Put it on your server, the whole of it, with whsec_. By it your server recognises our requests.',
  )
  return {
    title,
    back: { href, label: t('The webhook') },
    isFormPage: true,
    main: html`<p class="soft code">${endpoint.url}</p>
<section class="card"><h2>${t('The signing secret')}</h2>
<p class="notice warning">${t('Copy it now: it is never shown again.')}</p>
!${copyField(secret, t('The signing secret'), copy)}
<p class="hint">${hint}</p></section>
<p>${t('Once your server has its secret, send it a ping: you will see what it answers.')}</p>
<div class="acts">!${buttonForm(`${href}/ping`, t('Send a ping'), 'primary')}
<a class="button plain" href="${href}">${t('I have kept it')}</a>
<a class="button quiet" href="${docsHref(facts, 'webhooks')}">${t('Verify a signature')}</a></div>`,
  }
}
