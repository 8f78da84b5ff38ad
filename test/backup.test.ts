import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import pg from 'pg'
import { migrate } from '../src/base/database/migrate.ts'
import { openDatabase } from '../src/base/database/open-database.ts'
import { onServer } from './support/databases.ts'
import { openService, plainOrder, type TestService, type TestShop } from './support/open-service.ts'
import { type Cluster, freePort, postgresPrograms, startCluster } from './support/postgres-cluster.ts'
import { until } from './support/until.ts'

/** The drill of docs/operating/backup.md, typed block by block. */
const blocks = [
  ...readFileSync('docs/operating/backup.md', 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm),
].map(([, code = '']) => code)

onServer(() => {
  let cluster: Cluster
  let service: TestService
  let shop: TestShop
  const folder = mkdtempSync(join(tmpdir(), 'colis-backup-'))
  before(async () => {
    cluster = await startCluster({ fsync: 'off' })
    const url = cluster.url('postgres')
    const database = await openDatabase({ url, poolSize: 4, timeoutMs: 10_000, onError: () => {} })
    await migrate(database)
    service = await openService({ database, url })
    shop = await service.openShop()
    if (process.getuid?.() === 0) execFileSync('chown', ['postgres', folder])
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

  /** Types a block as the user of the server does. */
  async function type(code: string | undefined, env: Record<string, string>): Promise<string> {
    const script = `set -euo pipefail
      npm() { shift 3; (cd '${process.cwd()}' && '${process.execPath}' --import ./src/node-version.js src/cli/colis.ts "$@"); }
      ${code}`
    const [program = '', ...args] =
      process.getuid?.() === 0
        ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', 'bash', '-c', script]
        : ['bash', '-c', script]
    const { stdout } = await promisify(execFile)(program, args, {
      cwd: folder,
      env: {
        PATH: `${postgresPrograms()}:${process.env.PATH}`,
        LC_ALL: 'C.UTF-8',
        DATABASE_URL: cluster.url('postgres'),
        DATA_FOLDER: join(folder, 'data'),
        BACKUP: join(folder, 'backup'),
        ...env,
      },
    }).catch((error: { stdout: string; stderr: string }) => assert.fail(`${error.stdout}\n${error.stderr}`))
    return stdout
  }

  test('a copy and a moment are restored as the guide says, with all that was acknowledged by then', async () => {
    assert.equal(blocks.length, 4)
    const [copy, archive, base, restore] = blocks
    await order('before')
    await type(`mkdir -p "$BACKUP"\n${copy}`, { DRILL_URL: cluster.url('colis_drill') })

    await type(archive, {})
    await cluster.control('restart')
    await type(base, {})
    await order('kept')
    const { moment } = await ask('select now()::text as moment')
    await order('lost')
    const { last } = await ask('select pg_walfile_name(pg_switch_wal()) as last')
    await until(
      async () =>
        String((await ask('select last_archived_wal from pg_stat_archiver')).last_archived_wal) >= `${last}`,
      'the archive',
    )

    const port = await freePort()
    const restored = `-p ${port} -c unix_socket_directories=${folder} -c max_connections=200`
    const typed = await type(restore?.replace('-p 5433', restored), {
      DRILL_URL: cluster.url('postgres').replace(/:\d+\//, `:${port}/`),
      RESTORED: join(folder, 'restored'),
      MOMENT: String(moment),
    })
    assert.match(typed, /^ +2 \| /m)
  })
})
