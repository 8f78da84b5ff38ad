import QRCode from 'qrcode'
import type { Language } from '../../../../base/kernel/language.ts'
import type { Weight } from '../../../../web/sheets/typefaces.ts'
import { isRightToLeft } from '../../../../web/sheets/written-line.ts'
import { speak } from '../../console-words.ts'
import { fittedText, printableText, type TextSize } from './label-text.ts'
import type { Label } from './label-view.ts'

// Labels in black alone and in large type: cheap printers print them, and they are read in the street.

/** Where a label is drawn, in points from the top left corner of the page. */
export type LabelBox = { x: number; y: number; width: number; height: number }

/** What a label is drawn with, in points. */
export type LabelPen = {
  hasGlyph(codePoint: number): boolean
  /** The width of a text at a size of one point. */
  measure(text: string, weight: Weight): number
  /** One line whose letters stand on `baseline`; `isRtl` where it is of a text read from right to left. */
  line(text: string, at: LinePlace): void
  filled(boxes: readonly LabelBox[]): void
  outlined(box: LabelBox): void
  /** Part of what is read aloud; `alt` says what a drawing shows. */
  part(type: 'H1' | 'P' | 'Figure', draw: () => void, alt?: string): void
  /** What is drawn here is no part of what is read aloud. */
  ornament(draw: () => void): void
}

/** Where a line is drawn, in points, and how. */
type LinePlace = {
  x: number
  baseline: number
  size: number
  weight: Weight
  isWhite?: boolean
  isRtl?: boolean
}

/** A text is measured again for each size that it is tried at, and joining its letters takes a while. */
export function measuredOnce(measure: LabelPen['measure']): LabelPen['measure'] {
  const widths = new Map<string, number>()
  return (text, weight) => {
    const key = `${weight} ${text}`
    const width = widths.get(key) ?? measure(text, weight)
    widths.set(key, width)
    return width
  }
}

const margin = 20
const qrSide = 78
/** Four modules of the QR code, which readers need to be blank around it. */
const qrGap = 15
const gap = 9
const tagHeight = 20
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
  const height = moneyHeight(label)
  const money = { ...box, y: box.y + box.height - height, height }
  drawHead(pen, label, box, language)
  let top = drawReference(pen, label, { ...box, y: box.y + qrSide + qrGap })
  const name = nameText(pen, label, language)
  top = drawText(pen, name, { ...box, top, weight: 'bold', sizes: nameSizes }) + gap / 2
  top = drawText(pen, label.place, { ...box, top, weight: 'bold', sizes: placeSizes }) + gap / 2
  const room = money.y - gap - top
  const sizes = landmarkSizes.map((size) => ({ size, maxLines: Math.floor(room / (size * leading)) }))
  drawText(pen, label.landmark ?? '', { ...box, top, weight: 'regular', sizes })
  drawMoney(pen, label, money)
}

/** The first name as it can be printed; of one without a letter, that it is a customer. */
export function nameText(pen: LabelPen, { firstName }: Label, language: Language): string {
  const printed = printableText(firstName, pen.hasGlyph)
  return /\p{L}/u.test(printed) ? printed : speak(language)('Customer')
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
  drawCode(pen, label, { x: box.x + box.width - qrSide, y: box.y, width: qrSide, height: qrSide }, language)
  const width = box.width - qrSide - qrGap
  drawText(pen, label.shop, { x: box.x, top: box.y, width, weight: 'bold', sizes: shopSizes })
  const bottom = box.y + qrSide
  pen.part('P', () => pen.line(label.size, { x: box.x, baseline: bottom - 1, size: 12, weight: 'regular' }))
  if (label.fragile !== null) drawTag(pen, label.fragile, { x: box.x, y: bottom - 38 })
}

/** A word in white on black. */
export function drawTag(pen: LabelPen, text: string, { x, y }: { x: number; y: number }): void {
  const tag = { x, y, width: pen.measure(text, 'bold') * 13 + 12, height: tagHeight }
  pen.ornament(() => pen.filled([tag]))
  pen.part('P', () => {
    pen.line(text, { x: x + 6, baseline: y + 14.5, size: 13, weight: 'bold', isWhite: true })
  })
}

/** The QR code of the reference in a square. */
export function drawCode(pen: LabelPen, { reference }: Label, square: LabelBox, language: Language): void {
  pen.part(
    'Figure',
    () => pen.filled(qrSquares(reference, square)),
    speak(language)('QR code of {reference}', { reference }),
  )
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
export function drawReference(pen: LabelPen, { reference }: Label, box: LabelBox): number {
  const size = Math.min(44, box.width / pen.measure(reference, 'bold'))
  const height = size * 1.12
  const rule = (y: number) => ({ x: box.x, y, width: box.width, height: 1.5 })
  pen.ornament(() => pen.filled([rule(box.y), rule(box.y + height)]))
  pen.part('H1', () => {
    pen.line(reference, { x: box.x, baseline: box.y + size * 0.94, size, weight: 'bold' })
  })
  return box.y + height + gap
}

/** The height of the frame of what is to be collected. */
export const moneyHeight = ({ money }: Label): number => (money.caption === null ? 44 : 60)

/** What is to be collected, in a frame. */
export function drawMoney(pen: LabelPen, { money }: Label, frame: LabelBox): void {
  const x = frame.x + gap
  const width = frame.width - 2 * gap
  pen.ornament(() => pen.outlined(frame))
  const { caption, text } = money
  if (caption !== null) {
    const size = Math.min(12, width / pen.measure(caption, 'regular'))
    pen.part('P', () => pen.line(caption, { x, baseline: frame.y + 17, size, weight: 'regular' }))
  }
  const size = Math.min(caption === null ? 22 : 32, width / pen.measure(text, 'bold'))
  const baseline = frame.y + frame.height - 14
  pen.part('P', () => pen.line(text, { x, baseline, size, weight: 'bold' }))
}

/**
 * A text in lines, at the right where it is read from right to left; one of which nothing can be printed is
 * left out. Returns where it ends.
 */
export function drawText(pen: LabelPen, text: string, { x, top, width, weight, sizes }: TextBox): number {
  const printable = printableText(text, pen.hasGlyph)
  if (printable === '') return top
  const measure = (part: string) => pen.measure(part, weight)
  const { size, lines } = fittedText(printable, { width, sizes, measure })
  const isRtl = isRightToLeft(printable)
  pen.part('P', () => {
    for (const [row, line] of lines.entries()) {
      // The blank at the end parts two lines for who hears or copies them.
      const written = `${line} `
      const left = isRtl ? x + width - measure(written) * size : x
      const baseline = top + size * (rise + row * leading)
      pen.line(written, { x: left, baseline, size, weight, isRtl })
    }
  })
  return top + lines.length * size * leading
}
