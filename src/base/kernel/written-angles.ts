import type { Point } from './point.ts'
import { asciiDigits, visibleSigns } from './written-signs.ts'

/** A place as it was written, and how exactly: the last digit that it has is worth so many metres. */
export type WrittenPosition = { point: Point; accuracyMeters: number }

type Axis = 'LAT' | 'LNG'
/** A number, a word or a sign; glued where no blank stands before it. */
type Token = { text: string; isGlued: boolean }
/**
 * An angle in degrees: how much its last digit is worth, whether signs or letters say that it is one, and at
 * which token it ends.
 */
type Angle = { degrees: number; axis: Axis | undefined; isMarked: boolean; unit: number; end: number }

const metersInDegree = 111_195

/** How a pair of numbers must be written to be a position. */
type PairRules = {
  /** The whole text is the position, or a part of it, after which anything may stand. */
  scope: 'ALONE' | 'BEGINNING' | 'WITHIN'
  /** Whether a comma may be that of decimals, as French keyboards write it. */
  hasDecimalCommas: boolean
}

/**
 * The first position in a text that people or their compasses wrote: two numbers, degrees with minutes and
 * seconds, with their letters of the compass before or behind, or named latitude and longitude. The text has
 * plain signs (`plainAngleSigns`). Undefined where there is none, or none on Earth.
 */
export function writtenPosition(text: string, rules: PairRules): WrittenPosition | undefined {
  const tokens = tokensOf(text, rules.hasDecimalCommas)
  let read = 0
  for (let at = 0; at < tokens.length; at += 1) {
    if (at < read) continue
    const first = angleAt(tokens, at)
    if (!first) {
      if (rules.scope !== 'WITHIN' && !isOpening(tokens[at])) return undefined
      continue
    }
    const second = angleAfter(tokens, first.end)
    const position = second && positionOf(first, second, { tokens, rules })
    if (position) return position
    if (rules.scope !== 'WITHIN') return undefined
    // A number that begins no position may still be the first of one behind it, without its letter.
    read = first.end
  }
  return undefined
}

const isOpening = (token: Token | undefined): boolean => /^[([{"]$/.test(token?.text ?? '')

function positionOf(
  first: Angle,
  second: Angle,
  { tokens, rules }: { tokens: readonly Token[]; rules: PairRules },
): WrittenPosition | undefined {
  if (first.axis !== undefined && first.axis === second.axis) return undefined
  const isTurned = first.axis === 'LNG' || second.axis === 'LAT'
  const [lat, lng] = isTurned ? [second, first] : [first, second]
  if (Math.abs(lat.degrees) > 90 || Math.abs(lng.degrees) > 180) return undefined
  const isAlone = tokens.slice(second.end).every(({ text }) => /^[)\]}".,;]$/.test(text))
  const isMeant = first.isMarked && second.isMarked
  // Amounts and thousands stand in messages too.
  const isExact = Math.min(first.unit, second.unit) <= 1e-4 && Math.max(first.unit, second.unit) <= 1e-3
  if (rules.scope === 'ALONE' ? !isAlone : rules.scope === 'WITHIN' && !isMeant && !isExact) return undefined
  return {
    point: { lat: lat.degrees, lng: lng.degrees },
    accuracyMeters: Math.ceil(metersInDegree * Math.max(first.unit, second.unit)),
  }
}

/** The angle that follows another, behind a blank or what people put between two numbers. */
function angleAfter(tokens: readonly Token[], from: number): Angle | undefined {
  let at = from
  while (at < from + 4 && /^(?:[,;/|(){}"&+]|et|and|e|y)$/i.test(tokens[at]?.text ?? '')) {
    // `E 2.4183`: the letter is of the compass, not a word between.
    if (/^e$/i.test(tokens[at]?.text ?? '') && /^\d/.test(tokens[at + 1]?.text ?? '')) break
    at += 1
  }
  const isApart = at > from || tokens[at]?.isGlued === false
  const angle = angleAt(tokens, at)
  return angle && (isApart || angle.isMarked) ? angle : undefined
}

/** An angle that begins with its name, its letter, its sign or its degrees. */
function angleAt(tokens: readonly Token[], from: number): Angle | undefined {
  const textAt = (at: number) => tokens[at]?.text.toLowerCase() ?? ''
  let at = from
  const label = axisOfLabel[textAt(at)]
  if (label) at = behindSigns(tokens, at + 1)
  const before = compass[textAt(at)]
  if (before) at = textAt(at + 1) === '.' || textAt(at + 1) === ':' ? at + 2 : at + 1
  const hasSign = /^[-+]$/.test(textAt(at)) && tokens[at + 1]?.isGlued === true
  const isNegative = hasSign && textAt(at) === '-'
  if (hasSign) at += 1
  const number = numberAt(tokens, at)
  if (!number || number.value > 180) return undefined
  const parts = partsAt(tokens, at, before !== undefined)
  const behind = before ? undefined : compass[textAt(parts.end)]
  const isBehind = behind !== undefined && !isOfNext(tokens, parts.end)
  const { axis, isNegative: isBack } = before ?? (isBehind ? behind : undefined) ?? {}
  if (axis !== undefined && label !== undefined && axis !== label) return undefined
  const hasCompass = axis !== undefined
  return {
    degrees: (isNegative || isBack ? -1 : 1) * parts.degrees,
    axis: axis ?? label,
    isMarked: parts.hasDegreeSign || label !== undefined || (hasCompass && parts.unit <= 0.01),
    unit: parts.unit,
    end: parts.end + (isBehind ? 1 : 0),
  }
}

/** `6.3 E 2.4` has its letter behind; in `6.3 N E 2.4` the second letter is that of the next number. */
function isOfNext(tokens: readonly Token[], at: number): boolean {
  const isBeforeNumber = /^\d/.test(tokens[at + 1]?.text ?? '')
  const isGluedToNumber = tokens[at]?.isGlued === true
  return isBeforeNumber && !isGluedToNumber && tokens[at + 1]?.isGlued === true
}

/** Degrees, then minutes and seconds where they follow; without a degree sign only beside a letter. */
function partsAt(tokens: readonly Token[], from: number, hasLetter: boolean) {
  const degrees = numberAt(tokens, from)
  const whole = degrees?.value ?? 0
  let end = from + 1
  const hasDegreeSign = /^(?:°|deg|degr[eé]s?)$/i.test(tokens[end]?.text ?? '')
  if (hasDegreeSign) end += 1
  let value = whole
  let unit = worth(degrees?.decimals)
  const isParted = degrees?.decimals === 0 && (hasDegreeSign || hasLetter)
  const minutes = isParted ? sixtieth(tokens, end) : undefined
  if (minutes && (hasDegreeSign || minutes.hasSign || minutes.decimals > 0)) {
    value += minutes.value / 60
    unit = worth(minutes.decimals) / 60
    end = minutes.end
    const seconds = minutes.decimals === 0 ? sixtieth(tokens, end) : undefined
    if (seconds && minutes.hasSign) {
      value += seconds.value / 3600
      unit = worth(seconds.decimals) / 3600
      end = seconds.end
    }
  }
  return { degrees: Number(value.toFixed(value === whole ? 15 : 6)), unit, end, hasDegreeSign }
}

/** What the last of so many decimals is worth. */
const worth = (decimals = 0): number => Number(`1e-${decimals}`)

/** Minutes or seconds, with the sign behind them. */
function sixtieth(tokens: readonly Token[], at: number) {
  const number = numberAt(tokens, at)
  if (!number || number.value >= 60) return undefined
  const hasSign = /^['"]$/.test(tokens[at + 1]?.text ?? '')
  return { ...number, hasSign, end: at + (hasSign ? 2 : 1) }
}

function numberAt(tokens: readonly Token[], at: number): { value: number; decimals: number } | undefined {
  const text = tokens[at]?.text ?? ''
  if (!/^\d/.test(text)) return undefined
  const [whole = '', part = ''] = text.split(/[.,]/)
  return whole.length > 3 ? undefined : { value: Number(`${whole}.${part || '0'}`), decimals: part.length }
}

/** `Latitude : `, `"lat":`, `lng=`. */
function behindSigns(tokens: readonly Token[], from: number): number {
  let at = from
  while (at < from + 4 && /^["':=.°]$/.test(tokens[at]?.text ?? '')) at += 1
  return at
}

const axisOfLabel: Readonly<Record<string, Axis>> = {
  lat: 'LAT',
  latitude: 'LAT',
  lng: 'LNG',
  lon: 'LNG',
  long: 'LNG',
  longitude: 'LNG',
}

const north = { axis: 'LAT', isNegative: false } as const
const south = { axis: 'LAT', isNegative: true } as const
const east = { axis: 'LNG', isNegative: false } as const
const west = { axis: 'LNG', isNegative: true } as const
/** The letters and words of the compass in English, French, Portuguese and Spanish. */
const compass: Readonly<Record<string, { axis: Axis; isNegative: boolean }>> = {
  n: north,
  nord: north,
  north: north,
  norte: north,
  s: south,
  sud: south,
  south: south,
  sul: south,
  sur: south,
  e: east,
  est: east,
  east: east,
  este: east,
  leste: east,
  w: west,
  west: west,
  o: west,
  ouest: west,
  oeste: west,
}

/** One kind of digit, blank, minus, degree, minute and second sign, as `writtenPosition` expects them. */
export const plainAngleSigns = (text: string): string =>
  asciiDigits(visibleSigns(text))
    .replaceAll(/[\u00ba\u02da\u2070]/g, '°')
    .replaceAll(/''|[\u2033\u201c\u201d\u02ba\uff02]/g, '"')
    .replaceAll(/['\u2032\u2018\u2019\u02b9\u00b4`\uff07]/g, "'")
    .replaceAll("''", '"')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/[\u066b\uff0e]/g, '.')
    .replaceAll(/[\u060c\uff0c]/g, ',')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** More tokens say nothing of one position. */
const maxTokens = 200

function tokensOf(text: string, hasDecimalCommas: boolean): Token[] {
  const form = hasDecimalCommas
    ? /\d{1,20}(?:[.,]\d{1,20})?|\p{L}{1,20}|[^\s\d\p{L}]/gu
    : /\d{1,20}(?:\.\d{1,20})?|\p{L}{1,20}|[^\s\d\p{L}]/gu
  const tokens: Token[] = []
  let end = 0
  for (const match of text.matchAll(form)) {
    tokens.push({ text: match[0], isGlued: match.index === end && tokens.length > 0 })
    end = match.index + match[0].length
    if (tokens.length >= maxTokens) break
  }
  return tokens
}
