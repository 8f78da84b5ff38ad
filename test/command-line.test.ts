import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { manualClock } from '../src/base/kernel/clock.ts'
import { type CommandOutcome, runCommandLine } from '../src/cli/command-line.ts'
import { settings } from '../src/config.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { changePayment } from '../src/domain/deliveries/payment/change-payment.ts'
import { makeDeliveriesSearchable } from '../src/domain/deliveries/searching/make-deliveries-searchable.ts'
import { arriveAtPickup } from '../src/domain/deliveries/transitions/arrive-at-pickup.ts'
import { listPaymentRequests } from '../src/domain/money/mobile-money/payment-request-store.ts'
import { enqueuePaymentRequests } from '../src/domain/money/mobile-money/start-payment-requests.ts'
import { inheritedEnv } from './support/colis-process.ts'
import { fillDataFolder, onEachDatabase, openAny } from './support/databases.ts'
import { bringTo, rowOf } from './support/delivery-verbs.ts'
import { consumeAll } from './support/event-work.ts'
import { openService, type TestService, testStart } from './support/open-service.ts'
import { freePort } from './support/postgres-cluster.ts'
import { hangsAfterMs, until } from './support/until.ts'
import { watchLogOf } from './support/watched-logs.ts'

const projectFolder = fileURLToPath(new URL('../', import.meta.url))
const quirksFolder = fileURLToPath(new URL('./support/', import.meta.url))
const cotonouFile = resolve(projectFolder, '../shared/geo/cotonou-arrondissements.geojson')
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const unknownId = '0198c0de-0000-7000-8000-000000000000'

/** Families of commands that run in any process that has the services, each with its verbs. */
const serviceCommands: Record<string, string[]> = {
  shops: ['create', 'set', 'terms', 'approve', 'suspend', 'resume', 'list'],
  operators: ['create', 'list', 'remove'],
  team: ['add', 'list'],
  accounts: ['reset-second-factor'],
  keys: ['create', 'list', 'revoke'],
  'pickup-addresses': ['add', 'change', 'remove', 'list'],
  cities: ['add', 'set', 'list'],
  zones: ['import', 'retire', 'set-price', 'list'],
  map: ['import', 'list', 'find', 'remove', 'fetch', 'fetches'],
  tariffs: ['set', 'show'],
  'promo-codes': ['create', 'end', 'list'],
  ledger: ['check', 'balances', 'close', 'journal', 'move', 'count'],
  payments: ['probe'],
  invoices: ['issue', 'credit', 'list'],
  quotes: ['explain'],
  webhooks: [
    'add',
    'change',
    'list',
    'ping',
    'log',
    'resend',
    'regenerate-secret',
    'enable',
    'pause',
    'remove',
  ],
  couriers: ['add', 'change', 'list', 'show', 'on-duty', 'off-duty', 'retire'],
  customers: ['export', 'erase', 'block', 'unblock', 'blocked'],
  deliveries: [
    'list',
    'assign',
    'show',
    'cancel',
    'confirm-payment',
    'deny-payment',
    'confirm-return',
    'request-payment',
    'unlock-code',
  ],
  messages: ['list', 'resend'],
  events: ['parked', 'retry'],
  rules: ['list', 'set'],
  service: ['health', 'arrivals'],
  secrets: ['rotate'],
}

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  after(() => service.close())

  const run = (...argv: string[]) =>
    runCommandLine(argv, { services: async () => service.services, folder: quirksFolder })

  /** What a command prints for machines: nothing but one JSON object. */
  async function json(...argv: string[]) {
    return objectIn(await run(...argv, '--json'))
  }

  /** The lines a command prints for a person. */
  async function lines(...argv: string[]): Promise<string[]> {
    const { stdout, ...rest } = await run(...argv)
    assert.deepEqual(rest, { stderr: '', exitCode: 0 })
    return stdout.trimEnd().split('\n')
  }

  /** Expects one sentence on standard error alone, with --json too. */
  async function assertRefused(argv: string[], sentence: string): Promise<void> {
    const refused = { stdout: '', stderr: `${sentence}\n`, exitCode: 1 }
    assert.deepEqual(await run(...argv), refused)
    assert.deepEqual(await run(...argv, '--json'), refused)
  }

  /** Expects the error of a misused command, with the hint to add --help. */
  const assertMisused = (argv: string[], sentence: string) =>
    assertRefused(argv, `error: ${sentence}\n(add --help to see what it takes)`)

  const assertBadValue = (argv: string[], option: string, sentence: string) =>
    assertMisused(argv, `option '${option}' argument '${argv.at(-1)}' is invalid. ${sentence}`)

  async function openShop(...options: string[]): Promise<string> {
    return (await json('shops', 'create', '--name', 'Boutique', '--country', 'BJ', ...options)).shopId
  }

  /** A city of its own, served 5 km around a point in Togo. */
  async function addCity(name: string, { lat, lng } = { lat: 6.13, lng: 1.22 }): Promise<string> {
    const where = ['--country', 'TG', '--lat', `${lat}`, '--lng', `${lng}`, '--radius-meters', '5000']
    return (await json('cities', 'add', '--name', name, ...where)).cityId
  }

  describe('help', () => {
    test('colis --help lists every family of commands', async () => {
      const { stdout, ...rest } = await run('--help')
      assert.deepEqual(rest, { stderr: '', exitCode: 0 })
      assert.deepEqual(commandsIn(stdout), [...Object.keys(serviceCommands), 'audit', 'help'])
    })

    for (const [family, verbs] of Object.entries(serviceCommands)) {
      test(`colis ${family} --help lists its commands, and each of them describes its options`, async () => {
        const { stdout, ...rest } = await run(family, '--help')
        assert.deepEqual(rest, { stderr: '', exitCode: 0 })
        assert.deepEqual(commandsIn(stdout), [...verbs, 'help'])
        assert.deepEqual(await run('help', family), { stdout, ...rest })
        assert.deepEqual(await run(family), { stdout: '', stderr: stdout, exitCode: 1 })

        for (const verb of verbs) {
          const help = await run(family, verb, '--help')
          assert.deepEqual({ ...help, stdout: '' }, { stdout: '', stderr: '', exitCode: 0 })
          assert.ok(help.stdout.startsWith(`Usage: colis ${family} ${verb} [options]`), help.stdout)
          assert.match(help.stdout, /\n {2}--json +answer with one JSON object\n/)
        }
      })
    }

    test('an unknown command, an unknown option and a wrong number of arguments are refused', async () => {
      assert.deepEqual(await run('shopz'), {
        stdout: '',
        stderr: "error: unknown command 'shopz'\n(Did you mean shops?)\n",
        exitCode: 1,
      })
      await assertMisused(['shops', 'close'], "unknown command 'close'")
      await assertMisused(['shops', 'list', '--colour'], "unknown option '--colour'")
      await assertMisused(
        ['shops', 'list', 'more'],
        "too many arguments for 'list'. Expected 0 arguments but got 1: more.",
      )
      await assertMisused(['zones', 'import', '--city', 'Cotonou'], "missing required argument 'file'")
    })
  })

  describe('shops', () => {
    test('a shop without a payout phone has DIRECT collection by default, and is in the list', async () => {
      const { shopId, ...rest } = await json('shops', 'create', '--name', ' Chez Afi ', '--country', 'bj')
      assert.match(shopId, uuid)
      assert.deepEqual(rest, {})
      assert.deepEqual(await shopIn(shopId), {
        shopId,
        name: 'Chez Afi',
        country: 'BJ',
        defaultCollection: 'DIRECT',
        payoutPhone: null,
        discountPercent: 0,
        ownerEmail: null,
        approvedAt: testStart,
        suspendedAt: null,
        suspensionReason: null,
        maxOwedFcfa: null,
        taxId: null,
      })
      const line = (await lines('shops', 'list')).find((each) => each.includes(shopId))
      assert.equal(line, `${shopId}  BJ  DIRECT    0 %  Chez Afi`)
    })

    test('a shop with a payout phone has SECURE collection, and an old-style number is converted (decision 10)', async () => {
      const more = [
        '--payout-phone',
        '97000099',
        '--discount-percent',
        '10',
        '--owner-email',
        'afi@example.com',
      ]
      const shopId = await openShop(...more)

      assert.deepEqual(await shopIn(shopId), {
        shopId,
        name: 'Boutique',
        country: 'BJ',
        defaultCollection: 'SECURE',
        payoutPhone: '+2290197000099',
        discountPercent: 10,
        ownerEmail: 'afi@example.com',
        approvedAt: testStart,
        suspendedAt: null,
        suspensionReason: null,
        maxOwedFcfa: null,
        taxId: null,
      })
    })

    test('colis shops create without --json prints the id of the shop and the next command', async () => {
      const [first = '', second, ...more] = await lines(
        'shops',
        'create',
        '--name',
        'Boutique',
        '--country',
        'CI',
      )
      const [, shopId = ''] = first.split(': ')
      assert.match(shopId, uuid)
      assert.equal(first, `Shop Boutique: ${shopId}`)
      assert.equal(second, `Next: colis keys create --shop ${shopId} --scopes …`)
      assert.deepEqual(more, [])
    })

    test('colis shops set changes only what it is given', async () => {
      const shopId = await openShop()
      const phone = ['--payout-phone', '0197000098', '--default-collection', 'SECURE']
      const before = await shopIn(shopId)

      const after = { ...before, payoutPhone: '+2290197000098', defaultCollection: 'SECURE' }
      assert.deepEqual(await json('shops', 'set', '--shop', shopId, ...phone), after)
      const more = ['--name', 'Chez Dossou', '--discount-percent', '5', '--owner-email', 'd@example.com']
      const last = { ...after, name: 'Chez Dossou', discountPercent: 5, ownerEmail: 'd@example.com' }
      assert.deepEqual(await json('shops', 'set', '--shop', shopId, ...more), last)
      assert.deepEqual(await shopIn(shopId), last)
      assert.deepEqual(
        await lines('shops', 'set', '--shop', shopId.toUpperCase(), '--discount-percent', '0'),
        [`${shopId}  BJ  SECURE    0 %  Chez Dossou`],
      )
    })

    const secureNeedsPhone =
      'SECURE needs a payout phone: the mobile-money number that receives the sales. Use --payout-phone.'

    test('SECURE collection needs a payout phone (decision 12)', async () => {
      const shopId = await openShop()
      const create = ['shops', 'create', '--name', 'B', '--country', 'BJ']

      await assertRefused([...create, '--default-collection', 'SECURE'], secureNeedsPhone)
      await assertRefused(
        ['shops', 'set', '--shop', shopId, '--default-collection', 'SECURE'],
        secureNeedsPhone,
      )
      assert.equal((await shopIn(shopId))?.defaultCollection, 'DIRECT')
    })

    test('invalid values for a shop are each refused with a one-sentence error', async () => {
      const create = ['shops', 'create', '--name', 'B', '--country']
      const countries = 'BJ, BF, CI, GW, ML, NE, SN, TG, CM, CF, TD, CG, GQ, GA'
      const shopId = await openShop('--payout-phone', '0197000098')

      await assertMisused(['shops', 'create'], "required option '--name <name>' not specified")
      await assertBadValue([...create, 'FR'], '--country <code>', `It takes one of ${countries}.`)
      await assertBadValue(
        ['shops', 'create', '--country', 'BJ', '--name', '  '],
        '--name <name>',
        'It takes 1 to 80 characters, none of them a control character.',
      )
      await assertBadValue(
        [...create, 'BJ', '--discount-percent', '101'],
        '--discount-percent <n>',
        'It takes a whole number from 0 to 100.',
      )
      await assertBadValue(
        [...create, 'BJ', '--owner-email', 'afi'],
        '--owner-email <address>',
        'It takes an e-mail address.',
      )
      await assertBadValue(
        [...create, 'BJ', '--default-collection', 'secure'],
        '--default-collection <way>',
        'It takes SECURE or DIRECT.',
      )
      const noNumber = 'The payout phone is not a possible number of BJ.'
      for (const phone of ['12', ''])
        for (const command of [
          [...create, 'BJ'],
          ['shops', 'set', '--shop', shopId],
        ])
          await assertRefused([...command, '--payout-phone', phone], noNumber)
      await assertRefused(
        ['shops', 'set', '--shop', unknownId, '--name', 'Ganhi'],
        `There is no shop ${unknownId}.`,
      )
      await assertRefused(
        ['shops', 'set', '--shop', shopId],
        'Say what to change: --name, --payout-phone, --default-collection, --discount-percent, --owner-email, --tax-id or --max-owed.',
      )
      await assertBadValue(
        ['shops', 'set', '--shop', '12'],
        '--shop <id>',
        'It takes an id such as the list prints.',
      )
    })

    test('what one shop may owe is set and taken back by colis shops set --max-owed', async () => {
      const shopId = await openShop()
      const set = ['shops', 'set', '--shop', shopId, '--max-owed']
      assert.equal((await json(...set, '5000')).maxOwedFcfa, 5_000)
      assert.equal((await json(...set, 'none')).maxOwedFcfa, null)
    })

    test('colis shops terms prints what was agreed with all shops, and changes what it is given', async () => {
      const before = await json('shops', 'terms')
      assert.deepEqual(before, {
        maxOwedFcfa: null,
        newShopTrips: 0,
        tripMinutes: 15,
        leastPayoutFcfa: 1,
        payoutFeesBy: 'COMPANY',
      })
      const change = ['--max-owed', '5000', '--new-shop-trips', '3', '--trip-minutes', '20']
      const payouts = ['--least-payout', '500', '--payout-fees-by', 'SHOP']
      assert.deepEqual(await lines('shops', 'terms', ...change, ...payouts), [
        'A shop may owe: 5000 FCFA',
        'A new shop pays first until handed over: 3',
        'Minutes to pay a trip: 20',
        'Least payout: 500 FCFA',
        'Fees of payouts are borne by: SHOP',
      ])
      assert.deepEqual(await json('shops', 'terms', '--max-owed', 'none'), {
        maxOwedFcfa: null,
        newShopTrips: 3,
        tripMinutes: 20,
        leastPayoutFcfa: 500,
        payoutFeesBy: 'SHOP',
      })
      await assertBadValue(
        ['shops', 'terms', '--payout-fees-by', 'NOBODY'],
        '--payout-fees-by <whom>',
        'It takes COMPANY or SHOP.',
      )
      const back = ['--new-shop-trips', '0', '--trip-minutes', '15', '--least-payout', '1']
      assert.deepEqual(await json('shops', 'terms', ...back, '--payout-fees-by', 'COMPANY'), before)
    })

    const shopIn = async (shopId: string) =>
      (await json('shops', 'list')).shops.find((shop: { shopId: string }) => shop.shopId === shopId)
  })

  describe('keys', () => {
    test('an API key is shown once, is accepted by the API, and is refused when revoked (decisions 3, 5)', async () => {
      const shopId = await openShop()
      const make = [
        'keys',
        'create',
        '--shop',
        shopId,
        '--scopes',
        'quotes:read, deliveries:read,quotes:read',
      ]
      const { keyId, key, ...rest } = await json(...make, '--label', 'Caisse')
      assert.match(keyId, uuid)
      assert.match(key, /^colis_live_[0-9A-Za-z]{38}$/)
      const scopes = ['quotes:read', 'deliveries:read']
      assert.deepEqual(rest, { scopes })
      const status = async () =>
        (await service.call({ url: '/zones', headers: { authorization: `Bearer ${key}` } })).status
      assert.equal(await status(), 200)

      const listed = { keyId, label: 'Caisse', scopes, createdAt: testStart, revokedAt: null }
      assert.deepEqual(await json('keys', 'list', '--shop', shopId), { keys: [listed] })
      assert.deepEqual(await lines('keys', 'list', '--shop', shopId), [
        `${keyId}  in use  quotes:read,deliveries:read  Caisse`,
      ])

      assert.deepEqual(await json('keys', 'revoke', '--key', keyId), { keyId, revoked: true })
      await until(async () => (await status()) === 401, 'the key to end')
      assert.deepEqual(await json('keys', 'list', '--shop', shopId), {
        keys: [{ ...listed, revokedAt: testStart }],
      })
      assert.deepEqual(await lines('keys', 'list', '--shop', shopId), [
        `${keyId}  revoked ${testStart}  quotes:read,deliveries:read  Caisse`,
      ])
    })

    test('colis keys create without --json prints the API key on a line of its own', async () => {
      const shopId = await openShop()
      assert.deepEqual(await lines('keys', 'list', '--shop', shopId), ['No key yet.'])
      const [key = '', says = '', ...more] = await lines(
        'keys',
        'create',
        '--shop',
        shopId,
        '--scopes',
        'quotes:read',
      )
      const { keys } = await json('keys', 'list', '--shop', shopId)

      assert.match(key, /^colis_live_[0-9A-Za-z]{38}$/)
      assert.equal(says, `Key ${keys[0].keyId} with quotes:read. Keep it on a server; it is not shown again.`)
      assert.deepEqual(more, ['It works in this sandbox alone: every key begins with colis_live_, here too.'])
      const revoke = ['keys', 'revoke', '--key', keys[0].keyId]
      assert.deepEqual(await lines(...revoke), [`Key ${keys[0].keyId} is revoked.`])
      assert.deepEqual(await lines(...revoke), [`Key ${keys[0].keyId} is revoked.`])
    })

    test('invalid arguments for an API key are each refused with a one-sentence error', async () => {
      const create = ['keys', 'create', '--shop', unknownId, '--scopes']
      await assertRefused([...create, 'quotes:read'], `There is no shop ${unknownId}.`)
      await assertBadValue(
        [...create, 'quotes:read,all'],
        '--scopes <list>',
        'No such right: all. There are quotes:read, deliveries:read, deliveries:write, webhooks:read, webhooks:write and pickup-addresses:write.',
      )
      await assertMisused(create.slice(0, -1), "required option '--scopes <list>' not specified")
      await assertRefused(['keys', 'revoke', '--key', unknownId], `There is no key ${unknownId}.`)
      await assertRefused(['keys', 'list', '--shop', unknownId], `There is no shop ${unknownId}.`)
    })
  })

  describe('pickup addresses', () => {
    test('a shop’s first pickup address is the main one until another is made the main one', async () => {
      const shop = ['--shop', await openShop()]
      assert.deepEqual(await lines('pickup-addresses', 'list', ...shop), ['No pickup address yet.'])
      const add = (...more: string[]) => json('pickup-addresses', 'add', ...shop, '--lat', '6.37', ...more)
      const said = ['--label', 'Boutique', '--landmark', 'En face du marché', '--formatted', 'Ganhi, Cotonou']

      const first = await add('--lng', '2.41', ...said)
      const second = await add('--lng', '2.42')
      const third = await add('--lng', '2.43', '--main')

      assert.deepEqual(
        [first, second, third].map(({ isDefault }) => isDefault),
        [true, false, true],
      )
      for (const { pickupAddressId } of [first, second, third]) assert.match(pickupAddressId, uuid)
      const plain = { isDefault: false, label: null, landmark: null, formatted: null, lat: 6.37 }
      const { pickupAddresses } = await json('pickup-addresses', 'list', ...shop)
      assert.deepEqual(pickupAddresses[0], { ...plain, ...third, lng: 2.43 })
      assert.deepEqual(byLng(pickupAddresses.slice(1)), [
        {
          ...first,
          isDefault: false,
          label: 'Boutique',
          landmark: 'En face du marché',
          formatted: 'Ganhi, Cotonou',
          lat: 6.37,
          lng: 2.41,
        },
        { ...plain, ...second, lng: 2.42 },
      ])
      const [main, ...others] = await lines('pickup-addresses', 'list', ...shop)
      assert.equal(main, `${third.pickupAddressId}  6.37,2.43   (main)`)
      assert.ok(others.includes(`${first.pickupAddressId}  6.37,2.41  Boutique`), others.join('\n'))
    })

    test('colis pickup-addresses add without --json marks the main address', async () => {
      const add = ['pickup-addresses', 'add', '--shop', await openShop(), '--lat', '-6.37', '--lng', '-2.41']
      const emitted = async (...words: string[]) =>
        (await lines(...add, ...words)).map((line) => line.replace(/[0-9a-f-]{36}/, '(id)'))
      assert.deepEqual(await emitted(), ['Pickup address (id) (main)'])
      assert.deepEqual(await emitted('--label', 'Dépôt'), ['Pickup address (id)'])
    })

    test('a pickup address can be changed, made the main one and removed, the main one last', async () => {
      const shop = ['--shop', await openShop()]
      const at = ['--lat', '6.37', '--lng', '2.41']
      const { pickupAddressId: first } = await json('pickup-addresses', 'add', ...shop, ...at)
      const other = ['--label', 'Dépôt']
      const { pickupAddressId: second } = await json('pickup-addresses', 'add', ...shop, ...at, ...other)
      const change = ['pickup-addresses', 'change', ...shop, '--address']
      const remove = ['pickup-addresses', 'remove', ...shop, '--address']

      assert.deepEqual(await json(...change, second, '--label', 'Atelier', '--lng', '2.42', '--main'), {
        pickupAddressId: second,
        isDefault: true,
        label: 'Atelier',
        landmark: null,
        formatted: null,
        lat: 6.37,
        lng: 2.42,
      })
      assert.deepEqual(await lines('pickup-addresses', 'list', ...shop), [
        `${second}  6.37,2.42  Atelier (main)`,
        `${first}  6.37,2.41`,
      ])
      await assertRefused(
        [...remove, second],
        'This is the main pickup address of the shop. Make another one the main address first. Use colis pickup-addresses change --main.',
      )
      assert.deepEqual(await json(...remove, first), { pickupAddressId: first, removed: true })
      assert.deepEqual(await lines(...remove, second), [`Pickup address ${second} is removed.`])
      assert.deepEqual(await lines('pickup-addresses', 'list', ...shop), ['No pickup address yet.'])
      const unknown = `This shop has no pickup address with this id. colis pickup-addresses list names them.`
      await assertRefused([...remove, first], unknown)
      await assertRefused([...change, first, '--label', 'A'], unknown)
      await assertRefused(
        [...change, second],
        'Say what to change: --lat, --lng, --label, --landmark, --formatted or --main.',
      )
    })

    test('invalid values for a pickup address are each refused with a one-sentence error', async () => {
      const add = ['pickup-addresses', 'add', '--shop', unknownId, '--lng', '2.4']
      await assertRefused([...add, '--lat', '6.4'], `There is no shop ${unknownId}.`)
      await assertBadValue([...add, '--lat', '91'], '--lat <degrees>', 'It takes a number from -90 to 90.')
      await assertBadValue([...add, '--lat', 'north'], '--lat <degrees>', 'It takes a number from -90 to 90.')
      await assertMisused(
        [...add, '--lat', '6', '--label', 'a\u0007b'],
        "option '--label <text>' argument 'a\\u0007b' is invalid. It takes 1 to 60 characters, none of them a control character.",
      )
      await assertRefused(['pickup-addresses', 'list', '--shop', unknownId], `There is no shop ${unknownId}.`)
    })
  })

  describe('cities', () => {
    test('a city can be added, changed and listed (decision 9)', async () => {
      const cityId = await addCity('Lomé')
      assert.match(cityId, uuid)
      const lome = {
        cityId,
        name: 'Lomé',
        country: 'TG',
        serviceRadiusMeters: 5000,
        timeZone: 'Africa/Lome',
        currency: 'XOF',
        raining: false,
        highDemand: false,
        tourLaterMinutes: null,
        tourRideMinutes: null,
        lat: 6.13,
        lng: 1.22,
      }
      const listed = async () =>
        (await json('cities', 'list')).cities.find((city: { cityId: string }) => city.cityId === cityId)
      assert.deepEqual(await listed(), lome)

      const set = (...change: string[]) => json('cities', 'set', '--city', 'LOMÉ', ...change)
      const changed = { ...lome, serviceRadiusMeters: 6000, raining: true, highDemand: true }
      assert.deepEqual(await set('--radius-meters', '6000', '--rain', 'on', '--high-demand', 'on'), changed)
      assert.deepEqual(await listed(), changed)
      assert.ok(
        (await lines('cities', 'list')).includes(
          `${cityId}  TG  XOF  6.13,1.22  6000 m  Lomé  (rain, high demand)`,
        ),
      )
      assert.deepEqual(await set('--rain', 'off'), { ...changed, raining: false })
      assert.deepEqual(await lines('cities', 'set', '--city', 'Lomé', '--high-demand', 'off'), [
        `${cityId}  TG  XOF  6.13,1.22  6000 m  Lomé`,
      ])
      const tours = { ...changed, raining: false, highDemand: false, tourLaterMinutes: 5 }
      const [later, ride] = [(minutes: string) => ['--tour-later-minutes', minutes], '--tour-ride-minutes']
      assert.deepEqual(await set(...later('5'), ride, '0'), { ...tours, tourRideMinutes: 0 })
      assert.deepEqual(await set(ride, 'none'), tours)
      await assertRefused(
        ['cities', 'set', '--city', 'Lomé', ...later('11')],
        'The settings let tours come at most 10 minutes later and ride at most 15 minutes longer: a city sets as much, or less.',
      )
    })

    test('a city of Central Africa gets that region’s currency and its country’s time zone', async () => {
      const where = ['--lat', '4.05', '--lng', '9.7', '--radius-meters', '9000']
      const [first = '', ...more] = await lines(
        'cities',
        'add',
        '--name',
        'Douala',
        '--country',
        'CM',
        ...where,
      )
      assert.match(first, /^City Douala: [0-9a-f-]{36}$/)
      assert.deepEqual(more, ['Next: colis tariffs set --city "Douala" --base …'])
      const { cities } = await json('cities', 'list')
      const { currency, timeZone } = cities.find((city: { name: string }) => city.name === 'Douala')
      assert.deepEqual({ currency, timeZone }, { currency: 'XAF', timeZone: 'Africa/Douala' })
    })

    test('a command needs --country for a name that two cities have', async () => {
      const where = ['--lat', '9', '--lng', '1', '--radius-meters', '100']
      for (const country of ['BJ', 'TG'])
        await json('cities', 'add', '--name', 'Ville', '--country', country, ...where)

      await assertRefused(
        ['tariffs', 'show', '--city', 'Ville'],
        'Several cities are called Ville (BJ, TG): name the country. Use --country.',
      )
      await assertRefused(
        ['tariffs', 'show', '--city', 'ville', '--country', 'TG'],
        'Ville has no tariff yet.',
      )
    })

    test('invalid values for a city are each refused with a one-sentence error', async () => {
      const where = ['--lat', '6', '--lng', '2', '--radius-meters', '100']
      const add = ['cities', 'add', '--country', 'BJ', ...where]
      await assertRefused([...add, '--name', 'cotonou'], 'Cotonou (BJ) is there already.')
      await assertRefused(
        ['cities', 'set', '--city', 'Nulle'],
        'There is no city Nulle. colis cities list names them.',
      )
      await assertRefused(
        ['cities', 'set', '--city', 'Cotonou', '--country', 'TG', '--rain', 'on'],
        'There is no city Cotonou in TG. colis cities list names them.',
      )
      await assertRefused(
        ['cities', 'set', '--city', 'Cotonou'],
        'Say what to change: --radius-meters, --rain, --high-demand, --tour-later-minutes or --tour-ride-minutes.',
      )
      await assertBadValue(
        ['cities', 'set', '--city', 'Cotonou', '--rain', 'yes'],
        '--rain <on|off>',
        'It takes on or off.',
      )
      await assertBadValue(
        ['cities', 'set', '--city', 'Cotonou', '--radius-meters', '0'],
        '--radius-meters <n>',
        'It takes a whole number from 1 to 200000.',
      )
    })
  })

  describe('zones', () => {
    const names = ['Marché', 'Lagune', 'Îles', 'Plage']
    const notes = [
      'Marché: rings turned: 1',
      'Lagune: altitudes dropped: 4, rings closed: 1, duplicate points removed: 1',
      'Îles: rings turned: 1',
      'Plage: spike points removed: 2',
    ]
    const nothing = { added: [], replaced: [], retired: [], kept: [], overlaps: [] }
    const quirks = (city: string, ...more: string[]) => [
      'zones',
      'import',
      'zones-with-quirks.geojson',
      '--city',
      city,
      '--name-property',
      'quartier',
      ...more,
    ]

    test('a dry run of a zone import prints what would be done and changes nothing', async () => {
      const before = [await json('cities', 'list'), await json('zones', 'list')]
      const dryRun = quirks('Ouidah', '--country', 'BJ', '--dry-run')

      assert.deepEqual(await json(...dryRun), {
        city: 'Ouidah',
        dryRun: true,
        newCity: true,
        ...nothing,
        added: names,
        notes,
      })
      assert.deepEqual(await lines(...dryRun), [
        ...notes,
        'Would be done in Ouidah (a new city):',
        '  added: 4 (Marché, Lagune, Îles, Plage)',
        '  replaced: 0',
        '  retired: 0',
        '  kept: 0',
        'Ouidah has no tariff yet, so nothing there has a price: colis tariffs set --city "Ouidah" --base …',
      ])
      assert.deepEqual([await json('cities', 'list'), await json('zones', 'list')], before)
    })

    test('a zone import creates a city around its zones, and a second one replaces them under the same ids', async () => {
      const report = { city: 'Abomey', dryRun: false, ...nothing, notes }
      assert.deepEqual(await json(...quirks('Abomey', '--country', 'BJ')), {
        ...report,
        newCity: true,
        added: names,
      })
      const { cities } = await json('cities', 'list')
      const { cityId, ...abomey } = cities.find((city: { name: string }) => city.name === 'Abomey')
      assert.match(cityId, uuid)
      // From the middle to a corner are 0.01° of latitude and 0.02° of longitude: 2.47 km, in hundreds of metres.
      assert.deepEqual(abomey, {
        name: 'Abomey',
        country: 'BJ',
        serviceRadiusMeters: 2500,
        timeZone: 'Africa/Porto-Novo',
        currency: 'XOF',
        raining: false,
        highDemand: false,
        tourLaterMinutes: null,
        tourRideMinutes: null,
        lat: 6.35,
        lng: 2.42,
      })
      const before = await zonesOf('Abomey')

      assert.deepEqual(await json(...quirks('Abomey', '--priority', '3')), {
        ...report,
        newCity: false,
        replaced: names,
      })
      assert.deepEqual(
        await zonesOf('Abomey'),
        before.map((zone) => ({ ...zone, priority: 3 })),
      )
      assert.deepEqual(
        before.map(({ name, city, priority, areaSquareKm }) => ({ name, city, priority, areaSquareKm })),
        [
          { name: 'Lagune', city: 'Abomey', priority: 0, areaSquareKm: 1.229 },
          { name: 'Marché', city: 'Abomey', priority: 0, areaSquareKm: 1.229 },
          { name: 'Plage', city: 'Abomey', priority: 0, areaSquareKm: 1.229 },
          { name: 'Îles', city: 'Abomey', priority: 0, areaSquareKm: 1.333 },
        ],
      )
      assert.deepEqual(
        (await lines('zones', 'list', '--city', 'abomey')).toSorted(),
        before
          .map((zone) => `${zone.zoneId}  Abomey  ${zone.areaSquareKm} km²  priority 3  ${zone.name}`)
          .toSorted(),
      )
    })

    test('a zone import retires the zones that its file does not name with --replace, and keeps them without it', async () => {
      await addCity('Kara', { lat: 6.35, lng: 2.42 })
      const kara = quirks('Kara')
      await json(...kara)
      const one = geoFile({ quartier: 'Marché', ring: square(2.4, 6.34) })
      const only = ['zones', 'import', one.path, '--city', 'Kara', '--name-property', 'quartier']
      const report = { city: 'Kara', newCity: false, ...nothing, replaced: ['Marché'], notes: [] }
      const others = ['Lagune', 'Plage', 'Îles']

      const shown = await lines(...only, '--dry-run')
      assert.equal(
        shown.find((line) => line.includes('overlap')),
        '  Marché and Plage overlap on 1228861 m²: the higher priority holds there, or the smaller zone.',
      )
      const overlap = { zones: ['Marché', 'Plage'], areaSquareMeters: 1_228_860.7604031786 }
      const kept = await json(...only)
      assert.deepEqual(
        { ...kept, kept: inOrder(kept.kept) },
        { ...report, dryRun: false, kept: others, overlaps: [overlap] },
      )
      assert.equal((await zonesOf('Kara')).length, 4)
      const dry = await json(...only, '--replace', '--dry-run')
      assert.deepEqual(
        { ...dry, retired: inOrder(dry.retired) },
        { ...report, dryRun: true, retired: others },
      )
      assert.equal((await zonesOf('Kara')).length, 4)
      const done = await json(...only, '--replace')
      assert.deepEqual(
        { ...done, retired: inOrder(done.retired) },
        { ...report, dryRun: false, retired: others },
      )
      assert.deepEqual(
        (await zonesOf('Kara')).map(({ name }) => name),
        ['Marché'],
      )
      one.remove()
    })

    test('every fault of a zone file is reported with its feature, and nothing is imported', async () => {
      await addCity('Atakpamé')
      const bad = geoFile(
        { quartier: 'Bon', ring: square(1.2, 6.1) },
        {
          quartier: 'Nœud',
          ring: [
            [1, 6],
            [1.1, 6.1],
            [1.1, 6],
            [1, 6.1],
            [1, 6],
          ],
        },
        {
          quartier: 'Mètres',
          ring: [
            [431000, 704000],
            [432000, 704000],
            [432000, 705000],
            [431000, 704000],
          ],
        },
        { quartier: 'Bon', ring: square(1.3, 6.1) },
        { ring: square(1.4, 6.1) },
      )
      const { stdout, stderr, exitCode } = await run(
        'zones',
        'import',
        bad.path,
        '--city',
        'Atakpamé',
        '--name-property',
        'quartier',
      )
      bad.remove()

      assert.deepEqual({ stdout, exitCode }, { stdout: '', exitCode: 1 })
      const [head, ...faults] = stderr.trimEnd().split('\n')
      assert.equal(head, `Nothing was imported; ${bad.path} has faults:`)
      assert.deepEqual(
        faults.map((fault) => fault.slice(0, fault.indexOf(':'))),
        ['  - Bon', '  - Nœud', '  - Mètres', '  - Bon', '  - feature 5'],
        stderr,
      )
      assert.deepEqual(await zonesOf('Atakpamé'), [])
    })

    test('an impossible zone import is refused with a one-sentence error', async () => {
      await assertRefused(
        quirks('Savè'),
        'Savè is not served yet: name its country to begin there. Use --country.',
      )
      const missing = join(quirksFolder, 'missing.geojson')
      await assertRefused(
        ['zones', 'import', 'missing.geojson', '--city', 'Cotonou'],
        `${missing} cannot be read (ENOENT).`,
      )
      const size = 'It takes 1 to 60 characters, none of them a control character.'
      for (const city of ['', ' ', 'a'.repeat(61), 'a\tb'])
        await assertBadValue(
          ['zones', 'import', 'zones-with-quirks.geojson', '--country', 'BJ', '--city', city],
          '--city <name>',
          size,
        )
      const folder = mkdtempSync(join(tmpdir(), 'colis-'))
      writeFileSync(join(folder, 'zones.json'), '{}')
      await assertRefused(
        ['zones', 'import', join(folder, 'zones.json'), '--city', 'Cotonou'],
        `Nothing was imported; ${join(folder, 'zones.json')} has a fault:\n  - the file: This is not a GeoJSON FeatureCollection: export the zones as GeoJSON features, each with its name.`,
      )
      rmSync(folder, { recursive: true })
    })

    test('the thirteen arrondissements of Cotonou are imported in place of other zones', {
      skip: !existsSync(cotonouFile) && 'the file is test data that is not part of the project',
    }, async () => {
      const own = await openService(await open())
      const ask = async (...argv: string[]) =>
        objectIn(
          await runCommandLine([...argv, '--json'], {
            services: async () => own.services,
            folder: projectFolder,
          }),
        )
      const city = ['--city', 'Cotonou', '--country', 'BJ']
      const { notes, ...report } = await ask(
        ...['zones', 'import', cotonouFile, ...city, '--name-property', 'arrondissement', '--replace'],
      )

      const arrondissements = Array.from({ length: 13 }, (_, index) => `${index + 1}e`)
      assert.deepEqual(
        { ...report, added: inOrder(report.added), retired: inOrder(report.retired) },
        {
          city: 'Cotonou',
          dryRun: false,
          newCity: false,
          ...nothing,
          added: inOrder(arrondissements),
          retired: ['East', 'West'],
        },
      )
      assert.ok(
        notes.every((note: string) => /^\d+e: /.test(note)),
        notes.join('\n'),
      )
      const { zones } = await ask('zones', 'list', ...city)
      assert.deepEqual(inOrder(zones.map(({ name }: Zone) => name)), inOrder(arrondissements))
      await until(
        async () => /^\d+e$/.test((await ask('quotes', 'explain', '--from', '6.37,2.41')).fromZone),
        'the new zones',
      )
      await own.close()
    })

    test('the price of a pair of zones holds in one direction until it is removed (decision 27)', async () => {
      const trip = ['quotes', 'explain', '--from', '6.37,2.41', '--to', '6.37,2.43']
      const back = ['quotes', 'explain', '--from', '6.37,2.43', '--to', '6.37,2.41']
      const pair = ['zones', 'set-price', '--city', 'Cotonou', '--from', 'west', '--to', 'East']
      const ids = new Map((await zonesOf('Cotonou')).map(({ name, zoneId }) => [name, zoneId]))
      const both = { fromZoneId: ids.get('West'), toZoneId: ids.get('East') }
      const price = async (command: string[]) => (await json(...command)).priceFcfa

      assert.deepEqual(await json(...pair, '--base', '1310'), { ...both, baseFcfa: 1310 })
      await until(async () => (await price(trip)) === 1325, 'the price of the pair')
      assert.equal(await price(back), 600)
      assert.ok(
        (await lines(...trip)).includes('2.87 km (great circle x 1.3); the pair of zones has its own base'),
      )
      assert.deepEqual(await lines(...pair, '--base', '0'), ['west to East: 0 FCFA'])
      assert.deepEqual(await json(...pair, '--remove'), { ...both, baseFcfa: null })
      await until(async () => (await price(trip)) === 600, 'the price by distance')
      assert.deepEqual(await lines(...pair, '--remove'), ['west to East: by distance'])
    })

    test('zones are retired by name, and an unknown name retires none of them', async () => {
      await addCity('Bassila', { lat: 6.35, lng: 2.42 })
      await json(...quirks('Bassila'))
      const retire = ['zones', 'retire', '--city', 'Bassila', '--zones']

      await assertRefused(
        [...retire, 'lagune,Nord'],
        'There is no zone Nord; there are Lagune, Marché, Plage and Îles.',
      )
      assert.deepEqual(await json(...retire, 'lagune,Îles'), { city: 'Bassila', retired: ['Lagune', 'Îles'] })
      assert.deepEqual(
        (await zonesOf('Bassila')).map(({ name }) => name),
        ['Marché', 'Plage'],
      )
    })

    test('an invalid price for a pair of zones is refused with a one-sentence error', async () => {
      const pair = ['zones', 'set-price', '--city', 'Cotonou', '--from', 'West', '--to']
      await assertRefused([...pair, 'East'], 'Say either --base or --remove.')
      await assertRefused([...pair, 'East', '--base', '1', '--remove'], 'Say either --base or --remove.')
      await assertRefused([...pair, 'Nord', '--base', '1'], 'There is no zone Nord; there are East and West.')
      await assertRefused(
        ['zones', 'set-price', '--city', 'Parakou', '--from', 'A', '--to', 'B', '--base', '1'],
        'There is no zone A; there is none yet.',
      )
      assert.deepEqual(await lines('zones', 'list', '--city', 'Parakou'), ['No zone yet.'])
    })

    type Zone = { zoneId: string; city: string; name: string; priority: number; areaSquareKm: number }

    async function zonesOf(city: string): Promise<Zone[]> {
      const { zones } = await json('zones', 'list', '--city', city)
      return (zones as Zone[]).toSorted((a, b) => (a.name < b.name ? -1 : 1))
    }
  })

  describe('tariffs', () => {
    const first = {
      version: 1,
      baseFcfa: 800,
      includedKm: 3,
      perKmFcfa: 125,
      stepFcfa: 25,
      surcharges: {},
      night: null,
      collectionFee: { percent: 0, minimumFcfa: 0 },
      cancellationFeeFcfa: 0,
      returnFeeFcfa: 0,
    }

    test('each change of a tariff makes a new version that keeps the other values (decision 27)', async () => {
      await addCity('Sokodé')
      const set = (...change: string[]) => json('tariffs', 'set', '--city', 'sokodé', ...change)
      const show = () => json('tariffs', 'show', '--city', 'Sokodé')
      let expected: object = { city: 'Sokodé', ...first }
      const steps: [change: string, effect: object][] = [
        ['', {}],
        [
          '--base 600 --included-km 2.5 --per-km 90 --step 50',
          { baseFcfa: 600, includedKm: 2.5, perKmFcfa: 90, stepFcfa: 50 },
        ],
        [
          '--surcharge NIGHT=300+25 --surcharge RAIN=150 --night 21:00-06:00',
          {
            surcharges: { NIGHT: { flatFcfa: 300, perKmFcfa: 25 }, RAIN: { flatFcfa: 150, perKmFcfa: 0 } },
            night: { from: '21:00', to: '06:00' },
          },
        ],
        ['--cod-fee-percent 1.5', { collectionFee: { percent: 1.5, minimumFcfa: 0 } }],
        ['--cod-fee-minimum 100', { collectionFee: { percent: 1.5, minimumFcfa: 100 } }],
        [
          '--surcharge RAIN=none --surcharge FRAGILE=110',
          {
            surcharges: { NIGHT: { flatFcfa: 300, perKmFcfa: 25 }, FRAGILE: { flatFcfa: 110, perKmFcfa: 0 } },
          },
        ],
        ['--cancellation-fee 300 --return-fee 500', { cancellationFeeFcfa: 300, returnFeeFcfa: 500 }],
        ['--night none', { night: null }],
        ['--base 0 --per-km 0 --included-km 0', { baseFcfa: 0, perKmFcfa: 0, includedKm: 0 }],
      ]
      for (const [index, [change, effect]] of steps.entries()) {
        expected = { ...expected, ...effect, version: index + 1 }
        assert.deepEqual(await set(...change.split(' ').filter(Boolean)), expected, change)
        assert.deepEqual(await show(), expected, change)
      }
    })

    test('colis tariffs without --json prints a tariff as lines of text', async () => {
      await addCity('Aného')
      const change = ['--surcharge', 'NIGHT=300+25', '--night', '21:00-06:00', '--cod-fee-percent', '1.5']
      const tariff = [
        'Tariff of Aného, version 1 (FCFA)',
        '  base 800 for 3 km, then 125 a started km, rounded up to 25',
        '  NIGHT: 300 + 25 a km',
        '  night from 21:00 to 06:00',
        '  collection fee 1.5 %, at least 0',
        '  cancellation 0, return 0',
      ]
      assert.deepEqual(await lines('tariffs', 'set', '--city', 'Aného', ...change), tariff)
      assert.deepEqual(await lines('tariffs', 'show', '--city', 'Aného'), tariff)
    })

    test('an invalid tariff is refused with a one-sentence error and makes no new version', async () => {
      await addCity('Tsévié')
      const set = ['tariffs', 'set', '--city', 'Tsévié']
      const surcharges =
        'It takes TYPE=flat, TYPE=flat+perKm or TYPE=none; types are LARGE_PARCEL, FRAGILE, NIGHT, RAIN, HIGH_DEMAND.'
      const bad: [option: string, value: string, sentence: string][] = [
        ['--base <fcfa>', '12.5', 'It takes a whole amount in FCFA from 0 to 1000000.'],
        ['--base <fcfa>', '-1', 'It takes a whole amount in FCFA from 0 to 1000000.'],
        ['--step <fcfa>', '0', 'It takes a whole amount in FCFA from 1 to 10000.'],
        ['--surcharge <TYPE=flat[+perKm]>', 'SNOW=100', surcharges],
        ['--surcharge <TYPE=flat[+perKm]>', 'RAIN=-5', surcharges],
        ['--night <from-to|none>', '21-6', 'It takes hours such as 21:00-06:00, or none.'],
        ['--night <from-to|none>', '24:00-06:00', 'It takes hours such as 21:00-06:00, or none.'],
        ['--cod-fee-percent <n>', '101', 'It takes a number from 0 to 100.'],
      ]
      for (const [option, value, sentence] of bad)
        await assertBadValue([...set, option.split(' ')[0] ?? '', value], option, sentence)
      await assertRefused(['tariffs', 'show', '--city', 'Tsévié'], 'Tsévié has no tariff yet.')
      await assertRefused(
        ['tariffs', 'set', '--city', 'Nulle', '--base', '1'],
        'There is no city Nulle. colis cities list names them.',
      )
    })
  })

  describe('deliveries', () => {
    const cash = (collection: string) => ({
      payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000, collection },
      externalRef: `order-${collection}`,
    })

    test('colis deliveries show finds a delivery by id or reference, and prints its payment and its history', async () => {
      const shop = await service.openShop()
      const key = await bringTo(service, shop, 'IN_TRANSIT', cash('SECURE'))
      await consumeAll(service.services, enqueuePaymentRequests(service.services))
      const { body: delivery } = await shop.get(`/deliveries/${key.id}`, { 'accept-language': 'en' })
      const { body: history } = await shop.get(`/deliveries/${key.id}/events`)
      const [request] = await listPaymentRequests(service.services.db, key)

      const shown = await json('deliveries', 'show', '--shop', key.shopId, '--delivery', key.id)

      const paymentRequest = {
        paymentRequestId: request?.id,
        number: 1,
        amount: 5600,
        provider: 'simulated',
        state: 'DUE',
        createdAt: testStart,
        deadlineAt: '2026-11-21T10:10:00.000Z',
        endedAt: null,
      }
      const paymentHistory = [
        { status: 'NOT_REQUESTED', occurredAt: testStart, actor: null, note: null },
        { status: 'AWAITING_CUSTOMER', occurredAt: testStart, actor: 'SYSTEM', note: null },
      ]
      // 80 % of the trip of 600.
      const courierPay = 480
      assert.deepEqual(shown, {
        ...delivery,
        courierPay,
        paymentHistory,
        paymentRequests: [paymentRequest],
        history,
      })
      const reference = delivery.reference.toLowerCase()
      assert.deepEqual(await lines('deliveries', 'show', '--shop', key.shopId, '--delivery', reference), [
        `${delivery.reference}  IN_TRANSIT  ${key.id}  order-SECURE`,
        'customer  Afi Dossou, +2290197000001',
        'courier  Afi, +2290197000002, earns 480 FCFA',
        'price  600 FCFA; cancellation fee 0, return fee 0',
        'payment  CASH_ON_DELIVERY, SECURE, 5600 FCFA to collect: AWAITING_CUSTOMER',
        `  ${testStart}  NOT_REQUESTED`,
        `  ${testStart}  AWAITING_CUSTOMER  SYSTEM`,
        `  ${testStart}  request 1, 5600 FCFA: DUE`,
        'history',
        ...['AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT'].map(
          (status) => `  ${testStart}  ${status}`,
        ),
      ])
    })

    test('colis deliveries show prints the codes of a delivery only with --show-codes', async () => {
      const key = await bringTo(service, await service.openShop(), 'FAILED')
      const row = await rowOf(service, key)
      const show = ['deliveries', 'show', '--shop', key.shopId, '--delivery', key.id]

      assert.equal((await json(...show)).codes, undefined)
      assert.doesNotMatch((await lines(...show)).join('\n'), /code/)
      assert.deepEqual((await json(...show, '--show-codes')).codes, {
        pickupCode: row.pickup_code,
        confirmationCode: row.confirmation_code,
        returnCode: row.return_code,
      })
      const line = `codes  pickup ${row.pickup_code}, confirmation ${row.confirmation_code}, return ${row.return_code}`
      assert.ok((await lines(...show, '--show-codes')).includes(line))
    })

    test('colis deliveries confirm-payment confirms a DIRECT payment once, and refuses a SECURE one', async () => {
      const shop = await service.openShop()
      const direct = await bringTo(service, shop, 'IN_TRANSIT', cash('DIRECT'))
      const secure = await bringTo(service, shop, 'IN_TRANSIT', cash('SECURE'))
      const confirm = ({ shopId, id }: DeliveryKey) => [
        'deliveries',
        'confirm-payment',
        '--shop',
        shopId,
        '--delivery',
        id,
      ]
      const { reference } = await rowOf(service, direct)

      assert.deepEqual(await lines(...confirm(direct)), [
        `${reference}  IN_TRANSIT, payment PAID, return fee 0 FCFA`,
      ])
      await assertRefused(
        confirm(direct),
        'This is not possible while the payment is PAID. The delivery has the status IN_TRANSIT.',
      )
      await assertRefused(
        confirm(secure),
        'This payment goes through the service: only the mobile-money operator confirms it.',
      )
    })

    test('colis deliveries deny-payment denies what the customer declared, and nothing else', async () => {
      const key = await bringTo(service, await service.openShop(), 'IN_TRANSIT', cash('DIRECT'))
      const deny = ['deliveries', 'deny-payment', '--shop', key.shopId, '--delivery', key.id]
      await assertRefused(
        deny,
        'This is not possible while the payment is AWAITING_CUSTOMER. The delivery has the status IN_TRANSIT.',
      )
      await changePayment(service.services, key, 'declarePaid')
      assert.equal((await json(...deny)).paymentStatus, 'AWAITING_CUSTOMER')
    })

    test('colis deliveries confirm-return confirms a return and charges the return fee', async () => {
      const key = await bringTo(service, await service.openShop(), 'FAILED')
      const confirm = ['deliveries', 'confirm-return', '--shop', key.shopId, '--delivery', key.id]
      const { reference } = await rowOf(service, key)

      assert.deepEqual(await json(...confirm), {
        deliveryId: key.id,
        reference,
        status: 'RETURNED',
        paymentStatus: 'NOT_DUE',
        returnFee: 500,
      })
      await assertRefused(confirm, 'This is not possible while the delivery has the status RETURNED.')
    })

    test('colis deliveries request-payment requests a refused payment again', async () => {
      const key = await bringTo(service, await service.openShop(), 'IN_TRANSIT', cash('SECURE'))
      await changePayment(service.services, key, 'refuse')
      const request = ['deliveries', 'request-payment', '--shop', key.shopId, '--delivery', key.id]

      assert.equal((await json(...request)).paymentStatus, 'AWAITING_CUSTOMER')
      const [made, ...others] = await listPaymentRequests(service.services.db, key)
      assert.deepEqual([made?.state, others], ['DUE', []])
      await assertRefused(
        request,
        'This is not possible while the payment is AWAITING_CUSTOMER. The delivery has the status IN_TRANSIT.',
      )
    })

    test('colis deliveries list finds deliveries of one shop or all, by status and by what people type', async () => {
      const shop = await service.openShop({ name: 'Chez Adjoa' })
      const first = await bringTo(service, shop, 'IN_TRANSIT', { externalRef: 'adjoa-1' })
      service.clock.forward(1_000)
      const second = await bringTo(service, shop, 'ASSIGNED', { externalRef: 'adjoa-2' })
      service.clock.set(testStart)
      const [older, newer] = [await rowOf(service, first), await rowOf(service, second)]
      const line = ({ created_at, reference, status, shop_id, external_ref }: typeof older) =>
        `${created_at.toISOString()}  ${reference}  ${status}  600 FCFA  Chez Adjoa  ${external_ref}  --shop ${shop_id}`
      const list = (...more: string[]) => lines('deliveries', 'list', '--shop', shop.shopId, ...more)

      assert.deepEqual(await list(), [line(newer), line(older)])
      assert.deepEqual(await list('--status', 'ASSIGNED, DELIVERED'), [line(newer)])
      assert.deepEqual(await list('--status', 'DELIVERED'), ['No delivery.'])
      assert.deepEqual(await list('--limit', '1'), [line(newer), 'There are older ones: --limit shows more.'])
      await consumeAll(service.services, makeDeliveriesSearchable)
      assert.deepEqual(await lines('deliveries', 'list', '--find', 'adjoa-1'), [line(older)])
      assert.deepEqual(await list('--find', older.reference.toLowerCase()), [line(older)])
      assert.deepEqual(await json('deliveries', 'list', '--find', 'adjoa-1'), {
        deliveries: [
          {
            deliveryId: first.id,
            reference: older.reference,
            externalRef: 'adjoa-1',
            shopId: shop.shopId,
            shopName: 'Chez Adjoa',
            status: 'IN_TRANSIT',
            paymentStatus: older.payment_status,
            price: 600,
            courierId: older.courier_id,
            createdAt: testStart,
          },
        ],
        hasMore: false,
      })
      await assertBadValue(
        ['deliveries', 'list', '--status', 'LOST'],
        '--status <statuses>',
        'It takes AWAITING_LOCATION, SEARCHING_COURIER, ASSIGNED, IN_TRANSIT, DELIVERED, FAILED, RETURNED, CANCELLED or EXPIRED.',
      )
    })

    test('colis deliveries cancel cancels for a reason, once the fee is agreed to', async () => {
      const key = await bringTo(service, await service.openShop(), 'ASSIGNED')
      await arriveAtPickup(service.services, key)
      const { reference } = await rowOf(service, key)
      const cancel = ['deliveries', 'cancel', '--shop', key.shopId, '--delivery', reference]

      await assertMisused(cancel, "required option '--reason <text>' not specified")
      await assertRefused([...cancel, '--reason', 'no'], 'Say why, in 3 to 200 characters.')
      const reasoned = [...cancel, '--reason', 'The shop has closed']
      await assertRefused(
        reasoned,
        'Nothing was cancelled: it now costs 300 FCFA, because the courier has gone on meanwhile. Look at it again and decide. Agree to that amount with --fee.',
      )
      assert.deepEqual(await lines(...reasoned, '--fee', '300'), [
        `${reference}  CANCELLED, cancellation fee 300 FCFA, return fee 0 FCFA`,
      ])
      const { history } = await json('deliveries', 'show', '--shop', key.shopId, '--delivery', reference)
      assert.deepEqual([history.at(-1).status, history.at(-1).note], ['CANCELLED', 'The shop has closed'])
      const { audit } = await json('audit', '--subject', key.id, '--limit', '1')
      assert.equal(audit[0].action, 'cancel-delivery')
    })

    test('commands on a delivery refuse one that does not exist or belongs to another shop', async () => {
      const [shop, other] = [await service.openShop(), await service.openShop()]
      const theirs = await bringTo(service, other, 'FAILED')
      const { reference } = await rowOf(service, theirs)

      for (const command of [
        'show',
        'cancel',
        'confirm-payment',
        'deny-payment',
        'confirm-return',
        'request-payment',
        'unlock-code',
      ]) {
        const reason = command === 'cancel' ? ['--reason', 'The shop rang'] : []
        for (const name of [theirs.id, reference, unknownId, 'COL-000000', 'order-1']) {
          await assertRefused(
            ['deliveries', command, '--shop', shop.shopId, '--delivery', name, ...reason],
            `This shop has no delivery ${name}.`,
          )
        }
      }
      assert.equal((await rowOf(service, theirs)).status, 'FAILED')
    })
  })

  describe('promo codes', () => {
    test('a promo code that was created is valid in any mix of capitals and small letters', async () => {
      const { promoCodeId, ...rest } = await json(
        'promo-codes',
        'create',
        '--code',
        ' vite10 ',
        '--percent',
        '10',
      )
      assert.match(promoCodeId, uuid)
      assert.deepEqual(rest, { code: 'VITE10' })
      const shop = await service.openShop()
      const checked = await shop.post('/deliveries/promo-code-checks', { promoCode: 'Vite10' })
      assert.equal(checked.status, 200)
      assert.equal(checked.body.valid, true)
    })

    test('a promo code can be limited by dates, number of uses, city and minimum trip price', async () => {
      const bounds = '--amount 500 --starts-at 2026-11-01 --ends-at 2026-12-01T00:00:00+01:00 --max-uses 3'
      const { shopId } = await service.openShop()
      const limits = ['--max-uses-per-shop', '2', '--max-uses-per-customer', '1', '--borne-by', 'SHOP']
      const more = ['--city', 'Parakou', '--minimum-trip', '1000', ...limits, '--shops', shopId]
      assert.deepEqual(
        await lines('promo-codes', 'create', '--code', 'NORD', ...bounds.split(' '), ...more),
        ['Promo code NORD is ready.'],
      )
      const { id, city_id, ...row } = await service.services.db
        .selectFrom('promo_codes')
        .selectAll()
        .where('promo_codes.code', '=', 'NORD')
        .executeTakeFirstOrThrow()
      const { cities } = await json('cities', 'list')
      assert.match(id, uuid)
      assert.equal(city_id, cities.find((city: { name: string }) => city.name === 'Parakou').cityId)
      assert.deepEqual(row, {
        code: 'NORD',
        percent: null,
        amount_fcfa: 500,
        starts_at: new Date('2026-10-31T23:00:00Z'),
        ends_at: new Date('2026-11-30T23:00:00Z'),
        max_uses: 3,
        uses: 0,
        minimum_trip_fcfa: 1000,
        max_uses_per_shop: 2,
        max_uses_per_customer: 1,
        shop_ids: [shopId],
        bearer: 'SHOP',
        created_at: new Date(testStart),
      })
    })

    test('a promo code can be ended and listed, and ending it again changes nothing', async () => {
      await run('promo-codes', 'create', '--code', 'FINI', '--percent', '5', '--max-uses', '3')
      const end = ['promo-codes', 'end', '--code', 'fini']
      const line = `FINI  5 %  used 0 of 3  until ${testStart}`

      assert.deepEqual(await lines(...end), [line])
      assert.equal((await json(...end)).endsAt, testStart)
      assert.ok((await lines('promo-codes', 'list')).includes(`${line}  cost 0 FCFA`))
      const shop = await service.openShop()
      const { body } = await shop.post('/deliveries/promo-code-checks', { promoCode: 'FINI' })
      assert.equal(body.valid, false)
      await assertRefused(
        ['promo-codes', 'end', '--code', 'jamais'],
        'There is no promo code JAMAIS. colis promo-codes list names them.',
      )
    })

    test('an invalid promo code is refused with a one-sentence error', async () => {
      const create = ['promo-codes', 'create', '--code', 'DOUBLE']
      await assertRefused(create, 'Say either --percent or --amount.')
      await assertRefused([...create, '--percent', '5', '--amount', '5'], 'Say either --percent or --amount.')
      const dates = ['--starts-at', '2026-12-01', '--ends-at', '2026-12-01']
      await assertRefused([...create, '--percent', '5', ...dates], 'A promo code must begin before it ends.')
      await assertBadValue(
        [...create, '--percent', '0'],
        '--percent <n>',
        'It takes a whole number from 1 to 100.',
      )
      for (const date of ['tomorrow', '2026-13-01', '2026-12-01T10:00'])
        await assertBadValue(
          [...create, '--percent', '5', '--ends-at', date],
          '--ends-at <date>',
          'It takes a date such as 2026-12-31 or 2026-12-31T23:00:00+01:00.',
        )
      await assertRefused(
        [...create, '--percent', '5', '--borne-by', 'SHOP'],
        'A promo code whose discount shops bear names these shops, and a code names 200 shops at most. Name them, or let the service bear the discount.',
      )
      await run(...create, '--percent', '5')
      await assertRefused(
        ['promo-codes', 'create', '--code', 'double', '--amount', '5'],
        'The promo code DOUBLE is there already.',
      )
    })
  })

  describe('quotes explain', () => {
    const from = ['quotes', 'explain', '--from', '6.37,2.41']
    const to = ['--to', '6.37, 2.43']
    const base = { line: 'BASE', exactFcfa: 600, amountFcfa: 600 }

    test('colis quotes explain shows every line of a final price before and after rounding (decision 27)', async () => {
      const shopId = await openShop('--discount-percent', '10')
      const command = [...from, ...to, '--size', 'LARGE', '--fragile', '--shop', shopId]
      assert.deepEqual(await json(...command), {
        city: 'Cotonou',
        fromZone: 'West',
        toZone: 'East',
        isEstimate: false,
        priceFcfa: 923,
        tariffVersion: 1,
        rule: 'DISTANCE',
        distanceMeters: 2873,
        distanceSource: 'GREAT_CIRCLE',
        lines: [
          base,
          { line: 'LARGE_PARCEL', exactFcfa: 300, amountFcfa: 300 },
          { line: 'FRAGILE', exactFcfa: 110, amountFcfa: 125 },
        ],
        discounts: [{ source: 'SHOP', amountFcfa: 102 }],
      })
      assert.deepEqual(await lines(...command), [
        'Cotonou, tariff version 1',
        'from West to East',
        '2.87 km (great circle x 1.3); by distance',
        '  BASE              600 FCFA  (600 before rounding)',
        '  LARGE_PARCEL      300 FCFA  (300 before rounding)',
        '  FRAGILE           125 FCFA  (110 before rounding)',
        '  -SHOP            -102 FCFA',
        '  PRICE             923 FCFA',
      ])
    })

    test('colis quotes explain marks the price of a trip without a destination as an estimate (decision 28)', async () => {
      assert.deepEqual(await json(...from), {
        city: 'Cotonou',
        fromZone: 'West',
        toZone: null,
        isEstimate: true,
        priceFcfa: 550,
        tariffVersion: 1,
        rule: 'ZONE_MEDIAN',
        distanceMeters: 1437,
        distanceSource: 'GREAT_CIRCLE',
        lines: [{ line: 'BASE', exactFcfa: 550, amountFcfa: 550 }],
        discounts: [],
      })
      assert.deepEqual(await lines(...from), [
        'Cotonou, tariff version 1',
        'from West to an unknown place',
        '1.44 km (great circle x 1.3); estimate: the median over the zones of the city',
        '  BASE              550 FCFA  (550 before rounding)',
        '  PRICE             550 FCFA',
      ])
      // Half the radius of 8 km: 500, and two more kilometres at 100.
      assert.deepEqual(await lines('quotes', 'explain', '--from', '9.3372,2.6303'), [
        'Parakou, tariff version 1',
        'from no zone to an unknown place',
        '4.00 km (great circle x 1.3); estimate: half the radius of a city without zones',
        '  BASE              700 FCFA  (700 before rounding)',
        '  PRICE             700 FCFA',
      ])
    })

    test('a trip that has no price is refused with a one-sentence error', async () => {
      await assertRefused(
        [...from, '--to', '9.3372,2.6303'],
        'Pickup is in Cotonou and drop-off in Parakou: a delivery stays within one city.',
      )
      await assertRefused(
        [...from, '--to', '6.55,2.43'],
        'The drop-off point is outside the served area: the nearest served place in Cotonou, the city of the pickup, is 5.1 km away.',
      )
      await assertRefused([...from, '--shop', unknownId], `There is no shop ${unknownId}.`)
      const point = 'It takes latitude,longitude in degrees, such as 6.3654,2.4183.'
      for (const text of ['6.37', '6.37,', '6.37;2.4', '91,2', '6,2,1', ''])
        await assertBadValue(['quotes', 'explain', '--from', text], '--from <lat,lng>', point)
      await assertBadValue([...from, '--size', 'HUGE'], '--size <size>', 'It takes SMALL, MEDIUM or LARGE.')
    })
  })
})

test('the list commands of an empty service print that there is nothing yet', async () => {
  const { database } = await openAny()
  const clock = manualClock(testStart)
  const empty = { db: database.db, clock } as unknown as TestService['services']
  const run = (...argv: string[]) =>
    runCommandLine(argv, { services: async () => empty, folder: projectFolder })
  for (const [family, sentence] of [
    ['shops', 'No shop yet.'],
    ['cities', 'No city yet.'],
    ['zones', 'No zone yet.'],
  ] as const) {
    assert.deepEqual(await run(family, 'list'), { stdout: `${sentence}\n`, stderr: '', exitCode: 0 })
    assert.deepEqual(objectIn(await run(family, 'list', '--json')), { [family]: [] })
  }
  await database.close()
})

describe('commands in processes of their own', () => {
  describe('while a server holds the data folder', () => {
    let folder: string
    let port: number
    let server: ChildProcess
    const watchLog = watchLogOf()
    const printed = { stdout: '', stderr: '' }
    const environment = () => ({ DATABASE_URL: `file:${folder}`, SEED_DEMO: 'false', PORT: String(port) })

    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'colis-'))
      fillDataFolder(folder)
      port = await freePort()
      server = spawn(process.execPath, serverArguments, {
        cwd: projectFolder,
        env: { ...inheritedEnv(), LOG_LEVEL: 'warn', ...environment() },
      })
      server.stdout?.on('data', (bytes) => {
        printed.stdout += bytes
        watchLog(String(bytes))
      })
      server.stderr?.on('data', (bytes) => {
        printed.stderr += bytes
      })
      await until(() => /ready on/.test(printed.stdout) || server.exitCode !== null, 'the server')
      assert.equal(server.exitCode, null, printed.stderr)
    })
    after(() => {
      if (server.exitCode === null) server.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    })

    test('only its owner may use the control socket of a running server', () => {
      const socket = statSync(join(folder, 'colis.sock'))
      assert.equal(socket.isSocket(), true)
      assert.equal(socket.mode & 0o777, 0o600)
    })

    test('a running server runs the commands of other processes', async () => {
      assert.deepEqual(await colis(['shops', 'list', '--json'], environment()), {
        stdout: '{"shops":[]}\n',
        stderr: '',
        exitCode: 0,
      })
    })

    test('two commands that other processes send at once are both run', async () => {
      const create = (name: string) =>
        colis(['shops', 'create', '--name', name, '--country', 'BJ', '--json'], environment())
      const made = (await Promise.all(['Une', 'Deux'].map(create))).map(objectIn)
      const { shops } = objectIn(await colis(['shops', 'list', '--json'], environment()))

      assert.deepEqual(
        inOrder(shops.map(({ shopId }: { shopId: string }) => shopId)),
        inOrder(made.map(({ shopId }) => shopId)),
      )
    })

    test('an API key that a command creates is accepted by the running server', async () => {
      const { shopId } = objectIn(
        await colis(['shops', 'create', '--name', 'B', '--country', 'BJ', '--json'], environment()),
      )
      const make = ['keys', 'create', '--shop', shopId, '--scopes', 'quotes:read', '--json']
      const { key } = objectIn(await colis(make, environment()))

      const zones = await fetch(`http://127.0.0.1:${port}/api/v1/partner/zones`, {
        headers: { authorization: `Bearer ${key}` },
      })
      assert.deepEqual([zones.status, await zones.json()], [200, { bbox: null, zones: [] }])
    })

    test('a command reads its file from the folder of the caller, not of the server', async () => {
      const command = ['zones', 'import', 'zones-with-quirks.geojson', '--name-property', 'quartier']
      const more = ['--city', 'Ouidah', '--country', 'BJ', '--dry-run', '--json']
      const { added } = objectIn(await colis([...command, ...more], environment(), quirksFolder))
      assert.deepEqual(added, ['Marché', 'Lagune', 'Îles', 'Plage'])
    })

    test('errors and help are printed unchanged while a server is running', async () => {
      const { exitCode, ...said } = await colis(['cities', 'set', '--city', 'Nulle'], environment())
      assert.deepEqual(
        { exitCode, ...said },
        {
          stdout: '',
          stderr: 'There is no city Nulle. colis cities list names them.\n',
          exitCode: 1,
        },
      )
      const help = await colis(['--help'], environment())
      const own = [
        'serve',
        'work',
        'migrate',
        'database',
        'cells',
        'settings',
        'ping',
        'listen',
        'grade-receiver',
        'demo',
      ]
      assert.deepEqual(commandsIn(help.stdout), [...own, ...Object.keys(serviceCommands), 'audit', 'help'])
      const helps = await Promise.all(own.map((command) => colis([command, '--help'], environment())))
      for (const [index, { stdout, ...rest }] of helps.entries()) {
        assert.deepEqual(rest, { stderr: '', exitCode: 0 })
        assert.ok(stdout.startsWith(`Usage: colis ${own[index]} [options]`), stdout)
      }
    })

    test('a second server on the same data folder is refused with the process that uses it', async () => {
      const refused = {
        stdout: '',
        stderr: `The data folder ${folder} is in use by process ${server.pid}. Stop it first, or use another DATABASE_URL.\n`,
        exitCode: 1,
      }
      assert.deepEqual(await runNode(serverArguments, environment()), refused)
    })

    test('a server stops on SIGTERM and removes its socket, and commands then run in their own process', async () => {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')

      assert.deepEqual(await ended, [0, null])
      assert.equal(printed.stderr, '')
      assert.equal(existsSync(join(folder, 'colis.sock')), false)
      const { shops } = objectIn(await colis(['shops', 'list', '--json'], environment()))
      assert.equal(shops.length, 3)
    })
  })

  test('colis migrate applies all migrations to a new data folder, once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'colis-'))
    const env = { DATABASE_URL: `file:${folder}` }
    const applied = readdirSync(join(projectFolder, 'migrations'))
      .filter((name) => /^\d/.test(name))
      .sort()

    assert.deepEqual(objectIn(await colis(['migrate', '--json'], env)), { applied, unknown: [] })
    assert.deepEqual(await colis(['migrate'], env), {
      stdout: 'Nothing to apply.\n',
      stderr: '',
      exitCode: 0,
    })
    rmSync(folder, { recursive: true })
  })

  test('colis settings shows every setting and no secret', async () => {
    const env = { DATABASE_URL: 'postgres://colis:s3cret@db.invalid/colis', REDIS_URL: '', PORT: '9000' }
    const shown = objectIn(await colis(['settings', '--json'], env))
    assert.deepEqual(Object.keys(shown), Object.keys(settings))
    assert.equal(shown.PORT, 9000)
    assert.equal(shown.DATABASE_URL, 'postgres://(hidden)@db.invalid/colis')
    const { stdout, ...rest } = await colis(['settings'], env)
    assert.deepEqual(rest, { stderr: '', exitCode: 0 })
    assert.ok(stdout.includes('PORT=9000\n    The port to listen on; 0 takes a free one. ('), stdout)
    assert.equal(stdout.includes('s3cret'), false)
  })

  test('any command reports all faults of the settings at once', async () => {
    const { stdout, stderr, exitCode } = await colis(['shops', 'list'], { PORT: 'http', ENVIRONMENT: 'test' })
    assert.deepEqual({ stdout, exitCode }, { stdout: '', exitCode: 1 })
    assert.match(stderr, /^The settings have faults:\n {2}- ENVIRONMENT .+\n {2}- PORT .+\n$/)
  })

  test('a database that cannot be reached is reported in one sentence', async () => {
    const port = await freePort()
    const env = { DATABASE_URL: `postgres://colis@127.0.0.1:${port}/colis` }
    assert.deepEqual(await colis(['shops', 'list', '--json'], env), {
      stdout: '',
      stderr: `The database cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}. Check DATABASE_URL.\n`,
      exitCode: 1,
    })
  })

  test('a data folder whose path is too long for a socket is reported in one sentence, and is not left locked', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'colis-'))
    const folder = join(parent, 'a'.repeat(60), 'b'.repeat(60))
    fillDataFolder(folder)
    const env = { DATABASE_URL: `file:${folder}`, SEED_DEMO: 'false', PORT: '0', LOG_LEVEL: 'warn' }

    assert.deepEqual(await runNode(serverArguments, env), {
      stdout: '',
      stderr: `The path of the data folder is too long for a socket: ${join(folder, 'colis.sock')}. Use a shorter one.\n`,
      exitCode: 1,
    })
    assert.deepEqual(objectIn(await colis(['shops', 'list', '--json'], env)), { shops: [] })
    rmSync(parent, { recursive: true })
  })

  test('a port that is in use is reported in one sentence, and no API key is shown', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'colis-'))
    fillDataFolder(folder)
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const { port } = holder.address() as { port: number }
    const env = { DATABASE_URL: `file:${folder}`, PORT: String(port), LOG_LEVEL: 'warn' }

    const { stdout, ...rest } = await runNode(serverArguments, env)

    assert.deepEqual(rest, {
      stderr: `Another process listens on 127.0.0.1:${port} already: stop it, or set another PORT.\n`,
      exitCode: 1,
    })
    assert.doesNotMatch(stdout, /colis_live_/)
    assert.deepEqual(
      [existsSync(join(folder, 'lock')), existsSync(join(folder, 'colis.sock'))],
      [false, false],
    )
    await once(holder.close(), 'close')
    rmSync(folder, { recursive: true })
  })
})

const serverArguments = ['--import', './src/node-version.js', 'src/main.ts']

/** Runs `colis` in a process of its own, called from `folder`. */
function colis(argv: string[], env: Record<string, string>, folder = projectFolder): Promise<CommandOutcome> {
  return runNode([join(projectFolder, 'src/cli/colis.ts'), ...argv], env, folder)
}

function runNode(args: string[], env: Record<string, string>, cwd = projectFolder): Promise<CommandOutcome> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      args,
      { cwd, env: { ...inheritedEnv(), ...env }, timeout: hangsAfterMs },
      (_, stdout, stderr) => done({ stdout, stderr, exitCode: child.exitCode ?? -1 }),
    )
  })
}

/** The one JSON object that a command printed, and nothing beside it. */
function objectIn({ stdout, ...rest }: CommandOutcome) {
  assert.deepEqual(rest, { stderr: '', exitCode: 0 }, stdout)
  assert.match(stdout, /^\{.*\}\n$/)
  return JSON.parse(stdout)
}

/** The names under "Commands:" of a help text. */
const commandsIn = (help: string) =>
  (help.split('Commands:\n')[1] ?? '').split('\n').flatMap((line) => /^ {2}([a-z-]+)/.exec(line)?.[1] ?? [])

const inOrder = (names: string[]) => names.toSorted()

const byLng = (places: { lng: number }[]) => places.toSorted((a, b) => a.lng - b.lng)

/** A ring of 0.01 degrees from a south-western corner. */
const square = (west: number, south: number) => [
  [west, south],
  [west + 0.01, south],
  [west + 0.01, south + 0.01],
  [west, south + 0.01],
  [west, south],
]

/** A GeoJSON file of polygons, until it is removed. */
function geoFile(...zones: { quartier?: string; ring: number[][] }[]) {
  const folder = mkdtempSync(join(tmpdir(), 'colis-'))
  const path = join(folder, 'zones.geojson')
  const features = zones.map(({ ring, ...properties }) => ({
    type: 'Feature',
    properties,
    geometry: { type: 'Polygon', coordinates: [ring] },
  }))
  writeFileSync(path, JSON.stringify({ type: 'FeatureCollection', features }))
  return { path, remove: () => rmSync(folder, { recursive: true }) }
}
