import { claim, isFree, longestPhraseEnd, type Message, phraseList } from '../words/message-tokens.ts'

/** What a label announces: `Nom : …`, `Tel : …`. */
export type Label =
  | 'NAME'
  | 'FIRST_NAME'
  | 'LAST_NAME'
  | 'PHONE'
  | 'PLACE'
  | 'ZONE'
  | 'LANDMARK'
  | 'AMOUNT'
  | 'OTHER'

/** `asWord`: these need no colon, because in an order they mean nothing else. */
const labels: { label: Label; asWord?: string; withColon?: string }[] = [
  {
    label: 'NAME',
    asWord:
      'nom et prenom, nom et prenoms, nom & prenom, nom complet, nom du client, nom de la cliente, full name',
    withColon: `nom, noms, name, client, cliente, customer, destinataire, beneficiaire, receveur, recipient,
      pour, for, a livrer a, nom client, nom et prenom du client`,
  },
  { label: 'FIRST_NAME', withColon: 'prenom, prenoms, first name, prenom du client' },
  { label: 'LAST_NAME', withColon: 'nom de famille, last name, surname, family name' },
  {
    label: 'PHONE',
    asWord: `tel, tels, tél, phone number, numero de telephone, num de telephone, numero whatsapp, numero du
      client, numero de la cliente, telephone du client, contact du client, whatsapp, wtsp, contact`,
    withColon: `telephone, telephones, phone, numero, num, no, number, cel, cell, mobile, mob, appel, call,
      joindre au`,
  },
  {
    label: 'PLACE',
    asWord:
      'lieu de livraison, adresse de livraison, adresse, address, lieu de la livraison, delivery address',
    withColon:
      'lieu, localisation, destination, location, place, livraison, livrer a, position, situation, endroit',
  },
  {
    label: 'ZONE',
    asWord: 'quartier, qtier, qt, area',
    withColon: 'zone, ville, commune, secteur, district, city, qtr',
  },
  {
    label: 'LANDMARK',
    withColon: 'repere, reperes, indication, indications, landmark, point de repere, precision',
  },
  {
    label: 'AMOUNT',
    asWord: 'prix, montant, price, prix total, montant total, montant a payer, prix a payer',
    withColon:
      'total, amount, somme, cout, a payer, a encaisser, net a payer, reste, reste a payer, solde, facture',
  },
  {
    label: 'OTHER',
    withColon: `article, articles, produit, produits, colis, commande, order, item, items, product, paiement,
      payment, mode de paiement, note, nb, remarque, date, heure, taille, couleur, quantite, qte, designation,
      details, statut`,
  },
]

const phrases = labels.map(({ label, asWord = '', withColon = '' }) => ({
  label,
  asWord: phraseList(asWord),
  withColon: phraseList(withColon),
}))

/** Takes the labels of a message. Returns what each announces, by the token that follows it. */
export function readLabels(message: Message): Map<number, Label> {
  const found = new Map<number, Label>()
  for (let at = 0; at < message.tokens.length; at += 1) {
    const one = isFree(message, at) ? labelAt(message, at) : undefined
    if (!one) continue
    claim(message, [at, one.to], 'LABEL')
    found.set(one.to, one.label)
    at = one.to - 1
  }
  return found
}

function labelAt(message: Message, at: number): { label: Label; to: number } | undefined {
  const ends = phrases.flatMap(({ label, asWord, withColon }) => {
    const anyEnd = longestPhraseEnd(message, at, withColon)
    const sure =
      afterColon(message, longestPhraseEnd(message, at, asWord)) ?? longestPhraseEnd(message, at, asWord)
    const to = afterColon(message, anyEnd) ?? sure
    return to === undefined ? [] : [{ label, to }]
  })
  return ends.sort((one, other) => other.to - one.to)[0]
}

/**
 * The token after the colon at `at`; undefined without a colon. A dot or a plural in brackets may precede it.
 */
function afterColon({ tokens }: Message, at: number | undefined): number | undefined {
  if (at === undefined) return undefined
  const plural = tokens
    .slice(at, at + 3)
    .map(({ text }) => text)
    .join('')
  let next = /^\([a-z]\)$/.test(plural) ? at + 3 : at
  if (/^[.°]$/.test(tokens[next]?.text ?? '')) next += 1
  return /^[:=：]$/.test(tokens[next]?.text ?? '') ? next + 1 : undefined
}
