import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { migrate } from '../src/base/database/migrate.ts'
import { openDatabase } from '../src/base/database/open-database.ts'
import { drillBlocks, openBackupDrill, restoredBeside } from './support/backup-drill.ts'
import { onServer } from './support/databases.ts'
import { openService, plainOrder, type TestService, type TestShop } from './support/open-service.ts'
import { type Cluster, startCluster } from './support/postgres-cluster.ts'
import { until } from './support/until.ts'

/** The drill of docs/operating/backup.md, typed block by block. */
onServer(() => {
  let cluster: Cluster
  let service: TestService
  let shop: TestShop
  let type: ReturnType<typeof openBackupDrill>
  const folder = mkdtempSync(join(tmpdir(), 'colis-backup-'))
  before(async () => {
    cluster = await startCluster({ fsync: 'off' })
    const url = cluster.url('postgres')
    const database = await openDatabase({ url, poolSize: 4, timeoutMs: 10_000, onError: () => {} })
    await migrate(database)
    service = await openService({ database, url })
    shop = await service.openShop()
    type = openBackupDrill(cluster, folder)
  })
  after(async () => {
    await service.close()
    await cluster.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  const ask = async (statement: string): Promise<Record<string, unknown>> => {
    const client = new pg.Client({ connectionString: cluster.url('postgres') })
    await client.connect()
    const { rows } = await client.query(statement)
    await client.end()
    return rows[0]
  }

  /** An order, made again while the database is started anew. */
  async function order(key: string) {
    await until(
      async () => (await shop.order(plainOrder, { 'idempotency-key': `order-${key}` })).status === 201,
      `the order ${key}`,
    )
  }

  test('a copy and a moment are restored as the guide says, with all that was acknowledged by then', async () => {
    const { copy, archive, base, restore } = drillBlocks()
    await order('before')
    await type(`mkdir -p "$BACKUP"\n${copy}`, { DRILL_URL: cluster.url('colis_drill') })

    await type(archive)
    await cluster.control('restart')
    await type(base)
    await order('kept')
    const { moment } = await ask('select now()::text as moment')
    await order('lost')
    const { last } = await ask('select pg_walfile_name(pg_switch_wal()) as last')
    await until(
      async () =>
        String((await ask('select last_archived_wal from pg_stat_archiver')).last_archived_wal) >= `${last}`,
      'the archive',
    )

    const restored = await restoredBeside(cluster, folder, restore)
    const typed = await type(restored.code, {
      DRILL_URL: restored.url,
      RESTORED: join(folder, 'restored'),
      MOMENT: String(moment),
    })
    assert.match(typed, /^ +2 \| /m)
  })
})
