import { type RawBuilder, sql } from 'kysely'
import type { Database } from './open-database.ts'
import type { Tables } from './tables.ts'

/**
 * Removes at most `limit` rows of a table of which `isOver` holds, and answers how many: what has piled up goes
 * in small statements, however much it is. `isOver` speaks of the table by its name and should have an index.
 */
export async function deleteBatch(
  db: Database,
  table: keyof Tables,
  isOver: RawBuilder<unknown>,
  limit: number,
): Promise<number> {
  const rows = sql.table(table)
  const { numAffectedRows } = await sql`
    delete from ${rows} where ctid = any(array(select ${rows}.ctid from ${rows} where ${isOver} limit ${limit}))
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}
