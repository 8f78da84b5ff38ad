import { isPlanOutdated } from './database-error.ts'
import type { Database, Trx } from './open-database.ts'

/**
 * Runs `work` in a transaction: the caller's when `db` is one already, else a new one. Where a migration
 * changed a table under a prepared statement it runs once more: nothing of it has happened, and connections
 * are new from then on.
 */
export async function inTransaction<T>(db: Database | Trx, work: (trx: Trx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Trx)
  try {
    return await db.transaction().execute(work)
  } catch (error) {
    if (!isPlanOutdated(error)) throw error
    return db.transaction().execute(work)
  }
}
