import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { packClients } from '../src/doors/developer-docs/packages/pack-clients.ts'
import { clientsFolder, whyWithout } from './support/client-tools.ts'
import { type ColisProcess, startColis } from './support/colis-process.ts'
import { fillDataFolder } from './support/databases.ts'
import { nodeOf } from './support/sdk-runtimes.ts'

/** The clients as the running service serves them, installed from there without a registry, each ordering a delivery. */
const folder = mkdtempSync(join(tmpdir(), 'colis-served-'))
let colis: ColisProcess
let key: string

before(async () => {
  const data = join(folder, 'data')
  mkdirSync(data)
  fillDataFolder(data)
  colis = await startColis({ DATABASE_URL: `file:${data}`, RATE_LIMIT_PER_SECOND: '0' })
  await colis.ready
  key = /colis_live_[0-9A-Za-z]{38}/.exec(colis.stdout())?.[0] ?? ''
})
after(async () => {
  colis.child.kill('SIGKILL')
  await colis.ended
  rmSync(folder, { recursive: true, force: true })
})

function newFolder(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  return path
}

/** Runs a program in a folder; nothing of the environment is handed on but what it needs to start. */
async function run(cwd: string, program: string, args: string[], env: Record<string, string> = {}) {
  const { PATH = '', HOME = '' } = process.env
  const given = { PATH, HOME, COLIS_URL: colis.url, COLIS_API_KEY: key, ...env }
  const { stdout } = await promisify(execFile)(program, args, { cwd, env: given })
  return stdout
}

const files = {
  npm: 'colis-sdk-0.1.0.tgz',
  python: 'colis_sdk-0.1.0-py3-none-any.whl',
  php: 'colis-sdk-php-0.1.0.zip',
}

describe('what is served at /sdk/', () => {
  test('each package comes with its type and a tag, and is not sent again to who has it', async () => {
    for (const [file, type] of [
      [files.npm, 'application/gzip'],
      [files.python, 'application/zip'],
      [files.php, 'application/zip'],
      ['packages.json', 'application/json; charset=utf-8'],
    ] as const) {
      const response = await fetch(`${colis.url}/sdk/${file}`)
      const bytes = Buffer.from(await response.arrayBuffer())
      const { headers } = response
      assert.deepEqual([response.status, headers.get('content-type')], [200, type], file)
      assert.equal(headers.get('content-length'), String(bytes.length))
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.equal(headers.get('cache-control'), 'public, max-age=600')
      const tag = headers.get('etag') ?? ''
      assert.match(tag, /^"[^"]+"$/)
      const again = await fetch(`${colis.url}/sdk/${file}`, { headers: { 'if-none-match': tag } })
      assert.equal(again.status, 304)
      const head = await fetch(`${colis.url}/sdk/${file}`, { method: 'HEAD' })
      assert.deepEqual([head.status, head.headers.get('content-type')], [200, type])
    }
  })

  test('the page lists each file with its hash and its command, in the language of the visitor', async () => {
    const redirected = await fetch(`${colis.url}/sdk`, { redirect: 'manual' })
    assert.deepEqual([redirected.status, redirected.headers.get('location')], [301, '/sdk/'])
    for (const [language, title] of [
      ['fr', 'Paquets des clients'],
      ['en', 'Packages of the clients'],
    ] as const) {
      const response = await fetch(`${colis.url}/sdk/`, { headers: { 'accept-language': language } })
      const page = await response.text()
      assert.equal(response.headers.get('content-language'), language)
      assert.match(response.headers.get('vary') ?? '', /accept-language/)
      assert.ok(page.includes(`<h1>${title}</h1>`))
      for (const file of Object.values(files)) {
        const bytes = Buffer.from(await (await fetch(`${colis.url}/sdk/${file}`)).arrayBuffer())
        const hash = createHash('sha256').update(bytes).digest('hex')
        assert.ok(page.includes(`href="/sdk/${file}#sha256=${hash}"`), file)
      }
      assert.ok(page.includes(`npm install ${colis.url}/sdk/${files.npm}`))
    }
  })

  test('no other address leads to a file', async () => {
    for (const path of ['colis-sdk-0.0.9.tgz', 'package.json', '..%2Fpackage.json', '%2e%2e%2fpackage.json'])
      assert.equal((await fetch(`${colis.url}/sdk/${path}`)).status, 404, path)
  })

  test('the same files give the same bytes, whatever the time and its zone', async () => {
    const [here] = [await packClients('http://127.0.0.1:8080')]
    const program = `
      const { packClients } = await import('${resolve('src/doors/developer-docs/packages/pack-clients.ts')}')
      const { packages } = await packClients('http://127.0.0.1:8080')
      console.log(packages.map(({ sha256 }) => sha256).join(' '))`
    const elsewhere = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      env: { PATH: process.env.PATH, TZ: 'Pacific/Apia' },
      encoding: 'utf8',
    })
    assert.equal(elsewhere.trim(), here?.packages.map(({ sha256 }) => sha256).join(' '))
  })
})

/** Orders a delivery; what it prints is the same in every language. */
const order = { lastName: 'Dossou', firstName: 'Afi', phone: '0197000001' }
const ordering = (imports: string, reference: string) => `${imports}
const colis = new Colis({ baseUrl: process.env.COLIS_URL, apiKey: process.env.COLIS_API_KEY })
const input = { externalRef: '${reference}', customer: ${JSON.stringify(order)},
  parcel: { category: 'FASHION', size: 'SMALL' }, payment: { mode: 'PREPAID' } }
colis.createDelivery(input, { idempotencyKey: '${reference}' }).then(async (delivery) => {
  console.log(delivery.status)
  await colis.createDelivery(input).catch((error) => console.log(error instanceof ConflictError, error.code))
})`
const ordered = 'AWAITING_LOCATION\ntrue EXTERNAL_REF_TAKEN\n'

/** A registry at which nobody answers: what asks for one fails. */
const noRegistry = {
  npm_config_registry: 'http://127.0.0.1:9',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
}

describe('npm', () => {
  let shop: string
  before(async () => {
    shop = newFolder('npm-shop')
    writeFileSync(join(shop, 'package.json'), '{ "private": true }')
    await run(
      shop,
      'npm',
      ['install', '--cache', join(folder, 'npm-cache'), `${colis.url}/sdk/${files.npm}`],
      {
        ...noRegistry,
      },
    )
  })

  const versions = [18, 20, 22, 24] as const
  for (const version of versions) {
    const skip =
      whyWithout('npm') || (existsSync(nodeOf(version)) ? false : `npm brought no Node.js ${version}`)
    test(`the tarball orders by import and by require on Node.js ${version}`, { skip }, async () => {
      for (const [ending, imports] of [
        ['mjs', `import { Colis, ConflictError } from '@colis/sdk'`],
        ['cjs', `const { Colis, ConflictError } = require('@colis/sdk')`],
      ] as const) {
        const program = join(shop, `order-${version}.${ending}`)
        writeFileSync(program, ordering(imports, `order-${ending}-${version}`))
        assert.equal(await run(shop, nodeOf(version), [program]), ordered)
      }
    })

    test(`its command says whose key it is on Node.js ${version}`, { skip }, async () => {
      const bin = join(shop, 'node_modules/.bin/colis')
      const printed = await run(shop, nodeOf(version), [bin, 'ping', '--lang', 'en'])
      assert.match(
        printed,
        /^The address and the key work: http:\/\/127\.0\.0\.1:\d+\nShop: .+\nEnvironment: sandbox\. .+\nRights: .+\nLimit: none\n$/,
      )
      const { environment } = JSON.parse(await run(shop, nodeOf(version), [bin, 'ping', '--json']))
      assert.equal(environment, 'sandbox')
      await assert.rejects(
        run(shop, nodeOf(version), [bin, 'ping', '--lang', 'en'], { COLIS_API_KEY: 'colis_x' }),
        {
          code: 1,
          stdout: '',
          stderr: 'This API key is unknown or revoked. Check that it was copied whole.\n',
        },
      )
    })
  }
})

const bin = resolve(clientsFolder, '.venv/bin')

test('pip installs the wheel, which orders', { skip: whyWithout('pip') }, async () => {
  const python = join(folder, 'python-shop/bin/python')
  execFileSync(join(bin, 'python'), ['-m', 'venv', '--without-pip', join(folder, 'python-shop')])
  const url = `${colis.url}/sdk/${files.python}`
  await run(folder, join(bin, 'pip'), ['--python', python, 'install', '--no-index', '--quiet', url])
  const program = `
import os
from colis import Colis, ConflictError
colis = Colis(base_url=os.environ["COLIS_URL"], api_key=os.environ["COLIS_API_KEY"])
order = {"externalRef": "order-python", "customer": ${JSON.stringify(order)},
         "parcel": {"category": "FASHION", "size": "SMALL"}, "payment": {"mode": "PREPAID"}}
print(colis.create_delivery(order, idempotency_key="order-python")["status"])
try:
    colis.create_delivery(order)
except ConflictError as error:
    print("true", error.code)
`
  assert.equal(await run(folder, python, ['-I', '-c', program]), ordered)
})

test('pip finds the wheel by its name on the page of the packages', { skip: whyWithout('pip') }, async () => {
  const python = join(folder, 'python-finder/bin/python')
  execFileSync(join(bin, 'python'), ['-m', 'venv', '--without-pip', join(folder, 'python-finder')])
  const found = ['--no-index', '--find-links', `${colis.url}/sdk/`, 'colis-sdk']
  await run(folder, join(bin, 'pip'), ['--python', python, 'install', '--quiet', ...found])
  assert.equal(await run(folder, python, ['-I', '-c', 'import colis; print(colis.__version__)']), '0.1.0\n')
})

describe('composer', { skip: lacksComposer() }, () => {
  const env = () => ({
    COMPOSER_HOME: join(folder, 'composer-home'),
    COMPOSER_ALLOW_SUPERUSER: '1',
  })
  const program = (reference: string) => `
    require 'vendor/autoload.php';
    $colis = new Colis\\Client(baseUrl: getenv('COLIS_URL'), apiKey: getenv('COLIS_API_KEY'));
    $order = ['externalRef' => '${reference}', 'customer' => json_decode('${JSON.stringify(order)}', true),
      'parcel' => ['category' => 'FASHION', 'size' => 'SMALL'], 'payment' => ['mode' => 'PREPAID']];
    echo $colis->createDelivery($order, ['idempotencyKey' => '${reference}'])['status'], "\\n";
    try { $colis->createDelivery($order); } catch (Colis\\ConflictError $error) { echo "true $error->errorCode\\n"; }`

  const repositories: [string, () => Promise<object> | object][] = [
    ['composer', () => ({ type: 'composer', url: `${colis.url}/sdk` })],
    ['package', async () => ({ type: 'package', package: await describedPackage() })],
    ['artifact', () => ({ type: 'artifact', url: artifacts() })],
  ]
  for (const [kind, repository] of repositories)
    test(`a repository of the kind ${kind} brings the package, which orders`, {
      skip: kind === 'artifact' && lacksZip(),
    }, async () => {
      const shop = newFolder(`php-shop-${kind}`)
      if (kind === 'artifact') {
        const zip = Buffer.from(await (await fetch(`${colis.url}/sdk/${files.php}`)).arrayBuffer())
        writeFileSync(join(artifacts(), files.php), zip)
      }
      const project = {
        repositories: [{ 'packagist.org': false }, await repository()],
        require: { 'colis/sdk': '^0.1' },
        config: { 'secure-http': false },
      }
      writeFileSync(join(shop, 'composer.json'), JSON.stringify(project))
      await run(shop, 'composer', ['install', '--no-interaction', '--no-progress', '--quiet'], env())
      assert.equal(await run(shop, 'php', ['-r', program(`order-php-${kind}`)]), ordered)
    })

  function artifacts(): string {
    const path = join(folder, 'artifacts')
    mkdirSync(path, { recursive: true })
    return path
  }

  async function describedPackage(): Promise<object> {
    const { packages } = (await (await fetch(`${colis.url}/sdk/packages.json`)).json()) as {
      packages: Record<string, Record<string, object>>
    }
    return packages['colis/sdk']?.['0.1.0'] ?? assert.fail('no package')
  }
})

/** Composer looks into a folder of archives with the extension alone. */
function lacksZip(): string | false {
  const loaded = execFileSync('php', ['-r', 'echo (int) extension_loaded("zip");'], { encoding: 'utf8' })
  return loaded === '1' ? false : 'php is not installed here with zip'
}

function lacksComposer(): string | false {
  try {
    execFileSync('composer', ['--version'], { stdio: 'ignore' })
    return false
  } catch {
    return 'composer is not installed here'
  }
}
