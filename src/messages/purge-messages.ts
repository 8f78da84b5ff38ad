import type { Database } from '../database/open-database.ts'
import type { Clock } from '../kernel/clock.ts'
import { deleteOldMessages, forgetExpiredCodes } from './message-store.ts'

/** How long messages are kept, whatever became of them, and how much is removed at once. */
const keptMs = 30 * 24 * 60 * 60_000
const batchSize = 2_000

/** Removes a small batch of what is older than 30 days and forgets codes that expired; answers whether more is left. */
export async function purgeMessages({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  const now = clock.now()
  const forgotten = await forgetExpiredCodes(db, now, batchSize)
  const deleted = await deleteOldMessages(db, new Date(now.getTime() - keptMs), batchSize)
  return forgotten === batchSize || deleted === batchSize
}
