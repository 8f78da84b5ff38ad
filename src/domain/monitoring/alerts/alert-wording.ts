import { amountText } from '../../../base/kernel/figure-text.ts'
import type { Language, Wording } from '../../../base/kernel/language.ts'
import { type DomainMessage, type DomainText, speak, worded } from '../../domain-words.ts'
import type { ProblemReason } from '../../feedback/problem-report.ts'
import { problemWording } from '../../feedback/problem-wording.ts'
import type { AlertFacts, AlertKind } from './alert-rules.ts'

/** What an alert says: what is wrong and what to do about it, each without a point at the end. */
type AlertWords = { what: Wording; advice: Wording }

/** An alert in words of at most a hundred characters, as messages hold them. */
export function alertWords(kind: AlertKind, facts: AlertFacts): AlertWords {
  const { what, advice, otherAdvice } = alerts[kind]
  return {
    what: worded((t, language) => t(what, saidFacts(facts, language) as never)),
    advice: worded(otherAdvice?.holdsFor(facts) ? otherAdvice.advice : advice),
  }
}

/** Facts as they stand in a sentence. */
const saidFacts = (facts: AlertFacts, language: Language) =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, factText(name, value, language)]))

function factText(name: string, value: string | number, language: Language): string {
  const t = speak(language)
  const named = (names: Readonly<Record<string, DomainText>>) => nameIn(names, String(value), language)
  if (name === 'minutes') return durationText(Number(value), language)
  if (name === 'amountFcfa') return amountText(Number(value), language)
  if (name === 'loop' || name === 'consumer') return taskName(String(value), language)
  if (name === 'code') return named(codeNames)
  if (name === 'problem') return problemWording[value as ProblemReason]?.[language] ?? String(value)
  if (name === 'scope') return value in scopeNames ? named(scopeNames) : t('to {scope}', { scope: value })
  if (name === 'isAhead') return t(value === 1 ? 'ahead of' : 'behind')
  if (name === 'reason') return named(outageNames)
  if (name === 'holds') return named(diskNames)
  return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : value
}

/** A span as people say it: `25 min`, `3 h`, `2 j`. */
export function durationText(minutes: number, language: Language): string {
  if (minutes < 120) return `${minutes}\u00a0min`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)}\u00a0h`
  return speak(language)('{days} days', { days: Math.floor(minutes / 1440) })
}

/** What a loop or a reader of events does, in words; one that has none here keeps its own name. */
export const taskName = (name: string, language: Language): string => nameIn(taskNames, name, language)

function nameIn(names: Readonly<Record<string, DomainText>>, name: string, language: Language): string {
  const message = Object.hasOwn(names, name) ? names[name] : undefined
  return message ? speak(language)(message) : name
}

const taskNames: Record<string, DomainText> = {
  'send webhooks': 'sending webhooks',
  'send messages': 'sending messages',
  'notify couriers': 'messages to couriers about shifts and news',
  'search couriers': 'search for couriers',
  'estimate arrivals': 'times of couriers’ arrivals',
  'purge arrivals': 'deleting old arrivals',
  'follow transfers': 'following transfers',
  'sign fiscal documents': 'sending documents to the tax office',
  'follow payment requests': 'following payments',
  'expire due deliveries': 'ends of late deliveries',
  'cancel unpaid trips': 'cancelling trips not paid in time',
  'apply due payout changes': 'payout numbers',
  'send pushes': 'calls to couriers’ phones',
  'purge alerts': 'deleting old alerts',
  'purge delivery files': 'deleting photos and voice notes of deliveries',
  'purge hand-over places': 'deleting places of hand-overs',
  'purge courier documents': 'deleting papers of couriers',
  'purge duty periods': 'deleting old duty times',
  'purge shifts': 'deleting old shifts',
  'purge announcements': 'deleting old messages to all couriers',
  'purge ended blocks': 'deleting blocks that ended',
  'purge messages': 'deleting old messages',
  'count what was booked': 'sums of reports',
  'purge offers': 'deleting old offers',
  'purge payout changes': 'deleting changes of payout numbers',
  'purge photos': 'deleting photos',
  'fetch maps': 'fetching streets',
  'purge extracts': 'deleting files of streets',
  'purge positions': 'deleting positions',
  'purge sessions': 'deleting old sessions',
  'purge shop openings': 'deleting requests to open shops',
  'purge simulated payments': 'deleting simulated payments',
  'purge the event log': 'deleting from the event log',
  'purge the log of requests': 'deleting from the log of requests',
  'purge the webhook log': 'deleting from the log of webhooks',
  webhooks: 'webhooks',
  messages: 'messages',
  arrivals: 'arrivals of couriers',
  matching: 'search for couriers',
  'mobile-money': 'payments',
  ledger: 'books',
  'fiscal-receipts': 'receipts for the tax office',
  push: 'calls to couriers’ phones',
  search: 'search for deliveries',
  reports: 'sums of reports',
}

const codeNames: Record<string, DomainText> = {
  pickup: 'pickup',
  confirmation: 'hand-over',
  return: 'return',
}

const outageNames: Record<string, DomainText> = {
  FULL: 'its disk is full',
  READ_ONLY: 'it only reads',
  NO_MEMORY: 'it is out of memory',
  DAMAGED: 'its files or its disk fail',
  SLOW: 'it is too slow, or a table is locked',
  AWAY: 'it does not answer',
}

const diskNames: Record<string, DomainText> = {
  data: 'of the data',
  photos: 'of the photos',
}

/** Where messages went: a calling code stands for itself. */
const scopeNames: Record<string, DomainText> = { ALL: 'in all', MAIL: 'by mail' }

type Alert = {
  /** What is wrong, with facts of its kind. */
  what: DomainMessage
  advice: DomainText
  /** What to do instead where the facts are such. */
  otherAdvice?: { holdsFor: (facts: AlertFacts) => boolean; advice: DomainText }
}

const alerts: Record<AlertKind, Alert> = {
  NO_COURIER: {
    what: 'no courier has accepted in {city} for {minutes}; parcels waiting: {waiting}',
    advice: 'call couriers, assign the trips from the board, or tell the shops',
  },
  CODE_LOCKED: {
    what: 'the {code} code of parcel {reference} is locked after too many wrong tries',
    advice: 'call the courier; the code unlocks by itself within 15 min, or by you on the delivery’s page',
    otherAdvice: {
      holdsFor: ({ isClosed }) => isClosed === 1,
      advice: 'call the courier and the shop, then unlock the code on the delivery’s page',
    },
  },
  PROBLEM_REPORTED: {
    what: 'the customer of parcel {reference} reports: {problem}',
    advice: 'take it on the page of problems, call the customer, then note what you did',
  },
  SHOPS_WAITING: {
    what: 'shops wait for your approval: {count}',
    advice: 'look at each on the page of shops, call those that you do not know, then approve them',
  },
  APPLICATIONS_WAITING: {
    what: 'people want to become couriers; applications to read: {count}',
    advice: 'look at the photo and the papers on the page of applications, then say yes or no',
  },
  REFUND_DUE: {
    what: 'money that was received is to be given back: {amountFcfa}; payments: {count}',
    advice: 'give each customer their money back, then note it on the page of refunds',
  },
  TRANSFERS_STUCK: {
    what: 'payouts do not get through: {amountFcfa}; payouts: {count}',
    advice: 'see why on the page of payouts; if your account with the operator is empty, fill it',
  },
  PAID_TWICE: {
    what: 'money went out twice: {amountFcfa} received too much; people: {count}',
    advice: 'see to whom on the page of payouts; coming sales make up for it, a customer is to be called',
  },
  MONEY_DISAGREES: {
    what: 'a provider disagrees about money: {count} times; in suspense: {amountFcfa}',
    advice: 'compare with the provider’s own list, then settle it on the page of disagreements',
  },
  PAYMENTS_FAILING: {
    what: 'payments fail: {failed} of the last {ended}',
    advice: 'see whether the payment provider is down, and ask for cash meanwhile',
  },
  MESSAGES_HELD: {
    what: 'messages have not gone out for {minutes}; waiting: {count}',
    advice: 'see on the page of messages why: the settings of WhatsApp, SMS or mail, or an outage',
    otherAdvice: {
      holdsFor: ({ hasChannel }) => hasChannel === 0,
      advice: 'set WHATSAPP_TOKEN, SMS_PROVIDER or SMTP_URL and what goes with them, then restart',
    },
  },
  MESSAGES_PASSED_ON: {
    what: 'WhatsApp refuses messages ({failure}); in the last hour by SMS instead: {count}',
    advice: 'see on the page of messages what that means and mend it: each SMS costs',
  },
  STRANGER_MESSAGES: {
    what: 'codes sent to new people today {scope}: {sent} of {max}',
    advice: 'see on the page of messages whether these sign-ups are real; at the end they stop',
    otherAdvice: {
      holdsFor: ({ isUsedUp }) => isUsedUp === 1,
      advice:
        'no new sign-ups until tomorrow; if they are real, raise the limit at /operations/service/settings',
    },
  },
  WEBHOOKS_WAITING: {
    what: 'webhooks have waited for {minutes}: {count}; servers that fail: {endpoints}',
    advice: 'see which shops have a server that fails, and tell them',
    otherAdvice: {
      holdsFor: ({ endpoints }) => endpoints === 0,
      advice: 'see whether a process “colis work” runs, and what its log says',
    },
  },
  EVENTS_PARKED: {
    what: 'events were set aside after ten failures: {count}',
    advice: 'mend the cause, which the page of events set aside names, then retry them there',
  },
  CONSUMER_BEHIND: {
    what: '“{consumer}” is {minutes} behind; events to read: {behind}',
    advice: 'see the log and the load of the machine, then restart the process',
  },
  LOOP_LATE: {
    what: 'the task “{loop}” is {minutes} late',
    advice: 'see whether a process “colis work” runs, and what its log says',
  },
  CLOCK_OFF: {
    what: 'the clock of “{host}” is {seconds} s {isAhead} the database’s',
    advice: 'one of the two is wrong: set the time (NTP) of this machine and of the database’s',
  },
  DATABASE_AWAY: {
    what: 'the database takes nothing any more: {reason}',
    advice: 'see its disk, its log and which server is the primary; nothing is lost meanwhile',
  },
  DISK_LOW: {
    what: 'the disk {holds} is nearly full: {percent}% left ({freeMegabytes} MB)',
    advice: 'free some space or enlarge the disk: once it is full the service stops',
  },
}
