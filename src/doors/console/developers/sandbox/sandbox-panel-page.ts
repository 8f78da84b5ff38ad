import { html } from 'ghtml'
import { failureCodes } from '../../../../base/contract/vocabulary.ts'
import {
  buttonForm,
  hiddenField,
  postForm,
  selectField,
  submitButton,
  textField,
} from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import { hasRight } from '../../../../domain/accounts/account-right.ts'
import { customerName } from '../../../../domain/deliveries/customer-name.ts'
import type { DeliveryRow } from '../../../../domain/deliveries/delivery-row.ts'
import { failureWording } from '../../../../domain/deliveries/failure-reason.ts'
import type { ListedDelivery } from '../../../../domain/deliveries/finding/delivery-search-store.ts'
import { waysFrom } from '../../../../domain/sandbox/next-step.ts'
import { type DeveloperFacts, unfolded, whenText } from '../../../../web/keeping/developer-facts-page.ts'
import { statusKind, valueWording } from '../../../../web/value-wording.ts'
import type { ConsoleContent } from '../../console-deps.ts'
import { speak } from '../../console-words.ts'
import { developerPage } from '../developer-frame-page.ts'

/** What the address of the panel asks for: a search, and the delivery that was chosen. */
export type PanelQuery = { typed: string; chosen: string | undefined }

type PanelFacts = DeveloperFacts & {
  query: PanelQuery
  rows: readonly ListedDelivery[]
  chosen: DeliveryRow | undefined
}

/** The panel of the sandbox: one delivery and where it can go, others to choose from, and the reset. */
export function sandboxPanelPage(facts: PanelFacts, notice?: WorkspaceNotice): ConsoleContent {
  const t = speak(facts.language)
  return developerPage(facts, 'sandbox', {
    title: t('Sandbox'),
    notice,
    isFormPage: notice?.kind === 'refused',
    main: html`<p>${t('Choose a test delivery and move it on: your webhooks are sent as in real life.')}</p>!${facts.chosen ? chosenCard(facts, facts.chosen) : ''}
<h2>${facts.query.typed === '' ? t('Deliveries under way') : t('Deliveries found')}</h2>!${searchForm(facts)}!${choices(facts)}!${resetForm(facts)}`,
  })
}

function chosenCard(facts: PanelFacts, delivery: DeliveryRow): string {
  const { language, shopHref } = facts
  const t = speak(language)
  const { delivery: statuses } = valueWording[language]
  const { next, outcomes } = waysFrom(delivery.status)
  const others = outcomes.filter((outcome) => outcome !== next && outcome !== 'FAILED')
  const step = next
    ? moveForm(facts, delivery, {
        label: t('Next step: {status}', { status: statuses[next] }),
        isPrimary: true,
      })
    : ''
  const ways = others.map((outcome) => moveForm(facts, delivery, { label: statuses[outcome], outcome }))
  return html`<section class="card" id="chosen"><div class="heading-line"><h2>${delivery.reference}</h2><span class="badge ${statusKind(delivery.status)}">${statuses[delivery.status]}</span></div>
<p class="soft">${customerName(delivery)} · ${whenText(facts, delivery.created_at)} · <a href="${shopHref}/deliveries/${delivery.id}">${t('See the delivery')}</a></p>
!${next === null && outcomes.length === 0 ? html`<p>${t('This delivery is over.')}</p>` : ''}!${step === '' ? '' : html`<div class="acts">!${step}</div>`}
!${ways.length === 0 ? '' : html`<p class="hint">${t('Or go straight to an ending:')}</p><div class="acts">!${ways}</div>`}
!${outcomes.includes('FAILED') ? failForm(facts, delivery) : ''}</section>`
}

const moveForm = (
  { href }: PanelFacts,
  { id }: DeliveryRow,
  { label, outcome, isPrimary = false }: { label: string; outcome?: string; isPrimary?: boolean },
): string =>
  buttonForm(`${href}/sandbox/advance`, label, isPrimary ? 'primary' : 'plain', {
    delivery: id,
    ...(outcome && { outcome }),
  })

function failForm({ href, language }: PanelFacts, { id }: DeliveryRow): string {
  const t = speak(language)
  const reason = selectField({
    name: 'reason',
    label: t('Or let it fail'),
    value: 'CUSTOMER_ABSENT',
    options: failureCodes.map((code) => ({ value: code, label: failureWording[code][language] })),
  })
  return postForm(
    `${href}/sandbox/advance`,
    html`!${hiddenField('delivery', id)}!${hiddenField('outcome', 'FAILED')}!${reason}!${submitButton(valueWording[language].delivery.FAILED, 'plain')}`,
    'row',
  )
}

function searchForm({ href, language, query }: PanelFacts): string {
  const t = speak(language)
  const field = textField({
    name: 'q',
    label: t('Reference, phone or name'),
    value: query.typed,
    attributes: { type: 'search', maxlength: 100, autocomplete: 'off', enterkeyhint: 'search' },
  })
  return html`<form class="row" action="${href}/sandbox" role="search">!${field}<button class="plain">${t('Search')}</button></form>`
}

function choices(facts: PanelFacts): string {
  const { language, rows, href, query, shopHref } = facts
  const t = speak(language)
  const { delivery } = valueWording[language]
  if (rows.length === 0)
    return query.typed === ''
      ? html`<p class="empty">${t('No delivery is under way.')} <a href="${shopHref}/deliveries/new">${t('Order one')}</a></p>`
      : html`<p class="empty">${t('Nothing matches this search.')}</p>`
  const lines = rows.map(
    (row) =>
      html`<li><a href="${href}/sandbox?delivery=${row.id}"!${row.id === query.chosen ? ' aria-current="true"' : ''}><span><strong>${row.reference}</strong> <span class="soft">${customerName(row)}<br>${whenText(facts, row.created_at)}</span></span><span class="badge ${statusKind(row.status)}">${delivery[row.status]}</span></a></li>`,
  )
  return html`<ul class="rows">!${lines}</ul>`
}

function resetForm({ href, language, role }: PanelFacts): string {
  const t = speak(language)
  if (!hasRight(role, 'MANAGE_SHOP')) return ''
  return unfolded(
    { id: 'reset', summary: t('Empty the sandbox') },
    html`<p>${t('All test deliveries of the shop are removed, with their events and the log of webhooks. Your keys, addresses and webhooks stay.')}</p>!${buttonForm(`${href}/sandbox/reset`, t('Yes, remove everything'), 'danger')}`,
  )
}
