import { html } from 'ghtml'
import { shortName } from './figure-scale.ts'

/** A row of a heat map: a value for each column. */
type HeatRow = { name: string; values: readonly number[] }

type HeatFigure = {
  /** What the figure shows, in a sentence. */
  label: string
  columns: readonly string[]
  rows: readonly HeatRow[]
}

/** A cell, and the room for the names of rows, in pixels of the drawing. */
const cell = { width: 34, height: 30 }
const nameWidth = 120
/** A cell from its corner on, with a gap to the next. */
const cellPath = `h${cell.width - 1}v${cell.height - 1}h-${cell.width - 1}z`
const headHeight = 22
/** The longest name of a row, in characters. */
const maxName = 17

/** How hot a value is, from 0 for nothing to 4, beside the highest one. */
export const heatOf = (value: number, most: number): number =>
  value <= 0 || most <= 0 ? 0 : Math.min(4, Math.max(1, Math.ceil((value / most) * 4)))

/** Rows of cells, the darker the higher their value, which is written in each. */
export function heatFigure({ label, columns, rows }: HeatFigure): string {
  const most = Math.max(0, ...rows.flatMap(({ values }) => values))
  const width = nameWidth + columns.length * cell.width
  const height = headHeight + rows.length * cell.height
  const middle = (at: number) => nameWidth + at * cell.width + cell.width / 2
  const heads = columns.map((name, at) => html`<text class="mid" x="${middle(at)}" y="14">${name}</text>`)
  const drawn = rows.map(({ name, values }, row) => {
    const y = headHeight + row * cell.height
    const cells = values.map((value, at) => {
      const heat = heatOf(value, most)
      const square = `M${nameWidth + at * cell.width} ${y}${cellPath}`
      const said =
        value === 0
          ? ''
          : html`<text class="mid on-h${heat}" x="${middle(at)}" y="${y + 19}">
${value}</text>`
      return html`<path class="h${heat}" d="${square}"/>!${said}`
    })
    const named = shortName(name, maxName)
    return html`<text class="end" x="${nameWidth - 8}" y="${y + 19}">${named}</text>!${cells}`
  })
  const size = html`width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  return html`<svg class="fig heat" !${size} role="img" aria-label="${label}">
!${heads}!${drawn}</svg>`
}
