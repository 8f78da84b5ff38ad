import QRCode from 'qrcode'
import type { Language } from '../../../../base/kernel/language.ts'
import { speak } from '../../console-words.ts'
import { fittedText, printableText, type TextSize } from './label-text.ts'
import type { Label } from './label-view.ts'

// Labels in black alone and in large type: cheap printers print them, and they are read in the street.

/** Where a label is drawn, in points from the top left corner of the page. */
export type LabelBox = { x: number; y: number; width: number; height: number }

export type Weight = 'regular' | 'bold'

/** What a label is drawn with, in points. */
export type LabelPen = {
  hasGlyph(codePoint: number): boolean
  /** The width of a text at a size of one point. */
  measure(text: string, weight: Weight): number
  /** One line whose letters stand on `baseline`. */
  line(
    text: string,
    at: { x: number; baseline: number; size: number; weight: Weight; isWhite?: boolean },
  ): void
  filled(boxes: readonly LabelBox[]): void
  outlined(box: LabelBox): void
  /** Part of what is read aloud; `alt` says what a drawing shows. */
  part(type: 'H1' | 'P' | 'Figure', draw: () => void, alt?: string): void
  /** What is drawn here is no part of what is read aloud. */
  ornament(draw: () => void): void
}

const margin = 20
const qrSide = 78
/** Four modules of the QR code, which readers need to be blank around it. */
const qrGap = 15
const gap = 9
/**
 * The distance of two lines, and how far their letters rise above the baseline with marks, in parts of their
 * size.
 */
const leading = 1.3
const rise = 1

type TextBox = { x: number; top: number; width: number; weight: Weight; sizes: readonly TextSize[] }

/** Draws a label into a box of about the size of A6; whatever its texts hold, nothing leaves the box. */
export function drawLabel(pen: LabelPen, label: Label, page: LabelBox, language: Language): void {
  const box = {
    x: page.x + margin,
    y: page.y + margin,
    width: page.width - 2 * margin,
    height: page.height - 2 * margin,
  }
  const moneyHeight = label.money.caption === null ? 44 : 60
  const money = { ...box, y: box.y + box.height - moneyHeight, height: moneyHeight }
  drawHead(pen, label, box, language)
  let top = drawReference(pen, label, { ...box, y: box.y + qrSide + qrGap })
  top = drawText(pen, label.firstName, { ...box, top, weight: 'bold', sizes: nameSizes }) + gap / 2
  top = drawText(pen, label.place, { ...box, top, weight: 'bold', sizes: placeSizes }) + gap / 2
  const room = money.y - gap - top
  const sizes = landmarkSizes.map((size) => ({ size, maxLines: Math.floor(room / (size * leading)) }))
  drawText(pen, label.landmark ?? '', { ...box, top, weight: 'regular', sizes })
  drawMoney(pen, label, money)
}

const shopSizes = [
  { size: 15, maxLines: 1 },
  { size: 13, maxLines: 2 },
  { size: 11, maxLines: 2 },
]
const nameSizes = [
  { size: 26, maxLines: 1 },
  { size: 20, maxLines: 1 },
  { size: 16, maxLines: 2 },
]
const placeSizes = [
  { size: 20, maxLines: 1 },
  { size: 16, maxLines: 2 },
]
const landmarkSizes = [15, 13, 11]

/** The QR code on the right; beside it the shop, and what the parcel is like. */
function drawHead(pen: LabelPen, label: Label, box: LabelBox, language: Language): void {
  const qr = { x: box.x + box.width - qrSide, y: box.y, width: qrSide, height: qrSide }
  pen.part(
    'Figure',
    () => pen.filled(qrSquares(label.reference, qr)),
    speak(language)('QR code of {reference}', { reference: label.reference }),
  )
  const width = box.width - qrSide - qrGap
  drawText(pen, label.shop, { x: box.x, top: box.y, width, weight: 'bold', sizes: shopSizes })
  const bottom = box.y + qrSide
  pen.part('P', () => pen.line(label.size, { x: box.x, baseline: bottom - 1, size: 12, weight: 'regular' }))
  if (label.fragile === null) return
  const text = label.fragile
  const tag = { x: box.x, y: bottom - 38, width: pen.measure(text, 'bold') * 13 + 12, height: 20 }
  pen.ornament(() => pen.filled([tag]))
  pen.part('P', () => {
    pen.line(text, { x: tag.x + 6, baseline: tag.y + 14.5, size: 13, weight: 'bold', isWhite: true })
  })
}

/** The dark modules of the QR code of `text` in a box, those beside each other in a row as one. */
function qrSquares(text: string, box: LabelBox): LabelBox[] {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules
  const side = box.width / size
  return Array.from({ length: size }).flatMap((_, row) => {
    const modules = data.subarray(row * size, (row + 1) * size).join('')
    return [...modules.matchAll(/1+/g)].map((run) => ({
      x: box.x + run.index * side,
      y: box.y + row * side,
      width: run[0].length * side,
      height: side,
    }))
  })
}

/** The reference over the whole width, between two lines. Returns where the next text begins. */
function drawReference(pen: LabelPen, { reference }: Label, box: LabelBox): number {
  const size = Math.min(44, box.width / pen.measure(reference, 'bold'))
  const height = size * 1.12
  const rule = (y: number) => ({ x: box.x, y, width: box.width, height: 1.5 })
  pen.ornament(() => pen.filled([rule(box.y), rule(box.y + height)]))
  pen.part('H1', () => {
    pen.line(reference, { x: box.x, baseline: box.y + size * 0.94, size, weight: 'bold' })
  })
  return box.y + height + gap
}

/** What is to be collected, in a frame. */
function drawMoney(pen: LabelPen, { money }: Label, frame: LabelBox): void {
  const x = frame.x + gap
  const width = frame.width - 2 * gap
  pen.ornament(() => pen.outlined(frame))
  const { caption, text } = money
  if (caption !== null)
    pen.part('P', () => pen.line(caption, { x, baseline: frame.y + 17, size: 12, weight: 'regular' }))
  const size = Math.min(caption === null ? 22 : 32, width / pen.measure(text, 'bold'))
  const baseline = frame.y + frame.height - 14
  pen.part('P', () => pen.line(text, { x, baseline, size, weight: 'bold' }))
}

/** A text in lines; one of which nothing can be printed is left out. Returns where it ends. */
function drawText(pen: LabelPen, text: string, { x, top, width, weight, sizes }: TextBox): number {
  const printable = printableText(text, pen.hasGlyph)
  if (printable === '') return top
  const measure = (part: string) => pen.measure(part, weight)
  const { size, lines } = fittedText(printable, { width, sizes, measure })
  pen.part('P', () => {
    // The blank at the end parts two lines for who hears or copies them.
    for (const [row, line] of lines.entries())
      pen.line(`${line} `, { x, baseline: top + size * (rise + row * leading), size, weight })
  })
  return top + lines.length * size * leading
}
