import type { Language } from '../../../base/kernel/language.ts'

/** What the pages about the courier's own work and picture say. */

const french = {
  trips: {
    link: 'Mes gains',
    heading: 'Mes gains',
    today: 'Aujourd’hui',
    week: 'Cette semaine',
    count: (trips: number) => (trips > 1 ? `${trips} courses` : `${trips} course`),
    list: 'Courses passées',
    none: 'Aucune course pour l’instant.',
    more: 'Courses plus anciennes',
    newest: 'Revenir aux dernières',
    bonus: (amount: string) => `dont prime ${amount}`,
    unpaid: 'non payée',
    back: 'Retour aux courses',
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
  trips: {
    link: 'My earnings',
    heading: 'My earnings',
    today: 'Today',
    week: 'This week',
    count: (trips) => (trips === 1 ? '1 trip' : `${trips} trips`),
    list: 'Past trips',
    none: 'No trip so far.',
    more: 'Older trips',
    newest: 'Back to the latest',
    bonus: (amount) => `${amount} of it bonus`,
    unpaid: 'unpaid',
    back: 'Back to trips',
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
