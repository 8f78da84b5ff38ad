import type { Language } from '../../../base/kernel/language.ts'

/** What the pages of customers' rights say. */
const fr = {
  kept: {
    ended: 'Livraisons terminées',
    underWay: 'Livraisons en cours, ou à rembourser',
    formerly: 'Livraisons qui ont eu ce numéro avant',
    messages: 'Messages',
    photos: 'Photos de colis',
    files: 'Photos de porte ou du lieu, messages vocaux',
    events: 'Copies dans les événements',
    nothing: 'Rien n’est gardé de ce numéro.',
    shown: (count: number) => `Les ${count} plus récentes :`,
    deliveries: 'Ses livraisons',
    account: 'Cette personne se connecte ici avec ce numéro : son compte n’est pas effacé.',
    invitation: 'Ce numéro est invité dans l’équipe d’une boutique : l’invitation n’est pas effacée.',
    courier: 'Ce numéro est celui d’un livreur : sa fiche n’est pas effacée.',
  },
}

const en: typeof fr = {
  kept: {
    ended: 'Deliveries that have ended',
    underWay: 'Deliveries under way, or to be refunded',
    formerly: 'Deliveries that had this number before',
    messages: 'Messages',
    photos: 'Photos of parcels',
    files: 'Photos of doors or places, voice notes',
    events: 'Copies in events',
    nothing: 'Nothing is kept of this number.',
    shown: (count) => `The newest ${count}:`,
    deliveries: 'Their deliveries',
    account: 'This person signs in here with this number: their account is not erased.',
    invitation: 'This number is invited to the team of a shop: the invitation is not erased.',
    courier: 'This number is a courier’s: their record is not erased.',
  },
}

export const rightsWording: Record<Language, typeof fr> = { fr, en }

export const rightsDone = {
  blocked: 'The number is blocked.',
  unblocked: 'The number is unblocked.',
} as const

export const rightsErased = {
  title: 'Person erased',
  incomplete: 'Not everything is erased yet: go on.',
  deliveries: 'Deliveries erased',
  formerly: 'Deliveries cleared of a former number',
  messages: 'Messages erased',
  photos: 'Photos erased',
  files: 'Photos of doors or places and voice notes erased',
  events: 'Events cleared',
  underWay: 'Under way or to be refunded, to be erased afterwards',
  again: 'Go on',
  back: 'Back to customers’ rights',
} as const
