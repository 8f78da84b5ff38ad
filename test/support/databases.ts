import { cpSync, openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { describe } from 'node:test'
import pg from 'pg'
import { openEmbeddedDatabase } from '../../src/base/database/embedded-database.ts'
import { migrate } from '../../src/base/database/migrate.ts'
import { type OpenDatabase, openDatabase } from '../../src/base/database/open-database.ts'
import { refuseSecondHandle } from './one-handle.ts'
import './sent-statements.ts'

refuseSecondHandle()

/** A migrated, empty database of its own. */
export type TestDatabase = { database: OpenDatabase; url: string }
export type OpenTestDatabase = () => Promise<TestDatabase>

/** Why tests on a PostgreSQL server are skipped here; false where they run. */
export const skipServer: string | false = process.env.TEST_POSTGRES_URL
  ? false
  : 'PostgreSQL is not installed here (apt-get install postgresql); CI always runs this half'

/** Whether everything runs on both databases (`npm run test:all`). */
export const isWholeSuite = process.env.TEST_ALL === 'true'

/**
 * Registers tests for a PostgreSQL server; in the whole suite for the embedded database too, and for that alone where no
 * server is installed. What the dialect could break is seen in either case: `statements-on-both.test.ts` prepares on
 * the embedded database what the suite sent to the server.
 */
export function onEachDatabase(register: (open: OpenTestDatabase) => void): void {
  if (isWholeSuite || skipServer) describe('on the embedded database', () => register(openEmbedded))
  onServer(register)
}

/** For tests that run on one database: a server where one is installed, and the embedded one in the whole suite. */
export const openAny: OpenTestDatabase = () => (isWholeSuite || skipServer ? openEmbedded() : openOnServer())

/** Registers tests once for an embedded database and once for one on a server, both without any table. */
export function onEachEmptyDatabase(register: (open: OpenTestDatabase) => void): void {
  describe('on the embedded database', () =>
    register(async () => ({ database: await openEmbeddedDatabase({}), url: 'memory:' })))
  describe('on a PostgreSQL server', { skip: skipServer }, () => {
    if (!skipServer) register(async () => openAt(await createServerDatabase('empty')))
  })
}

/** Registers tests for a PostgreSQL server alone: races mean something only there. */
export function onServer(register: (open: OpenTestDatabase) => void): void {
  describe('on a PostgreSQL server', { skip: skipServer }, () => {
    if (!skipServer) register(openOnServer)
  })
}

/** An embedded database, from the snapshot where there is one. */
export async function openEmbedded(): Promise<TestDatabase> {
  const snapshot = process.env.TEST_SNAPSHOT
  const database = await openEmbeddedDatabase(snapshot ? { snapshot: await openAsBlob(snapshot) } : {})
  if (!snapshot) await migrate(database)
  return { database, url: 'memory:' }
}

/**
 * Puts a migrated database into a data folder, for a service that is started on it: to make its own takes that service five
 * seconds of the processor.
 */
export function fillDataFolder(folder: string): void {
  const filled = process.env.TEST_MIGRATED_FOLDER
  if (filled) cpSync(join(filled, 'database'), join(folder, 'database'), { recursive: true })
}

let made = 0

/** A database of its own on the test server. */
export const openOnServer = async (): Promise<TestDatabase> => openAt(await createServerDatabase())

const openAt = async (url: string): Promise<TestDatabase> => ({
  url,
  database: await openDatabase({ url, poolSize: 10, timeoutMs: 60_000, onError: () => {} }),
})

/** The address of a new database, copied from the migrated template or empty. */
export async function createServerDatabase(template: 'migrated' | 'empty' = 'migrated'): Promise<string> {
  const server = process.env.TEST_POSTGRES_URL
  if (!server) throw new Error('There is no test server.')
  const name = `test_${process.pid}_${++made}`
  const admin = new pg.Client({ connectionString: `${server}postgres` })
  await admin.connect()
  // Copying locks the template: other files wait their turn.
  await admin.query('select pg_advisory_lock(1)')
  await admin.query(
    `create database ${name} template ${template === 'migrated' ? 'colis_template' : 'template0'}`,
  )
  await admin.end()
  return `${server}${name}`
}
