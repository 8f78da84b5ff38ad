import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../../../../base/kernel/language.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { listDeliveriesById } from '../../../../domain/deliveries/searching/delivery-search-store.ts'
import { requireApproved } from '../../../../domain/shops/require-approved.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { chosenOf } from '../../../../pages/form-fields.ts'
import { labelCost, workCost } from '../../../../web/limit-work.ts'
import { isSlowToDraw } from '../../../../web/sheets/written-line.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import { memberOf, shopPath } from '../../console-request.ts'
import {
  formatCookie,
  keptFormat,
  type LabelFormat,
  labelFormats,
  maxLabels,
  zplDots,
} from './label-formats.ts'
import { type Label, labelView } from './label-view.ts'
import { labelsPdf } from './labels-pdf.ts'
import { labelsZpl } from './labels-zpl.ts'

type LabelQuery = { id?: unknown; format?: unknown }

/**
 * `/deliveries/labels?id=…&format=A6`: labels to print, of one delivery or of many. A format that is chosen
 * is kept in the browser; without one it is that, or A6, and A4 for several.
 */
export async function labelRoutes(
  app: FastifyInstance,
  { db, clock, pricing, isSecure }: ConsoleDeps,
): Promise<void> {
  app.get<{ Querystring: LabelQuery }>(
    `${shopPath}/deliveries/labels`,
    { config: { needs: 'SELL', cost: workCost.form } },
    async (request, reply) => {
      const { shop } = memberOf(request)
      requireApproved(shop)
      const language = languageOf(request)
      const rows = await listDeliveriesById(db, shop.id, idsOf(request))
      if (rows.length === 0) throw new ApiError('DELIVERY_NOT_FOUND')
      const map = pricing.map.current()
      const labels = rows.map((row) => labelView(row, { shopName: shop.name, map, language }))
      request.chargeWork(costOf(labels))
      const chosen = chosenOf('format', request.query.format, labelFormats)
      if (chosen) reply.header('set-cookie', formatCookie(chosen, isSecure))
      const format = chosen ?? keptFormat(request.headers.cookie) ?? (labels.length === 1 ? 'A6' : 'A4')
      return send(reply, labels, { format, language, createdAt: clock.now() })
    },
  )
}

function costOf(labels: readonly Label[]): number {
  const isJoined = ({ shop, firstName, place, landmark }: Label) =>
    [shop, firstName, place, landmark ?? ''].some(isSlowToDraw)
  const costs = labels.map((label) => (isJoined(label) ? labelCost.joined : labelCost.plain))
  return Math.min(
    labelCost.most,
    costs.reduce<number>((sum, cost) => sum + cost, 0),
  )
}

async function send(
  reply: FastifyReply,
  labels: readonly Label[],
  { format, ...sheet }: { format: LabelFormat; language: Language; createdAt: Date },
) {
  const name = labels.length === 1 ? labels[0]?.reference : 'colis'
  if (format === 'ZPL' || format === 'ZPL_300')
    return reply
      .type('application/zpl')
      .header('content-disposition', `attachment; filename="${name}.zpl"`)
      .send(labelsZpl(labels, { ...sheet, dotsPerMm: zplDots[format] }))
  return reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="${name}.pdf"`)
    .send(await labelsPdf(labels, { ...sheet, format }))
}

/** Which deliveries are asked for, at most as many as one document holds. */
function idsOf({ query }: FastifyRequest<{ Querystring: LabelQuery }>): string[] {
  const ids = [query.id ?? []].flat().filter((id): id is string => typeof id === 'string' && isUuid(id))
  return [...new Set(ids)].slice(0, maxLabels)
}
