import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { OpenDatabase } from '../src/base/database/open-database.ts'
import { openEmbedded } from './support/databases.ts'
import { missingElsewhere } from './support/missing-elsewhere.ts'

/** SQL without its comments, and TypeScript without its own. */
const withoutComments = (text: string) => text.replaceAll(/^\s*--.*$|^\s*\/\/.*$|^\s*\/?\*.*$| -- .*$/gm, '')

const migrations = globSync('migrations/{0*.sql,0100_baseline/*.sql}')
const source = globSync('src/**/*.ts', { exclude: ['**/*.test.ts'] })

/** Each feature, with the files that use it and how often. */
function usesIn(files: readonly string[]): Record<string, string[]> {
  const uses: Record<string, string[]> = {}
  for (const file of files.toSorted()) {
    const text = withoutComments(readFileSync(file, 'utf8'))
    for (const [feature, pattern] of Object.entries(missingElsewhere)) {
      const count = text.match(pattern)?.length ?? 0
      if (count === 0) continue
      uses[feature] = [...(uses[feature] ?? []), count === 1 ? file : `${file} x ${count}`]
    }
  }
  return uses
}

const known = {
  migrations: {
    'a parameter of storage (issue 23467)': [
      'migrations/0100_baseline/01_base.sql x 4',
      'migrations/0100_baseline/05_api-requests.sql',
      'migrations/0100_baseline/13_couriers.sql x 3',
      'migrations/0100_baseline/21_webhooks.sql x 3',
      'migrations/0110_reports.sql',
      'migrations/0132_report_spans.sql',
    ],
    'a trigger that reads the rows of its statement (issue 1668)': [
      'migrations/0100_baseline/08_payments.sql x 3',
      'migrations/0100_baseline/09_ledger.sql x 2',
      'migrations/0100_baseline/18_statements.sql x 2',
      'migrations/0110_reports.sql',
      'migrations/0132_report_spans.sql x 3',
    ],
    'an index that is no B-tree (issues 1337, 10652)': [
      'migrations/0100_baseline/19_messages.sql',
      'migrations/0100_baseline/21_webhooks.sql x 2',
    ],
    'listen and notify (issue 1872; since v2025.2.3, off by default)': [
      'migrations/0100_baseline/04_shops.sql',
      'migrations/0100_baseline/06_zones.sql',
      'migrations/0100_baseline/07_maps.sql',
      'migrations/0100_baseline/12_deliveries.sql',
      'migrations/0100_baseline/21_webhooks.sql',
      'migrations/0101_rules.sql',
    ],
  },
  // Purges and queues name rows by their place, which spares a look into an index for each. The two locks of tables
  // keep out whoever writes, and no lock by a name does.
  source: {
    'a system column (issue 24843)': [
      'src/base/database/delete-batch.ts x 2',
      'src/domain/matching/offer-store.ts x 3',
      'src/domain/messages/message-store.ts x 2',
      'src/domain/reports/counting-store.ts x 2',
      'src/domain/webhooks/sending/attempt-store.ts x 4',
      'src/domain/webhooks/sending/dispatch-store.ts x 6',
      'src/events/event-log-store.ts x 4',
      'src/events/event-removal-store.ts x 4',
    ],
    'listen and notify (issue 1872; since v2025.2.3, off by default)': [
      'src/base/database/notify-processes.ts',
      'src/base/database/own-session.ts',
      'src/domain/deliveries/erasing/delivery-removal-store.ts',
      'src/events/event-log-store.ts',
    ],
    'lock table, but in access share mode (issue 5384)': [
      'src/base/database/copying/copy-database.ts',
      'src/domain/money/ledger/closed-month-store.ts',
      'src/domain/money/statements/reconciling/statement-removal-store.ts',
    ],
  },
}

for (const [where, files] of [
  ['migrations', migrations],
  ['source', source],
] as const)
  test(`what of the ${where} YugabyteDB documents as missing is known, place by place`, (t) => {
    const uses = usesIn(files)
    for (const [feature, places] of Object.entries(uses)) t.diagnostic(`${feature}: ${places.join(', ')}`)
    assert.deepEqual(uses, known[where])
  })

let database: OpenDatabase
before(async () => {
  database = (await openEmbedded()).database
})
after(() => database.close())

test('one index is on a column of a type that YugabyteDB does not index (issues 9698, 23829, 17017)', async () => {
  const { rows } = await sql<{ index: string; type: string }>`
    select pg_index.indexrelid::regclass::text as index, format_type(pg_attribute.atttypid, null) as type
    from pg_index
    join pg_attribute on pg_attribute.attrelid = pg_index.indexrelid
    join pg_type on pg_type.oid = pg_attribute.atttypid
    join pg_class on pg_class.oid = pg_index.indrelid
    join pg_namespace on pg_namespace.oid = pg_class.relnamespace
    where pg_namespace.nspname = 'public'
      and (pg_type.typcategory in ('A', 'R', 'I', 'G', 'V') or pg_type.typname in ('jsonb', 'json', 'tsvector', 'citext'))
  `.execute(database.db)
  assert.deepEqual(rows, [{ index: 'shift_is_planned_once', type: 'uuid[]' }])
})
