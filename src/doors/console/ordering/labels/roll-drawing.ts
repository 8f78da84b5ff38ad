import type { Language } from '../../../../base/kernel/language.ts'
import {
  drawCode,
  drawMoney,
  drawReference,
  drawTag,
  drawText,
  type LabelBox,
  type LabelPen,
  moneyHeight,
  nameText,
} from './label-drawing.ts'
import type { Label } from './label-view.ts'

/** Printers of rolls leave 4 or 5 mm blank at each side, in points. */
const sideMargin = 14
const endMargin = 12
const codeSide = 92
const gap = 8
const tagRoom = 26

const shopSizes = [
  { size: 14, maxLines: 1 },
  { size: 11, maxLines: 3 },
]
const nameSizes = [
  { size: 22, maxLines: 1 },
  { size: 17, maxLines: 2 },
  { size: 14, maxLines: 3 },
]
const placeSizes = [
  { size: 18, maxLines: 1 },
  { size: 14, maxLines: 3 },
]
const landmarkSizes = [
  { size: 14, maxLines: 4 },
  { size: 11, maxLines: 8 },
]
const sizeSizes = [{ size: 12, maxLines: 2 }]

/** Draws a label from the top of a roll down, all over its width. Returns where it ends, in points. */
export function drawRollLabel(pen: LabelPen, label: Label, width: number, language: Language): number {
  const box: LabelBox = { x: sideMargin, y: endMargin, width: width - 2 * sideMargin, height: 0 }
  const text = (value: string, top: number, weight: 'regular' | 'bold', sizes: typeof shopSizes) =>
    drawText(pen, value, { x: box.x, width: box.width, top, weight, sizes }) + gap / 2
  let top = text(label.shop, box.y, 'bold', shopSizes) + gap
  const square = { x: (width - codeSide) / 2, y: top, width: codeSide, height: codeSide }
  drawCode(pen, label, square, language)
  top = drawReference(pen, label, { ...box, y: top + codeSide + 2 * gap })
  top = text(nameText(pen, label, language), top, 'bold', nameSizes)
  top = text(label.place, top, 'bold', placeSizes)
  top = text(label.landmark ?? '', top, 'regular', landmarkSizes)
  top = text(label.size, top, 'regular', sizeSizes)
  if (label.fragile !== null) {
    drawTag(pen, label.fragile, { x: box.x, y: top })
    top += tagRoom
  }
  const height = moneyHeight(label)
  drawMoney(pen, label, { ...box, y: top + gap / 2, height })
  return top + gap / 2 + height + endMargin
}

/** How long a label is on a roll, in points; nothing is drawn. */
export const rollHeight = (pen: LabelPen, label: Label, width: number, language: Language): number =>
  drawRollLabel(
    {
      ...pen,
      line() {},
      filled() {},
      outlined() {},
      part: (_type, draw) => draw(),
      ornament: (draw) => draw(),
    },
    label,
    width,
    language,
  )
