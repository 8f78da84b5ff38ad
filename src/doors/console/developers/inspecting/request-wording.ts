import type { Language } from '../../../../base/kernel/language.ts'

/** What the page of requests says. */
const fr = {
  title: 'Requêtes',
  lead: 'Ce que vos programmes ont demandé à l’API ces 7 derniers jours, sans les contenus. Des lectures réussies, nous ne gardons qu’une partie.',
  none: 'Aucune requête ces 7 derniers jours. Elles apparaissent ici une seconde après.',
  nothingFound: 'Aucune requête ne correspond.',
  statuses: { ALL: 'Toutes', 2: 'Réussies', 4: 'Refusées', 5: 'En panne' },
  without: (value: string) => `Ne plus filtrer par ${value}`,
  onlyCode: 'les semblables',
  key: (end: string) => `clé …${end}`,
  unlogged: (count: number) => `${count} autre(s) juste avant, non gardée(s)`,
}

const en: typeof fr = {
  title: 'Requests',
  lead: 'What your programs asked of the API in the last 7 days, without bodies. Of reads that succeeded we keep only some.',
  none: 'No request in the last 7 days. They appear here a second later.',
  nothingFound: 'No request matches.',
  statuses: { ALL: 'All', 2: 'Succeeded', 4: 'Refused', 5: 'Failed' },
  without: (value) => `Stop filtering by ${value}`,
  onlyCode: 'others like it',
  key: (end) => `key …${end}`,
  unlogged: (count) => `${count} more just before, not kept`,
}

export const requestWording: Record<Language, typeof fr> = { fr, en }
