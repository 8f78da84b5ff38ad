import type { Database, Trx } from './open-database.ts'

/** Does work in one transaction: its caller's when `db` is one already, else one of its own. */
export function inTransaction<T>(db: Database | Trx, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db as Trx) : db.transaction().execute(work)
}
