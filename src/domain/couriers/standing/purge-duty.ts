import { purgeInBatches } from '../../../base/background/purge-in-batches.ts'
import type { Database } from '../../../base/database/open-database.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import { deleteOldDuty } from './duty-store.ts'

/** How long it is kept from when to when couriers were on duty. */
const retentionMs = 400 * 86_400_000

/** Removes a small batch of duty periods that ended more than 400 days ago; returns whether more is left. */
export function purgeDuty({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  const before = new Date(clock.now().getTime() - retentionMs)
  return purgeInBatches([(limit) => deleteOldDuty(db, before, limit)])
}
