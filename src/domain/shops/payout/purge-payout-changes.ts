import { purgeInBatches } from '../../../base/background/purge-in-batches.ts'
import type { Database } from '../../../base/database/open-database.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import { dayMs } from './payout-change.ts'
import { deleteVainPayoutChanges } from './payout-change-store.ts'

/** How long a request that had no effect is kept. */
const keptMs = 90 * dayMs

/**
 * Removes a small batch of requests that never took effect; returns whether more is left. Those that did
 * stay.
 */
export function purgePayoutChanges({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  const before = new Date(clock.now().getTime() - keptMs)
  return purgeInBatches([(limit) => deleteVainPayoutChanges(db, before, limit)])
}
