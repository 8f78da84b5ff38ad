import type { Database } from '../../base/database/open-database.ts'
import { deleteIdlePositions } from './position-store.ts'

/**
 * Deletes the positions of couriers who are off duty and carry nothing any more, or are retired (decision
 * 65). A delivery ends in many ways, and a report may arrive at the same moment: this covers all of them.
 */
export async function purgePositions({ db }: { db: Database }): Promise<boolean> {
  await deleteIdlePositions(db)
  return false
}
