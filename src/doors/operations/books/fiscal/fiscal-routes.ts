import type { FastifyInstance } from 'fastify'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { listUnsigned } from '../../../../domain/money/statements/fiscal/fiscal-store.ts'
import { settleFiscalDocument } from '../../../../domain/money/statements/fiscal/settle-fiscal-document.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { fieldsOf } from '../../../../pages/form-fields.ts'
import { doneNotice, redirectAfter } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf } from '../../operations-request.ts'
import { speakEach } from '../../operations-words.ts'
import { serviceHref } from '../../service/service-page.ts'
import { fiscalPage } from './fiscal-page.ts'

const shownAtOnce = 50

/**
 * `/operations/service/books/fiscal`: what the device of the tax office has not signed, and what a person
 * decides of it.
 */
export async function fiscalRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const path = `${serviceHref('books')}/fiscal`
  const config = { operates: 'MANAGE' } as const

  app.get(path, { config }, async (request, reply) => {
    const language = languageOf(request)
    const page = fiscalPage({
      ...{ language, href: path, timeZone: deps.timeZone, now: deps.clock.now() },
      device: deps.fiscal.device?.name ?? null,
      rows: await listUnsigned(deps.db, shownAtOnce),
      notice: doneNotice(
        request,
        speakEach(language, { again: 'It is sent again.#done', noted: 'The code is noted.' }),
      ),
    })
    return deps.sendPage(request, reply, 200, page)
  })

  app.post(path, { config, bodyLimit: 8_192 }, async (request, reply) => {
    const { kind, id = '', code = '', qr = '' } = fieldsOf(request.body)
    const isKnown = kind === 'INVOICE' || kind === 'CREDIT_NOTE' || kind === 'RECEIPT'
    if (isKnown && isUuid(id))
      await settleFiscalDocument({ ...deps, actor: actorOf(request) }, { kind, id, code, qr })
    return redirectAfter(reply, path, code.trim() === '' ? 'again' : 'noted')
  })
}
