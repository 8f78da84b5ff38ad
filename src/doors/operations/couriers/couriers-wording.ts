import type { Language } from '../../../base/kernel/language.ts'

/** What the pages of couriers say to those who run the service. */

type AverageRating = { count: number; average: number }
const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
const oneDecimal = { fr: new Intl.NumberFormat('fr', digits), en: new Intl.NumberFormat('en', digits) }

const french = {
  list: {
    applications: (count: number) =>
      count === 0 ? 'Candidatures' : count === 1 ? '1 candidature à lire' : `${count} candidatures à lire`,
    documentUntil: (day: string) => `papier valable jusqu’au ${day}`,
    documentExpired: (day: string) => `papier périmé depuis le ${day}`,
  },
  one: {
    online: 'Temps en service',
    hours: (hours: number, minutes: number) =>
      hours === 0 ? `${minutes}\u00a0min` : `${hours}\u00a0h\u00a0${String(minutes).padStart(2, '0')}`,
    ofRatings: (rating: AverageRating | null, language: Language) =>
      rating === null
        ? 'aucune'
        : `${oneDecimal[language].format(rating.average)} sur 5 (${rating.count === 1 ? '1 avis' : `${rating.count} derniers avis`})`,
    ofOffers: (accepted: number, offered: number) =>
      offered === 0
        ? 'aucune proposée'
        : `${Math.round((accepted / offered) * 100)} % (${accepted} sur ${offered})`,
  },
  done: {
    added: 'Le livreur est ajouté.',
    changed: 'C’est enregistré.',
    suspended: 'Le livreur est suspendu.',
    lifted: 'La suspension est levée.',
    retired: 'Le livreur est parti.',
    off: 'Le livreur est hors service.',
    paper: 'Le papier est ajouté.',
    dated: 'La date est enregistrée.',
    removed: 'Le papier est retiré.',
    approved: 'Candidature acceptée : le livreur est créé et prévenu.',
    refused: 'Candidature refusée : la personne est prévenue.',
    rule: 'La règle est enregistrée. Elle vaut pour les prochaines courses.',
    'no-rule': 'La règle est retirée.',
  },
  applications: {
    one: 'Candidature',
  },
  payRule: {
    inForce: 'En vigueur',
    bonuses: 'Primes',
    amount: 'FCFA',
  },
  statement: {
    page: (page: number, pages: number) => `Page ${page} sur ${pages}`,
  },
}

const english: typeof french = {
  list: {
    applications: (count) =>
      count === 0 ? 'Applications' : count === 1 ? '1 application to read' : `${count} applications to read`,
    documentUntil: (day) => `paper valid until ${day}`,
    documentExpired: (day) => `paper expired on ${day}`,
  },
  one: {
    online: 'Time on duty',
    hours: (hours, minutes) =>
      hours === 0 ? `${minutes}\u00a0min` : `${hours}\u00a0h\u00a0${String(minutes).padStart(2, '0')}`,
    ofRatings: (rating, language) =>
      rating === null
        ? 'none'
        : `${oneDecimal[language].format(rating.average)} of 5 (${rating.count === 1 ? '1 rating' : `last ${rating.count} ratings`})`,
    ofOffers: (accepted, offered) =>
      offered === 0
        ? 'none offered'
        : `${Math.round((accepted / offered) * 100)}% (${accepted} of ${offered})`,
  },
  done: {
    added: 'The courier is added.',
    changed: 'Saved.',
    suspended: 'The courier is suspended.',
    lifted: 'The suspension is lifted.',
    retired: 'The courier has left.',
    off: 'The courier is off duty.',
    paper: 'The paper is added.',
    dated: 'The date is saved.',
    removed: 'The paper is removed.',
    approved: 'Application approved: the courier is there and was told.',
    refused: 'Application refused: the person was told.',
    rule: 'The rule is saved. It counts for the next trips.',
    'no-rule': 'The rule is removed.',
  },
  applications: {
    one: 'Application',
  },
  payRule: {
    inForce: 'In force',
    bonuses: 'Bonuses',
    amount: 'FCFA',
  },
  statement: {
    page: (page, pages) => `Page ${page} of ${pages}`,
  },
}

export const couriersWording: Record<Language, typeof french> = { fr: french, en: english }

export const couriersVehicles = {
  MOTO: 'Motorbike',
  TRICYCLE: 'Tricycle',
  CAR: 'Car',
} as const

export const couriersStandings = {
  ALL: 'All',
  ON_DUTY: 'On duty',
  OFF_DUTY: 'Off duty',
  SUSPENDED: 'Suspended#standings',
  DOCUMENTS: 'Papers to renew',
  RETIRED: 'Gone#standings',
} as const

export const couriersKinds = {
  PHOTO: 'Photo',
  IDENTITY: 'Identity document',
  LICENCE: 'Driving licence',
  INSURANCE: 'Insurance',
  REGISTRATION: 'Vehicle registration',
  OTHER: 'Other#kinds',
} as const

export const couriersStates = {
  VALID: 'Valid',
  EXPIRES_SOON: 'Expires soon',
  EXPIRED: 'Expired',
} as const

export const couriersApplicationsStatuses = {
  WAITING: 'To read',
  APPROVED: 'Approved',
  REFUSED: 'Refused',
} as const
