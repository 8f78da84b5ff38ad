import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../base/database/open-database.ts'
import { ApiError } from '../../contract/errors.ts'
import { customerPath } from '../../domain/deliveries/sharing/customer-link.ts'
import { readTripReceipt } from '../../domain/money/statements/invoices/read-trip-receipt.ts'
import { languageOf } from '../../http/response-language.ts'
import type { RulesDeps } from '../../rules.ts'
import { receiptPdf } from '../../web/statements/invoice-pdf.ts'
import type { LinkedDelivery } from './read-linked-delivery.ts'

export type ReceiptDeps = RulesDeps & {
  db: Database
  timeZone: string
  /** The delivery of the link that a request names. */
  linkedDeliveryOf: (request: FastifyRequest) => Promise<LinkedDelivery>
}

/** A sheet takes more work than a page. */
const receiptCost = 5

/** GET /p/:token/receipt.pdf: the receipt of the trip, for the customer who paid it. A Fastify plugin. */
export async function receiptRoutes(app: FastifyInstance, deps: ReceiptDeps): Promise<void> {
  const config = { config: { cost: receiptCost } }
  app.get(`${customerPath}:token/receipt.pdf`, config, async (request, reply) => {
    const { key } = await deps.linkedDeliveryOf(request)
    const receipt = await readTripReceipt(deps, key.id)
    if (!receipt) throw new ApiError('ROUTE_NOT_FOUND', { method: 'GET', path: `${customerPath}…` })
    return reply
      .type('application/pdf')
      .headers({
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="recu-${receipt.reference}.pdf"`,
      })
      .send(await receiptPdf(receipt, languageOf(request)))
  })
}
