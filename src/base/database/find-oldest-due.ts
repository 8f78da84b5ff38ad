import { sql } from 'kysely'
import type { Database } from './open-database.ts'
import type { Tables } from './tables.ts'

/** The tables whose rows each are due at a moment of their own. */
type DueTable = {
  [Name in keyof Tables]: Tables[Name] extends { due_at: unknown } ? Name : never
}[keyof Tables]

/** Since when the oldest row of a table has been due at `now`; null when none is. */
export async function findOldestDue(db: Database, table: DueTable, now: Date): Promise<Date | null> {
  const rows = sql.table(table)
  const { rows: found } = await sql<{ dueAt: Date }>`
    select ${rows}.due_at as "dueAt"
    from ${rows}
    where ${rows}.due_at <= ${now}
    order by ${rows}.due_at
    limit 1
  `.execute(db)
  return found[0]?.dueAt ?? null
}
