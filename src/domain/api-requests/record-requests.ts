import { LRUCache } from 'lru-cache'
import { writeInBatches } from '../../base/background/write-in-batches.ts'
import type { Database } from '../../base/database/open-database.ts'
import { type Clock, newId } from '../../base/kernel/clock.ts'
import { type AnsweredRequest, isPlainRead } from './answered-request.ts'
import { type ApiRequestRow, insertRequests } from './api-request-store.ts'
import { allowances, RequestAllowance } from './request-allowance.ts'

/** Takes note of requests that were answered; nothing waits for it. */
export type RequestLog = {
  record(request: AnsweredRequest): void
  /**
   * The shops of which this process wrote many rows since they were last returned, so that they may have too
   * many.
   */
  takeGrown(): string[]
  /** Writes what is waiting; resolves when that is done. */
  close(): Promise<void>
}

/** What is known of a shop while it asks. */
type Tally = {
  plainReads: RequestAllowance
  others: RequestAllowance
  /** Requests without a row since the last that has one. */
  unlogged: number
  /** Rows since `takeGrown` returned the shop. */
  grown: number
}

/** After so many new rows of a shop its oldest are removed. */
const grownRows = 1_000
const writing = { everyMs: 1_000, batchSize: 500, maxWaiting: 5_000 }

/**
 * Opens the log of requests of this process. Rows are written every second; those beyond a shop's allowance,
 * those for which there is no room and those that could not be written are counted in the next row of their
 * shop (decision 142).
 */
export function recordRequests({
  db,
  clock,
  onError,
}: {
  db: Database
  clock: Clock
  onError: (message: string, error: unknown) => void
}): RequestLog {
  const tallies = new LRUCache<string, Tally>({ max: 10_000 })
  const rows = writeInBatches<ApiRequestRow>({
    ...writing,
    name: 'write the log of requests',
    write: (batch) => insertRequests(db, batch),
    onLost: (batch) => {
      for (const row of batch) tallyOf(row.shop_id).unlogged += 1 + row.unlogged_before
    },
    onError,
  })

  function tallyOf(shopId: string, nowMs = clock.now().getTime()): Tally {
    const known = tallies.get(shopId)
    if (known) return known
    const made: Tally = {
      plainReads: new RequestAllowance(allowances.plainReads, nowMs),
      others: new RequestAllowance(allowances.others, nowMs),
      unlogged: 0,
      grown: 0,
    }
    tallies.set(shopId, made)
    return made
  }

  return {
    record: (request) => {
      const nowMs = clock.now().getTime()
      const tally = tallyOf(request.shopId, nowMs)
      const isAllowed = (isPlainRead(request) ? tally.plainReads : tally.others).take(nowMs)
      if (isAllowed && rows.add(rowOf(request, nowMs, tally.unlogged))) {
        tally.unlogged = 0
        tally.grown += 1
      } else tally.unlogged += 1
    },
    takeGrown: () => {
      const grown = [...tallies].filter(([, tally]) => tally.grown >= grownRows)
      for (const [, tally] of grown) tally.grown = 0
      return grown.map(([shopId]) => shopId)
    },
    close: () => rows.close(),
  }
}

/** The row of a request that has just been answered; its identifier sorts by when it was asked. */
function rowOf(request: AnsweredRequest, nowMs: number, unlogged: number): ApiRequestRow {
  const requestedAt = new Date(nowMs - request.durationMs)
  return {
    shop_id: request.shopId,
    id: newId(requestedAt),
    requested_at: requestedAt,
    operation: request.operation,
    method: request.method,
    route: request.route,
    status: request.status,
    error_code: request.errorCode,
    request_id: request.requestId,
    key_id: request.keyId,
    duration_ms: request.durationMs,
    unlogged_before: unlogged,
  }
}
