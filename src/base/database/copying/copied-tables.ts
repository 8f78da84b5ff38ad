import { sql } from 'kysely'
import type { Trx } from '../open-database.ts'

/** A table, and its columns in the order of their names; none that the database works out from others. */
export type CopiedTable = {
  name: string
  columns: readonly {
    name: string
    type: string
    /** Whether the database numbers its rows itself. */
    isNumbered: boolean
  }[]
}

/**
 * Every table of a database but the list of its migrations, which is made where it is, in the order of their
 * names. The order of columns depends on the way that a database has come, so they are known by their names.
 */
export async function readTables(trx: Trx): Promise<CopiedTable[]> {
  const { rows } = await sql<CopiedTable>`
    select tables.relname as name,
      json_agg(
        json_build_object(
          'name', columns.attname,
          'type', format_type(columns.atttypid, columns.atttypmod),
          'isNumbered', columns.attidentity <> '')
        order by columns.attname) as columns
    from pg_class as tables
    join pg_namespace as schemas on schemas.oid = tables.relnamespace
    join pg_attribute as columns on columns.attrelid = tables.oid
    where schemas.nspname = current_schema()
      and tables.relkind in ('r', 'p') and not tables.relispartition
      and tables.relname <> 'schema_migrations'
      and columns.attnum > 0 and not columns.attisdropped and columns.attgenerated = ''
    group by tables.relname
    order by tables.relname
  `.execute(trx)
  return rows
}
