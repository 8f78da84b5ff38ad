import type { PaymentMode } from '../../../../contract/vocabulary.ts'
import {
  claim,
  type Found,
  isFree,
  longestPhraseEnd,
  type Message,
  phraseList,
  spanOf,
} from '../words/message-tokens.ts'

/** What says that the customer still pays. It is looked for first: `pas encore payé` holds `payé`. */
const atDelivery =
  phraseList(`pas encore paye, pas encore payee, pas paye, pas payee, non paye, non payee, n'a pas paye, n'a
    pas encore paye, impaye, impayee, pas encore regle, non regle, paye a la livraison, payee a la livraison,
    payer a la livraison, paie a la livraison, paiement a la livraison, paiement livraison, payable a la
    livraison, regle a la livraison, regler a la livraison, a payer a la livraison, cash on delivery, pay on
    delivery, cod, payment on delivery, not paid, unpaid, not yet paid, a encaisser, va payer, paiera, payera,
    paye sur place, payer sur place, paiement a la reception, paye a la reception, payer a la reception`)

const prepaid =
  phraseList(`deja paye, deja payee, deja payes, deja regle, deja reglee, deja solde, tout est paye, c'est
    paye, est payee, est paye, a paye, a deja paye, j'ai paye, j'ai deja paye, paye par momo, payee par momo,
    paye momo, paye par mobile money, paye d'avance, prepaye, prepayee, prepaid, already paid, fully paid,
    full paid, paid, rien a encaisser, rien a payer, rien a recuperer, ne rien encaisser, paiement effectue,
    paiement fait, paiement recu`)

/** `payé` alone: with its accent, so that `il paye 15000` is not meant. */
const paid = /^(pay|régl|sold)é(e|s|es)?$/i

const fragile = phraseList(
  'fragile, fragiles, cassable, cassables, tres fragile, attention fragile, handle with care',
)
const notFragile = phraseList('pas fragile, non fragile, not fragile, rien de fragile')

/** Whether the goods are paid for already, if the message says so. */
export function readMode(message: Message): Found<PaymentMode> | undefined {
  const paidWord = (at: number) => (isPaid(message, at) ? at + 1 : undefined)
  return (
    taken(message, 'CASH_ON_DELIVERY' as const, (at) => longestPhraseEnd(message, at, atDelivery)) ??
    taken(message, 'PREPAID' as const, (at) => longestPhraseEnd(message, at, prepaid) ?? paidWord(at))
  )
}

/** Whether a word says that all is paid: not that an advance is, or some amount. */
function isPaid({ tokens }: Message, at: number): boolean {
  const isPart = /^(avance|acompte)$/.test(tokens[at - 1]?.folded ?? '') || tokens[at + 1]?.kind === 'DIGITS'
  return paid.test(tokens[at]?.text.normalize('NFC') ?? '') && !isPart
}

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
