import { html } from 'ghtml'

/**
 * Figures of pages: SVG that the server draws, with its colours in `figures.css`, so that they are readable
 * on any screen without a script. Each says in a sentence what it shows, and stands above its numbers
 * (`figure-card.ts`).
 */

/** A length of a drawing, to a tenth of a pixel. */
export const drawnLength = (length: number): number => Math.round(length * 10) / 10

/** A share of the room there is, such as `12.5%`, to a hundredth. */
export const drawnShare = (share: number): string => `${Math.round(share * 10_000) / 100}%`

/** Round values from 0 to at least `most`, the highest last: four steps at most, and at least one. */
export function scaleTicks(most: number): number[] {
  const rough = Math.max(most, 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const isStep = (each: number) => each * power >= rough && Number.isInteger(each * power)
  const step = Math.max(1, ([1, 2, 2.5, 5, 10].find(isStep) ?? 10) * power)
  const steps = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: steps + 1 }, (_, at) => at * step)
}

/** Which of so many places have their name written: at most `most` of them, the last one always. */
export function namedPlaces(places: number, most: number): Set<number> {
  const every = Math.max(1, Math.ceil(places / most))
  return new Set(
    Array.from({ length: Math.ceil(places / every) }, (_, at) => places - 1 - at * every).reverse(),
  )
}

type PlaceName = {
  name: string
  at: number
  places: number
  named: Set<number>
  x: string
  y: number
  isNow: boolean
}

/** The name of a place below it, where it is written; on a phone every second one, from the last on. */
export function placeName({ name, at, places, named, x, y, isNow }: PlaceName): string {
  if (!named.has(at)) return ''
  const fromLast = [...named].filter((other) => other > at).length
  const isEdge = named.size < places && at === places - 1
  const kind = [
    isEdge ? 'end' : 'mid',
    named.size > 5 && fromLast % 2 === 1 ? 'more' : '',
    isNow ? 'strong' : '',
  ].filter(Boolean)
  return html`<text class="${kind.join(' ')}" x="${isEdge ? '100%' : x}" y="${y}">${name}</text>`
}

/** A name as there is room for it. */
export const shortName = (name: string, most: number): string =>
  name.length <= most ? name : `${name.slice(0, most - 1).trimEnd()}…`
