import { html } from 'ghtml'
import { limits } from '../../../base/contract/limits.ts'
import { buttonForm, copyField } from '../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import { hasRight } from '../../../domain/accounts/account-right.ts'
import { speak } from '../../web-words.ts'
import { type DeveloperFacts, docsHref, unfolded, whenText } from '../developer-facts-page.ts'
import type { KeptContent } from '../shop-keeping.ts'
import { type EndpointFaults, emptyEndpoint, type TypedEndpoint } from './endpoint-form.ts'
import { endpointForm } from './endpoint-form-page.ts'
import { eventsText, type ShownEndpoint, stateBadge } from './endpoint-state-page.ts'

type ListFacts = DeveloperFacts & { endpoints: readonly ShownEndpoint[] }

/** A form that was refused. */
export type RefusedEndpoint = { typed: TypedEndpoint; faults: EndpointFaults }

/** The endpoints of a shop, and the form of a new one for those who may add it. */
export function endpointListPage(
  facts: ListFacts,
  { notice, refused }: { notice?: WorkspaceNotice | undefined; refused?: RefusedEndpoint | undefined } = {},
): KeptContent {
  const t = speak(facts.language)
  const rows = facts.endpoints.map((endpoint) => endpointRow(facts, endpoint))
  return {
    title: t('Webhooks'),
    notice,
    isFormPage: refused !== undefined,
    main: html`<p>${t('A webhook is an address of your server: at each step of a delivery we send it a signed event.')} <a href="${docsHref(facts, 'webhooks')}">${t('How to receive them')}</a></p>
!${rows.length > 0 ? html`<ul class="rows">!${rows}</ul>` : html`<p class="empty">${t('No webhook yet.')}</p>`}
!${addForm(facts, refused)}`,
  }
}

function addForm(facts: ListFacts, refused: RefusedEndpoint | undefined): string {
  const t = speak(facts.language)
  if (!hasRight(facts.role, 'MANAGE_ENDPOINTS'))
    return html`<p class="hint">${t('Only the owner of the shop adds or changes a webhook.')}</p>`
  const { webhookEndpoints: count } = limits
  if (facts.endpoints.length >= count)
    return html`<p class="hint">${t('A shop has at most {count} webhooks. Remove one to add another.', { count })}</p>`
  const { typed = emptyEndpoint, faults = {} } = refused ?? {}
  const form = endpointForm(facts, {
    action: `${facts.href}/endpoints`,
    submit: t('Add the webhook'),
    typed,
    faults,
  })
  const isOpen = refused !== undefined || facts.endpoints.length === 0
  return unfolded({ id: 'add', summary: t('Add a webhook'), isOpen }, form)
}

function endpointRow(facts: ListFacts, endpoint: ShownEndpoint): string {
  const t = speak(facts.language)
  const { id, url, description, failing_since: since } = endpoint
  const failing = since
    ? html`<br><span class="soft">${t('failing since {since}', { since: whenText(facts, since) })}</span>`
    : ''
  return html`<li><a href="${facts.href}/endpoints/${id}"><span><strong>${description ?? new URL(url).host}</strong><br><span class="soft code">${url.replace(/\?.*/s, '?…')}</span><br><span class="soft">${eventsText(facts, endpoint)}</span>!${failing}</span>!${stateBadge(facts, endpoint)}</a></li>`
}

/** The page that shows a signing secret, once. */
export function newSecretPage(
  facts: DeveloperFacts,
  { endpoint, secret, title }: { endpoint: { id: string; url: string }; secret: string; title: string },
): KeptContent {
  const t = speak(facts.language)
  const copy = { copy: t('Copy'), done: t('Copied') }
  const href = `${facts.href}/endpoints/${endpoint.id}`
  return {
    title,
    back: { href, label: t('The webhook') },
    isFormPage: true,
    main: html`<p class="soft code">${endpoint.url}</p>
<section class="card"><h2>${t('The signing secret')}</h2><p class="notice warning">${t('Copy it now: it is never shown again.')}</p>!${copyField(secret, t('The signing secret'), copy)}<p class="hint">${t('Put it on your server, the whole of it, with whsec_. By it your server recognises our requests.')}</p></section>
<p>${t('Once your server has its secret, send it a ping: you will see what it answers.')}</p><div class="acts">!${buttonForm(`${href}/ping`, t('Send a ping'), 'primary')}<a class="button plain" href="${href}">${t('I have kept it')}</a><a class="button quiet" href="${docsHref(facts, 'webhooks')}">${t('Verify a signature')}</a></div>`,
  }
}
