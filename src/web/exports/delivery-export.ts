import { pipeline, Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { stringify } from 'csv-stringify'
import { writeXlsxStream } from 'hucre/xlsx'
import type { Language } from '../../base/kernel/language.ts'
import type { ListedDelivery } from '../../domain/deliveries/searching/delivery-search-store.ts'
import { speak } from '../web-words.ts'
import { exportHeaders } from './delivery-export-wording.ts'
import {
  type ExportCell,
  type ExportColumn,
  type ExportContext,
  exportColumns,
  exportRow,
} from './export-row.ts'

/** The files in which a shop takes its deliveries away. */
export type ExportFormat = 'csv' | 'xlsx'

/** What a browser is told that a file is. */
export const exportContentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/**
 * Deliveries as a file, one row each, read only as fast as the file is taken: whoever stops taking it ends
 * the reading. No cell can become a formula (decision 139). An error of `deliveries` breaks the file off.
 */
export function deliveryExport<Row extends ListedDelivery>(
  format: ExportFormat,
  deliveries: AsyncIterable<Row>,
  context: ExportContext,
  columns: readonly ExportColumn<Row>[] = exportColumns,
): Readable {
  const rows = rowsOf(deliveries, context, columns)
  const file = { language: context.language, columns: columns as readonly ShownColumn[] }
  return format === 'csv' ? csvFile(rows, file) : xlsxFile(rows, file)
}

/** What a file shows of a column besides its cells. */
type ShownColumn = Pick<ExportColumn, 'name' | 'kind' | 'width'>
type FileAbout = { language: Language; columns: readonly ShownColumn[] }

/** How many rows are made before whatever else waits has its turn: some milliseconds of work. */
const rowsAtOnce = 25

async function* rowsOf<Row extends ListedDelivery>(
  deliveries: AsyncIterable<Row>,
  context: ExportContext,
  columns: readonly ExportColumn<Row>[],
) {
  let made = 0
  for await (const delivery of deliveries) {
    made += 1
    if (made % rowsAtOnce === 0) await othersTurn()
    yield exportRow(delivery, context, columns)
  }
}

/**
 * As spreadsheets with French settings open it: UTF-8 with its mark, semicolons; `2026-11-21 11:00` for
 * times.
 */
function csvFile(rows: AsyncIterable<ExportCell[]>, file: FileAbout): Readable {
  const csv = stringify({
    bom: true,
    delimiter: ';',
    record_delimiter: 'windows',
    header: true,
    columns: headersOf(file),
    escape_formulas: true,
    cast: { date: (at) => at.toISOString().slice(0, 16).replace('T', ' '), string: plainText },
  })
  // An error reaches whoever reads `csv`, since the pipeline destroys it.
  return pipeline(Readable.from(rows), csv, () => {})
}

/**
 * A text in which no formula begins where spreadsheets with English settings, which read commas as
 * separators, divide it, nor after blanks. `escape_formulas` sees to its beginning.
 */
const plainText = (text: string): string => text.replace(/(^\s+|,\s*)(?=[=+\-@＝＋－＠])/g, "$1'")

/** A text is a cell of text, and stays one when it is edited: that is what the format `@` says. */
const formats = { TEXT: '@', AMOUNT: '#,##0', TIME: 'dd/mm/yyyy hh:mm' }

function xlsxFile(rows: AsyncIterable<ExportCell[]>, file: FileAbout): Readable {
  const headers = headersOf(file)
  const columns = file.columns.map(({ kind, width }, at) => ({
    header: headers[at] ?? '',
    width,
    numFmt: formats[kind],
  }))
  return Readable.fromWeb(
    writeXlsxStream(rows, {
      name: speak(file.language)('Deliveries'),
      columns,
      freezePane: { rows: 1 },
    }) as WebStream,
  )
}

const headersOf = ({ language, columns }: FileAbout): string[] =>
  columns.map(({ name }) => speak(language)(exportHeaders[name]))
