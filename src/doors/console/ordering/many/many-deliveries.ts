import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Point } from '../../../../base/kernel/point.ts'
import { pointInText } from '../../../../base/kernel/position-text.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { createDeliveries } from '../../../../domain/deliveries/order/create-deliveries.ts'
import { writesToPhones } from '../../../../domain/messages/message-deps.ts'
import { findOrderColumns } from '../../../../domain/shops/order-files/order-columns-store.ts'
import { rememberOrderColumns } from '../../../../domain/shops/order-files/remember-order-columns.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { maxBulkBytes, readableTable } from '../../../../web/bulk-text.ts'
import { csvHeaders } from '../../../../web/exports/csv-file.ts'
import { exportContentTypes } from '../../../../web/exports/delivery-export.ts'
import { workCost } from '../../../../web/limit-work.ts'
import { acceptFiles, readSentForm, refuseLargerForms } from '../../../../web/read-sent-form.ts'
import type { SheetFault } from '../../../../web/sheet-file.ts'
import { isWorkbook, readSheetText } from '../../../../web/sheet-text.ts'
import type { ConsoleContent, ConsoleDeps } from '../../console-deps.ts'
import { actorOf, memberOf, shopHref, shopPath } from '../../console-request.ts'
import { speak } from '../../console-words.ts'
import { closedNotice, readOrderPlace } from '../order-place.ts'
import { type BulkReading, type BulkRules, type BulkTable, openTable, readOrders } from './bulk-rows.ts'
import { headingsHash, rememberedChoices, sentChoices } from './column-choices.ts'
import { type ManyScreen, outcomeRows } from './many-rows.ts'
import { faultyRowsFile, orderTemplate } from './order-files.ts'
import { previewRows } from './preview-rows.ts'
import { tableFaults, tableForm } from './table-form.ts'
import { priceTrips } from './trip-sums.ts'

/** A table of the largest size, in which every sign may take three bytes, and the fields beside it. */
const formBytes = 3 * maxBulkBytes + 64 * 1024
/** The table, a choice for each of a hundred columns, and the words of payment. */
const maxFields = 180

/**
 * `/deliveries/new/many`: ordering many deliveries from a table or a file. A preview says what each column is
 * taken for and names each faulty cell, then come the orders, each row with its own Idempotency-Key, so that
 * nothing is ordered twice (decisions 135, 305).
 */
export async function manyDeliveriesPage(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const path = `${shopPath}/deliveries/new/many`
  const config = { needs: 'SELL' } as const
  await acceptFiles(app, { fields: maxFields, fieldBytes: 3 * maxBulkBytes, fileBytes: maxBulkBytes })

  app.get(path, { config }, async (request, reply) => {
    const { screen } = await screenOf(request, {}, '')
    return deps.sendPage(request, reply, 200, { ...frameOf(screen), main: tableForm(screen) })
  })

  app.get(`${path}/template.xlsx`, { config }, async (request, reply) => {
    const language = languageOf(request)
    return reply
      .headers({
        'content-type': exportContentTypes.xlsx,
        'content-disposition': `attachment; filename="${speak(language)('deliveries-template')}.xlsx"`,
      })
      .send(Buffer.from(await orderTemplate(language)))
  })

  const options = {
    config: { ...config, cost: workCost.file, hasOwnBodyDeadline: true },
    bodyLimit: formBytes,
    onRequest: refuseLargerForms(formBytes),
  }
  app.post(path, options, async (request, reply) => {
    const { fields, file } = await readSentForm(request, reply, 'file')
    const source = file && isWorkbook(file) ? await readSheetText(file) : undefined
    const sent = typeof source === 'object' ? source.text : (file ?? fields.table ?? '')
    const table = readableTable(sent)
    const { screen, rules } = await screenOf(request, fields, table ?? '')
    const send = (status: number, content: Omit<ConsoleContent, 'section' | 'title'>) =>
      deps.sendPage(request, reply, status, { ...frameOf(screen), ...content })
    const refuse = (fault: keyof typeof tableFaults) =>
      send(422, {
        notice: { kind: 'refused', text: speak(screen.language)(tableFaults[fault]) },
        // What was typed before a file was refused is kept.
        main: tableForm(typeof source === 'string' ? { ...screen, table: fields.table ?? '' } : screen),
      })
    if (typeof source === 'string') return refuse(source satisfies SheetFault)
    if (fields.act === 'change') return send(200, { main: tableForm(screen) })
    const reading = await readMapped(request, fields, table ?? sent, rules)
    if ('fault' in reading) return refuse(reading.fault)
    if (fields.act === 'faulty') return sendFaulty(reply, reading, screen)
    const sheet = typeof source === 'object' ? source : undefined
    const isOpen = reading.mapping.reasons.length > 0
    if (fields.act !== 'order' || isOpen) {
      const inputs = reading.rows.flatMap(({ ready }) => (ready && !isOpen ? [ready.input] : []))
      const prices = await priceTrips(deps, memberOf(request).shop.id, inputs)
      return send(fields.act === 'order' ? 422 : 200, previewRows({ ...screen, sheet }, reading, prices))
    }
    const rows = reading.rows.filter(({ ready }) => ready)
    const outcomes = await createDeliveries(
      { ...deps, actor: actorOf(request) },
      memberOf(request).shop.id,
      rows.flatMap(({ ready }) => ready ?? []),
    )
    return send(200, outcomeRows(screen, rows, outcomes))
  })

  /** Reads a table by what was said of its columns, in this form or with an earlier file of its headings. */
  async function readMapped(
    request: FastifyRequest,
    fields: Record<string, string>,
    table: Uint8Array | string,
    rules: BulkRules,
  ): Promise<BulkReading> {
    const shopId = memberOf(request).shop.id
    const opened = openTable(table, rules)
    if ('fault' in opened) return opened
    const { headings, guess, hasHeader } = opened
    const key = { shopId, headingsSha256: headingsHash(headings) }
    const sent = sentChoices(fields, headings, guess)
    const found = hasHeader ? await findOrderColumns(deps.db, key) : undefined
    const kept = rememberedChoices(found, headings.length)
    if (sent && hasHeader && JSON.stringify(sent) !== JSON.stringify(kept))
      await rememberOrderColumns({ ...deps, actor: actorOf(request) }, key, sent)
    return readOrders(opened, rules, sent ?? kept)
  }

  /** What the page is drawn from, and how its table is read. */
  async function screenOf(request: FastifyRequest, fields: Record<string, string>, table: string) {
    const shopId = memberOf(request).shop.id
    const language = languageOf(request)
    const { addresses, city, country } = await readOrderPlace(deps, shopId, fields.pickupAddressId)
    const chosen = addresses.find(({ id }) => id === fields.pickupAddressId) ?? addresses[0]
    const pickupAddressId = chosen?.id ?? ''
    const again = againOf(fields.again)
    const screen: ManyScreen = {
      language,
      country,
      href: shopHref(shopId),
      table,
      addresses,
      pickupAddressId,
      again,
      closed: closedNotice(city, deps.clock.now(), language),
      writesToPhones: writesToPhones(deps.messages.routes),
    }
    const rules = {
      country,
      pointInText: (text: string) => pointInText(text, city?.center),
      isServed: (point: Point) => deps.pricing.map.current().locate(point) !== undefined,
      clock: { now: deps.clock.now(), timeZone: city?.timeZone ?? 'UTC' },
      shopId,
      pickupAddressId,
      ...(again !== '' && { again }),
    }
    return { screen, rules }
  }
}

const sendFaulty = (reply: FastifyReply, table: BulkTable, screen: ManyScreen) =>
  reply.headers(csvHeaders(speak(screen.language)('rows-to-correct'))).send(faultyRowsFile(table, screen))

/** New rows get a mark that the preview keeps, so that sending its form twice orders nothing twice. */
const againOf = (sent = ''): string => (sent === 'new' ? randomUUID() : isUuid(sent) ? sent : '')

const frameOf = ({ language, href, closed }: ManyScreen): Omit<ConsoleContent, 'main'> => ({
  section: 'order',
  title: speak(language)('Several deliveries'),
  back: { href: `${href}/deliveries/new`, label: speak(language)('A single delivery') },
  notice: closed,
})
