import { type BulkColumn, moneyColumns } from './bulk-columns.ts'
import { type Concept, readHeading } from './heading-words.ts'

/** Whose a column is: who receives the parcel, who bought it, or who sends or brings it. */
export type Party = 'RECIPIENT' | 'CUSTOMER' | 'SENDER'

/**
 * What a heading says of its column. The lower its rank, the better it says so: of several columns for one
 * field the best is taken. `skip` is known and needed for nothing; `number` is a phone, a rank or an order's
 * number, which its cells tell; `paidOrNot` an amount or a word; `unsure` money in another unit.
 */
export type HeadingMeaning = {
  field: BulkColumn | 'skip' | 'number' | 'paidOrNot' | 'subtotal' | 'price' | 'unsure'
  rank: number
  party?: Party | undefined
}

/** What a heading means; undefined where it says nothing that is known. */
export function headingMeaning(heading: string): HeadingMeaning | undefined {
  const { text, words, concepts } = readHeading(heading)
  if (words.length === 0) return undefined
  const has = (...asked: Concept[]) => asked.some((concept) => concepts.includes(concept))
  const only = (...asked: Concept[]) =>
    concepts.length > 0 && concepts.every((concept) => concept && asked.includes(concept))
  const says = (form: RegExp) => form.test(text)
  const read = { text, words, has, only, says, party: partyOf(has, says) }
  if (isOthersMoney(read)) return undefined
  for (const rule of rules) {
    const meaning = rule(read)
    if (meaning)
      return isMoney(meaning) && isInOtherUnit(heading, says) ? { ...meaning, field: 'unsure' } : meaning
  }
  return undefined
}

const isMoney = ({ field }: HeadingMeaning): boolean =>
  ['price', 'subtotal', 'discount', 'fee', 'paid', 'paidOrNot', ...moneyColumns].includes(field)

/** Whether amounts are in another currency, in thousands, or a share. */
const isInOtherUnit = (heading: string, says: Read['says']): boolean =>
  /[€$£%₦]/.test(heading) || says(otherUnits)

const otherUnits =
  / (eur|euro|usd|dollar|gbp|ngn|naira|ghs|cedi|gnf|cad|k|kf|kfcfa|kcfa|kxof|millier|thousand|percent) /

type Read = {
  text: string
  words: string[]
  has: (...asked: Concept[]) => boolean
  only: (...asked: Concept[]) => boolean
  says: (form: RegExp) => boolean
  party: Party | undefined
}
type Rule = (heading: Read) => HeadingMeaning | undefined

const meaning = (field: HeadingMeaning['field'], rank = 1, party?: Party): HeadingMeaning => ({
  field,
  rank,
  ...(party && { party }),
})

function partyOf(has: Read['has'], says: Read['says']): Party | undefined {
  if (has('recipient')) return 'RECIPIENT'
  if (has('sender') || says(/ (point|lieu|adresse) de (retrait|depart) /)) return 'SENDER'
  if (has('trip')) return 'RECIPIENT'
  return has('customer') ? 'CUSTOMER' : undefined
}

/** What no customer pays: what the shop paid, what a price was before, what somebody else receives. */
const isOthersMoney = ({ says, has }: Read): boolean =>
  !has('date') &&
  (says(/ (achat|revient|gro|barre|ancien|normal|public|usine|compare at|regular|purchase|wholesale) /) ||
    says(/ (reversee?|reverser|reversement|assuree?|assurance|insured|insurance|declaree?|declared) /) ||
    (has('price', 'total', 'rest', 'collect', 'payable', 'given') && has('sender')))

/** The rank of a heading that says an amount that was received, or the number of a receipt. */
export const bareReceipt = 8

/** Headings of exports that mean something else than their words. */
function exactPhrases({ says }: Read): HeadingMeaning | undefined {
  // Jumia: the price of a line, after vouchers. PrestaShop: the total, paid or not.
  if (says(/^ paid price $/)) return meaning('linePrice')
  if (says(/^ total paid (tax incl |tax excl )?$/)) return meaning('amount', 3)
  if (says(/^ total paid real $/)) return meaning('paid', 2)
  if (says(/^ p u( |$)/)) return meaning('unitPrice')
  if (says(/^ p t( |$)/)) return meaning('amount', 3)
  // A shop's own discounts are none of the service.
  if (says(/ (discount|coupon) /) && says(/ (code|item) /)) return meaning('skip')
  // A receipt has a number, and what was received is an amount.
  if (says(/ (no|numero|num|n) (de )?recu /)) return meaning('skip')
  if (says(/^ recu $/)) return meaning('paidOrNot', bareReceipt)
  if (says(/ corriger | to correct /)) return meaning('skip')
  return says(/ payment (ref|reference|id|term)| next payment /) ? meaning('skip') : undefined
}

/** When the customer is to have the parcel; when the shop has it ready is not read. */
const dropoffWindows: Rule = ({ says }) => {
  if (!says(/ (creneau|time ?slot|slot|plage horaire|(delivery|drop ?off|time) window|drop ?off) /))
    return undefined
  if (says(/ (retrait|ramassage|enlevement|collecte|pickup|pick) /)) return meaning('skip')
  if (says(/ (debut|start|from|begin|begins|partir) /)) return meaning('windowFrom')
  if (says(/ (fin|end|until|to|jusqu) /)) return meaning('windowTo')
  return says(/ (creneau|slot|timeslot|horaire|window) /) ? meaning('window') : undefined
}

function dates({ has, says, only }: Read): HeadingMeaning | undefined {
  if (says(/^ (paid at|paid date|date paid|payee? le|date (de )?(paiement|payment|reglement)) $/))
    return meaning('paidAt')
  if (says(/ date | jour | day | heure | time | created | updated | creee? | due at | fulfilled at /))
    return has('cancelled') ? meaning('cancelled') : meaning('skip')
  return has('date') && has('state', 'paid') && only('date', 'state') ? meaning('skip') : undefined
}

/** `Livraison payée par`: the customer or the shop. */
const whoPaysTheTrip: Rule = ({ has, says }) =>
  (has('trip', 'fee') && says(/ (payee?|paid|paye|charge) (par|by|de) /)) || says(/ fee payer /)
    ? meaning('feePayer')
    : undefined

/** How many pieces; how many parcels changes no amount. */
const quantities: Rule = ({ has, says }) => {
  if (!has('quantity')) return undefined
  return meaning(says(/ (nombre|nb|nbre) (de |of )?(coli|parcel)/) ? 'skip' : 'quantity')
}

const unneeded: Rule = ({ has, says, words }) => {
  if (has('other')) return meaning('skip')
  if (has('discount') && has('sender')) return meaning('skip')
  const isOfSystem = words.some((word) => ['shipment', 'variation', 'attribute', 'provider'].includes(word))
  return isOfSystem || says(/ require shipping | taxable /) ? meaning('skip') : undefined
}

/** Amounts, by what they are of. */
const money: Rule = ({ has, says, only, words }) => {
  const isOnDelivery = says(/ (a la livraison|on delivery) /)
  const isTrip = has('trip', 'fee') && !isOnDelivery
  const isIncluded = says(/ (inclu\w*|compri\w*|included|incl|avec) /)
  if (has('method', 'state') && !has('price', 'total', 'rest', 'collect', 'given')) return undefined
  if (has('discount')) return meaning('discount')
  if (has('fee') && has('collect')) return meaning('skip')
  if (has('rest') && !has('state', 'date')) return meaning('rest')
  if (has('collect') && !has('method', 'state')) return meaning('due')
  if (has('given') || (has('paid') && has('price', 'total'))) return meaning('paid')
  if (has('unit') && (has('price') || only('unit', 'item'))) return meaning('unitPrice')
  if (says(/ (lineitem|item) (price|cost) /)) return meaning('unitPrice', 2)
  if (says(/ (lineitem|item|line|ligne) (sub)?total | total (line|ligne) /)) return meaning('linePrice', 2)
  const isExcluded = says(/ (hor|hors|san|sans|excl|without) (livraison|frai|delivery|shipping)/)
  if (isExcluded) return meaning('amount', 4)
  if (has('partial') && (has('total', 'price', 'partial') || isTrip)) return meaning('subtotal')
  if (isTrip && !isIncluded && !has('payable') && only('trip', 'fee', 'price', 'total', 'order', 'method'))
    return meaning('fee')
  if (has('fee')) return meaning('skip')
  if (has('payable') && !has('method')) return meaning('amount', 1)
  if (has('total')) return meaning('amount', says(/ ttc /) ? 2 : 3)
  const isPrice = has('price') && !has('number', 'size', 'reference')
  return isPrice && !words.includes('declaree')
    ? meaning(isWeakPrice(words) ? 'price' : 'amount', 4)
    : undefined
}

/** A price of one or of all, where there are quantities: French sums up by `montant`. */
const isWeakPrice = (words: readonly string[]): boolean =>
  words.some((word) => ['prix', 'price', 'cout', 'cost', 'tarif', 'valeur', 'value'].includes(word))

/** What can be called, the better the plainer: `Téléphone` before `WhatsApp` before `Contact`. */
const phones: Rule = ({ has, words, text, party }) => {
  if (!has('phone')) return undefined
  const isPlain = words.some((word) =>
    /^(tel|telephone|phone|mobile|portable|cel|cell|cellulaire|gsm)$/.test(word),
  )
  const plainness = isPlain ? 1 : words.some((word) => /^(whatsapp|wa)$/.test(word)) ? 2 : 3
  const isSecond = has('second') || / [2-9] /.test(text)
  return meaning('phone', plainness + (isSecond ? 10 : 0), party)
}

/** The shop's own number of the order: what has both words says it best. */
const orderNumbers: Rule = ({ has, says, words, only, party }) => {
  const isNumber = has('number', 'reference')
  if (has('item', 'sender') && isNumber) return meaning('skip')
  if (says(/ externalref | (votre|your) ref/)) return meaning('externalRef', 1)
  if (has('order') && isNumber) return meaning('externalRef', words.includes('id') ? 3 : 2)
  if (only('order')) return meaning('externalRef', 5)
  if (has('reference') && !party) return meaning('externalRef', 4)
  if (has('number') && only('number', 'customer', 'recipient'))
    return words.includes('code') ? meaning('skip') : meaning('number', 1, party)
  return undefined
}

const payments: Rule = ({ has, says, only }) => {
  if (says(/ fulfil?lment /) || (has('trip') && has('state'))) return meaning('progress')
  if (
    has('trip', 'sender', 'position') &&
    has('method', 'state') &&
    !says(/ paiement | payment |(a la|on) (livraison|delivery) /)
  )
    return meaning('skip')
  if (has('paid')) return only('paid', 'date', 'customer') ? meaning('paidOrNot') : meaning('mode')
  if (has('method')) return meaning('mode', 2)
  return has('state') ? meaning('status', 2) : undefined
}

const items: Rule = ({ has, words, says }) => {
  if (has('size')) return meaning('size')
  if (has('fragile')) return meaning('fragile')
  if (!has('item') || has('place', 'town', 'neighbourhood')) return undefined
  if (has('trip', 'fee', 'promo')) return meaning('skip')
  if (words.includes('type') && (has('order', 'customer') || says(/ type (order|commande) /)))
    return meaning('skip')
  return meaning('category', says(/ (categorie|category) /) ? 1 : has('name') ? 2 : 3)
}

const names: Rule = ({ has, party, only, says, words }) => {
  if (has('place', 'town', 'neighbourhood', 'position')) return undefined
  if (party === 'SENDER')
    return has('name', 'first', 'last') || only('sender') ? meaning('skip', 1, party) : undefined
  const isWhole = says(/ (complet|full|et|and) | prenom nom | nom prenom /)
  if (has('first') && (isWhole || (words.includes('nom') && words.includes('prenom'))))
    return meaning('fullName', 1, party)
  if (has('first')) return meaning('firstName', 1, party)
  if (has('last')) return meaning('lastName', 1, party)
  if (has('name')) return meaning('fullName', 1, party)
  return party && only('customer', 'recipient') ? meaning('fullName', 2, party) : undefined
}

const places: Rule = ({ has, party, says, words }) => {
  if (party === 'SENDER')
    return has('place', 'town', 'neighbourhood', 'position') ? meaning('skip', 1, party) : undefined
  if (words.includes('latitude') || says(/^ lat /)) return meaning('latitude')
  if (words.includes('longitude') || says(/^ (lng|lon|long) /)) return meaning('longitude')
  if (has('neighbourhood')) return meaning('zone', 1, party)
  if (has('place')) return meaning('landmark', says(/ repere | landmark /) ? 2 : 1, party)
  if (has('town')) return meaning('zone', says(/ (zone|secteur|area) /) ? 2 : 3, party)
  // A `localisation` may be told in words.
  const isTold = words.some((word) => /^(?:localisation|location|geolocalisation)$/.test(word))
  return has('position') ? meaning('position', isTold ? 2 : 1, party) : undefined
}

const rest: Rule = ({ has, only, party, words }) => {
  if (has('note')) return meaning('instructions')
  if (words.includes('destination')) return meaning('zone', 2)
  if (party === 'SENDER') return meaning('skip', 1, party)
  return has('trip') && only('trip') ? meaning('fee') : has('date') ? meaning('skip') : undefined
}

/** In this order: the first that knows a heading says what it means. */
const rules: readonly Rule[] = [
  exactPhrases,
  dropoffWindows,
  dates,
  ({ has }) => (has('cancelled') ? meaning('cancelled') : undefined),
  whoPaysTheTrip,
  quantities,
  unneeded,
  money,
  phones,
  ({ has }) => (has('promo') ? meaning('promoCode') : undefined),
  orderNumbers,
  payments,
  items,
  names,
  places,
  rest,
]
