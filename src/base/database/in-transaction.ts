import type { Database, Trx } from './open-database.ts'

/** Runs `work` in a transaction: the caller's when `db` is one already, else a new one. */
export function inTransaction<T>(db: Database | Trx, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db as Trx) : db.transaction().execute(work)
}
