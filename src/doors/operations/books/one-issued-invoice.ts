import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { newId } from '../../../base/kernel/clock.ts'
import { amountText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { readFcfa } from '../../../base/kernel/written-number.ts'
import { type CreditLine, linesLeft } from '../../../domain/money/statements/invoices/credit-note.ts'
import { listCreditNotes } from '../../../domain/money/statements/invoices/credit-note-store.ts'
import { invoicedServices, invoiceNumber } from '../../../domain/money/statements/invoices/invoice.ts'
import { issueCreditNote } from '../../../domain/money/statements/invoices/issue-credit-note.ts'
import { languageOf } from '../../../http/response-language.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { hiddenField, postForm, submitButton, textField } from '../../../pages/form-parts.ts'
import { workCost } from '../../../web/limit-work.ts'
import { attempt, doneNotice, redirectAfter } from '../../../web/signed-in-request.ts'
import { creditNoteRows } from '../../../web/statements/invoice-list-page.ts'
import { invoicedServiceText } from '../../../web/statements/invoice-pdf.ts'
import { findInvoice, sendCreditNote, sendInvoice } from '../../../web/statements/invoice-routes.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { speak } from '../operations-words.ts'
import { booksPart } from './books-part-page.ts'
import { invoicesHref } from './issued-invoices.ts'

type OneInvoice = { Params: { invoiceId: string } }
type OneNote = { Params: { invoiceId: string; noteId: string } }
/** What was typed into the form of a credit note and refused, and why. */
type Refused = { typed: Record<string, string>; fault: string }

/**
 * `/operations/service/books/invoices/ID`: an invoice, its credit notes, and the form that takes something
 * off.
 */
export async function oneIssuedInvoicePage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock } = deps
  const config = { operates: 'MANAGE' } as const
  const file = { config: { ...config, cost: workCost.form } }
  const one = `${invoicesHref}/:invoiceId`

  app.get<OneInvoice>(one, { config }, (request, reply) => show(request, reply, 200))

  app.get<OneInvoice>(`${one}/pdf`, file, (request, reply) =>
    sendInvoice(db, reply, { id: request.params.invoiceId, language: languageOf(request) }),
  )

  app.get<OneNote>(`${one}/credit-notes/:noteId/pdf`, file, (request, reply) => {
    const { noteId: id, invoiceId } = request.params
    return sendCreditNote(db, reply, { id, invoiceId, language: languageOf(request) })
  })

  app.post<OneInvoice>(`${one}/credit`, { config, bodyLimit: 8_192 }, async (request, reply) => {
    const typed = fieldsOf(request.body)
    const { form = '', reason = '' } = typed
    const { id: invoiceId } = await findInvoice(db, request.params.invoiceId)
    const lines = invoicedServices.map((service) => ({ service, amountFcfa: readLine(typed[service]) }))
    const id = isUuid(form) ? form : newId(clock.now())
    return attempt(
      request,
      async () => {
        await issueCreditNote({ ...deps, actor: actorOf(request) }, { id, invoiceId, lines, reason })
        return redirectAfter(reply, `${invoicesHref}/${invoiceId}`, 'credited')
      },
      ({ code, status, notice }, error) => {
        if (code !== 'CREDIT_NOTE_INVALID' && code !== 'REASON_REQUIRED') throw error
        return show(request, reply, status, { typed, fault: notice.text })
      },
    )
  })

  async function show(
    request: FastifyRequest<OneInvoice>,
    reply: FastifyReply,
    status: number,
    refused?: Refused,
  ) {
    const invoice = await findInvoice(db, request.params.invoiceId)
    const notes = await listCreditNotes(db, { invoiceIds: [invoice.id] })
    const language = languageOf(request)
    const t = speak(language)
    const href = `${invoicesHref}/${invoice.id}`
    const amount = (fcfa: number) => amountText(fcfa, language)
    const lines = invoice.lines.map(({ service, amountFcfa }) => {
      const name = invoicedServiceText(service, language)
      return html`<div><dt>${name}</dt><dd>${amount(amountFcfa)}</dd></div>`
    })
    const noteRows = creditNoteRows(language, notes, (note) => `${href}/credit-notes/${note.id}/pdf`)
    const form = creditForm(href, linesLeft(invoice, notes), newId(clock.now()), refused, language)
    const page = booksPart(language, t('Invoice {number}', { number: invoiceNumber(invoice) }), {
      notice: doneNotice(request, { credited: t('The credit note is issued.') }),
      isFormPage: request.method === 'POST',
      main: html`<p>${invoice.buyer.name}</p>
<section class="card"><dl>!${lines}
<div class="total"><dt>${t('Total')}</dt><dd>${amount(invoice.totalFcfa)}</dd></div></dl>
<p class="acts"><a class="button plain" href="${href}/pdf">${t('PDF')}</a></p></section>
!${notes.length === 0 ? '' : html`<h2>${t('Credit notes')}</h2>!${noteRows}`}
<section class="card" id="credit"><h2>${t('Issue a credit note')}</h2>!${form}</section>`,
    })
    return deps.sendPage(request, reply, status, page)
  }
}

/** What is taken off a line: nothing where nothing was typed; the verb refuses what is no amount. */
const readLine = (text = ''): number => (text.trim() === '' ? 0 : (readFcfa(text) ?? -1))

/** `formId` is of the form: sent again, it issues nothing more. */
function creditForm(
  href: string,
  left: readonly CreditLine[],
  formId: string,
  refused: Refused | undefined,
  language: Language,
): string {
  const t = speak(language)
  if (left.length === 0) return html`<p>${t('Everything was taken off this invoice already.')}</p>`
  const lines = left.map(({ service, amountFcfa }, at) =>
    textField({
      name: service,
      label: invoicedServiceText(service, language),
      hint: t('{amount} at most, tax included', { amount: amountText(amountFcfa, language) }),
      value: refused?.typed[service],
      error: at === 0 ? refused?.fault : undefined,
      attributes: { inputmode: 'numeric', autocomplete: 'off', maxlength: 15 },
    }),
  )
  const reason = textField({
    name: 'reason',
    label: t('Why (the shop reads it)'),
    value: refused?.typed.reason,
    attributes: { maxlength: 200, required: true },
  })
  const lead = t(
    'The shop owes that much less; what it has paid already is paid out to it with its sales. A credit note never changes.',
  )
  const fields = html`!${hiddenField('form', formId)}!${lines}!${reason}
!${submitButton(t('Issue the credit note'), 'danger')}`
  return html`<p>${lead}</p>!${postForm(`${href}/credit`, fields)}`
}
