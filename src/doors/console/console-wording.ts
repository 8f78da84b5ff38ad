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
  }
  failed: {
    heading: string
    back: string
    fromElsewhere: string
    tooMany: string
    tooLarge: string
    unavailable: string
    ours: (requestId: string) => string
    notFound: string
  }
  notApproved: string
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
    },
    failed: {
      heading: 'Cela n’a pas marché',
      back: 'Retour à l’accueil',
      fromElsewhere:
        'Ce formulaire ne vient pas de nos pages : rien n’a été fait. Ouvrez la console vous-même et recommencez.',
      tooLarge: 'Ce que vous avez envoyé est trop lourd. Choisissez un fichier ou une image plus légère.',
      tooMany: 'Trop de demandes en peu de temps. Attendez un instant et recommencez.',
      unavailable: 'Le service ne répond pas pour le moment. Rien n’est perdu : réessayez dans un instant.',
      ours: (requestId) =>
        `L’erreur vient de nous, pas de vous. Si elle revient, donnez ce numéro à l’exploitant : ${requestId}`,
      notFound: 'Cette page n’existe pas, ou elle n’est pas à vous.',
    },
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
    },
    failed: {
      heading: 'That did not work',
      back: 'Back to the home page',
      fromElsewhere:
        'This form was not sent from our pages: nothing was done. Open the console yourself and try again.',
      tooLarge: 'What you sent is too heavy. Choose a smaller file or picture.',
      tooMany: 'Too many requests in a short time. Wait a moment and try again.',
      unavailable: 'The service does not respond at the moment. Nothing is lost: try again in a moment.',
      ours: (requestId) =>
        `The error is ours, not yours. If it happens again, give the operator this number: ${requestId}`,
      notFound: 'There is no such page, or it is not yours.',
    },
    notApproved:
      'Your shop is waiting for the operator’s approval. You can prepare everything; ordering opens afterwards.',
  },
}
