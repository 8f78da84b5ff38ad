import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { openEmbeddedDatabase } from '../src/base/database/embedded-database.ts'
import { lockFolder } from '../src/base/database/folder-lock.ts'
import { type OpenDatabase, openDatabase } from '../src/base/database/open-database.ts'
import { StartRefused } from '../src/base/database/start-refused.ts'
import { cliActor } from '../src/base/kernel/actor.ts'
import { newId } from '../src/base/kernel/clock.ts'
import { runCommandLine } from '../src/cli/command-line.ts'
import { addDatabaseCommand } from '../src/cli/database-command.ts'
import { readConfig } from '../src/config.ts'
import { deliveryStatuses, optInEventTypes } from '../src/contract/vocabulary.ts'
import { refuseTrialSettings } from '../src/domain/copies/refuse-trial-settings.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { checkLedger } from '../src/domain/money/settlement/check-ledger.ts'
import { storePhoto } from '../src/domain/photos/store-photo.ts'
import { checkSealingKeyAtStart } from '../src/domain/webhooks/endpoints/check-sealing-key.ts'
import type { Services } from '../src/services.ts'
import { runColis, startColis } from './support/colis-process.ts'
import { pagePath } from './support/customer-visit.ts'
import { createServerDatabase, fillDataFolder, skipServer } from './support/databases.ts'
import { bringTo } from './support/delivery-verbs.ts'
import { handOnAll } from './support/event-work.ts'
import { beginBooks, delivered, settleAll } from './support/money-work.ts'
import { openService, type TestService } from './support/open-service.ts'
import { openPartnerServer, type PartnerServer } from './support/partner-server.ts'
import { openSecondService } from './support/second-service.ts'
import { type SignedIn, signInCourier } from './support/sign-in.ts'
import { until } from './support/until.ts'
import { openVisitor } from './support/visitor.ts'
import { webhookWork } from './support/webhook-work.ts'

const root = mkdtempSync(join(tmpdir(), 'colis-copy-'))
after(() => rmSync(root, { recursive: true, force: true }))

const kinds = ['a word', 'a "quote", {NULL} and \\ back', 'é 🛵 \u2028', '', ' ']

/** A service with everything in its embedded database, and where it got to. */
type World = {
  folder: string
  key: string
  delivery: DeliveryKey
  courier: SignedIn
  partner: PartnerServer
  hook: ReturnType<PartnerServer['hook']>
}

/** Deliveries in every status, books, photos, people who are signed in, and webhooks, some of which wait. */
async function fillWorld(folder: string): Promise<World> {
  fillDataFolder(folder)
  const database = await openEmbeddedDatabase({ folder })
  const service = await openService({ database, url: `file:${folder}` }, { DATA_FOLDER: folder })
  const { services, clock } = service
  await checkSealingKeyAtStart(services.webhooks)
  const partner = await openPartnerServer()
  const hook = partner.hook()
  const work = webhookWork(service, partner)
  const shop = await service.openShop()
  const courier = await signInCourier(service)
  await work.add(shop, hook)
  await beginBooks(service)
  for (const status of deliveryStatuses) await bringTo(service, shop, status)
  const delivery = await delivered(service, shop)
  await settleAll(service)
  await work.once()
  clock.forward(60_000)
  await storePhoto({ ...services, actor: cliActor }, { shopId: shop.shopId, bytes: photo })
  await fillOddly(service, shop.shopId, courier.id)
  await bringTo(service, shop, 'IN_TRANSIT')
  await handOnAll(services)
  await bringTo(service, shop, 'DELIVERED')
  await work.close()
  await service.close()
  return { folder, key: readFileSync(join(folder, 'secrets.key'), 'utf8'), delivery, courier, partner, hook }
}

const photo = Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), Buffer.alloc(5_000)])

/** Values that a careless copy would change. */
async function fillOddly({ services: { db }, clock }: TestService, shopId: string, courierId: string) {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  await db
    .insertInto('shop_logos')
    .values({
      shop_id: shopId,
      sha256: 'a'.repeat(64),
      content_type: 'image/png',
      bytes,
      set_at: clock.now(),
    })
    .execute()
  await sql`update shop_logos set set_at = set_at + interval '1 microsecond'`.execute(db)
  await sql`update cities set lat = 0.1::double precision + 0.2 where name = 'Parakou'`.execute(db)
  await sql`update webhook_endpoints set description = ${kinds.join('\n')}`.execute(db)
  await sql`
    update messages set content = 'null'::jsonb
    where id in (select id from messages where state = 'PENDING' limit 1)`.execute(db)
  const session = await db.selectFrom('sessions').select('id').executeTakeFirstOrThrow()
  await db
    .insertInto('push_subscriptions')
    .values({
      id: newId(clock.now()),
      courier_id: courierId,
      session_id: session.id,
      endpoint: 'https://push.example/1',
      p256dh: 'k'.repeat(87),
      auth: 'a'.repeat(22),
      language: 'fr',
      created_at: clock.now(),
    })
    .execute()
}

/** Runs the command in this process, under settings of which SECRETS_KEY is the one of the world. */
const copy = (args: string[], env: Record<string, string> = {}) =>
  runCommandLine(
    ['database', 'copy', ...args],
    { services: () => assert.fail('No service is started.'), folder: root },
    [addDatabaseCommand(() => readConfig({ DATABASE_URL: 'memory:', SECRETS_KEY: world.key, ...env }))],
  )

let world: World

/** Every row of every table but the migrations, as text. */
async function rowsOf(database: OpenDatabase): Promise<Map<string, string[]>> {
  return database.withSession(async (session) => {
    await session.runScript(`set timezone to 'UTC'`)
    const tables = await session.query<{ name: string }>(
      `select tablename as name from pg_tables
       where schemaname = 'public' and tablename <> 'schema_migrations' order by 1`,
    )
    const found = new Map<string, string[]>()
    for (const { name } of tables) {
      const rows = await session.query<{ row: string }>(
        `select ${name}::text as row from ${name} order by ${name}::text collate "C"`,
      )
      found.set(
        name,
        rows.map(({ row }) => row),
      )
    }
    return found
  })
}

/** Opens a database of a test, which is closed when the test ends. */
async function opened(t: { after(work: () => Promise<void>): void }, url: string): Promise<OpenDatabase> {
  const database = await openDatabase({ url, poolSize: 2, timeoutMs: 60_000, onError: () => {} })
  t.after(() => database.close())
  return database
}

/** Sends what waits until nothing is due any more. */
async function sendAll(services: Services, partner: PartnerServer): Promise<void> {
  const work = webhookWork({ services }, partner)
  await until(async () => {
    await work.once()
    const waiting = await services.db
      .selectFrom('webhook_dispatches')
      .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'webhook_dispatches.endpoint_id')
      .select('webhook_dispatches.event_id')
      .where('webhook_dispatches.state', '=', 'PENDING')
      .where('webhook_endpoints.paused_at', 'is', null)
      .execute()
    return waiting.length === 0
  }, 'webhooks to be sent')
  await work.close()
}

const idsOf = (hook: World['hook']) => hook.received.map(({ body }) => JSON.parse(body).id as string).sort()

/** The events that an endpoint gets which names no types. */
const sentEvents = async ({ db }: Pick<Services, 'db'>) =>
  (
    await db
      .selectFrom('events')
      .select('id')
      .where('audience', '=', 'PARTNER')
      .where('type', 'not in', [...optInEventTypes])
      .execute()
  )
    .map(({ id }) => id)
    .sort()

describe('a database is copied', { skip: skipServer }, () => {
  before(async () => {
    const folder = join(root, 'world')
    mkdirSync(folder)
    world = await fillWorld(folder)
  })
  after(() => world.partner.close())

  /** The world once more, so that a test may change it. */
  const anotherWorld = (name: string): string => {
    const folder = join(root, name)
    cpSync(world.folder, folder, { recursive: true })
    return folder
  }

  const refusedWith = (args: string[], message: RegExp, env?: Record<string, string>) =>
    assert.rejects(copy(args, env), (error) => error instanceof StartRefused && message.test(error.message))

  describe('from a folder to a server, by the owner of the database alone', () => {
    let url: string
    before(async () => {
      const server = process.env.TEST_POSTGRES_URL ?? ''
      const name = `copy_${process.pid}`
      const admin = new pg.Client({ connectionString: `${server}postgres` })
      await admin.connect()
      await admin.query(`create role ${name} login`)
      await admin.query(`create database ${name} owner ${name} template template0`)
      await admin.end()
      url = `${server.replace('colis@', `${name}@`)}${name}`
      const { exitCode, stdout, stderr } = await copy(['--from', `file:${world.folder}`, '--to', url])
      assert.deepEqual({ exitCode, stderr }, { exitCode: 0, stderr: '' })
      assert.match(stdout, /^ *\d+ {2}deliveries$/m)
      assert.match(
        stdout,
        /rows are copied, and both databases read the same\.\nThe books are without fault: /,
      )
      assert.match(stdout, new RegExp(`DATA_FOLDER=${world.folder}`))
      assert.doesNotMatch(stdout, new RegExp(RegExp.escape(world.key)))
    })

    test('every row of every table is the same, down to microseconds, bytes and JSON null', async (t) => {
      const there = await opened(t, `file:${world.folder}`)
      const here = await opened(t, url)
      const [from, to] = [await rowsOf(there), await rowsOf(here)]
      assert.deepEqual([...to.keys()], [...from.keys()])
      for (const [table, rows] of from) assert.deepEqual(to.get(table), rows, table)
      for (const table of [
        'deliveries',
        'webhook_dispatches',
        'ledger_entries',
        'sessions',
        'unsequenced_events',
      ])
        assert.notEqual(from.get(table)?.length, 0, table)
    })

    test('triggers and references are as migrations left them', async (t) => {
      const fresh = await opened(t, await createServerDatabase())
      const rules = async (database: OpenDatabase) =>
        database.withSession((session) =>
          session.query(`
            select conrelid::regclass::text as on, conname as name, pg_get_constraintdef(oid) as is
            from pg_constraint where connamespace = 'public'::regnamespace
            union all
            select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger where not tgisinternal
            order by 1, 2`),
        )
      assert.deepEqual(await rules(await opened(t, url)), await rules(fresh))
    })

    test('a second copy is refused, and changes nothing', async (t) => {
      const database = await opened(t, url)
      const before = await rowsOf(database)
      await refusedWith(
        ['--from', `file:${world.folder}`, '--to', url],
        /^The target is not empty \(accounts, .* and .*\), and nothing was changed there\. /,
      )
      assert.deepEqual(await rowsOf(database), before)
    })

    test('the service goes on: links, sessions, numbers and books hold, and each webhook is sent once', async (t) => {
      const second = await openSecondService(url, { SECRETS_KEY: world.key, DATA_FOLDER: world.folder })
      t.after(() => second.close())
      const { services, app } = second
      await checkSealingKeyAtStart(services.webhooks)
      const clock = services.clock as TestService['clock']
      clock.forward(120_000)

      const page = await app.inject({ url: pagePath({ services }, world.delivery) })
      assert.equal(page.statusCode, 200)
      const visitor = openVisitor({ app } as TestService)
      for (const [name, value] of world.courier.visitor.cookies) visitor.cookies.set(name, value)
      assert.doesNotMatch((await visitor.open('/courier')).html, /action="\/courier\/sign-in"/)
      assert.deepEqual((await checkLedger(services)).faults, [])

      const before = world.hook.received.length
      await sendAll(services, world.partner)
      assert.ok(world.hook.received.length > before, 'nothing waited')
      assert.deepEqual(idsOf(world.hook), await sentEvents(services))
      await handOnAll(services)
    })
  })

  describe('from a server to a folder, to try things on', () => {
    let url: string
    let folder: string
    let outcome: Awaited<ReturnType<typeof copy>>
    before(async () => {
      url = await createServerDatabase()
      assert.equal((await copy(['--from', `file:${world.folder}`, '--to', url])).exitCode, 0)
      folder = join(root, 'trial')
      // It is running meanwhile.
      const running = await openSecondService(url, { SECRETS_KEY: world.key })
      try {
        outcome = await copy(['--to', `file:${folder}`], { DATABASE_URL: url })
      } finally {
        await running.close()
      }
    })

    test('a service that runs may be copied to try things on, and not to move', async (t) => {
      assert.deepEqual([outcome.exitCode, outcome.stderr], [0, ''])
      assert.match(
        outcome.stdout,
        /^Nothing of it is sent: 1 webhook endpoints are paused, [1-9]\d* webhooks and /m,
      )
      const running = await openSecondService(url, { SECRETS_KEY: world.key })
      t.after(() => running.close())
      await refusedWith(
        ['--from', url, '--to', `file:${join(root, 'moved')}`, '--for', 'move'],
        /^The service works on the source: stop every process of it first\.$/,
      )
    })

    test('what is not held back is the same', async (t) => {
      const there = await rowsOf(await opened(t, url))
      const here = await rowsOf(await opened(t, `file:${folder}`))
      const changed = [...there].filter(([table, rows]) => here.get(table)?.join() !== rows.join())
      assert.deepEqual(
        changed.map(([table]) => table),
        [
          'messages',
          'push_subscriptions',
          'sealing_keys',
          'trial_copies',
          'webhook_dispatches',
          'webhook_endpoints',
        ],
      )
    })

    test('nothing that waited is sent, nor anything that happens on it', async (t) => {
      const received = world.hook.received.length
      const trial = await openSecondService(`file:${folder}`, { SECRETS_KEY: world.key })
      t.after(() => trial.close())
      const clock = trial.services.clock as TestService['clock']
      clock.forward(120_000)
      await handOnAll(trial.services)
      await sendAll(trial.services, world.partner)
      assert.equal(world.hook.received.length, received)
      assert.equal((await rowsOf(trial.services.database)).get('push_subscriptions')?.length, 0)
    })

    test('the service does not start on it in production', async () => {
      const env = {
        ENVIRONMENT: 'production',
        DATABASE_URL: `file:${folder}`,
        PUBLIC_URL: 'https://colis.test',
        SECRETS_KEY: world.key,
      }
      const { code, stderr } = await runColis(env, ['src/cli/colis.ts', 'shops', 'list'])
      assert.equal(code, 1)
      assert.equal(
        stderr,
        'This database is a copy to try things on, from which nothing may reach people: start it with ENVIRONMENT=sandbox and settings of its own, without ENVIRONMENT=production.\n',
      )
    })

    test('nor with what sends messages, or with the photos of the service', async (t) => {
      const { db } = await opened(t, `file:${folder}`)
      const start = (env: Record<string, string>) => refuseTrialSettings(readConfig(env), db)
      await start({})
      for (const [name, env] of [
        ['SMTP_URL', { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'colis@example.com' }],
        ['PHOTO_BUCKET_URL', { PHOTO_BUCKET_URL: 'http://id:secret@127.0.0.1:1/photos?region=here' }],
        [
          'SMS_PROVIDER',
          { SMS_PROVIDER: 'africastalking', AFRICASTALKING_USERNAME: 'u', AFRICASTALKING_API_KEY: 'k' },
        ],
        [
          'WHATSAPP_TOKEN',
          {
            WHATSAPP_TOKEN: 't',
            WHATSAPP_PHONE_NUMBER_ID: '100000000000000',
            WHATSAPP_APP_SECRET: 's',
            WHATSAPP_VERIFY_TOKEN: 'v',
          },
        ],
      ] as const)
        await assert.rejects(start(env), new RegExp(`settings of its own, without ${name}\\.$`))
    })
  })

  test('a copy that is killed halfway leaves the target empty, and is made by the next', async (t) => {
    const url = await createServerDatabase()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    t.after(() => client.end())
    // Whoever writes a shop waits: by then half of the tables are copied.
    await client.query(`
      create function wait_here() returns boolean language plpgsql as $$
        begin perform pg_advisory_xact_lock_shared(4711); return true; end $$;
      alter table shops add constraint waits check (wait_here())`)
    await client.query('select pg_advisory_lock(4711)')
    const env = { DATABASE_URL: 'memory:', SECRETS_KEY: world.key }
    const args = ['database', 'copy', '--from', `file:${world.folder}`, '--to', url]
    const run = await startColis(env, ['src/cli/colis.ts', ...args])
    const waits = `select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
    await until(async () => (await client.query(waits)).rows.length > 0, 'the copy to come to the shops')
    run.child.kill('SIGKILL')
    await run.ended
    await client.query('select pg_advisory_unlock(4711)')
    await client.query('alter table shops drop constraint waits')

    const database = await opened(t, url)
    const rows = await rowsOf(database)
    assert.deepEqual(
      ['accounts', 'audit_lines', 'cities', 'deliveries', 'shops'].map((table) => rows.get(table)?.length),
      [0, 0, 0, 0, 0],
    )
    const again = await copy(args.slice(2))
    assert.deepEqual([again.exitCode, again.stderr], [0, ''])
  })

  describe('what is refused leaves the target as it was', () => {
    let url: string
    before(async () => {
      url = await createServerDatabase()
    })
    const fromWorld = () => ['--from', `file:${world.folder}`, '--to', url]

    test('without SECRETS_KEY, or with another, it says where the key is and not what it is', async () => {
      const file = join(world.folder, 'secrets.key')
      for (const [fault, env] of [
        ['SECRETS_KEY is not set', { SECRETS_KEY: '' }],
        ['SECRETS_KEY is another one', { SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') }],
      ] as const) {
        const { exitCode, stdout, stderr } = await copy(fromWorld(), env)
        assert.deepEqual([exitCode, stdout], [1, ''])
        assert.ok(stderr.startsWith(`${fault}, and without that of the source `), stderr)
        assert.ok(stderr.includes(`It is what stands in ${file}: set it with SECRETS_KEY="$(cat '${file}')"`))
        assert.ok(!stderr.includes(world.key))
      }
    })

    test('a folder that a process works on', async () => {
      const unlock = await lockFolder(world.folder)
      const { exitCode, stderr } = await copy(fromWorld()).finally(unlock)
      assert.equal(exitCode, 1)
      assert.match(stderr, /^The data folder .* is in use by process \d+\. Stop it first\.\n$/)
    })

    test('a target that a service works on', async () => {
      const running = await openSecondService(url)
      await refusedWith(fromWorld(), /^The service works on the target: /).finally(() => running.close())
    })

    test('a sandbox for production', () =>
      refusedWith(fromWorld(), /^The source is of a sandbox /, {
        ENVIRONMENT: 'production',
        PUBLIC_URL: 'https://colis.test',
      }))

    test('a source of an earlier version, and of a later one', async () => {
      for (const [name, change, message] of [
        [
          'earlier',
          `delete from schema_migrations where name = '0136_trial_copies.sql'`,
          /^The source is of an earlier version \(it lacks 0136_trial_copies\.sql\): start this version on it /,
        ],
        [
          'later',
          `insert into schema_migrations (name, sha256) values ('9999_later.sql', 'x')`,
          /^The source is of another version than this one: /,
        ],
      ] as const) {
        const folder = anotherWorld(name)
        const database = await openEmbeddedDatabase({ folder })
        await database.withSession((session) => session.runScript(change))
        await database.close()
        await refusedWith(['--from', `file:${folder}`, '--to', url], message)
      }
    })

    test('a folder without a database, which is not made, one database alone, and one in memory', async () => {
      const missing = join(root, 'missing')
      const refused = await copy(['--from', `file:${missing}`, '--to', url])
      assert.deepEqual(refused, {
        stdout: '',
        stderr: `${missing} is no folder of an embedded database of Colis.\n`,
        exitCode: 1,
      })
      assert.equal(existsSync(missing), false)
      const alone = await copy(['--from', url], { DATABASE_URL: url })
      assert.equal(alone.stderr, 'Name a database other than DATABASE_URL, with --from or with --to.\n')
      const inMemory = await copy(['--from', url])
      assert.equal(
        inMemory.stderr,
        'A database in memory is gone with its process: name both --from and --to.\n',
      )
    })

    test('after all of them it is empty still', async (t) => {
      const rows = await rowsOf(await opened(t, url))
      assert.deepEqual(
        ['accounts', 'cities', 'deliveries', 'events', 'shops'].map((table) => rows.get(table)?.length),
        [0, 0, 0, 0, 0],
      )
    })
  })
})
