import type { Language } from '../../../base/kernel/language.ts'
import type { OperationsText } from '../operations-words.ts'

const fr = {
  list: {
    head: ['Boutique', 'État', 'Courses, 30 jours', 'Livrées', 'Échecs', 'Prix des courses'],
  },
  failing: {
    shop: 'Sa boutique',
  },
}

const en: typeof fr = {
  list: {
    head: ['Shop', 'State', 'Orders, 30 days', 'Delivered', 'Failed', 'Price of trips'],
  },
  failing: {
    shop: 'Its shop',
  },
}

/** The words of the pages about shops. */
export const shopsWording: Record<Language, typeof fr> = { fr, en }

export const shopsDone: Record<string, OperationsText> = {
  approved: 'The shop is approved: it can order.',
  suspended: 'The shop is suspended.',
  lifted: 'The suspension is lifted.',
  saved: 'Saved.',
  shoppaid: 'The payment by the shop is noted.',
  opened: 'The shop is open: it can order.',
  member: 'The person has access to the console of the shop.',
  resent: 'What had failed is sent again.',
  enabled: 'The address is enabled again.',
}

export const shopsOneRoles = {
  OWNER: 'Owner',
  STAFF: 'Seller',
} as const

export const shopsOneCollections = {
  SECURE: 'By the service, then paid out',
  DIRECT: 'By the shop itself',
} as const

export const shopsBadges = {
  WAITING: 'To approve',
  ACTIVE: 'Active',
  SUSPENDED: 'Suspended#badges',
} as const

export const shopsListStates = {
  ALL: 'All#states',
  WAITING: 'To approve',
  ACTIVE: 'Active#states',
  SUSPENDED: 'Suspended#states',
} as const
