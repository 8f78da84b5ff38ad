import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { Cell } from '../src/base/cells/cell-directory.ts'
import { migrate } from '../src/base/database/migrate.ts'
import { openDatabase } from '../src/base/database/open-database.ts'
import { isUuid } from '../src/base/kernel/uuid.ts'
import { addCellsCommand } from '../src/cli/cells-command.ts'
import { runCommandLine } from '../src/cli/command-line.ts'
import { readConfig } from '../src/config.ts'
import { shortCustomerToken } from '../src/domain/deliveries/sharing/customer-link.ts'
import { apiKeyHash } from '../src/domain/shops/api-key.ts'
import { insertApiKey } from '../src/domain/shops/shop-store.ts'
import { certificateAuthority } from './support/certificates.ts'
import { onServer } from './support/databases.ts'
import {
  type Answer,
  openService,
  type TestService,
  type TestShop,
  testStart,
} from './support/open-service.ts'
import { type Cluster, freePort, startCluster } from './support/postgres-cluster.ts'
import { until } from './support/until.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'colis-cells-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'cells.json')
beforeEach(() => rmSync(file, { force: true }))

const nobody = async () => assert.fail('no service is opened')
const loadConfig = () => readConfig({ CELLS_FILE: 'cells.json', DATABASE_URL: 'memory:' })
const cells = (...argv: string[]) =>
  runCommandLine(['cells', ...argv], { services: nobody, folder }, [addCellsCommand(loadConfig)])

const benin: Cell = {
  code: 'bj',
  url: 'https://bj.colis.test',
  databaseUrlFrom: 'env:CELL_BJ',
  upstreams: ['10.0.0.1:8080', '10.0.0.2:8080'],
  cities: ['Cotonou', 'Porto-Novo'],
}
const togo: Cell = {
  code: 'tg1',
  url: 'https://tg.colis.test',
  databaseUrlFrom: `file:${join(folder, 'tg.url')}`,
  upstreams: ['10.0.1.1:8080'],
  cities: ['Lomé'],
}
const flagsOf = ({ code, url, databaseUrlFrom, upstreams, cities }: Cell) => [
  ...['--code', code, '--url', url, '--database-url-from', databaseUrlFrom],
  ...upstreams.flatMap((upstream) => ['--upstream', upstream]),
  ...cities.flatMap((city) => ['--city', city]),
]

const done = (stdout: string) => ({ stdout: `${stdout}\n`, stderr: '', exitCode: 0 })
const refused = (stderr: string) => ({ stdout: '', stderr: `${stderr}\n`, exitCode: 1 })

describe('the directory of cells', () => {
  test('cells are listed by their codes once they are added, and no more once they are removed', async () => {
    assert.deepEqual(await cells('list'), done('There are no cells.'))
    assert.deepEqual(
      await cells('add', ...flagsOf(togo)),
      done('The cell tg1 is listed, at https://tg.colis.test.'),
    )
    assert.deepEqual(await cells('add', ...flagsOf(benin), '--json'), done(JSON.stringify(reordered(benin))))
    assert.deepEqual(
      await cells('list'),
      done(
        'bj  https://bj.colis.test  Cotonou, Porto-Novo  env:CELL_BJ  10.0.0.1:8080 10.0.0.2:8080\n' +
          `tg1  https://tg.colis.test  Lomé  ${togo.databaseUrlFrom}  10.0.1.1:8080`,
      ),
    )
    assert.deepEqual(await cells('remove', '--code', 'tg1'), done('The cell tg1 is no longer listed.'))
    assert.deepEqual(JSON.parse((await cells('list', '--json')).stdout), { cells: [benin] })
    assert.deepEqual(await cells('remove', '--code', 'tg1'), refused('There is no cell tg1.'))
  })

  for (const [what, changed, sentence] of [
    ['its code', { code: 'bj' }, 'There is a cell bj already.'],
    ['its address', { url: benin.url }, 'The cell bj has the address https://bj.colis.test.'],
    ['its database', { databaseUrlFrom: 'env:CELL_BJ' }, 'The cell bj has its database from env:CELL_BJ.'],
    ['a city', { cities: ['cotonou'] }, 'cotonou is a city of the cell bj.'],
  ] as const)
    test(`a cell that shares ${what} with another is refused, and nothing changes`, async () => {
      await cells('add', ...flagsOf(benin))
      const before = readFileSync(file, 'utf8')
      assert.deepEqual(await cells('add', ...flagsOf({ ...togo, ...changed })), refused(sentence))
      assert.equal(readFileSync(file, 'utf8'), before)
      assert.equal(existsSync(`${file}.new`), false)
    })

  for (const url of [
    'https://{$SECRET}',
    'https://a,https://b',
    'https://"a',
    'https://:80',
    'https://a.test/path',
    'https://user@a.test',
    'ftp://a.test',
  ])
    test(`${url} is no address of a cell`, async () => {
      const { stderr, exitCode } = await cells('add', ...flagsOf({ ...benin, url }))
      assert.equal(exitCode, 1)
      assert.match(stderr, /It takes an address such as https:\/\/bj\.example\.com\./)
      assert.equal(existsSync(file), false)
    })

  test('whoever writes the file, the service can read it, whatever rights new files have there', async () => {
    const command = ['umask 077 &&', process.execPath, 'src/cli/colis.ts cells add "$@"'].join(' ')
    await run('sh', ['-c', command, 'sh', ...flagsOf(benin)], { env: { ...process.env, CELLS_FILE: file } })
    assert.equal(statSync(file).mode & 0o777, 0o644)
  })

  test('the address of a database is never taken itself, as it has a password', async () => {
    const { stderr, exitCode } = await cells(
      'add',
      ...flagsOf({ ...benin, databaseUrlFrom: 'postgres://colis:hush@db/colis' }),
    )
    assert.equal(exitCode, 1)
    assert.match(stderr, /it takes env:NAME or file:\/path: where the address of the database is/)
    assert.doesNotMatch(stderr, /hush/)
    assert.equal(existsSync(file), false)
  })

  test('a file that is no directory is refused with what is wrong, and left alone', async () => {
    for (const [text, what] of [
      ['{', 'It has no JSON with a list "cells".'],
      ['{"cells":[{"code":"BJ"}]}', 'code of the cell BJ must be two or three lower-case letters or digits.'],
      [
        JSON.stringify({ cells: [{ ...benin, upstreams: ['nowhere'] }] }),
        'upstreams of the cell bj must be a host and a port, such as 10.0.0.1:8080.',
      ],
      [JSON.stringify({ cells: [benin, benin] }), 'There is a cell bj already.'],
    ] as const) {
      writeFileSync(file, text)
      const sentence = `${file} is no directory of cells. ${what}`
      assert.deepEqual(await cells('list'), refused(sentence))
      assert.deepEqual(await cells('add', ...flagsOf(togo)), refused(sentence))
      assert.equal(readFileSync(file, 'utf8'), text)
    }
  })

  test('two who change it at once do not lose what the other did: one of them is refused', async () => {
    writeFileSync(`${file}.new`, '')
    const sentence = `Somebody else changes ${file}. If nobody does, remove ${file}.new.`
    assert.deepEqual(await cells('add', ...flagsOf(benin)), refused(sentence))
    rmSync(`${file}.new`)
    assert.equal((await cells('add', ...flagsOf(benin))).exitCode, 0)
  })

  test('without CELLS_FILE the commands say what to set', async () => {
    const without = addCellsCommand(() => readConfig({ DATABASE_URL: 'memory:' }))
    assert.deepEqual(
      await runCommandLine(['cells', 'list'], { services: nobody, folder }, [without]),
      refused('Set CELLS_FILE to the file that lists the cells.'),
    )
  })
})

/** As the command prints it. */
const reordered = ({ code, url, databaseUrlFrom, upstreams, cities }: Cell) => ({
  code,
  url,
  databaseUrlFrom,
  upstreams,
  cities,
})

const lacks = async (program: string, path = program) =>
  run(path, ['version']).then(
    () => false as const,
    () =>
      run(path, ['-v']).then(
        () => false as const,
        () => `${program} is not installed`,
      ),
  )

describe('proxies in front of the cells', async () => {
  const [noCaddy, noHaproxy] = [await lacks('caddy'), await lacks('haproxy', '/usr/sbin/haproxy')]
  beforeEach(async () => {
    await cells('add', ...flagsOf(benin))
    await cells('add', ...flagsOf(togo))
  })

  test('HAProxy, which tells cells apart by their hosts alone, is given none to two of them', async () => {
    await cells('remove', '--code', 'tg1')
    await cells('add', ...flagsOf({ ...togo, url: 'https://bj.colis.test:8443' }))
    const sentence = 'The cells bj and tg1 have one host, bj.colis.test: give each its own.'
    assert.deepEqual(await cells('proxy', 'haproxy'), refused(sentence))
    assert.equal((await cells('proxy', 'caddy')).exitCode, 0)
  })

  test('Caddy understands the file that is written for it, and finds each cell by its host', {
    skip: noCaddy,
  }, async () => {
    const { stdout } = await cells('proxy', 'caddy')
    const path = join(folder, 'Caddyfile')
    writeFileSync(path, stdout)
    await run('caddy', ['validate', '--config', path, '--adapter', 'caddyfile'])
    const { stdout: adapted } = await run('caddy', ['adapt', '--config', path])
    const { routes } = Object.values(JSON.parse(adapted).apps.http.servers)[0] as { routes: Route[] }
    assert.deepEqual(
      routes.map(({ match, handle }) => [match[0].host, dialsIn(handle)]),
      [
        [['bj.colis.test'], ['10.0.0.1:8080', '10.0.0.2:8080']],
        [['tg.colis.test'], ['10.0.1.1:8080']],
      ],
    )
  })

  test('HAProxy understands the file that is written for it, with certificates and without', {
    skip: noHaproxy,
  }, async () => {
    const pem = join(folder, 'all.pem')
    const { cert, key } = certificateAuthority().issue(['bj.colis.test', 'tg.colis.test'])
    writeFileSync(pem, `${cert}\n${key}\n`)
    for (const options of [[], ['--certificates', pem]]) {
      const path = join(folder, 'haproxy.cfg')
      const { stdout } = await cells('proxy', 'haproxy', ...options)
      writeFileSync(path, stdout)
      await run('/usr/sbin/haproxy', ['-c', '-f', path])
      assert.equal(stdout.includes(`bind :443 ssl crt ${pem}`), options.length > 0)
    }
  })

  test('HAProxy sends requests to the cell whose host they name, and to none where no cell has it', {
    skip: noHaproxy,
  }, async (t) => {
    const upstreams = await Promise.all(
      [benin, togo].map(async ({ code }) => {
        const server = createServer((request, response) => {
          const hasId = isUuid(String(request.headers['x-request-id']))
          response.end(`${code} ${hasId ? 'with an id' : 'without one'}`)
        })
        await once(server.listen(0, '127.0.0.1'), 'listening')
        t.after(() => server.close())
        return `127.0.0.1:${(server.address() as AddressInfo).port}`
      }),
    )
    writeFileSync(
      file,
      JSON.stringify({ cells: [benin, togo].map((cell, at) => ({ ...cell, upstreams: [upstreams[at]] })) }),
    )
    const port = await freePort()
    const path = join(folder, 'live.cfg')
    const { stdout } = await cells('proxy', 'haproxy')
    writeFileSync(path, stdout.replace('bind :80', `bind 127.0.0.1:${port}`))
    const haproxy = spawn('/usr/sbin/haproxy', ['-db', '-f', path], { stdio: 'ignore' })
    t.after(() => haproxy.kill('SIGKILL'))
    const askFor = async (host: string) => {
      const request = get({ port, host: '127.0.0.1', headers: { host }, agent: false })
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      return [response.statusCode, (await response.toArray()).join('')]
    }
    await until(
      () =>
        askFor('bj.colis.test').then(
          () => true,
          () => false,
        ),
      'HAProxy',
    )
    assert.deepEqual(await askFor('bj.colis.test'), [200, 'bj with an id'])
    assert.deepEqual(await askFor('TG.colis.test:8443'), [200, 'tg1 with an id'])
    assert.deepEqual(await askFor('elsewhere.test'), [421, 'No cell has this host.'])
  })

  test('a cell without processes is named', async () => {
    await cells(
      'add',
      ...flagsOf({
        ...benin,
        code: 'ne',
        url: 'https://ne.colis.test',
        databaseUrlFrom: 'env:N',
        upstreams: [],
        cities: [],
      }),
    )
    for (const proxy of ['caddy', 'haproxy'])
      assert.deepEqual(
        await cells('proxy', proxy),
        refused('The cell ne has no processes: give it some with --upstream.'),
      )
  })
})

type Route = { match: [{ host: string[] }]; handle: unknown }

const dialsIn = (handle: unknown) =>
  [...JSON.stringify(handle).matchAll(/"dial":"([^"]+)"/g)].map(([, dial]) => dial)

onServer(() => {
  describe('two cells, each on a PostgreSQL server of its own', () => {
    const clusters: Cluster[] = []
    let services: { bj: TestService; tg1: TestService }
    let shops: { bj: TestShop; tg1: TestShop }
    before(async () => {
      const open = async ({ code, url: PUBLIC_URL }: Cell) => {
        const cluster = await startCluster({ fsync: 'off' })
        clusters.push(cluster)
        const url = cluster.url('postgres')
        const database = await openDatabase({ url, poolSize: 4, timeoutMs: 10_000, onError: () => {} })
        await migrate(database)
        return openService(
          { database, url },
          { CELL: code, CELLS_FILE: file, PUBLIC_URL, DATABASE_TIMEOUT_MS: '5000' },
        )
      }
      services = { bj: await open(benin), tg1: await open(togo) }
      shops = { bj: await services.bj.openShop(), tg1: await services.tg1.openShop() }
    })
    beforeEach(() => writeFileSync(file, JSON.stringify({ cells: [benin, togo] })))
    after(async () => {
      await Promise.all(Object.values(services).map((service) => service.close()))
      await Promise.all(clusters.map((cluster) => cluster.remove()))
    })

    test('keys, references and links carry the code of their cell, in the forms of the spec (2.7)', async () => {
      const { body } = await shops.bj.order()
      assert.match(shops.bj.key, /^colis_live_bj_[0-9A-Za-z]{38}$/)
      assert.match(body.reference, /^COLBJ-[0-9A-HJKMNP-TV-Z]{6}$/)
      assert.match(body.trackingUrl, /^https:\/\/bj\.colis\.test\/p\/bj\.[\w-]{64}$/)
      const read = await shops.bj.get(`/deliveries/${body.reference.toLowerCase().replace('-', '')}`)
      assert.deepEqual([read.status, read.body.id], [200, body.id])
      const { pathname } = new URL(body.trackingUrl)
      assert.equal((await services.bj.call({ url: `/${pathname}` })).status, 200)
      const before = await services.bj.call({ url: `/${pathname.replace('/bj.', '/')}` })
      assert.equal(before.status, 200, 'a link that was given out before this was a cell')
      const short = shortCustomerToken(
        { reference: body.reference, linkVersion: 1 },
        services.bj.services.customerLinks,
      )
      assert.match(short, /^bj\.[\w-]{18}$/)
      const led = await services.bj.call({ url: `//s/${short}` })
      assert.deepEqual([led.status, led.headers.location], [302, pathname])
      const sent = await services.tg1.call({ url: `//s/${short}` })
      assert.deepEqual([sent.status, sent.headers.location], [302, `https://bj.colis.test/s/${short}`])
    })

    const zonesWith = (service: TestService, key: string, language = 'en') =>
      service.call({
        url: '/zones',
        headers: { authorization: `Bearer ${key}`, 'accept-language': language },
      })

    test('a key of one cell is refused in the other, which says where to send it', async () => {
      const answer = await zonesWith(services.tg1, shops.bj.key)
      assert.deepEqual(refusalOf(answer), {
        status: 401,
        code: 'API_KEY_INVALID',
        message: 'This API key is of the cell bj. Send it to https://bj.colis.test.',
        details: { cell: 'bj', url: 'https://bj.colis.test' },
      })
      assert.equal(
        refusalOf(await zonesWith(services.bj, shops.tg1.key, 'fr')).message,
        'Cette clé d’API est celle de la cellule tg1. Envoyez-la à https://tg.colis.test.',
      )
      assert.equal((await zonesWith(services.bj, shops.bj.key)).status, 200)
      assert.equal((await zonesWith(services.tg1, shops.tg1.key)).status, 200)
    })

    test('a key of one cell is refused in the other even if its hash were known there', async () => {
      await insertApiKey(services.tg1.services.db, {
        shopId: shops.tg1.shopId,
        id: crypto.randomUUID(),
        sha256: apiKeyHash(shops.bj.key),
        scopes: ['quotes:read'],
        label: null,
        createdAt: new Date(testStart),
      })
      assert.equal((await zonesWith(services.tg1, shops.bj.key)).status, 401)
    })

    test('a cell that is taken off the directory is named without an address, once it is read again', async () => {
      writeFileSync(file, JSON.stringify({ cells: [togo] }))
      services.tg1.clock.forward(6_000)
      assert.deepEqual(refusalOf(await zonesWith(services.tg1, shops.bj.key)), {
        status: 401,
        code: 'API_KEY_INVALID',
        message: 'This API key is of the cell bj. Send it to the address that you were given with it.',
        details: { cell: 'bj', url: null },
      })
      writeFileSync(file, 'cut sho')
      services.tg1.clock.forward(6_000)
      assert.equal(refusalOf(await zonesWith(services.tg1, shops.bj.key)).status, 401)
      services.tg1.clock.forward(6_000)
    })

    test('a link of one cell leads from the other to where it works; a made-up one leads nowhere else', async () => {
      const { body } = await shops.bj.order()
      const { pathname } = new URL(body.trackingUrl)
      const there = await services.tg1.call({ url: `/${pathname}?lang=en` })
      assert.deepEqual(
        [there.status, there.headers.location],
        [302, `https://bj.colis.test${pathname}?lang=en`],
      )
      for (const token of ['zz.AAAA', 'bj', 'bj%2F..', '//evil.test/bj.x'])
        assert.equal((await services.tg1.call({ url: `//p/${token}` })).headers.location, undefined, token)
    })

    test('the metrics and the health of a cell say which it is', async () => {
      const { buildMetricsApp } = await import('../src/app.ts')
      const live = await services.bj.call({ url: '//health/live' })
      assert.deepEqual(live.body, { status: 'ok', cell: 'bj' })
      const app = await buildMetricsApp(services.bj.services)
      const { body } = await app.inject({ url: '/metrics' })
      await app.close()
      const samples = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
      assert.deepEqual(
        samples.filter((line) => !/[{,]cell="bj"[,}]/.test(line)),
        [],
      )
    })

    test('with one cell down the others are migrated and the exit code is 1; the next run goes on with what is left', async (t) => {
      const [one, other] = [await startCluster({ fsync: 'off' }), await startCluster({ fsync: 'off' })]
      t.after(() => Promise.all([one.remove(), other.remove()]))
      const [oneUrl, otherUrl] = [one.url('postgres'), other.url('postgres')]
      process.env.CELL_BJ = oneUrl
      t.after(() => delete process.env.CELL_BJ)
      writeFileSync(join(folder, 'tg.url'), `${otherUrl}\n`)
      await one.control('stop', 'immediate')
      const first = await cells('migrate')
      const applied = appliedIn(first.stdout)
      assert.ok(applied.length > 20)
      assert.deepEqual(first, {
        stdout:
          `bj  not migrated: The database cannot be reached: connect ECONNREFUSED ${new URL(oneUrl).host}. Check env:CELL_BJ.\n` +
          `tg1  migrated: ${applied.join(', ')}\n`,
        stderr: '',
        exitCode: 1,
      })

      await one.control('start')
      const second = await cells('migrate', '--json')
      assert.deepEqual(
        [JSON.parse(second.stdout), second.exitCode],
        [
          {
            cells: [
              { code: 'bj', applied, unknown: [] },
              { code: 'tg1', applied: [], unknown: [] },
            ],
          },
          0,
        ],
      )
      assert.deepEqual(await cells('migrate'), done('bj  up to date\ntg1  up to date'))

      delete process.env.CELL_BJ
      const third = await cells('migrate')
      assert.deepEqual(third, {
        stdout: 'bj  not migrated: env:CELL_BJ gives no postgres://… for the cell bj.\ntg1  up to date\n',
        stderr: '',
        exitCode: 1,
      })
    })

    test('one server is killed under load: its cell says 503, and the other has no error', async () => {
      const orderIn = (shop: TestShop) => shop.order().then(({ status }) => status)
      const batch = (shop: TestShop, count: number) =>
        Promise.all(Array.from({ length: count }, () => orderIn(shop)))
      const before = batch(shops.tg1, 20)
      await clusters[0]?.control('stop', 'immediate')
      const meanwhile: number[] = []
      const failed: number[] = []
      for (let round = 0; round < 3; round += 1) {
        meanwhile.push(...(await batch(shops.tg1, 20)))
        failed.push(await orderIn(shops.bj))
      }
      assert.deepEqual([...(await before), ...meanwhile], Array(80).fill(201))
      assert.deepEqual(failed, [503, 503, 503])
    })
  })
})

const appliedIn = (stdout: string): string[] =>
  /^tg1 {2}migrated: (.*)$/m.exec(stdout)?.[1]?.split(', ') ?? []

const refusalOf = ({ status, body: { code, message, details } }: Answer) => ({
  status,
  code,
  message,
  details,
})
