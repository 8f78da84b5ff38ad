import { openAsBlob } from 'node:fs'
import { describe } from 'node:test'
import pg from 'pg'
import { openEmbeddedDatabase } from '../../src/base/database/embedded-database.ts'
import { type OpenDatabase, openDatabase } from '../../src/base/database/open-database.ts'

/** A migrated, empty database of its own. */
export type TestDatabase = { database: OpenDatabase; url: string }
export type OpenTestDatabase = () => Promise<TestDatabase>

/** Why tests on a PostgreSQL server are skipped here; false where they run. */
export const skipServer: string | false = process.env.TEST_POSTGRES_URL
  ? false
  : 'PostgreSQL is not installed here (apt-get install postgresql); CI always runs this half'

/** Registers tests once for the embedded database and once for a PostgreSQL server. */
export function onEachDatabase(register: (open: OpenTestDatabase) => void): void {
  describe('on the embedded database', () => register(openEmbedded))
  onServer(register)
}

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

/** An embedded database from the snapshot. */
export async function openEmbedded(): Promise<TestDatabase> {
  const snapshot = process.env.TEST_SNAPSHOT
  if (!snapshot)
    throw new Error('Run tests with npm test: test/support/global-setup.ts prepares their databases.')
  return { database: await openEmbeddedDatabase({ snapshot: await openAsBlob(snapshot) }), url: 'memory:' }
}

let made = 0

/** A database of its own on the test server. */
export const openOnServer = async (): Promise<TestDatabase> => openAt(await createServerDatabase())

const openAt = async (url: string): Promise<TestDatabase> => ({
  url,
  database: await openDatabase({ url, poolSize: 10, timeoutMs: 5_000, onError: () => {} }),
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
