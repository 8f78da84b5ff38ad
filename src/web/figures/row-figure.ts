import { html } from 'ghtml'
import { drawnLength as px, shortName } from './figure-scale.ts'

/** A lying bar of parts one after the other, with its name before it and its value behind. */
type RowBar = { name: string; parts: readonly number[]; valueText: string }

type RowFigure = {
  /** What the figure shows, in a sentence. */
  label: string
  rows: readonly RowBar[]
  /** Which part of a bar is what went wrong: it is red. */
  badPart?: number
}

const [width, rowHeight] = [480, 28]
const plot = { left: 186, right: 372 }
/** The longest name of a row, in characters. */
const maxName = 27

/** Bars below each other, for names that need room. */
export function rowFigure({ label, rows, badPart }: RowFigure): string {
  const sums = rows.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0))
  const most = Math.max(1, ...sums)
  const lengthOf = (value: number) => px((value / most) * (plot.right - plot.left))
  const drawn = rows.map(({ name, parts, valueText }, row) => {
    const y = row * rowHeight + 4
    let passed = 0
    const bars = parts.map((part, at) => {
      const x = px(plot.left + lengthOf(passed))
      passed += part
      const kind = at === badPart ? 'bad' : `b${at}`
      return part <= 0
        ? ''
        : html`<path class="${kind}" d="M${x} ${y}h${lengthOf(part)}v20h-${lengthOf(part)}z"/>`
    })
    const named = shortName(name, maxName)
    return html`<text class="end" x="${plot.left - 8}" y="${y + 15}">${named}</text>!${bars}
<text class="strong" x="${px(plot.left + lengthOf(sums[row] ?? 0) + 6)}" y="${y + 15}">${valueText}</text>`
  })
  return html`<svg class="fig lying" viewBox="0 0 ${width} ${rows.length * rowHeight}" role="img"
aria-label="${label}">!${drawn}</svg>`
}
