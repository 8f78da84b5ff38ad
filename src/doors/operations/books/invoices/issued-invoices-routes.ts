import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { newId } from '../../../../base/kernel/clock.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { readFcfa } from '../../../../base/kernel/written-number.ts'
import { listCreditNotes } from '../../../../domain/money/statements/invoices/credit-note-store.ts'
import { invoicedServices } from '../../../../domain/money/statements/invoices/invoice.ts'
import { issueCreditNote } from '../../../../domain/money/statements/invoices/issue-credit-note.ts'
import { issueInvoices } from '../../../../domain/money/statements/invoices/issue-invoices.ts'
import { monthsOver } from '../../../../domain/money/statements/shop/statement-period.ts'
import { outsideDeadline } from '../../../../http/response-deadline.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { fieldsOf } from '../../../../pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { workCost } from '../../../../web/limit-work.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../../web/signed-in-request.ts'
import {
  findInvoice,
  findInvoices,
  sendCreditNote,
  sendInvoice,
} from '../../../../web/statements/invoice-routes.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf } from '../../operations-request.ts'
import { speakEach } from '../../operations-words.ts'
import { serviceHref } from '../../service/service-page.ts'
import { issuedInvoicesPage } from './issued-invoices-page.ts'
import { oneInvoicePage } from './one-invoice-page.ts'

type OneInvoice = { Params: { invoiceId: string } }

const doneNotices = {
  credited: 'The credit note is issued.',
  issued: 'The invoices of the month are issued.',
  nothing: 'There was nothing more to invoice for this month.',
} as const

const pageSize = 50

/** `/operations/service/books/invoices`: the invoices of all shops, and issuing those of a month. */
export async function issuedInvoicesRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const path = `${serviceHref('books')}/invoices`
  const config = { operates: 'MANAGE' } as const

  app.get(path, { config }, async (request, reply) =>
    send(request, reply, 200, doneNotice(request, speakEach(languageOf(request), doneNotices))),
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

  app.get<OneInvoice>(`${path}/:invoiceId`, { config }, async (request, reply) =>
    sendInvoicePage(request, reply, 200),
  )

  app.get<OneInvoice & { Params: { noteId: string } }>(
    `${path}/:invoiceId/credit-notes/:noteId/pdf`,
    { config: { ...config, cost: workCost.form } },
    async (request, reply) => {
      const { noteId, invoiceId } = request.params
      return sendCreditNote(deps.db, reply, { id: noteId, invoiceId, language: languageOf(request) })
    },
  )

  app.post<OneInvoice>(`${path}/:invoiceId/credit`, { config, bodyLimit: 8_192 }, async (request, reply) => {
    const fields = fieldsOf(request.body)
    const { id: invoiceId } = await findInvoice(deps.db, request.params.invoiceId)
    const lines = invoicedServices.map((service) => ({
      service,
      amountFcfa: (fields[service] ?? '').trim() === '' ? 0 : (readFcfa(fields[service] ?? '') ?? -1),
    }))
    try {
      await issueCreditNote(
        { ...deps, actor: actorOf(request) },
        {
          id: isUuid(fields.form ?? '') ? (fields.form ?? '') : newId(deps.clock.now()),
          ...{ invoiceId, lines, reason: fields.reason ?? '' },
        },
      )
      return redirectAfter(reply, `${path}/${invoiceId}`, 'credited')
    } catch (error) {
      const { code, status, notice } = refusalOf(error, request)
      if (code !== 'CREDIT_NOTE_INVALID' && code !== 'REASON_REQUIRED') throw error
      return sendInvoicePage(request, reply, status, { fields, fault: notice.text })
    }
  })

  async function sendInvoicePage(
    request: FastifyRequest<OneInvoice>,
    reply: FastifyReply,
    status: number,
    typed?: { fields: Record<string, string>; fault: string },
  ) {
    const language = languageOf(request)
    const invoice = await findInvoice(deps.db, request.params.invoiceId)
    const notes = await listCreditNotes(deps.db, { invoiceIds: [invoice.id] })
    const page = oneInvoicePage({
      ...{ language, invoice, notes },
      href: `${path}/${invoice.id}`,
      formId: newId(deps.clock.now()),
      notice: doneNotice(request, speakEach(language, doneNotices)),
      ...(typed && { typed }),
    })
    return deps.sendPage(request, reply, status, { ...page, isFormPage: request.method === 'POST' })
  }

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
