import type { BoardDelivery } from '../../domain/board/board.ts'
import { alertKinds, alertLimitsOf, alertsIn } from '../../domain/monitoring/alerts/alert-rules.ts'
import type { ServiceHealth } from '../../domain/monitoring/health/service-health.ts'
import type { Rules } from '../../rules.ts'

/** What the figures are read from, at one moment. */
export type ServiceFacts = {
  health: ServiceHealth
  rules: Rules
  /** Everything under way. */
  underWay: readonly BoardDelivery[]
}

/** A value and its labels. */
export type Sample = readonly [labels: Readonly<Record<string, string>>, value: number]

/** A gauge of the whole service, the same whichever process is asked. */
export type Figure = {
  name: string
  help: string
  labels: readonly string[]
  samples: (facts: ServiceFacts) => readonly Sample[]
}

const one = (
  name: string,
  help: string,
  value: (health: ServiceHealth, facts: ServiceFacts) => number | null,
): Figure => ({
  ...{ name: `colis_${name}`, help, labels: [] },
  samples: (facts) => {
    const read = value(facts.health, facts)
    return read === null ? [] : [[{}, read]]
  },
})

const many = (
  name: string,
  help: string,
  labels: readonly string[],
  samples: (health: ServiceHealth, facts: ServiceFacts) => readonly Sample[],
): Figure => ({
  ...{ name: `colis_${name}`, help, labels },
  samples: (facts) => samples(facts.health, facts),
})

/** Every figure that is read from the database: a new one is one line here (decision 390). */
export const serviceFigures: readonly Figure[] = [
  one('database_writable', 'Whether the database takes writes: 1 or 0.', ({ database }) =>
    database.unwritable === null ? 1 : 0,
  ),
  one(
    'database_answer_seconds',
    'How long a small statement took.',
    ({ database }) => database.answerMs / 1_000,
  ),
  one('database_size_bytes', 'The size of the database.', ({ database }) => database.sizeBytes),
  one(
    'database_connections',
    'Connections to the database, of everyone.',
    ({ database }) => database.connections,
  ),
  one(
    'database_connections_max',
    'How many connections the server takes.',
    ({ database }) => database.maxConnections,
  ),
  many(
    'clock_skew_seconds',
    'How far a machine’s clock is ahead of the database’s.',
    ['host'],
    ({ clocks }) => clocks.map(({ host, skewMs }) => [{ host }, skewMs / 1_000]),
  ),
  one('migrations_pending', 'Migrations that were not applied yet.', ({ migrations }) => migrations.pending),
  one('migrations_unknown', 'Migrations of a newer version.', ({ migrations }) => migrations.unknown),
  many(
    'loop_overdue_seconds',
    'For how long the oldest thing has been due that a loop does.',
    ['loop'],
    ({ loops, takenAt }) => loops.map(({ name, oldestDueAt }) => [{ loop: name }, age(oldestDueAt, takenAt)]),
  ),
  one('events_unsequenced', 'Events without a position in the log.', ({ eventLog }) => eventLog.unsequenced),
  one(
    'events_unsequenced_age_seconds',
    'For how long the oldest of them has waited.',
    ({ eventLog, takenAt }) => age(eventLog.oldestUnsequencedAt, takenAt),
  ),
  one('events_parked', 'Events that a consumer set aside.', ({ eventLog }) => eventLog.parked.count),
  many('consumer_lag_events', 'Events that a consumer has not read.', ['consumer'], ({ eventLog }) =>
    eventLog.consumers.map(({ name, behind }) => [{ consumer: name }, behind]),
  ),
  many('consumer_lag_seconds', 'How old the first of them is.', ['consumer'], ({ eventLog, takenAt }) =>
    eventLog.consumers.map(({ name, oldestAt }) => [{ consumer: name }, age(oldestAt, takenAt)]),
  ),
  many('consumer_failures', 'Failures in a row of a consumer.', ['consumer'], ({ eventLog }) =>
    eventLog.consumers.map(({ name, failures }) => [{ consumer: name }, failures]),
  ),
  one('webhooks_waiting', 'Webhooks that are due.', ({ webhooks }) => webhooks.waiting),
  one('webhooks_waiting_age_seconds', 'For how long the oldest has been due.', ({ webhooks, takenAt }) =>
    age(webhooks.oldestAt, takenAt),
  ),
  many(
    'webhook_endpoints',
    'Endpoints that fail, and those that were disabled.',
    ['state'],
    ({ webhooks }) => [
      [{ state: 'failing' }, webhooks.failingEndpoints],
      [{ state: 'disabled' }, webhooks.disabledEndpoints],
    ],
  ),
  one('messages_held', 'Messages that are due and that no channel takes.', ({ messages }) => messages.held),
  one('messages_held_age_seconds', 'How old the first of them is.', ({ messages, takenAt }) =>
    age(messages.oldestHeldAt, takenAt),
  ),
  many('messages_last_day', 'Messages of the last 24 hours.', ['channel', 'state'], ({ messages }) =>
    messages.outcomes.map(({ channel, state, count }) => [{ channel: channel ?? 'none', state }, count]),
  ),
  many(
    'stranger_messages_today',
    'What strangers caused to be sent today: in all, by mail, by calling code.',
    ['scope'],
    ({ strangers }) => strangers.map(({ scope, sent }) => [{ scope }, sent]),
  ),
  many('stranger_messages_today_max', 'How far that may go.', ['scope'], ({ strangers }) =>
    strangers.map(({ scope, max }) => [{ scope }, max]),
  ),
  one('payment_requests_open', 'Requests to pay that have not ended.', ({ payments }) => payments.open),
  many('payment_requests_last_day', 'Requests that ended in the last 24 hours.', ['state'], ({ payments }) =>
    payments.outcomes.map(({ state, count }) => [{ state }, count]),
  ),
  many('courier_searches', 'Parcels that wait for a courier.', ['city'], ({ searches }) =>
    searches.map(({ city, waiting }) => [{ city }, waiting]),
  ),
  many(
    'courier_searches_age_seconds',
    'For how long the first has waited.',
    ['city'],
    ({ searches, takenAt }) => searches.map(({ city, oldestSince }) => [{ city }, age(oldestSince, takenAt)]),
  ),
  many('deliveries_under_way', 'Deliveries under way.', ['city', 'status'], (_, { underWay }) =>
    counted(underWay, ({ city, status }) => ({ city, status })),
  ),
  many('deliveries_late', 'Deliveries that are late, by why.', ['city', 'reason'], (_, { underWay }) =>
    counted(
      underWay.flatMap(({ city, late }) => late.map(({ reason }) => ({ city, reason }))),
      (labels) => labels,
    ),
  ),
  many('people_waiting', 'Who waits for an operator’s answer.', ['who'], ({ waitingWork }) => [
    [{ who: 'shops' }, waitingWork.shops],
    [{ who: 'couriers' }, waitingWork.applications],
  ]),
  many('money_waiting', 'Sums that wait for a person.', ['what'], (health) =>
    moneyOf(health).map(([what, { count }]) => [{ what }, count]),
  ),
  many('money_waiting_fcfa', 'How much that is.', ['what'], (health) =>
    moneyOf(health).map(([what, { amountFcfa }]) => [{ what }, amountFcfa]),
  ),
  many('disk_free_bytes', 'What is free on a disk of this process.', ['holds'], ({ disks }) =>
    disks.flatMap(({ holds, freeBytes }) => (freeBytes === null ? [] : [[{ holds }, freeBytes] as const])),
  ),
  many('disk_total_bytes', 'The size of that disk.', ['holds'], ({ disks }) =>
    disks.map(({ holds, totalBytes }) => [{ holds }, totalBytes]),
  ),
  many('alerts', 'What operators are alerted of, by its kind.', ['kind'], (health, { rules }) => {
    const found = alertsIn(health, alertLimitsOf(rules))
    return alertKinds.map((kind) => [{ kind }, found.filter((alert) => alert.kind === kind).length])
  }),
]

const moneyOf = ({ refunds, transfers, paidTwice, disagreements }: ServiceHealth) =>
  Object.entries({ refunds, transfers, paidTwice, disagreements })

/** Seconds since a moment; none since no moment. */
const age = (since: Date | null, now: Date): number =>
  since === null ? 0 : Math.max(0, (now.getTime() - since.getTime()) / 1_000)

/** How many there are with the same labels. */
function counted<T>(each: readonly T[], labelsOf: (one: T) => Readonly<Record<string, string>>): Sample[] {
  const counts = new Map<string, Sample>()
  for (const item of each) {
    const labels = labelsOf(item)
    const key = Object.values(labels).join('\n')
    counts.set(key, [labels, (counts.get(key)?.[1] ?? 0) + 1])
  }
  return [...counts.values()]
}
