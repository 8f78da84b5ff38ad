import type { Database } from '../../base/database/open-database.ts'
import { deleteIdlePositions } from './position-store.ts'

/**
 * Forgets where couriers are who are off duty and carry nothing any more, or are retired (decision 65). A
 * carriage ends in many ways, and a report may be under way while it does: here all of them end.
 */
export async function purgePositions({ db }: { db: Database }): Promise<boolean> {
  await deleteIdlePositions(db)
  return false
}
