import type { Language } from '../../../../base/kernel/language.ts'

/** What the panel of the sandbox says. */
const fr = {
  title: 'Bac à sable',
  lead: 'Choisissez une livraison d’essai et faites-la avancer : vos webhooks partent comme en vrai.',
  newest: 'Livraisons en cours',
  found: 'Livraisons trouvées',
  search: 'Référence, téléphone ou nom',
  find: 'Chercher',
  none: 'Aucune livraison en cours.',
  order: 'En commander une',
  nothingFound: 'Rien ne correspond à cette recherche.',
  open: 'Voir la livraison',
  next: (status: string) => `Étape suivante : ${status}`,
  toEnding: 'Ou aller tout droit à une fin :',
  reason: 'Ou la faire échouer',
  over: 'Cette livraison est finie.',
  reset: {
    summary: 'Vider le bac à sable',
    lead: 'Toutes les livraisons d’essai de la boutique seront effacées, avec leurs événements et le journal des webhooks. Vos clés, vos adresses et vos webhooks restent.',
    submit: 'Oui, tout effacer',
  },
  done: {
    moved: 'La livraison a avancé.',
    reset: 'Le bac à sable est vide.',
    'reset-more': 'Une partie est effacée. Il y en a beaucoup : recommencez pour continuer.',
  } as Record<string, string>,
}

const en: typeof fr = {
  title: 'Sandbox',
  lead: 'Choose a test delivery and move it on: your webhooks are sent as in real life.',
  newest: 'Deliveries under way',
  found: 'Deliveries found',
  search: 'Reference, phone or name',
  find: 'Search',
  none: 'No delivery is under way.',
  order: 'Order one',
  nothingFound: 'Nothing matches this search.',
  open: 'See the delivery',
  next: (status) => `Next step: ${status}`,
  toEnding: 'Or go straight to an ending:',
  reason: 'Or let it fail',
  over: 'This delivery is over.',
  reset: {
    summary: 'Empty the sandbox',
    lead: 'All test deliveries of the shop are removed, with their events and the log of webhooks. Your keys, addresses and webhooks stay.',
    submit: 'Yes, remove everything',
  },
  done: {
    moved: 'The delivery has moved on.',
    reset: 'The sandbox is empty.',
    'reset-more': 'Part of it is removed. There is much: do it again to go on.',
  },
}

export const sandboxWording: Record<Language, typeof fr> = { fr, en }
