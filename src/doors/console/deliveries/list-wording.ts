import type { Language } from '../../../base/kernel/language.ts'

/** What the list of a shop's deliveries says. */
const fr = {
  title: 'Livraisons',
  order: 'Nouvelle',
  searchHint: 'Nom, téléphone ou référence',
  submit: 'Chercher',
  all: 'Toutes',
  open: 'En cours',
  from: 'Du',
  to: 'Au',
  dates: 'Dates et téléchargement',
  older: 'Plus anciennes',
  newest: 'Revenir aux plus récentes',
  none: 'Aucune livraison pour le moment. Touchez « Nouvelle » pour commander la première.',
  nothingFound: 'Aucune livraison trouvée. Essayez avec moins de lettres, ou touchez « Toutes ».',
  csv: 'Télécharger (CSV)',
  xlsx: 'Télécharger (Excel)',
  labels: 'Imprimer les étiquettes',
  dateWrong: 'Écrivez la date comme 2026-11-21.',
  live: 'Actualiser',
}

const en: typeof fr = {
  title: 'Deliveries',
  order: 'New',
  searchHint: 'Name, phone or reference',
  submit: 'Search',
  all: 'All',
  open: 'Under way',
  from: 'From',
  to: 'To',
  dates: 'Dates and download',
  older: 'Older',
  newest: 'Back to the newest',
  none: 'No delivery yet. Tap “New” to order the first.',
  nothingFound: 'No delivery found. Try fewer letters, or tap “All”.',
  csv: 'Download (CSV)',
  xlsx: 'Download (Excel)',
  labels: 'Print labels',
  dateWrong: 'Write the date like 2026-11-21.',
  live: 'Refresh',
}

export const listWording: Record<Language, typeof fr> = { fr, en }
