import { readOds } from 'hucre/ods'
import { readXls, readXlsx } from 'hucre/xlsx'
import { maxBulkBytes } from './bulk-text.ts'

/** The bounds of a workbook that is read, which is at most `maxBulkBytes` large. */
const maxUnpackedBytes = 40 * 1024 * 1024
const maxEntries = 500
const maxSheetRows = 2_000
const maxSheetColumns = 100
const maxCellLength = 2_000
/** The sheets that are named beside the one that is read, and the letters of a name. */
const maxOtherSheets = 50
const maxNameLength = 100

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
  const lines: string[] = []
  let size = 0
  for (const [at, row] of rows.entries()) {
    const line = isHidden(at) ? '' : lineOf(row, at, sheet.cells)
    // A long text that a package holds once may stand in every cell.
    size += Buffer.byteLength(line) + 1
    if (size > maxBulkBytes) return 'SHEET_TOO_LARGE'
    lines.push(line)
  }
  return {
    text: lines.join('\n'),
    sheet: sheet.name.slice(0, maxNameLength),
    otherSheets: others.slice(0, maxOtherSheets).map(({ name }) => name.slice(0, maxNameLength)),
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
 * What the parts of a package say they unpack to, in bytes; infinite where one does not say it, or says it in
 * a way that the library may read otherwise. The library unpacks none beyond what it says, but would take any
 * size: a few kilobytes can be gigabytes.
 */
function unpackedBytes(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOfPackage(view)
  if (end === undefined) return 0
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  const isElsewhere =
    count === 0xffff || at === saidElsewhere || view.getUint32(end + 12, true) === saidElsewhere
  if (isElsewhere || count > maxEntries) return Number.POSITIVE_INFINITY
  let total = 0
  for (let entry = 0; entry < count; entry += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) return Number.POSITIVE_INFINITY
    total += unpackedEntry(view, at)
    at += 46 + [28, 30, 32].reduce((sum, field) => sum + view.getUint16(at + field, true), 0)
  }
  return total
}

/** What stands for a number that is only found in the fields of ZIP64, which no workbook needs. */
const saidElsewhere = 0xffffffff

/** What a part unpacks to, by its entry in the directory. */
function unpackedEntry(view: DataView, at: number): number {
  const [packed, unpacked] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)]
  const local = view.getUint32(at + 42, true)
  const isStored = view.getUint16(at + 10, true) === 0
  // The library looks for the sizes of such a part beside it, not in the directory.
  const isSaidBehind = packed === 0 && (view.getUint16(at + 8, true) & 8) !== 0
  if ([packed, unpacked, local].includes(saidElsewhere)) return Number.POSITIVE_INFINITY
  // What is stored as it is takes no more than the package; folders are.
  if (isStored) return isSaidBehind ? view.byteLength : Math.max(packed, unpacked)
  if (isSaidBehind || (unpacked === 0 && packed > 2)) return Number.POSITIVE_INFINITY
  return agrees(view, local, [packed, unpacked]) ? unpacked : Number.POSITIVE_INFINITY
}

/** Whether what stands before a part says the same sizes as the directory, or leaves them to it. */
function agrees(view: DataView, local: number, sizes: readonly [packed: number, unpacked: number]): boolean {
  // The library reads no part without its mark.
  if (local + 30 > view.byteLength || view.getUint32(local, true) !== 0x04034b50) return true
  const isSaidBehind = (view.getUint16(local + 6, true) & 8) !== 0
  return sizes.every((size, which) => {
    const said = view.getUint32(local + 18 + 4 * which, true)
    return said === size || said === saidElsewhere || (isSaidBehind && said === 0)
  })
}

/** Where the directory of a package is found: its last mark, as the library looks for it. */
function endOfPackage(view: DataView): number | undefined {
  const least = Math.max(0, view.byteLength - 65_557)
  for (let at = view.byteLength - 22; at >= least; at -= 1)
    if (view.getUint32(at, true) === 0x06054b50) return at
  return undefined
}
