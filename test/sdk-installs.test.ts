import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { clientsFolder, whyWithout } from './support/client-tools.ts'

/** The packages of sdk/ as they are published: built here, and installed without a network where nothing else is. */
const folder = mkdtempSync(join(tmpdir(), 'colis-packages-'))
after(() => rmSync(folder, { recursive: true, force: true }))

function newFolder(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  return path
}

/** A copy of a client as it is in the repository, so that building leaves nothing there. */
function copyOf(client: string): string {
  const path = join(folder, client)
  cpSync(join('sdk', client), path, {
    recursive: true,
    filter: (source) => !/(^|\/)(node_modules|dist|build|\.venv|__pycache__|[\w.]+\.egg-info)$/.test(source),
  })
  return path
}

function run(cwd: string, program: string, args: string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  assert.equal(status, 0, `${program} ${args.join(' ')}\n${stdout}${stderr}`)
  return stdout
}

test('the npm package holds exactly what is compiled, and an empty project installs and imports it', () => {
  const path = `${resolve('node_modules/.bin')}${delimiter}${process.env.PATH}`
  const packed = run(copyOf('typescript'), 'npm', ['pack', '--json', '--pack-destination', folder], {
    PATH: path,
  })
  const [{ filename, files }] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }]
  const modules = ['colis', 'colis-error', 'retry-delay', 'sdk', 'send-request', 'types', 'verify-webhook']
  assert.deepEqual(
    files.map((file) => file.path).sort(),
    [
      ...['LICENSE', 'README.fr.md', 'README.md', 'package.json'],
      ...modules.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]),
    ].sort(),
  )

  const shop = newFolder('npm-shop')
  writeFileSync(join(shop, 'package.json'), '{ "private": true }')
  const cache = newFolder('npm-cache')
  run(shop, 'npm', [
    'install',
    '--offline',
    '--no-audit',
    '--no-fund',
    '--cache',
    cache,
    join(folder, filename),
  ])
  const program = `
    import * as sdk from '@colis/sdk'
    new sdk.Colis({ apiKey: 'colis_test', baseUrl: 'http://127.0.0.1:8080' })
    console.log(Object.keys(sdk).sort().join(' '))`
  const exported = run(shop, process.execPath, ['--input-type=module', '--eval', program])
  assert.equal(exported, 'Colis ColisError WebhookRefused verifyWebhook\n')
})

const bin = resolve(clientsFolder, '.venv/bin')

test('the Python wheel holds exactly the package, and an empty environment installs and imports it', {
  skip: whyWithout('pip') || whyWithoutSetuptools(),
}, () => {
  const wheels = newFolder('wheels')
  const offline = ['--no-index', '--no-deps', '--quiet']
  run(copyOf('python'), join(bin, 'pip'), ['wheel', ...offline, '--no-build-isolation', '-w', wheels, '.'])
  const wheel = join(wheels, 'colis_sdk-0.1.0-py3-none-any.whl')
  const listed = run(folder, join(bin, 'python'), [
    ...['-c', 'import sys, zipfile; print(*sorted(zipfile.ZipFile(sys.argv[1]).namelist()))', wheel],
  ])
  const modules = [
    '__init__',
    '_client',
    '_errors',
    '_options',
    '_retry_delay',
    '_send_request',
    '_webhook',
    'types',
  ]
  const about = ['METADATA', 'RECORD', 'WHEEL', 'licenses/LICENSE', 'top_level.txt']
  assert.deepEqual(
    listed.trim().split(' '),
    [
      ...modules.map((name) => `colis/${name}.py`),
      'colis/py.typed',
      ...about.map((name) => `colis_sdk-0.1.0.dist-info/${name}`),
    ].sort(),
  )

  const python = join(folder, 'python-shop/bin/python')
  run(folder, join(bin, 'python'), ['-m', 'venv', '--without-pip', 'python-shop'])
  run(folder, join(bin, 'pip'), ['--python', python, 'install', ...offline, wheel])
  const program = `
import colis
colis.Colis(api_key="colis_test", base_url="http://127.0.0.1:8080")
print(colis.__version__, *sorted(colis.__all__))`
  assert.equal(
    run(folder, python, ['-I', '-c', program]),
    '0.1.0 Colis ColisError WebhookRefused verify_webhook\n',
  )
})

const composer = {
  COMPOSER_HOME: join(folder, 'composer-home'),
  COMPOSER_ALLOW_SUPERUSER: '1',
  COMPOSER_DISABLE_NETWORK: '1',
}

test('the Composer package is valid, holds exactly the client, and an empty project installs and loads it', {
  skip: lacks('composer'),
}, () => {
  const sdk = copyOf('php')
  run(sdk, 'composer', ['validate', '--strict', '--no-interaction'], composer)
  run(sdk, 'composer', ['archive', '--format=tar', '--dir=..', '--file=composer-package'], composer)
  const classes = ['Client', 'ColisError', 'RequestSender', 'RetryDelay', 'Webhook', 'WebhookRefused']
  assert.deepEqual(
    run(folder, 'tar', ['-tf', 'composer-package.tar']).trim().split('\n').sort(),
    [
      ...['LICENSE', 'README.fr.md', 'README.md', 'composer.json'],
      ...['examples/first-order.php', 'examples/receive-webhooks.php'],
      ...classes.map((name) => `src/${name}.php`),
    ].sort(),
  )

  const shop = newFolder('php-shop')
  const project = {
    repositories: [{ 'packagist.org': false }, { type: 'path', url: sdk, options: { symlink: false } }],
    require: { 'colis/sdk': '@dev' },
  }
  writeFileSync(join(shop, 'composer.json'), JSON.stringify(project))
  run(shop, 'composer', ['install', '--no-interaction', '--no-progress'], composer)
  const program = `
    require 'vendor/autoload.php';
    new Colis\\Client('colis_test', 'http://127.0.0.1:8080');
    foreach (${JSON.stringify(classes)} as $name) echo class_exists("Colis\\\\$name") ? "$name " : '';`
  assert.equal(run(shop, 'php', ['-r', program]), `${classes.join(' ')} `)
})

function whyWithoutSetuptools(): false | string {
  const isThere = 'import setuptools, sys; sys.exit(int(setuptools.__version__.split(".")[0]) < 77)'
  if (spawnSync(join(bin, 'python'), ['-c', isThere]).status === 0) return false
  return `older than its requirements: ${bin}/pip install --require-hashes -r ${clientsFolder}/python-requirements.txt`
}

function lacks(program: string): false | string {
  return spawnSync(program, ['--version']).status === 0 ? false : `${program} is not installed here`
}
