import { setTimeout as wait } from 'node:timers/promises'
import { applyMigration, carryOver, type Patience } from './apply-migration.ts'
import {
  type LandedForm,
  listNamesBefore,
  type Migration,
  migrationsFolder,
  readLandedForms,
  readMigrations,
} from './migration-files.ts'
import type { OpenDatabase, Session } from './open-database.ts'
import { StartRefused } from './start-refused.ts'

/** Any number will do, as long as every process of every version takes the same one. */
const migrationLock = 7_265_747

export type MigrationReport = {
  applied: string[]
  /** Migrations in the database that this version does not know: a newer version applied them. */
  unknown: string[]
}

/** A newer version left the database in a form that this one cannot work with. */
export class DatabaseTooNew extends StartRefused {
  constructor(migrations: string[]) {
    super(
      'A newer version of Colis migrated this database so that this version would harm it ' +
        `(${migrations.join(', ')}). Start that version again, or restore a backup from before it.`,
    )
    this.name = 'DatabaseTooNew'
  }
}

/**
 * Applies the files of `folder` that the database has not seen, once each and in the order of their names;
 * safe when several processes start at once. A first line `--! breaking` says that earlier versions must not
 * run on the result; `--! without transaction` runs statements one by one, as `create index concurrently`
 * requires, and each of them must be repeatable. Comments and white space do not count. A folder among the
 * files is the baseline: a database that was migrated before there was one goes through the rest of `before/`
 * instead, from any form of those that ever landed (`before/landed.txt`), and is then taken as it is. Throws
 * StartRefused for any other form and when a migration fails, and DatabaseTooNew when a newer version applied
 * a breaking one.
 */
export function migrate(
  database: OpenDatabase,
  folder = migrationsFolder,
  { lockTimeoutMs = 2_000, maxTries = 30, pauseMs = 250 }: Partial<Patience> = {},
): Promise<MigrationReport> {
  return database.withSession(async (session) => {
    await takeTurn(session)
    try {
      return await applyPending(session, folder, { lockTimeoutMs, maxTries, pauseMs })
    } finally {
      // A connection that is lost has given it up.
      await session.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {})
    }
  })
}

/** Polls for the lock: a statement that waited for it would block an index that is built meanwhile. */
async function takeTurn(session: Session): Promise<void> {
  const tryLock = 'select pg_try_advisory_lock($1) as "isOurs"'
  while (!(await session.query<{ isOurs: boolean }>(tryLock, [migrationLock]))[0]?.isOurs) await wait(50)
}

async function applyPending(session: Session, folder: string, patience: Patience): Promise<MigrationReport> {
  const seen = await readSeen(session)
  const { migrations, landed } = readWay(folder, seen)
  const plan = migrations.map((migration) => ({ migration, form: findForm(migration, seen, landed) }))
  const known = new Set(plan.flatMap(({ migration, form }) => [migration.name, form?.nameThen]))
  const unknown = seen.filter(({ name }) => !known.has(name) && !listNamesBefore(folder).includes(name))
  const breaking = unknown.filter(({ isBreaking }) => isBreaking)
  if (breaking.length > 0) throw new DatabaseTooNew(breaking.map(({ name }) => name))
  const applied: string[] = []
  for (const { migration, form } of plan) {
    if (form === undefined) {
      await applyMigration(session, migration, patience)
      if (migration.sql !== '') applied.push(migration.name)
    } else if (form.sql !== '' || form.nameThen !== migration.name)
      await carryOver(session, migration, form, patience)
  }
  return { applied, unknown: unknown.map(({ name }) => name) }
}

/**
 * The migrations that lead a database to the present: from before the baseline there is a longer way, with
 * none of its SQL.
 */
function readWay(folder: string, seen: Seen[]): { migrations: Migration[]; landed: LandedForm[] } {
  const current = readMigrations(folder)
  const isSeen = ({ name }: Migration) => seen.some((row) => row.name === name)
  if (seen.length === 0 || !current.some((each) => each.isBaseline && !isSeen(each)))
    return { migrations: current, landed: [] }
  const before = `${folder}/before`
  const taken = current.map((each) => (each.isBaseline ? { ...each, sql: '', isBreaking: false } : each))
  return { migrations: [...readMigrations(before), ...taken], landed: readLandedForms(before) }
}

/**
 * The form in which a migration was applied, undefined where it was not. Throws StartRefused for one that
 * never landed.
 */
function findForm({ name, sha256 }: Migration, seen: Seen[], landed: LandedForm[]): LandedForm | undefined {
  const forms: LandedForm[] = [
    { name, nameThen: name, sha256, sql: '' },
    ...landed.filter((form) => form.name === name),
  ]
  const form = forms.find((each) =>
    seen.some((row) => row.name === each.nameThen && row.sha256 === each.sha256),
  )
  if (form === undefined && seen.some((row) => row.name === name))
    throw new StartRefused(
      `The migration ${name} was another when it was applied to this database than this version of Colis ` +
        'knows; nothing was changed. Start the version that ran on it last, or a newer one, or restore a backup.',
    )
  return form
}

type Seen = { name: string; sha256: string; isBreaking: boolean }

/** The migrations applied so far. Checks before it changes the table, since every start runs this. */
async function readSeen(session: Session): Promise<Seen[]> {
  const columns = await session.query<{ name: string }>(`
    select attname as name from pg_attribute
    where attrelid = to_regclass('schema_migrations') and attnum > 0 and not attisdropped`)
  const has = (column: string) => columns.some(({ name }) => name === column)
  if (columns.length > 0 && !has('sha256'))
    throw new StartRefused(
      'This database belongs to another program, whose table schema_migrations is of another form. ' +
        'Give Colis a database of its own in DATABASE_URL.',
    )
  if (!has('is_breaking'))
    await session.runScript(`
      create table if not exists schema_migrations (
        name text primary key,
        sha256 text not null,
        applied_at timestamptz not null default now()
      );
      alter table schema_migrations add column if not exists is_breaking boolean not null default false`)
  return session.query<Seen>('select name, sha256, is_breaking as "isBreaking" from schema_migrations')
}
