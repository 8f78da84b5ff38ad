import { sql } from 'kysely'
import type { Trx } from '../open-database.ts'
import type { CopiedTable } from './copied-tables.ts'

/**
 * How many rows a table has, and a number that two tables share when their rows are the same, in any order.
 */
export type TableDigest = { rows: number; digest: string }

/** The digest of every value of a table; both databases must write values in the same form. */
export async function readDigest(trx: Trx, { name, columns }: CopiedTable): Promise<TableDigest> {
  const row = sql.join(columns.map((column) => sql.id(column.name)))
  const { rows } = await sql<TableDigest>`
    select count(*)::double precision as rows,
      coalesce(sum(('x' || left(md5(row(${row})::text), 15))::bit(60)::bigint), 0)::text as digest
    from ${sql.id(name)}
  `.execute(trx)
  return rows[0] ?? { rows: 0, digest: '' }
}
