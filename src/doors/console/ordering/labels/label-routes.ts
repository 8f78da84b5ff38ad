import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { listDeliveriesById } from '../../../../domain/deliveries/searching/delivery-search-store.ts'
import { requireApproved } from '../../../../domain/shops/require-approved.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { chosenOf } from '../../../../pages/form-fields.ts'
import { labelCost, workCost } from '../../../../web/limit-work.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import { memberOf, shopPath } from '../../console-request.ts'
import { labelView } from './label-view.ts'
import { type LabelFormat, labelFormats, labelsPdf, maxLabels } from './labels-pdf.ts'

type LabelQuery = { id?: unknown; format?: unknown }

/** `/deliveries/labels?id=…&format=A6`: labels to print, of one delivery or of many; A4 for several. */
export async function labelRoutes(app: FastifyInstance, { db, clock, pricing }: ConsoleDeps): Promise<void> {
  app.get<{ Querystring: LabelQuery }>(
    `${shopPath}/deliveries/labels`,
    { config: { needs: 'SELL', cost: workCost.form } },
    async (request, reply) => {
      const { shop } = memberOf(request)
      requireApproved(shop)
      const language = languageOf(request)
      const rows = await listDeliveriesById(db, shop.id, idsOf(request))
      if (rows.length === 0) throw new ApiError('DELIVERY_NOT_FOUND')
      request.chargeWork(labelCost * rows.length)
      const map = pricing.map.current()
      const labels = rows.map((row) => labelView(row, { shopName: shop.name, map, language }))
      const format = formatOf(request.query, labels.length)
      const name = labels.length === 1 ? labels[0]?.reference : 'colis'
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="${name}.pdf"`)
        .send(await labelsPdf(labels, { format, language, createdAt: clock.now() }))
    },
  )
}

/** Which deliveries are asked for, at most as many as one document holds. */
function idsOf({ query }: FastifyRequest<{ Querystring: LabelQuery }>): string[] {
  const ids = [query.id ?? []].flat().filter((id): id is string => typeof id === 'string' && isUuid(id))
  return [...new Set(ids)].slice(0, maxLabels)
}

const formatOf = ({ format }: LabelQuery, count: number): LabelFormat =>
  chosenOf('format', format, labelFormats) ?? (count === 1 ? 'A6' : 'A4')
