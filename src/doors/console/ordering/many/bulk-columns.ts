import { foldedText } from '../../../../base/kernel/folded-text.ts'

/**
 * The columns of a file of orders, what each is called here, and how headers name it in French and English,
 * without accents, blanks and signs. Without a header they are in this order, as a spreadsheet has them;
 * columns at the end may be left out. `fullName` and `position` are for files with a header only.
 */
const columns = {
  firstName: {
    name: 'first name',
    headings: 'prenom prenoms firstname givenname first',
  },
  lastName: {
    name: 'last name',
    headings: 'nomdefamille lastname surname familyname last name2',
  },
  phone: {
    name: 'phone',
    headings: `telephone tel phone phonenumber numero numerodetelephone numtel notel contact mobile portable
      cellulaire cel whatsapp numerowhatsapp telclient telephoneclient telephoneduclient teldestinataire
      customerphone`,
  },
  amount: {
    name: 'amount',
    headings: `montant prix amount price total somme valeur goodsamount montantaencaisser aencaisser
      aencaissermontant prixarticle prixtotal montanttotal apayer montantapayer cod codamount collect`,
  },
  zone: {
    name: 'neighbourhood',
    headings: `zone quartier area district neighborhood neighbourhood secteur commune lieu destination ville
      city localite`,
  },
  landmark: {
    name: 'landmark',
    headings: `repere landmark indication indications pointderepere adresse address lieudelivraison
      adressedelivraison precision precisions reperes situation`,
  },
  category: {
    name: 'category',
    headings: `categorie category type article produit item product typedecolis nature contenu colis parcel
      designation`,
  },
  size: {
    name: 'size',
    headings: 'taille size format gabarit tailleducolis',
  },
  fragile: {
    name: 'fragile',
    headings: 'fragile cassable',
  },
  mode: {
    name: 'payment',
    headings: `mode paiement payment modedepaiement paymentmode paye dejapaye prepaye prepaid paid
      statutpaiement`,
  },
  instructions: {
    name: 'instructions',
    headings: `instructions instruction consigne consignes note notes remarque remarques commentaire
      commentaires comment comments observation observations`,
  },
  promoCode: {
    name: 'promo code',
    headings: 'codepromo promo promocode coupon code',
  },
  externalRef: {
    name: 'reference',
    headings: `reference ref externalref commande numerocommande nocommande numerodecommande order orderid
      ordernumber orderref refcommande id numcommande`,
  },
  latitude: {
    name: 'latitude',
    headings: 'latitude lat',
  },
  longitude: {
    name: 'longitude',
    headings: 'longitude lng lon long',
  },
  fullName: {
    name: 'full name',
    headings: `nom client cliente name customer destinataire nometprenom nometprenoms nomprenom nomprenoms
      nomcomplet prenometnom prenomnom fullname customername nomclient nomduclient recipient beneficiaire`,
  },
  position: {
    name: 'position',
    headings: `position gps coordonnees coordonneesgps lienmaps lien map maps googlemaps localisation location
      geo`,
  },
} as const
export type BulkColumn = keyof typeof columns
export const bulkColumns = Object.keys(columns) as BulkColumn[]

/** What a column is called. */
export const columnName = (column: BulkColumn) => columns[column].name

const columnOf = new Map(
  bulkColumns.flatMap((column) =>
    columns[column].headings.split(/\s+/).map((name) => [name, column] as const),
  ),
)

/** Where the cells of a row stand: the column of each place, undefined for what is not read. */
export type BulkHeader = {
  columns: (BulkColumn | undefined)[]
  /** Headings that name no column, or one that stands before them already. */
  unknown: string[]
}

/**
 * The header that a first row is, undefined when it is an order already. At least two known headings make a
 * header.
 */
export function readHeader(cells: readonly string[]): BulkHeader | undefined {
  const known = cells.map((cell) => columnOf.get(comparable(cell)))
  if (new Set(known.filter((column) => column !== undefined)).size < 2) return undefined
  // `Nom` beside `Prénom` is the last name.
  const hasFirstName = known.includes('firstName') && !known.includes('lastName')
  const named = known.map((column) => (column === 'fullName' && hasFirstName ? 'lastName' : column))
  const columns = named.map((column, at) => (named.indexOf(column) === at ? column : undefined))
  return { columns, unknown: cells.filter((cell, at) => columns[at] === undefined && cell !== '') }
}

/** The header of a file without one. */
export const defaultHeader: BulkHeader = { columns: bulkColumns.slice(0, -2), unknown: [] }

/** A heading without what stands in brackets, accents, blanks and signs: `Téléphone *`, `Montant (FCFA)`. */
function comparable(heading: string): string {
  const bracket = heading.indexOf('(')
  const words = bracket > 0 ? heading.slice(0, bracket) : heading
  return foldedText(words)
    .replace(/[^a-z0-9]/g, '')
    .replace(/(fcfa|xof|cfa)$/, '')
}
