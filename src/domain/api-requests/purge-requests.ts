import { purgeInBatches } from '../../base/background/purge-in-batches.ts'
import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { keptRequests } from './answered-request.ts'
import { deleteOldRequests, deleteRequestsBeyond } from './api-request-store.ts'
import type { RequestLog } from './record-requests.ts'

/** How many rows of a shop are removed at once. */
const batchSize = 2_000

export type PurgeDeps = { db: Database; clock: Clock; requestLog: Pick<RequestLog, 'takeGrown'> }

/**
 * Removes a small batch of requests that are older than seven days, and of shops that have grown what is
 * beyond their newest; returns whether more is left. Each process looks after the shops that it wrote for: to
 * count the rows of all shops each minute would cost more than the log.
 */
export async function purgeRequests({ db, clock, requestLog }: PurgeDeps): Promise<boolean> {
  for (const shopId of requestLog.takeGrown()) {
    const beyond = { shopId, kept: keptRequests.perShop }
    while ((await deleteRequestsBeyond(db, beyond, batchSize)) === batchSize);
  }
  const before = new Date(clock.now().getTime() - keptRequests.ms)
  return purgeInBatches([(limit) => deleteOldRequests(db, before, limit)])
}
