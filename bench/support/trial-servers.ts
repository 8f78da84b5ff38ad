import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../../src/base/database/migrate.ts'
import { openDatabase } from '../../src/base/database/open-database.ts'
import type { Cluster } from '../../test/support/postgres-cluster.ts'
import { mountSmallDisk } from '../../test/support/small-disk.ts'
import { leaveToTidyUp, startPostgres, temporaryFolder } from './processes.ts'

/** A PostgreSQL server of its own, migrated. */
export async function plainServer(settings: Record<string, string> = {}) {
  return migratedServer(await startPostgres(settings))
}

/** A primary and its synchronous standby, both in one address, migrated. */
export async function failingOver() {
  const primary = await startPostgres()
  const standby = await startPostgres({}, primary)
  const [first, second] = [primary, standby].map((cluster) => new URL(cluster.url('postgres')).host)
  const url = `postgres://colis@${first},${second}/postgres?target_session_attrs=read-write`
  await setting(primary, "synchronous_standby_names = '*'")
  await migrateAt(url)
  const close = async () => {
    await primary.remove()
    await standby.remove()
  }
  return { url, primary, standby, close }
}

/** A PostgreSQL server, migrated, whose disk can be filled. */
export async function serverOnSmallDisk() {
  const disk = mountDisk()
  const cluster = await startPostgres({ shared_buffers: '16MB', autovacuum: 'off' }, undefined, disk.folder)
  const server = await migratedServer(cluster)
  return { ...server, disk, close: () => server.close().then(disk.remove) }
}

/** It is unmounted whatever happens. */
function mountDisk() {
  const disk = mountSmallDisk(220)
  let isThere = true
  const remove = () => {
    if (isThere) disk.remove()
    isThere = false
  }
  leaveToTidyUp(async () => remove())
  return { ...disk, remove }
}

/** An embedded database, migrated. */
export const embedded = () => embeddedIn(temporaryFolder())

/** An embedded database, migrated, whose disk can be filled. */
export async function embeddedOnSmallDisk() {
  const disk = mountDisk()
  return { ...(await embeddedIn(disk.folder)), disk, close: async () => disk.remove() }
}

/** Runs statements on one connection beside the service. */
export async function asAdmin(cluster: Cluster, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Changes a setting of a server that runs, also while it only reads. */
export const setting = (cluster: Cluster, assignment: string): Promise<void> =>
  asAdmin(
    cluster,
    'set default_transaction_read_only = off',
    `alter system set ${assignment}`,
    'select pg_reload_conf()',
  )

async function migratedServer(cluster: Cluster) {
  const url = cluster.url('postgres')
  await migrateAt(url)
  return { url, cluster, close: cluster.remove }
}

async function embeddedIn(parent: string) {
  const url = `file:${join(parent, 'colis')}`
  await migrateAt(url)
  return { url, close: async () => {} }
}

async function migrateAt(url: string): Promise<void> {
  const database = await openDatabase({ url, poolSize: 1, timeoutMs: 10_000, onError: () => {} })
  await migrate(database)
  await database.close()
}
