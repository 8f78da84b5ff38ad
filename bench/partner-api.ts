import { parseArgs } from 'node:util'
import { duel, type Figure, type LoadGenerator, startLoadGenerator } from './support/duel.ts'
import type { PlannedRequest } from './support/load-generator.ts'
import {
  type Server,
  startBareServer,
  startColis,
  startPostgres,
  temporaryFolder,
  tidyUp,
} from './support/processes.ts'
import { type Finding, printReport } from './support/report.ts'
import { type BenchShop, fillShop, seedWorld, type World, withClient, zonePoints } from './support/seed.ts'

/**
 * What the partner API costs, side by side with a bare baseline in the same run: every server in a process
 * of its own, on loopback, on a throw-away PostgreSQL server. `--quick` only shows that this still runs.
 */
const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })

const pace = options.quick
  ? { rounds: 3, seconds: 1, warmUpSeconds: 1 }
  : { rounds: 5, seconds: 4, warmUpSeconds: 3 }
const largeShopDeliveries = options.quick ? 50_000 : 1_000_000
const connections = 20
const poolSize = 10
const partnerPath = '/api/v1/partner'

async function stopWith(exitCode: number): Promise<void> {
  await tidyUp()
  process.exit(exitCode)
}

async function main(): Promise<void> {
  const generator = startLoadGenerator()
  const { url, version } = await openPostgres()
  say('filling a city with 150 zones and three shops')
  const world = await seedWorld(url)
  await fillShop(url, world, world.small, 1_000)

  const findings = await compareWithBare(generator, url, world)
  say(`giving a shop ${largeShopDeliveries} deliveries`)
  await fillShop(url, world, world.large, largeShopDeliveries)
  findings.push(...(await compareLists(generator, url, world)))
  findings.push(...(await measureEmbedded(generator)))
  printReport(findings, { postgresql: version, largeShopDeliveries, connections, poolSize, ...pace })
}

const say = (doing: string) => console.error(`… ${doing}`)

async function openPostgres(): Promise<{ url: string; version: string }> {
  const cluster = await startPostgres()
  const url = cluster.url('postgres')
  const version = await withClient(url, async (client) => (await client.query('show server_version')).rows[0])
  return { url, version: version.server_version.split(' ')[0] }
}

const onServer = (url: string) =>
  startColis({
    DATABASE_URL: url,
    DATABASE_POOL_SIZE: String(poolSize),
    DATA_FOLDER: temporaryFolder(),
    SEED_DEMO: 'false',
  })

/** GET one, POST one and POST a quote, each beside what bare Fastify and `pg` make of the same payload. */
async function compareWithBare(generator: LoadGenerator, url: string, world: World): Promise<Finding[]> {
  const ids = await withClient(url, async (client) => {
    await client.query('create table bare_deliveries (like deliveries including all)')
    await client.query('insert into bare_deliveries select * from deliveries')
    await client.query('vacuum analyze bare_deliveries')
    return (await client.query<{ id: string }>('select id from deliveries')).rows.map(({ id }) => id)
  })
  const reads = ids.map((id) => get(world.small, `/deliveries/${id}`))
  const orders = [post(world.orders, '/deliveries', order, { 'idempotency-key': 'bench-{n}' })]
  const quotes = zonePoints.map((dropoff) =>
    post(world.orders, '/quotes', { ...trip, dropoff: { ...dropoff } }),
  )
  const estimates = [post(world.orders, '/quotes', trip)]

  const colis = await onServer(url)
  const bytes = {
    read: await answerBytes(colis, reads[0]),
    created: await answerBytes(colis, orders[0]),
    quote: await answerBytes(colis, quotes[0]),
  }
  const bare = await startBareServer({ databaseUrl: url, poolSize, bytes })
  const compare = async (
    name: string,
    baseline: string,
    requests: PlannedRequest[],
    atLeast: number | null,
  ) => {
    say(name)
    const load = (server: Server) => ({ url: server.url, requests, connections })
    const [ours, theirs] = await duel(generator, [load(colis), load(bare)], pace)
    return ratioFinding(name, [ours, theirs], ['Colis', baseline], atLeast)
  }
  const findings = [
    await compare('GET one delivery', 'bare SELECT by key', reads, 0.8),
    await compare('POST /deliveries', 'bare INSERT', orders, 0.7),
    await compare('POST /quotes, 150 zones', 'bare JSON echo', quotes, 0.6),
    await compare('POST /quotes without dropoff', 'bare JSON echo', estimates, null),
    memoryFinding('Memory of the server under these loads', colis),
  ]
  await bare.stop()
  await colis.stop()
  return findings
}

/** The list of a large shop beside that of a small one, from a server that has just started. */
async function compareLists(generator: LoadGenerator, url: string, world: World): Promise<Finding[]> {
  const colis = await onServer(url)
  const list = (shop: BenchShop) => [get(shop, '/deliveries?pageSize=100')]
  const once = async (name: string, path: string) =>
    msFinding(`${name}, once`, await answerMs(colis, get(world.large, path)))
  const alone = [
    await once('First list of the large shop', '/deliveries?pageSize=100'),
    await once('Its list again', '/deliveries?pageSize=100'),
    await once('Its list of one status', '/deliveries?pageSize=100&status=DELIVERED'),
    await once('Its last page', `/deliveries?pageSize=100&page=${largeShopDeliveries / 100}`),
  ]
  say('lists of 100')
  const load = (shop: BenchShop) => ({ url: colis.url, requests: list(shop), connections: 4 })
  const [large, small] = await duel(generator, [load(world.large), load(world.small)], pace)
  const findings: Finding[] = [
    {
      name: 'List of 100: p99 of a large shop / a small one',
      value: large.p99Ms / small.p99Ms,
      unit: 'ratio',
      goal: { atMost: 3 },
      sides: [
        [`${largeShopDeliveries} deliveries`, large],
        ['1000 deliveries', small],
      ],
    },
    ...alone,
    memoryFinding('Memory of the server under lists', colis),
  ]
  await colis.stop()
  return findings
}

/** The embedded database as `npm start` opens it, demo included. */
async function measureEmbedded(generator: LoadGenerator): Promise<Finding[]> {
  say('the embedded database')
  const folder = temporaryFolder()
  const onFolder = () => startColis({ DATABASE_URL: `file:${folder}/data` })
  const first = await onFolder()
  const key = /colis_live_\w+/.exec(first.greeting)?.[0] ?? ''
  await first.stop()
  const second = await onFolder()
  const requests = [post({ shopId: '', key }, '/deliveries', order, { 'idempotency-key': 'bench-{n}' })]
  const load = { url: second.url, requests, connections }
  const [creations] = await duel(generator, [load, load], { ...pace, rounds: 1 })
  const findings: Finding[] = [
    { ...msFinding('Embedded: ready on an empty folder', first.readyMs), goal: { atMost: 8_000 } },
    { ...msFinding('Embedded: ready after that', second.readyMs), goal: { atMost: 3_000 } },
    {
      name: 'Embedded: creations a second',
      value: creations.requestsPerSecond,
      unit: 'requests/s',
      goal: { atLeast: 150 },
      sides: [['Colis', creations]],
    },
    memoryFinding('Memory of the server, database embedded', second, null),
  ]
  await second.stop()
  return findings
}

const trip = { parcelSize: 'SMALL', fragile: true, paymentMode: 'CASH_ON_DELIVERY', goodsAmount: 15_000 }

const order = {
  dropoff: { lat: 6.3654, lng: 2.4183, label: 'Maison', landmark: 'Portail bleu' },
  customer: { lastName: 'Dossou', firstName: 'Afi', phone: '0197000001' },
  parcel: { category: 'FASHION', size: 'SMALL', fragile: true },
  payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 15_000, feePayer: 'CUSTOMER' },
  instructions: 'Appeler en arrivant',
  externalRef: 'order-{n}',
}

function get({ key }: BenchShop, path: string): PlannedRequest {
  return { method: 'GET', path: partnerPath + path, headers: { authorization: `Bearer ${key}` } }
}

function post({ key }: BenchShop, path: string, body: object, headers = {}): PlannedRequest {
  return {
    method: 'POST',
    path: partnerPath + path,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}

/** Asks once, with a number of its own where the request wants one. */
async function answer(server: Server, request: PlannedRequest | undefined): Promise<string> {
  if (!request) throw new Error('There is nothing to ask.')
  const { method, path, headers, body } = JSON.parse(
    JSON.stringify(request).replaceAll('{n}', '1000000000'),
  ) as PlannedRequest
  const response = await fetch(server.url + path, { method, headers, body: body ?? null })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return text
}

const answerBytes = async (server: Server, request: PlannedRequest | undefined) =>
  Buffer.byteLength(await answer(server, request))

async function answerMs(server: Server, request: PlannedRequest): Promise<number> {
  const askedAt = performance.now()
  await answer(server, request)
  return performance.now() - askedAt
}

function ratioFinding(
  name: string,
  [ours, theirs]: [Figure, Figure],
  [our, their]: [string, string],
  atLeast: number | null,
): Finding {
  return {
    name,
    value: ours.requestsPerSecond / theirs.requestsPerSecond,
    unit: 'ratio',
    goal: atLeast === null ? null : { atLeast },
    sides: [
      [our, ours],
      [their, theirs],
    ],
  }
}

const msFinding = (name: string, value: number): Finding => ({ name, value, unit: 'ms', goal: null })

const memoryFinding = (name: string, server: Server, goal: Finding['goal'] = { atMost: 250 }): Finding => ({
  name,
  value: server.peakRssMib(),
  unit: 'MiB',
  goal,
})

// Last, so that everything above is there.
process.once('SIGINT', () => void stopWith(130))
process.once('SIGTERM', () => void stopWith(143))
try {
  await main()
  await stopWith(0)
} catch (error) {
  console.error(error)
  await stopWith(1)
}
