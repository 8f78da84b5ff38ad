import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { migrate } from '../src/base/database/migrate.ts'
import { openDatabase } from '../src/base/database/open-database.ts'
import { onServer } from './support/databases.ts'
import { openService, plainOrder, type TestService, type TestShop } from './support/open-service.ts'
import { type Cluster, startCluster } from './support/postgres-cluster.ts'
import { until } from './support/until.ts'

/** A primary and its synchronous standby, both named in the address of the database, the standby first. */
onServer(() => {
  let primary: Cluster
  let standby: Cluster
  let service: TestService
  let shop: TestShop
  const topics: string[] = []
  before(async () => {
    primary = await startCluster({ fsync: 'off' })
    standby = await startCluster({ fsync: 'off' }, primary)
    await runOn(primary, "alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()')
    const [first, second] = [standby, primary].map((cluster) => new URL(cluster.url('postgres')).host)
    const url = `postgres://colis@${first},${second}/postgres?target_session_attrs=read-write`
    const database = await openDatabase({ url, poolSize: 4, timeoutMs: 10_000, onError: () => {} })
    await migrate(database)
    service = await openService({ database, url })
    shop = await service.openShop()
    service.services.subscribe((topic) => topics.push(topic))
  })
  after(async () => {
    await service.close()
    await primary.remove()
    await standby.remove()
  })

  /** An order as a client makes it: under one key, whose answers are all kept. */
  async function orderOnce(key: string) {
    const { status, body, headers } = await shop.order(plainOrder, { 'idempotency-key': key })
    return { status, id: body.id as string, retryAfter: headers['retry-after'], code: body.code }
  }

  test('the primary dies and the standby is promoted: 503 meanwhile, then everything goes on, and nothing is lost', async () => {
    const before = await Promise.all(Array.from({ length: 10 }, (_, at) => orderOnce(`before-${at}`)))
    assert.deepEqual(
      before.map(({ status }) => status),
      before.map(() => 201),
    )

    await primary.control('stop', 'immediate')
    for (let time = 0; time < 3; time += 1) {
      const { status, retryAfter, code } = await orderOnce('meanwhile')
      assert.deepEqual([status, retryAfter !== undefined, code], [503, true, 'SERVICE_UNAVAILABLE'])
    }
    topics.length = 0
    await standby.control('promote')

    let order = await orderOnce('meanwhile')
    await until(async () => {
      order = await orderOnce('meanwhile')
      return order.status === 201
    }, 'an order after the promotion')
    for (const { id } of [...before, order]) {
      const { status, body } = await shop.get(`/deliveries/${id}`)
      assert.deepEqual([status, body.id], [200, id])
    }
    const rows = await service.services.db.selectFrom('deliveries').select('id').execute()
    assert.deepEqual(rows.map(({ id }) => id).sort(), [...before, order].map(({ id }) => id).sort())
    // Notices of changes are heard again, from the new primary.
    await until(() => topics.includes('all'), 'listening again')
  })
})

async function runOn(cluster: Cluster, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
