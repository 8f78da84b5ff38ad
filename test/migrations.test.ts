import assert from 'node:assert/strict'
import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { PGlite } from '@electric-sql/pglite'
import { violatedConstraint } from '../src/base/database/database-error.ts'
import { openEmbeddedDatabase } from '../src/base/database/embedded-database.ts'
import { migrate } from '../src/base/database/migrate.ts'
import { type OpenDatabase, openDatabase } from '../src/base/database/open-database.ts'
import { createServerDatabase, onEachDatabase, onServer, skipServer } from './support/databases.ts'

const folder = 'migrations'
const earlier = 'migrations/before'
const everyMigration = readdirSync(folder)
  .filter((name) => /^\d/.test(name))
  .sort()

const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`

const temporary = mkdtempSync(join(tmpdir(), 'colis-migrations-'))
after(() => rmSync(temporary, { recursive: true, force: true }))

test('the names of migrations are numbered, each once, and in lower case; the baseline is the first', () => {
  const numbers = everyMigration.map((name) => name.slice(0, 4))
  const [baseline, ...later] = everyMigration
  assert.equal(baseline, '0100_baseline')
  for (const name of later) assert.match(name, /^\d{4}_[a-z0-9_]+\.sql$/)
  assert.deepEqual(numbers, [...new Set(numbers)].sort())
})

for (const [where, openEmpty, skip] of [
  ['on the embedded database', async () => openEmbeddedDatabase({ snapshot: await emptySnapshot() }), false],
  ['on a PostgreSQL server', async () => openServer(await createServerDatabase('empty')), skipServer],
] as const) {
  describe(`migrations of an empty database ${where}`, { skip }, () => {
    test('every migration is applied once, in the order of the file names', async () => {
      const database = await openEmpty()

      assert.deepEqual(await migrate(database), { applied: everyMigration, unknown: [] })
      assert.deepEqual(await migrate(database), { applied: [], unknown: [] })

      assert.deepEqual(await namesOf(database), everyMigration)
      await database.close()
    })

    test('a new migration is applied to a database that has the earlier ones', async () => {
      const files = copyOf({ '0001_first.sql': 'create table first (id int)' })
      const database = await openEmpty()
      await migrate(database, files)
      writeFileSync(join(files, '0002_second.sql'), 'alter table first add column at timestamptz')
      writeFileSync(join(files, 'notes.txt'), 'not a migration')

      assert.deepEqual(await migrate(database, files), {
        applied: ['0002_second.sql'],
        unknown: [],
      })
      assert.deepEqual(await rowsOf(database, 'select id, at from first'), [])
      await database.close()
    })

    test('a migration that changed after it was applied is refused by its name, and later ones are not applied; its comments do not count', async () => {
      const files = copyOf({
        '0001_first.sql': 'create table first (id int)',
        '0002_second.sql': 'create table second (id int)',
      })
      const database = await openEmpty()
      await migrate(database, files)
      writeFileSync(join(files, '0001_first.sql'), 'create table first (id bigint)')
      writeFileSync(join(files, '0003_third.sql'), 'create table third (id int)')

      await assert.rejects(migrate(database, files), {
        message: /^The migration 0001_first\.sql was another when it was applied to this database /,
      })
      assert.deepEqual(await tablesOf(database), ['first', 'schema_migrations', 'second'])

      writeFileSync(join(files, '0001_first.sql'), '-- What comes first.\ncreate table first(\n  id int\n)')
      assert.deepEqual(await migrate(database, files), {
        applied: ['0003_third.sql'],
        unknown: [],
      })
      await database.close()
    })

    test('a failing migration is reported by its name and rolled back, and the earlier ones stay applied', async () => {
      const files = copyOf({
        '0001_first.sql': 'create table first (id int)',
        '0002_broken.sql':
          'create table second (id int);\ninsert into first values (1);\nselect nothing from nowhere',
        '0003_third.sql': 'create table third (id int)',
      })
      const database = await openEmpty()

      await assert.rejects(migrate(database, files), {
        message: 'The migration 0002_broken.sql failed: relation "nowhere" does not exist',
      })
      assert.deepEqual(await tablesOf(database), ['first', 'schema_migrations'])
      assert.deepEqual(await rowsOf(database, 'select id from first'), [])
      assert.deepEqual(await namesOf(database), ['0001_first.sql'])

      writeFileSync(join(files, '0002_broken.sql'), 'create table second (id int) -- mended')
      assert.deepEqual(await migrate(database, files), {
        applied: ['0002_broken.sql', '0003_third.sql'],
        unknown: [],
      })
      await database.close()
    })

    test('a migration that this version does not know is reported and does not stop the others', async () => {
      const database = await openEmpty()
      const newer = copyOf({ '9999_from_a_newer_version.sql': 'create table newer (id int)' })
      for (const name of everyMigration) cpSync(join(folder, name), join(newer, name), { recursive: true })
      await migrate(database, newer)

      assert.deepEqual(await migrate(database), { applied: [], unknown: ['9999_from_a_newer_version.sql'] })
      await database.close()
    })

    test('a breaking migration that this version does not know is refused before anything is applied', async () => {
      const database = await openEmpty()
      const newer = copyOf({
        '0001_first.sql': 'create table first (id int)',
        '0003_renamed.sql': '--! breaking\n-- Why.\nalter table first rename to renamed',
        '0004_more.sql': 'create table more (id int)',
      })
      await migrate(database, newer)
      const older = copyOf({
        '0001_first.sql': 'create table first (id int)',
        '0002_own.sql': 'create table own (id int)',
      })

      await assert.rejects(migrate(database, older), {
        name: 'DatabaseTooNew',
        message:
          'A newer version of Colis migrated this database so that this version would harm it (0003_renamed.sql). ' +
          'Start that version again, or restore a backup from before it.',
      })
      assert.deepEqual(await tablesOf(database), ['more', 'renamed', 'schema_migrations'])
      assert.deepEqual((await migrate(database, newer)).applied, [])
      await database.close()
    })

    test('a database of a version without breaking migrations can be migrated', async () => {
      const files = copyOf({ '0001_first.sql': 'create table first (id int)' })
      const database = await openEmpty()
      await migrate(database, files)
      await database.withSession((session) =>
        session.runScript('alter table schema_migrations drop column is_breaking'),
      )

      assert.deepEqual(await migrate(database, files), { applied: [], unknown: [] })
      await database.close()
    })

    test('an unknown marker in a migration is refused with the name of its file', async () => {
      const files = copyOf({ '0001_first.sql': '--! braking\ncreate table first (id int)' })
      const database = await openEmpty()

      await assert.rejects(async () => migrate(database, files), {
        message: 'The migration 0001_first.sql has a marker nobody knows: --! braking',
      })
      await database.close()
    })

    test('a migration without a transaction builds indexes concurrently, and again one that was left half built', async () => {
      const files = copyOf({
        '0001_first.sql': 'create table first (id int, at timestamptz); insert into first values (1), (1)',
        '0002_indexes.sql':
          '--! without transaction\n-- Found by age.\ncreate index concurrently if not exists first_by_age on first (at);\n' +
          'create unique index concurrently if not exists first_is_unique on first (id);\n',
      })
      const database = await openEmpty()
      await assert.rejects(migrate(database, files), {
        message: /^The migration 0002_indexes\.sql failed: could not create unique index "first_is_unique"/,
      })
      assert.deepEqual(await namesOf(database), ['0001_first.sql'])
      await database.withSession((session) => session.runScript('truncate first'))

      assert.deepEqual(await migrate(database, files), {
        applied: ['0002_indexes.sql'],
        unknown: [],
      })
      assert.deepEqual(
        await rowsOf(
          database,
          `select indexrelid::regclass::text as name from pg_index
           where indrelid = 'first'::regclass and indisvalid order by 1`,
        ),
        [{ name: 'first_by_age' }, { name: 'first_is_unique' }],
      )
      await database.close()
    })
  })
}

onServer(() => {
  test('when twenty processes migrate one empty database at once, each migration is applied once', async () => {
    const url = await createServerDatabase('empty')
    const databases = await Promise.all(Array.from({ length: 20 }, () => openServer(url)))

    const reports = await Promise.all(databases.map((database) => migrate(database)))

    assert.deepEqual(reports.flatMap(({ applied }) => applied).sort(), everyMigration)
    assert.deepEqual(
      reports.flatMap(({ unknown }) => unknown),
      [],
    )
    assert.deepEqual(await namesOf(databases[0] as OpenDatabase), everyMigration)
    await Promise.all(databases.map((database) => database.close()))
  })

  test('a migration that is blocked by a table lock lets waiting queries through and retries', async () => {
    const url = await createServerDatabase('empty')
    const [database, other] = await Promise.all([openServer(url), openServer(url)])
    const files = copyOf({ '0001_first.sql': 'create table first (id int)' })
    await migrate(database, files)
    writeFileSync(join(files, '0002_second.sql'), 'alter table first add column at timestamptz')
    const isOver = Promise.withResolvers<void>()
    const isHeld = Promise.withResolvers<void>()
    const holding = other.withSession(async (session) => {
      await session.runScript('begin; lock table first in access share mode')
      isHeld.resolve()
      await isOver.promise
      await session.runScript('commit')
    })
    await isHeld.promise

    const patience = { lockTimeoutMs: 50, pauseMs: 1 }
    await assert.rejects(migrate(database, files, { ...patience, maxTries: 2 }), {
      message: 'The migration 0002_second.sql failed: canceling statement due to lock timeout',
    })
    const migrating = migrate(database, files, patience)
    const readers = await openServer(url)
    await rowsOf(readers, 'select id from first')
    isOver.resolve()
    await holding

    assert.deepEqual(await migrating, { applied: ['0002_second.sql'], unknown: [] })
    await Promise.all([database, other, readers].map((open) => open.close()))
  })

  test('a process that waits for its turn to migrate does not block a concurrent index build', async () => {
    const url = await createServerDatabase('empty')
    const databases = await Promise.all(Array.from({ length: 5 }, () => openServer(url)))
    const files = copyOf({
      '0001_first.sql': 'create table first (id int)',
      '0002_index.sql':
        '--! without transaction\ncreate index concurrently if not exists first_by_id on first (id);\n',
    })

    const reports = await Promise.all(databases.map((database) => migrate(database, files)))

    assert.deepEqual(reports.flatMap(({ applied }) => applied).sort(), ['0001_first.sql', '0002_index.sql'])
    await Promise.all(databases.map((database) => database.close()))
  })

  test('a migration may run longer than the timeout of a request’s statements', async () => {
    const url = await createServerDatabase('empty')
    const database = await openDatabase({ url, poolSize: 1, timeoutMs: 1_000, onError: () => {} })
    const files = copyOf({ '0001_slow.sql': 'select pg_sleep(1.5); create table slow (id int)' })

    assert.deepEqual(await migrate(database, files), { applied: ['0001_slow.sql'], unknown: [] })
    await database.close()
  })
})

onEachDatabase((open) => {
  let database: OpenDatabase
  before(async () => {
    database = (await open()).database
  })
  after(() => database.close())

  test('every table a shop owns has shop_id first in its primary key, so that it can be distributed by shop', async () => {
    const keys = await rowsOf<{ table: string; first: string | null }>(
      database,
      `select owned.relname as table, first.attname as first
       from pg_class as owned
       join pg_attribute as owner on owner.attrelid = owned.oid and owner.attname = 'shop_id'
       left join pg_index as key on key.indrelid = owned.oid and key.indisprimary
       left join pg_attribute as first on first.attrelid = owned.oid and first.attnum = key.indkey[0]
       where owned.relkind = 'r' and owned.relnamespace = 'public'::regnamespace
       order by owned.relname`,
    )

    assert.ok(keys.length >= 10, `only ${keys.length} tables have a shop_id`)
    const others = keys.filter(({ first, table }) => first !== 'shop_id' && !workedThroughTogether.has(table))
    assert.deepEqual(others, [])
  })

  test('every constraint that the source names exists in the database', async () => {
    const named = namedConstraints()
    assert.ok(named.includes('promo_code_is_not_used_up'))

    const present = await rowsOf<{ name: string }>(
      database,
      `select conname as name from pg_constraint
       union select relname from pg_class where relkind = 'i'
       union select (regexp_matches(prosrc, 'constraint = ''(\\w+)''', 'g'))[1] from pg_proc
       where pronamespace = 'public'::regnamespace`,
    )

    const names = new Set(present.map(({ name }) => name))
    assert.deepEqual(
      named.filter((name) => !names.has(name)),
      [],
    )
  })

  describe('rules that the database enforces', () => {
    before(() => database.withSession((session) => session.runScript(oneOfEach)))

    for (const [rule, statement, constraint] of [
      [
        'a failure code is one of the contract',
        `update deliveries set failure_code = 'BORED'`,
        'failure_code_is_known',
      ],
      ['a pickup is on earth', 'update deliveries set pickup_lat = 91', 'pickup_is_on_earth'],
      [
        'a drop-off is on earth',
        'update deliveries set dropoff_lat = 6, dropoff_lng = 181',
        'dropoff_is_on_earth',
      ],
      [
        'a drop-off has both coordinates',
        'update deliveries set dropoff_lat = 6',
        'dropoff_has_both_coordinates',
      ],
      [
        'a paid payment has a time of payment',
        `update deliveries set payment_status = 'PAID'`,
        'paid_at_says_when_it_was_paid',
      ],
      [
        'an unpaid payment has no time of payment',
        'update deliveries set paid_at = now()',
        'paid_at_says_when_it_was_paid',
      ],
      [
        'the photo of a delivery was issued to its shop',
        `update deliveries set photo_key = 'photos/nobodys'`,
        'photo_is_of_the_shop',
      ],
      [
        'a line of history has a status',
        `update delivery_history set status = 'LOST'`,
        'history_status_is_known',
      ],
      [
        'a line of history has a failure code of the contract',
        `update delivery_history set failure_code = 'BORED'`,
        'history_failure_code_is_known',
      ],
      [
        'a line of history that names changed fields names one at least',
        `update delivery_history set changed_fields = '{}'`,
        'changed_fields_are_named',
      ],
      [
        'the type of an event is of the form delivery.created',
        `update events set type = 'Delivered'`,
        'event_type_is_a_word_and_a_fact',
      ],
      ['the centre of a zone is on earth', 'update zones set center_lng = -181', 'center_is_on_earth'],
      [
        'a message about a delivery belongs to its shop',
        'update messages set shop_id = null',
        'message_of_a_delivery_is_of_its_shop',
      ],
      [
        'a message is about a delivery that exists',
        `update messages set delivery_id = '${id(99)}'`,
        'message_is_about_a_delivery',
      ],
      [
        'a message is to a courier that exists',
        `update messages set courier_id = '${id(99)}'`,
        'message_is_to_a_courier',
      ],
    ] as const) {
      test(`the database enforces that ${rule}`, async () => {
        const refusal = await rowsOf(database, statement).then(
          () => undefined,
          (error: unknown) => violatedConstraint(error),
        )
        assert.equal(refusal, constraint)
      })
    }

    test('every constraint is also validated for the rows that existed before it', async () => {
      const waiting = await rowsOf(
        database,
        'select conname as name from pg_constraint where not convalidated',
      )
      assert.deepEqual(waiting, [])
    })
  })

  for (const [promise, constraint] of [
    ['an Idempotency-Key makes one delivery (spec 4.4-1)', 'idempotency_key_makes_one_delivery'],
    ['an externalRef is unique in its shop (spec 4.4-2)', 'external_ref_is_unique_per_shop'],
    ['a reference is unique (spec 2.7)', 'reference_is_unique'],
    ['an event is published once for each delivery (spec 6.2)', 'event_is_published_once'],
    ['a promo code is not used more often than it may be (decision 11)', 'promo_code_is_not_used_up'],
    ['SECURE needs a payout phone (spec 2.5)', 'secure_collection_needs_a_payout_phone'],
    ['a shop has one main pickup address (spec 2.13)', 'one_main_pickup_address_per_shop'],
  ] as const) {
    test(`the database itself enforces that ${promise}`, async () => {
      const rules = await rowsOf<{ name: string }>(
        database,
        `select conname as name from pg_constraint where contype in ('u', 'c')
         union select relname from pg_index join pg_class on pg_class.oid = indexrelid where indisunique`,
      )
      assert.ok(rules.some(({ name }) => name === constraint))
    })
  }
})

describe('existing rows during a migration', () => {
  test('a migration writes the uses of promo codes from the deliveries, given back where they ended without cost', async () => {
    const database = await openEmbeddedDatabase({})
    await migrate(database, filesBefore('0049'))
    await database.withSession((session) => session.runScript(oneOfEach))
    await rowsOf(
      database,
      `insert into promo_codes (id, code, percent, max_uses, uses, created_at)
       values ('${id(30)}', 'AVANT', 10, 5, 5, '2026-11-01')`,
    )
    const ends = [
      ['DELIVERED', 0, 'null'],
      ['CANCELLED', 0, 'null'],
      ['CANCELLED', 300, `'2026-11-02 12:00Z'`],
      ['CANCELLED', 0, `'2026-11-02 12:00Z'`],
      ['EXPIRED', 0, 'null'],
    ] as const
    for (const [at, [status, feeFcfa, arrivedAt]] of ends.entries())
      await rowsOf(
        database,
        `insert into deliveries (
           shop_id, id, reference, idempotency_key, body_sha256, status, created_at, ended_at, city_id,
           customer_last_name, customer_first_name, customer_phone, pickup_lat, pickup_lng, parcel_category,
           parcel_size, parcel_fragile, payment_mode, goods_amount_fcfa, fee_payer, collection, payment_status,
           price_fcfa, price_is_estimate, price_working, cod_fee_fcfa, pickup_code, confirmation_code,
           promo_code_id, cancellation_fee_fcfa, arrived_at_pickup_at)
         select
           shop_id, '${id(40 + at)}', 'USED-${at}', 'used-${at}', '', '${status}', created_at, '2026-11-02 13:00Z', city_id,
           customer_last_name, customer_first_name, customer_phone, pickup_lat, pickup_lng, parcel_category,
           parcel_size, parcel_fragile, payment_mode, goods_amount_fcfa, fee_payer, collection, payment_status,
           price_fcfa, price_is_estimate, price_working, cod_fee_fcfa, pickup_code, confirmation_code,
           '${id(30)}', ${feeFcfa}, ${arrivedAt}
         from deliveries where id = '${id(10)}'`,
      )

    await migrate(database)

    const uses = await rowsOf<{ kept: boolean }>(
      database,
      'select released_at is null as kept from promo_code_uses order by delivery_id',
    )
    assert.deepEqual(
      uses.map(({ kept }) => kept),
      [true, false, true, true, false],
    )
    const [code] = await rowsOf(database, 'select uses, bearer, shop_ids from promo_codes')
    assert.deepEqual(code, { uses: 3, bearer: 'SERVICE', shop_ids: null })
    await database.close()
  })

  test('a migration notes which rows of statements are settled, and which imports have rows in common', async () => {
    const database = await openEmbeddedDatabase({})
    await migrate(database, filesBefore('0054'))
    await database.withSession((session) => session.runScript(oneOfEach))
    const imports = [
      [50, '2026-11-01', '2026-11-05', 3],
      [51, '2026-11-04', '2026-11-08', 2],
      [52, '2026-11-06', '2026-11-07', 1],
      [53, '2026-11-07', '2026-11-08', 2],
    ] as const
    for (const [at, firstAt, lastAt, fileRows] of imports)
      await rowsOf(
        database,
        `insert into provider_statements (
           id, provider, currency, file_sha256, file_rows, first_at, last_at, imported_at, imported_by)
         values ('${id(at)}', '${at === 53 ? 'wave' : 'mtn'}', 'XOF', '${at}', ${fileRows}, '${firstAt}', '${lastAt}',
           '2026-11-${at - 41}', 'CLI')`,
      )
    await rowsOf(
      database,
      `insert into money_transfers (
         id, kind, shop_id, reference, currency, amount_fcfa, phone, provider, provider_ref, state, created_at, ended_at)
       values ('${id(70)}', 'SHOP_PAYOUT', '${id(2)}', 'VIR-1', 'XOF', 100, '+229', 'mtn', 'MP-7', 'PAID', now(), now())`,
    )
    const rows = [
      [60, 50, 'A', ''],
      [61, 50, 'MP-7', ''],
      [62, 50, 'B', ''],
      [63, 51, 'C', 'vir-1'],
      [64, 52, 'D', ''],
      [65, 53, 'MP-7', ''],
    ] as const
    for (const [at, of, reference, other] of rows)
      await rowsOf(
        database,
        `insert into provider_statement_rows (
           id, statement_id, provider, currency, row_key, occurred_at, reference, other_reference, is_incoming, amount_fcfa)
         values ('${id(at)}', '${id(of)}', '${of === 53 ? 'wave' : 'mtn'}', 'XOF', '${at}', now(), '${reference}', '${other}',
           false, 1)`,
      )
    for (const subject of [`row:${id(60)}`, `transfer:${id(70)}`])
      await rowsOf(
        database,
        `with booked as (
           insert into ledger_postings (id, cause, kind, currency, booked_at)
           values (gen_random_uuid(), 'difference:${subject}:1', 'DIFFERENCE_SETTLED', 'XOF', now()) returning cause
         )
         insert into settled_differences (subject, number, provider, currency, amount_fcfa, cause, occurred_at)
         select '${subject}', 1, 'mtn', 'XOF', 1, cause, now() from booked`,
      )

    await migrate(database)

    const settled = await rowsOf<{ row: string; subject: string }>(
      database,
      'select row_id as row, subject from settled_statement_rows order by row_id',
    )
    assert.deepEqual(
      settled.map(({ row, subject }) => [row, subject]),
      [
        [id(60), `row:${id(60)}`],
        [id(61), `transfer:${id(70)}`],
        [id(63), `transfer:${id(70)}`],
      ],
    )
    const shared = await rowsOf<{ later: string; earlier: string }>(
      database,
      'select statement_id as later, earlier_id as earlier from provider_statement_overlaps',
    )
    assert.deepEqual(shared, [{ later: id(51), earlier: id(50) }])
    await database.close()
  })

  test('a migration gives each closed month its end, those too that were closed with a later one', async () => {
    const database = await openEmbeddedDatabase({})
    await migrate(database, filesBefore('0077'))
    await rowsOf(database, "update ledger_beginning set began_at = '2026-07-15T10:00:00Z'")
    for (const [month, by] of [
      ['2026-08-01', 'CLI'],
      ['2026-11-01', 'OPERATOR'],
    ])
      await rowsOf(
        database,
        `insert into ledger_closed_months (first_day, closed_at, closed_by) values ('${month}', '2026-12-02', '${by}')`,
      )
    await migrate(database)
    const months = await rowsOf<{ month: string; end: string; by: string }>(
      database,
      `select to_char(first_day, 'YYYY-MM') as month, open_since at time zone 'UTC' || '' as end, closed_by as by
       from ledger_closed_months order by first_day`,
    )
    assert.deepEqual(
      months.map(({ month, end, by }) => [month, end, by]),
      [
        ['2026-07', '2026-08-01 00:00:00', 'CLI'],
        ['2026-08', '2026-09-01 00:00:00', 'CLI'],
        ['2026-09', '2026-10-01 00:00:00', 'OPERATOR'],
        ['2026-10', '2026-11-01 00:00:00', 'OPERATOR'],
        ['2026-11', '2026-12-01 00:00:00', 'OPERATOR'],
      ],
    )
    await database.close()
  })

  test('a migration starts the payment history with the current status and takes the courier’s pay from the offer', async () => {
    const database = await openEmbeddedDatabase({})
    await migrate(database, filesBefore('0024'))
    await rowsOf(
      database,
      `insert into cities (id, name, country, lat, lng, service_radius_meters, time_zone, currency, created_at)
       values ('${id(1)}', 'Cotonou', 'BJ', 6.4, 2.4, 12000, 'Africa/Porto-Novo', 'XOF', '2026-11-01')`,
    )
    await rowsOf(
      database,
      `insert into shops (id, name, country, default_collection, created_at)
       values ('${id(2)}', 'Boutique', 'BJ', 'DIRECT', '2026-11-01')`,
    )
    await rowsOf(
      database,
      `insert into couriers (id, first_name, last_name, phone, vehicle_type, created_at)
       values ('${id(3)}', 'Kossi', 'Dossou', '+2290197000003', 'MOTO', '2026-11-01')`,
    )
    const statuses = ['NOT_DUE', 'PAID', 'AWAITING_CUSTOMER']
    for (const [at, paymentStatus] of statuses.entries()) {
      // A courier carries one parcel at a time, and only the first two were offered to theirs.
      const hasCourier = at > 0
      await rowsOf(
        database,
        `insert into deliveries (
           shop_id, id, version, reference, idempotency_key, body_sha256, status, created_at, city_id,
           customer_last_name, customer_first_name, customer_phone, pickup_lat, pickup_lng, parcel_category,
           parcel_size, parcel_fragile, payment_mode, goods_amount_fcfa, fee_payer, collection, payment_status,
           paid_at, price_fcfa, price_is_estimate, price_working, cod_fee_fcfa, pickup_code, confirmation_code,
           courier_id, courier_first_name)
         values (
           '${id(2)}', '${id(10 + at)}', ${at + 1}, 'REF-${at}', 'key-${at}', '', 'DELIVERED', '2026-11-02', '${id(1)}',
           'Dossou', 'Afi', '+2290197000001', 6.4, 2.4, 'FOOD',
           'SMALL', false, 'CASH_ON_DELIVERY', 5000, 'CUSTOMER', 'DIRECT', '${paymentStatus}',
           ${paymentStatus === 'PAID' ? `'2026-11-03'` : 'null'}, 600, false, '{}', 0, '0001', '0002',
           ${hasCourier ? `'${id(3)}', 'Kossi'` : 'null, null'})`,
      )
    }
    for (const at of [0, 1])
      await rowsOf(
        database,
        `insert into courier_offers (
           shop_id, delivery_id, courier_id, round, pay_fcfa, distance_meters, offered_at, expires_at)
         values ('${id(2)}', '${id(10 + at)}', '${id(3)}', 1, 480, 300, '2026-11-02', '2026-11-02')`,
      )

    await migrate(database)

    const lines = await rowsOf(
      database,
      `select version, status, to_char(occurred_at at time zone 'utc', 'YYYY-MM-DD') as day
       from payment_history where version < 3 order by version`,
    )
    assert.deepEqual(lines, [
      { version: 1, status: 'NOT_DUE', day: '2026-11-02' },
      { version: 2, status: 'PAID', day: '2026-11-03' },
    ])
    const [asked] = await rowsOf<{ status: string; is_now: boolean }>(
      database,
      `select status, occurred_at > now() - interval '1 hour' as is_now from payment_history where version = 3`,
    )
    assert.deepEqual(asked, { status: 'AWAITING_CUSTOMER', is_now: true })
    const pay = await rowsOf<{ pay: number | null }>(
      database,
      'select courier_pay_fcfa as pay from deliveries order by id',
    )
    assert.deepEqual(
      pay.map((row) => row.pay),
      [null, 480, null],
    )
    await database.close()
  })
})

/** The migrations whose name sorts before `number`, in a folder of their own. */
const filesBefore = (number: string): string =>
  copyOf(
    Object.fromEntries(
      readdirSync(earlier)
        .filter((name) => name.endsWith('.sql') && name < number)
        .map((name) => [name, readFileSync(join(earlier, name), 'utf8')]),
    ),
  )

/** A row of each kind that the rules are about, all of them as they should be. */
const oneOfEach = `
  insert into cities (id, name, country, lat, lng, service_radius_meters, time_zone, currency, created_at)
  values ('${id(1)}', 'Cotonou', 'BJ', 6.4, 2.4, 20000, 'Africa/Porto-Novo', 'XOF', '2026-11-01');
  insert into zones (id, city_id, name, shape, area_square_meters, center_lat, center_lng, created_at)
  values ('${id(4)}', '${id(1)}', 'West', '[]', 1, 6.4, 2.4, '2026-11-01');
  insert into shops (id, name, country, default_collection, created_at)
  values ('${id(2)}', 'Boutique', 'BJ', 'DIRECT', '2026-11-01');
  insert into deliveries (
    shop_id, id, reference, idempotency_key, body_sha256, status, created_at, city_id,
    customer_last_name, customer_first_name, customer_phone, pickup_lat, pickup_lng, parcel_category,
    parcel_size, parcel_fragile, payment_mode, goods_amount_fcfa, fee_payer, collection, payment_status,
    price_fcfa, price_is_estimate, price_working, cod_fee_fcfa, pickup_code, confirmation_code)
  values (
    '${id(2)}', '${id(10)}', 'REF', 'key', '', 'AWAITING_LOCATION', '2026-11-02', '${id(1)}',
    'Dossou', 'Afi', '+2290197000001', 6.4, 2.4, 'FOOD',
    'SMALL', false, 'CASH_ON_DELIVERY', 5000, 'CUSTOMER', 'DIRECT', 'NOT_REQUESTED',
    600, true, '{}', 0, '0001', '0002');
  insert into delivery_history (shop_id, delivery_id, version, status, occurred_at)
  values ('${id(2)}', '${id(10)}', 1, 'AWAITING_LOCATION', '2026-11-02');
  insert into events (shop_id, id, delivery_id, type, body, created_at)
  values ('${id(2)}', '${id(20)}', '${id(10)}', 'delivery.created', '{}', '2026-11-02');
  insert into messages (id, shop_id, kind, created_at, delivery_id)
  values ('${id(30)}', '${id(2)}', 'POSITION_LINK', '2026-11-02', '${id(10)}');
`

/** Worked through or read for all shops at once, by age: queues, and the audit, which also has acts on no shop. */
const workedThroughTogether = new Set([
  'messages',
  'unsequenced_events',
  'event_positions',
  'parked_events',
  'audit_lines',
  'ledger_postings',
  'money_transfers',
  'invoices',
  'fiscal_documents',
])

/** An empty embedded database, made once: a copy of it opens in a quarter of the time. */
let empty: Promise<Blob> | undefined
function emptySnapshot(): Promise<Blob> {
  empty ??= PGlite.create().then(async (pglite) => {
    const snapshot = await pglite.dumpDataDir('none')
    await pglite.close()
    return snapshot
  })
  return empty
}

const openServer = (url: string) => openDatabase({ url, poolSize: 1, timeoutMs: 30_000, onError: () => {} })

let copies = 0

/** A folder of migrations of its own. */
function copyOf(files: Record<string, string>): string {
  const path = mkdtempSync(join(temporary, `${++copies}-`))
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(path, name), sql)
  return path
}

const rowsOf = <Row>(database: OpenDatabase, sql: string): Promise<Row[]> =>
  database.withSession((session) => session.query<Row>(sql))

const namesOf = async (database: OpenDatabase) =>
  (await rowsOf<{ name: string }>(database, 'select name from schema_migrations order by name')).map(
    ({ name }) => name,
  )

const tablesOf = async (database: OpenDatabase) =>
  (
    await rowsOf<{ name: string }>(
      database,
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
    )
  ).map(({ name }) => name)

/** The names that src/ compares a violated constraint with, or hands to `on conflict on constraint`. */
function namedConstraints(): string[] {
  const source = globSync('src/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const names = [
    ...source.matchAll(/(?:violatedConstraint\([^)]*\)|(?<!typeof )\bconstraint)\s*[!=]==\s*'([^']+)'/g),
    ...source.matchAll(/\bconstraint\('([^']+)'\)/g),
    ...source.matchAll(/on conflict on constraint (\w+)/g),
  ]
  return [...new Set(names.map(([, name]) => name ?? ''))].sort()
}
