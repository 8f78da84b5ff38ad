import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { openEmbeddedDatabase } from '../src/base/database/embedded-database.ts'
import { migrate } from '../src/base/database/migrate.ts'
import { readLandedForms, readMigrations } from '../src/base/database/migration-files.ts'
import { type OpenDatabase, openDatabase } from '../src/base/database/open-database.ts'
import { StartRefused } from '../src/base/database/start-refused.ts'
import { startColis } from './support/colis-process.ts'
import { createServerDatabase, onServer } from './support/databases.ts'
import {
  bookThen,
  type FileThen,
  fileHash,
  insertThen,
  kept,
  migrateThen,
  migrationsUpTo,
} from './support/earlier-version.ts'
import { postgresPrograms } from './support/postgres-cluster.ts'

const root = mkdtempSync(join(tmpdir(), 'colis-earlier-'))
after(() => rmSync(root, { recursive: true, force: true }))

describe('migrations that have landed', () => {
  for (const folder of ['migrations', 'migrations/before'])
    test(`each of ${folder} executes what it executed when it landed: to add one is to add its line to landed.txt`, () => {
      assert.deepEqual(
        readFileSync(`${folder}/landed.txt`, 'utf8').match(/^\w+ executed .*$/gm),
        readMigrations(folder).map(({ name, sha256 }) => `${sha256} executed ${name}`),
      )
    })

  test('every form that landed once is known, by the name it had then and by what makes up for the difference', () => {
    const landed = readLandedForms('migrations/before')
    const everyFile = migrationsUpTo('9999')
    assert.equal(landed.length - everyFile.length >= 79, true)
    const names = new Set(everyFile.map(({ name }) => name))
    assert.deepEqual(
      landed.filter(({ name }) => !names.has(name)),
      [],
    )
    const changed = landed.filter(({ sql }) => sql !== '').map(({ name }) => name)
    assert.deepEqual(readdirSync('migrations/before/changed').sort(), [...new Set(changed)].sort())
  })
})

test('the embedded folder of the first version starts, and has lost neither its shop nor its delivery and event', async (t) => {
  const folder = join(root, 'folder')
  const database = await openEmbeddedDatabase({ folder })
  await migrateThen(database, migrationsUpTo('0003'))
  await insertThen(database)
  await database.close()

  const colis = await startColis({ DATABASE_URL: `file:${folder}`, SEED_DEMO: 'false', LOG_LEVEL: 'warn' })
  t.after(() => colis.child.kill('SIGKILL'))
  await colis.ready
  const headers = { authorization: `Bearer ${kept.apiKey}` }
  const read = async (path: string) => {
    const response = await fetch(`${colis.url}/api/v1/partner${path}`, { headers })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const delivery = await read(`/deliveries/${kept.deliveryId}`)
  assert.deepEqual(
    [delivery.status, delivery.body.id, delivery.body.externalRef, delivery.body.status],
    [200, kept.deliveryId, 'order-1', 'DELIVERED'],
  )
  const events = await read('/events')
  assert.equal(events.status, 200)
  assert.ok(JSON.stringify(events.body).includes(kept.eventId), JSON.stringify(events.body))
})

onServer(() => {
  const programs = postgresPrograms()

  test('a restored dump of a version with books is migrated, and has lost nothing of them', {
    skip: programs ? false : 'pg_dump is not installed here',
  }, async () => {
    const [then, restored] = [await createServerDatabase('empty'), await createServerDatabase('empty')]
    await using(then, async (database) => {
      await migrateThen(database, migrationsUpTo('0052'))
      await insertThen(database)
      await bookThen(database)
    })
    const dump = join(root, 'dump')
    execFileSync(join(programs as string, 'pg_dump'), ['-Fc', '-f', dump, then])
    execFileSync(join(programs as string, 'pg_restore'), ['--no-owner', '-d', restored, dump])

    await using(restored, async (database) => {
      assert.equal(
        (await migrate(database)).applied.every((name) => name > '0052'),
        true,
      )
      assert.deepEqual(await rowsOf(database, 'select id from shops'), [{ id: kept.shopId }])
      assert.deepEqual(await rowsOf(database, 'select id, external_ref from deliveries'), [
        { id: kept.deliveryId, external_ref: 'order-1' },
      ])
      assert.deepEqual(await rowsOf(database, 'select id, body from events'), [
        { id: kept.eventId, body: kept.eventBody },
      ])
      assert.deepEqual(
        await rowsOf(
          database,
          `select ledger_accounts.balance_fcfa::int as balance, ledger_entries.amount_fcfa::int as amount
           from ledger_entries join ledger_accounts on ledger_accounts.id = ledger_entries.account_id
           where ledger_entries.posting_id = '${kept.postingId}' order by 1`,
        ),
        [
          { balance: -600, amount: -600 },
          { balance: 600, amount: 600 },
        ],
      )
    })
  })

  for (const [first, last] of [
    ['0001', '0020'],
    ['0021', '0046'],
  ] as const)
    test(`a database that was migrated by forms of ${first} to ${last} that were changed later ends as a new one`, async () => {
      const [then, fresh] = [await createServerDatabase('empty'), await createServerDatabase()]
      await using(then, async (database) => {
        await migrateThen(
          database,
          migrationsUpTo(last).map((file) => (file.name < first ? file : earlierForm(file))),
        )
        await insertThen(database)

        const { applied, unknown } = await migrate(database)
        assert.deepEqual([unknown, applied.every((name) => name > last)], [[], true])
        assert.deepEqual((await migrate(database)).applied, [])
        const [ended, expected] = [await schemaOf(database), await using(fresh, schemaOf)]
        const [has, wants] = [new Set(ended), new Set(expected)]
        assert.deepEqual(
          { more: ended.filter((line) => !wants.has(line)), less: expected.filter((line) => !has.has(line)) },
          { more: [], less: [] },
        )
        assert.deepEqual(await rowsOf(database, 'select metadata from deliveries'), [{ metadata: null }])
      })
    })

  test('a form that never landed is refused by its name, before anything is applied', async () => {
    await using(await createServerDatabase('empty'), async (database) => {
      await migrateThen(
        database,
        migrationsUpTo('0002').map((file) => ({ ...file, sql: `${file.sql};select 1` })),
      )
      await assert.rejects(
        migrate(database),
        new StartRefused(
          'The migration 0001_shops_and_keys.sql was another when it was applied to this database than this version of ' +
            'Colis knows; nothing was changed. Start the version that ran on it last, or a newer one, or restore a backup.',
        ),
      )
      assert.equal((await rowsOf(database, 'select from schema_migrations')).length, 2)
    })
  })

  test('a database of another program is refused', async () => {
    await using(await createServerDatabase('empty'), async (database) => {
      await rowsOf(database, 'create table schema_migrations (version text primary key)')
      await assert.rejects(migrate(database), /^StartRefused: This database belongs to another program/)
    })
  })
})

/** Files that executed something else when they first landed: their name then, and what is replaced by what. */
const changes: Record<string, { nameThen?: string; replaced: [string | RegExp, string][] }> = {
  '0010_accounts.sql': { replaced: [['src/domain/accounts', 'src/accounts']] },
  '0016_one_endpoint_for_each_address_and_one_key.sql': {
    nameThen: '0017_one_endpoint_for_each_address.sql',
    replaced: [[/\n-- Which key signing[\s\S]*/, '']],
  },
  '0017_event_log.sql': {
    replaced: [[/ {2}drop constraint unrelayed_events_pkey,[\s\S]*?primary key,\n/, '']],
  },
  '0019_codes_that_stay_locked.sql': { replaced: [[/\n-- How many photos[\s\S]*/, '']] },
  '0020_leases_and_warnings.sql': {
    nameThen: '0020_leases_beside_due_times.sql',
    replaced: [[/\n-- The owner of an endpoint[\s\S]*/, '']],
  },
  '0025_windows_metadata_and_links.sql': {
    replaced: [
      [
        /^[\s\S]*?(?=alter table)/,
        '-- What a delivery gained beside the fields of the specification (decision 127).\n' +
          '-- `currency` is that of the city at creation: amounts of XOF and XAF never mix. `metadata` is kept as text in JSON, so\n' +
          '-- that a shop reads its members in the order in which it sent them. A pickup window is given whole or not at all.\n' +
          "-- `link_version` is part of the customer's signed link: raising it ends the links that were given out. `ended_at` is\n" +
          '-- when the delivery came to a status that nothing leads out of; the link works for a day from then on.\n',
      ],
      ['add column metadata json constraint', "add column metadata json not null default '{}' constraint"],
    ],
  },
  '0031_delivery_search.sql': {
    replaced: [
      ['-- from where this row', '-- up to where this row'],
      ['  after_shop_id uuid', '  shop_id uuid'],
      ['  after_delivery_id uuid', '  delivery_id uuid'],
      ['backlog (after_shop_id, after_delivery_id)', 'backlog (shop_id, delivery_id)'],
    ],
  },
  '0033_settings_of_shops.sql': {
    replaced: [[/create index messages_with_payout_codes[\s\S]*?not null;\n\n/, '']],
  },
  '0046_ledger.sql': {
    replaced: [
      [/ That an entry is of a posting[\s\S]*?\(decision 218\)\./, ''],
      ['account_id uuid not null,', 'account_id uuid not null references ledger_accounts (id),'],
      ['posting_id uuid not null,', 'posting_id uuid not null references ledger_postings (id),'],
      [/create trigger ledger_accounts_stay_what[\s\S]*?ledger\(\);\n/, ''],
      ['left join ledger_postings', 'join ledger_postings'],
      ['left join ledger_accounts', 'join ledger_accounts'],
      [
        'where (ledger_accounts.currency = ledger_postings.currency) is not true',
        'where ledger_accounts.currency <> ledger_postings.currency',
      ],
      [
        'An entry is of a posting and an account that exist, of one currency.',
        'A posting touches accounts of its own currency alone.',
      ],
    ],
  },
}

/** A file as it first landed, which its hash in the list proves. */
function earlierForm({ name, sql }: FileThen): FileThen {
  const change = changes[name]
  if (change === undefined) return { name, sql }
  const then = change.replaced.reduce((text, [present, former]) => text.replace(present, former), sql)
  const nameThen = change.nameThen ?? name
  assert.ok(
    readLandedForms('migrations/before').some(
      (form) => form.nameThen === nameThen && form.sha256 === fileHash(then),
    ),
    `${name} was another`,
  )
  return { name: nameThen, sql: then }
}

/** Every column, constraint, index, trigger and function, each in a line. */
async function schemaOf(database: OpenDatabase): Promise<string[]> {
  const rows = await rowsOf<{ line: string }>(
    database,
    `select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as line
     from information_schema.columns where table_schema = 'public'
     union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
     from pg_constraint where connamespace = 'public'::regnamespace
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     union all select concat_ws(' ', proname, prosrc) from pg_proc where pronamespace = 'public'::regnamespace
     order by 1`,
  )
  return rows.map(({ line }) => line)
}

async function using<T>(url: string, work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const database = await openDatabase({ url, poolSize: 1, timeoutMs: 30_000, onError: () => {} })
  return work(database).finally(() => database.close())
}

const rowsOf = <Row>(database: OpenDatabase, sql: string): Promise<Row[]> =>
  database.withSession((session) => session.query<Row>(sql))
