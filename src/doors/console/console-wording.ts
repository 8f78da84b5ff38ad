import type { Language } from '../../base/kernel/language.ts'
import type { ConsoleSection } from './console-deps.ts'

/** The words of the frame and of pages that belong to no area. */
type ConsoleWords = {
  sections: Record<ConsoleSection, string>
  shops: {
    title: string
    lead: string
    none: string
    roles: Record<'OWNER' | 'STAFF' | 'OPERATOR', string>
    open: string
    operations: string
  }
  notApproved: string
  suspended: (reason: string) => string
  asOperator: (shop: string) => string
  backToOperations: string
}

export const consoleWording: Record<Language, ConsoleWords> = {
  fr: {
    sections: {
      home: 'Accueil',
      deliveries: 'Livraisons',
      order: 'Nouvelle',
      settings: 'Réglages',
      developers: 'API',
    },
    shops: {
      title: 'Vos boutiques',
      lead: 'Choisissez la boutique dans laquelle vous travaillez.',
      none: 'Vous n’appartenez encore à aucune boutique. Ouvrez la vôtre, ou demandez une invitation à son propriétaire.',
      roles: { OWNER: 'Propriétaire', STAFF: 'Équipe', OPERATOR: 'Exploitant' },
      open: 'Ouvrir une boutique',
      operations: 'Pages de l’exploitant',
    },
    suspended: (reason) =>
      `La société de livraison a suspendu votre boutique : ${reason} Les livraisons en cours continuent, mais vous ne pouvez rien commander.`,
    asOperator: (shop) =>
      `Vous voyez la console de ${shop} comme la boutique la voit, sans rien pouvoir y changer. Son propriétaire lit dans son journal que vous l’avez consultée.`,
    backToOperations: 'Revenir à vos pages',
    notApproved:
      'Votre boutique attend d’être approuvée par l’exploitant. Vous pouvez tout préparer ; les commandes s’ouvriront ensuite.',
  },
  en: {
    sections: {
      home: 'Home',
      deliveries: 'Deliveries',
      order: 'New',
      settings: 'Settings',
      developers: 'API',
    },
    shops: {
      title: 'Your shops',
      lead: 'Choose the shop you work in.',
      none: 'You do not belong to a shop yet. Open your own, or ask the owner of one for an invitation.',
      roles: { OWNER: 'Owner', STAFF: 'Team', OPERATOR: 'Operator' },
      open: 'Open a shop',
      operations: 'Operator’s pages',
    },
    suspended: (reason) =>
      `The courier company has suspended your shop: ${reason} Deliveries under way go on, but you can order nothing.`,
    asOperator: (shop) =>
      `You see the console of ${shop} as the shop sees it, without being able to change anything. Its owner reads in its audit that you looked at it.`,
    backToOperations: 'Back to your pages',
    notApproved:
      'Your shop is waiting for the operator’s approval. You can prepare everything; ordering opens afterwards.',
  },
}
