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
import { speak } from '../../web-words.ts'
import { type DeveloperFacts, factLine, unfolded, whenText } from '../developer-facts-page.ts'
import type { KeptContent } from '../shop-keeping.ts'
import { endpointAsTyped } from './endpoint-form.ts'
import { endpointForm } from './endpoint-form-page.ts'
import type { RefusedEndpoint } from './endpoint-list-page.ts'
import { eventsText, type ShownEndpoint, stateBadge, stateLead, urlText } from './endpoint-state-page.ts'

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
  const t = speak(facts.language)
  const { endpoint } = facts
  const isOwner = hasRight(facts.role, 'MANAGE_ENDPOINTS')
  return {
    title: endpoint.description ?? new URL(endpoint.url).host,
    back: { href: `${facts.href}/endpoints`, label: t('Webhooks') },
    notice,
    isFormPage: refused !== undefined || notice?.kind === 'refused',
    acts: stateBadge(facts, endpoint),
    main: html`<section class="card"><p>${stateLead(facts, endpoint)}</p>!${waiting(facts)}
<div class="acts">!${stateActs(facts, isOwner)}</div></section>
!${givenUp(facts)}
<section class="card"><dl><div><dt>${t('Address')}</dt><dd><code>${urlText(facts, endpoint)}</code></dd></div>!${factLine(t('Events'), eventsText(facts, endpoint))}!${factLine(t('Added on'), whenText(facts, endpoint.created_at))}!${overlapLine(facts)}</dl></section>
<div class="acts"><a class="button plain" href="${facts.logHref}">${t('Log of requests')}</a></div>
!${isOwner ? ownerForms(facts, refused) : ''}`,
  }
}

function waiting(facts: EndpointFacts): string {
  const { backlog, language } = facts
  if (backlog.waiting === 0) return ''
  const t = speak(language)
  return html`<p>${t('Events waiting to be sent: {count}.', { count: countText(facts, backlog.waiting) })}</p>`
}

function stateActs({ endpoint, endpointHref: href, language }: EndpointFacts, isOwner: boolean): string {
  const t = speak(language)
  const isHeld = endpoint.shownState === 'PAUSED' || endpoint.shownState === 'DISABLED'
  const canSign = endpoint.shownState !== 'SECRET_SEALED'
  return html`!${canSign ? buttonForm(`${href}/ping`, t('Send a ping'), isHeld ? 'plain' : 'primary') : ''}!${isOwner && isHeld ? buttonForm(`${href}/enable`, t('Resume'), 'primary') : ''}!${isOwner && !isHeld ? buttonForm(`${href}/pause`, t('Pause')) : ''}`
}

/** What used up its attempts is not sent by itself. */
function givenUp(facts: EndpointFacts): string {
  const { backlog, counted, endpointHref: href, language } = facts
  if (backlog.givenUp === 0) return ''
  const t = speak(language)
  const form = postForm(
    `${href}/resend`,
    html`!${hiddenField('since', counted.since.toISOString())}!${submitButton(t('Send them again'), 'plain')}`,
    'inline',
  )
  return html`<section class="card"><h2>${t('Given up')}</h2><p>${t('Events that your server did not accept in all our attempts, since {since}: {count}. They are no longer sent by themselves.', { count: countText(facts, backlog.givenUp), since: whenText(facts, counted.since) })}</p><div class="acts">!${form}<a class="button quiet" href="${facts.logHref}?filter=EXHAUSTED">${t('See them')}</a></div></section>`
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
  const removal = buttonForm(`${href}/remove`, t('Yes, remove it'), 'danger')
  return html`!${unfolded({ id: 'change', summary: t('Change'), isOpen: refused !== undefined }, form)}
!${unfolded({ id: 'secret', summary: t('Change the signing secret') }, html`<p>${t('A new secret is shown once. During the overlap we sign with the old one and the new one: your server misses nothing while you change it.')}</p>!${regenerate}`)}
!${unfolded({ id: 'remove', summary: t('Remove this webhook') }, html`<p>${t('Your server is not called any more, and what still waits is not sent. Its log is gone from here.')}</p>!${removal}`)}`
}
