import type { Language } from '../../../../base/kernel/language.ts'
import type { AlertKind } from '../../../../domain/monitoring/alerts/alert-rules.ts'
import type { OperationsText } from '../../operations-words.ts'

/** What the page of alerts says. */
const fr = {}

const en: typeof fr = {}

export const alertPageWording: Record<Language, typeof fr> = { fr, en }

export const alertPageChannels = {
  EMAIL: 'mail',
  WHATSAPP: 'WhatsApp',
  NONE: 'do not tell me',
} as const

export const alertPageNames: Record<AlertKind, OperationsText> = {
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
}

export const alertPageDone: Record<string, OperationsText> = {
  saved: 'Saved.#done',
}
