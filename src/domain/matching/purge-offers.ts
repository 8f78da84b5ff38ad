import { purgeInBatches } from '../../base/background/purge-in-batches.ts'
import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { deleteOldOffers } from './offer-store.ts'

/** How long offers that nobody can accept any more are kept. */
const retentionMs = 30 * 24 * 60 * 60_000

/** Removes a small batch of offers that expired more than 30 days ago; returns whether more is left. */
export function purgeOffers({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  const now = clock.now()
  const before = new Date(now.getTime() - retentionMs)
  return purgeInBatches([(limit) => deleteOldOffers(db, { before, now, limit })])
}
