import { foldedText } from '../../../../base/kernel/folded-text.ts'

/**
 * The words of headings, French and English, by what they mean. Plurals are
 * read without their s.
 */
const concepts = {
  recipient: `ship destinataire destinatrice recipient receiver receveur receveuse beneficiaire consignee
    dest`,
  /** Alone or with a word of money these are what the trip costs, with others whom it goes to. */
  trip: `livraison shipping delivery expedition envoi transport course trip port fret`,
  customer: `bill client cliente clt customer acheteur acheteuse buyer billing facturation payeur
    commanditaire`,
  sender: `expediteur expeditrice sender vendeur vendeuse seller boutique shop store magasin marchand
    marchande merchant vendor fournisseur commercial commerciale pickup enlevement ramassage livreur
    courier coursier driver rider agent employe employee staff caissier partenaire`,
  phone: `telephone tel phone telefone mobile portable cellulaire cel cell gsm whatsapp wa contact
    contacter joindre joignable appeler`,
  name: `nom name`,
  first: `prenom first given firstname`,
  last: `last surname lastname famille`,
  item: `article produit product item designation colis parcel modele lineitem nature contenu
    categorie category type description libelle marchandise goods`,
  price: `prix montant somme amount price valeur value cout cost tarif fcfa cfa xof xaf`,
  total: `total ttc grand net global totaux`,
  rest: `reste restant reliquat solde balance outstanding remaining due`,
  collect: `encaisser encaissement collecter collect cod recouvrer recuperer percevoir`,
  payable: `payer payable`,
  given: `avance acompte arrhe deposit advance verse versee versement`,
  paid: `paye payee regle reglee paid encaisse recu prepaye prepaid prepayee`,
  fee: `frai fee handling`,
  discount: `remise reduction rabais discount ristourne`,
  partial: `sou sub soustotal subtotal ht hor`,
  unit: `unitaire unit unite pu`,
  quantity: `quantite qte qty quantity qt nombre nb nbre`,
  method: `paiement payment reglement mode moyen method methode financial title`,
  state: `statut statu status etat state`,
  neighbourhood: `quartier neighborhood neighbourhood district`,
  town: `ville city town commune arrondissement localite village zone secteur area region province
    departement`,
  place: `adresse address street place rue lieu repere landmark indication situation precision carre
    maison`,
  position: `position gp gps coordonnee lien map maps googlemap localisation location geolocalisation
    geo`,
  order: `commande order facture invoice bon bordereau ticket cmd`,
  number: `numero num no n nr number id code identifiant`,
  reference: `reference ref externalref`,
  note: `instruction consigne note remarque commentaire comment observation message`,
  size: `taille size format gabarit`,
  fragile: `fragile cassable`,
  promo: `promo coupon promotion`,
  second: `bis secondaire second seconde autre other alternatif alternate alternative urgence fixe`,
  /** What no order needs. */
  other: `email mail courriel zip postcode postal cp pays country company societe entreprise sku
    tracking suivi transaction ip user username utilisateur tag vendor device risk source currency
    devise marketing tax taxe tva vat commission benefice marge poid weight couleur color vat sexe
    age`,
  date: `date jour day heure time created updated creee cree`,
  cancelled: `annulee annule cancelled canceled refunded refund rembourse remboursee remboursement`,
} as const
export type Concept = keyof typeof concepts

/** Words that join others and say nothing by themselves. */
const joining = `de du des d la le les l a au aux the of to for pour par by et and en in sur on votre your my
  mon ma un une si is est avec deja already e s es`

const singular = (word: string): string => (word.length > 3 ? word.replace(/s$/, '') : word)

const conceptOf = new Map(
  (Object.entries(concepts) as [Concept, string][]).flatMap(([concept, words]) =>
    words.split(/\s+/).map((word) => [singular(word), concept] as const),
  ),
)
const joins = new Set(joining.split(/\s+/))

/** What the words of a heading mean; in `text` they stand between blanks, without accents and plurals. */
type ReadHeading = { text: string; words: string[]; concepts: (Concept | undefined)[] }

/** Takes a heading apart: `billing_phone`, `shippingName`, `N° de téléphone`, `telclient`. */
export function readHeading(heading: string): ReadHeading {
  const apart = heading
    .slice(0, 120)
    .replace(/whats ?app/gi, 'whatsapp')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .replaceAll('°', 'o ')
  const all = foldedText(apart)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .map(singular)
    .flatMap((word) => (conceptOf.has(word) || joins.has(word) ? [word] : (wordsIn(word) ?? [word])))
  const words = all.filter((word) => !joins.has(word))
  return {
    text: ` ${all.join(' ')} `,
    words,
    concepts: words.filter((word) => !/^\d+$/.test(word)).map((word) => conceptOf.get(word)),
  }
}

/** The known words that a word is made of (`numtelclient`), none shorter than two letters. */
function wordsIn(word: string): string[] | undefined {
  if (word.length > 40) return undefined
  const best: (string[] | undefined)[] = [[]]
  for (let end = 2; end <= word.length; end += 1)
    for (let start = 0; start <= end - 2; start += 1) {
      const part = singular(word.slice(start, end))
      const before = best[start]
      if (!before || !(conceptOf.has(part) || joins.has(part))) continue
      const found = [...before, part]
      if (!best[end] || found.length < (best[end]?.length ?? 0)) best[end] = found
    }
  const found = best[word.length]
  return found?.some((part) => conceptOf.has(part)) ? found : undefined
}
