import type { OutageReason } from '../../../base/database/database-error.ts'
import type { PaymentRequestState } from '../../../contract/vocabulary.ts'
import type { WaitingWork } from '../../board/count-waiting-work.ts'
import type { WaitingProblem } from '../../feedback/problem-report-store.ts'

/**
 * This room watches all others and changes nothing of theirs: how the service does (`health/`), and the
 * alerts that follow from it (`alerts/`). `readHealth` takes the facts, `judgedHealth` says which of them are
 * fine, and `alertsIn` which of them somebody must hear of.
 */

/**
 * How the service does at one moment, over all processes but for `process` and `disks`, which are of this
 * one.
 */
export type ServiceHealth = {
  takenAt: Date
  database: DatabaseHealth
  /** How far the clocks of machines are from the database's, the worst first, at most `listedAtMost`. */
  clocks: readonly ClockHealth[]
  migrations: MigrationHealth
  loops: readonly LoopHealth[]
  eventLog: EventLogHealth
  webhooks: WebhookHealth
  messages: MessageHealth
  /**
   * What strangers have caused to be sent today, in all, by mail and to each calling code, and how far it may
   * go.
   */
  strangers: readonly StrangerFigures[]
  payments: PaymentHealth
  /** The cities in which parcels wait for a courier. */
  searches: readonly CitySearches[]
  /** Codes that are locked now, the latest first, at most `listedAtMost`. */
  lockedCodes: readonly LockedCode[]
  /** Problems that customers reported and nobody has taken, the oldest first, at most `listedAtMost`. */
  waitingProblems: readonly WaitingProblem[]
  /** Shops and couriers who wait for an operator's answer. */
  waitingWork: WaitingWork
  refunds: MoneyWaiting
  /**
   * Payouts that do not get through: under way for a day, or refused again and again or for want of money.
   */
  transfers: MoneyWaiting
  /** What somebody was sent beyond what was due to them; since when is not told. */
  paidTwice: MoneyWaiting
  /** Settings without which something that people count on does not work. */
  settings: readonly MissingSetting[]
  /** What providers say otherwise and nobody has settled, with what stands in suspense for it. */
  disagreements: MoneyWaiting
  disks: readonly DiskHealth[]
  process: ProcessHealth
}

/** A setting that is not set; without one that is needed, people cannot sign in or links lead nowhere. */
export type MissingSetting = { name: string; lacks: 'CODES' | 'LINKS' | 'MONEY' | 'MAIL'; isNeeded: boolean }

/** Money that waits for somebody; at most `countedAtMost` are counted. */
export type MoneyWaiting = { count: number; amountFcfa: number; oldestAt: Date | null }

/** How many things of one kind are listed one by one. */
export const listedAtMost = 10

/** Beyond so many rows nobody needs to know how many more there are. */
export const countedAtMost = 10_000

export type DatabaseHealth = {
  kind: 'embedded' | 'server'
  version: string
  sizeBytes: number
  connections: number
  maxConnections: number
  answerMs: number
  /** Why it cannot be written; null where it can. */
  unwritable: OutageReason | null
}

/** A machine whose clock is so many ms ahead of the database's; negative behind it. */
export type ClockHealth = { host: string; skewMs: number }

/** `pending` were not applied yet; `unknown` were applied by a newer version. */
export type MigrationHealth = { last: string; applied: number; pending: number; unknown: number }

/** Since when the oldest row of a loop has been due; null when none is. */
export type LoopHealth = { name: string; oldestDueAt: Date | null }

export type EventLogHealth = {
  /** Events without a position, at most `countedAtMost`. */
  unsequenced: number
  oldestUnsequencedAt: Date | null
  consumers: readonly ConsumerHealth[]
  parked: { count: number; oldestAt: Date | null }
}

/** How many events a consumer has not read, and when the first of them happened. */
export type ConsumerHealth = { name: string; behind: number; oldestAt: Date | null; failures: number }

type WebhookHealth = {
  waiting: number
  oldestAt: Date | null
  failingEndpoints: number
  disabledEndpoints: number
}

export type MessageHealth = {
  /**
   * Due messages of kinds without a channel, or whose channel does not take them; at most `countedAtMost`.
   */
  held: number
  oldestHeldAt: Date | null
  /** Whether any channel is set up. */
  hasChannel: boolean
  /** What became of those of the last 24 hours, by how they went. */
  outcomes: readonly { channel: string | null; state: string; count: number }[]
  /** Those that failed for good within 24 hours. */
  failed: number
  /** The commonest failure of WhatsApp in an hour that is no person's, and how often SMS took over then. */
  passedOn: { failure: string; count: number } | null
}

/** `scope` is ALL, MAIL or a calling code. */
type StrangerFigures = { scope: string; sent: number; max: number }

export type PaymentHealth = {
  /** What became of the requests that ended within 24 hours. */
  outcomes: readonly { state: PaymentRequestState; count: number }[]
  open: number
  /** Of the last requests that customers answered or let pass, at most twenty of a day: how many failed. */
  recent: { ended: number; failed: number }
}

export type CitySearches = {
  cityId: string
  city: string
  waiting: number
  /** Since when the parcel that has waited longest has been searched a courier for. */
  oldestSince: Date
  /** When a courier last accepted a parcel that is still carried. */
  lastAcceptedAt: Date | null
}

export type LockedCode = {
  deliveryId: string
  shopId: string
  reference: string
  code: 'pickup' | 'confirmation' | 'return'
  /** Whether only an operator unlocks it. */
  isClosed: boolean
}

/** Null bytes where the folder cannot be looked at. */
export type DiskHealth = {
  holds: 'data' | 'photos'
  folder: string
  freeBytes: number | null
  totalBytes: number
}

type ProcessHealth = {
  colis: string
  /** The code of this cell, empty where there are none. */
  cell: string
  node: string
  uptimeSeconds: number
  memoryBytes: number
}
