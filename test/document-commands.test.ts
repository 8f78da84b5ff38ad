import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { runCommandLine } from '../src/cli/command-line.ts'
import type { DeliveryStatus } from '../src/contract/vocabulary.ts'
import { changePayment } from '../src/domain/deliveries/payment/change-payment.ts'
import { arriveAtPickup } from '../src/domain/deliveries/transitions/arrive-at-pickup.ts'
import { openConsole } from './support/console-work.ts'
import { openAny } from './support/databases.ts'
import { bringTo, rowOf } from './support/delivery-verbs.ts'
import { beginBooks, beginTransfer, delivered, endTransfer, secure, settleAll } from './support/money-work.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'

/** A block of a document that one types into a terminal. */
type Block = { file: string; code: string }

const blocksOf = (file: string, language = 'sh'): Block[] =>
  [...readFileSync(file, 'utf8').matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, code = '']) => ({ file, code }),
  )

const english = ['README.md', 'CONTRIBUTING.md', ...globSync(['docs/*.md', 'docs/operating/*.md']).toSorted()]
const blocks = english.flatMap((file) => blocksOf(file))

/** Documents whose calls are run from top to bottom, by this file or by another one. */
const guides: Record<string, string> = {
  'docs/partner-guide.md': 'test/guide.test.ts',
  'docs/rotate-secrets.md': 'test/document-commands.test.ts',
  'docs/reconcile-money.md': 'test/document-commands.test.ts',
  'docs/operating/backup.md': 'test/backup.test.ts',
}

/** Blocks that no test types, by how they begin: why, and the test that holds what they say. */
const untyped: Record<string, { because: string; heldBy: string }> = {
  'npm ci && npm start': {
    because: 'npm ci empties node_modules under the tests',
    heldBy: 'test/start.test.ts',
  },
  'npm ci             # brings': { because: 'it is these tests', heldBy: 'package.json' },
  'npm ci --ignore-scripts': {
    because: 'it installs from registries',
    heldBy: 'test/generated-clients.test.ts',
  },
  'npm test -- test/create-delivery': { because: 'it is these tests', heldBy: 'package.json' },
  'npm ci\nnpm start': { because: 'npm ci empties node_modules', heldBy: 'test/start.test.ts' },
  'createdb colis': { because: 'it needs a server of its own', heldBy: 'test/server-database.test.ts' },
  'ENVIRONMENT=production': { because: 'its addresses are the reader’s', heldBy: 'test/start.test.ts' },
  'MOBILE_MONEY_PROVIDER=mtn': { because: 'they are settings, no command', heldBy: 'src/config.ts' },
  'FISCAL_DEVICE=FNE': { because: 'they are settings, no command', heldBy: 'src/config.ts' },
  'MAP_TILE_URL=': { because: 'they are settings, no command', heldBy: 'src/config.ts' },
  'sudo apt-get install': { because: 'it changes the machine', heldBy: 'test/deploy.test.ts' },
  'sudo install -d': { because: 'it changes the machine', heldBy: 'test/deploy.test.ts' },
  'sudo cp deploy/systemd': { because: 'it changes the machine', heldBy: 'test/deploy.test.ts' },
  'sudo -u postgres': { because: 'it needs two machines', heldBy: 'test/failover.test.ts' },
  'docker compose': { because: 'it needs a container engine', heldBy: 'test/image.test.ts' },
  'install -m 600': { because: 'it needs a container engine', heldBy: 'test/image.test.ts' },
  'npm run colis -- database copy': {
    because: 'it copies one database into another',
    heldBy: 'test/database-copy.test.ts',
  },
  'npm run colis -- cells': {
    because: 'it names machines and addresses of the reader’s',
    heldBy: 'test/cells.test.ts',
  },
  'openssl rand -base64 32': { because: 'it prints a key', heldBy: 'test/secrets-rotation.test.ts' },
  'git clone ADDRESS': { because: 'the address is the reader’s', heldBy: 'README.md' },
  'WEBHOOK_ALLOW_INSECURE=true npm start': {
    because: 'it serves until it is stopped',
    heldBy: 'test/webhook-addresses.test.ts',
  },
  '. ~/.colis-sandbox\npython3 receiver.py': {
    because: 'it serves until it is stopped',
    heldBy: 'test/receivers-in-the-guide.test.ts',
  },
  'python3 receiver.py': {
    because: 'it serves until stopped',
    heldBy: 'test/receivers-in-the-guide.test.ts',
  },
  'EVENTS_FOLDER=colis-events': {
    because: 'it serves until it is stopped',
    heldBy: 'test/receivers-in-the-guide.test.ts',
  },
  'npm install --save-dev typescript': {
    because: 'it installs from a registry; the rest of it is run',
    heldBy: 'test/receivers-in-the-guide.test.ts',
  },
  '. ~/.colis-sandbox\nCOLIS_API_KEY=': {
    because: 'it listens until it is stopped',
    heldBy: 'test/command-line.test.ts',
  },
  'COLIS_API_KEY=': { because: 'it listens until it is stopped', heldBy: 'test/command-line.test.ts' },
  'npx colis grade-receiver': {
    because: 'it asks for a secret and grades a server',
    heldBy: 'test/grade-receiver.test.ts',
  },
  'npm install http://127.0.0.1:8080/sdk/': {
    because: 'it installs into the folder it is typed in',
    heldBy: 'test/sdk-served.test.ts',
  },
  'composer config repositories.colis': {
    because: 'it installs into the folder it is typed in',
    heldBy: 'test/sdk-served.test.ts',
  },
  'npx colis ping': {
    because: 'the npm package brings it',
    heldBy: 'test/sdk-served.test.ts',
  },
  'pip install': { because: 'it installs from a registry', heldBy: 'test/sdk-installs.test.ts' },
}

const isUntyped = ({ code }: Block) => Object.keys(untyped).some((beginning) => code.startsWith(beginning))
const isOperators = (block: Block) =>
  !isUntyped(block) &&
  !(block.file in guides) &&
  linesOf(block).every((line) => line.startsWith('npm run colis -- '))

/** The commands of a block, each on one line and without what is said of it. */
const linesOf = ({ code }: Block): string[] =>
  code
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/\s+# .*$/, '').trim())
    .filter((line) => line !== '')

const firstDelivery = (block: Block) => block.file === 'README.md' && block.code.startsWith('KEY=')

test('every command of a document is run by a test, or has a reason why not, and no reason is left over', () => {
  const unheld = blocks.filter(
    (block) => !isUntyped(block) && !isOperators(block) && !firstDelivery(block) && !(block.file in guides),
  )
  assert.deepEqual(unheld, [])
  for (const [beginning, { heldBy }] of Object.entries(untyped)) {
    assert.ok(
      blocks.some(({ code }) => code.startsWith(beginning)),
      `no document says ${beginning}`,
    )
    assert.ok(existsSync(heldBy), heldBy)
  }
})

test('the French documents have the very same commands', () => {
  for (const file of globSync('docs/fr/*.md')) {
    const other = file.replace('docs/fr/', 'docs/')
    if (!existsSync(other)) assert.deepEqual(blocksOf(file), [], file)
    else
      assert.deepEqual(
        blocksOf(file).map(({ code }) => code),
        blocksOf(other).map(({ code }) => code),
        file,
      )
  }
})

/** The words of a command line. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) => word.replace(/['"]/g, ''))

describe('the commands of the operator’s guides', () => {
  let service: TestService
  let shop: TestShop
  let hooks = 0
  const folder = mkdtempSync(join(tmpdir(), 'colis-commands-'))
  before(async () => {
    service = await openService(await openAny(), { WEBHOOK_ALLOW_INSECURE: 'true' })
    shop = await service.openShop()
    await beginBooks(service)
    writeFileSync(join(folder, 'zones.geojson'), JSON.stringify(twoZones))
  })
  after(async () => {
    rmSync(folder, { recursive: true, force: true })
    await service.close()
  })

  const run = (argv: string[]) => runCommandLine(argv, { services: async () => service.services, folder })

  /** What stands for the reader's own in a command. */
  async function filledIn(words: string[], courierId: string): Promise<string[]> {
    const [family = '', verb = ''] = words
    const endpoint = async () =>
      (await shop.post('/webhook-endpoints', { url: `https://127.0.0.1:1/${++hooks}` })).body.id
    const filled: string[] = []
    for (const [at, word] of words.entries()) {
      const option = words[at - 1] ?? ''
      if (word === 'ID' && option === '--shop') filled.push(shop.shopId)
      else if (word === 'SHOP_ID') filled.push(shop.shopId)
      else if (word.startsWith('https://shop.example')) filled.push(`https://127.0.0.1:1/${++hooks}`)
      else if (word === 'ADDRESS') filled.push('awa@example.com')
      else if (word === 'ID' && option === '--endpoint') filled.push(await endpoint())
      else if (word === 'ID' && option === '--courier') filled.push(await courierOf(verb, courierId))
      else if (word === 'COL-7K2M9Q') filled.push((await deliveryFor(family, verb)).reference)
      else if (word === 'ID') filled.push((await deliveryFor(family, verb)).id)
      else filled.push(word)
    }
    return filled
  }

  /** A delivery in the state in which a command makes sense. */
  async function deliveryFor(family: string, verb: string): Promise<{ id: string; reference: string }> {
    const asked = family === 'deliveries' ? verb : ''
    const collected = { ...secure.payment, collection: asked === 'request-payment' ? 'SECURE' : 'DIRECT' }
    const payment = asked.endsWith('-payment') ? { payment: collected } : {}
    // Not the customer whom another command blocks.
    const customer = { lastName: 'Bio', firstName: 'Awa', phone: '0197000061' }
    const order = { ...payment, customer }
    const key = await bringTo(service, shop, statusFor[asked] ?? 'AWAITING_LOCATION', order)
    if (asked === 'cancel') await arriveAtPickup(service.services, key)
    if (asked === 'deny-payment') await changePayment(service.services, key, 'declarePaid')
    if (asked === 'request-payment') await changePayment(service.services, key, 'refuse')
    return { id: key.id, reference: (await rowOf(service, key)).reference }
  }

  async function courierOf(verb: string, last: string): Promise<string> {
    if (verb !== 'assign') return last
    const names = ['--first-name', 'Awa', '--last-name', 'Bio', '--phone', '0197000051']
    const made = await run(['couriers', 'add', ...names, '--vehicle', 'MOTO', '--cities', 'Cotonou'])
    return idIn(made.stdout)
  }

  test('each of them is understood, and does what its document says or is refused for a reason that is listed', async () => {
    const commands = blocks.filter(isOperators).flatMap(linesOf)
    assert.ok(commands.length > 50, `${commands.length} commands`)
    const seen = new Set<string>()
    const wrong: string[] = []
    let courierId = ''
    for (const line of commands) {
      const words = await filledIn(wordsOf(line.replace('npm run colis -- ', '')), courierId)
      const { stdout, stderr, exitCode } = await run(words)
      if (line.includes('couriers add')) courierId = idIn(stdout)
      const reason = Object.entries(refused).find(([beginning]) => line.includes(beginning))
      if (reason) seen.add(reason[0])
      const isMisused = /^error: |--help/.test(stderr)
      const isAsListed = reason ? exitCode === 1 && reason[1].test(stdout + stderr) : exitCode === 0
      if (isMisused || !isAsListed) wrong.push(`${line}: ${stdout}${stderr}`)
    }
    assert.deepEqual(wrong, [])
    assert.deepEqual([...seen].toSorted(), Object.keys(refused).toSorted())
  })
})

const idIn = (text: string): string => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text)?.[0] ?? ''

const statusFor: Record<string, DeliveryStatus> = {
  cancel: 'ASSIGNED',
  assign: 'ASSIGNED',
  'confirm-payment': 'IN_TRANSIT',
  'deny-payment': 'IN_TRANSIT',
  'request-payment': 'IN_TRANSIT',
  'confirm-return': 'FAILED',
}

/** Commands that cannot do anything in a sandbox that was just filled, and the sentence that says so. */
const refused: Record<string, RegExp> = {
  'webhooks ping': /It failed: CONNECTION/,
  'unlock-code': /No code of this delivery is locked/,
  'ledger move': /two different accounts out of those that the books have/,
  'invoices issue': /set COMPANY_NAME/,
  'invoices credit': /There is no such invoice/,
  'map import': /benin-latest\.osm\.pbf cannot be read/,
  'map remove': /Cotonou has no map/,
  'reset-second-factor': /two factors is not switched on/,
  'messages resend': /There is no message/,
  'events retry': /No such event is parked/,
}

const square = (name: string, west: number) => ({
  type: 'Feature',
  properties: { name },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [west, 6.35],
        [west + 0.02, 6.35],
        [west + 0.02, 6.39],
        [west, 6.39],
        [west, 6.35],
      ],
    ],
  },
})
const twoZones = { type: 'FeatureCollection', features: [square('Ganhi', 2.4), square('Akpakpa', 2.42)] }

const lacks = (program: string) =>
  spawnSync(program, ['--version']).status === 0 ? false : `${program} is not installed here`

describe('the commands of the guides', () => {
  let service: TestService
  let shop: TestShop
  let address: string
  const folder = mkdtempSync(join(tmpdir(), 'colis-how-to-'))
  before(async () => {
    service = await openService(await openAny(), {
      WEBHOOK_ALLOW_RANGES: '127.0.0.0/8',
    })
    address = await service.app.listen({ host: '127.0.0.1', port: 0 })
    await beginBooks(service)
    shop = await service.openShop()
  })
  after(async () => {
    rmSync(folder, { recursive: true, force: true })
    await service.close()
  })

  async function type(script: string, env: Record<string, string> = {}): Promise<string> {
    const { stdout } = await promisify(execFile)(
      'bash',
      ['-c', `set -euo pipefail\ncurl() { command curl --fail-with-body "$@"; echo; }\n${script}`],
      {
        cwd: folder,
        env: { PATH: process.env.PATH, COLIS: `${address}/api/v1/partner`, KEY: shop.key, ...env },
      },
    ).catch((error: { stdout: string; stderr: string }) => assert.fail(`${error.stdout}\n${error.stderr}`))
    return stdout
  }

  test('README’s first delivery is delivered', { skip: lacks('curl') }, async () => {
    const block = blocks.find(firstDelivery)
    const script = (block?.code ?? '')
      .replace('http://127.0.0.1:8080', address)
      .replace(/KEY=colis_live_…\s+#.*/, `KEY=${shop.key}`)
    assert.match(await type(script), /"status":"DELIVERED"[\s\S]*"status":"DELIVERED"/)
  })

  test('a signing secret and an API key are replaced as their page says', {
    skip: lacks('curl'),
  }, async () => {
    const { body } = await shop.post('/webhook-endpoints', { url: 'https://127.0.0.1:1/hook' })
    const code = blocksOf('docs/rotate-secrets.md').map((block) => block.code)
    const calls = code.filter((each) => !each.startsWith('npm run colis'))
    const second = await service.openShop()
    const typed = await type(`${calls.join('\n')}\necho "new $NEW_SECRET"`, { NEW_KEY: second.key })
    const [, secret = ''] = /^new (whsec_\S+)$/m.exec(typed) ?? []
    assert.notEqual(secret, '')
    assert.notEqual(secret, body.secret)
    assert.match(typed, /^200$/m)
    assert.match(typed, /"type":"ping"|"eventType":"ping"|ping/)
    const commands = code
      .filter((each) => each.startsWith('npm run colis'))
      .flatMap((each) => linesOf({ file: '', code: each }))
    assert.equal(commands.length, 3)
    for (const line of commands) {
      const words = wordsOf(line.replace('npm run colis -- ', '')).map(
        (word) => ({ $SHOP: shop.shopId, $OLD_KEY_ID: second.keyId })[word] ?? word,
      )
      const { exitCode, stderr } = await runCommandLine(words, {
        services: async () => service.services,
        folder,
      })
      assert.deepEqual([exitCode, stderr], [0, ''], line)
    }
  })

  test('a month’s money is compared as its page says, and what does not agree is named', {
    skip: lacks('python3'),
  }, async () => {
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    const owner = await openConsole(service, { shopId: shop.shopId })
    await delivered(service, shop)
    await delivered(service, shop, { payment: { ...secure.payment, feePayer: 'MERCHANT' } })
    await delivered(service, shop, {})
    const returned = await bringTo(service, shop, 'RETURNED', secure)
    assert.ok(returned.id)
    await settleAll(service)
    const transfer = await beginTransfer(service, { shopId: shop.shopId, amountFcfa: 4_300, nettedFcfa: 600 })
    await endTransfer(service, transfer, 'PAID')
    const month = '?from=2026-11-01&to=2026-11-30'
    const file = (await owner.open(`/console/shops/${shop.shopId}/statement.csv${month}`)).html
    const [python] = blocksOf('docs/reconcile-money.md', 'python')
    const [command] = blocksOf('docs/reconcile-money.md')
    writeFileSync(join(folder, 'reconcile.py'), python?.code ?? '')

    writeFileSync(join(folder, 'statement.csv'), file)
    const agreed = await type(command?.code ?? '')
    assert.match(agreed, new RegExp(`^payout ${transfer.reference}: 4300 FCFA, `, 'm'))
    assert.match(agreed, /^4 deliveries agree$/m)

    writeFileSync(join(folder, 'statement.csv'), file.replace(';5000;600;0;0;100;', ';4000;600;0;0;100;'))
    const faulty = await type(`${command?.code.trim()} || true`)
    assert.match(faulty, /^COL-\w+: 4000 sold, and 5000 expected$/m)
    assert.match(faulty, /^COL-\w+: 4000 less 100 is not 4900$/m)
  })
})
