import type { PaymentMode } from '../../../../contract/vocabulary.ts'
import {
  claim,
  type Found,
  isFree,
  listed,
  longestPhraseEnd,
  type Message,
  phraseList,
  type Span,
  spanOf,
} from '../words/message-tokens.ts'

/** What the words of a message say about paying; UNCLEAR where they may be meant either way. */
export type PaymentTerm = Found<PaymentMode | 'UNCLEAR'>

/** What says that the customer still pays. It is looked for first: `pas encore payé` holds `payé`. */
const atDelivery =
  phraseList(`pas encore paye, pas encore payee, pas paye, pas payee, non paye, non payee, n'a pas paye, n'a
    pas encore paye, impaye, impayee, pas encore regle, non regle, paye a la livraison, payee a la
    livraison, payer a la livraison, paie a la livraison, paiement a la livraison, paiement livraison,
    payable a la livraison, regle a la livraison, regler a la livraison, a payer a la livraison, cash on
    delivery, pay on delivery, cod, payment on delivery, not paid, unpaid, not yet paid, a encaisser, va
    payer, paiera, payera, paye sur place, payer sur place, paiement a la reception, paye a la reception,
    payer a la reception, paie a la reception, wave a la livraison, momo a la livraison, om a la livraison,
    money a la livraison, cash a la livraison, especes a la livraison, mobile money a la livraison, paie sur
    place, paierai, payerai, je paierai, will pay, pay when, pay cash, paie cash, paye cash, paiement cash,
    paid on delivery, payment when, have not paid, haven't paid, no pay yet, neva pay, never pay, paiement
    au livreur, payer au livreur, paye au livreur, paie au livreur, paye en especes, paie en especes, cash a
    la reception, cash au livreur, pay the rider, pay rider, pay the driver, on delivery, paiement apres
    livraison, paye apres livraison, paie apres livraison, payer apres livraison, pay after delivery, payment
    after delivery`)

const prepaid =
  phraseList(`deja paye, deja payee, deja payes, deja payees, deja regle, deja reglee, deja solde, tout est
    paye, c'est paye, est payee, est paye, a deja paye, j'ai paye, j'ai deja paye, elle a paye, il a paye,
    client a paye, cliente a paye, a tout paye, paye d'avance, prepaye, prepayee, prepaid, already paid,
    fully paid, full paid, paid in full, i have paid, don pay, i don pay, paid, rien a encaisser, rien a
    payer, rien a recuperer, ne rien encaisser, paiement effectue, paiement fait, paiement recu, nothing to
    collect, nothing to pay`)

/** `payé` alone: with its accent, so that `il paye 15000` is not meant. */
const paid = /^(pay|régl|sold)é(e|s|es)?$/i

/** `Robe soldée 15000`: at a reduced price, or paid. */
const saleOrPaid = /^soldé(e|s|es)?$/i

/** Before these `payé` is what somebody will do, as many write it: `je vais payé`, `reste à payé`. */
const undone = new Set(
  listed(`je, j, vais, va, vas, veut, veux, peut, peux, pour, dois, doit, sera, seront, etre, faut, vous,
    tu, te, on, montant, reste, net, a, pas, jamais, si, quand, avance, acompte`),
)

/** Money that goes by phone: said of what was sent, and of what will be paid. */
const byPhone =
  phraseList(`paiement wave, paiement momo, paiement om, paiement orange money, paiement mobile money, par
    momo, par wave, par om, par orange money, par mobile money, par flooz, par moov money, par airtel money,
    via momo, via wave, via om, via orange money, via mobile money, by momo, by wave, by om, by orange
    money, with momo, with om, on momo, sur momo, sur wave, sur om, depot fait, transfert fait, virement
    fait, le depot, le transfert, fait le depot, j'ai envoye, envoye l'argent, sent the money, send the
    money, i sent, l'argent est parti, par transfert, par virement, paiement par, mobile money payment`)

/** Nothing is to be collected, whatever else is said: the shop knows whether all is paid, or given away. */
const uncollected =
  phraseList(`ne pas encaisser, pas d'encaissement, n'encaisse pas, n'encaissez pas, n'encaisser rien,
    n'encaissez rien, ne prends pas, ne prenez pas, ne prendre pas, ne pas prendre d'argent, pas d'argent,
    ne demande pas d'argent, ne demandez pas d'argent, ne pas faire payer, ne fais pas payer, ne faites pas
    payer, ne pas demander, ne pas reclamer, ne rien prendre, ne prends rien, ne prenez rien, ne rien
    demander, ne demande rien, ne demandez rien, rien a payer a la livraison, sans encaissement, aucun
    paiement, aucun encaissement, pas de paiement, pas de cash, no payment, no collection, do not collect,
    don't collect, dont collect, no need to collect, don't take money, don't take any money, do not take
    money, no cod, not cod, no cash, remboursement, remboursements, rembourser, remboursez, a rembourser,
    refund, refunds, pas besoin de payer, no need to pay, ne rien lui demander, ne lui demande rien, ne lui
    demandez rien, lui remettre, remets lui, lui rendre, give her back, give him back, fini de payer, fini
    payer, finished paying, done paying`)

/** What may say that it is paid, will be, or costs nothing; anything that is plainer counts before it. */
const perhapsPaid =
  phraseList(`cadeau, cadeaux, gift, gratuit, gratuite, offert, offerte, offerts, offertes, for free, free of
    charge, paiement ok, paiement valide, paiement confirme, payment ok, payment done, payment made, payment
    received, payment confirmed, argent recu, paye ok, facture acquittee, acquitte, acquittee, paiement en
    attente, en attente de paiement, paiement en cours, payment pending, pending payment, awaiting payment`)

const fragile = phraseList(
  'fragile, fragiles, cassable, cassables, tres fragile, attention fragile, handle with care',
)
const notFragile = phraseList('pas fragile, non fragile, not fragile, rien de fragile')

/** What the message says about paying; the words are taken. */
export function readPayment(message: Message): PaymentTerm | undefined {
  const paidWord = (at: number) => (isPaid(message, at) ? at + 1 : undefined)
  const isNothing = (at: number) => /^(rien|nothing)$/.test(message.tokens[at - 1]?.folded ?? '')
  const later = taken(message, 'CASH_ON_DELIVERY' as const, (at) =>
    isNothing(at) ? undefined : longestPhraseEnd(message, at, atDelivery),
  )
  const before = taken(message, 'PREPAID' as const, (at) => paidEnd(message, at) ?? paidWord(at))
  const nothing = taken(
    message,
    'UNCLEAR' as const,
    (at) => longestPhraseEnd(message, at, uncollected) ?? zeroEnd(message, at),
  )
  const term = later ?? before ?? nothing
  if (!term)
    return taken(message, 'UNCLEAR' as const, (at) =>
      isOfTrip(message, at)
        ? undefined
        : (longestPhraseEnd(message, at, byPhone) ??
          longestPhraseEnd(message, at, perhapsPaid) ??
          (saleOrPaid.test(message.tokens[at]?.text.normalize('NFC') ?? '') ? at + 1 : undefined)),
    )
  const isBoth = later !== undefined && (before !== undefined || nothing !== undefined)
  const isDoubted = later ? isDenied(message, later) : before !== undefined && isInDoubt(message, before)
  return isBoth || isDoubted ? { ...term, value: 'UNCLEAR' } : term
}

/** `À encaisser : 0`. */
function zeroEnd({ tokens }: Message, at: number): number | undefined {
  if (!/^0+$/.test(tokens[at]?.text ?? '') || (tokens[at + 1]?.isGlued && tokens[at + 2]?.isGlued))
    return undefined
  const label = /^[:=]$/.test(tokens[at - 1]?.text ?? '') ? at - 2 : at - 1
  const isMoney =
    /^(encaisser|payer|collect|montant|prix|total|solde|reste|recuperer|percevoir|pay|balance|cod)$/
  return isMoney.test(tokens[label]?.folded ?? '') ? at + 1 : undefined
}

/** Words that deny what stands behind them. */
const denial =
  /^(n|n'\p{L}{1,9}|ne|pas|rien|non|jamais|aucune?|sans|not?|never|nothing|none|without|cannot|dont)$/u
const shortDenial = /^\p{L}{2,6}n't$/u
const isDenial = (word: string): boolean => denial.test(word) || shortDenial.test(word)

/** What makes of `paid` a part, a wish, a condition or something that is still to be done. */
const notWholly = new Set(
  listed(`partie, parties, part, parts, partiel, partielle, partiellement, partially, partly, partial,
    avance, avances, acompte, accompte, arrhes, deposit, moitie, half, tranche, tranches, some, presque,
    almost, nearly, peu, sauf, hors, excepte, except, excluding`),
)
const notYet = new Set(
  listed(`be, must, should, shall, will, would, si, if, quand, when, once, fois, unless, until, apres, after,
    des, lorsque, doit, doivent, devra, devrait, dois, sera, seront, serait, etre, faut, reste, peut, peuvent,
    pourra, veut, veux, voudrait, demain, tomorrow, later, tard, bientot, soon, attente, pending, awaiting`),
)
const trip = new Set(
  listed(`livraison, livraisons, liv, transport, frais, course, deplacement, delivery, shipping, expedition,
    fee, fees, taxi, zem, livreur`),
)
/** What stands between `paid` and the trip that it is said of: `payé les frais de la livraison`. */
const between = new Set(
  listed('la, le, les, de, des, du, the, for, of, pour, sa, son, ses, her, his, my, ma'),
)

/** Whether `paid` is denied, asked, or said of a part, of the trip alone or of what is still to come. */
function isInDoubt(message: Message, span: Span): boolean {
  const { before, words, after } = clauseOf(message, span)
  const said = words[0] ?? ''
  const isOwnDenial = /^(rien|ne|nothing)$/.test(said)
  if (words.some((word) => word.startsWith('sold'))) return true
  if (!isOwnDenial && before.some(isDenial)) return true
  if ([...before, ...after].some((word) => notWholly.has(word))) return true
  if (before.some((word) => notYet.has(word)) || after.slice(0, 4).some((word) => notYet.has(word)))
    return true
  if (/^\d{1,2}\/\d{1,2}$/.test(after.slice(0, 3).join(''))) return true
  if (before.some((word) => trip.has(word))) return true
  const object = after.findIndex((word) => !between.has(word))
  return trip.has(after[object] ?? '') || isAsked(message, span) || isDeniedBehind(message, span)
}

/** Whether paying at the door is denied: `pas de paiement à la livraison`, `à encaisser : 0`. */
function isDenied(message: Message, span: Span): boolean {
  const near = clauseOf(message, span).before.slice(-3)
  const denied = near.findIndex(isDenial)
  const isBare = denied >= 0 && near.slice(denied + 1).every((word) => /^(de|d|du|need|of|a|any)$/.test(word))
  return isBare || isDeniedBehind(message, span)
}

/** `Payé : non`, `Payé ?`, `Paid (no)`. */
function isDeniedBehind({ tokens }: Message, { end }: Span): boolean {
  const first = tokens.findIndex(({ start }) => start >= end)
  if (first < 0) return false
  let at = first
  while (at < first + 3 && /^[:=(\-–—→>]$/.test(tokens[at]?.text ?? '')) at += 1
  const next = tokens[at]
  if (!next || (next.isLineStart && at === first)) return false
  return /^(non|no|pas|rien|nope|nan|not|zero|0|false|faux|\?|✗|✘|❌|❎)$/.test(next.folded)
}

/** Whether what is free, or a present, is the trip or what is wrapped around it: `livraison gratuite`. */
const isOfTrip = ({ tokens }: Message, at: number): boolean =>
  [tokens[at - 1], tokens[at - 2]].some(
    (token) =>
      trip.has(token?.folded ?? '') || /^(papier|emballage|sac|boite|coffret)$/.test(token?.folded ?? ''),
  )

/** The words of the clause in which something stands: before it, its own, and after it. */
function clauseOf({ tokens }: Message, { start, end }: Span): Record<'before' | 'words' | 'after', string[]> {
  const first = tokens.findIndex((token) => token.start >= start)
  const last = tokens.findIndex((token) => token.start >= end)
  const next = last < 0 ? tokens.length : last
  let [from, to] = [first, next]
  while (from > 0 && !tokens[from]?.isLineStart && !/^[.,;!?]$/.test(tokens[from - 1]?.text ?? '')) from -= 1
  while (to < tokens.length && !tokens[to]?.isLineStart && !/^[.,;!?]$/.test(tokens[to]?.text ?? '')) to += 1
  const folded = (some: typeof tokens) => some.map((token) => token.folded)
  return {
    before: folded(tokens.slice(from, first)),
    words: folded(tokens.slice(first, next)),
    after: folded(tokens.slice(next, to)),
  }
}

/** What was paid before; without its accent only where nobody can mean what is paid later. */
function paidEnd(message: Message, at: number): number | undefined {
  const end = longestPhraseEnd(message, at, prepaid)
  const isUndone = undone.has(message.tokens[at - 1]?.folded ?? '') && message.tokens[at]?.folded === 'paid'
  return isUndone ? undefined : end
}

/** `c'est payé ?` and `c'est payé ou pas` ask. */
const isAsked = ({ tokens }: Message, { end }: Span): boolean => {
  const next = tokens.filter(({ start }) => start >= end).slice(0, 3)
  return next.some(({ text }) => text === '?') || next[0]?.folded === 'ou' || next[0]?.folded === 'or'
}

/** Whether a word says that all is paid: not that an advance is, or some amount, or that it will be. */
function isPaid({ tokens }: Message, at: number): boolean {
  const before = tokens[at - 1]
  const isLater = undone.has(before?.folded ?? '') && tokens[at]?.isLineStart === false
  const isAmount = tokens[at + 1]?.kind === 'DIGITS' && tokens[at + 2]?.text !== '/'
  const isPart = isAmount && tokens[at + 1]?.isLineStart === false
  return paid.test(tokens[at]?.text.normalize('NFC') ?? '') && !isPart && !isLater
}

/** The price of the trip is in what is asked for, or may be: `livraison comprise`, `avec la livraison`. */
const withTrip =
  phraseList(`livraison comprise, livraison compris, livraison incluse, livraison inclus, livraison est
    comprise, livraison gratuite, livraison gratuit, livraison offerte, livraison offert, livraison dedans,
    transport compris, transport inclus, frais compris, frais inclus, tout compris, tout inclus, avec la
    livraison, avec livraison, y compris la livraison, y compris livraison, plus la livraison comprise,
    delivery included, including delivery, delivery inclusive, free delivery, with delivery, livraison free,
    avec le transport, avec transport, frais de livraison compris, frais de livraison inclus, livraison y
    compris`)

/** Whether the message may say that the amount holds the price of the trip; the words are taken. */
export const isTripIncluded = (message: Message): boolean =>
  taken(message, true, (at) => longestPhraseEnd(message, at, withTrip)) !== undefined

/** Whether the parcel is fragile, if the message says so. */
export const readFragile = (message: Message): Found<boolean> | undefined =>
  taken(message, false, (at) => longestPhraseEnd(message, at, notFragile)) ??
  taken(message, true, (at) => longestPhraseEnd(message, at, fragile))

/** Takes the first free words at which `endAt` finds an end. */
function taken<Value>(
  message: Message,
  value: Value,
  endAt: (at: number) => number | undefined,
): Found<Value> | undefined {
  for (let at = 0; at < message.tokens.length; at += 1) {
    const end = isFree(message, at) ? endAt(at) : undefined
    if (end === undefined) continue
    claim(message, [at, end], 'TERMS')
    return { ...spanOf(message, [at, end]), value }
  }
  return undefined
}
