import { purgeInBatches } from '../base/background/purge-in-batches.ts'
import type { Database } from '../base/database/open-database.ts'
import type { Clock } from '../base/kernel/clock.ts'
import { deleteOldPositions } from './event-log-store.ts'

/** How long an event can be read in its order. */
const retentionMs = 30 * 24 * 60 * 60_000

/**
 * Removes a small batch of the positions of events that are older than 30 days, as far as every consumer has
 * read; returns whether more is left. The events themselves stay.
 */
export function purgeEventLog({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  const before = new Date(clock.now().getTime() - retentionMs)
  return purgeInBatches([(limit) => deleteOldPositions(db, before, limit)])
}
