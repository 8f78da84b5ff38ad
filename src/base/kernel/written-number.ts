/**
 * Reads numbers as people, spreadsheets and our own pages write them: each kind in one way, for every door
 * (decision 270). What may mean two numbers is none, so whoever wrote it is asked again. Undefined for any
 * other text.
 */

/** From the least to the greatest number that is taken, both included. */
type Bounds = { min?: number; max?: number }

/**
 * `isOfSpreadsheet`: a cell, in which `1,25E+04` is how Excel shows 12 500 in a narrow column, and
 * `12500.000000` how a shop’s database does.
 */
type AmountForm = Bounds & { isOfSpreadsheet?: boolean }

/**
 * A whole amount of FCFA: `1500`, `1 500 F CFA`, `1.500`, `1,500`, `1 500,00`, `1500.00`, `15k`, `15 mille
 * 500`, `1,5 million`, and below zero `-1 500` or `(1 500)`. Never a part of a franc, and never `1500.000` or
 * `1.500.00`.
 */
export function readFcfa(text: string, bounds: AmountForm = {}): number | undefined {
  const shown = bounds.isOfSpreadsheet ? ofSpreadsheet(text) : undefined
  if (shown !== undefined) return between(shown, bounds)
  const {
    open,
    close,
    sign,
    figure = '',
    word,
    hundreds = '0',
  } = amountForm.exec(plainForm(text))?.groups ?? {}
  if ((open === undefined) !== (close === undefined) || (open !== undefined && sign !== '')) return undefined
  const value = word === undefined ? wholeFigure(figure) : multiplied(figure, word, Number(hundreds))
  return between(open !== undefined || sign === '-' ? negative(value) : value, bounds)
}

/** A whole number without a unit, such as a count: `12`, `1 000`, `1.000`, `12.00`, `-3`. */
export function readWhole(text: string, bounds: Bounds = {}): number | undefined {
  const [, sign, figure = ''] = /^(-?)(.*)$/.exec(plainForm(text)) ?? []
  return between(sign === '-' ? negative(wholeFigure(figure)) : wholeFigure(figure), bounds)
}

/**
 * A number that may have decimals, such as kilometres or degrees: `1.5`, `1,5`, `-6.3654`. Its only separator
 * is that of its decimals, of which there are at most `decimals`; `1.500` is one and a half here.
 */
export function readDecimal(
  text: string,
  { decimals, min = 0, max = Number.MAX_SAFE_INTEGER }: Bounds & { decimals: number },
): number | undefined {
  const [, whole = '', part = ''] = /^(-?\d{1,15})(?:[.,](\d{1,20}))?$/.exec(plainForm(text)) ?? []
  if (whole === '' || part.length > decimals) return undefined
  return between(Number(`${whole}.${part}`), { min, max })
}

/** A share in percent, from 0 to 100: `10`, `2,5 %`. */
export const readPercent = (text: string, decimals = 0): number | undefined =>
  readDecimal(text.replace(/%\s*$/, ''), { max: 100, decimals })

/** What people write after an amount, or before it: `15000 F`, `15 000 F CFA`, `XOF 15,000`, `15.000frs`. */
// biome-ignore format: a list
export const currencyWords = [
  'fcfa', 'fcf', 'fca', 'cfa', 'xof', 'xaf', 'francs', 'franc', 'balles', 'balle', 'frs', 'fr', 'fs', 'f',
]

/** What multiplies the number before it; `krika` is a thousand in the streets of Abidjan. */
export const factors: ReadonlyMap<string, number> = new Map([
  ['krika', 1_000],
  ['millions', 1_000_000],
  ['million', 1_000_000],
  ['milles', 1_000],
  ['mille', 1_000],
  ['mil', 1_000],
  ['kf', 1_000],
  ['k', 1_000],
])

const currency = `(?:${currencyWords.join('|')})(?: f?cfa)?`
const amountForm = new RegExp(
  `^(?<open>\\()?(?:${currency} ?)?(?<sign>[-+]?) ?(?:${currency} ?)?(?<figure>\\d[\\d .,']*)` +
    `(?:(?<word>${[...factors.keys()].join('|')})(?: (?<hundreds>[1-9]\\d\\d))?)?` +
    `(?: ?${currency})?(?<close>\\))?$`,
)

/** Longer texts are no numbers. */
const maxLength = 60

/** One kind of blank, of minus and of apostrophe, in lower case. */
const plainForm = (text: string): string =>
  text.slice(0, maxLength + 1).length > maxLength
    ? ''
    : text.replaceAll(/\s+/g, ' ').replaceAll('−', '-').replaceAll('’', "'").trim().toLowerCase()

/**
 * Digits, or groups of three of them with one separator throughout; then nothing, or one or two zeros behind
 * the other point or comma. A number does not begin with a zero: that is a code, a phone or a part of one.
 */
function wholeFigure(text: string): number | undefined {
  const [, plain, head, mark, rest, point] =
    /^(?:(0|[1-9]\d*)|([1-9]\d{0,2})([ .,'])(\d{3}(?:\3\d{3})*))(?:([.,])0{1,2})?$/.exec(text.trim()) ?? []
  if (plain !== undefined) return exact(plain)
  if (head === undefined || rest === undefined || mark === point) return undefined
  return exact(head + rest.replaceAll(/\D/g, ''))
}

/** `1,25E+04` and `12500.000000`, as files write them, where they are whole. */
function ofSpreadsheet(text: string): number | undefined {
  const decimal = /^([1-9]\d{0,9}|0)\.0{4,9}$/.exec(text.trim())?.[1]
  if (decimal !== undefined) return Number(decimal)
  const [, whole, part = '', power] = /^([1-9])(?:[.,](\d{1,14}))?E\+(\d\d)$/.exec(text.trim()) ?? []
  const zeros = Number(power) - part.length
  const value = Number(`${whole}${part}`) * 10 ** zeros
  return whole !== undefined && Number(power) <= 14 && Number.isInteger(value) ? value : undefined
}

/** `15 mille 500`, `1,5 million`: with a word, a point or a comma is that of decimals. */
function multiplied(figure: string, word: string, hundreds: number): number | undefined {
  const value = readDecimal(figure, { decimals: 2 })
  const factor = factors.get(word)
  if (value === undefined || value === 0 || factor === undefined || (hundreds > 0 && factor !== 1_000))
    return undefined
  return Math.round(value * factor) + hundreds
}

const exact = (digits: string): number | undefined => (digits.length > 15 ? undefined : Number(digits))

const negative = (value: number | undefined): number | undefined => value && -value

const between = (
  value: number | undefined,
  { min = 0, max = Number.MAX_SAFE_INTEGER }: Bounds,
): number | undefined => (value !== undefined && value >= min && value <= max ? value : undefined)
