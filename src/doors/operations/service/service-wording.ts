import type { Language } from '../../../base/kernel/language.ts'

/** The pages of the service, by the ends of their addresses. */
export const servicePages = [
  '',
  'alerts',
  'messages',
  'events',
  'refunds',
  'payouts',
  'terms',
  'disagreements',
  'books',
  'providers',
  'arrivals',
  'people',
  'audit',
  'settings',
] as const
export type ServicePage = (typeof servicePages)[number]

/** What the pages of the service share. */
const fr = {
  pages: {
    '': 'État',
    alerts: 'Alertes',
    messages: 'Messages',
    events: 'Événements',
    refunds: 'Remboursements',
    payouts: 'Versements',
    terms: 'Conditions des boutiques',
    disagreements: 'Désaccords',
    books: 'Comptes',
    providers: 'Mobile money',
    arrivals: 'Arrivées',
    people: 'Équipe',
    audit: 'Journal',
    settings: 'Réglages',
  } as Record<ServicePage, string>,
  never: 'jamais',
  since: (when: string) => `depuis le ${when}`,
}

const en: typeof fr = {
  pages: {
    '': 'Health',
    alerts: 'Alerts',
    messages: 'Messages',
    events: 'Events',
    refunds: 'Refunds',
    payouts: 'Payouts',
    terms: 'Terms for shops',
    disagreements: 'Money that disagrees',
    books: 'Books',
    providers: 'Mobile money',
    arrivals: 'Arrivals',
    people: 'Team',
    audit: 'Audit',
    settings: 'Settings',
  },
  never: 'never',
  since: (when) => `since ${when}`,
}

export const serviceWording: Record<Language, typeof fr> = { fr, en }

export const serviceJudgements = {
  FINE: 'Fine',
  LOOK: 'Look',
  ACT: 'Act',
} as const
