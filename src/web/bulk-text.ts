import { parse } from 'csv-parse/sync'

/** Why a file or paste cannot be read at all. */
export type BulkTextFault = 'EMPTY' | 'TOO_LARGE' | 'NOT_TEXT' | 'QUOTES_UNCLOSED'

/** The size of a file or paste that is read. */
export const maxBulkBytes = 1024 * 1024
/** The length of one row, in characters. */
const maxRowLength = 20_000

/** A row of cells, with its number as a spreadsheet counts them from 1. */
export type TextRow = { row: number; cells: string[] }

/**
 * The rows of a file (bytes in UTF-8, UTF-16 or Windows-1252) or of a paste that are not empty, the first
 * `maxRows` of them. Cells are separated by tabs, semicolons or commas, whichever the first row has most of.
 */
export function readTextRows(source: Uint8Array | string, maxRows: number): TextRow[] | BulkTextFault {
  const size = typeof source === 'string' ? Buffer.byteLength(source) : source.length
  if (size > maxBulkBytes) return 'TOO_LARGE'
  const text = withoutMark(typeof source === 'string' ? source : decoded(source))
  if (text.includes('\0')) return 'NOT_TEXT'
  if (text.trim() === '') return 'EMPTY'
  return parsedRows(text, maxRows)
}

/** The text of a file or paste, to be shown and sent again; undefined for what is too large. */
export function readableTable(source: Uint8Array | string): string | undefined {
  if (typeof source === 'string') return withoutMark(source)
  return source.length > maxBulkBytes ? undefined : withoutMark(decoded(source))
}

/** Excel writes UTF-16 as Unicode text, and older versions Windows-1252, in which any bytes are letters. */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const withoutMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text)

function parsedRows(text: string, maxRows: number): TextRow[] | BulkTextFault {
  const separator = separatorOf(text)
  try {
    return rowsOf(text, { separator, maxRows, hasQuotes: true })
  } catch {
    // A paste from a spreadsheet may hold a single quote, for inches for instance.
    if (separator !== '\t') return 'QUOTES_UNCLOSED'
  }
  try {
    return rowsOf(text, { separator, maxRows, hasQuotes: false })
  } catch {
    return 'NOT_TEXT'
  }
}

function rowsOf(
  text: string,
  { separator, maxRows, hasQuotes }: { separator: string; maxRows: number; hasQuotes: boolean },
): TextRow[] {
  let row = 0
  const rows: TextRow[] = []
  parse(text, {
    delimiter: separator,
    quote: hasQuotes ? '"' : null,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    trim: separator !== '\t',
    max_record_size: maxRowLength,
    on_record: (cells: string[]) => {
      row += 1
      const trimmed = cells.map(plainCell)
      const isRow =
        rows.length < maxRows && trimmed.some((cell) => cell !== '') && !/^sep=.?$/.test(trimmed.join(';'))
      if (isRow) rows.push({ row, cells: trimmed })
      return null
    },
  })
  return rows
}

/** A cell without the formula by which spreadsheets are made to keep a leading zero: `="0197000001"`. */
function plainCell(cell: string): string {
  const text = cell.trim()
  return text.startsWith('="') && text.endsWith('"') ? text.slice(2, -1).trim() : text
}

/** The sign that separates the cells of the first row: the one there is most of, outside quotes. */
function separatorOf(text: string): string {
  const [first = ''] = text.trimStart().split(/[\r\n]/, 1)
  const bare = first.replace(/"[^"]*"/g, '')
  const count = (sign: string) => bare.split(sign).length
  return ['\t', ';', ','].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}
