import type { Database, Trx } from '../database/open-database.ts'
import { takeUnrelayedEvents } from './event-store.ts'

/** An event as consumers are handed it: what it is about is read from the database where it is needed. */
export type RelayedEvent = { shopId: string; id: string }

/** Writes the rows that it owes for some events, in the transaction in which they are handed over. */
export type EventConsumer = (trx: Trx, events: readonly RelayedEvent[]) => Promise<void>

/** How many events are handed over in one transaction, at most. */
export const mostRelayed = 500

/**
 * Hands events to every consumer, each event once: taking them and what the consumers write commit
 * together. Answers how many there were; several processes may relay at once.
 */
export function relayEvents(db: Database, consumers: readonly EventConsumer[]): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const events = await takeUnrelayedEvents(trx, mostRelayed)
    if (events.length === 0) return 0
    for (const consume of consumers) await consume(trx, events)
    return events.length
  })
}
