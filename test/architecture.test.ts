import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { test } from 'node:test'

/**
 * The order of src/, from the bottom up: base, what all doors are made of, the rooms of the domain, then the doors. A file imports
 * from its own place and from places before it in this list, never from one after it. Files of src/ itself
 * are places too. Doors are one place each and stand beside each other (see the test below).
 */
const order = [
  'base/kernel',
  'base/database',
  'base/background',
  'base/cells',
  'contract',
  'rules.ts',
  'config.ts',
  'http',
  'pages',
  'events',
  'derived-settings.ts',
  'derived-secrets.ts',
  'domain/domain-words.ts',
  'domain/audit',
  'domain/accounts',
  'domain/rules',
  'domain/shops',
  'domain/api-requests',
  'domain/zones',
  'domain/maps',
  'domain/money/payments',
  'domain/money/ledger',
  'domain/pricing',
  'domain/photos',
  'domain/deliveries',
  'domain/couriers',
  'domain/tours',
  'domain/matching',
  'domain/arrivals',
  'domain/money/mobile-money',
  'domain/money/settlement',
  'domain/money/statements',
  'domain/messages',
  'domain/money/transfers',
  'domain/webhooks',
  'domain/secrets',
  'domain/push',
  'domain/feedback',
  'domain/customers',
  'domain/board',
  'domain/reports',
  'domain/monitoring',
  'domain/sandbox',
  'domain/copies',
  'services.ts',
  'modules.ts',
  'web',
  'doors/provider-callbacks',
  'doors/dev-outbox',
  'doors/metrics',
  'doors/developer-docs',
  'doors/city-map',
  'doors/front-page',
  'doors/customer-page',
  'doors/courier-app',
  'doors/console',
  'doors/operations',
  'doors/partner-api',
  'app.ts',
  'cli',
  'main.ts',
]

const files = globSync('src/**/*.ts').filter((file) => !file.endsWith('.test.ts'))

const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/\b(?:from |import |import\()'([^']+)'/g)].map(
    ([, name]) => name ?? '',
  )

/** The imports of other files of src/, and the place of each. */
const localImports = (file: string) =>
  importsOf(file)
    .filter((each) => each.startsWith('.') && !each.endsWith('.js'))
    .map((name) => ({ name, target: placeOf(join(dirname(file), name)) }))

test('every file imports only from its own layer and the layers below it', () => {
  const upward = files.flatMap((file) => {
    const place = placeOf(file)
    assert.ok(order.includes(place), `${place} has no place in the order`)
    return localImports(file)
      .filter(({ target }) => order.indexOf(target) > order.indexOf(place))
      .map(({ name }) => `${file} may not import ${name}`)
  })
  assert.deepEqual(upward, [])
})

test('no door imports from another', () => {
  const between = files
    .filter((file) => placeOf(file).startsWith('doors/'))
    .flatMap((file) =>
      localImports(file)
        .filter(({ target }) => target.startsWith('doors/') && target !== placeOf(file))
        .map(({ name }) => `${file} may not import ${name}`),
    )
  assert.deepEqual(between, [])
})

test('what a file exports is used in another, unless the file is named after it', () => {
  const everywhere = globSync('{src,test,bench,sdk}/**/*.{ts,js}').filter(
    (file) => !/node_modules|test\/clients/.test(file),
  )
  const usedIn = new Map<string, Set<string>>()
  for (const file of everywhere)
    for (const word of readFileSync(file, 'utf8').match(/\b[A-Za-z_]\w*\b/g) ?? [])
      usedIn.set(word, (usedIn.get(word) ?? new Set()).add(file))
  const exported = /^export (?:async )?(?:const|function\*?|type|class|interface) (\w+)/gm
  const needless = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(exported)]
      .map(([, name = '']) => name)
      .filter((name) => usedIn.get(name)?.size === 1)
      .filter((name) => name.toLowerCase() !== basename(file, '.ts').replaceAll('-', ''))
      .map((name) => `${file}: ${name}`),
  )
  assert.deepEqual(needless, [])
})

test('no file imports itself by way of others', () => {
  const known = new Map(files.map((file) => [file, 'NEW' as 'NEW' | 'OPEN' | 'DONE']))
  const visit = (file: string, way: readonly string[]): void => {
    assert.notEqual(known.get(file), 'OPEN', [...way, file].join(' -> '))
    if (known.get(file) !== 'NEW') return
    known.set(file, 'OPEN')
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+)'/g))
      visit(join(dirname(file), name), [...way, file])
    known.set(file, 'DONE')
  }
  for (const file of files) visit(file, [])
})

/** Libraries that only compute: no file, no network, no clock. */
const pure =
  /^(typebox|uuid|negotiator|flatbush|libphonenumber-js|canonicalize|fastest-levenshtein|lru-cache|@date-fns\/tz|ipaddr\.js|@turf\/.*|@tmcw\/togeojson|@xmldom\/xmldom|fflate|geojson|ghtml|marked|sms-segments-calculator|node:crypto|node:zlib|node:buffer|node:net)$/

/** What the roles that a file's name gives may import besides pure libraries. */
const roles: { name: RegExp; reaches: RegExp }[] = [
  { name: /-store\.ts$/, reaches: /^kysely$/ },
  { name: /-(row|view|tables)\.ts$/, reaches: /^kysely$/ },
  { name: /-page\.ts$/, reaches: /^$/ },
  { name: /^send-/, reaches: /^(undici|nodemailer|web-push)$/ },
  {
    name: /-routes\.ts$/,
    reaches: /^(fastify|@fastify\/.*|node:(crypto|http|fs\/promises|stream|stream\/promises))$/,
  },
  { name: /-command\.ts$/, reaches: /.*/ },
]

/** A file of a room or a door: the role that its name gives it, and whether it acts or only decides. */
const parts = files
  .filter((file) => /^src\/(domain|web|doors|cli)\//.test(file))
  .map((file) => {
    const name = basename(file)
    const source = readFileSync(file, 'utf8')
    const role = roles.find((each) => each.name.test(name))
    const acts =
      /\b(await|async)\b/.test(source) || /^import \{(?! type )[^}]*\} from '[^']*-store\.ts'/m.test(source)
    const isPlainOfRoom = file.startsWith('src/domain/') && (role === undefined || name.startsWith('send-'))
    return { file, name, source, role, acts, isPlainOfRoom }
  })

const foreignLibraries = (checked: typeof parts) =>
  checked.flatMap(({ file, role }) =>
    importsOf(file)
      .filter((each) => !each.startsWith('.') && !pure.test(each) && !role?.reaches.test(each))
      .map((each) => `${file} may not import ${each}`),
  )

test('a file imports only the libraries that its role allows', () =>
  assert.deepEqual(foreignLibraries(parts.filter(({ role }) => role)), []))

test('a file that acts is named after the verb of a function that it exports: create-delivery.ts, createDelivery', () => {
  const misnamed = parts
    .filter(({ isPlainOfRoom, acts }) => isPlainOfRoom && acts)
    .filter(({ name, source }) => {
      const [verb] = name.replace(/\.ts$/, '').split('-')
      return !new RegExp(`^export (async )?(function\\*?|const) ${verb}([A-Z]\\w*)?\\b`, 'm').test(source)
    })
  assert.deepEqual(
    misnamed.map(({ file }) => file),
    [],
  )
})

test('any other file of a room is named by a noun and decides from its arguments: it imports only pure libraries', () =>
  assert.deepEqual(foreignLibraries(parts.filter(({ isPlainOfRoom, acts }) => isPlainOfRoom && !acts)), []))

test('no file uses a global clock, randomness or the environment', () => {
  const asking = files
    .filter((file) => !/^src\/(main|config|cli\/.*|base\/kernel\/clock|http\/code-samples)\.ts$/.test(file))
    .filter((file) => /process\.env|new Date\(\)|Date\.now|Math\.random/.test(readFileSync(file, 'utf8')))
  assert.deepEqual(asking, [])
})

test('no browser test waits for a function: asked again later it is refused by the pages’ policy of content', () => {
  const waits = 'wait' + 'ForFunction'
  const found = globSync('{test,bench}/**/*.ts', { exclude: ['**/node_modules/**'] }).filter((file) =>
    readFileSync(file, 'utf8').includes(waits),
  )
  assert.deepEqual(found, [])
})

test('no folder of src/ is more than four deep, and none of deliveries has more than twelve files', () => {
  const folders = Map.groupBy(files, (file) => dirname(file))
  assert.deepEqual(
    [...folders.keys()].filter((folder) => folder.split('/').length > 5),
    [],
  )
  const crowded = [...folders].filter(
    ([folder, { length }]) => /domain\/deliveries\b/.test(folder) && length > 12,
  )
  assert.deepEqual(
    crowded.map(([folder]) => folder),
    [],
  )
})

test('every file name in src/ is unique', () => {
  const names = files.map((file) => basename(file))
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  )
})

test('every file name is kebab-case, and none begins with index, utils, helpers or routes', () => {
  for (const file of files)
    assert.match(basename(file), /^(?!index|utils|helpers|routes)[a-z0-9]+(-[a-z0-9]+)*\.ts$/)
})

test('nothing is exported by default and nothing is re-exported', () => {
  for (const file of files)
    assert.doesNotMatch(readFileSync(file, 'utf8'), /^export (default|\* from|\{[^}]*\} from)/m, file)
})

test('SQL appears only in *-store.ts files and in src/base/database', () => {
  const speaks = /\b(selectFrom|insertInto|updateTable|deleteFrom)\(|sql(<[^>]*>)?`/
  const others = files.filter((file) => !/-store\.ts$|^src\/base\/database\//.test(file))
  assert.deepEqual(
    others.filter((file) => speaks.test(readFileSync(file, 'utf8'))),
    [],
  )
})

test('stores are in src/domain or src/events, and pages and views in src/doors or src/web, commands in src/cli', () => {
  for (const file of files) {
    if (/-store\.ts$/.test(file)) assert.match(file, /^src\/(domain|events)\//)
    if (/-(page|view)\.ts$/.test(file)) assert.match(file, /^src\/(doors|web)\//)
    if (/-command\.ts$/.test(file)) assert.match(file, /^src\/cli\//)
  }
})

/**
 * What stands whole on its line (decision 300): a sentence, so that one can search for it, a regular expression, so that
 * it is checked, and the import of one name.
 */
const whole = [
  /^(?:[\w.]+: |return |const \w+ = |[?:] |=> )?(?:'(?:[^'\\]|\\.)*'|"[^"]*"|`[^<`]*`)(?: as const)?[,)\]}]*$/,
  /^\/.*\/[a-z]*,?$/,
  /^import (?:type )?\{ \w+ \} from '[^']+'$/,
]

test('no line of src/ is longer than 110 columns, except one that must stay whole', () => {
  const lines = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line, index) => ({ line, at: `${file}:${index + 1}` })),
  )
  assert.ok(lines.length > 50_000)
  assert.deepEqual(
    lines
      .filter(({ line }) => line.length > 110 && !whole.some((form) => form.test(line.trim())))
      .map(({ at }) => at),
    [],
  )
})

/** A room, or the base as a whole. */
const ownerOf = (file: string): string => placeOf(file).replace(/^base\/.*/, 'base')

/** Who declares each table, with its columns. */
const declared = new Map(
  files
    .filter((file) => /[/-]tables\.ts$/.test(file))
    .flatMap((file) => {
      const [, list = ''] =
        /interface Tables \{\n([\s\S]*?)\n(?: {2})?\}\n/.exec(readFileSync(file, 'utf8')) ?? []
      return [...list.matchAll(/^ {2,4}(\w+): \{$/gm)].map(([, name = '']) => [name, ownerOf(file)])
    }),
)

/** Written by another room too, since it must be in the same statement: a creation uses a promo code. */
const alsoWrittenBy: Record<string, string[]> = {
  promo_code_uses: ['domain/deliveries'],
  events: ['domain/deliveries', 'domain/webhooks'],
}

test('each database table is written by the room that declares it, apart from the listed exceptions', () => {
  assert.ok(declared.size > 80, 'the tables were not found')
  for (const [table, owner] of declared) {
    const writes = new RegExp(
      `(insertInto|updateTable|deleteFrom|mergeInto)\\('${table}[' ]|\\b(insert into|update|delete from) ${table}\\b`,
    )
    const rooms = new Set(files.filter((file) => writes.test(readFileSync(file, 'utf8'))).map(ownerOf))
    for (const other of [owner, ...(alsoWrittenBy[table] ?? [])]) rooms.delete(other)
    assert.deepEqual([...rooms], [], `${table} of ${owner} is written by others`)
  }
})

/** The file of the baseline that creates the tables of a room; the events stand with the base. */
const ownedIn = (owner: string) => basename(owner).replace(/^events$/, 'base')

test('each table is created by the file of the baseline of the room that declares it, and none of a room by the base', () => {
  const created = globSync('migrations/0100_baseline/*.sql').flatMap((file) => {
    const room = basename(file, '.sql').replace(/^\d+_/, '')
    const names = readFileSync(file, 'utf8').matchAll(/^create table (\w+)/gm)
    return [...names].map(([, name = '']) => [name, room] as const)
  })
  assert.ok(created.length > 80)
  assert.deepEqual(
    created.filter(([name, room]) => ownedIn(declared.get(name) ?? room) !== room),
    [],
  )
})

/** What processes of the version before could not work with, since they read and write what they know (decision 290). */
const breaking = [
  /\bdrop\s+(table|column|view)\b/i,
  /\brename\s+(to|column|constraint)\b/i,
  /\balter\s+column\s+\w+\s+(type|set\s+not\s+null|drop\s+default)\b/i,
  /\badd\s+column\s+(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/i,
  /\badd\s+constraint\b(?![^;]*\bnot\s+valid\b)/i,
]
const isBreaking = (text: string): boolean =>
  breaking.some((form) => form.test(text.replace(/--.*$/gm, ''))) && !/^--! breaking$/m.test(text)

test('a migration under which the version before cannot go on is marked as breaking', () => {
  // Those up to here landed before the rule.
  const under = globSync(['migrations/*.sql', 'migrations/before/*.sql']).filter(
    (file) => basename(file) > '0086',
  )
  assert.ok(under.length > 0)
  assert.deepEqual(
    under.filter((file) => isBreaking(readFileSync(file, 'utf8'))),
    [],
  )
})

for (const [text, expected] of [
  ['alter table a add column b text', false],
  ['alter table a add column b integer not null default 0', false],
  ['alter table a add column b integer default 0 not null, add column c text', false],
  ['-- drop table a;\ncreate table b (id uuid not null)', false],
  ['alter table a add constraint b check (c > 0) not valid', false],
  ['--! breaking\nalter table a drop column b', false],
  ['alter table a drop column b', true],
  ['drop table a', true],
  ['alter table a rename to b', true],
  ['alter table a rename column b to c', true],
  ['alter table a alter column b set not null', true],
  ['alter table a alter column b type bigint', true],
  ['alter table a add column b integer not null', true],
  ['alter table a add constraint b check (c > 0)', true],
] as const)
  test(`${JSON.stringify(text)} ${expected ? 'breaks' : 'does not break'} the version before`, () =>
    assert.equal(isBreaking(text), expected))

test('each walk in docs/architecture.md names at most fourteen files, which all exist and differ', () => {
  const walks = readFileSync('docs/architecture.md', 'utf8')
    .split(/^## /m)
    .find((section) => section.startsWith('Five walks'))
    ?.split(/^### /m)
    .slice(1)
    .map((walk) => [...walk.matchAll(/^\| `([^`]+\.ts)` \|/gm)].map(([, file]) => file ?? ''))
  assert.equal(walks?.length, 5)
  for (const walk of walks) {
    assert.ok(walk.length > 5 && walk.length <= 14)
    assert.deepEqual(walk, [...new Set(walk)])
    for (const file of walk) assert.ok(files.includes(`src/${file}`), `${file} does not exist`)
  }
})

/** The rooms of money are a wing of the domain: each is a place of its own. */
function placeOf(file: string): string {
  const [floor = '', room = '', inWing = ''] = relative('src', file).split('/')
  if (room === 'money') return `${floor}/${room}/${inWing}`
  return ['base', 'domain', 'doors'].includes(floor) ? `${floor}/${room}` : floor
}
