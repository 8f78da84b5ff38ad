import type { Language } from '../../base/kernel/language.ts'
import { loadOnce } from '../../base/kernel/load-once.ts'
import { typefaces } from './typefaces.ts'

/** Sheets of paper with tables: statements and invoices. A document of `pdfkit`. */
export type Sheet = PDFKit.PDFDocument

/** The edges of a column, in points; figures stand at the right of theirs. */
type SheetColumn = { x: number; width: number; isFigure?: boolean }

export const sheetMargin = 42
const lineHeight = 17

/** A QR code of 3 cm, which phones read from paper. */
const qrSide = 85

/** A cell of a table that goes on over pages has as many lines at most; what is left over is cut. */
const maxCellLines = 4

/** An empty A4 sheet in our typeface. The same content at the same `madeAt` gives the same bytes. */
export async function openSheet({
  title,
  language,
  madeAt,
  isLandscape = false,
}: {
  title: string
  language: Language
  madeAt: Date
  isLandscape?: boolean
}): Promise<Sheet> {
  const { PDFDocument, faces } = await pdfTools()
  const sheet = new PDFDocument({
    size: 'A4',
    layout: isLandscape ? 'landscape' : 'portrait',
    margin: sheetMargin,
    pdfVersion: '1.7',
    lang: language,
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Creator: 'Colis', Producer: 'Colis', CreationDate: madeAt },
  })
  for (const [name, bytes] of Object.entries(faces.bytes)) sheet.registerFont(name, bytes)
  return sheet
}

/** The title of a sheet. */
export function drawTitle(sheet: Sheet, title: string): void {
  sheet.font('bold').fontSize(20).text(printable(title))
}

/** Lines of plain text, one below the other; one of which nothing can be printed is left out. */
export function drawText(
  sheet: Sheet,
  lines: readonly string[],
  weight: 'regular' | 'bold' = 'regular',
): void {
  sheet.font(weight).fontSize(11)
  for (const line of lines.map(printable)) if (line !== '') sheet.text(line, sheetMargin)
}

/** One line of a table, or several of text where it is said; a text that is wider than its column is cut. */
export function drawLine(
  sheet: Sheet,
  columns: readonly SheetColumn[],
  cells: readonly string[],
  {
    weight = 'regular',
    size = 10,
    lines = 1,
  }: { weight?: 'regular' | 'bold'; size?: number; lines?: number } = {},
): void {
  const { y } = sheet
  sheet.font(weight).fontSize(size)
  for (const [at, { x, width, isFigure = false }] of columns.entries())
    sheet.text(printable(cells[at] ?? ''), x, y, {
      width,
      height: lines * lineHeight - 2,
      ellipsis: true,
      lineBreak: true,
      align: isFigure ? 'right' : 'left',
    })
  sheet.x = sheetMargin
  sheet.y = y + lines * lineHeight
}

/**
 * The same for the lines of a table that may go on over pages, each under the table's head; long texts are
 * wrapped.
 */
export function drawTableLine(
  sheet: Sheet,
  columns: readonly SheetColumn[],
  cells: readonly string[],
  { head, size = 10 }: { head: readonly string[]; size?: number },
): void {
  const lines = linesOf(sheet, columns, cells, size)
  if (sheet.y + (lines + 1) * lineHeight > sheet.page.height - sheetMargin) {
    sheet.addPage()
    drawLine(sheet, columns, head, { weight: 'bold', size })
  }
  drawLine(sheet, columns, cells, { size, lines })
}

/** How many lines the longest text of a table's line takes. */
function linesOf(
  sheet: Sheet,
  columns: readonly SheetColumn[],
  cells: readonly string[],
  size: number,
): number {
  sheet.font('regular').fontSize(size)
  const heights = columns.map(({ width }, at) => sheet.heightOfString(printable(cells[at] ?? ''), { width }))
  return Math.min(maxCellLines, Math.max(1, Math.round(Math.max(...heights) / sheet.currentLineHeight(true))))
}

/** Begins a new page unless so many lines still fit on this one, for what should not be torn apart. */
export function keepTogether(sheet: Sheet, lines: number): void {
  if (sheet.y + lines * lineHeight > sheet.page.height - sheetMargin) sheet.addPage()
}

/** A space of a line. */
export function drawSpace(sheet: Sheet): void {
  sheet.y += lineHeight
}

/** A line across the sheet. */
export function drawRule(sheet: Sheet): void {
  sheet
    .moveTo(sheetMargin, sheet.y)
    .lineTo(sheet.page.width - sheetMargin, sheet.y)
    .lineWidth(0.7)
    .stroke()
  sheet.y += 3
}

/**
 * A text as a QR code at the right edge, beside the lines that follow; on a new page where it does not fit.
 */
export async function drawQr(sheet: Sheet, text: string): Promise<void> {
  const { default: QRCode } = await import('qrcode')
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules
  keepTogether(sheet, Math.ceil(qrSide / lineHeight) + 1)
  const side = qrSide / size
  const left = sheet.page.width - sheetMargin - qrSide
  for (const [at, isDark] of data.entries())
    if (isDark) sheet.rect(left + (at % size) * side, sheet.y + Math.floor(at / size) * side, side, side)
  sheet.fill('black')
}

/** Numbers the pages at their feet and ends the sheet. */
export function endSheet(sheet: Sheet, words: (page: number, pages: number) => string): Sheet {
  const { count } = sheet.bufferedPageRange()
  for (let at = 0; at < count; at += 1) {
    sheet.switchToPage(at)
    // Below the margin text would begin a new page.
    sheet.page.margins.bottom = 0
    sheet
      .font('regular')
      .fontSize(9)
      .text(words(at + 1, count), sheetMargin, sheet.page.height - 30, { lineBreak: false })
  }
  sheet.end()
  return sheet
}

/** What the typeface has no letters for is left out; of some names nothing is left. */
export const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[^\p{Script=Latin}\p{M}\p{N}\p{P}\p{Zs}+=<>|°−]/gu, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim()

/** The library is read at the first sheet, like the typefaces. */
export const pdfTools = loadOnce(async () => {
  const [{ default: PDFDocument }, faces] = await Promise.all([import('pdfkit'), typefaces()])
  return { PDFDocument, faces }
})
