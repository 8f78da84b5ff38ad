import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { marked, type Token, type Tokens } from 'marked'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import { withFixedSpaces } from '../../../pages/french-spaces.ts'
import { endSheet, openSheet, printable, type Sheet, sheetMargin } from '../../../web/sheets/pdf-sheet.ts'

/** Read at arm's length, on a counter or a tank. */
const bodySize = 13.5
const headingSize = 17
const indent = 22

const source = new URL('../../../../docs/fr/courier-sheet.md', import.meta.url)
/** Where the text has the number of those who run the service. */
const phonePlace = '`SUPPORT_PHONE`'

/**
 * The courier's sheet of `docs/fr/courier-sheet.md` on A4, to print. What names the number of those who run
 * the service is left out where there is none. Throws for Markdown that it cannot print.
 */
export async function courierSheetPdf({
  supportPhone,
  madeAt,
}: {
  supportPhone: string | null
  madeAt: Date
}): Promise<Buffer> {
  const tokens = marked.lexer(withNumber(await readFile(source, 'utf8'), supportPhone))
  const [title, ...parts] = tokens.filter(({ type }) => type !== 'space')
  if (title?.type !== 'heading') throw new Error('The courier’s sheet has no title.')
  const sheet = await openSheet({ title: textOf(title), language: 'fr', madeAt })
  sheet.font('bold').fontSize(28).text(textOf(title))
  for (const part of parts) drawPart(sheet, part)
  return buffer(endSheet(sheet, (page, pages) => `${textOf(title)} – page ${page} sur ${pages}`))
}

function withNumber(text: string, supportPhone: string | null): string {
  const paragraphs = text.split(/\n\n/)
  const kept =
    supportPhone === null ? paragraphs.filter((paragraph) => !paragraph.includes(phonePlace)) : paragraphs
  const number = spacedPhone(supportPhone ?? '').replaceAll(' ', '\u00a0')
  return kept.join('\n\n').replaceAll(phonePlace, number)
}

function drawPart(sheet: Sheet, part: Token): void {
  if (part.type === 'heading') {
    // A heading must not stay behind on the page before its text.
    keepHeight(sheet, 90)
    sheet.moveDown(0.5).font('bold').fontSize(headingSize).text(textOf(part), sheetMargin)
  } else if (part.type === 'paragraph') {
    drawRuns(sheet, (part as Tokens.Paragraph).tokens, 0)
  } else if (part.type === 'list') {
    for (const [at, { tokens }] of (part as Tokens.List).items.entries()) drawItem(sheet, at + 1, tokens)
  } else {
    throw new Error(`The courier’s sheet cannot print ${part.type}.`)
  }
}

function drawItem(sheet: Sheet, number: number, tokens: Token[]): void {
  const runs = tokens.flatMap((token) => ('tokens' in token && token.tokens) || [token])
  // A number must not stay behind on the page before its words.
  keepHeight(sheet, heightOf(sheet, runs, indent))
  const { y } = sheet
  sheet
    .font('bold')
    .fontSize(bodySize)
    .text(`${number}.`, sheetMargin, y + gap, { lineBreak: false })
  sheet.y = y
  drawRuns(sheet, runs, indent)
}

const gap = 3

/** A paragraph of regular and bold words, whole on one page. */
function drawRuns(sheet: Sheet, runs: Token[], left: number): void {
  keepHeight(sheet, heightOf(sheet, runs, left))
  const width = widthOf(sheet, left)
  sheet.fontSize(bodySize).text('', sheetMargin + left, sheet.y + gap)
  for (const [at, run] of runs.entries())
    sheet
      .font(run.type === 'strong' ? 'bold' : 'regular')
      .text(wordsOf(run), { width, continued: at < runs.length - 1, lineGap: 1 })
  sheet.x = sheetMargin
}

/** Bold words are wider: the height of them all in bold is never too little. */
const heightOf = (sheet: Sheet, runs: Token[], left: number): number =>
  gap +
  sheet
    .font('bold')
    .fontSize(bodySize)
    .heightOfString(runs.map(wordsOf).join(''), { width: widthOf(sheet, left), lineGap: 1 })

const widthOf = (sheet: Sheet, left: number): number => sheet.page.width - 2 * sheetMargin - left

function keepHeight(sheet: Sheet, height: number): void {
  if (sheet.y + height > sheet.page.height - sheetMargin) sheet.addPage()
}

/** The words of a run; a space at its ends parts it from the next one, or keeps punctuation with its word. */
function wordsOf(run: Token): string {
  const text = textOf(run)
  const edge = (found: RegExpExecArray | null) => found?.[0] ?? ''
  return edge(/^\s/.exec(text)) + printable(text) + edge(/\s$/.exec(text))
}

const textOf = (token: Token): string =>
  withFixedSpaces(('text' in token ? String(token.text) : token.raw).replaceAll('\n', ' '))
