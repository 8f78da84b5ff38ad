import type { PaymentRequestState } from '../../../../base/contract/vocabulary.ts'
import type { OutageReason } from '../../../../base/database/database-error.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import type { HealthFigure } from '../../../../domain/monitoring/health/health-judgement.ts'
import type { OperationsText } from '../../operations-words.ts'

/** What the page of health says: each figure, and what to do when it is not fine. */
const fr = {
  labels: {
    version: 'Version',
  },
}

const en: typeof fr = {
  labels: {
    version: 'Version',
  },
}

export const healthWording: Record<Language, typeof fr> = { fr, en }

export const healthLabelsKinds = {
  embedded: 'embedded',
  server: 'server',
} as const

export const healthLabelsRefusesWrites: Record<OutageReason, OperationsText> = {
  FULL: 'refused: the disk is full',
  READ_ONLY: 'refused: this server only reads',
  NO_MEMORY: 'refused: memory is short',
  DAMAGED: 'refused: files or the disk fail',
  SLOW: 'too slow',
  AWAY: 'refused: the database does not answer',
}

export const healthLabelsLacks = {
  CODES: 'No code reaches a phone: nobody can sign in.',
  LINKS: 'Links of messages and pages open on no other machine.',
  MONEY: 'Nobody moves mobile money: SECURE is not offered.',
  MAIL: 'No mail goes out: neither links to sign in nor alerts.',
} as const

export const healthLabelsDisks = {
  data: 'Data',
  photos: 'Photos',
} as const

export const healthPayments: Record<PaymentRequestState, OperationsText> = {
  DUE: 'to be asked',
  ASKED: 'asked#payments',
  PAID: 'paid#payments',
  REFUSED: 'refused#payments',
  FAILED: 'failed#many',
  WITHDRAWN: 'withdrawn#payments',
}

export const healthStates: Record<string, OperationsText> = {
  PENDING: 'waiting',
  SENT: 'sent#states',
  FAILED: 'failed#many',
  SKIPPED: 'no longer needed',
}

export const healthChannels = {
  WHATSAPP: 'WhatsApp',
  SMS: 'SMS',
  EMAIL: 'mail',
  OUTBOX: 'test outbox',
} as const

export const healthOverall = {
  FINE: 'All is well.',
  LOOK: 'Nothing urgent, but some points are to be looked at.',
  ACT: 'Somebody must act: see what is marked.',
} as const

export const healthTitles: Record<HealthFigure, OperationsText> = {
  searches: 'Search for couriers',
  codes: 'Locked codes',
  payments: 'Payments',
  refunds: 'To give back',
  transfers: 'Payouts that do not get through',
  paidTwice: 'Received too much',
  disagreements: 'Money that disagrees',
  messages: 'Messages',
  webhooks: 'Webhooks',
  parked: 'Events set aside',
  relay: 'Order of events',
  consumers: 'Readers of events',
  loops: 'Background tasks',
  database: 'Database',
  clocks: 'Clocks',
  migrations: 'Migrations',
  settings: 'Settings',
  disks: 'Disks',
  process: 'This process',
}

export const healthLook: Partial<Record<HealthFigure, OperationsText>> = {
  searches: 'Parcels have waited for long: see the board.',
  payments: 'Several payments failed: watch the next ones.',
  messages: 'See which messages wait or failed, and resend those that matter.',
  webhooks: 'Servers of shops do not answer: we try again by ourselves; tell the shops if it lasts.',
  relay: 'Events wait for their position: see the load of the machine.',
  consumers: 'A reader failed or falls behind; it tries again by itself.',
  loops: 'A task falls behind: see the load of the machine.',
  database: 'The database answers slowly, or its connections fill up: see its load.',
  clocks: 'The clock of a machine differs from the database’s: see whether NTP runs on both.',
  migrations: 'A newer version changed the database: upgrade this process too.',
  settings: 'Settings are missing: what depends on them is not offered.',
  disks: 'Room gets scarce, or cannot be measured: plan to enlarge it.',
  process: 'This process takes much memory: restart it at a calm hour.',
}

export const healthAct: Partial<Record<HealthFigure, OperationsText>> = {
  relay: 'Events do not move on: see whether a process “colis work” runs.',
  database:
    'The database hardly answers, or takes nothing any more: see its disk, its load and its connections.',
  settings: 'A setting that everything needs is missing: add it and restart.',
  migrations: 'Migrations are missing: run “colis migrate”, or restart.',
}
