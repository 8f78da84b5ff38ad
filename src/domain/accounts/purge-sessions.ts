import { purgeInBatches } from '../../base/background/purge-in-batches.ts'
import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { deleteEndedSessions, deleteExpiredCodes } from './account-store.ts'
import { deleteExpiredLinks } from './links/sign-in-link-store.ts'

/**
 * Removes a small batch of sessions that ended and of codes and links that expired; returns whether more is
 * left.
 */
export function purgeSessions({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  const now = clock.now()
  return purgeInBatches([
    (limit) => deleteEndedSessions(db, now, limit),
    (limit) => deleteExpiredCodes(db, now, limit),
    (limit) => deleteExpiredLinks(db, now, limit),
  ])
}
