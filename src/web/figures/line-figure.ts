import { html } from 'ghtml'
import { namedPlaces, drawnLength as px } from './figure-scale.ts'

/** A point of a line, with its name below it; null where nothing is known. */
type LinePoint = { name: string; value: number | null }

type LineFigure = {
  /** What the figure shows, in a sentence. */
  label: string
  /** Shares from 0 to 1. */
  points: readonly LinePoint[]
  /** How a share is written. */
  shareText: (share: number) => string
}

const [width, height] = [1040, 190]
const plot = { left: 60, right: 1026, top: 16, bottom: 160 }

/** Shares over time: a line that breaks where nothing is known, and a mark with words at the lowest. */
export function lineFigure({ label, points, shareText }: LineFigure): string {
  const known = points.flatMap(({ value }, at) => (value === null ? [] : [{ at, value }]))
  const least = Math.min(1, ...known.map(({ value }) => value))
  // From the tenth below the lowest on; never less than a fifth of the scale.
  const from = Math.min(0.8, Math.floor(least * 10) / 10)
  const step = 1 - from > 0.5 ? 0.2 : 0.1
  const ticks = Array.from({ length: Math.floor((1 - from) / step + 0.01) + 1 }, (_, at) => 1 - at * step)
  const xOf = (at: number) =>
    px(plot.left + (points.length < 2 ? 0.5 : at / (points.length - 1)) * (plot.right - plot.left))
  const yOf = (value: number) => px(plot.bottom - ((value - from) / (1 - from)) * (plot.bottom - plot.top))
  const rules = ticks.map(
    (tick) => html`<path class="rule" d="M${plot.left} ${yOf(tick)}H${plot.right}"/>
<text class="end" x="${plot.left - 8}" y="${yOf(tick) + 4}">${shareText(tick)}</text>`,
  )
  const line = points
    .map(({ value }, at) => {
      if (value === null) return ''
      const isBegun = at > 0 && points[at - 1]?.value !== null
      // A point between two that are unknown is a dot, which a round cap draws.
      return `${isBegun ? 'L' : 'M'}${xOf(at)} ${yOf(value)}${isBegun ? '' : 'h0'}`
    })
    .join('')
  const named = namedPlaces(points.length, 8)
  const names = points.map(({ name }, at) =>
    named.has(at) ? html`<text class="mid" x="${xOf(at)}" y="${height - 6}">${name}</text>` : '',
  )
  const lowest = known.reduce<(typeof known)[number] | undefined>(
    (found, point) => (found && found.value <= point.value ? found : point),
    undefined,
  )
  const mark = lowest ? markOf(xOf(lowest.at), yOf(lowest.value), shareText(lowest.value)) : ''
  return html`<svg class="fig wide-fig" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
!${rules}<path class="curve" d="${line}"/>!${mark}!${names}</svg>`
}

/** A diamond with words, on the side where there is room. */
function markOf(x: number, y: number, text: string): string {
  const isLate = x > width / 2
  return html`<path class="fail" d="M${x} ${y - 6}l6 6-6 6-6-6z"/>
<text class="strong${isLate ? ' end' : ''}" x="${x + (isLate ? -12 : 12)}" y="${y + 4}">${text}</text>`
}
