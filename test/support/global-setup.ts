import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { openEmbeddedDatabase } from '../../src/base/database/embedded-database.ts'
import { migrate } from '../../src/base/database/migrate.ts'
import { openDatabase } from '../../src/base/database/open-database.ts'
import { type Cluster, postgresPrograms, startCluster } from './postgres-cluster.ts'

/**
 * Once for all test files: a PostgreSQL server with a migrated template, a migrated folder of the embedded database, and,
 * where tests open that in their own process, its snapshot. Where PostgreSQL is not installed what needs a server is
 * skipped, except in CI.
 */
let cluster: Cluster | undefined
let folder: string | undefined

export async function globalSetup(): Promise<void> {
  const hasServer = postgresPrograms() !== undefined
  if (!hasServer && process.env.CI)
    throw new Error('CI runs the suite on PostgreSQL: apt-get install postgresql')
  folder = mkdtempSync(join(tmpdir(), 'colis-tests-'))
  await Promise.all([hasServer && startServer(), migrateFolder(folder)])
  process.env.TEST_MIGRATED_FOLDER = folder
  if (!hasServer || process.env.TEST_ALL) process.env.TEST_SNAPSHOT = await writeSnapshot(folder)
}

export async function globalTeardown(): Promise<void> {
  await cluster?.remove()
  if (folder) rmSync(folder, { recursive: true, force: true })
}

async function migrateFolder(folder: string): Promise<void> {
  const migrated = await openEmbeddedDatabase({ folder })
  await migrate(migrated)
  await migrated.close()
}

/** The migrated database of a folder as one file, to start others from; returns its path. */
async function writeSnapshot(folder: string): Promise<string> {
  const pglite = await PGlite.create(join(folder, 'database'))
  const snapshot = await pglite.dumpDataDir('none')
  await pglite.close()
  const path = join(folder, 'snapshot.tar')
  writeFileSync(path, Buffer.from(await snapshot.arrayBuffer()))
  return path
}

async function startServer(): Promise<void> {
  cluster = await startCluster({ fsync: 'off' })
  const admin = new pg.Client({ connectionString: cluster.url('postgres') })
  await admin.connect()
  await admin.query('create database colis_template')
  await admin.end()
  const template = await openDatabase({
    url: cluster.url('colis_template'),
    poolSize: 1,
    timeoutMs: 10_000,
    onError: () => {},
  })
  await migrate(template)
  await template.close()
  process.env.TEST_POSTGRES_URL = cluster.url('')
}
