import type { Language } from '../../../base/kernel/language.ts'

/** What the pages about the courier's own work and picture say. */

const french = {
  sheet: 'Fiche du livreur (PDF)',
  trips: {
    link: 'Mes gains',
    heading: 'Mes gains',
    today: 'Aujourd’hui',
    week: 'Cette semaine',
    owed: 'Reste à vous verser',
    weeks: 'Semaines et versements',
    count: (trips: number) => (trips > 1 ? `${trips} courses` : `${trips} course`),
    list: 'Courses passées',
    none: 'Aucune course pour l’instant.',
    more: 'Courses plus anciennes',
    newest: 'Revenir aux dernières',
    bonus: (amount: string) => `dont prime ${amount}`,
    unpaid: 'non payée',
    waited: 'Attente à la boutique',
    back: 'Retour aux courses',
  },
  week: {
    heading: 'Ma semaine',
    earned: 'Gains',
    payouts: 'Versements',
    noPayouts: 'Aucun versement cette semaine.',
    days: 'Jour par jour',
    noTrips: 'Aucune course cette semaine.',
    before: 'Semaine d’avant',
    after: 'Semaine d’après',
  },
  held: {
    heading: 'Votre argent n’est pas passé',
    lead: (amount: string, phone: string) =>
      `Nous n’avons pas pu vous envoyer ${amount} : votre opérateur refuse le ${phone}. Rien n’est perdu, l’argent vous attend.`,
    advice:
      'Voyez avec votre opérateur si votre compte mobile money est actif et peut recevoir cette somme, puis touchez « Réessayer ». Si ça ne passe toujours pas, appelez votre service de livraison : il peut vous payer autrement.',
    retry: 'Réessayer',
    later: (moment: string) => `Vous pourrez réessayer à partir du ${moment}.`,
    retried: 'Nous réessayons : regardez dans quelques minutes.',
  },
  statuses: {
    DELIVERED: 'Livrée',
    RETURNED: 'Rapportée à la boutique',
    CANCELLED: 'Annulée par la boutique',
    FAILED: 'Remise impossible',
    EXPIRED: 'Expirée',
  } as Record<string, string>,
  portrait: {
    link: 'Ma photo',
    heading: 'Ma photo',
    lead: 'Le client la voit pendant que vous avez son colis, pour vous reconnaître. Sans photo, il voit votre initiale.',
    alt: 'Votre photo',
    none: 'Vous n’avez pas encore de photo.',
    choose: 'Choisir une photo',
    hint: 'La photo est réduite sur votre téléphone avant l’envoi.',
    sending: 'Envoi…',
    unreadable: 'Ce fichier n’est pas une photo que ce téléphone sait lire.',
    failed: 'La photo n’est pas partie. Vérifiez le réseau, puis réessayez.',
    remove: 'Retirer ma photo',
    noScript: 'Il faut JavaScript pour réduire la photo avant l’envoi.',
  },
}

/** The texts, with the same members in every language. */
type OwnWording = typeof french

const english: OwnWording = {
  sheet: 'Courier’s sheet (PDF, in French)',
  trips: {
    link: 'My earnings',
    heading: 'My earnings',
    today: 'Today',
    week: 'This week',
    owed: 'Still owed to you',
    weeks: 'Weeks and payouts',
    count: (trips) => (trips === 1 ? '1 trip' : `${trips} trips`),
    list: 'Past trips',
    none: 'No trip so far.',
    more: 'Older trips',
    newest: 'Back to the latest',
    bonus: (amount) => `${amount} of it bonus`,
    unpaid: 'unpaid',
    waited: 'Wait at the shop',
    back: 'Back to trips',
  },
  week: {
    heading: 'My week',
    earned: 'Earnings',
    payouts: 'Payouts',
    noPayouts: 'No payout this week.',
    days: 'Day by day',
    noTrips: 'No trip this week.',
    before: 'Week before',
    after: 'Week after',
  },
  held: {
    heading: 'Your money did not go through',
    lead: (amount, phone) =>
      `We could not send you ${amount}: your operator refuses ${phone}. Nothing is lost, the money waits for you.`,
    advice:
      'Ask your operator whether your mobile money account is active and can receive this amount, then press “Try again”. If it still does not go through, call your delivery service: they can pay you in another way.',
    retry: 'Try again',
    later: (moment) => `You can try again from ${moment} on.`,
    retried: 'We are trying again: look here in a few minutes.',
  },
  statuses: {
    DELIVERED: 'Delivered',
    RETURNED: 'Brought back to the shop',
    CANCELLED: 'Cancelled by the shop',
    FAILED: 'Could not be handed over',
    EXPIRED: 'Expired',
  },
  portrait: {
    link: 'My photo',
    heading: 'My photo',
    lead: 'The customer sees it while you have their parcel, to recognise you. Without a photo they see your initial.',
    alt: 'Your photo',
    none: 'You have no photo yet.',
    choose: 'Choose a photo',
    hint: 'The photo is made small on your phone before it is sent.',
    sending: 'Sending…',
    unreadable: 'This file is no photo that this phone can read.',
    failed: 'The photo was not sent. Check the network, then try again.',
    remove: 'Remove my photo',
    noScript: 'JavaScript is needed to make the photo small before it is sent.',
  },
}

export const ownWording: Record<Language, OwnWording> = { fr: french, en: english }
