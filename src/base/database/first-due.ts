import { type RawBuilder, sql } from 'kysely'
import type { Database } from './open-database.ts'
import type { Tables } from './tables.ts'

/** SQL: when the first row of some work is due, whenever that is; null when there is none. From an index. */
export type Due = RawBuilder<Date | null>

/** The tables whose rows each are due at a moment of their own. */
type DueTable = {
  [Name in keyof Tables]: Tables[Name] extends { due_at: unknown } ? Name : never
}[keyof Tables]

/** When the first row of a table is due. */
export function firstDueOf(table: DueTable): Due {
  const rows = sql.table(table)
  return sql`
    select ${rows}.due_at
    from ${rows}
    where ${rows}.due_at is not null
    order by ${rows}.due_at
    limit 1`
}

/** When the first of several is due. */
export const earliestOf = (dues: readonly Due[]): Due =>
  sql`select least(${sql.join(dues.map((due) => sql`(${due})`))})`

/** When the first of each is due, in one statement. */
export async function findFirstDue(db: Database, dues: readonly Due[]): Promise<(Date | null)[]> {
  if (dues.length === 0) return []
  const columns = dues.map((due, at) => sql`(${due}) as ${sql.id(`due${at}`)}`)
  const { rows } = await sql<Record<string, Date | null>>`
    select /* one plan */ ${sql.join(columns)}
  `.execute(db)
  return dues.map((_, at) => rows[0]?.[`due${at}`] ?? null)
}
