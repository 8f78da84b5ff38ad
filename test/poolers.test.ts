import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { migrate } from '../src/base/database/migrate.ts'
import { openDatabase } from '../src/base/database/open-database.ts'
import { setTariff } from '../src/domain/pricing/set-tariff.ts'
import { runColis } from './support/colis-process.ts'
import { createServerDatabase, onServer } from './support/databases.ts'
import { openService, plainOrder, type TestService, testTariff } from './support/open-service.ts'
import { skipPgbouncer, startPgbouncer } from './support/pgbouncer.ts'
import { until } from './support/until.ts'

/** PgBouncer in front of PostgreSQL, as it comes: it refuses settings that are sent when a connection begins. */
onServer(() => {
  describe('a pooler that lends connections by transaction', { skip: skipPgbouncer }, () => {
    test('is refused at the start, in one sentence that says what to use', async (t) => {
      const bouncer = await startPgbouncer(await createServerDatabase(), 'transaction')
      t.after(() => bouncer.stop())
      const env = { DATABASE_URL: bouncer.url }

      assert.deepEqual(await runColis(env, ['src/cli/colis.ts', 'migrate']), {
        code: 1,
        stdout: '',
        stderr:
          'The settings have a fault:\n' +
          '  - DATABASE_URL leads to a pooler that lends connections by transaction (PgBouncer with pool_mode=transaction), ' +
          'on which nothing can be listened to, prepared or locked: set pool_mode=session there, or name PostgreSQL itself\n',
      })
    })
  })

  describe('a pooler that lends connections by session', { skip: skipPgbouncer }, () => {
    let bouncer: Awaited<ReturnType<typeof startPgbouncer>>
    let service: TestService
    let direct: string
    before(async () => {
      direct = await createServerDatabase()
      bouncer = await startPgbouncer(direct, 'session')
      const database = await openDatabase({
        url: bouncer.url,
        poolSize: 4,
        timeoutMs: 20_000,
        onError: () => {},
      })
      assert.deepEqual((await migrate(database)).applied, [])
      service = await openService({ database, url: bouncer.url })
    })
    after(async () => {
      await service.close()
      await bouncer.stop()
    })

    test('is worked on like a server: every connection has its time-outs and plans', async () => {
      const { rows } = await sql`
        select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
          current_setting('idle_in_transaction_session_timeout') as idle, current_setting('enable_seqscan') as scans,
          current_setting('jit') as jit
      `.execute(service.services.db)
      assert.deepEqual(rows, [{ statement: '20s', lock: '10s', idle: '80s', scans: 'off', jit: 'off' }])
    })

    test('takes orders, and notices of changes pass through it', async () => {
      const shop = await service.openShop()
      assert.equal((await shop.order(plainOrder)).status, 201)
      const topics: string[] = []
      service.services.subscribe((topic) => topics.push(topic))
      const [city] = service.services.pricing.map.current().cities
      assert.ok(city)
      await setTariff({ ...service.services, actor: { kind: 'CLI' } }, city.id, testTariff)
      await until(() => topics.includes('prices'), 'the notice of the new tariff')
    })

    test('a locked table is waited for no longer than the time-out', async () => {
      const database = await openDatabase({
        url: bouncer.url,
        poolSize: 1,
        timeoutMs: 2_000,
        onError: () => {},
      })
      const holder = new pg.Client({ connectionString: direct })
      await holder.connect()
      await holder.query('begin; lock table deliveries')

      await assert.rejects(
        sql`select 1 from deliveries limit 1`.execute(database.db),
        ({ code, message }: NodeJS.ErrnoException) =>
          ['55P03', '57014'].includes(code ?? '') || message === 'Query read timeout',
      )
      await holder.end()
      await database.close()
    })
  })
})
