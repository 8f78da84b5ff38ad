import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { listText } from '../../kernel/list-text.ts'
import { listMigrationNames, listNamesBefore } from '../migration-files.ts'
import type { OpenDatabase, Trx } from '../open-database.ts'
import { StartRefused } from '../start-refused.ts'
import { type CopiedTable, readTables } from './copied-tables.ts'

/** Throws StartRefused while a service works on a server; the embedded database belongs to one process. */
export async function refuseRunning(
  { kind }: Pick<OpenDatabase, 'kind'>,
  trx: Trx,
  which: 'source' | 'target',
): Promise<void> {
  if (kind === 'embedded') return
  // Every process of the service listens for changes.
  const { rows } = await sql`
    select from pg_stat_activity
    where pg_stat_activity.datname = current_database() and pg_stat_activity.application_name = 'colis-listen'
  `.execute(trx)
  if (rows.length > 0)
    throw new StartRefused(`The service works on the ${which}: stop every process of it first.`)
}

/** Throws StartRefused for a source that this version would have to migrate, or does not know. */
export async function refuseOtherVersion(source: Trx): Promise<void> {
  const [applied, known] = [await readMigrationNames(source), listMigrationNames()]
  if (applied.length === 0)
    throw new StartRefused('The source is no database of Colis: it has no tables of it.')
  const missing = known.filter((name) => !applied.includes(name))
  if (missing.length > 0)
    throw new StartRefused(
      `The source is of an earlier version (it lacks ${listText(missing, 'en')}): start this version on it ` +
        'once, or bring it up to date with colis migrate, and copy it then.',
    )
  if (applied.length > known.length) throw new StartRefused(otherVersion)
}

const otherVersion =
  'The source is of another version than this one: copy it with the version that ran on it last.'

/** The tables, which source and target have alike; throws StartRefused where they have not. */
export async function readSameTables(source: Trx, target: Trx): Promise<CopiedTable[]> {
  const tables = await readTables(target)
  if (!isDeepStrictEqual(await readTables(source), tables)) throw new StartRefused(otherVersion)
  return tables
}

/** What was applied, but for what the baseline took the place of. */
async function readMigrationNames(trx: Trx): Promise<string[]> {
  const { rows: found } = await sql<{ is: boolean }>`
    select to_regclass('schema_migrations') is not null as is
  `.execute(trx)
  if (!found[0]?.is) return []
  const { rows } = await sql<{ name: string }>`
    select schema_migrations.name from schema_migrations order by schema_migrations.name
  `.execute(trx)
  const before = listNamesBefore()
  return rows.map(({ name }) => name).filter((name) => !before.includes(name))
}

/** Throws StartRefused where a table of the target has rows, but for those in `spared`. */
export async function refuseFilled(
  target: Trx,
  tables: readonly CopiedTable[],
  spared: readonly string[],
): Promise<void> {
  const filled: string[] = []
  for (const { name } of tables) {
    if (spared.includes(name)) continue
    const { rows } = await sql`select from ${sql.id(name)} limit 1`.execute(target)
    if (rows.length > 0) filled.push(name)
  }
  if (filled.length > 0)
    throw new StartRefused(
      `The target is not empty (${listText(filled.slice(0, 5), 'en')}), and nothing was changed there. ` +
        'Name an empty database, which createdb makes, or a folder that does not exist yet.',
    )
}
