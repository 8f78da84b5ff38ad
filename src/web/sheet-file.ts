import { readOds } from 'hucre/ods'
import { readXls, readXlsx } from 'hucre/xlsx'

/** The bounds of a workbook that is read, which is at most `maxBulkBytes` large. */
const maxUnpackedBytes = 40 * 1024 * 1024
const maxEntries = 500
const maxSheetRows = 2_000
const maxSheetColumns = 100
const maxCellLength = 2_000

/** What a file of Excel with a password has in it. */
const encryptedPart = Buffer.from('EncryptedPackage', 'utf16le')

/** Why a workbook is not read. */
export type SheetFault = 'SHEET_UNREADABLE' | 'SHEET_TOO_LARGE' | 'SHEET_LOCKED' | 'EMPTY'

/** The text of the first sheet with cells in it, and what of the workbook was left out. */
export type SheetText = { text: string; sheet: string; otherSheets: string[]; hiddenRows: number }

type Cells = unknown[][]
type ReadWorkbook = { sheets: ReadSheet[] }
type ReadSheet = {
  name: string
  rows: Cells
  hidden?: boolean
  veryHidden?: boolean
  cells?: Map<string, { formula?: string; value: unknown }>
  rowDefs?: Map<number, { hidden?: boolean }>
}

/**
 * Reads a workbook of Excel or LibreOffice as a text with tabs, each row in its line, so that rows keep
 * their numbers. Run in a thread of its own, with its bounds of time and memory: see `sheet-text.ts`.
 */
export async function readSheetFile(bytes: Uint8Array): Promise<SheetText | SheetFault> {
  const isPacked = startsWith(bytes, [0x50, 0x4b])
  if (!isPacked && Buffer.from(bytes).includes(encryptedPart)) return 'SHEET_LOCKED'
  if (isPacked && unpackedBytes(bytes) > maxUnpackedBytes) return 'SHEET_TOO_LARGE'
  try {
    return sheetText(await readWorkbook(bytes, isPacked))
  } catch (error) {
    const { name, message } = error as Error
    return /encrypt|password/i.test(`${name} ${message}`) ? 'SHEET_LOCKED' : 'SHEET_UNREADABLE'
  }
}

async function readWorkbook(bytes: Uint8Array, isPacked: boolean): Promise<ReadWorkbook> {
  const options = { maxRows: maxSheetRows + 1 }
  if (!isPacked) return (await readXls(bytes, options)) as ReadWorkbook
  const isOds = Buffer.from(bytes.subarray(0, 200)).includes('opendocument')
  return (await (isOds ? readOds(bytes, options) : readXlsx(bytes, options))) as ReadWorkbook
}

function sheetText({ sheets }: ReadWorkbook): SheetText | SheetFault {
  const filled = sheets.filter((sheet) => !sheet.hidden && !sheet.veryHidden && sheet.rows.some(hasCell))
  const [sheet, ...others] = filled
  if (!sheet) return 'EMPTY'
  const rows = sheet.rows.slice(0, sheet.rows.findLastIndex(hasCell) + 1)
  if (rows.length > maxSheetRows) return 'SHEET_TOO_LARGE'
  const isHidden = (row: number) => sheet.rowDefs?.get(row)?.hidden === true && hasCell(rows[row] ?? [])
  const lines = rows.map((row, at) => (isHidden(at) ? '' : lineOf(row, at, sheet.cells)))
  return {
    text: lines.join('\n'),
    sheet: sheet.name,
    otherSheets: others.map(({ name }) => name),
    hiddenRows: rows.filter((_, at) => isHidden(at)).length,
  }
}

const hasCell = (row: readonly unknown[]): boolean => row.some((value) => value !== null && value !== '')

/** The cells of a row between tabs; one that holds a tab, a quote or an end of a line is quoted. */
function lineOf(row: readonly unknown[], at: number, details: ReadSheet['cells']): string {
  const texts = row.slice(0, maxSheetColumns).map((value, column) => {
    const formula = details?.get(`${at},${column}`)?.formula
    // A formula that was never worked out has no value: what is shown is the formula, which is no amount.
    const text = value === null && formula ? `=${formula}` : cellText(value)
    return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  })
  return texts.join('\t')
}

/** A cell as a person would type it: a date as `2026-11-21`, with its time when it has one. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 16).replace('T00:00', '')
  return String(value).slice(0, maxCellLength)
}

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte)

/**
 * What the parts of a package say they unpack to, in bytes; infinite where one does not say it. The library
 * unpacks none beyond what it says, but would take any size: a few kilobytes can be gigabytes.
 */
function unpackedBytes(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOfPackage(view)
  if (end === undefined) return 0
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  let total = 0
  if (count > maxEntries) return Number.POSITIVE_INFINITY
  for (let entry = 0; entry < count && at + 46 <= bytes.length; entry += 1) {
    const [packed, unpacked] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)]
    const [flags, nameLength] = [view.getUint16(at + 8, true), view.getUint16(at + 28, true)]
    const isFolder = bytes[at + 45 + nameLength] === 0x2f
    const saysNothing = unpacked === 0 && (packed > 2 || (packed === 0 && (flags & 8) !== 0))
    if (saysNothing && !isFolder) return Number.POSITIVE_INFINITY
    total += unpacked
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return total
}

/** Where the directory of a package is found: its last mark, as the library looks for it. */
function endOfPackage(view: DataView): number | undefined {
  const least = Math.max(0, view.byteLength - 65_557)
  for (let at = view.byteLength - 22; at >= least; at -= 1)
    if (view.getUint32(at, true) === 0x06054b50) return at
  return undefined
}
