import pg from 'pg'
import { migrate } from '../../src/base/database/migrate.ts'
import { openDatabase } from '../../src/base/database/open-database.ts'
import { startCluster } from '../../test/support/postgres-cluster.ts'

/** A PostgreSQL server of its own, migrated. */
export async function plainServer() {
  const cluster = await startCluster()
  const url = cluster.url('postgres')
  await migrateAt(url)
  return { url, close: cluster.remove }
}

/** A primary and its synchronous standby, both in one address, migrated. */
export async function failingOver() {
  const primary = await startCluster()
  const standby = await startCluster({}, primary)
  const [first, second] = [primary, standby].map((cluster) => new URL(cluster.url('postgres')).host)
  const url = `postgres://colis@${first},${second}/postgres?target_session_attrs=read-write`
  const client = new pg.Client({ connectionString: primary.url('postgres') })
  await client.connect()
  await client.query("alter system set synchronous_standby_names = '*'")
  await client.query('select pg_reload_conf()')
  await client.end()
  await migrateAt(url)
  const close = async () => {
    await primary.remove()
    await standby.remove()
  }
  return { url, primary, standby, close }
}

async function migrateAt(url: string): Promise<void> {
  const database = await openDatabase({ url, poolSize: 1, timeoutMs: 10_000, onError: () => {} })
  await migrate(database)
  await database.close()
}
