import { createHash } from 'node:crypto'

/**
 * The drawings of all pages, in one file that browsers keep: acts, 24 wide, and the shapes of statuses, 16
 * wide. Each status has a shape of its own, so that nobody needs to tell its colour.
 */

const acts = {
  board: 'M4 6h8M4 12h6M4 18h8M18.5 8.2l3 1.7v3.7l-3 1.7-3-1.7V9.9z',
  parcel: 'M12 3.5l7.5 4.2v8.6L12 20.5l-7.5-4.2V7.7zM4.5 7.7L12 12l7.5-4.3M12 12v8.5M8.2 5.6l7.5 4.3',
  courier:
    'M6 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM18 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z' +
    'M8.5 17H13l3-4.5L13.8 7H11M16 12.5l2 2M3.5 11.5H9l1.8 2.5',
  map: 'M9 4L3 6v14l6-2 6 2 6-2V4l-6 2-6-2zM9 4v14M15 6v14',
  shop: 'M4 10v10h16V10M3 10l2-6h14l2 6a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0M10 20v-5h4v5',
  chart: 'M4 20h16M7 16v-5M12 16V5M17 16V9',
  money: 'M3 7h18v10H3zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M6 10v4M18 10v4',
  gear: 'M4 7h9m4 0h3M4 12h3m4 0h9M4 17h11m4 0h1M15 5v4M9 10v4M17 15v4',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.3 15.3L20 20',
  phone:
    'M8.6 3.8H5.4A1.4 1.4 0 0 0 4 5.2C4 13.4 10.6 20 18.8 20a1.4 1.4 0 0 0 1.4-1.4v-3.2l-4.6-1.4-1.9 2' +
    'a12.6 12.6 0 0 1-5.7-5.7l2-1.9z',
  chat: 'M4.2 19.8l1.2-3.9A8 8 0 1 1 8.3 18.7zM9 10.8h6M9 13.8h4',
  tour:
    'M5.5 20.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM18.5 7.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4z' +
    'M7.5 18.5H16a3.3 3.3 0 0 0 0-6.6H8.3a3.2 3.2 0 0 1 0-6.4h8.2',
  add: 'M12 5v14M5 12h14',
  developers: 'M9 8l-5 4 5 4M15 8l5 4-5 4',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 4-6 8-6s8 2 8 6',
} as const
export type ActIcon = keyof typeof acts

const line = (path: string, more = '') => `<path d="${path}"${more}/>`
const filled = ' fill="currentColor"'
const solid = `${filled} stroke="none" fill-rule="evenodd"`

/** Of what waits the outline is broken; what is over has no ring. */
const statuses = {
  position: line(
    'M8 14.3C5.1 11 3.4 8.9 3.4 6.7a4.6 4.6 0 0 1 9.2 0c0 2.2-1.7 4.3-4.6 7.6z',
    ' stroke-dasharray="2.4 1.8"',
  ),
  search:
    line('M8 13.9a5.9 5.9 0 1 0 0-11.8 5.9 5.9 0 0 0 0 11.8z', ' stroke-dasharray="2.2 2.43"') +
    line('M8 9.6a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2z', solid),
  'to-shop': line('M1.5 8h7.5M5.8 4.6L9.2 8l-3.4 3.4M13.4 2.6v10.8'),
  'at-shop': line('M2.2 7.1L8 2.2l5.8 4.9v6.7H2.2z', filled),
  way: line('M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zM6.4 4.9l4.8 3.1-4.8 3.1z', solid),
  done: line('M2.6 8.6l3.6 3.7 7.2-8.5', ' stroke-width="2.4"'),
  back: line('M5.6 2.2L2.7 5l2.9 2.8M2.7 5h7.2a3.8 3.8 0 0 1 0 7.6H4.2'),
  returned: line('M2.2 7.1L8 2.2l5.8 4.9v6.7H2.2zM5.4 9.5l2 2 3.3-3.8'),
  cancelled: line('M3.6 3.6l8.8 8.8M12.4 3.6l-8.8 8.8'),
  expired: line('M4.2 2.2h7.6L4.2 13.8h7.6z'),
  stop: line('M5.2 1.8h5.6l3.4 3.4v5.6l-3.4 3.4H5.2l-3.4-3.4V5.2zM8 4.6v4.2M8 10.6v1'),
} as const
export type StatusShape = keyof typeof statuses

const stroke = (width: number) =>
  `fill="none" stroke="currentColor" stroke-width="${width}" stroke-linejoin="round"`

const markSymbol =
  '<symbol id="mark" viewBox="0 0 32 32">' +
  '<path d="M26.5 10.2L16 4.1 5.5 10.2v11.6L16 27.9l10.5-6.1" fill="none" stroke="currentColor"' +
  ' stroke-width="5" stroke-linejoin="round"/>' +
  '<path d="M20.6 11.4l4.1 2.4v4.7l-4.1 2.3-4.1-2.3v-4.7z" fill="var(--sun,#f2a900)"/></symbol>'

const acting = `${stroke(1.8)} stroke-linecap="round"`
const symbol = (id: string, size: number, drawn: string) =>
  `<symbol id="${id}" viewBox="0 0 ${size} ${size}">${drawn}</symbol>`
const symbols = [
  markSymbol,
  ...Object.entries(acts).map(([name, path]) => symbol(name, 24, `<g ${acting}>${line(path)}</g>`)),
  ...Object.entries(statuses).map(([name, drawn]) =>
    symbol(`s-${name}`, 16, `<g ${stroke(1.7)}>${drawn}</g>`),
  ),
]

/** The file, and the address under which every page finds it: it changes with the drawings. */
export const spriteFile = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
const version = createHash('sha256').update(spriteFile).digest('hex').slice(0, 12)
export const spritePath = `/assets/icons/${version}.svg`

const used = (id: string) => `<use href="${spritePath}#${id}"/>`

/** What can be done or gone to, beside its words: nobody is read it. */
export const icon = (name: ActIcon): string =>
  `<svg class="i" width="24" height="24" aria-hidden="true">${used(name)}</svg>`

/** The same as a mask inside a style sheet, for pages that load no further file. */
export const iconMask = (name: ActIcon): string => {
  const size = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"'
  return `url('data:image/svg+xml,<svg ${size}><g ${acting}>${line(acts[name])}</g></svg>')`
}

/** Our mark: a C that is open like a box, and the parcel that comes out of it. */
export const mark = (size: number): string =>
  `<svg class="mark" width="${size}" height="${size}" aria-hidden="true">${used('mark')}</svg>`

/** The shape of a status, beside its words. */
export const statusShape = (name: StatusShape): string =>
  `<svg class="s" width="16" height="16" aria-hidden="true">${used(`s-${name}`)}</svg>`
