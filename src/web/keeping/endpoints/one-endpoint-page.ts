import { html } from 'ghtml'
import {
  buttonForm,
  hiddenField,
  postForm,
  selectField,
  submitButton,
} from '../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import { hasRight } from '../../../domain/accounts/account-right.ts'
import type { Backlog } from '../../../domain/webhooks/sending/dispatch-store.ts'
import { type DeveloperFacts, factLine, unfolded, whenText } from '../developer-facts-page.ts'
import type { KeptContent } from '../shop-keeping.ts'
import { endpointAsTyped } from './endpoint-form.ts'
import { endpointForm } from './endpoint-form-page.ts'
import type { RefusedEndpoint } from './endpoint-list-page.ts'
import { eventsText, type ShownEndpoint, stateBadge, stateLead, urlText } from './endpoint-state-page.ts'
import { endpointWording } from './endpoint-wording.ts'

/** What the page of one endpoint shows. */
export type EndpointFacts = DeveloperFacts & {
  endpoint: ShownEndpoint
  /** The address of the endpoint's pages. */
  endpointHref: string
  /** The address of the endpoint's log. */
  logHref: string
  backlog: Backlog
  /** From when on what was given up counts, and up to how much is counted. */
  counted: { since: Date; max: number }
}

/** For how many hours an old secret may sign beside the new one. */
const overlaps = [0, 1, 24, 48, 72] as const

/** The page of one endpoint: how it is doing and what to do about it, then everything that can be done. */
export function oneEndpointPage(
  facts: EndpointFacts,
  { notice, refused }: { notice?: WorkspaceNotice | undefined; refused?: RefusedEndpoint | undefined } = {},
): KeptContent {
  const words = endpointWording[facts.language]
  const { endpoint } = facts
  const isOwner = hasRight(facts.role, 'MANAGE_ENDPOINTS')
  return {
    title: endpoint.description ?? new URL(endpoint.url).host,
    back: { href: `${facts.href}/endpoints`, label: words.title },
    notice,
    isFormPage: refused !== undefined || notice?.kind === 'refused',
    acts: stateBadge(facts, endpoint),
    main: html`<section class="card"><p>${stateLead(facts, endpoint)}</p>!${waiting(facts)}
<div class="acts">!${stateActs(facts, isOwner)}</div></section>
!${givenUp(facts)}
<section class="card"><dl><div><dt>${words.form.url}</dt><dd><code>${urlText(facts, endpoint)}</code></dd></div>!${factLine(words.events, eventsText(facts, endpoint))}!${factLine(words.created, whenText(facts, endpoint.created_at))}!${overlapLine(facts)}</dl></section>
<div class="acts"><a class="button plain" href="${facts.logHref}">${words.log}</a></div>
!${isOwner ? ownerForms(facts, refused) : ''}`,
  }
}

function waiting(facts: EndpointFacts): string {
  const { backlog, language } = facts
  if (backlog.waiting === 0) return ''
  const words = endpointWording[language].backlog
  return html`<p>${words.waiting(countText(facts, backlog.waiting))}</p>`
}

function stateActs({ endpoint, endpointHref: href, language }: EndpointFacts, isOwner: boolean): string {
  const { ping, pause, enable } = endpointWording[language]
  const isHeld = endpoint.shownState === 'PAUSED' || endpoint.shownState === 'DISABLED'
  const canSign = endpoint.shownState !== 'SECRET_SEALED'
  return html`!${canSign ? buttonForm(`${href}/ping`, ping.submit, isHeld ? 'plain' : 'primary') : ''}!${isOwner && isHeld ? buttonForm(`${href}/enable`, enable.submit, 'primary') : ''}!${isOwner && !isHeld ? buttonForm(`${href}/pause`, pause.submit) : ''}`
}

/** What used up its attempts is not sent by itself. */
function givenUp(facts: EndpointFacts): string {
  const { backlog, counted, endpointHref: href, language } = facts
  if (backlog.givenUp === 0) return ''
  const words = endpointWording[language].backlog
  const form = postForm(
    `${href}/resend`,
    html`!${hiddenField('since', counted.since.toISOString())}!${submitButton(words.resend, 'plain')}`,
    'inline',
  )
  return html`<section class="card"><h2>${words.heading}</h2><p>${words.givenUp(countText(facts, backlog.givenUp), whenText(facts, counted.since))}</p><div class="acts">!${form}<a class="button quiet" href="${facts.logHref}?filter=EXHAUSTED">${words.see}</a></div></section>`
}

const countText = ({ counted, language }: EndpointFacts, count: number): string => {
  const figure = (value: number) => new Intl.NumberFormat(language).format(value)
  return count < counted.max
    ? figure(count)
    : endpointWording[language].backlog.moreThan(figure(counted.max - 1))
}

function overlapLine(facts: EndpointFacts): string {
  const { previous_secret_until: until } = facts.endpoint
  if (until === null || until <= facts.now) return ''
  return factLine(endpointWording[facts.language].previousSecret, whenText(facts, until))
}

function ownerForms(facts: EndpointFacts, refused: RefusedEndpoint | undefined): string {
  const { endpoint, endpointHref: href, language } = facts
  const { change, secret, remove } = endpointWording[language]
  const { typed = endpointAsTyped(endpoint), faults = {} } = refused ?? {}
  const form = endpointForm(facts, { action: `${href}/change`, submit: change.submit, typed, faults })
  const isSealed = endpoint.shownState === 'SECRET_SEALED'
  const overlap = selectField({
    name: 'overlapHours',
    label: secret.overlap,
    value: isSealed ? '0' : '24',
    hint: secret.overlapHint,
    options: overlaps.map((hours) => ({ value: String(hours), label: secret.hours(hours) })),
  })
  const regenerate = postForm(`${href}/regenerate-secret`, html`!${overlap}!${submitButton(secret.submit)}`)
  const removal = buttonForm(`${href}/remove`, remove.submit, 'danger')
  return html`!${unfolded({ id: 'change', summary: change.summary, isOpen: refused !== undefined }, form)}
!${unfolded({ id: 'secret', summary: secret.summary }, html`<p>${secret.lead}</p>!${regenerate}`)}
!${unfolded({ id: 'remove', summary: remove.summary }, html`<p>${remove.stops}</p>!${removal}`)}`
}
