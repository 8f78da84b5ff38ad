import { type RawBuilder, sql } from 'kysely'
import type { Database } from './open-database.ts'
import type { Tables } from './tables.ts'

/**
 * Deletes at most `limit` rows of a table for which `isOver` is true and returns how many, so that a large
 * backlog goes in small statements. `isOver` refers to the table by its name and should be indexed.
 */
export async function deleteBatch(
  db: Database,
  table: keyof Tables,
  isOver: RawBuilder<unknown>,
  limit: number,
): Promise<number> {
  const rows = sql.table(table)
  const { numAffectedRows } = await sql`
    delete from ${rows}
    where ctid = any(array(select ${rows}.ctid from ${rows} where ${isOver} limit ${limit}))
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}
