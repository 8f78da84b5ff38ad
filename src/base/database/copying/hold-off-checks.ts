import { sql } from 'kysely'
import type { Trx } from '../open-database.ts'
import type { CopiedTable } from './copied-tables.ts'

/**
 * Does `work` without triggers and references between tables, so that rows may be written in any order and
 * nothing follows from them, and puts both back: the references are then proven of every row. The owner of
 * the tables may do so, without the rights of a superuser; nobody else sees anything of it before the commit.
 */
export async function holdOffChecks(
  trx: Trx,
  tables: readonly CopiedTable[],
  work: () => Promise<void>,
): Promise<void> {
  const references = await readReferences(trx)
  for (const { table, name } of references)
    await sql`alter table ${sql.raw(table)} drop constraint ${sql.id(name)}`.execute(trx)
  for (const { name } of tables) await sql`alter table ${sql.id(name)} disable trigger user`.execute(trx)
  await work()
  for (const { name } of tables) await sql`alter table ${sql.id(name)} enable trigger user`.execute(trx)
  for (const { table, name, definition } of references)
    await sql`alter table ${sql.raw(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(
      trx,
    )
}

type Reference = { table: string; name: string; definition: string }

/** The foreign keys, with the names of their tables as SQL writes them. */
async function readReferences(trx: Trx): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select pg_constraint.conrelid::regclass::text as table, pg_constraint.conname as name,
      pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint
    join pg_namespace as schemas on schemas.oid = pg_constraint.connamespace
    where schemas.nspname = current_schema() and pg_constraint.contype = 'f'
      and pg_constraint.conparentid = 0
    order by 1, 2
  `.execute(trx)
  return rows
}
