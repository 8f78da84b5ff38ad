import { html } from 'ghtml'
import { namedPlaces, placeName, drawnLength as px, drawnShare as share } from './figure-scale.ts'

/** A point of a line, with its name below it; null where nothing is known. */
type LinePoint = {
  name: string
  value: number | null
  /** Whether what it counts is not over yet. */
  isNow?: boolean
}

type LineFigure = {
  /** What the figure shows, in a sentence. */
  label: string
  /** Shares from 0 to 1. */
  points: readonly LinePoint[]
  /** How a share is written. */
  shareText: (share: number) => string
}

/** In pixels from the top; across, points are shares of the room there is. */
const plot = { top: 16, bottom: 184 }

/**
 * Shares over time: a line that breaks where nothing is known, a diamond with words at the lowest, and a ring
 * at what is not over yet.
 */
export function lineFigure({ label, points, shareText }: LineFigure): string {
  const known = points.flatMap(({ value }, at) => (value === null ? [] : [{ at, value }]))
  const least = Math.min(1, ...known.map(({ value }) => value))
  // From the tenth below the lowest on; never less than a fifth of the scale.
  const from = Math.min(0.8, Math.floor(least * 10) / 10)
  const step = 1 - from > 0.5 ? 0.2 : 0.1
  const ticks = Array.from({ length: Math.floor((1 - from) / step + 0.01) + 1 }, (_, at) => 1 - at * step)
  const along = (at: number) => (points.length < 2 ? 0.5 : at / (points.length - 1))
  const yOf = (value: number) => px(plot.bottom - ((value - from) / (1 - from)) * (plot.bottom - plot.top))
  const scale = ticks.map(
    (tick) => html`<text class="end" x="-6" y="${yOf(tick) + 4}">${shareText(tick)}</text>`,
  )
  const rules = ticks.map((tick) => html`<line class="rule" x2="100%" y1="${yOf(tick)}" y2="${yOf(tick)}"/>`)
  const lines = points.map(({ value }, at) => {
    if (value === null) return ''
    const [before, after] = [points[at - 1]?.value ?? null, points[at + 1]?.value ?? null]
    // A point between two that are unknown is a dot, which a round cap draws.
    if (before === null && after !== null) return ''
    const [x1, y1] = before === null ? [along(at), yOf(value)] : [along(at - 1), yOf(before)]
    const end = html`x2="${share(along(at))}" y2="${yOf(value)}"`
    return html`<line class="curve" x1="${share(x1)}" y1="${y1}" !${end}/>`
  })
  const named = namedPlaces(points.length, 7)
  const names = points.map(({ name, isNow = false }, at) =>
    placeName({
      ...{ name, at, places: points.length, named, isNow },
      ...{ x: share(along(at)), y: plot.bottom + 22 },
    }),
  )
  const now = points.flatMap(({ value, isNow }, at) =>
    isNow && value !== null
      ? html`<circle class="now" cx="${share(along(at))}" cy="${yOf(value)}" r="5"/>`
      : [],
  )
  const lowest = known.reduce<(typeof known)[number] | undefined>(
    (found, point) => (found && found.value <= point.value ? found : point),
    undefined,
  )
  const mark = lowest ? markOf(along(lowest.at), yOf(lowest.value), shareText(lowest.value)) : ''
  return html`<svg class="fig timed${points.length > 31 ? ' many' : ''}" role="img" aria-label="${label}">
!${scale}!${rules}!${lines}!${now}!${mark}!${names}</svg>`
}

/** A diamond with words, on the side where there is room. */
function markOf(along: number, y: number, text: string): string {
  const isLate = along > 0.5
  return html`<svg class="spot" x="${share(along)}" y="${y}"><path class="bad" d="M0-6l6 6-6 6-6-6z"/>
<text class="strong${isLate ? ' end' : ''}" x="${isLate ? -12 : 12}" y="4">${text}</text></svg>`
}
