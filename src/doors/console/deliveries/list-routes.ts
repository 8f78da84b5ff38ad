import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../../../base/http/response-language.ts'
import { localDayText } from '../../../base/kernel/local-time.ts'
import { listDeliveriesForExport } from '../../../domain/deliveries/finding/list-deliveries-for-export.ts'
import { searchDeliveries } from '../../../domain/deliveries/finding/search-deliveries.ts'
import {
  deliveryExport,
  type ExportFormat,
  exportContentTypes,
} from '../../../web/exports/delivery-export.ts'
import { chargedRows, workCost } from '../../../web/limit-work.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { memberOf, shopHref, shopPath } from '../console-request.ts'
import { listPage } from './list-page.ts'
import { filterOf, readListQuery } from './shop-list-query.ts'

const pageSize = 30

/** The list of a shop's deliveries, and the files that they are taken away in. */
export async function listRoutes(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { db, clock, pricing, sendPage } = deps
  const config = { needs: 'SELL' } as const

  app.get(`${shopPath}/deliveries`, { config }, async (request, reply) => {
    const { query, search, shopId } = readQuery(request)
    const found = await searchDeliveries(db, shopId, { ...search, olderThan: query.before }, pageSize)
    const language = languageOf(request)
    const facts = {
      language,
      shopHref: shopHref(shopId),
      now: clock.now(),
      timeZone: deps.timeZone,
      query,
      ...found,
    }
    return sendPage(request, reply, query.wrong.length > 0 ? 422 : 200, listPage(facts))
  })

  for (const format of ['csv', 'xlsx'] as const)
    app.get(
      `${shopPath}/deliveries/export.${format}`,
      { config: { ...config, cost: workCost.file } },
      async (request, reply) => sendExport(request, reply, format),
    )

  async function sendExport(request: FastifyRequest, reply: FastifyReply, format: ExportFormat) {
    const { search, shopId } = readQuery(request)
    const deliveries = listDeliveriesForExport(db, shopId, search)
    const context = { language: languageOf(request), map: pricing.map.current(), timeZone: deps.timeZone }
    const day = localDayText(clock.now(), deps.timeZone)
    return reply
      .type(exportContentTypes[format])
      .header('content-disposition', `attachment; filename="colis-${day}.${format}"`)
      .send(deliveryExport(format, chargedRows(request, deliveries), context))
  }

  /** Days are those of the company, as they are in its books and by API (decision 259). */
  function readQuery(request: FastifyRequest) {
    const { shop } = memberOf(request)
    const query = readListQuery(request.query)
    const search = { typed: query.typed, country: shop.country, filter: filterOf(query, deps.timeZone) }
    return { query, search, shopId: shop.id }
  }
}
