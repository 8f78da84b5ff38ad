import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { outsideDeadline } from '../../../../../base/http/response-deadline.ts'
import { languageOf } from '../../../../../base/http/response-language.ts'
import { fieldsOf } from '../../../../../base/pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../../../base/pages/workspace.ts'
import { issueInvoices } from '../../../../../domain/statements/invoices/issue-invoices.ts'
import { monthsOver } from '../../../../../domain/statements/shop/statement-period.ts'
import { workCost } from '../../../../workspace/limit-work.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../../workspace/signed-in-request.ts'
import { findInvoices, sendInvoice } from '../../../../workspace/statements/invoice-routes.ts'
import type { OperationsDeps } from '../../../operations-deps.ts'
import { actorOf } from '../../../operations-request.ts'
import { serviceHref } from '../../service-page.ts'
import { issuedInvoicesPage } from './issued-invoices-page.ts'
import { issuedInvoicesWording } from './issued-invoices-wording.ts'

const pageSize = 50

/** `/operations/service/books/invoices`: the invoices of all shops, and issuing those of a month. */
export async function issuedInvoicesRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const path = `${serviceHref('books')}/invoices`
  const config = { operates: 'MANAGE' } as const

  app.get(path, { config }, async (request, reply) =>
    send(request, reply, 200, doneNotice(request, issuedInvoicesWording[languageOf(request)].done)),
  )

  app.post(path, { config, bodyLimit: 4_096 }, async (request, reply) => {
    const month = (fieldsOf(request.body).month ?? '').slice(0, 7)
    try {
      const acting = { ...deps, actor: actorOf(request) }
      const issued = await outsideDeadline(request, () => issueInvoices(acting, month))
      return redirectAfter(reply, path, issued.length > 0 ? 'issued' : 'nothing')
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return send(request, reply, status, notice)
    }
  })

  app.get<{ Params: { invoiceId: string } }>(
    `${path}/:invoiceId/pdf`,
    { config: { ...config, cost: workCost.form } },
    async (request, reply) =>
      sendInvoice(deps.db, reply, { id: request.params.invoiceId, language: languageOf(request) }),
  )

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    notice: WorkspaceNotice | undefined,
  ) {
    const language = languageOf(request)
    const found = await findInvoices(deps.db, { query: request.query, pageSize })
    const months = monthsOver(deps.clock.now(), deps.timeZone)
    const page = issuedInvoicesPage({ language, href: path, namesShops: true, ...found, months, notice })
    return deps.sendPage(request, reply, status, { ...page, isFormPage: request.method === 'POST' })
  }
}
