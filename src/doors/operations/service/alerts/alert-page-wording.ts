import type { AlertChannel } from '../../../../base/database/tables.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import type { AlertKind } from '../../../../domain/monitoring/alerts/alert-rules.ts'

/** What the page of alerts says. */
const fr = {
  open: 'Ouvertes',
  none: 'Aucune alerte n’est ouverte.',
  closed: 'Terminées',
  noneClosed: 'Aucune alerte ne s’est terminée ces 90 derniers jours.',
  from: (from: string, to: string) => `du ${from} au ${to}`,
  own: 'Comment me prévenir',
  lead: 'Chaque alerte part une fois quand elle s’ouvre, encore si elle dure, et une fois quand c’est réglé.',
  channel: 'Par',
  channels: { EMAIL: 'e-mail', WHATSAPP: 'WhatsApp', NONE: 'ne pas me prévenir' } as Record<
    AlertChannel,
    string
  >,
  noAddress: 'Votre compte n’a ni e-mail ni téléphone.',
  kinds: 'Quelles alertes',
  names: {
    NO_COURIER: 'aucun livreur n’accepte dans une ville',
    CODE_LOCKED: 'un code est bloqué',
    PROBLEM_REPORTED: 'un client signale un problème',
    REFUND_DUE: 'de l’argent est à rembourser',
    TRANSFERS_STUCK: 'des versements ne passent pas',
    PAID_TWICE: 'de l’argent est parti deux fois',
    MONEY_DISAGREES: 'un opérateur dit autre chose que nous',
    PAYMENTS_FAILING: 'les paiements échouent',
    MESSAGES_HELD: 'des messages ne partent pas',
    STRANGER_MESSAGES: 'beaucoup de codes pour de nouvelles personnes',
    WEBHOOKS_WAITING: 'des webhooks attendent',
    EVENTS_PARKED: 'des événements sont mis de côté',
    CONSUMER_BEHIND: 'un lecteur d’événements est en retard',
    LOOP_LATE: 'une tâche est en retard',
    CLOCK_OFF: 'une horloge n’est pas à l’heure',
    DISK_LOW: 'un disque est presque plein',
    DATABASE_AWAY: 'la base de données n’enregistre plus',
  } as Record<AlertKind, string>,
  save: 'Enregistrer',
  done: { saved: 'C’est enregistré.' } as Record<string, string>,
}

const en: typeof fr = {
  open: 'Open',
  none: 'No alert is open.',
  closed: 'Over',
  noneClosed: 'No alert has ended within the last 90 days.',
  from: (from, to) => `from ${from} to ${to}`,
  own: 'How to reach me',
  lead: 'Each alert is sent once when it opens, again while it lasts, and once when it is settled.',
  channel: 'By',
  channels: { EMAIL: 'mail', WHATSAPP: 'WhatsApp', NONE: 'do not tell me' },
  noAddress: 'Your account has neither mail nor phone.',
  kinds: 'Which alerts',
  names: {
    NO_COURIER: 'no courier accepts in a city',
    CODE_LOCKED: 'a code is locked',
    PROBLEM_REPORTED: 'a customer reports a problem',
    REFUND_DUE: 'money is to be given back',
    TRANSFERS_STUCK: 'payouts do not get through',
    PAID_TWICE: 'money went out twice',
    MONEY_DISAGREES: 'a provider disagrees about money',
    PAYMENTS_FAILING: 'payments fail',
    MESSAGES_HELD: 'messages do not go out',
    STRANGER_MESSAGES: 'many codes for new people',
    WEBHOOKS_WAITING: 'webhooks wait',
    EVENTS_PARKED: 'events are set aside',
    CONSUMER_BEHIND: 'a reader of events is behind',
    LOOP_LATE: 'a task is late',
    CLOCK_OFF: 'a clock is wrong',
    DISK_LOW: 'a disk is nearly full',
    DATABASE_AWAY: 'the database takes nothing any more',
  },
  save: 'Save',
  done: { saved: 'Saved.' },
}

export const alertPageWording: Record<Language, typeof fr> = { fr, en }
