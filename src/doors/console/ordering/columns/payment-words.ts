import { foldedText } from '../../../../base/kernel/folded-text.ts'
import { listed } from '../words/message-tokens.ts'

/**
 * What a word says of a payment. PAID: nothing is to be collected. UNPAID, COD: the customer pays on
 * delivery. PARTLY: a part is paid. OPEN: the shop's program says so of paid orders, and of those to be
 * paid on delivery. ONLINE: a way to pay, before or on delivery. CANCELLED, DONE: nothing is to be ordered.
 * NEUTRAL says nothing of it.
 */
export type PaymentSense =
  | 'PAID'
  | 'UNPAID'
  | 'COD'
  | 'PARTLY'
  | 'OPEN'
  | 'ONLINE'
  | 'CANCELLED'
  | 'DONE'
  | 'NEUTRAL'

/** What shops, spreadsheets and WooCommerce, Shopify, PrestaShop and Jumia write, without accents. */
const senses: Record<PaymentSense, string> = {
  PAID: `prepaid, prepaye, prepayee, paye, payee, payes, deja paye, deja payee, deja regle, paid,
    already paid, fully paid, payment received, paiement recu, paiement accepte, paiement effectue,
    payment accepted, paiement a distance accepte, remote payment accepted, regle, reglee, solde,
    soldee, acquitte, encaisse, encaissee, paye en ligne, paye d'avance, paye integralement,
    totalement paye, completement paye, ok paye, en attente de reapprovisionnement (paye), on
    backorder (paid), payment_received, captured, p, rien a encaisser, nothing to collect, rien a
    payer, nothing to pay`,
  UNPAID: `non paye, non payee, pas paye, pas payee, pas encore paye, impaye, impayee, unpaid, not
    paid, a payer, a encaisser, pending, wc-pending, pending payment, payment pending, attente
    paiement, attente de paiement, en attente de paiement, en attente paiement, paiement en attente,
    non regle, non reglee, non solde, due, awaiting payment, awaiting_payment, to collect, to be
    collected at delivery, a encaisser a la livraison, en attente de reapprovisionnement (non paye),
    on backorder (not paid), np`,
  COD: `cash_on_delivery, cash on delivery, cashondelivery, cod, cash on delivery (cod), a la
    livraison, livraison, paiement a la livraison, paiement a la livraison (cod), payer a la
    livraison, paye a la livraison, payable a la livraison, paiement comptant a la livraison, contre
    remboursement, pay on delivery, payment on delivery, paiement cash, cash, cash a la livraison,
    especes, espece, en especes, paiement en especes, especes a la livraison, comptant,
    ps_cashondelivery, liquide, awaiting cash on delivery validation, en attente de paiement a la
    livraison, pod, pal, attente de paiement a la livraison`,
  PARTLY: `partially_paid, partially paid, partly paid, partiellement paye, partiellement payee, paye
    en partie, acompte, acompte verse, acompte paye, avance, avance payee, avance versee, partiel,
    partial, partially_refunded, partially refunded, partiellement rembourse, partiellement
    remboursee, deposit paid`,
  OPEN: `processing, wc-processing, en cours, en cours de traitement, en traitement, preparation en
    cours, processing in progress, on-hold, on hold, wc-on-hold, onhold, en attente, authorized,
    autorise`,
  ONLINE: `mobile money, momo, mtn, mtn momo, mtn mobile money, moov, moov money, orange money, om,
    wave, airtel money, free money, celtiis cash, carte, carte bancaire, card, credit card, bank
    transfer, virement, virement bancaire, direct bank transfer, bacs, cheque, paypal, stripe,
    fedapay, kkiapay, cinetpay, paydunya, feexpay, flutterwave, paystack, jumiapay, manual,
    shopify_payments, en ligne, online, bank deposit`,
  CANCELLED: `annule, annulee, cancelled, canceled, wc-cancelled, refunded, wc-refunded, rembourse,
    remboursee, voided, failed, wc-failed, echoue, echouee, erreur de paiement, payment error,
    expired, expire, expiree, refuse, refusee, returned, retourne, retournee, trash, wc-trash,
    checkout-draft, draft, brouillon, abandoned, abandonne, echec, back at the shop, de retour a la
    boutique, failed, parcel coming back`,
  DONE: `livre, livree, deja livre, deja livree, delivered, completed, wc-completed, complete,
    termine, terminee, fulfilled, cloture, cloturee, recupere, recuperee, archived`,
  NEUTRAL: `unfulfilled, nouveau, nouvelle, new, confirme, confirmee, confirmed, a livrer, a
    expedier, pret, prete, ready, ready_to_ship, ready to ship, expedie, expediee, shipped, en
    preparation, en livraison, open, valide, validee, a confirmer, urgent, planifie, planifiee,
    scheduled, position attendue, waiting for the position, looking for a courier, recherche d'un
    livreur, partial fulfilled`,
}

const senseOf = new Map(
  (Object.entries(senses) as [PaymentSense, string][]).flatMap(([sense, words]) =>
    listed(words).map((word) => [word, sense] as const),
  ),
)

/** A cell as words are compared: without accents, capitals and the signs around it. */
export const paymentWord = (cell: string): string =>
  foldedText(cell)
    .replace(/\s+/g, ' ')
    .replace(/^[\s.,:;!*✓✔✅❌•-]{1,9}|[\s.,:;!*✓✔✅❌•]{1,9}$/gu, '')
    .slice(0, 60)

const yes = new Set(listed('oui, o, yes, y, vrai, true, 1, x, ok, ✓, ✔, ✅'))
const no = new Set(listed('non, n, no, faux, false, 0, -, ❌'))

/** Whether a cell is a word of payment, beyond yes and no. */
export const saysPayment = (cell: string): boolean => {
  const sense = senseOf.get(paymentWord(cell))
  return sense !== undefined && sense !== 'NEUTRAL' && sense !== 'DONE' && sense !== 'OPEN'
}

/** What yes means under a heading: `Payé`, or `Paiement à la livraison`. */
export type YesMeans = 'PAID' | 'COD' | undefined

/**
 * What a cell says of a payment; undefined for an empty one, `UNCLEAR` for what is not known. `meant` holds
 * what the person said that words mean.
 */
export function paymentSense(
  cell: string,
  yesMeans: YesMeans,
  meant: Readonly<Record<string, PaymentSense>> = {},
): PaymentSense | 'UNCLEAR' | undefined {
  const word = paymentWord(cell)
  const text = cell.trim()
  if (text === '') return undefined
  const said = saidOf(meant, cell)
  if (said) return said
  if (yesMeans && (yes.has(word) || yes.has(text))) return yesMeans
  if (yesMeans && (no.has(word) || no.has(text))) return yesMeans === 'PAID' ? 'UNPAID' : 'UNCLEAR'
  return senseOf.get(word) ?? senseOfSentence(foldedText(cell.slice(0, 300)), word)
}

/** Longer wordings, the first that fits. What may be a part, or on credit, is not known. */
function senseOfSentence(text: string, word: string): PaymentSense | 'UNCLEAR' {
  const [sense] = sentences.find(([, form]) => form.test(text)) ?? []
  if (sense) return sense
  if (doubts.test(text.replace(paidOn, ''))) return 'UNCLEAR'
  const [said] = wordings.find(([, form]) => form.test(word)) ?? []
  return said ?? (word.length < 60 && isPaidAlone(word.replace(paidOn, '')) ? 'PAID' : 'UNCLEAR')
}

/** What the person said that the word of a cell means, if they did. */
export const saidOf = (
  meant: Readonly<Record<string, PaymentSense>>,
  cell: string,
): PaymentSense | undefined =>
  Object.hasOwn(meant, paymentWord(cell)) ? meant[paymentWord(cell)] : undefined

/** What holds whatever else is said: `annulé par la cliente`, `livré, non payé`, `avance payée`. */
const sentences: readonly [PaymentSense, RegExp][] = [
  ['CANCELLED', /annul|cancel|refus|retour|echec|echou|abandon|\breturned|(?<!contre[ -])rembours/],
  ['CANCELLED', /doublon|duplicate|ne veut p|\bperdu/],
  ['DONE', /^(?:deja |colis |commande )?(?:livree?|delivered)\b|\bremise? (?:au|a la) client/],
  ['PARTLY', /\b(?:reste|acompte|avance|partiel|partial|partly|moitie|deposit|balance)/],
]

/** `pas encore payé`, `à payer à la livraison`. */
const wordings: readonly [PaymentSense, RegExp][] = [
  ['UNPAID', /\b(?:non|pas|not|jamais)(?: encore| yet)? (?:paye|regle|paid|solde)|^(?:impaye|unpaid)/],
  ['COD', /\b(?:a la|on|upon|en) (?:livraison|delivery|reception)\b|\bcod\b|\bcontre[ -]rembours/],
  ['COD', /^a (?:payer|encaisser) (?:cash|en especes)/],
  ['UNPAID', /^(?:a|to be|to) ?(?:payer|encaisser|regler|collect)/],
]

/** What makes any wording unclear: figures, a part, credit, or a trip that is paid for itself. */
const doubts =
  /[\d%?]|\b(?:sauf|except|hors|partie|credit|part)\b|\b(?:paye|paid)e? la |livraison (?:paye|offer|gratui)/

/** The day of a payment. */
const paidOn = / (?:le|on) (?:\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?|\d{1,2}(?:er)? [a-z]{3,9}(?: \d{4})?)$/

/** Whether all is paid: `payé`, `déjà réglé`, `Wave, déjà payé`, `payé par Wave`, and no word more. */
function isPaidAlone(word: string): boolean {
  const words = word.replace('celtiis cash', 'celtiis').match(/[a-z0-9']+/g) ?? []
  return words.some((each) => paidForm.test(each)) && words.every((each) => besidePaid.has(each))
}

const paidForm = /^(?:prepaye|prepaid|paye|paid|regle|solde)e?s?$/
const besidePaid = new Set(
  [
    ...['prepaye', 'prepayee', 'prepaid', 'paye', 'payee', 'payes', 'payees', 'paid', 'regle', 'reglee'],
    ...['solde', 'soldee', 'deja', 'already', 'tout', 'totalement', 'entierement', 'integralement', 'fully'],
    ...['bien', 'est', 'ok', 'oui', 'yes', 'par', 'via', 'by', 'with', 'en', 'flooz', 'tmoney', 't', 'mixx'],
    ...listed(senses.ONLINE).flatMap((way) => way.split(' ')),
  ].filter((word) => word !== 'cash' && word !== 'credit' && word !== 'deposit'),
)
