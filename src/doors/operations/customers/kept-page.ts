import { html } from 'ghtml'
import { dayText, momentText } from '../../../base/kernel/figure-text.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import { hiddenField, postForm, submitButton, textField } from '../../../base/pages/form-parts.ts'
import type { Erasure } from '../../../domain/customers/erase-customer.ts'
import type { KeptOfCustomer } from '../../../domain/customers/kept-of-customer.ts'
import type { CustomerDelivery } from '../../../domain/deliveries/erasing/erasure-store.ts'
import { operatorValueWording, statusKind } from '../../../web/value-wording.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import { unblockForm } from './customer-rights-page.ts'
import { blockForm, faultText, phoneField, type RightsForm, reasonField, rightsPath } from './rights-parts.ts'

const rightsErased = {
  title: 'Person erased',
  incomplete: 'Not everything is erased yet: go on.',
  deliveries: 'Deliveries erased',
  formerly: 'Deliveries cleared of a former number',
  messages: 'Messages erased',
  photos: 'Photos erased',
  files: 'Photos of doors or places and voice notes erased',
  events: 'Events cleared',
  underWay: 'Under way or to be refunded, to be erased afterwards',
  again: 'Go on',
  back: 'Back to customers’ rights',
} as const

const countNames = {
  ended: 'Deliveries that have ended',
  underWay: 'Deliveries under way, or to be refunded',
  formerly: 'Deliveries that had this number before',
  messages: 'Messages',
  photos: 'Photos of parcels',
  files: 'Photos of doors or places, voice notes',
  events: 'Copies in events',
} as const

/** What the page of one number shows; `sent` is which of its forms was refused. */
export type KeptScreen = Omit<RightsForm, 'name'> & {
  kept: KeptOfCustomer
  now: Date
  timeZone: string
  sent: 'export' | 'erase' | 'block' | undefined
}

/** More deliveries are not listed on the page; the file has them. */
const maxListed = 50

/** What is kept of a number, with what may be done about it. */
export function keptPage(screen: KeptScreen): OperationsContent {
  const { language, kept, sent } = screen
  const t = speak(language)
  const form = (name: 'export' | 'erase' | 'block'): RightsForm =>
    sent === name ? { ...screen, name } : { name, language, typed: {}, faults: {} }
  const isKept = kept.ended + kept.underWay + kept.formerly > 0
  return {
    section: 'deliveries',
    title: spacedPhone(kept.phone),
    back: { href: rightsPath, label: t('Customers’ rights') },
    isFormPage: true,
    main: html`!${summary(screen)}!${isKept ? html`!${exportForm(form('export'), kept)}!${eraseForm(form('erase'), kept)}` : ''}
!${kept.blocked ? blockedCard(screen, kept.blocked) : blockForm(form('block'), kept.phone)}!${deliveryRows(screen)}`,
  }
}

function summary({ language, kept }: KeptScreen): string {
  const t = speak(language)
  const counts = ['ended', 'underWay', 'formerly', 'messages', 'photos', 'files', 'events'] as const
  const lines = counts.filter((name) => kept[name] > 0)
  const others = [
    kept.hasAccount && t('This person signs in here with this number: their account is not erased.'),
    kept.isInvited && t('This number is invited to the team of a shop: the invitation is not erased.'),
    kept.isCourier && t('This number is a courier’s: their record is not erased.'),
  ].filter((text) => text !== false)
  return html`<section class="card">!${
    lines.length === 0
      ? html`<p>${t('Nothing is kept of this number.')}</p>`
      : html`<dl>!${lines.map((name) => html`<div><dt>${t(countNames[name])}</dt><dd>${kept[name]}</dd></div>`)}</dl>`
  }!${others.map((text) => html`<p>${text}</p>`)}</section>`
}

function exportForm(form: RightsForm, { phone }: KeptOfCustomer): string {
  const t = speak(form.language)
  return html`<section class="card"><h2>${t('Hand out a copy')}</h2><p>${t('A JSON file with all that is kept, to be given to the person. Each copy is noted in the audit.')}</p>!${postForm(`${rightsPath}/export`, html`!${phoneField(form, phone)}!${reasonField(form)}!${submitButton(t('Download the copy'), 'plain')}`)}</section>`
}

function eraseForm(form: RightsForm, { phone, underWay }: KeptOfCustomer): string {
  const t = speak(form.language)
  const typed = textField({
    name: 'typed',
    label: t('Type the number again'),
    hint: spacedPhone(phone),
    error: faultText(form, 'typed'),
    attributes: { type: 'tel', inputmode: 'tel', maxlength: 40, autocomplete: 'off', required: true },
  })
  return html`<section class="card"><h2>${t('Erase the person')}</h2><p>${t('Names, phone, places, instructions, photos and messages of deliveries that have ended are gone for ever, for the shop too. Money, times, statuses and references stay.')}</p>!${underWay > 0 ? html`<p><strong>${t('What is under way or to be refunded is not erased: come back when that is over.')}</strong></p>` : ''}!${postForm(`${rightsPath}/erase`, html`!${phoneField(form, phone)}!${reasonField(form)}!${typed}!${submitButton(t('Erase for ever'), 'danger')}`)}</section>`
}

function blockedCard(
  { language, timeZone }: KeptScreen,
  blocked: NonNullable<KeptOfCustomer['blocked']>,
): string {
  const t = speak(language)
  return html`<section class="card"><h2>${t('Blocked since {day}.', { day: dayText(blocked.blocked_at, timeZone, language) })}</h2><p>${blocked.reason}</p>!${unblockForm({ language, phone: blocked.phone })}</section>`
}

function deliveryRows(screen: KeptScreen): string {
  const t = speak(screen.language)
  const { deliveries } = screen.kept
  if (deliveries.length === 0) return ''
  const shown = deliveries.slice(0, maxListed)
  return html`<h2>${t('Their deliveries')}</h2>!${shown.length < deliveries.length ? html`<p class="soft">${t('The newest {count}:', { count: shown.length })}</p>` : ''}!${rowsOf(screen, shown)}`
}

type RowsAbout = Pick<KeptScreen, 'language' | 'now' | 'timeZone'>

const rowsOf = ({ language, now, timeZone }: RowsAbout, deliveries: readonly CustomerDelivery[]): string =>
  html`<ul class="rows">!${deliveries.map(
    (row) =>
      html`<li><a href="/operations/deliveries/${row.id}"><span><strong>${row.reference}</strong>${row.external_ref ? ` · ${row.external_ref}` : ''}<br><span class="soft">${momentText(row.created_at, { timeZone, now }, language)}</span></span><span class="badge ${statusKind(row.status)}">${operatorValueWording[language].delivery[row.status]}</span></a></li>`,
  )}</ul>`

/** What was erased, and what is left until it ends. */
export function erasedPage(
  about: RowsAbout,
  { phone, reason, erasure }: { phone: string; reason: string; erasure: Erasure },
): OperationsContent {
  const t = speak(about.language)
  const counts = ['deliveries', 'formerly', 'messages', 'photos', 'files', 'events'] as const
  const again = html`!${hiddenField('phone', phone)}!${hiddenField('reason', reason)}!${hiddenField('typed', phone)}!${submitButton(t(rightsErased.again), 'danger')}`
  return {
    section: 'deliveries',
    title: t(rightsErased.title),
    back: { href: rightsPath, label: speak(about.language)('Customers’ rights') },
    isFormPage: true,
    notice: erasure.isComplete ? undefined : { kind: 'warning', text: t(rightsErased.incomplete) },
    main: html`<section class="card"><dl>!${counts.map((name) => html`<div><dt>${t(rightsErased[name])}</dt><dd>${erasure[name]}</dd></div>`)}</dl>
!${erasure.isComplete ? '' : postForm(`${rightsPath}/erase`, again)}</section>
!${erasure.underWay.length === 0 ? '' : html`<h2>${t(rightsErased.underWay)}</h2>!${rowsOf(about, erasure.underWay)}`}
<p class="acts"><a class="button plain" href="${rightsPath}">${t(rightsErased.back)}</a></p>`,
  }
}
