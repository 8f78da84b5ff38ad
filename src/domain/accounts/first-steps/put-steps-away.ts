import type { Database } from '../../../base/database/open-database.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import { deletePutAway, insertPutAway, type StepsKey } from './put-away-store.ts'

/**
 * Puts a list of first steps away for one person, or brings it back. It changes nothing but what they see on
 * their own home page, so the audit has no line of it.
 */
export function putStepsAway(
  { db, clock }: { db: Database; clock: Clock },
  key: StepsKey,
  isAway: boolean,
): Promise<void> {
  return isAway ? insertPutAway(db, key, clock.now()) : deletePutAway(db, key)
}
