import type { Glyph } from 'fontkit'
import {
  facedRuns,
  isDrawable,
  lineWidth,
  scaleOf,
  type Typefaces,
  type Weight,
} from '../../../../web/sheets/typefaces.ts'
import { type LabelBox, type LabelPen, measuredOnce } from './label-drawing.ts'

/** Black and white dots, eight to a byte from the left, rows from the top. */
export type Bitmap = { width: number; height: number; bytesPerRow: number; bytes: Uint8Array }

export function openBitmap(width: number, height: number): Bitmap {
  const bytesPerRow = Math.ceil(width / 8)
  return { width, height, bytesPerRow, bytes: new Uint8Array(bytesPerRow * height) }
}

/** Curves of a letter are drawn as so many straight lines. */
const stepsOfCurve = 8

type Point = { x: number; y: number }
/** A line of an outline, from one point to another. */
type Edge = { from: Point; to: Point }

/**
 * Draws a label in dots, `scale` of them to a point. What label printers lack (tones, Arabic, N’Ko) is drawn
 * from the same outlines as in a document, so that a label is the same on every printer.
 */
export function bitmapPen(bitmap: Bitmap, faces: Typefaces, scale: number): LabelPen {
  const laidOut = (text: string, weight: Weight, isRtl?: boolean) =>
    facedRuns(text, weight, faces, isRtl).map(({ text: part, face, script }) => {
      const font = faces.fonts[face]
      const { glyphs, positions } = font.layout(part)
      return { glyphs, positions, unit: scaleOf(script) / font.unitsPerEm }
    })
  const fill = ({ x, y, width, height }: LabelBox) =>
    fillBox(bitmap, { x: x * scale, y: y * scale, width: width * scale, height: height * scale })
  return {
    hasGlyph: (codePoint) => isDrawable(faces, codePoint),
    measure: measuredOnce((text, weight) => lineWidth(text, weight, faces)),
    line(text, { x, baseline, size, weight, isWhite = false, isRtl }) {
      let left = x * scale
      for (const { glyphs, positions, unit } of laidOut(text, weight, isRtl)) {
        const dots = size * scale * unit
        for (const [at, glyph] of glyphs.entries()) {
          const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {}
          const origin = { x: left + xOffset * dots, y: baseline * scale - yOffset * dots }
          fillOutline(bitmap, edgesOf(glyph, origin, dots), !isWhite)
          left += xAdvance * dots
        }
      }
    },
    filled: (boxes) => boxes.forEach(fill),
    outlined({ x, y, width, height }) {
      const line = 1.5
      for (const box of [
        { x, y, width, height: line },
        { x, y: y + height - line, width, height: line },
        { x, y, width: line, height },
        { x: x + width - line, y, width: line, height },
      ])
        fill(box)
    },
    part: (_type, draw) => draw(),
    ornament: (draw) => draw(),
  }
}

function fillBox(bitmap: Bitmap, { x, y, width, height }: LabelBox): void {
  const [top, bottom] = [Math.round(y), Math.round(y + height)]
  for (let row = top; row < bottom; row += 1)
    setDots(bitmap, row, [Math.round(x), Math.round(x + width)], true)
}

/** The outline of a letter as lines between dots; letters have the origin at the left of their baseline. */
function edgesOf(glyph: Glyph, origin: Point, dots: number): Edge[] {
  const edges: Edge[] = []
  let start: Point = origin
  let here: Point = origin
  const dotOf = (x = 0, y = 0): Point => ({ x: origin.x + x * dots, y: origin.y - y * dots })
  const lineTo = (to: Point) => {
    edges.push({ from: here, to })
    here = to
  }
  for (const { command, args } of glyph.path.commands) {
    const points = Array.from({ length: args.length / 2 }, (_, at) => dotOf(args[2 * at], args[2 * at + 1]))
    if (command === 'moveTo') {
      start = points[0] ?? origin
      here = start
    } else if (command === 'closePath') lineTo(start)
    else for (const point of curvePoints([here, ...points])) lineTo(point)
  }
  return edges
}

/** Points of a Bézier curve after its first (de Casteljau); of a line its end. */
function curvePoints(controls: readonly Point[]): Point[] {
  const steps = controls.length > 2 ? stepsOfCurve : 1
  return Array.from({ length: steps }, (_, step) => pointOn(controls, (step + 1) / steps))
}

function pointOn(controls: readonly Point[], t: number): Point {
  const [first = { x: 0, y: 0 }, ...others] = controls
  if (others.length === 0) return first
  const between = others.map(({ x, y }, at) => {
    const before = controls[at] ?? first
    return { x: before.x + (x - before.x) * t, y: before.y + (y - before.y) * t }
  })
  return pointOn(between, t)
}

/** Fills what an outline winds around, dot by dot: a dot is of it where its middle is. */
function fillOutline(bitmap: Bitmap, edges: readonly Edge[], isBlack: boolean): void {
  const heights = edges.flatMap(({ from, to }) => [from.y, to.y])
  const top = Math.max(0, Math.floor(Math.min(...heights)))
  const bottom = Math.min(bitmap.height, Math.ceil(Math.max(...heights)))
  for (let row = top; row < bottom; row += 1) {
    const crossings = crossingsAt(edges, row + 0.5)
    let winding = 0
    for (const [at, { x, turn }] of crossings.entries()) {
      winding += turn
      const until = crossings[at + 1]?.x
      if (winding !== 0 && until !== undefined)
        setDots(bitmap, row, [Math.ceil(x - 0.5), Math.ceil(until - 0.5)], isBlack)
    }
  }
}

/** Where an outline crosses a height, from the left, and whether upwards or downwards. */
function crossingsAt(edges: readonly Edge[], y: number): { x: number; turn: number }[] {
  const crossings: { x: number; turn: number }[] = []
  for (const { from, to } of edges) {
    if (from.y <= y === to.y <= y) continue
    const x = from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)
    crossings.push({ x, turn: from.y < to.y ? 1 : -1 })
  }
  return crossings.sort((one, other) => one.x - other.x)
}

function setDots(bitmap: Bitmap, row: number, [from, until]: [number, number], isBlack: boolean): void {
  if (row < 0 || row >= bitmap.height) return
  for (let x = Math.max(0, from); x < Math.min(bitmap.width, until); x += 1) {
    const at = row * bitmap.bytesPerRow + (x >> 3)
    const dot = 0x80 >> (x & 7)
    bitmap.bytes[at] = isBlack ? (bitmap.bytes[at] ?? 0) | dot : (bitmap.bytes[at] ?? 0) & ~dot
  }
}
