import type { Language } from '../../../../base/kernel/language.ts'
import type { BulkColumn } from './bulk-columns.ts'
import type { BulkFault } from './bulk-rows.ts'

/** What the page on which a shop orders many deliveries at once says. */
const fr = {
  title: 'Plusieurs livraisons',
  back: 'Une seule livraison',
  lead: 'Collez un tableau (Excel, Google Sheets) ou choisissez un fichier CSV : une ligne par livraison, 500 au plus. Vous verrez tout avant de commander.',
  columns: 'Colonnes reconnues',
  columnsHint: (list: string) =>
    `Sans titres, dans cet ordre : ${list}. Avec des titres, dans l’ordre que vous voulez. Seuls le téléphone et un nom sont obligatoires.`,
  paste: 'Tableau',
  file: 'Ou un fichier CSV',
  pickup: 'Où prendre les colis ?',
  again: 'Commander à nouveau des lignes déjà commandées',
  againHint: 'Sinon, une ligne envoyée deux fois n’est commandée qu’une fois.',
  preview: 'Voir avant de commander',
  row: 'Ligne',
  ready: (count: number) => (count > 1 ? `${count} livraisons prêtes` : `${count} livraison prête`),
  faulty: (count: number) =>
    count > 1
      ? `${count} lignes à corriger : elles ne seront pas commandées.`
      : `${count} ligne à corriger : elle ne sera pas commandée.`,
  unknown: (list: string) => `Colonnes ignorées : ${list}`,
  order: (count: number) => (count > 1 ? `Commander ces ${count} livraisons` : 'Commander cette livraison'),
  done: (count: number) =>
    count > 1 ? `${count} livraisons sont commandées.` : `${count} livraison est commandée.`,
  replayed: (count: number) =>
    count > 1
      ? `${count} l’étaient déjà : rien n’a été commandé deux fois.`
      : `${count} l’était déjà : rien n’a été commandé deux fois.`,
  refused: (count: number) => (count > 1 ? `${count} ont été refusées.` : `${count} a été refusée.`),
  byHand:
    'Ce service n’envoie ni WhatsApp ni SMS. Ouvrez chaque livraison ci-dessous et envoyez au client son lien par WhatsApp : le message est déjà écrit.',
  outcome: { made: 'commandée', replayed: 'déjà commandée' },
  labels: 'Imprimer les étiquettes',
  list: 'Voir les livraisons',
  change: 'Changer le tableau',
  names: {
    firstName: 'prénom',
    lastName: 'nom',
    fullName: 'nom complet',
    phone: 'téléphone',
    amount: 'montant',
    zone: 'quartier',
    landmark: 'repère',
    category: 'catégorie',
    size: 'taille',
    fragile: 'fragile',
    mode: 'paiement',
    instructions: 'consignes',
    promoCode: 'code promo',
    externalRef: 'référence',
    latitude: 'latitude',
    longitude: 'longitude',
    position: 'position',
  } satisfies Record<BulkColumn, string>,
  faults: {
    EMPTY: 'Il n’y a rien à lire. Collez un tableau ou choisissez un fichier.',
    TOO_LARGE: 'C’est trop gros : 1 Mo au plus. Partagez le tableau en plusieurs.',
    NOT_TEXT: 'Ce fichier n’est pas un tableau en texte. Dans Excel : « Enregistrer sous », puis CSV.',
    QUOTES_UNCLOSED: 'Un guillemet ouvert n’est pas refermé : nous ne savons pas où finit la case.',
    TOO_MANY_ROWS: 'Il y a plus de 500 lignes. Partagez le tableau en plusieurs.',
    ONLY_HEADER: 'Il n’y a que les titres des colonnes, aucune livraison.',
    COLUMN_MISSING: 'Il manque la colonne du téléphone ou celle du nom.',
  } satisfies Record<BulkFault, string>,
  missing: { phone: 'Il manque la colonne du téléphone.', name: 'Il manque la colonne du nom ou du prénom.' },
}

const en: typeof fr = {
  title: 'Several deliveries',
  back: 'A single delivery',
  lead: 'Paste a table (Excel, Google Sheets) or choose a CSV file: one row for each delivery, 500 at most. You see everything before ordering.',
  columns: 'Columns that are understood',
  columnsHint: (list) =>
    `Without headings, in this order: ${list}. With headings, in any order. Only the phone and a name are needed.`,
  paste: 'Table',
  file: 'Or a CSV file',
  pickup: 'Where to fetch the parcels?',
  again: 'Order rows again that were ordered before',
  againHint: 'Otherwise a row that is sent twice is ordered once.',
  preview: 'See before ordering',
  row: 'Row',
  ready: (count) => (count === 1 ? '1 delivery is ready' : `${count} deliveries are ready`),
  faulty: (count) =>
    count === 1
      ? '1 row to correct: it will not be ordered.'
      : `${count} rows to correct: they will not be ordered.`,
  unknown: (list) => `Columns that are ignored: ${list}`,
  order: (count) => (count === 1 ? 'Order this delivery' : `Order these ${count} deliveries`),
  done: (count) => (count === 1 ? '1 delivery is ordered.' : `${count} deliveries are ordered.`),
  replayed: (count) => `${count} ${count === 1 ? 'was' : 'were'} ordered before: nothing was ordered twice.`,
  refused: (count) => `${count} ${count === 1 ? 'was' : 'were'} refused.`,
  byHand:
    'This service sends neither WhatsApp nor SMS. Open each delivery below and send the customer their link by WhatsApp: the message is written already.',
  outcome: { made: 'ordered', replayed: 'ordered before' },
  labels: 'Print labels',
  list: 'See the deliveries',
  change: 'Change the table',
  names: {
    firstName: 'first name',
    lastName: 'last name',
    fullName: 'full name',
    phone: 'phone',
    amount: 'amount',
    zone: 'neighbourhood',
    landmark: 'landmark',
    category: 'category',
    size: 'size',
    fragile: 'fragile',
    mode: 'payment',
    instructions: 'instructions',
    promoCode: 'promo code',
    externalRef: 'reference',
    latitude: 'latitude',
    longitude: 'longitude',
    position: 'position',
  },
  faults: {
    EMPTY: 'There is nothing to read. Paste a table or choose a file.',
    TOO_LARGE: 'This is too large: 1 MB at most. Divide the table.',
    NOT_TEXT: 'This file is not a table of text. In Excel: “Save as”, then CSV.',
    QUOTES_UNCLOSED: 'A quotation mark is not closed: we cannot tell where the cell ends.',
    TOO_MANY_ROWS: 'There are more than 500 rows. Divide the table.',
    ONLY_HEADER: 'There are only headings, no delivery.',
    COLUMN_MISSING: 'The column of the phone or of the name is missing.',
  },
  missing: { phone: 'The column of the phone is missing.', name: 'The column of the name is missing.' },
}

export const manyWording: Record<Language, typeof fr> = { fr, en }
