import type { Database } from '../base/database/open-database.ts'
import { observe } from '../base/kernel/observed.ts'
import { maxBatch } from './consumer-retries.ts'
import { type LoggedEvent, lockLogHead, numberWaitingEvents } from './event-log-store.ts'

/**
 * Gives positions to events that were committed, at most 500: without gaps and in the order of commits, since
 * one process at a time does it and sees only what is committed. Returns them in order, or `BUSY` while
 * another process does it.
 */
export async function sequenceEvents(db: Database): Promise<LoggedEvent[] | 'BUSY'> {
  const events = await db.transaction().execute(async (trx) => {
    const head = await lockLogHead(trx)
    return head === undefined ? 'BUSY' : numberWaitingEvents(trx, head, maxBatch)
  })
  if (events !== 'BUSY') observe('events', { types: events.map(({ type }) => type) })
  return events
}
