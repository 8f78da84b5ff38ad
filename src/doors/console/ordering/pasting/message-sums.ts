import { limits } from '../../../../contract/limits.ts'
import { figureEnd, isLikelyAmount, markEnd, writtenAmount } from '../words/amount-form.ts'
import { commonWords } from '../words/common-words.ts'
import { type Found, isFree, listed, type Message, spanOf } from '../words/message-tokens.ts'
import { countOf } from '../words/number-words.ts'
import { namesGoods } from './message-category.ts'
import { cueAfter, cueBefore, type SumCue } from './sum-cues.ts'

/** A sum of money in a message. */
export type Sum = Found<number> & {
  from: number
  to: number
  /** What the words around it say of it, the word before it first; usually nothing. */
  cues: SumCue[]
  /** What the same words may mean too. */
  others: number[]
  /** How many things it is, or may be, the price of each of; none where nothing is counted. */
  counts: number[]
  /** Whether count and price are written as multiplied: `2 x 7500`. */
  isMultiplied: boolean
  /** Whether it is a further part of what the sum before it begins: `15000 + 2000`. */
  isAdded: boolean
}

/** After these words a number is part of an address or counts something. */
const notAmountAfter = new Set(
  listed(`lot, carre, carree, c, villa, maison, rue, porte, portail, immeuble, appartement, appart, apt,
    bloc, ilot, parcelle, parcelles, n, no, num, numero, ref, reference, commande, taille, pointure, t, bp,
    pk, km, von, cite, etage, zone, iphone, samsung, galaxy, tecno, infinix, itel, redmi, ps, unite, avenue,
    av, ave, boulevard, bd, secteur, camp, sicap, hlm, bus, ligne, size, street, house, block, plot, flat,
    room`),
)
/** Before these words a number counts or measures something. */
const notAmountBefore = new Set(
  listed(`g, gr, kg, mg, ml, cl, l, cm, mm, m, km, go, gb, to, mo, mah, w, watt, watts, v, volts, pouces,
    pieces, piece, pcs, unites, ans, jours, mois, sachets, paquets, cartons, personnes, eme, ieme, e,
    logements, lots, metres, litres, grammes, years, days, people`),
)

/** All sums of a message, in their order, and what is said of each. */
export function readSums(message: Message): Sum[] {
  const found: Sum[] = []
  for (let at = 0; at < message.tokens.length; at += 1) {
    const one = isFree(message, at) ? sumAt(message, at) : undefined
    if (one) found.push(one)
    at = (one?.to ?? unclearEnd(message, at)) - 1
  }
  return found.map((sum, at) => ({
    ...sum,
    isAdded: isJoined(message, [found[at - 1]?.to ?? sum.from, sum.from]),
    ...countsOf(message, sum, {
      from: found[at - 1]?.to ?? 0,
      to: found.length === 1 ? message.tokens.length : (found[at + 1]?.from ?? message.tokens.length),
      isOnly: found.length === 1,
    }),
  }))
}

/** Where to read on after the token `at`: behind digits that may be two amounts, of which no part is one. */
const unclearEnd = (message: Message, at: number): number =>
  isFree(message, at) && !writtenAmount(message, at) ? (figureEnd(message, at) ?? at + 1) : at + 1

function sumAt(message: Message, at: number): Sum | undefined {
  const { tokens } = message
  const amount = writtenAmount(message, at)
  if (!amount || amount.value > limits.goodsAmountFcfa.max) return undefined
  const [before, after] = [wordBefore(message, at), tokens[amount.to]]
  const cues = [cueBefore(message, at), cueAfter(message, amount.to)].filter((cue) => cue !== undefined)
  const isSaid = amount.isMarked || saysAmount(message, at) || (cues.length > 0 && amount.value >= 500)
  const isPart = tokens[at]?.isGlued && /^(\p{L}{1,3}|-)$/u.test(tokens[at - 1]?.text ?? '')
  if (!isSaid && (isPart || !isLikelyAmount(amount.value))) return undefined
  if (!amount.isMarked && notAmountAfter.has(before) && !isOfLot(message, at)) return undefined
  if (!isSaid && notAmountBefore.has(after?.folded ?? '')) return undefined
  const from = markEnd(message, at - 1) === at && message.claims[at - 1] === undefined ? at - 1 : at
  const range = [from, amount.to] as const
  const others = [...amount.others, ...rangeBefore(message, at, amount)]
  return {
    ...spanOf(message, range),
    value: amount.value,
    from,
    to: amount.to,
    cues,
    others: others.filter((other) => other > 0 && other <= limits.goodsAmountFcfa.max),
    counts: [],
    isMultiplied: false,
    isAdded: false,
  }
}

/** `prix du lot 60000` is no address. */
const isOfLot = ({ tokens }: Message, at: number): boolean =>
  tokens[at - 1]?.folded === 'lot' && /^(du|le|un|the|prix)$/.test(tokens[at - 2]?.folded ?? '')

/** Whether a label or a currency before the number says that it is an amount. */
function saysAmount(message: Message, at: number): boolean {
  const before = message.tokens[at - 1]
  if (markEnd(message, at - 1) === at && before?.text.length !== 1) return true
  return /^(prix|montant|price|amount|cout|somme)$/.test(wordBefore(message, at))
}

/** The word before a number, past a colon, a sign of equality and a degree sign. */
function wordBefore({ tokens }: Message, at: number): string {
  let before = at - 1
  while (before >= 0 && before > at - 4 && /^[:=°.-]$/.test(tokens[before]?.text ?? '')) before -= 1
  return tokens[before]?.folded ?? ''
}

/** `15 à 20 mille`, `10-15k`: the sum may be 15,000 or 10,000 too. */
function rangeBefore({ tokens }: Message, at: number, { value }: { value: number }): number[] {
  const [first, joint, last] = tokens.slice(Math.max(0, at - 2), at + 1)
  const figure = Number(last?.text)
  const factor = value / figure
  if (
    first?.kind !== 'DIGITS' ||
    first.text.length > 3 ||
    !/^(a|ou|or|to|et|-|\/|–)$/.test(joint?.folded ?? '')
  )
    return []
  if (![1_000, 1_000_000].includes(factor) || Number(first.text) >= figure) return []
  return [Number(first.text) * factor]
}

/** Whether a plus or a word like it stands between two sums. */
const isJoined = ({ tokens }: Message, [from, to]: [number, number]): boolean =>
  tokens.slice(from, to).some(({ folded }) => /^(\+|et|and|plus|avec|&|ainsi|aussi)$/.test(folded))

/** What a count is not of: `2 jours`, `3 fois`, `les 4 feux`, `Sacré Coeur 3 près de`. */
const neverCounted = new Set(
  listed(`jour, jours, heure, heures, fois, feux, feu, etage, etages, ans, mois, minutes, semaines, banques,
    personnes, enfants, voies, tours, tranche, arrondissement, eme, e, er, ere, km, h, metres, m, min, mn,
    days, hours, times, years, weeks, couleurs, couleur, ecoles, pharmacies, stations, pres, proche, behind,
    near, opposite, face, villa, carrefour, parts, tranches, places, immeuble, rue, avenue, beside, next,
    numeros, contacts, extension, bis`),
)
const countLabel = new Set(listed('des, aux, les, le, la, du, au, pk, lycee, quartier, feu, the, marche'))
/** Of the words that say nothing by themselves, those that things are counted in. */
const countedIn = new Set(
  listed(`paire, paires, piece, pieces, article, articles, colis, lot, lots, carton, cartons, paquet,
    paquets, sachet, sachets, portion, portions, produit, produits, complet, complets, modele, modeles, pcs,
    pc, kit, litre, litres, kg, petits, petites, grands, grandes, grosses, small, large, big`),
)

/** The things that are counted within `from` and `to` of a sum, as far as they may be sold at it. */
function countsOf(
  message: Message,
  sum: Sum,
  { from, to, isOnly }: { from: number; to: number; isOnly: boolean },
): Pick<Sum, 'counts' | 'isMultiplied'> {
  const { tokens } = message
  const multiplied = multiplierOf(message, sum)
  if (multiplied !== undefined) return { counts: [multiplied], isMultiplied: true }
  const counts: number[] = []
  const labelled = tokens.flatMap((_, at) => (isLabelledCount(message, at) ? at : []))
  for (let at = 0; at < tokens.length; at += 1) {
    const isNear = at >= from && at < (isOnly ? to : sum.from)
    // The quantity of an order with one article stands anywhere: `Prix : 5000, Qté : 3, Livraison : 1000`.
    if (!isNear && !(labelled.length === 1 && labelled[0] === at)) continue
    if (at >= sum.from && at < sum.to) continue
    const count = isFree(message, at) ? countOf(tokens[at]) : undefined
    if (count === undefined || count < 2 || !isCounting(message, at, sum)) continue
    counts.push(count)
  }
  return { counts, isMultiplied: false }
}

/** `2 x 7500`, `7500 x 3`, `7500*3`. */
function multiplierOf({ text, tokens }: Message, { from, to }: Sum): number | undefined {
  const isSign = (at: number) => /^[x×]$/.test(tokens[at]?.folded ?? '')
  const isStar = (left: number, right: number) =>
    text.slice(tokens[left]?.end ?? 0, tokens[right]?.start ?? 0).trim() === '*'
  const [before, after] = [
    isSign(from - 1)
      ? countOf(tokens[from - 2])
      : isStar(from - 1, from)
        ? countOf(tokens[from - 1])
        : undefined,
    isSign(to) ? countOf(tokens[to + 1]) : isStar(to - 1, to) ? countOf(tokens[to]) : undefined,
  ]
  const count = before ?? after
  return count !== undefined && count > 1 ? count : undefined
}

const quantityLabel = /^(quantites?|qtes?|qt|qty|quantity|nombre|nbre|nb)$/

/** `Quantité : 2`, `Qté 3`. */
const isLabelledCount = (message: Message, at: number): boolean =>
  isFree(message, at) &&
  countOf(message.tokens[at]) !== undefined &&
  quantityLabel.test(wordBefore(message, at))

/** Whether a count is one of goods: `2 robes`, `x2`, `2 à 3500`. */
function isCounting(message: Message, at: number, sum: Sum): boolean {
  const { tokens, claims } = message
  const [before, next] = [tokens[at - 1], tokens[at + 1]]
  const isTimes = /^[x×]$/.test(before?.folded ?? '') && !/^[x×]$/.test(next?.folded ?? '')
  if (isTimes || isLabelledCount(message, at)) return true
  const isInWord = tokens[at]?.isGlued === true && before?.kind === 'WORD'
  const isOfPlace = countLabel.has(before?.folded ?? '') && !namesGoods(message, at + 1)
  const isAddress = notAmountAfter.has(before?.folded ?? '') || isOfPlace
  if (isInWord || isAddress) return false
  // `j'en veux quatre.`
  const isWish = /^(veux|veut|prends|prend|voudrais|faut|want|take|need)$/.test(before?.folded ?? '')
  if (isWish && (!next || next.isLineStart || next.kind === 'SIGN')) return true
  if (!next || next.isLineStart) return false
  // `42 à 32500` is a size.
  const count = countOf(tokens[at]) ?? 0
  if (/^(a|for|pour|@)$/.test(next.folded)) return at + 2 === sum.from && count < 25
  const isPlain = next.kind === 'WORD' && claims[at + 1] === undefined && !neverCounted.has(next.folded)
  if (!isPlain || (commonWords.has(next.folded) && !countedIn.has(next.folded))) return false
  // `Riviera 3 Palmeraie` is a place.
  const isAfterName = /^\p{Lu}/u.test(before?.text ?? '') && !commonWords.has(before?.folded ?? '')
  return !isAfterName || namesGoods(message, at + 1) || countedIn.has(next.folded)
}
