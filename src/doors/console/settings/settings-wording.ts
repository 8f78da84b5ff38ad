import type { Collection } from '../../../base/contract/vocabulary.ts'
import type { Language } from '../../../base/kernel/language.ts'

/** What the overview of the settings says. */
const fr = {
  title: 'Réglages',
  addresses: 'Adresses de retrait',
  addressCount: (count: number) => (count === 1 ? '1 adresse' : `${count} adresses`),
  noAddress: 'Aucune : ajoutez-en une pour commander',
  statement: 'Relevé et factures',
  statementLead: 'Ventes, frais, reversements et ce qui reste dû',
  payout: 'Reversements',
  noPayout: 'Aucun numéro ne reçoit vos ventes',
  payoutTo: (end: string) => `Sur le numéro ${end}`,
  payoutWaits: 'Un changement attend',
  collections: {
    SECURE: 'Le client paie par le service',
    DIRECT: 'Le client vous paie directement',
  } satisfies Record<Collection, string>,
  appearance: 'Nom et logo',
  hasLogo: 'Avec logo',
  hasNoLogo: 'Sans logo',
  language: 'Langue des messages',
  languages: { fr: 'Français', en: 'Anglais' } satisfies Record<Language, string>,
  team: 'Équipe',
  members: (count: number) => (count === 1 ? '1 personne' : `${count} personnes`),
  invited: (count: number) => (count === 1 ? '1 invitation attend' : `${count} invitations attendent`),
  audit: 'Journal',
  auditLead: 'Qui a changé quoi, et quand',
  forOwners: 'Le propriétaire de la boutique règle aussi les reversements, le nom, le logo et l’équipe.',
}

const en: typeof fr = {
  title: 'Settings',
  addresses: 'Pickup addresses',
  addressCount: (count) => (count === 1 ? '1 address' : `${count} addresses`),
  noAddress: 'None: add one, so that you can order',
  statement: 'Statement and invoices',
  statementLead: 'Sales, fees, payouts and what is still owed',
  payout: 'Payouts',
  noPayout: 'No number receives your sales',
  payoutTo: (end) => `To the number ${end}`,
  payoutWaits: 'A change is waiting',
  collections: {
    SECURE: 'Customers pay through the service',
    DIRECT: 'Customers pay you directly',
  },
  appearance: 'Name and logo',
  hasLogo: 'With a logo',
  hasNoLogo: 'Without a logo',
  language: 'Language of messages',
  languages: { fr: 'French', en: 'English' },
  team: 'Team',
  members: (count) => (count === 1 ? '1 person' : `${count} people`),
  invited: (count) => (count === 1 ? '1 invitation is waiting' : `${count} invitations are waiting`),
  audit: 'Audit',
  auditLead: 'Who changed what, and when',
  forOwners: 'The owner of the shop also settles payouts, name, logo and team.',
}

export const settingsWording: Record<Language, typeof fr> = { fr, en }
