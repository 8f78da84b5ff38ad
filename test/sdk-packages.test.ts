import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { clientFiles } from '../src/cli/reference/write-reference.ts'
import { type ApiDescription, describedOperations } from '../src/http/openapi-document.ts'
import { scenarios } from './support/client-scenarios.ts'
import { clientsFolder, whyWithout } from './support/client-tools.ts'

const description: ApiDescription = JSON.parse(readFileSync('docs/reference/openapi.json', 'utf8'))
const operationIds = describedOperations(description).map(({ operationId }) => operationId)
const read = (path: string) => readFileSync(path, 'utf8')
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What a client has besides the operations: reading page after page, and an upload in two requests. */
const ofTheClients = ['eachDelivery', 'eachEvent', 'eachEventPage', 'eachWebhookAttempt', 'uploadParcelPhoto']

const clients = [
  {
    name: 'TypeScript',
    methods: matches('sdk/typescript/src/colis.ts', /^ {2}(?:async )?\*?([a-z]\w+)\(/gm),
    spell: (operationId: string) => operationId,
  },
  {
    name: 'Python',
    methods: matches('sdk/python/src/colis/_client.py', /^ {4}def ([a-z]\w+)\(/gm),
    spell: snake,
  },
  {
    name: 'Python asyncio',
    methods: matches('sdk/python/src/colis/_async_client.py', /^ {4}async def (?!aclose)([a-z]\w+)\(/gm),
    spell: snake,
  },
  {
    name: 'PHP',
    methods: matches('sdk/php/src/Client.php', /^ {4}public function ([a-z]\w+)\(/gm),
    spell: (operationId: string) => operationId,
  },
]

function matches(path: string, form: RegExp): string[] {
  return [...read(path).matchAll(form)].map(([, name]) => name ?? '').filter((name) => name !== 'constructor')
}

for (const { name, methods, spell } of clients)
  test(`the ${name} client has a method for every operation of the description, and none of another name`, () => {
    assert.deepEqual([...methods].sort(), [...operationIds, ...ofTheClients].map(spell).sort())
  })

test('every operation, and everything the clients add to them, is called in a scenario', () => {
  const called = new Set(scenarios.map(({ call }) => call.operation))
  assert.deepEqual(
    [...operationIds, ...ofTheClients].filter((each) => !called.has(each)),
    [],
  )
})

test('no two scenarios promise the same', () => {
  const promises = scenarios.map(({ what }) => what)
  assert.deepEqual(
    promises.filter((what, which) => promises.indexOf(what) !== which),
    [],
  )
})

for (const [path, text] of Object.entries(clientFiles(description)))
  test(`${path} is what npm run docs writes`, () => assert.equal(read(path), text))

test('the three clients say their version and licence alike', () => {
  const npm = JSON.parse(read('sdk/typescript/package.json'))
  const composer = JSON.parse(read('sdk/php/composer.json'))
  const python = read('sdk/python/pyproject.toml')
  const { version } = npm
  assert.match(version, /^\d+\.\d+\.\d+$/)
  assert.deepEqual([npm.license, composer.license], ['MIT', 'MIT'])
  assert.match(python, /^license = "MIT"$/m)
  // A package of Composer takes its version from the tag.
  assert.equal(composer.version, undefined)
  for (const [path, line] of [
    ['sdk/python/pyproject.toml', `version = "${version}"`],
    ['sdk/python/src/colis/__init__.py', `__version__ = "${version}"`],
    ['sdk/python/src/colis/_requests.py', `VERSION = "${version}"`],
    ['sdk/typescript/src/send-request.ts', `const version = '${version}'`],
    ['sdk/php/src/RequestSender.php', `VERSION = '${version}'`],
  ] as const)
    assert.ok(read(path).includes(line), path)
  for (const client of ['typescript', 'python', 'php'])
    assert.equal(read(`sdk/${client}/LICENSE`), read('LICENSE'))
})

test('what is published of the TypeScript client is what its source compiles to', () => {
  const folder = mkdtempSync(join(tmpdir(), 'colis-dist-'))
  try {
    execFileSync(process.execPath, ['sdk/typescript/build.js', folder], { stdio: 'pipe' })
    const filesOf = (dist: string) =>
      Object.fromEntries(
        globSync('**/*.*', { cwd: dist }).map((file) => [file, read(join(dist, file))] as const),
      )
    assert.deepEqual(filesOf('sdk/typescript/dist'), filesOf(folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('each package names its authors, its repository and where it is published, alike', () => {
  const npm = JSON.parse(read('sdk/typescript/package.json'))
  const composer = JSON.parse(read('sdk/php/composer.json'))
  const python = read('sdk/python/pyproject.toml')
  const repository = composer.support.source
  assert.deepEqual(
    [npm.author, npm.repository.url, npm.homepage, npm.publishConfig],
    ['Colis maintainers', `git+${repository}`, composer.homepage, { access: 'public' }],
  )
  assert.deepEqual(composer.authors, [{ name: 'Colis maintainers' }])
  assert.ok(python.includes('authors = [{ name = "Colis maintainers" }]'))
  assert.ok(python.includes(`Homepage = "${composer.homepage}"\nRepository = "${repository}"\n`))
})

test('the command of the npm package imports nothing but Node.js and the client', () => {
  for (const path of globSync('sdk/typescript/src/cli/**/*.ts').filter(
    (each) => !each.endsWith('.test.ts'),
  )) {
    const imports = [...read(path).matchAll(/\b(?:from|import) '([^']+)'/g)].map(([, name]) => name ?? '')
    assert.deepEqual(
      imports.filter((name) => !name.startsWith('.') && !name.startsWith('node:')),
      [],
      path,
    )
  }
})

test('the TypeScript client imports nothing, and uses nothing that only Node.js has', () => {
  const { dependencies } = JSON.parse(read('sdk/typescript/package.json'))
  assert.equal(dependencies, undefined)
  for (const path of globSync('sdk/typescript/src/*.ts').filter((each) => !each.endsWith('.test.ts'))) {
    const imports = [...read(path).matchAll(/\bfrom '([^']+)'/g)].map(([, name]) => name ?? '')
    assert.deepEqual(
      imports.filter((name) => !name.startsWith('./')),
      [],
      path,
    )
    assert.doesNotMatch(read(path), /\b(process|Buffer|require|globalThis\.process)\b/, path)
  }
})

/** What came to PHP after 8.0, as it is written. */
const sincePhp81 = [
  /\breadonly\b/,
  /^\s*enum \w/m,
  /\(\.\.\.\)/,
  /\): never\b/,
  /\([^()]*\$\w+ = new /,
  /\b(final|public|protected|private) const \w+ \w+ =/,
  /\b0o[0-7]/,
  /\b(array_is_list|fsync|json_validate|array_find|array_any|array_all|mb_trim|str_increment)\(/,
  /#\[\\Override\]/,
  /\): \??(true|false|null)\b/,
]

test('the PHP client is written in PHP 8.0', () => {
  for (const path of globSync('sdk/php/**/*.php')) {
    const code = read(path).replace(/\/\*\*[\s\S]*?\*\/|\/\/.*/g, '')
    for (const form of sincePhp81) assert.doesNotMatch(code, form, path)
  }
})

test('the PHP client is accepted by the interpreter', { skip: lacks('php') }, () => {
  for (const path of globSync('sdk/php/**/*.php'))
    assert.match(execFileSync('php', ['-l', path], { encoding: 'utf8' }), /^No syntax errors/)
})

/** Prints what a reader of PHPStan cannot read, and each type that a class imports but `Types` does not have. */
const phpDocReader = String.raw`
require '/usr/share/php/PHPStan/PhpDocParser/autoload.php';
use PHPStan\PhpDocParser\Ast\PhpDoc\{InvalidTagValueNode, TypeAliasImportTagValueNode, TypeAliasTagValueNode};
use PHPStan\PhpDocParser\Lexer\Lexer;
use PHPStan\PhpDocParser\Parser\{ConstExprParser, PhpDocParser, TokenIterator, TypeParser};
$constants = new ConstExprParser();
$parser = new PhpDocParser(new TypeParser($constants), $constants);
$lexer = new Lexer();
[$made, $imported] = [[], []];
foreach (array_slice($argv, 1) as $file) {
    foreach (token_get_all(file_get_contents($file)) as $token) {
        if (!is_array($token) || $token[0] !== T_DOC_COMMENT) continue;
        foreach ($parser->parse(new TokenIterator($lexer->tokenize($token[1])))->getTags() as $tag) {
            if ($tag->value instanceof InvalidTagValueNode) echo "$file $tag->name {$tag->value->exception->getMessage()}\n";
            if ($tag->value instanceof TypeAliasTagValueNode) $made[] = $tag->value->alias;
            if ($tag->value instanceof TypeAliasImportTagValueNode) $imported[] = $tag->value->importedAlias;
        }
    }
}
foreach (array_diff($imported, $made) as $name) echo "$name is not made\n";
echo count($made) > 40 && count($imported) > 40 ? 'read' : 'too few';`

test('the types of the PHP client are read by what PHPStan reads them with, and each that is used is there', {
  skip: whyWithoutPhpDoc(),
}, () => {
  const files = globSync('sdk/php/src/**/*.php')
  assert.equal(execFileSync('php', ['-r', phpDocReader, '--', ...files], { encoding: 'utf8' }), 'read')
})

test('the Python client is written in Python 3.9', { skip: lacks('python3') }, () => {
  const program = `
import ast, sys
for path in sys.argv[1:]:
    ast.parse(open(path, encoding="utf-8").read(), path, feature_version=(3, 9))
`
  execFileSync('python3', ['-c', program, ...globSync('sdk/python/**/*.py', { exclude: ['**/.venv/**'] })])
})

test('the Python client, its tests and its examples pass mypy --strict', { skip: whyWithout('pip') }, () => {
  const { status, stdout } = spawnSync(resolve(clientsFolder, '.venv/bin/mypy'), {
    cwd: 'sdk/python',
    encoding: 'utf8',
  })
  assert.equal(status, 0, stdout)
})

test('the examples in the READMEs of the PHP and Python clients are accepted', {
  skip: lacks('php') || lacks('python3'),
}, () => {
  const codeOf = (page: string) =>
    [...read(page).matchAll(/```(?:php|python)\n([\s\S]*?)```/g)].map(([, code]) => code ?? '')
  for (const input of globSync('sdk/php/README*.md').flatMap(codeOf))
    assert.match(execFileSync('php', ['-l'], { input, encoding: 'utf8' }), /No syntax errors/)
  for (const input of globSync('sdk/python/README*.md').flatMap(codeOf))
    execFileSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], { input })
})

function whyWithoutPhpDoc(): false | string {
  const path = '/usr/share/php/PHPStan/PhpDocParser/autoload.php'
  return lacks('php') || (existsSync(path) ? false : `${path} is not installed here`)
}

function lacks(program: string): false | string {
  return spawnSync(program, ['--version']).status === 0 ? false : `${program} is not installed here`
}
