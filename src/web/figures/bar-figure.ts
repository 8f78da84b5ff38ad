import { html } from 'ghtml'
import { namedPlaces, placeName, drawnLength as px, scaleTicks, drawnShare as share } from './figure-scale.ts'

/** A bar of parts upon each other, with its name below it and a title for who points at it. */
type Bar = {
  name: string
  title: string
  parts: readonly number[]
  /** Whether what it counts is not over yet. */
  isNow?: boolean
}

type BarFigure = {
  /** What the figure shows, in a sentence. */
  label: string
  bars: readonly Bar[]
  /** How a value of the scale is written. */
  tickText: (value: number) => string
  /** Whether bars are days or months: then not each is named, and a phone shows them whole. */
  isTimed?: boolean
  /** Which part of a bar is what went wrong: it is red, and its number stands above the bar. */
  badPart?: number
}

/** In pixels from the top; across, bars are shares of the room there is, and so as wide as their place. */
const plot = { top: 20, bottom: 212 }
/** More bars than these have no room on a phone: it shows the last ones, and the others by a swipe. */
const maxOnPhone = 31

/** Bars beside each other, each of up to three parts; a part below 0 is drawn as nothing. */
export function barFigure({ label, bars, tickText, isTimed = false, badPart }: BarFigure): string {
  const ticks = scaleTicks(Math.max(0, ...bars.map(({ parts }) => sumOf(parts))))
  const top = ticks.at(-1) ?? 1
  const yOf = (value: number) => px(plot.bottom - (value / top) * (plot.bottom - plot.top))
  const scale = ticks.map(
    (tick) => html`<text class="end" x="-6" y="${yOf(tick) + 4}">${tickText(tick)}</text>`,
  )
  const rules = ticks.map((tick) => html`<line class="rule" x2="100%" y1="${yOf(tick)}" y2="${yOf(tick)}"/>`)
  const place = 1 / Math.max(1, bars.length)
  const named = isTimed ? namedPlaces(bars.length, 7) : new Set(bars.keys())
  const drawn = bars.map(({ name, title, parts, isNow = false }, at) => {
    const across = { x: share((at + 0.18) * place), width: share(0.64 * place) }
    const middle = share((at + 0.5) * place)
    const bad = badPart === undefined ? 0 : (parts[badPart] ?? 0)
    const count =
      bad > 0 ? html`<text class="mid bad" x="${middle}" y="${yOf(sumOf(parts)) - 5}">${bad}</text>` : ''
    const said = placeName({ name, at, places: bars.length, named, x: middle, y: plot.bottom + 18, isNow })
    return html`<g!${isNow ? ' class="now"' : ''}><title>${title}</title>
!${stacked(parts, { ...across, yOf, badPart })}!${count}</g>!${said}`
  })
  const kind = isTimed ? (bars.length > maxOnPhone ? 'timed many' : 'timed') : 'named'
  return html`<svg class="fig ${kind}" role="img" aria-label="${label}">
!${scale}!${rules}!${drawn}</svg>`
}

type Stack = { x: string; width: string; yOf: (value: number) => number; badPart: number | undefined }

function stacked(parts: readonly number[], { x, width, yOf, badPart }: Stack): string {
  let below = 0
  return parts
    .map((part, at) => {
      const [bottom, top] = [yOf(below), yOf(below + Math.max(0, part))]
      below += Math.max(0, part)
      const kind = at === badPart ? 'bad' : `b${at}`
      return part <= 0
        ? ''
        : html`<rect class="${kind}" x="${x}" width="${width}" y="${top}" height="${px(bottom - top)}"/>`
    })
    .join('')
}

const sumOf = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + Math.max(0, part), 0)
