import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Language } from '../../../../base/kernel/language.ts'
import { pdfTools } from '../../../../web/sheets/pdf-sheet.ts'
import {
  facedRuns,
  isDrawable,
  lineWidth,
  runWidth,
  scaleOf,
  type Typefaces,
  type Weight,
} from '../../../../web/sheets/typefaces.ts'
import { speak } from '../../console-words.ts'
import { drawLabel, type LabelBox, type LabelPen, measuredOnce } from './label-drawing.ts'
import { maxLabels, type PaperFormat, rollWidths } from './label-formats.ts'
import type { Label } from './label-view.ts'
import { drawRollLabel, rollHeight } from './roll-drawing.ts'

/** A document of `pdfkit`. */
type Pdf = PDFKit.PDFDocument

type Sheet = { format: PaperFormat; language: Language; createdAt: Date }

/**
 * The labels as a PDF (decision 136), drawn while it is read, with pauses in which the process answers
 * others. `createdAt` is the document's date. Throws RangeError for no label and for more than `maxLabels`.
 */
export async function labelsPdf(labels: readonly Label[], sheet: Sheet): Promise<Readable> {
  if (labels.length < 1 || labels.length > maxLabels) throw new RangeError(`${labels.length} labels`)
  const { PDFDocument, faces } = await pdfTools()
  const pdf = openPdf(PDFDocument, labels, sheet)
  for (const [name, bytes] of Object.entries(faces.bytes)) pdf.registerFont(name, bytes)
  drawLabels(pdf, faces, labels, sheet).catch((error: Error) => pdf.destroy(error))
  return pdf
}

function openPdf(
  PDFDocument: Awaited<ReturnType<typeof pdfTools>>['PDFDocument'],
  labels: readonly Label[],
  { language, createdAt }: Sheet,
): Pdf {
  return new PDFDocument({
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
}

async function drawLabels(
  pdf: Pdf,
  faces: Typefaces,
  labels: readonly Label[],
  { format, language }: Sheet,
): Promise<void> {
  const perPage = format === 'A4' ? 4 : 1
  const whole = pdf.struct('Document', { lang: language })
  pdf.addStructure(whole)
  for (const [at, label] of labels.entries()) {
    // Nobody reads any more.
    if (pdf.destroyed) return
    const section = pdf.struct('Sect', { title: label.reference })
    const pen = labelPen(pdf, faces, section)
    const rollWidth = format === 'ROLL_58' || format === 'ROLL_80' ? rollWidths[format] : undefined
    if (rollWidth !== undefined)
      pdf.addPage({ size: [rollWidth, rollHeight(pen, label, rollWidth, language)], margin: 0 })
    else if (at % perPage === 0) {
      pdf.addPage({ size: format, margin: 0 })
      if (perPage > 1) drawCutLines(pdf)
    }
    whole.add(section)
    if (rollWidth !== undefined) drawRollLabel(pen, label, rollWidth, language)
    else drawLabel(pen, label, boxOf(pdf, at % perPage, perPage), language)
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

/** Draws on the current page of `pdf`; what is drawn becomes a child of `section`. */
function labelPen(pdf: Pdf, faces: Typefaces, section: Part): LabelPen {
  const parts = (text: string, weight: Weight, size: number, isRtl?: boolean) =>
    facedRuns(text, weight, faces, isRtl).map((run) => {
      const { text: part, read, script, face } = run
      // With a list of features the library lays a part out as a whole, and not word by word.
      const about = script === 'latin' ? {} : { features: [] }
      return { part, read, script, face, about, width: runWidth(run, faces) * size }
    })
  const path = (boxes: readonly LabelBox[]) => {
    // One path, so that no hairline of paper shows between boxes that touch.
    for (const { x, y, width, height } of boxes) pdf.rect(x, y, width, height)
    return pdf
  }
  return {
    hasGlyph: (codePoint) => isDrawable(faces, codePoint),
    measure: measuredOnce((text, weight) => lineWidth(text, weight, faces)),
    line(text, { x, baseline, size, weight, isWhite = false, isRtl }) {
      let left = x
      for (const { part, read, script, face, about, width } of parts(text, weight, size, isRtl)) {
        // Readers of documents turn Arabic around by themselves, and no N’Ko.
        if (script === 'nko') pdf.markContent('Span', { actual: read })
        pdf
          .font(face)
          .fontSize(size * scaleOf(script))
          .fillColor(isWhite ? 'white' : 'black')
          .text(part, left, baseline, { lineBreak: false, baseline: 'alphabetic', ...about })
        if (script === 'nko') pdf.endMarkedContent()
        left += width
      }
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
