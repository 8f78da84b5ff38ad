import { isDatabaseAway } from '../base/database/database-error.ts'
import type { Database, Trx } from '../base/database/open-database.ts'
import type { Clock } from '../base/kernel/clock.ts'
import { errorSummary } from '../base/kernel/logged-error.ts'
import { afterFailure, afterSuccess, maxBatch } from './consumer-retries.ts'
import {
  type ConsumerCursor,
  insertParkedEvent,
  type LoggedEvent,
  listEventsFrom,
  lockCursor,
  moveCursor,
  setRetry,
} from './event-log-store.ts'

/** Writes the rows that follow from events. */
export type EventConsumer = {
  /** Its cursor in `event_consumers`. */
  name: string
  /** It receives no other types. */
  types: readonly string[]
  /** Whether somebody waits for what it writes: others collect events for longer, which costs less. */
  isUrgent?: boolean
  /** How long one that is not urgent collects events, in ms; 100 by default. */
  restMs?: number
  /**
   * Writes what follows from some events, the earliest first, in the transaction that moves the cursor on. It
   * must be idempotent: a parked event is passed to it again, long after the others.
   */
  consume(trx: Trx, events: readonly LoggedEvent[]): Promise<void>
  /** Called after the commit, when the rows it wrote are due. */
  afterCommit?(): void
}

export type ConsumeDeps = {
  db: Database
  clock: Clock
  onError: (message: string, error: unknown) => void
  alertOperator: (message: string, about: Record<string, string>) => void
}

/**
 * The outcome of a round: `MORE` when events may be left, `BUSY` when another process holds the cursor, or
 * when to retry.
 */
type ConsumeOutcome = 'DONE' | 'MORE' | 'BUSY' | { retryAt: Date }

/**
 * Passes the next events, at most 500, to a consumer in one transaction. When it fails, it is retried with
 * fewer, down to the one event it fails on; that one is parked after ten failures, and the consumer goes on
 * with the next.
 */
export async function consumeEvents(deps: ConsumeDeps, consumer: EventConsumer): Promise<ConsumeOutcome> {
  const round: Round = {}
  try {
    const outcome = await deps.db
      .transaction()
      .execute((trx) => consumeNext(trx, deps.clock, consumer, round))
    if (round.batch && round.batch.length > 0) consumer.afterCommit?.()
    return outcome
  } catch (error) {
    if (!round.cursor || !round.batch || isNoFaultOfEvents(error)) throw error
    return noteFailure(deps, consumer, { cursor: round.cursor, batch: round.batch }, error)
  }
}

/**
 * What fails while the database is away or full counts for no event; one that takes too long may take too
 * many.
 */
const isNoFaultOfEvents = (error: unknown): boolean =>
  isDatabaseAway(error) && (error as NodeJS.ErrnoException).code !== '57014'

/** What is known of a round when it fails. */
type Round = { cursor?: ConsumerCursor; batch?: readonly LoggedEvent[] }

async function consumeNext(
  trx: Trx,
  clock: Clock,
  { name, types, consume }: EventConsumer,
  round: Round,
): Promise<ConsumeOutcome> {
  const cursor = await lockCursor(trx, name)
  if (!cursor) return 'BUSY'
  if (cursor.retryAt && cursor.retryAt > clock.now()) return { retryAt: cursor.retryAt }
  const read = await listEventsFrom(trx, cursor.position, maxBatch)
  const wanted = read.filter(({ type }) => types.includes(type))
  const batch = wanted.slice(0, cursor.batchSize)
  const isCut = batch.length < wanted.length
  const last = (isCut ? batch : read).at(-1)
  if (!last) return 'DONE'
  Object.assign(round, { cursor, batch })
  if (batch.length > 0) await consume(trx, batch)
  await moveCursor(trx, name, last.position, batch.length > 0 ? afterSuccess(cursor) : cursor)
  return isCut || read.length === maxBatch ? 'MORE' : 'DONE'
}

async function noteFailure(
  deps: ConsumeDeps,
  consumer: EventConsumer,
  { cursor, batch }: Required<Round>,
  error: unknown,
): Promise<ConsumeOutcome> {
  const next = afterFailure(cursor, batch.length)
  const [event] = batch
  if (next === 'SET_ASIDE' && event) return park(deps, consumer, { cursor, event }, error)
  if (next === 'SET_ASIDE' || !event) throw error
  deps.onError(
    `The consumer "${consumer.name}" failed on ${batch.length} events from position ${event.position} on; they are retried.`,
    error,
  )
  const retryAt = new Date(deps.clock.now().getTime() + next.retryInMs)
  await setRetry(deps.db, consumer.name, cursor, { ...next, retryAt })
  return { retryAt }
}

/** Parks an event and moves the cursor past it, unless another process has moved the cursor meanwhile. */
async function park(
  { db, clock, alertOperator }: ConsumeDeps,
  { name }: EventConsumer,
  { cursor, event }: { cursor: ConsumerCursor; event: LoggedEvent },
  error: unknown,
): Promise<ConsumeOutcome> {
  const failures = cursor.failures + 1
  const { position, shopId, id: eventId, type } = event
  const summary = errorSummary(error)
  const isParked = await db.transaction().execute(async (trx) => {
    const now = await lockCursor(trx, name)
    if (now?.position !== cursor.position || now.failures !== cursor.failures) return false
    await insertParkedEvent(trx, {
      consumer: name,
      position,
      shopId,
      eventId,
      type,
      failures,
      error: summary,
      parkedAt: clock.now(),
    })
    await moveCursor(trx, name, position, { batchSize: 1, failures: 0 })
    return true
  })
  if (isParked)
    alertOperator(
      `The consumer "${name}" failed on an event ${failures} times and parked it: see colis events parked, fix the cause, then run colis events retry --consumer ${name} --position ${position}.`,
      { consumer: name, position: String(position), shopId, eventId, type, error: summary },
    )
  return 'MORE'
}
