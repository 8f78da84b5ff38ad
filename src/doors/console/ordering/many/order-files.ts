import type { Readable } from 'node:stream'
import { writeXlsx } from 'hucre/xlsx'
import type { Language } from '../../../../base/kernel/language.ts'
import { csvFile } from '../../../../web/exports/csv-file.ts'
import { speak } from '../../console-words.ts'
import { columnName } from '../columns/bulk-columns.ts'
import { cellFaultText } from './bulk-cells.ts'
import type { BulkTable } from './bulk-rows.ts'
import type { ManyScreen } from './many-rows.ts'

/**
 * The rows of a table that cannot be ordered, as they were, with what is wrong with them: to be mended and
 * sent again. The column of what is wrong is left out then.
 */
export function faultyRowsFile(
  { headings, mapping, rows, texts }: BulkTable,
  screen: Pick<ManyScreen, 'country' | 'language'>,
): Readable {
  const t = speak(screen.language)
  const names = headings.map((heading, at) => {
    const column = mapping.columns[at]
    return (
      heading ||
      (column && column !== 'skip' ? t(columnName(column)) : t('Column {number}', { number: at + 1 }))
    )
  })
  const faulty = rows.filter(({ ready }) => !ready)
  const said = new Map(
    faulty.map(({ row, faults }) => [
      row,
      faults
        .map(({ column, code, written }) => {
          const text = cellFaultText(code, written, screen)
          return column ? `${t(columnName(column))} : ${text}` : text
        })
        .join(' '),
    ]),
  )
  const numbers = new Set(faulty.flatMap(({ lines }) => lines))
  const cells = texts
    .filter(({ row }) => numbers.has(row))
    .map((text) => [said.get(text.row) ?? '', ...names.map((_, at) => text.cells[at] ?? '')])
  return csvFile([t('To correct'), ...names], cells)
}

/** The headings of the template, which mean what they say, and the width of each column. */
const templateColumns = [
  ['First name', 16],
  ['Last name', 16],
  ['Phone', 18],
  ['Amount to collect (FCFA)', 24],
  ['Already paid', 14],
  ['Neighbourhood', 18],
  ['Landmark', 34],
  ['Article', 20],
  ['Size', 12],
  ['Fragile', 10],
  ['Instructions', 30],
  ['Drop-off window', 26],
  ['Order reference', 22],
] as const

/** An Excel file with the headings alone. Its phones are texts, so that no 0 is lost. */
export function orderTemplate(language: Language): Promise<Uint8Array> {
  const t = speak(language)
  return writeXlsx({
    sheets: [
      {
        name: t('Several deliveries'),
        columns: templateColumns.map(([heading, width]) => ({
          width,
          ...(heading === 'Phone' && { numFmt: '@' }),
        })),
        rows: [templateColumns.map(([heading]) => t(heading))],
        freezePane: { rows: 1 },
      },
    ],
  })
}
