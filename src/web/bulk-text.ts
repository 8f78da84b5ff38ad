import { parse } from 'csv-parse/sync'

/** Why a file or paste cannot be read at all. */
export type BulkTextFault = 'EMPTY' | 'TOO_LARGE' | 'NOT_TEXT' | 'QUOTES_UNCLOSED'

/** The size of a file or paste that is read. */
export const maxBulkBytes = 1024 * 1024
/** The length of one row, in characters. */
const maxRowLength = 20_000

/** A row of cells, with its number as a spreadsheet counts them from 1. */
export type TextRow = { row: number; cells: string[] }

/** The cells of one row that are read, and the length of one cell. */
const maxCells = 200
const maxCellLength = 2_000

/**
 * The rows of a file (bytes in UTF-8, UTF-16, Windows-1252 or Mac Roman) or of a paste that are not empty,
 * the first `maxRows` of them. Cells are separated by tabs, semicolons, commas, bars or several blanks,
 * whichever divides the lines most evenly; a line `sep=;` says it.
 */
export function readTextRows(source: Uint8Array | string, maxRows: number): TextRow[] | BulkTextFault {
  if (sizeOf(source) > maxBulkBytes) return 'TOO_LARGE'
  const text = withoutMark(typeof source === 'string' ? source : decoded(source))
  if (text.includes('\0')) return 'NOT_TEXT'
  if (text.trim() === '') return 'EMPTY'
  // Some programs write a page and call it a file of Excel.
  if (/^\s{0,9}<(?:!doctype|html|table|\?xml)/i.test(text.slice(0, 100))) return 'NOT_TEXT'
  return parsedRows(text, maxRows)
}

const sizeOf = (source: Uint8Array | string): number =>
  typeof source === 'string' ? Buffer.byteLength(source) : source.length

/** The text of a file or paste, to be shown and sent again; undefined for what is too large. */
export function readableTable(source: Uint8Array | string): string | undefined {
  if (sizeOf(source) > maxBulkBytes) return undefined
  return withoutMark(typeof source === 'string' ? source : decoded(source))
}

/**
 * Excel writes UTF-16 as Unicode text, on Windows Windows-1252 and on a Mac Mac Roman: in both any bytes are
 * letters, so the one that makes more of the letters of French is taken.
 */
function decoded(bytes: Uint8Array): string {
  const wide = wideForm(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const [windows, mac] = ['windows-1252', 'macintosh'].map((form) => new TextDecoder(form).decode(bytes))
    const letters = (text = '') => text.match(/[éèàçêôîûùâïëœÉÈÀÇÊ’°]/g)?.length ?? 0
    return (letters(mac) > letters(windows) ? mac : windows) ?? ''
  }
}

/** UTF-16, by its mark, or by the zeros that every second byte of most of its letters is. */
function wideForm(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 400)
  const zerosAt = (parity: number) => start.filter((byte, at) => byte === 0 && at % 2 === parity).length
  const [even, odd] = [zerosAt(0), zerosAt(1)]
  if (start.length < 16 || Math.min(even, odd) > 0 || Math.max(even, odd) < start.length / 4) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

const withoutMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text)

function parsedRows(text: string, maxRows: number): TextRow[] | BulkTextFault {
  const separator = separatorOf(text)
  const table = separator === '  ' ? spacedTable(text) : text
  const delimiter = separator === '  ' ? '\t' : separator
  try {
    return rowsOf(table, { separator: delimiter, maxRows, hasQuotes: true })
  } catch {
    // A paste from a spreadsheet may hold a single quote, for inches for instance.
    if (delimiter !== '\t' && delimiter !== '|') return 'QUOTES_UNCLOSED'
  }
  try {
    return rowsOf(table, { separator: delimiter, maxRows, hasQuotes: false })
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
      const trimmed = (separator === '|' ? withoutEdges(cells) : cells)
        .slice(0, maxCells)
        .map((cell) => plainCell(cell.slice(0, maxCellLength)))
      if (rows.length < maxRows && trimmed.some((cell) => cell !== '') && !isRuler(trimmed))
        rows.push({ row, cells: trimmed })
      return null
    },
  })
  return rows
}

/** A line that holds no cells: the one that tells Excel the separator, and the rules of a Markdown table. */
const isRuler = (cells: readonly string[]): boolean =>
  /^sep=.?$/.test(cells.join(';')) ||
  (cells.some((cell) => cell.includes('--') || cell.includes('==')) &&
    cells.every((cell) => /^[\s:|+=-]*$/.test(cell)))

/** The cells of a line that begins and ends with a bar, as Markdown and terminals draw tables. */
const withoutEdges = (cells: readonly string[]): string[] =>
  cells.slice(cells[0]?.trim() === '' ? 1 : 0, cells.at(-1)?.trim() === '' ? -1 : cells.length)

/**
 * A cell without the formula by which spreadsheets are made to keep a leading zero (`="0197000001"`), and
 * without the apostrophe by which our own files keep a text from becoming a formula (decision 139).
 */
function plainCell(cell: string): string {
  const text = cell.trim().replace(/^'(?=[=+\-@])/, '')
  return text.startsWith('="') && text.endsWith('"') ? text.slice(2, -1).trim() : text
}

const separators = ['\t', ';', ',', '|', '  '] as const

/** How much of a text, and how many of its lines, say how cells are separated. */
const readSigns = 64 * 1024
const readLines = 40

/**
 * The sign that divides most lines into the same number of cells, outside quotes: a title above a table has
 * none, and a comma also stands in amounts and addresses. Of signs that divide alike, the one there is most
 * of.
 */
function separatorOf(text: string): string {
  const start = text.slice(0, readSigns)
  const said = /^["\s]{0,4}sep=(.)/.exec(start)?.[1]
  if (said) return said
  const lines = start
    .replace(/"[^"]*"/g, '""')
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .slice(0, readLines)
  const scores = separators.map((sign) => ({ sign, ...evenness(lines, sign) }))
  const blanks = scores.at(-1)
  const best = scores
    .slice(0, -1)
    .reduce((one, other) =>
      other.share > one.share || (other.share === one.share && other.count > one.count) ? other : one,
    )
  // Nobody types tabs: where most lines have some, they are what a spreadsheet divides cells with.
  if (lines.filter((line) => line.includes('\t')).length > lines.length / 2) return '\t'
  if (best.count > 0) return best.sign
  return blanks && blanks.count > 0 && blanks.share > 0.7 ? blanks.sign : best.sign
}

/** How often a sign stands in most lines, and in what share of the lines it stands so often. */
function evenness(lines: readonly string[], sign: string): { count: number; share: number } {
  const counts = lines.map((line) =>
    sign === '  ' ? (line.trim().match(/\S {2,20}(?=\S)/g)?.length ?? 0) : line.split(sign).length - 1,
  )
  const lengths = Map.groupBy(
    counts.filter((count) => count > 0),
    (count) => count,
  )
  const [count, { length }] = [...lengths].reduce(
    (one, other) => (other[1].length > one[1].length ? other : one),
    [0, []] as [number, number[]],
  )
  return { count, share: length / Math.max(1, lines.length) }
}

/** A table whose columns stand under each other by blanks. */
const spacedTable = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim().replace(/ {2,20}/g, '\t'))
    .join('\n')
