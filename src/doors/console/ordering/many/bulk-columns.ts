import { foldedText } from '../../../../base/kernel/folded-text.ts'

/**
 * The columns of a file of orders. Without a header they are in this order, as a spreadsheet has them; columns at the
 * end may be left out. `fullName` and `position` are for files with a header only.
 */
export const bulkColumns = [
  'firstName',
  'lastName',
  'phone',
  'amount',
  'zone',
  'landmark',
  'category',
  'size',
  'fragile',
  'mode',
  'instructions',
  'promoCode',
  'externalRef',
  'latitude',
  'longitude',
  'fullName',
  'position',
] as const
export type BulkColumn = (typeof bulkColumns)[number]

const columnsWithoutHeader = bulkColumns.slice(0, -2)

/** How headers name each column, in French and English, without accents, blanks and signs. */
const names: Record<BulkColumn, string> = {
  firstName: 'prenom prenoms firstname givenname first',
  lastName: 'nomdefamille lastname surname familyname last name2',
  phone: `telephone tel phone phonenumber numero numerodetelephone numtel notel contact mobile portable cellulaire cel
    whatsapp numerowhatsapp telclient telephoneclient telephoneduclient teldestinataire customerphone`,
  amount: `montant prix amount price total somme valeur goodsamount montantaencaisser aencaisser aencaissermontant
    prixarticle prixtotal montanttotal apayer montantapayer cod codamount collect`,
  zone: 'zone quartier area district neighborhood neighbourhood secteur commune lieu destination ville city localite',
  landmark: `repere landmark indication indications pointderepere adresse address lieudelivraison adressedelivraison
    precision precisions reperes situation`,
  category:
    'categorie category type article produit item product typedecolis nature contenu colis parcel designation',
  size: 'taille size format gabarit tailleducolis',
  fragile: 'fragile cassable',
  mode: 'mode paiement payment modedepaiement paymentmode paye dejapaye prepaye prepaid paid statutpaiement',
  instructions: `instructions instruction consigne consignes note notes remarque remarques commentaire commentaires
    comment comments observation observations`,
  promoCode: 'codepromo promo promocode coupon code',
  externalRef: `reference ref externalref commande numerocommande nocommande numerodecommande order orderid ordernumber
    orderref refcommande id numcommande`,
  latitude: 'latitude lat',
  longitude: 'longitude lng lon long',
  fullName: `nom client cliente name customer destinataire nometprenom nometprenoms nomprenom nomprenoms nomcomplet
    prenometnom prenomnom fullname customername nomclient nomduclient recipient beneficiaire`,
  position:
    'position gps coordonnees coordonneesgps lienmaps lien map maps googlemaps localisation location geo',
}

const columnOf = new Map(
  bulkColumns.flatMap((column) => names[column].split(/\s+/).map((name) => [name, column] as const)),
)

/** Where the cells of a row stand: the column of each place, undefined for what is not read. */
export type BulkHeader = {
  columns: (BulkColumn | undefined)[]
  /** Headings that name no column, or one that stands before them already. */
  unknown: string[]
}

/** The header that a first row is, undefined when it is an order already. At least two known headings make a header. */
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
export const defaultHeader: BulkHeader = { columns: [...columnsWithoutHeader], unknown: [] }

/** A heading without what stands in brackets, accents, blanks and signs: `Téléphone *`, `Montant (FCFA)`. */
function comparable(heading: string): string {
  const bracket = heading.indexOf('(')
  const words = bracket > 0 ? heading.slice(0, bracket) : heading
  return foldedText(words)
    .replace(/[^a-z0-9]/g, '')
    .replace(/(fcfa|xof|cfa)$/, '')
}
