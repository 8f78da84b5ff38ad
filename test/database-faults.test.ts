import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { startBackground } from '../src/app.ts'
import type { Loop } from '../src/base/background/loop.ts'
import { logOutage } from '../src/base/database/log-outage.ts'
import { migrate } from '../src/base/database/migrate.ts'
import { openDatabase } from '../src/base/database/open-database.ts'
import { alertLimitsOf } from '../src/domain/monitoring/alerts/alert-rules.ts'
import { judgedHealth } from '../src/domain/monitoring/health/health-judgement.ts'
import { readHealth } from '../src/domain/monitoring/health/read-health.ts'
import { watchedModules } from '../src/modules.ts'
import { type ColisProcess, runColis, startColis } from './support/colis-process.ts'
import { fillDataFolder, skipServer } from './support/databases.ts'
import {
  type Answer,
  east,
  openService,
  plainOrder,
  type TestService,
  type TestShop,
} from './support/open-service.ts'
import { type Cluster, startCluster } from './support/postgres-cluster.ts'
import { mountSmallDisk, type SmallDisk, skipSmallDisk } from './support/small-disk.ts'
import { until } from './support/until.ts'

const unavailable = {
  statusCode: 503,
  code: 'SERVICE_UNAVAILABLE',
  message:
    'Le service est momentanément indisponible. Renvoyez la même requête, avec le même Idempotency-Key.',
}
const quote = { dropoff: east, parcelSize: 'SMALL', paymentMode: 'PREPAID' }

let keys = 0
const nextKey = () => `fault-order-${++keys}`

/** What a shop learnt of its orders: the id of each that was acknowledged, by its Idempotency-Key. */
type Ordered = { made: Map<string, string>; refusedKey: string; refusal: Answer }

/** Orders until an order is refused: the first may still find room in pages that are there. */
async function orderUntilRefused(order: (key: string) => Promise<Answer>): Promise<Ordered> {
  const made = new Map<string, string>()
  let refused: { refusedKey: string; refusal: Answer } | undefined
  await until(async () => {
    const key = nextKey()
    const answer = await order(key)
    if (answer.status === 201) made.set(key, answer.body.id)
    else refused = { refusedKey: key, refusal: answer }
    return refused !== undefined
  }, 'an order that is refused')
  assert.ok(refused)
  return { made, ...refused }
}

describe('while the database server cannot be written', { skip: skipServer, timeout: 400_000 }, () => {
  let disk: SmallDisk | undefined
  let cluster: Cluster
  let admin: pg.Client
  let service: TestService
  let shop: TestShop
  let loops: Loop[]
  const outages: { level: string; msg: string }[] = []

  before(async () => {
    disk = skipSmallDisk ? undefined : mountSmallDisk(220)
    cluster = await startCluster({ shared_buffers: '16MB', autovacuum: 'off' }, undefined, disk?.folder)
    admin = new pg.Client({ connectionString: cluster.url('postgres') })
    admin.on('error', () => {})
    await admin.connect()
    await admin.query('create database colis')
    const line = (level: string) => (_: object, msg: string) => void outages.push({ level, msg })
    const database = await openDatabase({
      url: cluster.url('colis'),
      poolSize: 5,
      timeoutMs: 2_500,
      onError: () => {},
      onOutage: logOutage({ warn: line('warn'), error: line('error') }),
    })
    await migrate(database)
    service = await openService(
      { database, url: cluster.url('colis') },
      { DATABASE_TIMEOUT_MS: '2500', ALERT_DISK_FREE_PERCENT: '0', LOG_LEVEL: 'warn' },
    )
    shop = await service.openShop()
    loops = await startBackground(service.services)
  })
  after(async () => {
    disk?.free()
    await Promise.all((loops ?? []).map((loop) => loop.stop()))
    await service?.close()
    await admin?.end()
    await cluster?.remove()
    disk?.remove()
  })
  afterEach(async () => {
    await until(() => service.services.database.outages.current() === undefined, 'the end of the outage')
    outages.splice(0)
    service.logged.splice(0)
  })

  const order = (key: string) => shop.order({ externalRef: key }, { 'idempotency-key': key })
  const ready = () => service.call({ url: '//health/ready' })
  const isReady = async (status: number) => (await ready()).status === status

  async function assertCannotBeWritten(reason: string): Promise<Ordered> {
    const ordered = await orderUntilRefused(order)
    const { status, body, headers } = ordered.refusal
    assert.deepEqual(
      { status, body, retryAfter: headers['retry-after'] },
      {
        status: 503,
        body: unavailable,
        retryAfter: '2',
      },
    )
    await until(() => isReady(503), 'the service not to be ready')
    const answer = await ready()
    assert.deepEqual([answer.body, answer.headers['retry-after']], [unavailable, '2'])
    assert.equal((await shop.post('/quotes', quote)).status, 200)
    assert.equal((await shop.get('/deliveries')).status, 200)
    const { services } = service
    const health = await readHealth({ ...services, watched: watchedModules(services) })
    assert.equal(health.database.unwritable, reason)
    assert.equal(judgedHealth(health, alertLimitsOf(services.rules.current())).database, 'ACT')
    return ordered
  }

  /** Every order that was acknowledged is there once, and one that was refused can be made, once. */
  async function assertNothingLost({ made, refusedKey }: Ordered): Promise<void> {
    await until(() => isReady(200), 'the service to be ready')
    await until(async () => (await order(refusedKey)).status === 201, 'the order that was refused')
    assert.equal((await order(refusedKey)).headers['idempotent-replayed'], 'true')
    const rows = await service.services.db
      .selectFrom('deliveries')
      .select(['id', 'external_ref'])
      .where('external_ref', 'in', [...made.keys(), refusedKey])
      .execute()
    assert.equal(rows.length, made.size + 1)
    for (const [key, id] of made) assert.equal(rows.find((row) => row.external_ref === key)?.id, id)
    const events = await service.services.db
      .selectFrom('events')
      .select('delivery_id')
      .where('type', '=', 'delivery.created')
      .where(
        'delivery_id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
    assert.equal(events.length, rows.length)
    await until(async () => (await unread()) === 0, 'every event to be consumed')
    assert.deepEqual(await service.services.db.selectFrom('parked_events').selectAll().execute(), [])
  }

  async function unread(): Promise<number> {
    const { services } = service
    const { eventLog } = await readHealth({ ...services, watched: watchedModules(services) })
    return eventLog.unsequenced + eventLog.consumers.reduce((sum, { behind }) => sum + behind, 0)
  }

  /** Nothing but the two lines of the outage, and a line for each request that was refused. */
  async function assertTwoLines(level: string, begins: RegExp): Promise<void> {
    await until(() => outages.length >= 2, 'the end of the outage')
    assert.deepEqual(
      outages.map((line) => line.level),
      [level, 'warn'],
    )
    assert.match(outages[0]?.msg ?? '', begins)
    assert.equal(outages[1]?.msg, 'The database can be used again.')
    const others = service.logged.map((line) => JSON.parse(line).msg).filter((msg) => msg !== 'refused')
    assert.deepEqual(others, [])
  }

  test('a full disk refuses what writes, serves what reads, and loses nothing', {
    skip: skipSmallDisk,
  }, async () => {
    disk?.fill()
    const ordered = await assertCannotBeWritten('FULL')
    disk?.free()
    await assertNothingLost(ordered)
    await assertTwoLines('error', /^The disk of the database is full: free some space\./)
  })

  test('a database that only reads refuses what writes, serves what reads, and loses nothing', async () => {
    await setReadOnly('on')
    const ordered = await assertCannotBeWritten('READ_ONLY')
    await setReadOnly('off')
    await assertNothingLost(ordered)
    await assertTwoLines('error', /^The database takes no writes: see which server is the primary\./)
  })

  test('connections to a server that only reads are replaced, those that only read as well', async () => {
    // What is opened meanwhile goes on only reading, as a connection to a former primary does.
    await admin.query('alter role colis set default_transaction_read_only = on')
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'colis' and pid <> pg_backend_pid()`,
    )
    const { refusedKey } = await orderUntilRefused(order)
    await Promise.all(Array.from({ length: 5 }, () => shop.get('/deliveries')))
    await admin.query('alter role colis reset default_transaction_read_only')

    await until(async () => (await order(refusedKey)).status === 201, 'the order')
    await until(async () => {
      const modes = await Promise.all(Array.from({ length: 20 }, () => readOnlyMode()))
      return modes.every((mode) => mode === 'off')
    }, 'every connection to write')
  })

  test('who cancels while columns are added to deliveries is answered, on every connection', async () => {
    const { database } = service.services
    const alter = (change: string) =>
      database.withSession(({ runScript }) => runScript(`alter table deliveries ${change}`))
    const orders = await Promise.all(Array.from({ length: 15 }, () => order(nextKey())))
    const cancelled = (from: number) =>
      Promise.all(
        orders.slice(from, from + 5).map(async ({ body }) => {
          const answer = await shop.post(`/deliveries/${body.id}/cancel`, {})
          return answer.status
        }),
      )
    const all = [200, 200, 200, 200, 200]
    assert.deepEqual(await cancelled(0), all)
    await alter('add column added_meanwhile text')
    try {
      assert.deepEqual(await cancelled(5), all)
    } finally {
      await alter('drop column added_meanwhile')
    }
    assert.deepEqual(await cancelled(10), all)
  })

  test('memory, disk and damage of one statement alone are 503, and leave the rest alone', async () => {
    for (const code of ['53200', '58030', 'XX001']) {
      await admin.query('select 1')
      const { database } = service.services
      await database.withSession(({ runScript }) =>
        runScript(`
          create or replace function fails() returns trigger language plpgsql as
            $$ begin raise exception 'it fails' using errcode = '${code}'; end $$;
          create trigger fails before insert on pickup_addresses for each row execute function fails();
        `),
      )
      try {
        const answer = await shop.post('/pickup-addresses', east)
        assert.deepEqual([answer.status, answer.body, answer.headers['retry-after']], [503, unavailable, '2'])
        await until(async () => (await order(nextKey())).status === 201, 'an order beside it')
      } finally {
        await database.withSession(({ runScript }) => runScript('drop function fails cascade'))
      }
    }
  })

  async function readOnlyMode(): Promise<string | undefined> {
    const { rows } = await sql<{ transaction_read_only: string }>`show transaction_read_only`.execute(
      service.services.db,
    )
    return rows[0]?.transaction_read_only
  }

  async function setReadOnly(value: 'on' | 'off'): Promise<void> {
    await admin.query('set default_transaction_read_only = off')
    await admin.query(`alter system set default_transaction_read_only = ${value}`)
    await admin.query('select pg_reload_conf()')
  }
})

describe('the embedded database on a full disk', { skip: skipSmallDisk, timeout: 400_000 }, () => {
  let disk: SmallDisk
  let env: Record<string, string>
  let colis: ColisProcess
  let apiKey: string
  before(async () => {
    disk = mountSmallDisk(220)
    fillDataFolder(`${disk.folder}/colis`)
    env = { DATABASE_URL: `file:${disk.folder}/colis`, RATE_LIMIT_PER_SECOND: '0', LOG_LEVEL: 'warn' }
    colis = await startColis(env)
    await colis.ready
    apiKey = /colis_live_\w{38}/.exec(colis.stdout())?.[0] ?? ''
  })
  after(async () => {
    colis.child.kill('SIGKILL')
    await colis.ended
    disk.remove()
  })

  async function call(path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(`${colis.url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...init.headers },
    })
    return {
      status: response.status,
      body: await response.json(),
      headers: Object.fromEntries(response.headers),
    }
  }
  const order = (key: string) =>
    call('/api/v1/partner/deliveries', {
      method: 'POST',
      headers: { 'idempotency-key': key },
      body: JSON.stringify({ ...plainOrder, externalRef: key }),
    })
  const becomesReady = (status: number) =>
    until(async () => (await call('/health/ready')).status === status, `readiness to be ${status}`)
  const total = async () => (await call('/api/v1/partner/deliveries')).body.total

  test('refuses what writes, goes on reading, and loses nothing, also by a kill afterwards', async () => {
    disk.fill()
    const { made, refusedKey, refusal } = await orderUntilRefused(order)
    assert.deepEqual([refusal.status, refusal.headers['retry-after']], [503, '2'])
    assert.equal(refusal.body.code, 'SERVICE_UNAVAILABLE')
    await becomesReady(503)
    assert.equal(await total(), made.size)
    const health = await runColis(env, ['src/cli/colis.ts', 'service', 'health', '--json'])
    assert.deepEqual([health.code, health.stderr], [1, ''])
    assert.equal(JSON.parse(health.stdout).judged.database, 'ACT')

    disk.free()
    await becomesReady(200)
    await until(async () => (await order(refusedKey)).status === 201, 'the order that was refused')
    assert.equal((await order(refusedKey)).headers['idempotent-replayed'], 'true')
    assert.equal(await total(), made.size + 1)
    const lines = () =>
      colis
        .stdout()
        .split('\n')
        .filter((line) => /"msg":"The (disk|database)/.test(line))
        .map((line) => JSON.parse(line).level)
    await until(() => lines().length >= 2, 'the end of the outage')
    assert.deepEqual(lines(), [50, 40])

    colis.child.kill('SIGKILL')
    await colis.ended
    colis = await startColis(env)
    await colis.ready
    assert.equal(await total(), made.size + 1)
  })

  test('stops on SIGTERM with exit code 0, and says at the next start why it cannot begin', async () => {
    const before = await total()
    disk.fill()
    await becomesReady(503)
    colis.child.kill('SIGTERM')
    assert.equal(await colis.ended, 0)
    const { code, stderr } = await runColis(env, ['src/main.ts'])
    assert.deepEqual(
      [code, stderr],
      [1, `The disk of ${disk.folder}/colis has less than 64 MB left: free some space.\n`],
    )

    disk.free()
    colis = await startColis(env)
    await colis.ready
    assert.equal(await total(), before)
  })
})
