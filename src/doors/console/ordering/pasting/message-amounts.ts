import { limits } from '../../../../contract/limits.ts'
import { figureEnd, isLikelyAmount, markEnd, writtenAmount } from '../words/amount-form.ts'
import { claim, type Found, isFree, listed, type Message, spanOf } from '../words/message-tokens.ts'

/** After these words a number is part of an address or counts something. */
const notAmountAfter = new Set(
  listed(`lot, carre, carree, c, villa, maison, rue, porte, portail, immeuble, appartement, appart, apt, bloc,
    ilot, parcelle, n, no, num, numero, ref, reference, commande, taille, pointure, t, bp, pk, km, von, cite,
    etage, zone, iphone, samsung, galaxy, tecno, infinix, itel, redmi, ps`),
)
/** Before these words a number counts or measures something. */
const notAmountBefore = new Set(
  listed(`g, gr, kg, mg, ml, cl, l, cm, mm, m, km, go, gb, to, mo, mah, w, watt, watts, v, volts, pouces,
    pieces, piece, pcs, unites, ans, jours, mois, sachets, paquets, cartons, personnes, eme, ieme, e`),
)
/** What follows is all that the customer still has to pay. */
const dueBefore = [
  'reste',
  'restant',
  'solde',
  'encaisser',
  'recuperer',
  'payer',
  'collect',
  'balance',
  'due',
  'total',
]
/** What follows was paid before, or pays the trip, whose price the service works out. */
const othersBefore = [
  'avance',
  'acompte',
  'verse',
  'deposit',
  'livraison',
  'frais',
  'transport',
  'course',
  'delivery',
]

type Candidate = Found<number> & { from: number; to: number; role: 'DUE' | 'OTHER' | 'GOODS' }

/**
 * The amounts that may be meant, in FCFA: one when the message is clear, several when the seller has to say
 * which. What is left to pay, or the total, counts before other amounts; the price of the trip and advances
 * do not count.
 */
export function readAmounts(message: Message): Found<number>[] {
  const all = candidates(message)
  const due = all.filter(({ role }) => role === 'DUE')
  const chosen = due.length > 0 ? due : all.filter(({ role }) => role === 'GOODS')
  for (const { from, to } of chosen) claim(message, [from, to], 'AMOUNT')
  return chosen.map(({ start, end, value }) => ({ start, end, value }))
}

function candidates(message: Message): Candidate[] {
  const found: Candidate[] = []
  for (let at = 0; at < message.tokens.length; at += 1) {
    const one = isFree(message, at) ? candidateAt(message, at) : undefined
    if (one) found.push(...withMultiple(message, one))
    at = (one?.to ?? unclearEnd(message, at)) - 1
  }
  return found
}

/** Where to read on after the token `at`: behind digits that may be two amounts, of which no part is one. */
const unclearEnd = (message: Message, at: number): number =>
  isFree(message, at) && !writtenAmount(message, at) ? (figureEnd(message, at) ?? at + 1) : at + 1

/** `2 x 7500` may mean either 7,500 or 15,000: both are candidates. */
function withMultiple(message: Message, one: Candidate): Candidate[] {
  const [count, sign] = message.tokens.slice(Math.max(0, one.from - 2), one.from)
  const isMultiple = count?.kind === 'DIGITS' && count.text.length < 3 && /^[x×]$/.test(sign?.folded ?? '')
  const value = one.value * Number(count?.text)
  if (!isMultiple || value <= one.value || value > limits.goodsAmountFcfa.max) return [one]
  return [one, { ...one, ...spanOf(message, [one.from - 2, one.to]), value, from: one.from - 2 }]
}

function candidateAt(message: Message, at: number): Candidate | undefined {
  const { tokens } = message
  const amount = writtenAmount(message, at)
  if (!amount || amount.value > limits.goodsAmountFcfa.max) return undefined
  const [before, after] = [wordBefore(message, at), tokens[amount.to]]
  const isSaid = amount.isMarked || saysAmount(message, at)
  const isPart = tokens[at]?.isGlued && /^(\p{L}{1,3}|-)$/u.test(tokens[at - 1]?.text ?? '')
  if (!isSaid && (isPart || !isLikelyAmount(amount.value))) return undefined
  if (!isSaid && (notAmountAfter.has(before) || notAmountBefore.has(after?.folded ?? ''))) return undefined
  const from = markEnd(message, at - 1) === at && message.claims[at - 1] === undefined ? at - 1 : at
  const range = [from, amount.to] as const
  return {
    ...spanOf(message, range),
    value: amount.value,
    from,
    to: amount.to,
    role: roleOf(message, at, amount.to),
  }
}

/** Whether a label or a currency before the number says that it is an amount. */
function saysAmount(message: Message, at: number): boolean {
  const before = message.tokens[at - 1]
  if (markEnd(message, at - 1) === at && before?.text.length !== 1) return true
  const word = wordBefore(message, at)
  return ['prix', 'montant', 'price', 'amount', ...dueBefore].includes(word)
}

/** What an amount is, as up to three words before it, or those behind it, say. */
function roleOf(message: Message, from: number, to: number): Candidate['role'] {
  const before = wordsBefore(message, from)
  const after = message.tokens
    .slice(to, to + 3)
    .map(({ folded }) => folded)
    .join(' ')
  const isOther =
    (othersBefore.includes(before.at(-1) ?? '') && before.join(' ') !== 'a la livraison') ||
    (othersBefore.includes(before.at(-2) ?? '') &&
      ['a', 'est', 'fee', 'payee'].includes(before.at(-1) ?? '')) ||
    /^((de|pour) (la )?(livraison|transport|delivery)|d'avance|avance|acompte)/.test(after)
  if (isOther) return 'OTHER'
  const isDue = before.some((word) => dueBefore.includes(word)) || before.join(' ') === 'a la livraison'
  return isDue || after.startsWith('total') || after.startsWith('au total') ? 'DUE' : 'GOODS'
}

/** Up to three words that stand directly before a token, past a colon. */
function wordsBefore({ tokens }: Message, at: number): string[] {
  const words: string[] = []
  for (let before = at - 1; before >= 0 && words.length < 3; before -= 1) {
    const token = tokens[before]
    if (token?.kind === 'WORD') words.unshift(token.folded)
    else if (!/^[:=°]$/.test(token?.text ?? '') || words.length > 0) break
    if (token?.isLineStart) break
  }
  return words
}

/** The word before a number, past a colon, a sign of equality and a degree sign. */
function wordBefore({ tokens }: Message, at: number): string {
  let before = at - 1
  while (before >= 0 && before > at - 4 && /^[:=°.-]$/.test(tokens[before]?.text ?? '')) before -= 1
  return tokens[before]?.folded ?? ''
}
