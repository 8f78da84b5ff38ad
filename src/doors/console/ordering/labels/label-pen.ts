import type { LabelBox, LabelPen, Weight } from './label-drawing.ts'

/** A document of `pdfkit`. */
export type Pdf = PDFKit.PDFDocument

/** A part of the document as screen readers find it. */
type Part = ReturnType<Pdf['struct']>

/**
 * Draws on the current page of `pdf`, whose fonts are registered as `regular` and `bold`; what is drawn becomes a
 * child of `section`.
 */
export function labelPen(pdf: Pdf, section: Part): LabelPen {
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
