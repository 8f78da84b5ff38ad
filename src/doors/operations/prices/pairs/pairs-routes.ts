import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../../base/contract/errors.ts'
import { languageOf } from '../../../../base/http/response-language.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { readWhole } from '../../../../base/kernel/written-number.ts'
import { fieldsOf } from '../../../../base/pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import { changeZonePairPrices } from '../../../../domain/pricing/pairs/change-zone-pair-prices.ts'
import { getPairMatrix, getPairState } from '../../../../domain/pricing/pairs/get-pair-matrix.ts'
import { type PairTableFault, pairMatrix } from '../../../../domain/pricing/pairs/pair-matrix.ts'
import {
  countPairBases,
  listNamedZones,
  listPairBases,
} from '../../../../domain/pricing/pairs/zone-pair-store.ts'
import { type BulkTextFault, maxBulkBytes, readableTable } from '../../../../web/bulk-text.ts'
import { workCost } from '../../../../web/limit-work.ts'
import { acceptFiles, readSentForm, refuseLargerForms } from '../../../../web/read-sent-form.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../../web/signed-in-request.ts'
import { cityHref, cityPath, type OneCity, readCity } from '../../cities/city-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf } from '../../operations-request.ts'
import { type OperationsText, speak, speakEach } from '../../operations-words.ts'
import { pairFile, readPairFile } from './pair-file.ts'
import { blockAt, blockZones, maxFormCells, readPairForm } from './pair-form.ts'
import { pairPreviewPage, pairsPage } from './pairs-page.ts'

const doneNotices: Record<string, OperationsText> = {
  saved: 'The prices are saved.',
  same: 'No price was changed.',
}

const bulkFaults: Record<BulkTextFault, OperationsText> = {
  EMPTY: 'The file is empty.',
  TOO_LARGE: 'The file has more than 1 MB.',
  NOT_TEXT: 'This file is no CSV table.',
  QUOTES_UNCLOSED: 'A quotation mark is not closed.',
}

/** A table of the largest size, in which every sign may take three bytes, and the fields beside it. */
const fileFormBytes = 3 * maxBulkBytes + 64 * 1024

/** Where a page of the matrix begins: a block of the table, or one zone of departure. */
type At = { row: number; column: number; one?: string | undefined }

type Shown = {
  typed?: Record<string, string>
  faults?: readonly string[]
  fileFaults?: readonly string[]
  notice?: WorkspaceNotice | undefined
}

/** The prices of a city's zone pairs, cell by cell or by file, each act through one verb. */
export async function pairsRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db } = deps
  const path = `${cityPath}/pairs`
  const config = { operates: 'MANAGE' } as const
  await acceptFiles(app, { fields: 10, fieldBytes: 3 * maxBulkBytes, fileBytes: maxBulkBytes })

  app.get<OneCity>(path, { config }, async (request, reply) => {
    const { row, column, from } = request.query as Record<string, unknown>
    const one = typeof from === 'string' ? from.toLowerCase() : undefined
    const notice = doneNotice(request, speakEach(languageOf(request), doneNotices))
    return send(request, reply, 200, { row: placeOf(row), column: placeOf(column), one }, { notice })
  })

  app.post<OneCity>(path, { config, bodyLimit: 256 * 1024 }, async (request, reply) => {
    const city = await readCity({ db }, request)
    const fields = fieldsOf(request.body)
    const at = { row: placeOf(fields.row), column: placeOf(fields.column), one: fields.one }
    const read = readPairForm(fields)
    if (!read) throw new ApiError('REQUEST_MALFORMED')
    if ('faults' in read) return send(request, reply, 422, at, { typed: fields, faults: read.faults })
    try {
      const changed = await changeZonePairPrices(acting(request), city.id, read.changes)
      const back = at.one ? `?from=${encodeURIComponent(at.one)}` : `?row=${at.row}&column=${at.column}`
      return redirectAfter(reply, cityHref(city.id, `/pairs${back}`), changed > 0 ? 'saved' : 'same')
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return send(request, reply, status, at, { notice })
    }
  })

  app.get<OneCity>(`${path}.csv`, { config: { ...config, cost: workCost.form } }, async (request, reply) => {
    const city = await readCity({ db }, request)
    const matrix = await getPairMatrix(db, city.id)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="prix-zones.csv"')
      .send(pairFile(matrix, speak(languageOf(request))('From ↓ to →')))
  })

  app.post<OneCity>(
    `${path}/file`,
    {
      config: { ...config, cost: workCost.file, hasOwnBodyDeadline: true },
      bodyLimit: fileFormBytes,
      onRequest: refuseLargerForms(fileFormBytes),
    },
    async (request, reply) => {
      const city = await readCity({ db }, request)
      const language = languageOf(request)
      const t = speak(language)
      const { fields, file } = await readSentForm(request, reply, 'file')
      const matrix = await getPairMatrix(db, city.id)
      const table = readableTable(file ?? fields.table ?? '')
      const read = readPairFile(table ?? file ?? '', matrix)
      const start = { row: 0, column: 0 }
      if ('fault' in read)
        return send(request, reply, 422, start, { fileFaults: [t(bulkFaults[read.fault])] })
      if ('faults' in read)
        return send(request, reply, 422, start, {
          fileFaults: read.faults.map((fault) => tableFault(fault, language)),
        })
      const preview = { language, city, matrix, changes: read.changes, table: table ?? '' }
      const state = getPairState(matrix)
      if (fields.act !== 'save')
        return deps.sendPage(request, reply, 200, pairPreviewPage({ ...preview, state, notice: undefined }))
      try {
        if (fields.state !== state) {
          const notice = {
            kind: 'refused',
            text: t(
              'Nothing was changed: prices or zones have changed since the preview. This is the preview of now.',
            ),
          } as const
          return deps.sendPage(request, reply, 409, pairPreviewPage({ ...preview, state, notice }))
        }
        const changed = await changeZonePairPrices(acting(request), city.id, read.changes)
        return redirectAfter(reply, cityHref(city.id, '/pairs'), changed > 0 ? 'saved' : 'same')
      } catch (error) {
        const { status, notice } = refusalOf(error, request)
        return send(request, reply, status, start, { notice })
      }
    },
  )

  async function send(
    request: FastifyRequest<OneCity>,
    reply: FastifyReply,
    status: number,
    { row, column, one: oneId }: At,
    { typed = {}, faults = [], fileFaults = [], notice }: Shown,
  ) {
    const city = await readCity({ db }, request)
    const zones = await listNamedZones(db, city.id)
    const one = oneId ? zones.find(({ id }) => id === oneId) : undefined
    const block = one ? { from: [one], to: zones.slice(0, maxFormCells) } : blockAt(zones, row, column)
    const [pairs, counts] = await Promise.all([
      listPairBases(
        db,
        city.id,
        block.from.map(({ id }) => id),
      ),
      countPairBases(db, city.id),
    ])
    const page = pairsPage({
      language: languageOf(request),
      city,
      matrix: pairMatrix(zones, pairs),
      counts,
      row,
      column,
      one,
      block,
      typed,
      faults,
      fileFaults,
      notice,
      isFormPage: request.method === 'POST',
    })
    return deps.sendPage(request, reply, status, page)
  }

  const acting = (request: FastifyRequest) => ({ ...deps, actor: actorOf(request) })
}

/** The beginning of a block as addresses and forms carry it. */
function placeOf(text: unknown): number {
  const place = (typeof text === 'string' ? readWhole(text, { max: 9_999 }) : undefined) ?? 0
  return place - (place % blockZones)
}

/** What is wrong with a file, and where. */
function tableFault(fault: PairTableFault, language: Language): string {
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
