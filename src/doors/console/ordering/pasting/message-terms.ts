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
    la reception, cash au livreur, pay the rider, pay rider, pay the driver, on delivery`)

const prepaid =
  phraseList(`deja paye, deja payee, deja payes, deja payees, deja regle, deja reglee, deja solde, tout est
    paye, c'est paye, est payee, est paye, a deja paye, j'ai paye, j'ai deja paye, elle a paye, il a paye,
    client a paye, cliente a paye, a tout paye, paye d'avance, prepaye, prepayee, prepaid, already paid,
    fully paid, full paid, paid in full, i have paid, don pay, i don pay, paid, rien a encaisser, rien a
    payer, rien a recuperer, ne rien encaisser, paiement effectue, paiement fait, paiement recu, nothing to
    collect, nothing to pay`)

/** `payé` alone: with its accent, so that `il paye 15000` is not meant. */
const paid = /^(pay|régl|sold)é(e|s|es)?$/i

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

const fragile = phraseList(
  'fragile, fragiles, cassable, cassables, tres fragile, attention fragile, handle with care',
)
const notFragile = phraseList('pas fragile, non fragile, not fragile, rien de fragile')

/** What the message says about paying; the words are taken. */
export function readPayment(message: Message): PaymentTerm | undefined {
  const paidWord = (at: number) => (isPaid(message, at) ? at + 1 : undefined)
  const later = taken(message, 'CASH_ON_DELIVERY' as const, (at) => longestPhraseEnd(message, at, atDelivery))
  const before = taken(message, 'PREPAID' as const, (at) => paidEnd(message, at) ?? paidWord(at))
  if (later && before) return { ...before, value: 'UNCLEAR' }
  if (later) return later
  if (before) return isAsked(message, before) ? { ...before, value: 'UNCLEAR' } : before
  return taken(message, 'UNCLEAR' as const, (at) => longestPhraseEnd(message, at, byPhone))
}

/** What was paid before; without its accent only where nobody can mean what is paid later. */
function paidEnd(message: Message, at: number): number | undefined {
  const end = longestPhraseEnd(message, at, prepaid)
  const isUndone = undone.has(message.tokens[at - 1]?.folded ?? '') && message.tokens[at]?.folded === 'paid'
  return isUndone ? undefined : end
}

/** `c'est payé ?` asks. */
const isAsked = ({ tokens }: Message, { end }: Span): boolean =>
  tokens.filter(({ start }) => start >= end)[0]?.text === '?'

/** Whether a word says that all is paid: not that an advance is, or some amount, or that it will be. */
function isPaid({ tokens }: Message, at: number): boolean {
  const before = tokens[at - 1]
  const isLater = undone.has(before?.folded ?? '') && tokens[at]?.isLineStart === false
  const isPart = tokens[at + 1]?.kind === 'DIGITS' && tokens[at + 1]?.isLineStart === false
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
