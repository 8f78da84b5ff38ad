import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { issueInvoices } from '../../../domain/money/statements/invoices/issue-invoices.ts'
import { monthsOver } from '../../../domain/money/statements/shop/statement-period.ts'
import { outsideDeadline } from '../../../http/response-deadline.ts'
import { languageOf } from '../../../http/response-language.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { postForm, submitButton } from '../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { attempt, doneNotice, redirectAfter } from '../../../web/signed-in-request.ts'
import { invoiceRows } from '../../../web/statements/invoice-list-page.ts'
import { findInvoices } from '../../../web/statements/invoice-routes.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { speak } from '../operations-words.ts'
import { serviceHref } from '../service/service-page.ts'
import { booksPart, monthField } from './books-part-page.ts'

export const invoicesHref = `${serviceHref('books')}/invoices`
const pageSize = 50

/** `/operations/service/books/invoices`: the invoices of all shops, and issuing those of a month. */
export async function issuedInvoicesPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone } = deps
  const config = { operates: 'MANAGE' } as const

  app.get(invoicesHref, { config }, (request, reply) => {
    const t = speak(languageOf(request))
    const done = {
      issued: t('The invoices of the month are issued.'),
      nothing: t('There was nothing more to invoice for this month.'),
    }
    return show(request, reply, 200, doneNotice(request, done))
  })

  app.post(invoicesHref, { config, bodyLimit: 4_096 }, async (request, reply) => {
    const { month = '' } = fieldsOf(request.body)
    const acting = { ...deps, actor: actorOf(request) }
    return attempt(
      request,
      async () => {
        const issued = await outsideDeadline(request, () => issueInvoices(acting, month.slice(0, 7)))
        return redirectAfter(reply, invoicesHref, issued.length > 0 ? 'issued' : 'nothing')
      },
      ({ status, notice }) => show(request, reply, status, notice),
    )
  })

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    notice: WorkspaceNotice | undefined,
  ) {
    const found = await findInvoices(db, { query: request.query, pageSize })
    const language = languageOf(request)
    const t = speak(language)
    const lead = t('The invoices of all shops, numbered without gaps. One that was issued never changes.')
    const about = t(
      'The month must be closed in the books. A shop that has its invoice of the month keeps it.',
    )
    const rows = invoiceRows({ language, href: invoicesHref, namesShops: true, ...found })
    const month = monthField(monthsOver(clock.now(), timeZone), language)
    const form = html`!${month}!${submitButton(t('Issue the invoices of a month'))}`
    const page = booksPart(language, t('Invoices to shops'), {
      notice,
      isFormPage: request.method === 'POST',
      main: html`<p>${lead}</p>!${rows}
<section class="card"><h2>${t('Issue the invoices of a month')}</h2><p>${about}</p>
!${postForm(invoicesHref, form)}</section>`,
    })
    return deps.sendPage(request, reply, status, page)
  }
}
