import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../../../../base/http/response-language.ts'
import { pointInText } from '../../../../base/kernel/position-text.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { createDeliveries } from '../../../../domain/deliveries/create-deliveries.ts'
import { writesToPhones } from '../../../../domain/messages/message-deps.ts'
import { maxBulkBytes, readableTable } from '../../../../web/bulk-text.ts'
import { workCost } from '../../../../web/limit-work.ts'
import { acceptFiles, readSentForm, refuseLargerForms } from '../../../../web/read-sent-form.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import { actorOf, memberOf, shopHref, shopPath } from '../../console-request.ts'
import { speak } from '../../console-words.ts'
import { closedNotice } from '../closed-notice.ts'
import { type OrderPlace, readOrderPlace } from '../read-order-place.ts'
import { type BulkReading, readBulkRows } from './bulk-rows.ts'
import { type ManyScreen, manyFormPage, manyOutcomePage, manyPreviewPage } from './many-page.ts'
import { manyFaults, manyMissing } from './many-wording.ts'

/** A table of the largest size, in which every sign may take three bytes, and the fields beside it. */
const formBytes = 3 * maxBulkBytes + 64 * 1024

/**
 * Ordering many deliveries from a table: a preview that names each faulty cell, then the orders, each row with its own
 * Idempotency-Key, so that nothing is ordered twice (decision 135).
 */
export async function manyRoutes(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const path = `${shopPath}/deliveries/new/many`
  const config = { needs: 'SELL' } as const
  await acceptFiles(app, { fields: 10, fieldBytes: 3 * maxBulkBytes, fileBytes: maxBulkBytes })

  app.get(path, { config }, async (request, reply) =>
    deps.sendPage(request, reply, 200, manyFormPage((await screenOf(request, {}, '')).screen)),
  )

  app.post(
    path,
    {
      config: { ...config, cost: workCost.file, hasOwnBodyDeadline: true },
      bodyLimit: formBytes,
      onRequest: refuseLargerForms(formBytes),
    },
    async (request, reply) => {
      const { fields, file } = await readSentForm(request, reply, 'file')
      const table = readableTable(file ?? fields.table ?? '')
      const { screen, place } = await screenOf(request, fields, table ?? '')
      if (fields.act === 'change') return deps.sendPage(request, reply, 200, manyFormPage(screen))
      const reading = read(request, screen, place, table ?? file ?? '')
      if ('fault' in reading) return sendFault(request, reply, screen, reading)
      if (fields.act !== 'order') return deps.sendPage(request, reply, 200, manyPreviewPage(screen, reading))
      const rows = reading.rows.filter((row) => row.ready)
      const outcomes = await createDeliveries(
        { ...deps, actor: actorOf(request) },
        memberOf(request).shop.id,
        rows.flatMap(({ ready }) => ready ?? []),
      )
      return deps.sendPage(request, reply, 200, manyOutcomePage(screen, rows, outcomes))
    },
  )

  function read(
    request: FastifyRequest,
    { pickupAddressId, again }: ManyScreen,
    { country, city }: Pick<OrderPlace, 'country' | 'city'>,
    source: string | Uint8Array,
  ): BulkReading {
    const shopId = memberOf(request).shop.id
    return readBulkRows(source, {
      country,
      pointInText: (text) => pointInText(text, city?.center),
      shopId,
      pickupAddressId,
      ...(again !== '' && { again }),
    })
  }

  function sendFault(
    request: FastifyRequest,
    reply: FastifyReply,
    screen: ManyScreen,
    { fault, missing }: Extract<BulkReading, { fault: unknown }>,
  ) {
    const t = speak(screen.language)
    const said = missing ? t(manyMissing[missing]) : t(manyFaults[fault])
    return deps.sendPage(request, reply, 422, manyFormPage(screen, said))
  }

  async function screenOf(request: FastifyRequest, fields: Record<string, string>, table: string) {
    const shopId = memberOf(request).shop.id
    const place = await readOrderPlace(deps, shopId, fields.pickupAddressId)
    const chosen = place.addresses.find(({ id }) => id === fields.pickupAddressId) ?? place.addresses[0]
    const screen: ManyScreen = {
      language: languageOf(request),
      shopHref: shopHref(shopId),
      writesToPhones: writesToPhones(deps.messages.routes),
      addresses: place.addresses,
      table,
      pickupAddressId: chosen?.id ?? '',
      again: againOf(fields.again),
      closed: closedNotice(place.city, deps.clock.now(), languageOf(request)),
    }
    return { screen, place }
  }
}

/** New rows get a mark that the preview keeps, so that sending its form twice orders nothing twice. */
const againOf = (sent = ''): string => (sent === 'new' ? randomUUID() : isUuid(sent) ? sent : '')
