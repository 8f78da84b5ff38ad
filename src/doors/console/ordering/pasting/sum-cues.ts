import { listed, type Message } from '../words/message-tokens.ts'

/**
 * What is said of a sum: that it is all there is to pay, what is left of it, or what is paid at the
 * door; that it was paid (`15000 déjà payé`), sent (`envoyé 15000`), or given as a part (`avance 5000`);
 * that it is the price of the trip, perhaps (`15000 livraison`); that it is taken off; that nobody pays
 * it, such as a former price or a banknote; that each thing costs it, or all of them; that it may be more
 * or less.
 */
export type SumCue =
  | 'TOTAL'
  | 'REST'
  | 'AT_DOOR'
  | 'PAID'
  | 'SENT'
  | 'DEPOSIT'
  | 'TRIP'
  | 'PERHAPS_TRIP'
  | 'LESS'
  | 'APART'
  | 'EACH'
  | 'ALL'
  | 'VAGUE'

type Phrases = ReadonlyMap<string, SumCue>

function phrases(words: Partial<Record<SumCue, string>>): Phrases {
  const entries = Object.entries(words) as [SumCue, string][]
  return new Map(entries.flatMap(([cue, list]) => listed(list).map((phrase) => [phrase, cue] as const)))
}

/** `les deux`, `all three`, `the 2`. */
const several = listed('deux, trois, quatre, cinq, six, 2, 3, 4, 5, 6, two, three, four, five')
const together = several.flatMap((count) => [`les ${count}`, `the ${count}`, `all ${count}`]).join(',')
const togetherAfter = several
  .flatMap((count) => [
    `les ${count}`,
    `pour les ${count}`,
    `for the ${count}`,
    `the ${count}`,
    `pour ${count}`,
  ])
  .join(',')

/** What a sum is by the words that lead to it. A plus marks an act that is done: `payé`, `elle a paye`. */
const leading = phrases({
  REST: `reste, restant, restants, solde, balance, remaining, remainder, rest, complement, completer,
    complete, completerai, dois, doit, devoir, manque, left, due, owe, reste a payer, reste a regler, reste
    a verser, reste a donner, reste a encaisser, reste a solder, reste payer, reste a paye+, restant a payer`,
  AT_DOOR: 'a la livraison, on delivery, au livreur, a la reception, to the rider, to the courier',
  DEPOSIT: `avance, acompte, accompte, arrhes, deposit, advance, premiere tranche, moitie, half, part,
    d'abord, first`,
  SENT: `depot, versement, virement, transfert, transfer, paid, sent, transferred, paye+, regle+, envoye+,
    verse+, donne+, depose+, transfere+, vire+, recharge+, recu, received, don pay, don send, envoie,
    envoyer, d'envoyer, de verser, verser, deposer, deposit of, payment of`,
  TOTAL: `total, totale, somme, ca fait, sa fait, cela fait, ca donne, ca fera, en tout, tout, le tout, net,
    ttc, facture, prix final, payer, a payer, encaisser, recuperer, percevoir, collecter, collect, makes, in
    all, altogether, pay, =`,
  TRIP: `livraison, liv, frais, transport, course, deplacement, delivery, delivery fee, fee, fees, shipping,
    expedition, taxi, moto, zem, bike, yango, gozem, livreur`,
  LESS: 'remise, reduction, rabais, discount, moins, code promo, ristourne',
  APART: `au lieu, instead, billet, billets, coupure, monnaie, change, etait, coutait, ancien prix, prix
    barre, note, prix normal, avant promo`,
  VAGUE:
    'a partir, from, minimum, maximum, max, budget, autour, about, around, dans les, environ, plus ou moins',
  EACH: `chacun, chacune, chaque, each, prix unitaire, unitaire, l'unite, la piece, unit price, pu, chaque
    piece`,
  ALL: `both, le lot, l'ensemble, ${together}`,
})

/** What a sum is by the words that follow it. */
const following = phrases({
  REST: 'restant, restants, remaining, left, reste, de reste, pour le reste, balance, to balance, rest',
  AT_DOOR: `a la livraison, on delivery, au livreur, a la reception, quand je recois, paye+ a la livraison,
    paye a la livraison, paid on delivery, au moment de la livraison, to the courier, to the rider, to the
    driver, payable a la livraison, a payer a la livraison`,
  PAID: `deja paye+, deja paye, paye+, already paid, paid, don pay, deja regle+, deja regle, regle+, tout
    paye+, est paye+, c'est paye+, est deja paye+, fully paid, deja solde`,
  SENT: `envoye+, deja envoye+, depose+, verse+, deja verse+, transfere+, deja donne+, sent, already sent,
    recu, je viens d'envoyer, deja recu`,
  DEPOSIT: `d'avance, avance, acompte, en avance, comme avance, d'acompte, deposit, as deposit, advance,
    down, first, d'abord, deja, already`,
  TOTAL: `total, au total, en tout, le tout, tout compris, pour tout, pour le tout, ttc, net, in all,
    altogether, in total, for everything, a payer, tout ca, for all`,
  TRIP: `de livraison, pour la livraison, pour le transport, de transport, de frais, de taxi, de moto, de
    course, de deplacement, of delivery, delivery fee, for the delivery, pr la livraison, frais de
    livraison, for transport, pour le livreur`,
  PERHAPS_TRIP: 'livraison, la livraison, delivery, for delivery, pour livraison, transport, liv',
  LESS: 'de remise, de reduction, de rabais, off, discount, de moins, less, de ristourne',
  APART: 'de monnaie, avant promo, avant la promo, de change',
  VAGUE: 'minimum, max, maximum, environ, et plus, ou plus, au moins, a peu pres, or more, plus ou moins',
  EACH: `chacun, chacune, chaque, piece, la piece, l'unite, unite, par piece, par unite, l'un, l'une, each,
    apiece, a piece, per piece, per, pc, pcs, le kg, le kilo, le metre, le litre, par metre, par kg, la
    paire, la bouteille, le carton, le sachet, le plat, le paquet, par personne, one one, la boite`,
  ALL: `both, le lot, l'ensemble, for both, for the lot, pour le lot, pour l'ensemble, ${togetherAfter}`,
})

/** Words between what a sum is and the sum: `reste donc à payer 5000`, `envoye+ sur ton momo 5000`. */
const filler = new Set(
  listed(`a, de, d, du, des, la, le, les, l, est, c'est, c, sera, seront, donc, me, moi, te, qui, ce, un,
    une, of, is, at, for, was, to, be, the, seulement, only, juste, sur, par, ton, ta, votre, vos, mon,
    momo, om, wave, flooz, mtn, moov, orange, money, airtel, via, by, on, your, compte, you, deja, already,
    with, from, il, elle, i, go, am, dont, alors, aussi, avec, cash, d'une, d'un, un montant, in, as`),
)

/** Acts of paying, of which it has to be seen whether they are done. */
const acts = new Set(listed('paye, regle, envoye, verse, donne, depose, transfere, vire, recharge'))
const auxiliaries = new Set(
  listed("ai, j'ai, jai, a, as, ont, avons, avez, deja, l'a, t'ai, avait, c'est, est"),
)

/** A word as the phrases above have it: `payée`, `déjà paye` and `a paye` are done. */
function spoken({ tokens }: Message, at: number): string {
  const { folded = '', text = '' } = tokens[at] ?? {}
  const [, act = '', ending = ''] = /^(\p{L}{3,9}?e)(e|s|es)?$/u.exec(folded) ?? []
  if (!acts.has(act)) return folded
  const isDone = /é/i.test(text.normalize('NFC').slice(-3)) || /^e/.test(ending)
  const isDenied = tokens
    .slice(Math.max(0, at - 3), at)
    .some((word) => /^(pas|jamais|rien)$/.test(word.folded))
  if (isDenied) return act
  return isDone || auxiliaries.has(tokens[at - 1]?.folded ?? '') ? `${act}+` : act
}

/** The longest phrase, in words. */
const maxPhrase = 4
const maxWords = 9

/** What the words before the token `at` say of the sum that begins there, nearest first. */
export function cueBefore(message: Message, at: number): SumCue | undefined {
  const words = wordsBefore(message, at)
  while (words.length > 0) {
    for (let length = Math.min(maxPhrase, words.length); length > 0; length -= 1) {
      const cue = leading.get(words.slice(-length).join(' '))
      if (cue) return cue
    }
    if (!filler.has(words.pop() ?? '')) return undefined
  }
  return undefined
}

/** What the words from the token `at` on say of the sum that ends before it. */
export function cueAfter(message: Message, at: number): SumCue | undefined {
  const words = wordsAfter(message, at)
  for (const skipped of [0, 1]) {
    if (skipped === 1 && !filler.has(words[0] ?? '')) return undefined
    for (let length = Math.min(maxPhrase, words.length - skipped); length > 0; length -= 1) {
      const cue = following.get(words.slice(skipped, skipped + length).join(' '))
      if (cue) return isOfNext(message, at, skipped + length) ? undefined : cue
    }
  }
  return undefined
}

/** Whether a figure follows the words, so that they are said of it: `15000, avance 5000`. */
function isOfNext({ tokens }: Message, at: number, words: number): boolean {
  let next = at + words + (/^[/(]$/.test(tokens[at]?.text ?? '') ? 1 : 0)
  while (filler.has(tokens[next]?.folded ?? '') || /^[:(]$/.test(tokens[next]?.text ?? '')) next += 1
  return (
    tokens[next]?.kind === 'DIGITS' &&
    tokens[next]?.isLineStart === false &&
    !/^0/.test(tokens[next]?.text ?? '')
  )
}

/** Words and small figures that stand directly before a token, past a colon or a sign of equality. */
function wordsBefore(message: Message, at: number): string[] {
  const words: string[] = []
  for (let before = at - 1; before >= 0 && words.length < maxWords; before -= 1) {
    const token = message.tokens[before]
    if (!token || message.tokens[before + 1]?.isLineStart) break
    if (token.kind === 'WORD' || isCount(message, before)) words.unshift(spoken(message, before))
    else if (token.text === '=') words.unshift('=')
    else if (!/^[:：°(@]$/.test(token.text)) break
  }
  return words
}

function wordsAfter(message: Message, at: number): string[] {
  const words: string[] = []
  for (let after = at; after < message.tokens.length && words.length < maxPhrase + 1; after += 1) {
    const token = message.tokens[after]
    if (!token || token.isLineStart) break
    if (token.kind === 'WORD' || isCount(message, after)) words.push(spoken(message, after))
    else if (words.length > 0 || !/^[/(]$/.test(token.text)) break
  }
  return words
}

const isCount = ({ tokens }: Message, at: number): boolean =>
  tokens[at]?.kind === 'DIGITS' && tokens[at]?.text.length === 1
