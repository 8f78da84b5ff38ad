import type { Rules } from '../../../rules.ts'
import { listedAtMost, type ServiceHealth } from '../health/service-health.ts'

/** What operators are alerted of. */
export const alertKinds = [
  'NO_COURIER',
  'CODE_LOCKED',
  'PROBLEM_REPORTED',
  'SHOPS_WAITING',
  'APPLICATIONS_WAITING',
  'REFUND_DUE',
  'TRANSFERS_STUCK',
  'PAID_TWICE',
  'MONEY_DISAGREES',
  'PAYMENTS_FAILING',
  'MESSAGES_HELD',
  'MESSAGES_PASSED_ON',
  'STRANGER_MESSAGES',
  'WEBHOOKS_WAITING',
  'EVENTS_PARKED',
  'CONSUMER_BEHIND',
  'LOOP_LATE',
  'CLOCK_OFF',
  'DISK_LOW',
  'DATABASE_AWAY',
] as const
export type AlertKind = (typeof alertKinds)[number]

/** Those about deliveries under way, which dispatchers see to as well. */
export const dispatchAlertKinds: readonly AlertKind[] = ['NO_COURIER', 'CODE_LOCKED', 'PROBLEM_REPORTED']

/** Those about people who wait for an answer, whom the board counts besides. */
export const waitingAlertKinds: readonly AlertKind[] = ['SHOPS_WAITING', 'APPLICATIONS_WAITING']

/** The figures of an alert, from which it is worded; never a customer's. */
export type AlertFacts = Readonly<Record<string, string | number>>

/**
 * Something that is wrong now: of several of a kind, `subject` names the one; it is empty where there is only
 * one.
 */
export type FoundAlert = { kind: AlertKind; subject: string; facts: AlertFacts }

/** From when on something is wrong: minutes, and a share of the disk. */
export type AlertLimits = {
  noCourierMinutes: number
  webhookMinutes: number
  diskFreePercent: number
}

export const alertLimitsOf = (rules: Rules): AlertLimits => ({
  noCourierMinutes: rules.ALERT_NO_COURIER_MINUTES,
  webhookMinutes: rules.ALERT_WEBHOOK_MINUTES,
  diskFreePercent: rules.ALERT_DISK_FREE_PERCENT,
})

/** The limits that no rule changes. */
const fixedLimits = {
  heldMinutes: 15,
  /** Of messages that WhatsApp did not take for one reason, within an hour. */
  passedOn: 5,
  consumerMinutes: 5,
  loopMinutes: 10,
  clockSeconds: 5,
  /** Of so many requests to pay at least, so many percent failed. */
  payments: { least: 10, failedPercent: 50 },
} as const

/** Everything that is wrong with the service, at most ten of a kind (decision 192). */
export function alertsIn(health: ServiceHealth, limits: AlertLimits): FoundAlert[] {
  return [
    ...noCourier(health, limits),
    ...lockedCodes(health),
    ...problemsReported(health),
    ...peopleWaiting(health),
    ...refundDue(health),
    ...transfersStuck(health),
    ...paidTwice(health),
    ...moneyDisagrees(health),
    ...paymentsFailing(health),
    ...messagesHeld(health),
    ...messagesPassedOn(health),
    ...strangerMessages(health),
    ...webhooksWaiting(health, limits),
    ...eventsParked(health),
    ...consumersBehind(health),
    ...loopsLate(health),
    ...clocksOff(health),
    ...disksLow(health, limits),
  ]
}

/** A city where parcels wait, and nobody has accepted any for as long as the oldest of them. */
function noCourier({ searches, takenAt }: ServiceHealth, { noCourierMinutes }: AlertLimits): FoundAlert[] {
  const since = ({ oldestSince, lastAcceptedAt }: ServiceHealth['searches'][number]) =>
    lastAcceptedAt !== null && lastAcceptedAt > oldestSince ? lastAcceptedAt : oldestSince
  return searches
    .map((each) => ({ ...each, minutes: minutesBetween(since(each), takenAt) }))
    .filter(({ minutes }) => minutes >= noCourierMinutes)
    .slice(0, listedAtMost)
    .map(({ cityId, city, waiting, minutes }) => ({
      kind: 'NO_COURIER',
      subject: cityId,
      facts: { city, waiting, minutes },
    }))
}

const lockedCodes = ({ lockedCodes: codes }: ServiceHealth): FoundAlert[] =>
  codes.map(({ deliveryId, shopId, reference, code, isClosed }) => ({
    kind: 'CODE_LOCKED',
    subject: deliveryId,
    facts: { reference, shopId, deliveryId, code, isClosed: isClosed ? 1 : 0 },
  }))

const problemsReported = ({ waitingProblems }: ServiceHealth): FoundAlert[] =>
  waitingProblems.map(({ deliveryId, shopId, reference, reason }) => ({
    kind: 'PROBLEM_REPORTED',
    subject: deliveryId,
    facts: { reference, shopId, deliveryId, problem: reason },
  }))

const peopleWaiting = ({ waitingWork: { shops, applications } }: ServiceHealth): FoundAlert[] => [
  ...(shops > 0 ? [{ kind: 'SHOPS_WAITING' as const, subject: '', facts: { count: shops } }] : []),
  ...(applications > 0
    ? [{ kind: 'APPLICATIONS_WAITING' as const, subject: '', facts: { count: applications } }]
    : []),
]

const refundDue = ({ refunds: { count, amountFcfa } }: ServiceHealth): FoundAlert[] =>
  count === 0 ? [] : [{ kind: 'REFUND_DUE', subject: '', facts: { count, amountFcfa } }]

const transfersStuck = ({ transfers: { count, amountFcfa } }: ServiceHealth): FoundAlert[] =>
  count === 0 ? [] : [{ kind: 'TRANSFERS_STUCK', subject: '', facts: { count, amountFcfa } }]

const paidTwice = ({ paidTwice: { count, amountFcfa } }: ServiceHealth): FoundAlert[] =>
  count === 0 ? [] : [{ kind: 'PAID_TWICE', subject: '', facts: { count, amountFcfa } }]

const moneyDisagrees = ({ disagreements: { count, amountFcfa } }: ServiceHealth): FoundAlert[] =>
  count === 0 ? [] : [{ kind: 'MONEY_DISAGREES', subject: '', facts: { count, amountFcfa } }]

function paymentsFailing({ payments }: ServiceHealth): FoundAlert[] {
  const { ended, failed } = payments.recent
  const { least, failedPercent } = fixedLimits.payments
  if (ended < least || failed * 100 < ended * failedPercent) return []
  return [{ kind: 'PAYMENTS_FAILING', subject: '', facts: { ended, failed } }]
}

function messagesHeld({ messages, takenAt }: ServiceHealth): FoundAlert[] {
  const minutes = minutesBetween(messages.oldestHeldAt, takenAt)
  if (messages.held === 0 || minutes < fixedLimits.heldMinutes) return []
  const facts = { count: messages.held, minutes, hasChannel: messages.hasChannel ? 1 : 0 }
  return [{ kind: 'MESSAGES_HELD', subject: '', facts }]
}

/** A fault of the account or of a template, which costs an SMS for each message. */
function messagesPassedOn({ messages: { passedOn } }: ServiceHealth): FoundAlert[] {
  if (passedOn === null || passedOn.count < fixedLimits.passedOn) return []
  const { failure, count } = passedOn
  return [{ kind: 'MESSAGES_PASSED_ON', subject: failure, facts: { failure, count } }]
}

/** What strangers have caused today: at half of what they may, and again when it is used up. */
const strangerMessages = ({ strangers }: ServiceHealth): FoundAlert[] =>
  [1, 0]
    .flatMap((isUsedUp) =>
      strangers
        .filter(({ sent, max }) => (isUsedUp === 1 ? sent : sent * 2) >= max)
        .map(({ scope, sent, max }) => ({
          kind: 'STRANGER_MESSAGES' as const,
          subject: `${scope} ${isUsedUp === 1 ? 'used up' : 'half'}`,
          facts: { scope, sent, max, isUsedUp },
        })),
    )
    .slice(0, listedAtMost)

function webhooksWaiting(
  { webhooks, takenAt }: ServiceHealth,
  { webhookMinutes }: AlertLimits,
): FoundAlert[] {
  const minutes = minutesBetween(webhooks.oldestAt, takenAt)
  if (minutes < webhookMinutes) return []
  const facts = { count: webhooks.waiting, minutes, endpoints: webhooks.failingEndpoints }
  return [{ kind: 'WEBHOOKS_WAITING', subject: '', facts }]
}

const eventsParked = ({ eventLog: { parked } }: ServiceHealth): FoundAlert[] =>
  parked.count === 0 ? [] : [{ kind: 'EVENTS_PARKED', subject: '', facts: { count: parked.count } }]

const consumersBehind = ({ eventLog, takenAt }: ServiceHealth): FoundAlert[] =>
  eventLog.consumers
    .map((each) => ({ ...each, minutes: minutesBetween(each.oldestAt, takenAt) }))
    .filter(({ behind, minutes }) => behind > 0 && minutes >= fixedLimits.consumerMinutes)
    .slice(0, listedAtMost)
    .map(({ name, behind, minutes }) => ({
      kind: 'CONSUMER_BEHIND',
      subject: name,
      facts: { consumer: name, behind, minutes },
    }))

const loopsLate = ({ loops, takenAt }: ServiceHealth): FoundAlert[] =>
  loops
    .map(({ name, oldestDueAt }) => ({ loop: name, minutes: minutesBetween(oldestDueAt, takenAt) }))
    .filter(({ minutes }) => minutes >= fixedLimits.loopMinutes)
    .slice(0, listedAtMost)
    .map((facts) => ({ kind: 'LOOP_LATE', subject: facts.loop, facts }))

const clocksOff = ({ clocks }: ServiceHealth): FoundAlert[] =>
  clocks
    .filter(({ skewMs }) => Math.abs(skewMs) >= fixedLimits.clockSeconds * 1_000)
    .map(({ host, skewMs }) => ({
      kind: 'CLOCK_OFF',
      subject: host,
      facts: { host, seconds: Math.round(Math.abs(skewMs) / 1_000), isAhead: skewMs > 0 ? 1 : 0 },
    }))

const disksLow = ({ disks }: ServiceHealth, { diskFreePercent }: AlertLimits): FoundAlert[] =>
  disks.flatMap(({ holds, freeBytes, totalBytes }) => {
    if (freeBytes === null || totalBytes === 0) return []
    const percent = Math.floor((freeBytes / totalBytes) * 100)
    if (percent >= diskFreePercent) return []
    const freeMegabytes = Math.floor(freeBytes / 1024 / 1024)
    return [{ kind: 'DISK_LOW', subject: holds, facts: { holds, percent, freeMegabytes } }]
  })

/** Whole minutes since a moment; none since no moment. */
export const minutesBetween = (from: Date | null, to: Date): number =>
  from === null ? 0 : Math.max(0, Math.floor((to.getTime() - from.getTime()) / 60_000))
