import { commonWords } from '../words/common-words.ts'
import {
  claim,
  type Found,
  freeRuns,
  isFree,
  listed,
  longestPhraseEnd,
  type Message,
  phraseList,
  readableText,
  type Span,
  spanOf,
} from '../words/message-tokens.ts'
import type { Label } from './message-labels.ts'

/** What begins the words that help to find a place. */
const openers =
  phraseList(`pres, pret de, pret du, proche, proche de, proximite, a cote, a coter, acote, cote de, cote du,
    a deux pas, en face, enface, en fasse, face a, face au, face aux, derriere, deriere, derrier, devant,
    vers, au niveau, niveau, non loin, pas loin, apres, avant, entre, en allant, en venant, en quittant, au
    bord, en bordure, a droite, a gauche, au fond, a l'angle, a l'entree, dans l'enceinte, au rez, au dessus,
    en dessous, au coin, dans les coins, sur la route, sur l'axe, dans le couloir, behind, near, next to,
    opposite, in front of, beside, close to, after, before, around, at the back of, across from, not far
  from`)

/**
 * Words that places are described with, so that what is said about them is a landmark without an opener too.
 */
const places = new Set(
  listed(`carrefour, pharmacie, marche, ecole, eglise, paroisse, cathedrale, temple, mosquee, hotel, auberge,
    station, banque, agence, immeuble, maison, rue, ruelle, von, vons, voie, carre, villa, portail, portillon,
    boulangerie, clinique, hopital, cnhu, centre de sante, ceg, cpp, lycee, college, universite, campus, fac,
    stade, terrain, cinema, supermarche, superette, pave, pavee, pavees, paves, goudron, feu, feux,
    rond-point, rondpoint, pont, gare, aeroport, plage, bar, maquis, buvette, restaurant, resto, antenne,
    terminus, etage, residence, appartement, ambassade, mairie, commissariat, gendarmerie, camp, poste, salon,
    garage, arret, echangeur, place, cimetiere, boulevard, avenue, bloc, ilot, lot, parcelle, cite, immeubles,
    pharmacy, church, school, market, street, road, house, building, bank, junction, roundabout, mosque,
    hospital, gate, apartment, floor, cyber, kiosque, depot`),
)

/** These belong to the words of a place that they precede. */
const lead = new Set(
  listed('juste, tout, dans, sur, a, au, aux, la, le, les, en, un, peu, c, ca, in, at, the, on'),
)
/** The landmark ends here. */
const closing = new Set(
  listed(
    'merci, svp, stp, pls, please, thanks, thank, appeler, appelez, appelle, call, client, cliente, pour',
  ),
)

/** These belong to what follows them: a time, a name, an amount. */
const trailing = new Set(
  listed('avant, apres, vers, a, au, de, du, des, et, ou, before, after, at, and, for'),
)

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
 * pharmacie…`) or a label such as `Lieu :`. They stand alone when there is no landmark, else directly before
 * it. A quarter that is in no list of zones is kept in this way too.
 */
export function readLandmark(
  message: Message,
  { found, labels, zone }: { found: Range[]; labels: ReadonlyMap<number, Label>; zone: Span | undefined },
): Found<string> | undefined {
  const runs = freeRuns(message)
  const rest =
    runs.find(([from]) => {
      const isLabelled = ['PLACE', 'ZONE'].includes(labels.get(from) ?? '')
      return isLabelled || (zone !== undefined && message.tokens[from - 1]?.end === zone.end)
    }) ?? runs.find((run) => zone === undefined && isPlaceName(message, run, found[0]))
  const isRest =
    rest && (found.length === 0 ? !isOfLittleWords(message, rest) : isContinued(message, rest, found[0]))
  if (isRest) claim(message, rest, 'LANDMARK')
  return landmarkOf(message, isRest ? [rest, ...found] : found)
}

/**
 * `Cadjèhoun près de la pharmacie`, where no zone has that name: a capitalised word that a landmark follows
 * at once.
 */
const isPlaceName = ({ tokens }: Message, [from, to]: Range, landmark: Range | undefined): boolean =>
  to === landmark?.[0] &&
  tokens.slice(from, to).every(({ text, folded }) => /^\p{Lu}/u.test(text) && !commonWords.has(folded))

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
  if (!isOpener && !places.has(message.tokens[at]?.folded ?? '')) return undefined
  const from = startOf(message, at)
  const to = endOf(message, Math.max(at + 1, opened ?? 0))
  return to > at + 1 || !isOpener ? [from, to] : undefined
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
    return token.kind !== 'SIGN' || /^[°'’&]$/.test(token.text) || (token.isGlued && isInside(message, to))
  }
  while (isPart()) to += 1
  // `… avant 13h` is no place.
  while (to > at && trailing.has(message.tokens[to - 1]?.folded ?? '')) to -= 1
  return to
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
