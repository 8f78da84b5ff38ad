import { html } from 'ghtml'
import { namedPlaces, drawnLength as px, scaleTicks } from './figure-scale.ts'

/** A bar of parts upon each other, with its name below it and a title for who points at it. */
type Bar = { name: string; title: string; parts: readonly number[] }

type BarFigure = {
  /** What the figure shows, in a sentence. */
  label: string
  bars: readonly Bar[]
  /** How a value of the scale is written. */
  tickText: (value: number) => string
  /** Whether it is to be seen whole on a phone: then few bars and short names have room. */
  isNarrow?: boolean
}

/** The drawing, in pixels of its own: it is as wide as its place. */
const height = 270
const plot = { left: 56, top: 10, bottom: 246 }

/** Bars beside each other, each of up to three parts; a part below 0 is drawn as nothing. */
export function barFigure({ label, bars, tickText, isNarrow = false }: BarFigure): string {
  const width = isNarrow ? 320 : 480
  const right = width - 4
  const ticks = scaleTicks(Math.max(0, ...bars.map(({ parts }) => sumOf(parts))))
  const top = ticks.at(-1) ?? 1
  const yOf = (value: number) => px(plot.bottom - (value / top) * (plot.bottom - plot.top))
  const rules = ticks.map(
    (tick) => html`<path class="rule" d="M${plot.left} ${yOf(tick)}H${right}"/>
<text class="end" x="${plot.left - 6}" y="${yOf(tick) + 4}">${tickText(tick)}</text>`,
  )
  const place = (right - plot.left) / Math.max(1, bars.length)
  const [gap, barWidth] = [px(place * 0.18), Math.max(1, px(place * 0.64))]
  const named = namedPlaces(bars.length, isNarrow ? 4 : 7)
  const drawn = bars.map(({ name, title, parts }, at) => {
    const x = px(plot.left + at * place + gap)
    const middle = px(x + barWidth / 2)
    const said = named.has(at)
      ? html`<text class="mid" x="${middle}" y="${plot.bottom + 16}">${name}</text>`
      : ''
    return html`<g><title>${title}</title>!${stacked(parts, { x, barWidth, yOf })}</g>!${said}`
  })
  const kind = isNarrow ? 'fig narrow' : 'fig'
  return html`<svg class="${kind}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
!${rules}!${drawn}</svg>`
}

function stacked(
  parts: readonly number[],
  { x, barWidth, yOf }: { x: number; barWidth: number; yOf: (value: number) => number },
): string {
  let below = 0
  return parts
    .map((part, at) => {
      const [bottom, top] = [yOf(below), yOf(below + Math.max(0, part))]
      below += Math.max(0, part)
      return part <= 0
        ? ''
        : html`<path class="b${at}" d="M${x} ${top}h${barWidth}V${bottom}h-${barWidth}z"/>`
    })
    .join('')
}

const sumOf = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + Math.max(0, part), 0)
