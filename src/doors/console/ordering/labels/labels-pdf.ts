import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Language } from '../../../../base/kernel/language.ts'
import { pdfTools } from '../../../../web/sheets/pdf-sheet.ts'
import { speak } from '../../console-words.ts'
import { drawLabel, type LabelBox, type LabelPen, type Weight } from './label-drawing.ts'
import type { Label } from './label-view.ts'

/** A6 has one label a page, A4 four of that size with lines to cut along. */
export const labelFormats = ['A6', 'A4'] as const
export type LabelFormat = (typeof labelFormats)[number]

/** How many labels one document holds. */
export const maxLabels = 100

/** A document of `pdfkit`. */
type Pdf = PDFKit.PDFDocument

type Sheet = { format: LabelFormat; language: Language; createdAt: Date }

/**
 * The labels as a PDF (decision 136), drawn while it is read, with pauses in which the process answers
 * others. `createdAt` is the document's date. Throws RangeError for no label and for more than `maxLabels`.
 */
export async function labelsPdf(labels: readonly Label[], sheet: Sheet): Promise<Readable> {
  if (labels.length < 1 || labels.length > maxLabels) throw new RangeError(`${labels.length} labels`)
  const pdf = await openPdf(labels, sheet)
  drawLabels(pdf, labels, sheet).catch((error: Error) => pdf.destroy(error))
  return pdf
}

async function openPdf(labels: readonly Label[], { format, language, createdAt }: Sheet): Promise<Pdf> {
  const { PDFDocument, typeface } = await pdfTools()
  const pdf = new PDFDocument({
    size: format,
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: language,
    tagged: true,
    displayTitle: true,
    info: {
      Title: speak(language)('{count, plural, one {Label {reference}} other {# parcel labels}}', {
        count: labels.length,
        reference: labels[0]?.reference ?? '',
      }),
      Creator: 'Colis',
      Producer: 'Colis',
      CreationDate: createdAt,
    },
  })
  for (const [weight, bytes] of Object.entries(typeface)) pdf.registerFont(weight, bytes)
  return pdf.font('regular')
}

async function drawLabels(pdf: Pdf, labels: readonly Label[], { format, language }: Sheet): Promise<void> {
  const perPage = format === 'A4' ? 4 : 1
  const whole = pdf.struct('Document', { lang: language })
  pdf.addStructure(whole)
  for (const [at, label] of labels.entries()) {
    // Nobody reads any more.
    if (pdf.destroyed) return
    if (at % perPage === 0) {
      pdf.addPage()
      if (perPage > 1) drawCutLines(pdf)
    }
    const section = pdf.struct('Sect', { title: label.reference })
    whole.add(section)
    drawLabel(labelPen(pdf, section), label, boxOf(pdf, at % perPage, perPage), language)
    section.end()
    await setImmediate()
  }
  whole.end()
  pdf.end()
}

/** The place of a label on its page: the page, or a quarter of it. */
function boxOf({ page }: Pdf, at: number, perPage: number): LabelBox {
  if (perPage === 1) return { x: 0, y: 0, width: page.width, height: page.height }
  const [width, height] = [page.width / 2, page.height / 2]
  return { x: (at % 2) * width, y: Math.floor(at / 2) * height, width, height }
}

function drawCutLines(pdf: Pdf): void {
  const { width, height } = pdf.page
  pdf.markContent('Artifact', { type: 'Layout' })
  pdf
    .save()
    .lineWidth(0.5)
    .dash(4, { space: 4 })
    .moveTo(width / 2, 0)
    .lineTo(width / 2, height)
    .moveTo(0, height / 2)
    .lineTo(width, height / 2)
    .stroke('gray')
    .restore()
  pdf.endMarkedContent()
}

/** A part of the document as screen readers find it. */
type Part = ReturnType<Pdf['struct']>

/**
 * Draws on the current page of `pdf`, whose fonts are registered as `regular` and `bold`; what is drawn
 * becomes a child of `section`.
 */
function labelPen(pdf: Pdf, section: Part): LabelPen {
  const choose = (weight: Weight, size: number) => pdf.font(weight).fontSize(size)
  const path = (boxes: readonly LabelBox[]) => {
    // One path, so that no hairline of paper shows between boxes that touch.
    for (const { x, y, width, height } of boxes) pdf.rect(x, y, width, height)
    return pdf
  }
  return {
    hasGlyph: (codePoint) => openFontOf(pdf).hasGlyphForCodePoint(codePoint),
    measure: (text, weight) => choose(weight, 1).widthOfString(text),
    line(text, { x, baseline, size, weight, isWhite = false }) {
      choose(weight, size)
        .fillColor(isWhite ? 'white' : 'black')
        .text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' })
    },
    filled: (boxes) => void path(boxes).fill('black'),
    outlined: (box) => void path([box]).lineWidth(1.5).stroke('black'),
    part: (type, draw, alt) => void section.add(pdf.struct(type, alt === undefined ? {} : { alt }, draw)),
    ornament(draw) {
      pdf.markContent('Artifact', { type: 'Layout' })
      draw()
      pdf.endMarkedContent()
    },
  }
}

/** What the library keeps to itself: the font that it chose last. Both weights have the same letters. */
const openFontOf = (pdf: Pdf) =>
  (pdf as unknown as { _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } } })._font.font
