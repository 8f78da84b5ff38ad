import { html } from 'ghtml'
import { momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { spacedPhone } from '../../../../base/kernel/phone-number.ts'
import { buttonForm, postForm, submitButton, textField } from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import type { ListedApplication } from '../../../../domain/couriers/applications/application-store.ts'
import type { ApplicationStatus } from '../../../../domain/couriers/couriers-tables.ts'
import type { DocumentRow } from '../../../../domain/couriers/documents/document-store.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { couriersKinds, couriersVehicles } from '../courier-list-page.ts'
import { couriersPath } from '../courier-request.ts'

type Times = { language: Language; now: Date; timeZone: string }

const statusNames = {
  WAITING: 'To read',
  APPROVED: 'Approved',
  REFUSED: 'Refused',
} as const

export const applicationStatuses = [
  'WAITING',
  'APPROVED',
  'REFUSED',
] as const satisfies readonly ApplicationStatus[]

/** The applications of a status. */
export function applicationsPage({
  status,
  applications,
  hasMore,
  notice,
  ...times
}: Times & {
  status: ApplicationStatus
  applications: readonly ListedApplication[]
  hasMore: boolean
  notice: WorkspaceNotice | undefined
}): OperationsContent {
  const { language } = times
  const t = speak(language)
  const path = `${couriersPath}/applications`
  const row = (each: ListedApplication) =>
    html`<li><a href="${path}/${each.id}"><span><strong>${each.first_name} ${each.last_name}</strong><br><span class="soft">${[spacedPhone(each.phone), t(couriersVehicles[each.vehicle_type]), each.city].join(' · ')}</span></span><span class="soft">${momentText(each.created_at, times, language)}</span></a></li>`
  const last = applications.at(-1)
  return {
    section: 'couriers',
    title: t('Applications'),
    back: { href: couriersPath, label: t('Couriers') },
    notice,
    main: html`<div class="tabs">!${applicationStatuses.map((each) => html`<a href="${path}?status=${each}"!${each === status ? ' aria-current="true"' : ''}>${t(statusNames[each])}</a>`)}</div>
!${applications.length > 0 ? html`<ul class="rows">!${applications.map(row)}</ul>` : html`<p class="empty">${t('No application.')}</p>`}!${hasMore && last ? html`<p class="acts"><a class="button plain" href="${path}?status=${status}&after=${last.id}">${t('Next')}</a></p>` : ''}`,
  }
}

/** One application: what the person says and shows, and the decision. */
export function oneApplicationPage({
  application,
  documents,
  notice,
  reason,
  isFormPage,
  ...times
}: Times & {
  application: ListedApplication
  documents: readonly DocumentRow[]
  notice: WorkspaceNotice | undefined
  reason?: string | undefined
  isFormPage: boolean
}): OperationsContent {
  const { language } = times
  const t = speak(language)
  const path = `${couriersPath}/applications/${application.id}`
  const line = (term: string, shown: string) => html`<div><dt>${term}</dt><dd>!${shown}</dd></div>`
  return {
    section: 'couriers',
    title: `${application.first_name} ${application.last_name}`,
    back: { href: `${couriersPath}/applications`, label: t('Applications') },
    notice,
    isFormPage,
    main: html`<section class="card"><dl>!${line(t('Phone'), html`<a href="tel:${application.phone}">${spacedPhone(application.phone)}</a>`)}!${line(t('City'), html`${application.city}`)}!${line(t('Vehicle'), html`${t(couriersVehicles[application.vehicle_type])}`)}!${application.plate_number ? line(t('Plate'), html`${application.plate_number}`) : ''}!${line(t('Received on'), html`${momentText(application.created_at, times, language)}`)}</dl></section>
!${filesCard(application, documents, language)}!${application.status === 'WAITING' ? decisionCards(path, language, reason) : outcome(application, language)}`,
  }
}

function filesCard(
  { id, first_name, last_name, status }: ListedApplication,
  documents: readonly DocumentRow[],
  language: Language,
): string {
  const t = speak(language)
  if (documents.length === 0)
    return status === 'APPROVED' ? '' : html`<p class="soft">${t('The files were deleted.')}</p>`
  const href = (document: DocumentRow) => `${couriersPath}/applications/${id}/documents/${document.id}/file`
  const shown = (document: DocumentRow) =>
    document.contentType === 'application/pdf'
      ? html`<figure class="paper"><figcaption>${t(couriersKinds[document.kind])}</figcaption><a class="button plain" href="${href(document)}">PDF</a></figure>`
      : html`<figure class="paper"><figcaption>${t(couriersKinds[document.kind])}</figcaption><a href="${href(document)}"><img src="${href(document)}" alt="${document.kind === 'PHOTO' ? t('Photo of {name}', { name: `${first_name} ${last_name}` }) : t(couriersKinds[document.kind])}" loading="lazy"></a></figure>`
  return html`<section class="card papers">!${documents.toReversed().map(shown)}</section>`
}

function decisionCards(path: string, language: Language, reason: string | undefined): string {
  const t = speak(language)
  const field = textField({
    name: 'reason',
    label: speak(language)('Reason'),
    hint: t('The person gets this reason in a message. 3 to 200 characters.'),
    value: reason,
    attributes: { required: true, minlength: 3, maxlength: 200, autocomplete: 'off' },
  })
  return html`<section class="card"><p>${t('Makes the courier and their account, and writes to them.')}</p>!${buttonForm(`${path}/approve`, t('Approve'), 'primary')}</section>
<section class="card">!${postForm(`${path}/refuse`, html`!${field}!${submitButton(t('Refuse'), 'danger')}`)}</section>`
}

function outcome({ status, reason, courier_id }: ListedApplication, language: Language): string {
  const t = speak(language)
  if (status === 'REFUSED')
    return html`<p class="notice">${t('Refused. Reason: {reason}', { reason: reason ?? '' })}</p>`
  return html`<p class="notice done">${t('Approved.')}</p><p class="acts"><a class="button plain" href="${couriersPath}/${courier_id ?? ''}">${t('See the courier')}</a></p>`
}
