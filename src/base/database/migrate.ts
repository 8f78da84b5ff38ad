import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { OpenDatabase, Session } from './open-database.ts'

const migrationsFolder = fileURLToPath(new URL('../../../migrations/', import.meta.url))

/** Any number will do, as long as every process of every version takes the same one. */
const migrationLock = 7_265_747

export type MigrationReport = {
  applied: string[]
  /** Migrations in the database that this version does not know: a newer version applied them. */
  unknown: string[]
}

/** A newer version left the database in a form that this one cannot work with. */
export class DatabaseTooNew extends Error {
  override name = 'DatabaseTooNew'
  constructor(migrations: string[]) {
    super(
      `A newer version of Colis migrated this database so that this version would harm it (${migrations.join(', ')}). ` +
        'Start that version again, or restore a backup from before it.',
    )
  }
}

type MigrationOptions = {
  /** How long one statement waits for a lock: every later statement on the table waits behind it. */
  lockTimeoutMs?: number
  /** How often a migration that found its tables locked is tried, and how long the first pause is. */
  maxTries?: number
  pauseMs?: number
}

/** Enough for any index; what takes longer is stuck, and a person must look at it. */
const statementTimeout = '1h'

/**
 * Applies the files of `folder` that the database has not seen, once each and in the order of their names; safe
 * when several processes start at once. A first line `--! breaking` says that earlier versions must not run on
 * the result; `--! without transaction` runs statements one by one, as `create index concurrently` requires,
 * and each of them must be repeatable. Throws when a file changed after it was applied, and DatabaseTooNew
 * when a newer version applied a breaking one.
 */
export function migrate(
  database: OpenDatabase,
  folder = migrationsFolder,
  { lockTimeoutMs = 2_000, maxTries = 30, pauseMs = 250 }: MigrationOptions = {},
): Promise<MigrationReport> {
  return database.withSession(async (session) => {
    await takeTurn(session)
    try {
      return await applyPending(session, readMigrations(folder), { lockTimeoutMs, maxTries, pauseMs })
    } finally {
      await session.query('select pg_advisory_unlock($1)', [migrationLock])
    }
  })
}

/** Polls for the lock: a statement that waited for it would block an index that is built meanwhile. */
async function takeTurn(session: Session): Promise<void> {
  const tryLock = 'select pg_try_advisory_lock($1) as "isOurs"'
  while (!(await session.query<{ isOurs: boolean }>(tryLock, [migrationLock]))[0]?.isOurs) await wait(50)
}

/** The names of the migrations that this version comes with. */
export const listMigrationNames = (): string[] => migrationNames(migrationsFolder)

const migrationNames = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort()

type Migration = {
  name: string
  sql: string
  sha256: string
  isBreaking: boolean
  isInTransaction: boolean
}

type Patience = { lockTimeoutMs: number; maxTries: number; pauseMs: number }

function readMigrations(folder: string): Migration[] {
  return migrationNames(folder).map((name) => {
    const sql = readFileSync(`${folder}/${name}`, 'utf8')
    const sha256 = createHash('sha256').update(sql).digest('hex')
    const markers = markersOf(name, sql)
    return {
      name,
      sql,
      sha256,
      isBreaking: markers.includes('breaking'),
      isInTransaction: !markers.includes('without transaction'),
    }
  })
}

/** The lines `--! …` of a file. Throws for an unknown one: it was meant to change how the file is applied. */
function markersOf(name: string, sql: string): string[] {
  const markers = [...sql.matchAll(/^--!(.*)$/gm)].map(([, marker = '']) => marker.trim())
  const strange = markers.find((marker) => marker !== 'breaking' && marker !== 'without transaction')
  if (strange !== undefined)
    throw new Error(`The migration ${name} has a marker nobody knows: --! ${strange}`)
  return markers
}

async function applyPending(
  session: Session,
  migrations: Migration[],
  patience: Patience,
): Promise<MigrationReport> {
  const seen = await readSeen(session)
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = seen.filter(({ name }) => !known.has(name))
  const breaking = unknown.filter(({ isBreaking }) => isBreaking)
  if (breaking.length > 0) throw new DatabaseTooNew(breaking.map(({ name }) => name))
  const seenHash = new Map(seen.map(({ name, sha256 }) => [name, sha256]))
  const applied: string[] = []
  for (const migration of migrations) {
    const before = seenHash.get(migration.name)
    if (before === migration.sha256) continue
    if (before !== undefined)
      throw new Error(`The migration ${migration.name} was changed after it was applied.`)
    await applyWithPatience(session, migration, patience)
    applied.push(migration.name)
  }
  return { applied, unknown: unknown.map(({ name }) => name) }
}

type Seen = { name: string; sha256: string; isBreaking: boolean }

/** The migrations applied so far. Checks before it changes the table, since every start runs this. */
async function readSeen(session: Session): Promise<Seen[]> {
  const columns = await session.query<{ name: string }>(`
    select attname as name from pg_attribute
    where attrelid = to_regclass('schema_migrations') and attnum > 0 and not attisdropped`)
  if (!columns.some(({ name }) => name === 'is_breaking'))
    await session.runScript(`
      create table if not exists schema_migrations (
        name text primary key,
        sha256 text not null,
        applied_at timestamptz not null default now()
      );
      alter table schema_migrations add column if not exists is_breaking boolean not null default false`)
  return session.query<Seen>('select name, sha256, is_breaking as "isBreaking" from schema_migrations')
}

/** Retries while others hold a lock: between two tries, statements that queued up behind it go through. */
async function applyWithPatience(session: Session, migration: Migration, patience: Patience): Promise<void> {
  const { lockTimeoutMs, maxTries, pauseMs } = patience
  const apply = migration.isInTransaction ? applyInTransaction : applyByStatement
  for (let tries = 1; ; tries += 1) {
    try {
      return await apply(session, migration, lockTimeoutMs)
    } catch (error) {
      const { code, message } = error as Error & { code?: string }
      if (tries >= maxTries || !lockStates.includes(code ?? ''))
        throw new Error(`The migration ${migration.name} failed: ${message}`, { cause: error })
      await wait(Math.min(pauseMs * 2 ** (tries - 1), 5_000))
    }
  }
}

/** The SQLSTATEs of a lock that was not available in time, and of a deadlock. */
const lockStates = ['55P03', '40P01']

/** The file and the note that it was applied commit together. */
async function applyInTransaction(session: Session, migration: Migration, lockTimeoutMs: number) {
  try {
    await session.runScript(
      `begin;
      set local lock_timeout = ${lockTimeoutMs};
      set local statement_timeout = '${statementTimeout}';
      ${migration.sql}
      ;${noteOf(migration)}; commit;`,
    )
  } catch (error) {
    await session.runScript('rollback')
    throw error
  }
}

/**
 * Runs each statement by itself. An index that an earlier try left half built has its name but is unusable: it is
 * dropped and built again. Building one waits for running transactions and blocks nobody.
 */
async function applyByStatement(session: Session, migration: Migration, lockTimeoutMs: number) {
  await session.runScript(`set statement_timeout = '${statementTimeout}'`)
  try {
    for (const statement of migration.sql.split(/;\s*$/m).filter((text) => /^\s*[^-\s]/m.test(text))) {
      const index = /\bindex\s+concurrently\s+if\s+not\s+exists\s+(\w+)/i.exec(statement)?.[1]
      if (index !== undefined && (await isHalfBuilt(session, index)))
        await session.runScript(`drop index concurrently ${index}`)
      await session.runScript(`set lock_timeout = ${index === undefined ? lockTimeoutMs : 0}`)
      await session.runScript(statement)
    }
    await session.runScript(noteOf(migration))
  } finally {
    await session.runScript('reset statement_timeout; reset lock_timeout')
  }
}

async function isHalfBuilt(session: Session, index: string): Promise<boolean> {
  const found = await session.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  )
  return found.length > 0
}

/** Names and hashes need no quoting. */
const noteOf = ({ name, sha256, isBreaking }: Migration) =>
  `insert into schema_migrations (name, sha256, is_breaking) values ('${name}', '${sha256}', ${isBreaking})`
