import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openEmbeddedDatabase } from '../src/base/database/embedded-database.ts'
import { migrate } from '../src/base/database/migrate.ts'
import { listNamesBefore } from '../src/base/database/migration-files.ts'
import { type OpenDatabase, openDatabase } from '../src/base/database/open-database.ts'
import { createServerDatabase, isWholeSuite, openEmbedded, skipServer } from './support/databases.ts'
import { postgresPrograms } from './support/postgres-cluster.ts'

const baseline = '0100_baseline'
const everyName = listNamesBefore('migrations')
/** What was added since. */
const later = readdirSync('migrations')
  .filter((name) => /^\d{4}_/.test(name) && name > baseline)
  .sort()

const root = mkdtempSync(join(tmpdir(), 'colis-baseline-'))
after(() => rmSync(root, { recursive: true, force: true }))

/** How far a database was migrated before the baseline: there were events, books, SMS, and everything. */
const ends = isWholeSuite
  ? ['0001', '0017', '0030', '0046', '0060', '0077', '9999']
  : ['0001', '0046', '9999']

const programs = postgresPrograms()

describe('the baseline on a PostgreSQL server', {
  skip: skipServer || (programs === undefined ? 'pg_dump is not installed here' : false),
}, () => {
  let wanted: { schema: string; rows: string[] }
  before(async () => {
    const url = await createServerDatabase('empty')
    await using(url, async (database) => {
      assert.equal((await migrate(database)).applied[0], baseline)
    })
    wanted = dumpOf(url)
  })

  for (const end of ends)
    test(`a database of the migrations up to ${end} ends as an empty one that took the baseline`, async () => {
      const url = await createServerDatabase('empty')
      await using(url, (database) => takeOver(database, end))
      const { schema, rows } = dumpOf(url)
      assert.equal(schema, wanted.schema)
      assert.deepEqual(rows, wanted.rows)
    })

  /** Everything but how the two got there; the books begin when they are made. */
  function dumpOf(url: string): { schema: string; rows: string[] } {
    const dump = (...options: string[]) =>
      execFileSync(join(programs as string, 'pg_dump'), [...options, url], { encoding: 'utf8' })
    const inserts = dump('--data-only', '--inserts', '--exclude-table=schema_migrations').match(
      /^INSERT .*$/gm,
    )
    return {
      schema: dump('--schema-only').replace(/^\\(un)?restrict .*$/gm, ''),
      rows: (inserts ?? []).map((row) => row.replace(/(ledger_beginning VALUES \(true, ).*/, '$1now')).sort(),
    }
  }
})

describe('the baseline on the embedded database', () => {
  test('databases of earlier migrations end as an empty one that took the baseline', async () => {
    const fresh = await openEmbedded()
    const wanted = await everythingIn(fresh.database)
    await fresh.database.close()
    for (const end of isWholeSuite ? ['0046', '9999'] : ['9999']) {
      const database = await openEmbeddedDatabase({})
      await takeOver(database, end)
      assert.deepEqual(await everythingIn(database), wanted)
      await database.close()
    }
  })

  test('a database that took the baseline is not migrated again, and no earlier version starts on it', async () => {
    const { database } = await openEmbedded()
    assert.deepEqual(await migrate(database), { applied: [], unknown: [] })
    await assert.rejects(migrate(database, 'migrations/before'), {
      name: 'DatabaseTooNew',
      message:
        'A newer version of Colis migrated this database so that this version would harm it (0100_baseline). ' +
        'Start that version again, or restore a backup from before it.',
    })
    await database.close()
  })
})

/**
 * Migrates an empty database as a version before the baseline did, up to a number, and then as this one does; the version
 * before starts on it again.
 */
async function takeOver(database: OpenDatabase, end: string): Promise<void> {
  const [then, rest] = [
    everyName.filter((name) => name.slice(0, 4) <= end),
    everyName.filter((name) => name.slice(0, 4) > end),
  ]
  const folder = mkdtempSync(join(root, 'then-'))
  for (const name of then) cpSync(join('migrations/before', name), join(folder, name))
  assert.deepEqual(await migrate(database, folder), { applied: then, unknown: [] })

  assert.deepEqual(await migrate(database), { applied: [...rest, ...later], unknown: [] })
  assert.deepEqual(await migrate(database), { applied: [], unknown: [] })
  assert.deepEqual(
    (await rowsOf<{ name: string }>(database, 'select name from schema_migrations order by name')).map(
      ({ name }) => name,
    ),
    [...everyName, baseline, ...later],
  )
  assert.deepEqual(await migrate(database, 'migrations/before'), {
    applied: [],
    unknown: [baseline, ...later],
  })
}

/** What pg_dump would say, from the catalogues, since none of its version comes with the embedded database; and all rows. */
async function everythingIn(database: OpenDatabase): Promise<string[]> {
  const tables = await rowsOf<{ name: string }>(
    database,
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and relname not in ('schema_migrations', 'ledger_beginning')`,
  )
  const rows = tables
    .map(({ name }) => `select 'row of ${name} ' || to_jsonb(${name})::text as line from ${name}`)
    .join(' union all ')
  const lines = await rowsOf<{ line: string }>(
    database,
    `select concat_ws(' ', attrelid::regclass, attname,
       row_number() over (partition by attrelid order by attnum), format_type(atttypid, atttypmod), attnotnull,
       attidentity, attcollation, attstorage, attoptions, pg_get_expr(adbin, adrelid)) as line
     from pg_attribute
     join pg_class on pg_class.oid = attrelid and relkind = 'r' and relnamespace = 'public'::regnamespace
     left join pg_attrdef on adrelid = attrelid and adnum = attnum
     where attnum > 0 and not attisdropped
     union all select concat_ws(' ', relkind, relname, reloptions, relpersistence, relacl)
     from pg_class where relnamespace = 'public'::regnamespace
     union all select concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
     from pg_constraint where connamespace = 'public'::regnamespace
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select concat_ws(' ', tgenabled, pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
     union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
     union all ${rows} order by 1`,
  )
  return lines.map(({ line }) => line)
}

async function using<T>(url: string, work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const database = await openDatabase({ url, poolSize: 1, timeoutMs: 30_000, onError: () => {} })
  return work(database).finally(() => database.close())
}

const rowsOf = <Row>(database: OpenDatabase, sql: string): Promise<Row[]> =>
  database.withSession((session) => session.query<Row>(sql))
