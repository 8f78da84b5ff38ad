import { pipeline, Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { stringify } from 'csv-stringify'
import { writeXlsxStream } from 'hucre/xlsx'
import type { Language } from '../../../base/kernel/language.ts'
import type { ListedDelivery } from '../../../domain/deliveries/finding/delivery-search-store.ts'
import { exportWording } from './delivery-export-wording.ts'
import { type ExportCell, type ExportContext, exportColumns, exportRow } from './export-row.ts'

/** The files in which a shop takes its deliveries away. */
export type ExportFormat = 'csv' | 'xlsx'

/** What a browser is told that a file is. */
export const exportContentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/**
 * Deliveries as a file, one row each, read only as fast as the file is taken: whoever stops taking it ends the reading.
 * No cell can become a formula (decision 139). An error of `deliveries` breaks the file off.
 */
export function deliveryExport(
  format: ExportFormat,
  deliveries: AsyncIterable<ListedDelivery>,
  context: ExportContext,
): Readable {
  const rows = rowsOf(deliveries, context)
  return format === 'csv' ? csvFile(rows, context.language) : xlsxFile(rows, context.language)
}

/** How many rows are made before whatever else waits has its turn: some milliseconds of work. */
const rowsAtOnce = 25

async function* rowsOf(deliveries: AsyncIterable<ListedDelivery>, context: ExportContext) {
  let made = 0
  for await (const delivery of deliveries) {
    made += 1
    if (made % rowsAtOnce === 0) await othersTurn()
    yield exportRow(delivery, context)
  }
}

/** As spreadsheets with French settings open it: UTF-8 with its mark, semicolons; `2026-11-21 11:00` for times. */
function csvFile(rows: AsyncIterable<ExportCell[]>, language: Language): Readable {
  const csv = stringify({
    bom: true,
    delimiter: ';',
    record_delimiter: 'windows',
    header: true,
    columns: headersOf(language),
    escape_formulas: true,
    cast: { date: (at) => at.toISOString().slice(0, 16).replace('T', ' '), string: plainText },
  })
  // An error reaches whoever reads `csv`, since the pipeline destroys it.
  return pipeline(Readable.from(rows), csv, () => {})
}

/**
 * A text in which no formula begins where spreadsheets with English settings, which read commas as separators, divide
 * it, nor after blanks. `escape_formulas` sees to its beginning.
 */
const plainText = (text: string): string => text.replace(/(^\s+|,\s*)(?=[=+\-@＝＋－＠])/g, "$1'")

/** A text is a cell of text, and stays one when it is edited: that is what the format `@` says. */
const formats = { TEXT: '@', AMOUNT: '#,##0', TIME: 'dd/mm/yyyy hh:mm' }

function xlsxFile(rows: AsyncIterable<ExportCell[]>, language: Language): Readable {
  const headers = headersOf(language)
  const columns = exportColumns.map(({ kind, width }, at) => ({
    header: headers[at] ?? '',
    width,
    numFmt: formats[kind],
  }))
  const { sheet: name } = exportWording[language]
  return Readable.fromWeb(writeXlsxStream(rows, { name, columns, freezePane: { rows: 1 } }) as WebStream)
}

const headersOf = (language: Language): string[] =>
  exportColumns.map(({ name }) => exportWording[language].headers[name])
