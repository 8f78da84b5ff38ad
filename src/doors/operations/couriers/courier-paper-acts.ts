import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDay } from '../../../base/kernel/local-time.ts'
import { ApiError } from '../../../contract/errors.ts'
import { addDocument } from '../../../domain/couriers/documents/add-document.ts'
import { changeDocument } from '../../../domain/couriers/documents/change-document.ts'
import { documentBounds, documentKinds } from '../../../domain/couriers/documents/document-rules.ts'
import { readDocumentFile } from '../../../domain/couriers/documents/read-document-file.ts'
import { removeDocument } from '../../../domain/couriers/documents/remove-document.ts'
import { languageOf } from '../../../http/response-language.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { sendPrivateFile } from '../../../web/private-file-response.ts'
import { acceptFiles, readSentForm, refuseLargerForms } from '../../../web/read-sent-form.ts'
import { attempt, redirectAfter } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { speak } from '../operations-words.ts'
import { courierOf, couriersPath, documentIdOf } from './courier-request.ts'
import { sendCourier } from './one-courier.ts'

const uploadBytes = documentBounds.fileBytes + 64 * 1024

/** The papers of a courier: their files, which only operators see, and until when each counts. */
export async function courierPaperActs(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const path = `${couriersPath}/:courierId/documents`
  const config = { operates: 'MANAGE' } as const
  await acceptFiles(app, { fields: 3, fieldBytes: 1_024, fileBytes: documentBounds.fileBytes })
  const acting = (request: FastifyRequest) => ({ ...deps, actor: actorOf(request) })

  app.get(`${path}/:documentId/file`, { config }, async (request, reply) => {
    const { id: courierId } = await courierOf(deps, request)
    const file = await readDocumentFile(acting(request), { courierId }, documentIdOf(request))
    return sendPrivateFile(request, reply, file)
  })

  const upload = {
    config: { ...config, hasOwnBodyDeadline: true },
    bodyLimit: uploadBytes,
    onRequest: refuseLargerForms(uploadBytes),
  }
  app.post(path, upload, async (request, reply) => {
    const { id: courierId } = await courierOf(deps, request)
    const { fields, file } = await readSentForm(request, reply, 'file')
    const kind = documentKinds.find((each) => each === fields.kind)
    const expiresOn = fields.expiresOn ?? ''
    return perform(request, reply, courierId, 'paper', expiresOn, async () => {
      if (!kind) throw new ApiError('DOCUMENT_REFUSED', { reason: 'KIND' })
      return addDocument(acting(request), { courierId, kind, expiresOn: expiresOn || null, file })
    })
  })

  app.post(`${path}/:documentId/expiry`, { config, bodyLimit: 4_096 }, async (request, reply) => {
    const { id: courierId } = await courierOf(deps, request)
    const id = documentIdOf(request)
    const { expiresOn = '' } = fieldsOf(request.body)
    return perform(request, reply, courierId, 'dated', expiresOn, () =>
      changeDocument(acting(request), { courierId, id }, expiresOn || null),
    )
  })

  app.post(`${path}/:documentId/remove`, { config, bodyLimit: 4_096 }, async (request, reply) => {
    const { id: courierId } = await courierOf(deps, request)
    const id = documentIdOf(request)
    return perform(request, reply, courierId, 'removed', '', () =>
      removeDocument(acting(request), { courierId, id }),
    )
  })

  /** Calls the verb and redirects; a refusal, or a date that does not exist, shows the courier again. */
  async function perform(
    request: FastifyRequest,
    reply: FastifyReply,
    courierId: string,
    done: string,
    expiresOn: string,
    act: () => Promise<unknown>,
  ) {
    if (expiresOn !== '' && !isDay(expiresOn)) {
      const text = speak(languageOf(request))('There is no such date.')
      return sendCourier(deps, request, reply, 422, { notice: { kind: 'refused', text } })
    }
    return attempt(
      request,
      async () => {
        await act()
        return redirectAfter(reply, `${couriersPath}/${courierId}`, done)
      },
      ({ status, notice }) => sendCourier(deps, request, reply, status, { notice }),
    )
  }
}
