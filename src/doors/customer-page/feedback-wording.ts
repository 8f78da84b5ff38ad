import type { Language } from '../../base/kernel/language.ts'
import type { ProblemFault, ProblemReason, ProblemStanding } from '../../domain/feedback/problem-report.ts'

/** What the page says of problems and stars. */
const french = {
  problem: {
    open: 'Signaler un problème',
    legend: 'Que se passe-t-il ?',
    reasons: {
      NOT_RECEIVED: 'Je n’ai pas reçu le colis',
      DAMAGED: 'Le colis est abîmé',
      WRONG_PARCEL: 'Ce n’est pas le bon colis',
      ASKED_FOR_CASH: 'Le livreur m’a demandé de l’argent',
      COURIER_BEHAVIOUR: 'Le livreur s’est mal comporté',
      OTHER: 'Autre chose',
    } satisfies Record<ProblemReason, string>,
    words: 'Racontez-nous, si vous voulez',
    hint: 'N’écrivez ici ni code secret ni mot de passe.',
    submit: 'Envoyer',
    faults: {
      REASON_MISSING: 'Choisissez d’abord ce qui se passe.',
      WORDS_MISSING: 'Écrivez en quelques mots ce qui se passe.',
      WORDS_TOO_LONG: 'C’est trop long : 500 caractères au plus.',
    } satisfies Record<ProblemFault, string>,
    reported: 'Votre problème est signalé',
    next: 'Une personne du service de livraison le lit et vous appelle si elle a besoin d’en savoir plus. Gardez votre téléphone près de vous.',
    enough: 'Vous avez tout signalé : le service de livraison a vos messages.',
    line: (reason: string, time: string) => `${reason}, le ${time}`,
    standings: {
      OPEN: 'bien reçu',
      TAKEN: 'quelqu’un s’en occupe',
      CLOSED: 'traité',
    } satisfies Record<ProblemStanding, string>,
  },
  rating: {
    heading: 'Comment s’est passée la livraison ?',
    hint: 'Touchez une étoile, de 1 (mal) à 5 (très bien).',
    stars: (count: number) => (count === 1 ? '1 étoile sur 5' : `${count} étoiles sur 5`),
    given: (stars: string) => `Merci ! Vous avez donné ${stars}. Vous pouvez encore changer.`,
  },
}

const english: typeof french = {
  problem: {
    open: 'Report a problem',
    legend: 'What is wrong?',
    reasons: {
      NOT_RECEIVED: 'I have not received the parcel',
      DAMAGED: 'The parcel is damaged',
      WRONG_PARCEL: 'It is the wrong parcel',
      ASKED_FOR_CASH: 'The courier asked me for money',
      COURIER_BEHAVIOUR: 'The courier behaved badly',
      OTHER: 'Something else',
    },
    words: 'Tell us more, if you like',
    hint: 'Never write a PIN or a password here.',
    submit: 'Send',
    faults: {
      REASON_MISSING: 'First choose what is wrong.',
      WORDS_MISSING: 'Write in a few words what is wrong.',
      WORDS_TOO_LONG: 'This is too long: at most 500 characters.',
    },
    reported: 'Your problem is reported',
    next: 'Somebody of the courier service reads it and calls you if they need to know more. Keep your phone close to you.',
    enough: 'You have reported all you can: the courier service has your messages.',
    line: (reason, time) => `${reason}, ${time}`,
    standings: { OPEN: 'received', TAKEN: 'somebody sees to it', CLOSED: 'done' },
  },
  rating: {
    heading: 'How did the delivery go?',
    hint: 'Tap a star, from 1 (badly) to 5 (very well).',
    stars: (count) => (count === 1 ? '1 star of 5' : `${count} stars of 5`),
    given: (stars) => `Thank you! You gave ${stars}. You can still change it.`,
  },
}

export const feedbackWording: Record<Language, typeof french> = { fr: french, en: english }
