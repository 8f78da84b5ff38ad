import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { pointInText } from '../../../../base/kernel/position-text.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { createDeliveries } from '../../../../domain/deliveries/order/create-deliveries.ts'
import { writesToPhones } from '../../../../domain/messages/message-deps.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { checkField, textArea } from '../../../../pages/form-parts.ts'
import { maxBulkBytes, readableTable } from '../../../../web/bulk-text.ts'
import { workCost } from '../../../../web/limit-work.ts'
import { acceptFiles, readSentForm, refuseLargerForms } from '../../../../web/read-sent-form.ts'
import type { ConsoleContent, ConsoleDeps } from '../../console-deps.ts'
import { actorOf, memberOf, shopHref, shopPath } from '../../console-request.ts'
import { speak } from '../../console-words.ts'
import { addressField, closedNotice, readOrderPlace } from '../order-place.ts'
import { columnName, defaultHeader } from './bulk-columns.ts'
import { type BulkReading, readBulkRows } from './bulk-rows.ts'
import { type ManyScreen, outcomeRows, previewRows } from './many-rows.ts'

/** A table of the largest size, in which every sign may take three bytes, and the fields beside it. */
const formBytes = 3 * maxBulkBytes + 64 * 1024

const missingColumns = {
  phone: 'The column of the phone is missing.',
  name: 'The column of the name is missing.',
} as const

const tableFaults = {
  EMPTY: 'There is nothing to read. Paste a table or choose a file.',
  TOO_LARGE: 'This is too large: 1 MB at most. Divide the table.',
  NOT_TEXT: 'This file is not a table of text. In Excel: “Save as”, then CSV.',
  QUOTES_UNCLOSED: 'A quotation mark is not closed: we cannot tell where the cell ends.',
  TOO_MANY_ROWS: 'There are more than 500 rows. Divide the table.',
  ONLY_HEADER: 'There are only headings, no delivery.',
  COLUMN_MISSING: 'The column of the phone or of the name is missing.',
} as const

/**
 * `/deliveries/new/many`: ordering many deliveries from a table. A preview names each faulty cell, then come
 * the orders, each row with its own Idempotency-Key, so that nothing is ordered twice (decision 135).
 */
export async function manyDeliveriesPage(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const path = `${shopPath}/deliveries/new/many`
  const config = { needs: 'SELL' } as const
  await acceptFiles(app, { fields: 10, fieldBytes: 3 * maxBulkBytes, fileBytes: maxBulkBytes })

  app.get(path, { config }, async (request, reply) => {
    const { screen } = await screenOf(request, {}, '')
    return deps.sendPage(request, reply, 200, { ...frameOf(screen), main: tableForm(screen) })
  })

  const options = {
    config: { ...config, cost: workCost.file, hasOwnBodyDeadline: true },
    bodyLimit: formBytes,
    onRequest: refuseLargerForms(formBytes),
  }
  app.post(path, options, async (request, reply) => {
    const { fields, file } = await readSentForm(request, reply, 'file')
    const table = readableTable(file ?? fields.table ?? '')
    const { screen, rules } = await screenOf(request, fields, table ?? '')
    const send = (status: number, content: Omit<ConsoleContent, 'section' | 'title'>) =>
      deps.sendPage(request, reply, status, { ...frameOf(screen), ...content })
    if (fields.act === 'change') return send(200, { main: tableForm(screen) })
    const reading = readBulkRows(table ?? file ?? '', rules)
    if ('fault' in reading)
      return send(422, {
        notice: { kind: 'refused', text: faultOf(reading, screen.language) },
        main: tableForm(screen),
      })
    if (fields.act !== 'order') return send(200, previewRows(screen, reading))
    const rows = reading.rows.filter(({ ready }) => ready)
    const outcomes = await createDeliveries(
      { ...deps, actor: actorOf(request) },
      memberOf(request).shop.id,
      rows.flatMap(({ ready }) => ready ?? []),
    )
    return send(200, outcomeRows(screen, rows, outcomes))
  })

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
      shopId,
      pickupAddressId,
      ...(again !== '' && { again }),
    }
    return { screen, rules }
  }
}

/** New rows get a mark that the preview keeps, so that sending its form twice orders nothing twice. */
const againOf = (sent = ''): string => (sent === 'new' ? randomUUID() : isUuid(sent) ? sent : '')

/** Why a table could not be read. */
function faultOf({ fault, missing }: Extract<BulkReading, { fault: unknown }>, language: Language): string {
  return speak(language)(missing ? missingColumns[missing] : tableFaults[fault])
}

const frameOf = ({ language, href, closed }: ManyScreen): Omit<ConsoleContent, 'main'> => ({
  section: 'order',
  title: speak(language)('Several deliveries'),
  back: { href: `${href}/deliveries/new`, label: speak(language)('A single delivery') },
  notice: closed,
})

/** Asks for a table. */
function tableForm({ language, href, table, addresses, pickupAddressId }: ManyScreen): string {
  const t = speak(language)
  const lead = t(
    'Paste a table (Excel, Google Sheets) or choose a CSV file: one row for each delivery, 500 at most. You see everything before ordering.',
  )
  const attributes = { rows: 8, spellcheck: 'false', autocomplete: 'off' }
  const pickup = { label: t('Where to fetch the parcels?'), value: pickupAddressId }
  const again = checkField({
    name: 'again',
    label: t('Order rows again that were ordered before'),
    hint: t('Otherwise a row that is sent twice is ordered once.'),
    isChecked: false,
    value: 'new',
  })
  const columns = t(
    'Without headings, in this order: {list}. With headings, in any order. Only the phone and a name are needed.',
    { list: defaultHeader.columns.flatMap((column) => (column ? t(columnName(column)) : [])).join(', ') },
  )
  return html`<p>${lead}</p>
<form method="post" action="${href}/deliveries/new/many" enctype="multipart/form-data" class="stack">
!${textArea({ name: 'table', label: t('Table'), value: table, attributes })}
<div class="field"><label for="file">${t('Or a CSV file')}</label>
<input id="file" name="file" type="file" accept=".csv,.tsv,.txt,text/csv,text/plain"></div>
!${addressField(addresses, pickup)}
!${again}
<button class="primary" name="act" value="preview">${t('See before ordering')}</button></form>
<details class="card"><summary>${t('Columns that are understood')}</summary><p>${columns}</p></details>`
}
