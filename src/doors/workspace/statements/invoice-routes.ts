import type { FastifyInstance, FastifyReply } from 'fastify'
import { html } from 'ghtml'
import { ApiError } from '../../../base/contract/errors.ts'
import type { Database } from '../../../base/database/open-database.ts'
import { languageOf } from '../../../base/http/response-language.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { invoiceNumber } from '../../../domain/statements/invoices/invoice.ts'
import { listInvoices } from '../../../domain/statements/invoices/invoice-store.ts'
import { sentText } from '../exports/delivery-filter.ts'
import type { KeepingDeps } from '../keeping/shop-keeping.ts'
import { workCost } from '../limit-work.ts'
import { invoiceRows } from './invoice-list-page.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { invoiceWording } from './invoice-wording.ts'
import { shopStatementWording } from './shop-statement-wording.ts'

type OneInvoice = { Params: { shopId: string; invoiceId: string } }
const pageSize = 24

/** The invoices of a shop, for its owners and for those who run the service. */
export async function invoiceRoutes(app: FastifyInstance, deps: KeepingDeps): Promise<void> {
  const path = `${deps.shopPath}/invoices`
  const config = deps.configFor('MANAGE_PAYOUTS')

  app.get(path, { config }, async (request, reply) => {
    const { id: shopId } = deps.shopOf(request)
    const language = languageOf(request)
    const found = await findInvoices(deps.db, { shopId, query: request.query, pageSize })
    const words = invoiceWording[language]
    const href = deps.shopHref(shopId, '/invoices')
    const rows = invoiceRows({ language, href, namesShops: false, ...found })
    return deps.sendKept(request, reply, 200, 'money', {
      title: words.title,
      main: html`<p>${words.lead}</p><p class="acts"><a class="button plain" href="${deps.shopHref(shopId, '/statement')}">${shopStatementWording[language].title}</a></p>!${rows}`,
    })
  })

  const file = { config: { ...config, cost: workCost.form } }
  app.get<OneInvoice>(`${path}/:invoiceId/pdf`, file, async (request, reply) => {
    const { id: shopId } = deps.shopOf(request)
    return sendInvoice(deps.db, reply, {
      id: request.params.invoiceId,
      shopId,
      language: languageOf(request),
    })
  })
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
  const [invoice] = isUuid(id) ? await listInvoices(db, { id, ...(shopId && { shopId }) }, 1) : []
  if (!invoice) throw new ApiError('INVOICE_NOT_FOUND')
  return reply
    .type('application/pdf')
    .headers({
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="facture-${invoiceNumber(invoice)}.pdf"`,
    })
    .send(await invoicePdf(invoice, language))
}
