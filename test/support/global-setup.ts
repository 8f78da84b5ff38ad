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
 * Once for all test files: a PostgreSQL server with a migrated template, and, where tests run on the embedded database, a
 * snapshot of a migrated one. Where PostgreSQL is not installed what needs a server is skipped, except in CI.
 */
let cluster: Cluster | undefined
let folder: string | undefined

export async function globalSetup(): Promise<void> {
  if (postgresPrograms()) await startServer()
  else if (process.env.CI) throw new Error('CI runs the suite on PostgreSQL: apt-get install postgresql')
  if (cluster && !process.env.TEST_ALL) return
  folder = mkdtempSync(join(tmpdir(), 'colis-tests-'))
  process.env.TEST_SNAPSHOT = await writeSnapshot(folder)
}

export async function globalTeardown(): Promise<void> {
  await cluster?.remove()
  if (folder) rmSync(folder, { recursive: true, force: true })
}

/** A migrated embedded database as one file, to start others from; returns its path. */
async function writeSnapshot(folder: string): Promise<string> {
  const migrated = await openEmbeddedDatabase({ folder })
  await migrate(migrated)
  await migrated.close()
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
