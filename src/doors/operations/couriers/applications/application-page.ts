import { html } from 'ghtml'
import type { ApplicationStatus } from '../../../../base/database/tables.ts'
import { momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { spacedPhone } from '../../../../base/kernel/phone-number.ts'
import { buttonForm, postForm, submitButton, textField } from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import type { ListedApplication } from '../../../../domain/couriers/applications/application-store.ts'
import type { DocumentRow } from '../../../../domain/couriers/documents/document-store.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { couriersPath } from '../courier-request.ts'
import { couriersWording } from '../couriers-wording.ts'

type Times = { language: Language; now: Date; timeZone: string }

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
  const words = couriersWording[language]
  const path = `${couriersPath}/applications`
  const row = (each: ListedApplication) =>
    html`<li><a href="${path}/${each.id}"><span><strong>${each.first_name} ${each.last_name}</strong><br><span class="soft">${[spacedPhone(each.phone), words.vehicles[each.vehicle_type], each.city].join(' · ')}</span></span><span class="soft">${momentText(each.created_at, times, language)}</span></a></li>`
  const last = applications.at(-1)
  return {
    section: 'couriers',
    title: words.applications.title,
    back: { href: couriersPath, label: words.title },
    notice,
    main: html`<div class="tabs">!${applicationStatuses.map((each) => html`<a href="${path}?status=${each}"!${each === status ? ' aria-current="true"' : ''}>${words.applications.statuses[each]}</a>`)}</div>
!${applications.length > 0 ? html`<ul class="rows">!${applications.map(row)}</ul>` : html`<p class="empty">${words.applications.none}</p>`}!${hasMore && last ? html`<p class="acts"><a class="button plain" href="${path}?status=${status}&after=${last.id}">${words.list.next}</a></p>` : ''}`,
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
  const words = couriersWording[language]
  const path = `${couriersPath}/applications/${application.id}`
  const line = (term: string, shown: string) => html`<div><dt>${term}</dt><dd>!${shown}</dd></div>`
  return {
    section: 'couriers',
    title: `${application.first_name} ${application.last_name}`,
    back: { href: `${couriersPath}/applications`, label: words.applications.title },
    notice,
    isFormPage,
    main: html`<section class="card"><dl>!${line(words.one.phone, html`<a href="tel:${application.phone}">${spacedPhone(application.phone)}</a>`)}!${line(words.applications.city, html`${application.city}`)}!${line(words.one.vehicle, html`${words.vehicles[application.vehicle_type]}`)}!${application.plate_number ? line(words.one.plate, html`${application.plate_number}`) : ''}!${line(words.applications.received, html`${momentText(application.created_at, times, language)}`)}</dl></section>
!${filesCard(application, documents, language)}!${application.status === 'WAITING' ? decisionCards(path, language, reason) : outcome(application, language)}`,
  }
}

function filesCard(
  { id, first_name, last_name, status }: ListedApplication,
  documents: readonly DocumentRow[],
  language: Language,
): string {
  const words = couriersWording[language]
  if (documents.length === 0)
    return status === 'APPROVED' ? '' : html`<p class="soft">${words.applications.noFiles}</p>`
  const href = (document: DocumentRow) => `${couriersPath}/applications/${id}/documents/${document.id}/file`
  const shown = (document: DocumentRow) =>
    document.contentType === 'application/pdf'
      ? html`<figure class="paper"><figcaption>${words.kinds[document.kind]}</figcaption><a class="button plain" href="${href(document)}">PDF</a></figure>`
      : html`<figure class="paper"><figcaption>${words.kinds[document.kind]}</figcaption><a href="${href(document)}"><img src="${href(document)}" alt="${document.kind === 'PHOTO' ? words.applications.photoOf(`${first_name} ${last_name}`) : words.kinds[document.kind]}" loading="lazy"></a></figure>`
  return html`<section class="card papers">!${documents.toReversed().map(shown)}</section>`
}

function decisionCards(path: string, language: Language, reason: string | undefined): string {
  const words = couriersWording[language].applications
  const field = textField({
    name: 'reason',
    label: couriersWording[language].one.reason,
    hint: words.refuseHint,
    value: reason,
    attributes: { required: true, minlength: 3, maxlength: 200, autocomplete: 'off' },
  })
  return html`<section class="card"><p>${words.approveLead}</p>!${buttonForm(`${path}/approve`, words.approve, 'primary')}</section>
<section class="card">!${postForm(`${path}/refuse`, html`!${field}!${submitButton(words.refuse, 'danger')}`)}</section>`
}

function outcome({ status, reason, courier_id }: ListedApplication, language: Language): string {
  const words = couriersWording[language].applications
  if (status === 'REFUSED') return html`<p class="notice">${words.refused(reason ?? '')}</p>`
  return html`<p class="notice done">${words.approved}</p><p class="acts"><a class="button plain" href="${couriersPath}/${courier_id ?? ''}">${words.seeCourier}</a></p>`
}
