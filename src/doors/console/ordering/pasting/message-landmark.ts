import { commonWords } from '../words/common-words.ts'
import { quarters } from '../words/known-quarters.ts'
import {
  claim,
  type Found,
  freeRuns,
  isFree,
  longestPhraseEnd,
  type Message,
  readableText,
  type Span,
  spanOf,
} from '../words/message-tokens.ts'
import { namesGoods } from './message-category.ts'
import type { Label } from './message-labels.ts'
import { closing, lead, named, numbered, openers, places, trailing } from './place-words.ts'

/** Tokens from `from` up to, not including, `to`. */
export type Range = [from: number, to: number]

/**
 * The words that help to find the place: after `Repère :`, from an opener (`derrière…`) or around a word such
 * as `pharmacie`, up to the next sign that separates. What follows it at once in the same way belongs to it.
 */
export function findLandmark(message: Message, labels: ReadonlyMap<number, Label>): Range[] {
  const ranges: Range[] = []
  for (let at = 0; at < message.tokens.length; at += 1) {
    const range = rangeAt(message, at, labels)
    if (!range) continue
    if (ranges.length > 0 && !isContinued(message, ranges.at(-1), range)) break
    ranges.push(range)
    at = range[1] - 1
  }
  for (const range of ranges) claim(message, range, 'LANDMARK')
  return ranges
}

/**
 * The landmark with the words left over that say more of the place: behind the zone (`Yopougon sable,
 * pharmacie…`), a label such as `Lieu :`, or a word such as `à`. They stand alone when there is no landmark,
 * else directly before it. A quarter that is in no list of zones is kept in this way too.
 */
export function readLandmark(
  message: Message,
  { found, labels, zone }: { found: Range[]; labels: ReadonlyMap<number, Label>; zone: Span | undefined },
): Found<string> | undefined {
  const runs = freeRuns(message).filter((run) => !isOfLittleWords(message, run))
  const labelled = runs.filter(
    (run) => ['PLACE', 'ZONE'].includes(labels.get(run[0]) ?? '') && !isSum(message, run),
  )
  const behind = runs.find(([from]) => zone !== undefined && isBehind(message, from, zone))
  const said = labelled.length > 0 || !behind ? labelled : [behind]
  const kept = said.filter(
    (run) => labels.has(run[0]) || found.length === 0 || isContinued(message, run, found[0]),
  )
  const unlisted = kept.length > 0 ? undefined : unlistedPlace(message, runs, found[0])
  const isBeside = zone === undefined || unlisted?.[1] === found[0]?.[0]
  const rest = unlisted && isBeside ? [unlisted] : kept.map((run) => withoutEnd(message, run))
  for (const range of rest) claim(message, range, 'LANDMARK')
  return landmarkOf(
    message,
    [...rest, ...found].toSorted(([one], [other]) => one - other),
  )
}

/** `Livraison : 1000 F` is what the trip costs. */
const isSum = ({ tokens }: Message, [from, to]: Range): boolean =>
  tokens.slice(from, to).every(({ folded }) => /^(\d+|[.,]|f|fcfa|cfa|xof|xaf|frs?|francs?)$/.test(folded))

/** Directly behind the zone, or in brackets: `Calavi (Arconville)`. */
function isBehind({ tokens }: Message, at: number, zone: Span): boolean {
  const isBracket = tokens[at - 1]?.text === '('
  return tokens[at - (isBracket ? 2 : 1)]?.end === zone.end
}

/** Without what ends a sentence: `plage stp`. */
function withoutEnd({ tokens }: Message, [from, to]: Range): Range {
  let end = to
  const isOver = (folded = '') => closing.has(folded) || trailing.has(folded)
  while (end > from + 1 && isOver(tokens[end - 1]?.folded)) end -= 1
  return [from, end]
}

/** A place that is no zone: it stands directly before the landmark, or alone behind a word such as `à`. */
function unlistedPlace(
  message: Message,
  runs: readonly Range[],
  landmark: Range | undefined,
): Range | undefined {
  const places = runs.map((run) => placeIn(message, run)).filter((place) => place !== undefined)
  return landmark === undefined
    ? places.find(([from]) => isPlaceCue(message, from - 1) || isQuarter(message, from))
    : places.find((place) => isContinued(message, place, landmark))
}

/** Of `Je suis à Calavi Kpota demain`, the words `Calavi Kpota`. */
function placeIn(message: Message, [start, end]: Range): Range | undefined {
  const { tokens } = message
  let from = start
  const isLittle = (at: number) => commonWords.has(tokens[at]?.folded ?? '') && !isQuarter(message, at)
  while (from < end && (isLittle(from) || tokens[from]?.kind === 'DIGITS')) from += 1
  let to = end
  while (to > from && isLittle(to - 1)) to -= 1
  // `Grand Yoff` is not Yoff.
  while (
    from > start &&
    /^(Grand|Petit|Nouveau|Saint|Sainte|Point|Zone)e?$/.test(tokens[from - 1]?.text ?? '')
  )
    from -= 1
  const isNamed = (at: number) => /^\p{Lu}/u.test(tokens[at]?.text ?? '') || tokens[at]?.kind === 'DIGITS'
  const isKnown = isQuarter(message, from) || isPlaceCue(message, from - 1)
  const isPlace = (at: number) =>
    isNamed(at) || isOrdinal(message, at) || isQuarter(message, at) || (isKnown && at > from)
  const range: Range = [from, to]
  const isWhole = from < to && tokens[from]?.kind === 'WORD' && (isNamed(from) || isQuarter(message, from))
  return isWhole && tokens.slice(from, to).every((_, at) => isPlace(from + at)) ? range : undefined
}

const isQuarter = ({ tokens }: Message, at: number): boolean => quarters.has(tokens[at]?.folded ?? '')

/** After these words stands where somebody is. */
const isPlaceCue = ({ tokens, claims }: Message, at: number): boolean =>
  /^(a|au|aux|to|at|in|dey|mangi|mangui|quartier|habite|j'habite)$/.test(tokens[at]?.folded ?? '') ||
  (/^(de|from)$/.test(tokens[at]?.folded ?? '') && claims[at - 1] === 'NAME')

const isOfLittleWords = ({ tokens }: Message, [from, to]: Range): boolean =>
  tokens.slice(from, to).every(({ folded }) => commonWords.has(folded))

/** Ranges of tokens that follow each other as one text. */
function landmarkOf(message: Message, ranges: readonly Range[]): Found<string> | undefined {
  const [first, last] = [ranges[0], ranges.at(-1)]
  if (!first || !last) return undefined
  const value = ranges
    .map((range) => spanOf(message, range))
    .map(({ start, end }) => readableText(message.text.slice(start, end)))
    .reduce((before, after, at) => `${before}${ranges[at - 1]?.[1] === ranges[at]?.[0] ? ' ' : ', '}${after}`)
  return { ...spanOf(message, [first[0], last[1]]), value }
}

/** The words of a place that begin at a token, which is free. */
function rangeAt(message: Message, at: number, labels: ReadonlyMap<number, Label>): Range | undefined {
  if (!isFree(message, at)) return undefined
  if (labels.get(at) === 'LANDMARK') return [at, endOf(message, at)]
  const opened = longestPhraseEnd(message, at, openers)
  const isOpener = opened !== undefined && (opened > at + 1 || isPlaceAfter(message, at, opened))
  if (!isOpener && !isPlaceWord(message, at)) return undefined
  const from = startOf(message, at)
  const to = endOf(message, Math.max(at + 1, opened ?? 0))
  return to > at + 1 || !isOpener ? [from, to] : undefined
}

function isPlaceWord({ tokens, claims }: Message, at: number): boolean {
  const word = tokens[at]?.folded ?? ''
  const [before, next] = [tokens[at - 1], tokens[at + 1]]
  if (!places.has(word) || claims[at + 1] === 'AMOUNT') return false
  // `à la maison` is said of no house.
  if (/^(maison|house)$/.test(word)) return next?.isLineStart === false && next.kind !== 'SIGN'
  if (numbered.has(word))
    return (
      next?.kind === 'DIGITS' || /^[A-Z]$/.test(next?.text ?? '') || /^(e|eme|er)$/.test(before?.folded ?? '')
    )
  return !named.has(word) || /^(de|des|du)$/.test(next?.folded ?? '') || /^\p{Lu}/u.test(next?.text ?? '')
}

/**
 * After `vers` and `avant` often stands a time, taken already or a word for one; after `avant` also an act.
 */
function isPlaceAfter({ tokens, claims }: Message, at: number, to: number): boolean {
  const next = tokens[to]
  if (!next || claims[to] === 'TIME' || next.isLineStart) return false
  if (!/^(vers|avant|apres|entre|before|after|around)$/.test(tokens[at]?.folded ?? '')) return true
  return !timeOrAct.test(next.folded) && !weekday.test(next.folded)
}

const timeOrAct = /^(de|d'.*|que|midi|demain|hier|minuit|matin|[1-9]\d?|noon|lunch)$/
const weekday = /^(lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)$/

/** Back over the little words before a place. */
function startOf(message: Message, at: number): number {
  let from = at
  const isLead = (before: number) =>
    isFree(message, before) && (lead.has(message.tokens[before]?.folded ?? '') || isOrdinal(message, before))
  while (from > 0 && message.tokens[from]?.isLineStart === false && isLead(from - 1)) from -= 1
  return from
}

/** `2ème`, digits and ending apart. */
function isOrdinal({ tokens }: Message, at: number): boolean {
  const ending = /^(e|er|ere|eme|ieme|nd|nde|st|th)$/
  const isEnding = ending.test(tokens[at]?.folded ?? '') && tokens[at]?.isGlued === true
  return isEnding || (tokens[at]?.kind === 'DIGITS' && ending.test(tokens[at + 1]?.folded ?? ''))
}

/**
 * Up to the next sign, line, word of thanks or thing that was taken. Zones are part of what is said about a
 * place.
 */
function endOf(message: Message, at: number): number {
  let to = at
  const isOpen = (each: number) => isFree(message, each) || message.claims[each] === 'ZONE'
  const isPart = () => {
    const token = message.tokens[to]
    if (!token || token.isLineStart || !isOpen(to) || closing.has(token.folded)) return false
    if (to > at && beginsGoods(message, to)) return false
    return token.kind !== 'SIGN' || /^[°'’&]$/.test(token.text) || (token.isGlued && isInside(message, to))
  }
  while (isPart()) to += 1
  // `… avant 13h` is no place.
  while (to > at && trailing.has(message.tokens[to - 1]?.folded ?? '')) to -= 1
  return to
}

/** `… la pharmacie, robe` and `… le stade 2 robes` name goods, `le magasin de chaussures` a place. */
function beginsGoods(message: Message, at: number): boolean {
  const { tokens } = message
  const isOfPlace = /^(de|des|du|d|la|le|les|l|a|au|aux|en|et|of|the)$/.test(tokens[at - 1]?.folded ?? '')
  if (tokens[at]?.kind === 'DIGITS') return (tokens[at]?.text.length ?? 0) < 3 && namesGoods(message, at + 1)
  return !isOfPlace && namesGoods(message, at)
}

/** A dot or slash with a letter or digit on both sides: `c/1425`, `St.Michel`. */
function isInside({ tokens }: Message, at: number): boolean {
  const next = tokens[at + 1]
  return /^[./-]$/.test(tokens[at]?.text ?? '') && next?.isGlued === true && next.kind !== 'SIGN'
}

/** Whether only a comma or a line end stands between two ranges. */
const isContinued = (message: Message, before: Range | undefined, range: Range | undefined): boolean =>
  before !== undefined &&
  range !== undefined &&
  before[1] <= range[0] &&
  message.tokens
    .slice(before[1], range[0])
    .every(({ text }, at) => /^[,.;()-]$/.test(text) && isFree(message, before[1] + at))
