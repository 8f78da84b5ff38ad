import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { Database } from '../../base/database/open-database.ts'
import type { Language } from '../../base/kernel/language.ts'
import { isUuid } from '../../base/kernel/uuid.ts'
import { ApiError } from '../../contract/errors.ts'
import { findStamps } from '../../domain/money/statements/fiscal/fiscal-store.ts'
import { type CreditNote, creditNoteNumber } from '../../domain/money/statements/invoices/credit-note.ts'
import { listCreditNotes } from '../../domain/money/statements/invoices/credit-note-store.ts'
import { type Invoice, invoiceNumber } from '../../domain/money/statements/invoices/invoice.ts'
import { listInvoices } from '../../domain/money/statements/invoices/invoice-store.ts'
import { changeShop } from '../../domain/shops/change-shop.ts'
import { languageOf } from '../../http/response-language.ts'
import { fieldsOf } from '../../pages/form-fields.ts'
import { postForm, submitButton, textField } from '../../pages/form-parts.ts'
import { sentText } from '../exports/delivery-filter.ts'
import type { KeepingDeps } from '../keeping/shop-keeping.ts'
import { workCost } from '../limit-work.ts'
import { doneNotice, redirectAfter, refusalOf } from '../signed-in-request.ts'
import { speak } from '../web-words.ts'
import { creditNoteRows, invoiceRows } from './invoice-list-page.ts'
import { creditNotePdf, invoicePdf } from './invoice-pdf.ts'

type OneInvoice = { Params: { shopId: string; invoiceId: string } }
const pageSize = 24

/** The invoices of a shop, for its owners and for those who run the service. */
export async function invoiceRoutes(app: FastifyInstance, deps: KeepingDeps): Promise<void> {
  const path = `${deps.shopPath}/invoices`
  const config = deps.configFor('MANAGE_PAYOUTS')

  app.get(path, { config }, async (request, reply) => sendList(request, reply, 200))

  const changing = { config: deps.configFor('MANAGE_SHOP'), bodyLimit: 4_096 }
  app.post(`${path}/tax-id`, changing, async (request, reply) => {
    const { id: shopId } = deps.shopOf(request)
    const typed = (fieldsOf(request.body).taxId ?? '').slice(0, 60)
    try {
      await changeShop({ ...deps, actor: deps.actorOf(request) }, shopId, { taxId: typed })
      return redirectAfter(reply, deps.shopHref(shopId, '/invoices'), 'saved')
    } catch (error) {
      const { code, status, notice } = refusalOf(error, request)
      if (code !== 'TAX_ID_INVALID') throw error
      return sendList(request, reply, status, { typed, fault: notice.text })
    }
  })

  async function sendList(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    taxId?: { typed: string; fault: string },
  ) {
    const { id: shopId, tax_id } = deps.shopOf(request)
    const language = languageOf(request)
    const found = await findInvoices(deps.db, { shopId, query: request.query, pageSize })
    const t = speak(language)
    const href = deps.shopHref(shopId, '/invoices')
    const rows = invoiceRows({ language, href, namesShops: false, ...found })
    const form = postForm(
      `${href}/tax-id`,
      html`!${textField({
        name: 'taxId',
        label: t('Your tax number (IFU, NCC, NIF…)'),
        hint: t('Your next invoices will print it: your accountant needs it to deduct the VAT.'),
        value: taxId?.typed ?? tax_id ?? '',
        error: taxId?.fault,
        attributes: { maxlength: 60, autocomplete: 'off', autocapitalize: 'characters' },
      })}!${submitButton(t('Save'), 'plain')}`,
    )
    const lead = t('One invoice for each closed month, for the trips and fees that the shop bears.')
    const statementHref = deps.shopHref(shopId, '/statement')
    const statement = html`<a class="button plain" href="${statementHref}">${t('Statement')}</a>`
    return deps.sendKept(request, reply, status, 'money', {
      title: t('Invoices'),
      notice: doneNotice(request, { saved: t('Saved.') }),
      isFormPage: request.method === 'POST',
      main: html`!${[
        html`<p>${lead}</p><p class="acts">!${statement}</p>`,
        rows,
        await creditNotesOf(deps.db, found.invoices, href, language),
        html`<section class="card">!${form}</section>`,
      ]}`,
    })
  }

  const file = { config: { ...config, cost: workCost.form } }
  app.get<OneInvoice & { Params: { noteId: string } }>(
    `${path}/:invoiceId/credit-notes/:noteId/pdf`,
    file,
    async (request, reply) => {
      const { invoiceId, noteId } = request.params
      const language = languageOf(request)
      return sendCreditNote(deps.db, reply, {
        id: noteId,
        invoiceId,
        shopId: deps.shopOf(request).id,
        language,
      })
    },
  )

  app.get<OneInvoice>(`${path}/:invoiceId/pdf`, file, async (request, reply) => {
    const { id: shopId } = deps.shopOf(request)
    return sendInvoice(deps.db, reply, {
      id: request.params.invoiceId,
      shopId,
      language: languageOf(request),
    })
  })
}

/** The credit notes of these invoices as rows, below the heading; nothing where there are none. */
async function creditNotesOf(db: Database, invoices: readonly Invoice[], href: string, language: Language) {
  const notes = await listCreditNotes(db, { invoiceIds: invoices.map(({ id }) => id) })
  if (notes.length === 0) return ''
  const hrefOf = (note: CreditNote) => `${href}/${note.invoiceId}/credit-notes/${note.id}/pdf`
  return html`<h2>${speak(language)('Credit notes')}</h2>!${creditNoteRows(language, notes, hrefOf)}`
}

/** A page of invoices, from the number that an address names. */
export async function findInvoices(
  db: Database,
  { shopId, query, pageSize: size }: { shopId?: string; query: unknown; pageSize: number },
) {
  const [, year, serial] = /^(\d{4})-(\d{6,9})$/.exec(sentText(query, 'before', 20)) ?? []
  const before = year && serial ? { year: Number(year), serial: Number(serial) } : undefined
  const found = await listInvoices(db, { ...(shopId && { shopId }), before }, size + 1)
  return { invoices: found.slice(0, size), hasMore: found.length > size, isLater: before !== undefined }
}

/** Sends an invoice as PDF. Throws INVOICE_NOT_FOUND. */
export async function sendInvoice(
  db: Database,
  reply: FastifyReply,
  { id, shopId, language }: { id: string; shopId?: string; language: Language },
) {
  const invoice = await findInvoice(db, id, shopId)
  return sendPaper(
    reply,
    `facture-${invoiceNumber(invoice)}`,
    await invoicePdf(invoice, language, (await findStamps(db, [invoice.id])).get(invoice.id)),
  )
}

/** Sends a credit note as PDF. Throws INVOICE_NOT_FOUND. */
export async function sendCreditNote(
  db: Database,
  reply: FastifyReply,
  { id, invoiceId, shopId, language }: { id: string; invoiceId: string; shopId?: string; language: Language },
) {
  const invoice = await findInvoice(db, invoiceId, shopId)
  const note = (await listCreditNotes(db, { invoiceIds: [invoice.id] })).find((each) => each.id === id)
  if (!note) throw new ApiError('INVOICE_NOT_FOUND')
  return sendPaper(
    reply,
    `avoir-${creditNoteNumber(note)}`,
    await creditNotePdf({ note, invoice }, language, (await findStamps(db, [note.id])).get(note.id)),
  )
}

/** An invoice, of this shop if one is named. Throws INVOICE_NOT_FOUND. */
export async function findInvoice(db: Database, id: string, shopId?: string): Promise<Invoice> {
  const [invoice] = isUuid(id) ? await listInvoices(db, { id, ...(shopId && { shopId }) }, 1) : []
  if (!invoice) throw new ApiError('INVOICE_NOT_FOUND')
  return invoice
}

const sendPaper = (reply: FastifyReply, name: string, pdf: Readable) =>
  reply
    .type('application/pdf')
    .headers({ 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${name}.pdf"` })
    .send(pdf)
