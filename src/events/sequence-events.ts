import type { Database } from '../base/database/open-database.ts'
import { maxBatch } from './consumer-retries.ts'
import { type LoggedEvent, lockLogHead, numberWaitingEvents } from './event-log-store.ts'

/**
 * Gives positions to events that were committed, at most 500: without gaps and in the order of commits, since
 * one process at a time does it and sees only what is committed. Returns them in order, or `BUSY` while
 * another process does it.
 */
export function sequenceEvents(db: Database): Promise<LoggedEvent[] | 'BUSY'> {
  return db.transaction().execute(async (trx) => {
    const head = await lockLogHead(trx)
    return head === undefined ? 'BUSY' : numberWaitingEvents(trx, head, maxBatch)
  })
}
