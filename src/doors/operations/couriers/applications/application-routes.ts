import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../../base/contract/errors.ts'
import { languageOf } from '../../../../base/http/response-language.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { chosenOf, fieldsOf } from '../../../../base/pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import {
  findApplication,
  listApplications,
} from '../../../../domain/couriers/applications/application-store.ts'
import {
  approveApplication,
  refuseApplication,
} from '../../../../domain/couriers/applications/approve-application.ts'
import { listDocuments } from '../../../../domain/couriers/documents/document-store.ts'
import { readDocumentFile } from '../../../../domain/couriers/documents/read-document-file.ts'
import { sendPrivateFile } from '../../../../web/private-file-response.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf } from '../../operations-request.ts'
import { speakEach } from '../../operations-words.ts'
import { applicationIdOf, couriersDone, couriersPath, documentIdOf, queryLine } from '../courier-request.ts'
import { applicationStatuses, applicationsPage, oneApplicationPage } from './application-page.ts'

const path = `${couriersPath}/applications`
const manages = { config: { operates: 'MANAGE' }, bodyLimit: 16_384 } as const
const pageSize = 50

/** `/operations/couriers/applications`: people who want to become couriers, what they show, and the decision. */
export async function applicationRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone } = deps
  const times = (request: FastifyRequest) => ({ language: languageOf(request), now: clock.now(), timeZone })
  const acting = (request: FastifyRequest) => ({ ...deps, actor: actorOf(request) })

  app.get(path, manages, async (request, reply) => {
    const status = chosenOf('status', queryLine(request, 'status'), applicationStatuses) ?? 'WAITING'
    const given = queryLine(request, 'after')
    const after = given && isUuid(given) ? given : undefined
    const applications = await listApplications(db, status, { after, limit: pageSize + 1 })
    const page = applicationsPage({
      ...times(request),
      status,
      applications: applications.slice(0, pageSize),
      hasMore: applications.length > pageSize,
      notice: doneNotice(request, speakEach(languageOf(request), couriersDone)),
    })
    return deps.sendPage(request, reply, 200, page)
  })

  app.get(`${path}/:applicationId`, manages, (request, reply) => sendOne(request, reply, 200))

  app.get(`${path}/:applicationId/documents/:documentId/file`, manages, async (request, reply) => {
    const owner = { applicationId: applicationIdOf(request) }
    return sendPrivateFile(
      request,
      reply,
      await readDocumentFile(acting(request), owner, documentIdOf(request)),
    )
  })

  app.post(`${path}/:applicationId/approve`, manages, async (request, reply) => {
    const id = applicationIdOf(request)
    try {
      const { courierId } = await approveApplication(acting(request), id)
      return redirectAfter(reply, `${couriersPath}/${courierId}`, 'approved')
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return sendOne(request, reply, status, notice)
    }
  })

  app.post(`${path}/:applicationId/refuse`, manages, async (request, reply) => {
    const id = applicationIdOf(request)
    const reason = (fieldsOf(request.body).reason ?? '').slice(0, 1_000)
    try {
      await refuseApplication(acting(request), id, reason)
      return redirectAfter(reply, path, 'refused')
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return sendOne(request, reply, status, notice, reason)
    }
  })

  async function sendOne(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    notice?: WorkspaceNotice,
    reason?: string,
  ) {
    const id = applicationIdOf(request)
    const application = await findApplication(db, id)
    if (!application) throw new ApiError('APPLICATION_NOT_FOUND')
    const documents = await listDocuments(db, { applicationId: id })
    const isFormPage = request.method === 'POST'
    const page = oneApplicationPage({ ...times(request), application, documents, notice, reason, isFormPage })
    return deps.sendPage(request, reply, status, page)
  }
}
