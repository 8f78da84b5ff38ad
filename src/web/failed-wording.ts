import type { Language } from '../base/kernel/language.ts'

/** What signed-in pages say when something failed. */
type FailedWords = {
  heading: string
  back: string
  fromElsewhere: string
  tooMany: string
  tooLarge: string
  unavailable: string
  ours: (requestId: string) => string
  notFound: string
}

export const failedWording: Record<Language, FailedWords> = {
  fr: {
    heading: 'Cela n’a pas marché',
    back: 'Retour à l’accueil',
    fromElsewhere:
      'Ce formulaire ne vient pas de nos pages : rien n’a été fait. Ouvrez la page vous-même et recommencez.',
    tooLarge: 'Ce que vous avez envoyé est trop lourd. Choisissez un fichier ou une image plus légère.',
    tooMany: 'Trop de demandes en peu de temps. Attendez un instant et recommencez.',
    unavailable: 'Le service ne répond pas pour le moment. Rien n’est perdu : réessayez dans un instant.',
    ours: (requestId) =>
      `L’erreur vient de nous, pas de vous. Si elle revient, donnez ce numéro à l’exploitant : ${requestId}`,
    notFound: 'Cette page n’existe pas, ou elle n’est pas à vous.',
  },
  en: {
    heading: 'That did not work',
    back: 'Back to the home page',
    fromElsewhere:
      'This form was not sent from our pages: nothing was done. Open the page yourself and try again.',
    tooLarge: 'What you sent is too heavy. Choose a smaller file or picture.',
    tooMany: 'Too many requests in a short time. Wait a moment and try again.',
    unavailable: 'The service does not respond at the moment. Nothing is lost: try again in a moment.',
    ours: (requestId) =>
      `The error is ours, not yours. If it happens again, give the operator this number: ${requestId}`,
    notFound: 'There is no such page, or it is not yours.',
  },
}
