import { stringify } from 'csv-stringify/sync'
import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { amountText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { changeZonePairPrices } from '../../../../domain/pricing/pairs/change-zone-pair-prices.ts'
import { getPairMatrix, getPairState } from '../../../../domain/pricing/pairs/get-pair-matrix.ts'
import {
  type PairChange,
  type PairMatrix,
  type PairTableFault,
  pairTableChanges,
} from '../../../../domain/pricing/pairs/pair-matrix.ts'
import type { City } from '../../../../domain/zones/service-map.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { fileForm, hiddenField, submitButton } from '../../../../pages/form-parts.ts'
import { type BulkTextFault, maxBulkBytes, readableTable, readTextRows } from '../../../../web/bulk-text.ts'
import { workCost } from '../../../../web/limit-work.ts'
import { acceptFiles, readSentForm, refuseLargerForms } from '../../../../web/read-sent-form.ts'
import { attempt, redirectAfter } from '../../../../web/signed-in-request.ts'
import { acting, cityPath, type OneCity, readCity } from '../../cities/city-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { type OperationsText, speak } from '../../operations-words.ts'
import { pairsHref, sendPairs } from './pair-prices.ts'

/** How many rows of a file are read: those of the zones, its head, and one more that tells of too many. */
const maxRows = 1_000
/** How many changes of a file are shown. */
const maxShown = 200
/** A table of the largest size, in which every sign may take three bytes, and the fields beside it. */
const fileFormBytes = 3 * maxBulkBytes + 64 * 1024

const bulkFaults: Record<BulkTextFault, OperationsText> = {
  EMPTY: 'The file is empty.',
  TOO_LARGE: 'The file has more than 1 MB.',
  NOT_TEXT: 'This file is no CSV table.',
  QUOTES_UNCLOSED: 'A quotation mark is not closed.',
}

/** `…/pairs.csv` and `…/pairs/file`: the matrix as a file, and one that is sent back, with its preview. */
export async function pairFilePage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db } = deps
  const config = { operates: 'MANAGE' } as const
  await acceptFiles(app, { fields: 10, fieldBytes: 3 * maxBulkBytes, fileBytes: maxBulkBytes })

  const download = { config: { ...config, cost: workCost.form } }
  app.get<OneCity>(`${cityPath}/pairs.csv`, download, async (request, reply) => {
    const city = await readCity(deps, request)
    const matrix = await getPairMatrix(db, city.id)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="prix-zones.csv"')
      .send(csvOf(matrix, speak(languageOf(request))('From ↓ to →')))
  })

  const upload = {
    config: { ...config, cost: workCost.file, hasOwnBodyDeadline: true },
    bodyLimit: fileFormBytes,
    onRequest: refuseLargerForms(fileFormBytes),
  }
  app.post<OneCity>(`${cityPath}/pairs/file`, upload, async (request, reply) => {
    const city = await readCity(deps, request)
    const language = languageOf(request)
    const t = speak(language)
    const { fields, file } = await readSentForm(request, reply, 'file')
    const matrix = await getPairMatrix(db, city.id)
    const sent = file ?? fields.table ?? ''
    const table = readableTable(sent)
    const { changes, faults = [] } = readTable(table ?? sent, matrix, language)
    const start = { row: 0, column: 0 }
    if (!changes) return sendPairs(deps, request, reply, 422, start, { fileFaults: faults })
    const state = getPairState(matrix)
    const sendPreview = (status: number, refused?: string) =>
      deps.sendPage(request, reply, status, {
        section: 'cities',
        title: t('Prices between zones to change, {city}', { city: city.name }),
        back: { href: pairsHref(city), label: t('Prices between zones, {city}', { city: city.name }) },
        notice: refused === undefined ? undefined : { kind: 'refused', text: refused },
        isFormPage: true,
        main: previewPart({ city, matrix, changes, table: table ?? '', state }, language),
      })
    if (fields.act !== 'save') return sendPreview(200)
    if (fields.state !== state) {
      const changed =
        'Nothing was changed: prices or zones have changed since the preview. This is the preview of now.'
      return sendPreview(409, t(changed))
    }
    return attempt(
      request,
      async () => {
        const count = await changeZonePairPrices(acting(deps, request), city.id, changes)
        return redirectAfter(reply, pairsHref(city), count > 0 ? 'saved' : 'same')
      },
      ({ status, notice }) => sendPairs(deps, request, reply, status, start, { notice }),
    )
  })
}

/** The whole matrix as CSV, as spreadsheets read it; no cell can become a formula (decision 139). */
function csvOf({ zones, baseFcfa }: PairMatrix, corner: string): string {
  const rows = zones.map((from) => [from.name, ...zones.map((to) => baseFcfa(from.id, to.id) ?? '')])
  return stringify([[corner, ...zones.map(({ name }) => name)], ...rows], {
    bom: true,
    delimiter: ';',
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: { string: (text) => text.replace(/(^\s+|,\s*)(?=[=+\-@＝＋－＠])/g, "$1'") },
  })
}

/** What a file would change of the matrix, or why it cannot be taken. */
function readTable(
  source: Uint8Array | string,
  matrix: PairMatrix,
  language: Language,
): { changes: PairChange[]; faults?: undefined } | { changes?: undefined; faults: string[] } {
  const rows = readTextRows(source, maxRows)
  if (typeof rows === 'string') return { faults: [speak(language)(bulkFaults[rows])] }
  const read = pairTableChanges(rows, matrix)
  return 'faults' in read ? { faults: read.faults.map((fault) => faultText(fault, language)) } : read
}

/** What is wrong with a file, and where. */
function faultText(fault: PairTableFault, language: Language): string {
  const t = speak(language)
  switch (fault.fault) {
    case 'NO_ZONES':
      return t('The first row names the zones of arrival, the first column those of departure.')
    case 'TOO_MANY_FAULTS':
      return t('Too many faults: the others are not shown.')
    case 'UNKNOWN_ZONE':
    case 'ZONE_TWICE': {
      const { row, column = 0, zone } = fault
      const place = row === undefined ? t('Column {column}', { column }) : t('Row {row}', { row })
      return fault.fault === 'UNKNOWN_ZONE'
        ? t('{place}: no zone is called “{zone}”.', { place, zone })
        : t('{place}: the zone “{zone}” is there twice.', { place, zone })
    }
    case 'ROW_TOO_LONG':
      return t('Row {row}: more cells than zones of arrival.', { row: fault.row })
    case 'NOT_AN_AMOUNT': {
      const { row, column, text } = fault
      return t(
        'Row {row}, column {column}: “{text}” is no whole amount from 0 to 1,000,000. Write for example 1500 or 1 500.',
        { row, column, text },
      )
    }
  }
}

type Preview = {
  city: City
  matrix: PairMatrix
  changes: readonly PairChange[]
  /** The file, and the name of what the prices are now. */
  table: string
  state: string
}

/** What a file would change, to be confirmed. */
function previewPart({ city, matrix, changes, table, state }: Preview, language: Language): string {
  const t = speak(language)
  const href = pairsHref(city)
  const nameOf = new Map(matrix.zones.map(({ id, name }) => [id, name]))
  const price = (fcfa: number | null) => (fcfa === null ? t('by the tariff') : amountText(fcfa, language))
  const rows = changes.slice(0, maxShown).map(({ fromZoneId, toZoneId, shownFcfa, baseFcfa }) => {
    const zones = [fromZoneId, toZoneId].map((id) => nameOf.get(id) ?? '').join(' → ')
    return html`<tr><th scope="row">${zones}</th>
<td class="number">${price(shownFcfa)}</td><td class="number">${price(baseFcfa)}</td></tr>`
  })
  const more = t('… and {count} more.', { count: changes.length - maxShown })
  const heads = [t('Zones'), t('Now'), t('By the file')].map((head) => html`<th scope="col">${head}</th>`)
  const file = html`<textarea name="table" hidden>
${table}</textarea>`
  const hidden = html`!${hiddenField('act', 'save')}!${hiddenField('state', state)}!${file}`
  const fields = html`!${hidden}!${submitButton(t('Change these prices'))}`
  const changed = html`<div class="table" tabindex="0" role="region" aria-label="${t('Zones')}"><table>
<thead><tr>!${heads}</tr></thead><tbody>!${rows}</tbody></table></div>
!${changes.length > maxShown ? html`<p>${more}</p>` : ''}
!${fileForm(`${href}/file`, fields)}`
  const count = t('{count, plural, one {One price changes.} other {# prices change.}}', {
    count: changes.length,
  })
  return html`<p>${changes.length === 0 ? t('This file changes nothing.') : count}</p>
!${changes.length === 0 ? '' : changed}
<p><a class="button quiet" href="${href}">${t('Change nothing')}</a></p>`
}
