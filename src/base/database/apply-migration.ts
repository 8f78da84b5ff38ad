import { setTimeout as wait } from 'node:timers/promises'
import type { Migration } from './migration-files.ts'
import type { Session } from './open-database.ts'
import { StartRefused } from './start-refused.ts'

/** How often a migration that found its tables locked is tried, and how long the first pause is. */
export type Patience = { lockTimeoutMs: number; maxTries: number; pauseMs: number }

/** Enough for any index; what takes longer is stuck, and a person must look at it. */
const statementTimeout = '1h'

/** The SQLSTATEs of a lock that was not available in time, and of a deadlock. */
const lockStates = ['55P03', '40P01']

/**
 * Applies one migration and notes it. Retries while others hold a lock: between two tries, statements that
 * queued up behind it go through. Throws StartRefused.
 */
export async function applyMigration(
  session: Session,
  migration: Migration,
  patience: Patience,
): Promise<void> {
  const note = noteOf(migration)
  await withPatience(migration.name, patience, (lockTimeoutMs) =>
    migration.isInTransaction
      ? runInTransaction(session, `${migration.sql}\n;${note}`, lockTimeoutMs)
      : applyByStatement(session, migration, lockTimeoutMs),
  )
}

/**
 * Has a database that knows a migration by another name, or by a form that executed something else, know it
 * as it is now; `sql` makes up for the difference.
 */
export async function carryOver(
  session: Session,
  { name, sha256 }: Migration,
  { nameThen, sql }: { nameThen: string; sql: string },
  patience: Patience,
): Promise<void> {
  const note = `
    update schema_migrations set name = '${name}', sha256 = '${sha256}'
    where name = '${nameThen}'`
  await withPatience(name, patience, (lockTimeoutMs) =>
    runInTransaction(session, `${sql}\n;${note}`, lockTimeoutMs),
  )
}

async function withPatience(
  name: string,
  { lockTimeoutMs, maxTries, pauseMs }: Patience,
  work: (lockTimeoutMs: number) => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work(lockTimeoutMs)
    } catch (error) {
      const { code = '', message = 'the database ended' } = (error ?? {}) as {
        code?: string
        message?: string
      }
      if (tries >= maxTries || !lockStates.includes(code))
        throw new StartRefused(`The migration ${name} failed: ${message}`, { cause: error })
      await wait(Math.min(pauseMs * 2 ** (tries - 1), 5_000))
    }
  }
}

/** The statements and the note that they were applied commit together. */
async function runInTransaction(session: Session, sql: string, lockTimeoutMs: number): Promise<void> {
  try {
    await session.runScript(
      `begin;
      set local lock_timeout = ${lockTimeoutMs};
      set local statement_timeout = '${statementTimeout}';
      ${sql}; commit;`,
    )
  } catch (error) {
    // A database that ended in between cannot, and need not.
    await session.runScript('rollback').catch(() => {})
    throw error
  }
}

/**
 * Runs each statement by itself. An index that an earlier try left half built has its name but is unusable:
 * it is dropped and built again. Building one waits for running transactions and blocks nobody.
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
    await session.runScript('reset statement_timeout; reset lock_timeout').catch(() => {})
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
