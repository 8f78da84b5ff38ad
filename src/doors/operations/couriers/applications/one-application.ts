import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { spacedPhone } from '../../../../base/kernel/phone-number.ts'
import { ApiError } from '../../../../contract/errors.ts'
import {
  findApplication,
  type ListedApplication,
} from '../../../../domain/couriers/applications/application-store.ts'
import {
  approveApplication,
  refuseApplication,
} from '../../../../domain/couriers/applications/approve-application.ts'
import { courierName } from '../../../../domain/couriers/courier-name.ts'
import { type DocumentRow, listDocuments } from '../../../../domain/couriers/documents/document-store.ts'
import { readDocumentFile } from '../../../../domain/couriers/documents/read-document-file.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { fieldsOf } from '../../../../pages/form-fields.ts'
import { buttonForm, postForm, submitButton, textField } from '../../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { sendPrivateFile } from '../../../../web/private-file-response.ts'
import { attempt, redirectAfter } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf } from '../../operations-request.ts'
import { speak } from '../../operations-words.ts'
import { couriersKinds, couriersVehicles } from '../courier-list.ts'
import { applicationIdOf, couriersPath, documentIdOf } from '../courier-request.ts'
import { applicationsPath } from './application-list.ts'

type Filled = { notice?: WorkspaceNotice; reason?: string }

/** `/operations/couriers/applications/ID`: what somebody says and shows, and the decision. */
export async function oneApplicationPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone } = deps
  const path = `${applicationsPath}/:applicationId`
  const options = { config: { operates: 'MANAGE' }, bodyLimit: 16_384 } as const
  const acting = (request: FastifyRequest) => ({ ...deps, actor: actorOf(request) })

  app.get(path, options, (request, reply) => show(request, reply, 200, {}))

  app.get(`${path}/documents/:documentId/file`, options, async (request, reply) => {
    const owner = { applicationId: applicationIdOf(request) }
    const file = await readDocumentFile(acting(request), owner, documentIdOf(request))
    return sendPrivateFile(request, reply, file)
  })

  app.post(`${path}/approve`, options, async (request, reply) => {
    const id = applicationIdOf(request)
    return attempt(
      request,
      async () => {
        const { courierId } = await approveApplication(acting(request), id)
        return redirectAfter(reply, `${couriersPath}/${courierId}`, 'approved')
      },
      ({ status, notice }) => show(request, reply, status, { notice }),
    )
  })

  app.post(`${path}/refuse`, options, async (request, reply) => {
    const id = applicationIdOf(request)
    const reason = (fieldsOf(request.body).reason ?? '').slice(0, 1_000)
    return attempt(
      request,
      async () => {
        await refuseApplication(acting(request), id, reason)
        return redirectAfter(reply, applicationsPath, 'refused')
      },
      ({ status, notice }) => show(request, reply, status, { notice, reason }),
    )
  })

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    { notice, reason = '' }: Filled,
  ) {
    const applicationId = applicationIdOf(request)
    const application = await findApplication(db, applicationId)
    if (!application) throw new ApiError('APPLICATION_NOT_FOUND')
    const documents = await listDocuments(db, { applicationId })
    const { phone, city, vehicle_type, plate_number, created_at } = application

    const language = languageOf(request)
    const t = speak(language)
    const line = (term: string, shown: string) => html`<div><dt>${term}</dt><dd>!${shown}</dd></div>`
    const receivedOn = momentText(created_at, { timeZone, now: clock.now() }, language)
    const isWaiting = application.status === 'WAITING'
    return deps.sendPage(request, reply, status, {
      section: 'couriers',
      title: courierName(application),
      back: { href: applicationsPath, label: t('Applications') },
      notice,
      main: html`<section class="card"><dl>
!${line(t('Phone'), html`<a href="tel:${phone}">${spacedPhone(phone)}</a>`)}
!${line(t('City'), html`${city}`)}
!${line(t('Vehicle'), html`${t(couriersVehicles[vehicle_type])}`)}
!${plate_number ? line(t('Plate'), html`${plate_number}`) : ''}
!${line(t('Received on'), html`${receivedOn}`)}</dl></section>
!${filesCard(application, documents, language)}
!${isWaiting ? decisionCards(applicationId, reason, language) : outcome(application, language)}`,
    })
  }
}

function filesCard(
  { id, status, ...application }: ListedApplication,
  documents: readonly DocumentRow[],
  language: Language,
): string {
  const t = speak(language)
  if (documents.length === 0)
    return status === 'APPROVED' ? '' : html`<p class="soft">${t('The files were deleted.')}</p>`
  const shown = (document: DocumentRow) => {
    const href = `${applicationsPath}/${id}/documents/${document.id}/file`
    const kind = t(couriersKinds[document.kind])
    const name = courierName(application)
    const alt = document.kind === 'PHOTO' ? t('Photo of {name}', { name }) : kind
    const file =
      document.contentType === 'application/pdf'
        ? html`<a class="button plain" href="${href}">PDF</a>`
        : html`<a href="${href}"><img src="${href}" alt="${alt}" loading="lazy"></a>`
    return html`<figure class="paper"><figcaption>${kind}</figcaption>!${file}</figure>`
  }
  return html`<section class="card papers">!${documents.toReversed().map(shown)}</section>`
}

function decisionCards(id: string, reason: string, language: Language): string {
  const t = speak(language)
  const path = `${applicationsPath}/${id}`
  const field = textField({
    name: 'reason',
    label: t('Reason'),
    hint: t('The person gets this reason in a message. 3 to 200 characters.'),
    value: reason,
    attributes: { required: true, minlength: 3, maxlength: 200, autocomplete: 'off' },
  })
  return html`<section class="card">
<p>${t('Makes the courier and their account, and writes to them.')}</p>
!${buttonForm(`${path}/approve`, t('Approve'), 'primary')}</section>
<section class="card">
!${postForm(`${path}/refuse`, html`!${field}!${submitButton(t('Refuse'), 'danger')}`)}</section>`
}

function outcome({ status, reason, courier_id }: ListedApplication, language: Language): string {
  const t = speak(language)
  if (status === 'REFUSED')
    return html`<p class="notice">${t('Refused. Reason: {reason}', { reason: reason ?? '' })}</p>`
  const href = `${couriersPath}/${courier_id ?? ''}`
  return html`<p class="notice done">${t('Approved.')}</p>
<p class="acts"><a class="button plain" href="${href}">${t('See the courier')}</a></p>`
}
