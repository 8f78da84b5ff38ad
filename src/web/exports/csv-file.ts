import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'

/** A cell of a file: a text, a whole number, a time as clocks show it (`wallClock`), or nothing. */
export type CsvCell = string | number | Date | null

/**
 * Rows as spreadsheets with French settings open them: UTF-8 with its mark, semicolons; `2026-11-21 11:00`
 * for times. They are written only as fast as the file is taken. No cell can become a formula (decision 139).
 */
export function csvFile(
  header: readonly string[],
  rows: Iterable<CsvCell[]> | AsyncIterable<CsvCell[]>,
): Readable {
  const csv = stringify({
    bom: true,
    delimiter: ';',
    record_delimiter: 'windows',
    header: true,
    columns: header.map((title, at) => ({ key: String(at), header: title })),
    escape_formulas: true,
    cast: {
      date: (at) => at.toISOString().slice(0, 16).replace('T', ' '),
      string: (text) => text.replace(/(^\s+|,\s*)(?=[=+\-@＝＋－＠])/g, "$1'"),
      // A negative figure is a figure: without quotes it would be taken for a formula.
      number: (figure) => ({ value: String(figure), escape_formulas: false }),
    },
  })
  // An error reaches whoever reads `csv`, since the pipeline destroys it.
  return pipeline(Readable.from(rows), csv, () => {})
}

/** The headers of a file that a browser keeps under this name. */
export const csvHeaders = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'cache-control': 'no-store',
  'content-disposition': `attachment; filename="${name}.csv"`,
})
