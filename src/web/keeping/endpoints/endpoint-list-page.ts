import { html } from 'ghtml'
import { limits } from '../../../base/contract/limits.ts'
import { buttonForm, copyField } from '../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import { hasRight } from '../../../domain/accounts/account-right.ts'
import { copyWording } from '../copy-wording.ts'
import { type DeveloperFacts, docsHref, unfolded, whenText } from '../developer-facts-page.ts'
import type { KeptContent } from '../shop-keeping.ts'
import { type EndpointFaults, emptyEndpoint, type TypedEndpoint } from './endpoint-form.ts'
import { endpointForm } from './endpoint-form-page.ts'
import { eventsText, type ShownEndpoint, stateBadge } from './endpoint-state-page.ts'
import { endpointWording } from './endpoint-wording.ts'

type ListFacts = DeveloperFacts & { endpoints: readonly ShownEndpoint[] }

/** A form that was refused. */
export type RefusedEndpoint = { typed: TypedEndpoint; faults: EndpointFaults }

/** The endpoints of a shop, and the form of a new one for those who may add it. */
export function endpointListPage(
  facts: ListFacts,
  { notice, refused }: { notice?: WorkspaceNotice | undefined; refused?: RefusedEndpoint | undefined } = {},
): KeptContent {
  const words = endpointWording[facts.language]
  const rows = facts.endpoints.map((endpoint) => endpointRow(facts, endpoint))
  return {
    title: words.title,
    notice,
    isFormPage: refused !== undefined,
    main: html`<p>${words.lead} <a href="${docsHref(facts, 'webhooks')}">${words.docs}</a></p>
!${rows.length > 0 ? html`<ul class="rows">!${rows}</ul>` : html`<p class="empty">${words.none}</p>`}
!${addForm(facts, refused)}`,
  }
}

function addForm(facts: ListFacts, refused: RefusedEndpoint | undefined): string {
  const { add } = endpointWording[facts.language]
  if (!hasRight(facts.role, 'MANAGE_ENDPOINTS')) return html`<p class="hint">${add.owner}</p>`
  if (facts.endpoints.length >= limits.webhookEndpoints) return html`<p class="hint">${add.full}</p>`
  const { typed = emptyEndpoint, faults = {} } = refused ?? {}
  const form = endpointForm(facts, { action: `${facts.href}/endpoints`, submit: add.submit, typed, faults })
  const isOpen = refused !== undefined || facts.endpoints.length === 0
  return unfolded({ id: 'add', summary: add.summary, isOpen }, form)
}

function endpointRow(facts: ListFacts, endpoint: ShownEndpoint): string {
  const words = endpointWording[facts.language]
  const { id, url, description, failing_since: since } = endpoint
  const failing = since
    ? html`<br><span class="soft">${words.failingSince(whenText(facts, since))}</span>`
    : ''
  return html`<li><a href="${facts.href}/endpoints/${id}"><span><strong>${description ?? new URL(url).host}</strong><br><span class="soft code">${url.replace(/\?.*/s, '?…')}</span><br><span class="soft">${eventsText(facts, endpoint)}</span>!${failing}</span>!${stateBadge(facts, endpoint)}</a></li>`
}

/** The page that shows a signing secret, once. */
export function newSecretPage(
  facts: DeveloperFacts,
  { endpoint, secret, title }: { endpoint: { id: string; url: string }; secret: string; title: string },
): KeptContent {
  const { secret: words, ping } = endpointWording[facts.language]
  const copy = copyWording[facts.language]
  const href = `${facts.href}/endpoints/${endpoint.id}`
  return {
    title,
    back: { href, label: words.back },
    isFormPage: true,
    main: html`<p class="soft code">${endpoint.url}</p>
<section class="card"><h2>${words.heading}</h2><p class="notice warning">${words.once}</p>!${copyField(secret, words.heading, copy)}<p class="hint">${words.use}</p></section>
<p>${words.next}</p><div class="acts">!${buttonForm(`${href}/ping`, ping.submit, 'primary')}<a class="button plain" href="${href}">${words.kept}</a><a class="button quiet" href="${docsHref(facts, 'webhooks')}">${words.docs}</a></div>`,
  }
}
