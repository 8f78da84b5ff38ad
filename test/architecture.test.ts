import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { test } from 'node:test'

/**
 * The order of src/, top to bottom. A file imports from its own place and from places above it, never
 * from one below. Files of src/ itself are places too.
 */
const order = [
  'kernel',
  'config.ts',
  'contract',
  'database',
  'http',
  'background',
  'shops',
  'accounts',
  'zones',
  'payments',
  'quotes',
  'photos',
  'events',
  'deliveries',
  'couriers',
  'customers',
  'mobile-money',
  'messages',
  'webhooks',
  'sandbox',
  'service-parts.ts',
  'app.ts',
  'demo',
  'cli',
  'main.ts',
]

/** Libraries that only compute: no file, no network, no clock. */
const pure =
  /^(typebox|uuid|negotiator|flatbush|libphonenumber-js|canonicalize|fastest-levenshtein|lru-cache|@date-fns\/tz|ipaddr\.js|@turf\/.*|geojson|ghtml|node:crypto|node:zlib|node:buffer|node:net)$/

/**
 * What a file may reach for besides pure libraries, by the role its name tells. A plain noun reaches for
 * nothing more: it decides.
 */
const roles: { name: RegExp; reaches: RegExp }[] = [
  {
    name: /^(?:.*-store|tables|open-database|embedded-database|server-database)\.ts$/,
    reaches: /^(kysely|pg|@electric-sql\/pglite|node:(path|timers\/promises))$/,
  },
  { name: /-view\.ts$/, reaches: /^kysely$/ },
  { name: /-page\.ts$/, reaches: /^ghtml$/ },
  {
    name: /^(?:.*-routes|authenticate|error-handler|http-server|json-body|known-paths|openapi|operation|rate-limit|response-language|strict-validation)\.ts$/,
    reaches:
      /^(fastify|@fastify\/.*|ajv|ajv-formats|ajv-i18n|ioredis|pino|node:(net|http|crypto|fs\/promises))$/,
  },
]

/** Folders and roles whose files act rather than decide: they may reach for anything. */
const acting = /^(src\/(database|background|demo|cli|http)\/|src\/[^/]+\.ts$)/
const verb =
  /^(create|add|revoke|set|import|price|quote|measure|check|announce|verify|locate|assign|arrive|pick-up|hand-over|bring-back|declare|confirm|fail|return|cancel|expire|change|list(?!-query)|move|owe|advance|seed|play|relay|pursue|request|simulated-provider|send|record|resend|purge|ping|resolve|start|regenerate|enable|remove|report|make|accept|decline|reassign|retire|answer|follow|read|act-once|local-photo|s3-photo|shop-memory|delivery-count)(-|\.ts$)/

const files = globSync('src/**/*.ts').filter((file) => !file.endsWith('.test.ts'))

for (const file of files) {
  const source = readFileSync(file, 'utf8')
  const imports = [...source.matchAll(/\b(?:from |import |import\()'([^']+)'/g)].map(([, name]) => name ?? '')

  test(`${file} imports nothing from below itself`, () => {
    const place = placeOf(file)
    assert.ok(order.includes(place), `${place} has no place in the order`)
    for (const name of imports.filter((each) => each.startsWith('.') && !each.endsWith('.js'))) {
      const target = placeOf(join(dirname(file), name))
      assert.ok(order.indexOf(target) <= order.indexOf(place), `${place} may not import ${name}`)
    }
  })

  test(`${file} takes no dependency from the air`, () => {
    const mayAsk = /^src\/(main|config|cli\/.*|kernel\/clock)\.ts$/.test(file)
    if (!mayAsk) assert.doesNotMatch(source, /process\.env|new Date\(\)|Date\.now|Math\.random/)
  })

  if (isNoun(file)) {
    test(`${file} is a noun: it decides and reaches for nothing`, () => {
      const reaches = roles.find(({ name }) => name.test(basename(file)))?.reaches ?? /^$/
      for (const name of imports.filter((each) => !each.startsWith('.'))) {
        assert.ok(pure.test(name) || reaches.test(name), `${file} may not import ${name}`)
      }
      const isPlain = !roles.some(({ name }) => name.test(basename(file)))
      if (isPlain) assert.doesNotMatch(source, /\bawait\b|\basync\b/, `${file} waits, so it acts`)
    })
  }
}

test('every file name is unique in the tree', () => {
  const names = files.map((file) => basename(file))
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  )
})

test('every file name is kebab-case and says something', () => {
  for (const file of files)
    assert.match(basename(file), /^(?!index|utils|helpers|routes)[a-z0-9]+(-[a-z0-9]+)*\.ts$/)
})

test('nothing is exported by default and nothing is re-exported', () => {
  for (const file of files)
    assert.doesNotMatch(readFileSync(file, 'utf8'), /^export (default|\* from|\{[^}]*\} from)/m, file)
})

test('no folder of src/ lies deeper than one below it', () => {
  for (const file of files) assert.ok(relative('src', file).split('/').length <= 2, file)
})

test('SQL is spoken only in stores and in src/database', () => {
  const speaks = /\b(selectFrom|insertInto|updateTable|deleteFrom)\(|sql(<[^>]*>)?`/
  const others = files.filter((file) => !/-store\.ts$|^src\/database\//.test(file))
  assert.deepEqual(
    others.filter((file) => speaks.test(readFileSync(file, 'utf8'))),
    [],
  )
})

function placeOf(file: string): string {
  return relative('src', file).split('/')[0] ?? ''
}

function isNoun(file: string): boolean {
  const name = basename(file)
  return !acting.test(file) && (roles.some((role) => role.name.test(name)) || !verb.test(name))
}
