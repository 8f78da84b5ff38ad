import { iconMask } from './icon-sprite.ts'

/**
 * The tokens of every page: each colour, size and space that style sheets name, once. Sheets of doors name
 * them as `var(--ink)` and get those that they name put before them (`withTokens`).
 *
 * Contrasts that hold, and that `design-tokens.test.ts` computes: what is written has 4.5 to 1 on every
 * ground and tint, at a desk, and 7 to 1 in the street; `edge`, around what can be pressed, has 3 to 1.
 */

/** Where a page is read: at a desk or a counter, or in the sun. */
type Place = 'DESK' | 'STREET'
type Scheme = 'LIGHT' | 'DARK'

/** Light and dark, and likewise in the street where it is stronger there. */
type Shades = readonly [light: string, dark: string, streetLight?: string, streetDark?: string]

const colours = {
  /** What is written, and what is said beside it. */
  ink: ['#14211b', '#edf3ef', '#101a16', '#eef3f0'],
  soft: ['#4d5b54', '#aebcb4', '#3c4a43', '#c3cec8'],
  /** What lies under everything, and the paper on it. */
  ground: ['#f4f5f1', '#0f1512'],
  card: ['#ffffff', '#18201c'],
  /** What divides, and what bounds a control. */
  line: ['#dce1dc', '#2c3832', '#cdd5cf', '#3a4740'],
  edge: ['#77857e', '#7c8b83'],
  /** The company, which may set its own; the parcel and “now”, never words on a light ground. */
  brand: ['#0b3b2e', '#0a2a21'],
  'on-brand': ['#ffffff', '#ffffff'],
  sun: ['#f2a900', '#ffc53d'],
  /** What can be pressed, and what is under way. */
  accent: ['#0a6b4b', '#52d3a2', '#00573a', '#5cdcab'],
  'on-accent': ['#ffffff', '#06281b'],
  tint: ['#e3f1ea', '#163529'],
  /** What waits, what goes towards the shop, what is wrong. */
  wait: ['#864100', '#ffc48a', '#6b3000', '#ffc48a'],
  'wait-tint': ['#fdf0dc', '#38240f'],
  go: ['#1c569c', '#9cc6ff', '#123f78', '#aed0ff'],
  'go-tint': ['#e6effa', '#142a45'],
  bad: ['#a3201d', '#ff9d97', '#8c1512', '#ffb0ab'],
  'bad-tint': ['#fcebe9', '#3b1715'],
  /** Figures: little to much, and a second bar beside the first. */
  h0: ['#eef3ef', '#1a231f'],
  h1: ['#cfe5d8', '#1d3a2e'],
  h2: ['#97cbb0', '#236048'],
  h3: ['#4f9f7b', '#3fa67c'],
  'on-h3': ['#14211b', '#06281b'],
  h4: ['#14694a', '#6fe3b6'],
  bar2: ['#5a9d80', '#2e8a68'],
  /** Maps. */
  water: ['#a5cfe3', '#12384a'],
  road: ['#ffffff', '#52645b'],
  /** What floats: nothing else has a shadow. */
  lift: [
    '0 1px 2px rgb(20 33 27 / 8%), 0 8px 24px rgb(20 33 27 / 14%)',
    '0 0 0 1px #3a4740, 0 8px 24px rgb(0 0 0 / 60%)',
  ],
} as const satisfies Record<string, Shades>

/** What is the same by day and by night. */
const sizes = {
  /** Corners: a row of the board, a control, a card. */
  r1: '0.25rem',
  r2: '0.5rem',
  r3: '0.875rem',
  /** Type: a table, help, a text, a figure. */
  't-table': '0.8125rem',
  't-help': '0.875rem',
  't-text': '1rem',
  't-figure': '1.75rem',
  /** The least height of what is pressed in a table. */
  'press-desk': '1.875rem',
} as const

/** Drawings of the sprite, for the sheets that name them alone: other pages load the sprite. */
const drawings = { 'icon-phone': iconMask('phone') } as const

type Colour = keyof typeof colours
const constants = { ...sizes, ...drawings }
type Token = Colour | keyof typeof constants

const isColourToken = (name: Token): name is Colour => name in colours

/** A colour as it is shown in a place. */
export function colourOf(name: Colour, scheme: Scheme = 'LIGHT', place: Place = 'DESK'): string {
  const [light, dark, streetLight = light, streetDark = dark]: Shades = colours[name]
  const [day, night] = place === 'STREET' ? [streetLight, streetDark] : [light, dark]
  return scheme === 'LIGHT' ? day : night
}

type Reading = {
  place?: Place
  /** Who chooses dark: the phone, or the reader by a class on the page, which is light otherwise. */
  dark?: 'PREFERRED' | 'CHOSEN'
  /** With every token, for further sheets of the same page. */
  isWhole?: boolean
}

/** A style sheet with the tokens before it that it names, or with all. */
export function withTokens(sheet: string, reading: Reading = {}): string {
  const { place = 'DESK', dark = 'PREFERRED', isWhole = false } = reading
  const names = ([...Object.keys(colours), ...Object.keys(constants)] as Token[]).filter(
    (name) => (isWhole && !(name in drawings)) || sheet.includes(`var(--${name})`),
  )
  const shown = names.filter(isColourToken)
  const light = names.map((name) =>
    declaration(name, isColourToken(name) ? colourOf(name, 'LIGHT', place) : constants[name]),
  )
  const changed = shown.filter((name) => colourOf(name, 'LIGHT', place) !== colourOf(name, 'DARK', place))
  const night = changed.map((name) => declaration(name, colourOf(name, 'DARK', place))).join('')
  return dark === 'PREFERRED'
    ? `:root{color-scheme:light dark;${light.join('')}}
@media (prefers-color-scheme:dark){:root{${night}}}
${sheet}`
    : `:root{color-scheme:light;${light.join('')}}
.dark{color-scheme:dark;${night}}
${sheet}`
}

const declaration = (name: Token, value: string): string => `--${name}:${value};`
