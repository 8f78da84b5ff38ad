import { sql } from 'kysely'
import { migrate } from '../migrate.ts'
import type { OpenDatabase, Trx } from '../open-database.ts'
import { StartRefused } from '../start-refused.ts'
import { type CopiedTable, readTables } from './copied-tables.ts'
import { copyNumbering, copyRows } from './copy-rows.ts'
import { holdOffChecks } from './hold-off-checks.ts'
import { readSameTables, refuseFilled, refuseOtherVersion, refuseRunning } from './refuse-copy.ts'
import { readDigest } from './table-digest.ts'

/**
 * Copies a whole database into an empty one, embedded or on a server, in either direction (decision 396).
 * `copy-rows.ts` says how a row gets across, `hold-off-checks.ts` what is switched off meanwhile, and
 * `refuse-copy.ts` what is not copied.
 */
type DatabaseCopy = {
  from: OpenDatabase
  to: OpenDatabase
  /** Tables that have rows before anybody has used a service: those of the target are replaced. */
  spared: readonly string[]
  /** Looks at the source, which does not change meanwhile, and throws where it is not to be copied. */
  check(source: Trx): Promise<void>
  /** Changes the copy once it is proven to be the same, before anybody else sees it. */
  settle(target: Trx): Promise<void>
}

/** How many rows of a table were copied. */
export type CopiedRows = { table: string; rows: number }

/**
 * Copies every row, and proves that both databases then read the same. It is one transaction of the target: a
 * copy that fails, or whose process is killed, leaves that as empty as before. The source is only read, as it
 * is at one moment. Throws StartRefused.
 */
export async function copyDatabase({ from, to, spared, check, settle }: DatabaseCopy): Promise<CopiedRows[]> {
  const copied = await from.db.transaction().execute(async (source) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(source)
    await useForms(source)
    await refuseOtherVersion(source)
    await check(source)
    await prepareTarget(to, spared)
    return to.db.transaction().execute(async (target) => {
      await useForms(target)
      const tables = await readSameTables(source, target)
      const all = sql.join(tables.map(({ name }) => sql.id(name)))
      await sql`lock table ${all} in access exclusive mode`.execute(target)
      await refuseFilled(target, tables, spared)
      await holdOffChecks(target, tables, async () => {
        for (const name of spared) await sql`delete from ${sql.id(name)}`.execute(target)
        for (const table of tables) {
          await copyRows(source, target, table)
          await copyNumbering(source, target, table)
        }
      })
      const rows = await proveSame(source, target, tables)
      await settle(target)
      return rows
    })
  })
  await to.withSession((session) => session.runScript('analyze'))
  return copied
}

/** Nothing is migrated that has anything in it, or that a service works on. */
async function prepareTarget(to: OpenDatabase, spared: readonly string[]): Promise<void> {
  await to.db.transaction().execute(async (target) => {
    await refuseRunning(to, target, 'target')
    await refuseFilled(target, await readTables(target), spared)
  })
  await migrate(to)
}

/** The form in which values are written as texts, and no bounds: what reads everything takes its time. */
const forms = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  enable_seqscan: 'on',
}

async function useForms(trx: Trx): Promise<void> {
  for (const [name, value] of Object.entries(forms))
    await sql`select set_config(${name}, ${value}, true)`.execute(trx)
}

async function proveSame(source: Trx, target: Trx, tables: readonly CopiedTable[]): Promise<CopiedRows[]> {
  const copied: CopiedRows[] = []
  for (const table of tables) {
    const [there, here] = [await readDigest(source, table), await readDigest(target, table)]
    if (there.rows !== here.rows || there.digest !== here.digest)
      throw new StartRefused(
        `The copy of ${table.name} (${here.rows} rows) does not read as the source (${there.rows} rows), ` +
          'so nothing was kept. A server must have the encoding UTF8.',
      )
    copied.push({ table: table.name, rows: here.rows })
  }
  return copied
}
