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
import { developerPage } from '../developer-frame-page.ts'
import { sandboxWording } from './sandbox-wording.ts'

/** What the address of the panel asks for: a search, and the delivery that was chosen. */
export type PanelQuery = { typed: string; chosen: string | undefined }

type PanelFacts = DeveloperFacts & {
  query: PanelQuery
  rows: readonly ListedDelivery[]
  chosen: DeliveryRow | undefined
}

/** The panel of the sandbox: one delivery and where it can go, others to choose from, and the reset. */
export function sandboxPanelPage(facts: PanelFacts, notice?: WorkspaceNotice): ConsoleContent {
  const words = sandboxWording[facts.language]
  return developerPage(facts, 'sandbox', {
    title: words.title,
    notice,
    isFormPage: notice?.kind === 'refused',
    main: html`<p>${words.lead}</p>!${facts.chosen ? chosenCard(facts, facts.chosen) : ''}
<h2>${facts.query.typed === '' ? words.newest : words.found}</h2>!${searchForm(facts)}!${choices(facts)}!${resetForm(facts)}`,
  })
}

function chosenCard(facts: PanelFacts, delivery: DeliveryRow): string {
  const { language, shopHref } = facts
  const words = sandboxWording[language]
  const { delivery: statuses } = valueWording[language]
  const { next, outcomes } = waysFrom(delivery.status)
  const others = outcomes.filter((outcome) => outcome !== next && outcome !== 'FAILED')
  const step = next ? moveForm(facts, delivery, { label: words.next(statuses[next]), isPrimary: true }) : ''
  const ways = others.map((outcome) => moveForm(facts, delivery, { label: statuses[outcome], outcome }))
  return html`<section class="card" id="chosen"><div class="heading-line"><h2>${delivery.reference}</h2><span class="badge ${statusKind(delivery.status)}">${statuses[delivery.status]}</span></div>
<p class="soft">${customerName(delivery)} · ${whenText(facts, delivery.created_at)} · <a href="${shopHref}/deliveries/${delivery.id}">${words.open}</a></p>
!${next === null && outcomes.length === 0 ? html`<p>${words.over}</p>` : ''}!${step === '' ? '' : html`<div class="acts">!${step}</div>`}
!${ways.length === 0 ? '' : html`<p class="hint">${words.toEnding}</p><div class="acts">!${ways}</div>`}
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
  const words = sandboxWording[language]
  const reason = selectField({
    name: 'reason',
    label: words.reason,
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
  const words = sandboxWording[language]
  const field = textField({
    name: 'q',
    label: words.search,
    value: query.typed,
    attributes: { type: 'search', maxlength: 100, autocomplete: 'off', enterkeyhint: 'search' },
  })
  return html`<form class="row" action="${href}/sandbox" role="search">!${field}<button class="plain">${words.find}</button></form>`
}

function choices(facts: PanelFacts): string {
  const { language, rows, href, query, shopHref } = facts
  const words = sandboxWording[language]
  const { delivery } = valueWording[language]
  if (rows.length === 0)
    return query.typed === ''
      ? html`<p class="empty">${words.none} <a href="${shopHref}/deliveries/new">${words.order}</a></p>`
      : html`<p class="empty">${words.nothingFound}</p>`
  const lines = rows.map(
    (row) =>
      html`<li><a href="${href}/sandbox?delivery=${row.id}"!${row.id === query.chosen ? ' aria-current="true"' : ''}><span><strong>${row.reference}</strong> <span class="soft">${customerName(row)}<br>${whenText(facts, row.created_at)}</span></span><span class="badge ${statusKind(row.status)}">${delivery[row.status]}</span></a></li>`,
  )
  return html`<ul class="rows">!${lines}</ul>`
}

function resetForm({ href, language, role }: PanelFacts): string {
  const { reset } = sandboxWording[language]
  if (!hasRight(role, 'MANAGE_SHOP')) return ''
  return unfolded(
    { id: 'reset', summary: reset.summary },
    html`<p>${reset.lead}</p>!${buttonForm(`${href}/sandbox/reset`, reset.submit, 'danger')}`,
  )
}
