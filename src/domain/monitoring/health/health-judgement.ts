import { type AlertKind, type AlertLimits, alertsIn, minutesBetween } from '../alerts/alert-rules.ts'
import type { ServiceHealth } from './service-health.ts'

/** Fine; to be looked at when there is time; or to be acted upon now. */
export type Judgement = 'FINE' | 'LOOK' | 'ACT'

/** The figures of the page of health, in its order. */
export const healthFigures = [
  'searches',
  'codes',
  'payments',
  'refunds',
  'transfers',
  'paidTwice',
  'disagreements',
  'messages',
  'webhooks',
  'parked',
  'relay',
  'consumers',
  'loops',
  'database',
  'clocks',
  'migrations',
  'settings',
  'disks',
  'process',
] as const
export type HealthFigure = (typeof healthFigures)[number]

/** How each figure is; whatever operators are alerted of is to be acted upon. */
export function judgedHealth(health: ServiceHealth, limits: AlertLimits): Record<HealthFigure, Judgement> {
  const alerts = new Set(alertsIn(health, limits).map(({ kind }) => kind))
  return Object.fromEntries(
    healthFigures.map((figure) => {
      const { alert, mustAct, mustLook } = rules[figure]
      const isAct = (alert !== undefined && alerts.has(alert)) || mustAct?.(health) === true
      return [figure, isAct ? 'ACT' : mustLook(health, limits) ? 'LOOK' : 'FINE']
    }),
  ) as Record<HealthFigure, Judgement>
}

/** The worst of several judgements. */
export const worstOf = (judgements: readonly Judgement[]): Judgement =>
  (['ACT', 'LOOK'] as const).find((each) => judgements.includes(each)) ?? 'FINE'

type FigureRule = {
  alert?: AlertKind
  mustAct?: (health: ServiceHealth) => boolean
  mustLook: (health: ServiceHealth, limits: AlertLimits) => boolean
}

const mebibyte = 1024 * 1024

const rules: Record<HealthFigure, FigureRule> = {
  searches: {
    alert: 'NO_COURIER',
    mustLook: ({ searches, takenAt }, { noCourierMinutes }) =>
      searches.some(({ oldestSince }) => minutesBetween(oldestSince, takenAt) * 2 >= noCourierMinutes),
  },
  codes: { alert: 'CODE_LOCKED', mustLook: () => false },
  payments: {
    alert: 'PAYMENTS_FAILING',
    mustLook: ({ payments: { recent } }) => recent.ended >= 4 && recent.failed * 4 >= recent.ended,
  },
  refunds: { alert: 'REFUND_DUE', mustLook: () => false },
  transfers: { alert: 'TRANSFERS_STUCK', mustLook: () => false },
  paidTwice: { alert: 'PAID_TWICE', mustLook: () => false },
  disagreements: { alert: 'MONEY_DISAGREES', mustLook: () => false },
  messages: {
    alert: 'MESSAGES_HELD',
    mustLook: ({ messages }) => messages.held > 0 || messages.failed > 0,
  },
  webhooks: {
    alert: 'WEBHOOKS_WAITING',
    mustLook: ({ webhooks }) => webhooks.failingEndpoints > 0,
  },
  parked: { alert: 'EVENTS_PARKED', mustLook: () => false },
  relay: {
    mustAct: ({ eventLog, takenAt }) => minutesBetween(eventLog.oldestUnsequencedAt, takenAt) >= 5,
    mustLook: ({ eventLog, takenAt }) => minutesBetween(eventLog.oldestUnsequencedAt, takenAt) >= 1,
  },
  consumers: {
    alert: 'CONSUMER_BEHIND',
    mustLook: ({ eventLog, takenAt }) =>
      eventLog.consumers.some(
        ({ failures, oldestAt }) => failures > 0 || minutesBetween(oldestAt, takenAt) >= 1,
      ),
  },
  loops: {
    alert: 'LOOP_LATE',
    mustLook: ({ loops, takenAt }) =>
      loops.some(({ oldestDueAt }) => minutesBetween(oldestDueAt, takenAt) >= 2),
  },
  database: {
    mustAct: ({ database }) =>
      database.unwritable !== null || database.answerMs >= 1_000 || isFull(database, 95),
    mustLook: ({ database }) => database.answerMs >= 200 || isFull(database, 80),
  },
  clocks: {
    alert: 'CLOCK_OFF',
    mustLook: ({ clocks }) => clocks.some(({ skewMs }) => Math.abs(skewMs) >= 1_000),
  },
  migrations: {
    mustAct: ({ migrations }) => migrations.pending > 0,
    mustLook: ({ migrations }) => migrations.unknown > 0,
  },
  settings: {
    mustAct: ({ settings }) => settings.some(({ isNeeded }) => isNeeded),
    mustLook: ({ settings }) => settings.length > 0,
  },
  disks: {
    alert: 'DISK_LOW',
    mustLook: ({ disks }, { diskFreePercent }) =>
      disks.some(
        ({ freeBytes, totalBytes }) =>
          freeBytes === null || freeBytes * 100 < totalBytes * Math.min(95, diskFreePercent * 2),
      ),
  },
  process: { mustLook: (health) => health.process.memoryBytes > 1_500 * mebibyte },
}

/**
 * Whether so many percent of the connections that a server allows are taken; the embedded database has one.
 */
const isFull = ({ kind, connections, maxConnections }: ServiceHealth['database'], percent: number): boolean =>
  kind === 'server' && connections * 100 >= maxConnections * percent
