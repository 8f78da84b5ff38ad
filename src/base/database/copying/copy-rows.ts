import { sql } from 'kysely'
import type { Trx } from '../open-database.ts'
import type { CopiedTable } from './copied-tables.ts'

/** At once in memory: of the widest rows, such as invoices of a month, that is some megabytes. */
const rowsAtOnce = 200

/**
 * Copies the rows of a table, each value as the text by which PostgreSQL writes it and reads it again, as
 * COPY does: nothing is rounded, and JSON null stays another thing than no value (decision 396).
 */
export async function copyRows(source: Trx, target: Trx, { name, columns }: CopiedTable): Promise<void> {
  const cursor = sql.id(`copied_${name}`)
  const each = (part: (column: CopiedTable['columns'][number]) => unknown) => sql.join(columns.map(part))
  const texts = each((column) => sql`${sql.id(column.name)}::text as ${sql.id(column.name)}`)
  const names = each((column) => sql.id(column.name))
  const values = each((column) => sql`copied.${sql.id(column.name)}::${sql.raw(column.type)}`)
  const taken = each((column) => sql`${sql.id(column.name)} text`)
  await sql`declare ${cursor} no scroll cursor for select ${texts} from ${sql.id(name)}`.execute(source)
  for (;;) {
    const { rows } = await sql`fetch ${sql.raw(String(rowsAtOnce))} from ${cursor}`.execute(source)
    if (rows.length === 0) break
    await sql`
      insert into ${sql.id(name)} (${names}) overriding system value
      select ${values} from json_to_recordset(${JSON.stringify(rows)}::json) as copied (${taken})
    `.execute(target)
  }
  await sql`close ${cursor}`.execute(source)
}

/** Lets a table go on numbering its rows where the source was, beyond the last of them. */
export async function copyNumbering(source: Trx, target: Trx, { name, columns }: CopiedTable): Promise<void> {
  for (const column of columns.filter(({ isNumbered }) => isNumbered)) {
    const { rows } = await sql<{ last: string | null }>`
      select pg_sequences.last_value::text as last
      from pg_sequences
      where format('%I.%I', pg_sequences.schemaname, pg_sequences.sequencename)
        = pg_get_serial_sequence(quote_ident(${name}::text), ${column.name}::text)
    `.execute(source)
    await sql`
      select setval(
        pg_get_serial_sequence(quote_ident(${name}::text), ${column.name}::text),
        greatest(${rows[0]?.last ?? null}::bigint, (select max(${sql.id(column.name)}) from ${sql.id(name)})))
    `.execute(target)
  }
}
