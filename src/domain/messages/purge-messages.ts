import { purgeInBatches } from '../../base/background/purge-in-batches.ts'
import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { clearExpiredCodes, deleteOldMessages } from './message-store.ts'
import { deleteOldStrangerCounts } from './strangers/stranger-message-store.ts'

/** How long messages are kept, whatever their outcome. */
const retentionMs = 30 * 24 * 60 * 60_000

/**
 * Deletes a small batch of messages and counts older than 30 days and clears codes that expired; returns
 * whether more is left.
 */
export function purgeMessages({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  const now = clock.now()
  const before = new Date(now.getTime() - retentionMs)
  return purgeInBatches([
    (limit) => clearExpiredCodes(db, now, limit),
    (limit) => deleteOldMessages(db, before, limit),
    (limit) => deleteOldStrangerCounts(db, before.toISOString().slice(0, 10), limit),
  ])
}
