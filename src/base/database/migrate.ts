import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { OpenDatabase, Session } from './open-database.ts'

const migrationsFolder = fileURLToPath(new URL('../../../migrations/', import.meta.url))

/** Any number will do, as long as every process of every version takes the same one. */
const migrationLock = 7_265_747

export type MigrationReport = {
  applied: string[]
  /** Migrations in the database that this version does not know: a newer version was here. */
  unknown: string[]
}

/**
 * Applies the files of `folder` that the database has not seen, once each and in the order of their
 * names; safe when several processes start at once. Throws when a file changed after it was applied.
 */
export function migrate(database: OpenDatabase, folder = migrationsFolder): Promise<MigrationReport> {
  return database.withSession(async (session) => {
    await session.query('select pg_advisory_lock($1)', [migrationLock])
    try {
      return await applyPending(session, readMigrations(folder))
    } finally {
      await session.query('select pg_advisory_unlock($1)', [migrationLock])
    }
  })
}

type Migration = { name: string; sql: string; sha256: string }

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
  return names.sort().map((name) => {
    const sql = readFileSync(`${folder}/${name}`, 'utf8')
    return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
  })
}

async function applyPending(session: Session, migrations: Migration[]): Promise<MigrationReport> {
  await session.runScript(`
    create table if not exists schema_migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`)
  const seen = await session.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations',
  )
  const seenHash = new Map(seen.map(({ name, sha256 }) => [name, sha256]))
  const applied: string[] = []
  for (const { name, sql, sha256 } of migrations) {
    const before = seenHash.get(name)
    if (before === sha256) continue
    if (before !== undefined) throw new Error(`The migration ${name} was changed after it was applied.`)
    await applyOne(session, name, sql, sha256)
    applied.push(name)
  }
  const known = new Set(migrations.map(({ name }) => name))
  return { applied, unknown: seen.map(({ name }) => name).filter((name) => !known.has(name)) }
}

/** The file and the note that it was applied commit together; names and hashes need no quoting. */
async function applyOne(session: Session, name: string, sql: string, sha256: string): Promise<void> {
  try {
    await session.runScript(
      `begin;\n${sql}\n;insert into schema_migrations (name, sha256) values ('${name}', '${sha256}'); commit;`,
    )
  } catch (error) {
    await session.runScript('rollback')
    throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
