import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import type { Point } from '../../base/kernel/point.ts'
import { type PositionReport, savePositions } from './position-store.ts'

/** Collects position reports and writes those that arrive together in one statement. */
type PositionSink = {
  /** Resolves once the report, or a newer one of the same courier, is written. */
  take(report: PositionReport): Promise<void>
  /** Accepts no more reports, and resolves once everything is written. */
  close(): Promise<void>
}

/** What reporting a position needs. */
export type PositionDeps = { clock: Clock; positions: PositionSink }

/**
 * Records the position that a courier's phone reports; resolves once it is written. Only the last position is
 * stored, and none of a courier who is off duty and carries nothing.
 */
export function reportPosition(
  { clock, positions }: PositionDeps,
  courierId: string,
  { lat, lng, accuracyMeters }: Point & { accuracyMeters: number | null },
): Promise<void> {
  return positions.take({ courierId, lat, lng, accuracyMeters, reportedAt: clock.now() })
}

/** How long a report waits for others, to be written together. */
const batchWindowMs = 20

/**
 * Gathers reports and writes one batch at a time: while the database is slow the next batch grows, by one
 * row a courier, instead of a queue of statements.
 */
export function openPositionSink(db: Database): PositionSink {
  let gathered = newBatch()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined

  function plan(): void {
    if (gathered.newest.size > 0 && !writing) timer ??= setTimeout(write, batchWindowMs)
  }

  function write(): void {
    clearTimeout(timer)
    timer = undefined
    const { newest, done } = gathered
    gathered = newBatch()
    writing = savePositions(db, [...newest.values()])
      .then(done.resolve, done.reject)
      .finally(() => {
        writing = undefined
        plan()
      })
  }

  return {
    take: (report) => {
      const { newest, done } = gathered
      const before = newest.get(report.courierId)
      if (!before || before.reportedAt <= report.reportedAt) newest.set(report.courierId, report)
      plan()
      return done.promise
    },
    close: async () => {
      await writing
      if (gathered.newest.size > 0) write()
      await writing
    },
  }
}

const newBatch = () => ({
  newest: new Map<string, PositionReport>(),
  done: Promise.withResolvers<void>(),
})
