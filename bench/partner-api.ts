import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { limits } from '../src/contract/limits.ts'
import { compareSides, type Figure, type LoadGenerator, startLoadGenerator } from './support/compare-sides.ts'
import type { Finding } from './support/finding.ts'
import type { PlannedRequest } from './support/load-generator.ts'
import { change, get, order, patch, post, trip } from './support/partner-requests.ts'
import {
  type Server,
  startBaselineServer,
  startColis,
  startPostgres,
  temporaryFolder,
} from './support/processes.ts'
import { printReport } from './support/report.ts'
import { benchOptions, runBench } from './support/run-bench.ts'
import { type BenchShop, fillShop, seedWorld, type World, withClient, zonePoints } from './support/seed.ts'

/**
 * What the partner API costs, side by side with a bare baseline in the same run: every server in a process
 * of its own, on loopback, on a throw-away PostgreSQL server. `--quick` only shows that this still runs.
 */
const { values: options } = parseArgs({ options: benchOptions })

const pace = options.quick
  ? { rounds: 2, seconds: 1, warmUpSeconds: 1, connections: 20 }
  : { rounds: 5, seconds: 3, warmUpSeconds: 3, connections: 20 }
const largeShopDeliveries = options.quick ? 50_000 : 1_000_000
const poolSize = 10

async function main(): Promise<void> {
  const generate = startLoadGenerator()
  const { url, version } = await openPostgres()
  say('filling a city with 150 zones and three shops')
  const world = await seedWorld(url)
  await fillShop(url, world, world.small, 1_000)

  const findings = [await measureReady(url), ...(await compareWithBaseline(generate, url, world))]
  say(`giving a shop ${largeShopDeliveries} deliveries`)
  await fillShop(url, world, world.large, largeShopDeliveries)
  findings.push(...(await compareLists(generate, url, world)))
  findings.push(...(await measureEmbedded(generate)))
  printReport(findings, { postgresql: version, largeShopDeliveries, poolSize, ...pace })
}

async function openPostgres(): Promise<{ url: string; version: string }> {
  const cluster = await startPostgres()
  const url = cluster.url('postgres')
  const { rows } = await withClient(url, (client) =>
    client.query<{ version: string }>(
      `select split_part(current_setting('server_version'), ' ', 1) as version`,
    ),
  )
  return { url, version: rows[0]?.version ?? '' }
}

const onServer = (url: string) =>
  startColis({
    DATABASE_URL: url,
    DATABASE_POOL_SIZE: String(poolSize),
    DATA_FOLDER: temporaryFolder(),
    SEED_DEMO: 'false',
    // Where nothing listens: endpoints are added, and nothing is sent to them.
    WEBHOOK_ALLOW_RANGES: '127.0.0.0/8',
  })

/** How soon a server is ready on a database that is up to date: the middle one of five, after one that compiles. */
async function measureReady(url: string): Promise<Finding> {
  say('starts')
  const readyMs: number[] = []
  for (let start = 0; start <= 5; start += 1) {
    const server = await onServer(url)
    if (start > 0) readyMs.push(server.readyMs)
    await server.stop()
  }
  const sorted = readyMs.toSorted((one, other) => one - other)
  return { name: 'Ready on PostgreSQL', value: sorted[2] ?? null, unit: 'ms', goal: { atMost: 1_500 } }
}

/** GET one, PATCH one, POST one and POST a quote, each beside what bare Fastify and `pg` make of the same payload. */
async function compareWithBaseline(generate: LoadGenerator, url: string, world: World): Promise<Finding[]> {
  const ids = await copyDeliveries(url)
  const reads = ids.map((id) => get(world.small, `/deliveries/${id}`))
  const waiting = await fillWaiting(url, world)
  const changes = [change(world.changed, waiting, { instructions: 'étage {n}' })]
  const orders = [post(world.orders, '/deliveries', order, { 'idempotency-key': 'bench-{n}' })]
  const quotes = zonePoints.map((dropoff) => post(world.orders, '/quotes', { ...trip, dropoff }))
  const estimates = [post(world.orders, '/quotes', trip)]

  const colis = await onServer(url)
  const bytes = {
    read: await answerBytes(colis, reads[0]),
    created: await answerBytes(colis, orders[0]),
    quote: await answerBytes(colis, quotes[0]),
  }
  const baseline = await startBaselineServer({ databaseUrl: url, poolSize, isPreparing: false, bytes })
  const preparing = await startBaselineServer({ databaseUrl: url, poolSize, isPreparing: true, bytes })

  const against = async (what: string, requests: PlannedRequest[], baselines: Record<string, Server>) => {
    say(what)
    const servers = Object.entries({ [`Colis, ${what}`]: colis, ...baselines })
    return compareSides(
      generate,
      servers.map(([name, server]) => ({ name, server, requests })),
      pace,
    )
  }
  const findings = [
    ...ratios(
      await against('GET one delivery', reads, {
        'bare SELECT by key': baseline,
        'the same, prepared': preparing,
      }),
      0.8,
    ),
    ...ratios(await against('PATCH one delivery', changes, { 'bare UPDATE by key': baseline })),
    ...ratios(
      await against('POST /deliveries', orders, { 'bare INSERT': baseline, 'the same, prepared': preparing }),
      0.7,
    ),
    ...ratios(await against('POST /quotes, 150 zones', quotes, { 'bare JSON echo': baseline }), 0.6),
    ...ratios(await against('POST /quotes without dropoff', estimates, { 'bare JSON echo': baseline })),
    ...(await measureAlone(generate, colis, world.orders)),
    memory('Memory of the server under these loads', colis),
  ]
  for (const server of [colis, baseline, preparing]) await server.stop()
  return findings
}

/**
 * What has no baseline, for a shop that created deliveries by the thousand and has as many webhook endpoints as it may:
 * their list and an audited change of one, its first events, its last ones, and what it changed within the hour.
 */
async function measureAlone(generate: LoadGenerator, colis: Server, shop: BenchShop): Promise<Finding[]> {
  say('webhook endpoints, events and changes')
  const made = []
  for (let n = 0; n < limits.webhookEndpoints; n += 1) {
    const endpoint = { url: `https://127.0.0.1:1/hook/${n}`, events: ['payment.confirmed'] }
    made.push(JSON.parse(await answer(colis, post(shop, '/webhook-endpoints', endpoint))) as { id: string })
  }
  const sides = {
    'Colis, GET /webhook-endpoints, 10 of them': [get(shop, '/webhook-endpoints')],
    'Colis, PATCH /webhook-endpoints/{id}': made.map(({ id }) =>
      patch(shop, `/webhook-endpoints/${id}`, { description: 'Caisse {n}' }),
    ),
    'Colis, GET /events, 100 of them': [get(shop, '/events?limit=100')],
    'Colis, GET /events after the last': [get(shop, `/events?after=${await lastEvent(colis, shop)}`)],
    'Colis, list of 100 with updatedSince': [get(shop, `/deliveries?pageSize=100&updatedSince=${hourAgo()}`)],
  }
  const figures = await compareSides(
    generate,
    Object.entries(sides).map(([name, requests]) => ({ name, server: colis, requests })),
    pace,
  )
  return figures.map((figure) => ({
    name: figure.name,
    value: figure.requestsPerSecond,
    unit: 'requests/s',
    figures: [figure],
  }))
}

const hourAgo = () => new Date(Date.now() - 3_600_000).toISOString()

/** The cursor after everything that has happened to a shop so far. */
async function lastEvent(colis: Server, shop: BenchShop): Promise<string> {
  let page = { nextCursor: '', hasMore: true }
  while (page.hasMore) {
    const after = page.nextCursor && `&after=${page.nextCursor}`
    page = JSON.parse(await answer(colis, get(shop, `/events?limit=100${after}`)))
  }
  return page.nextCursor
}

/** A shop's deliveries that wait for a courier, many enough that none is changed too often. */
async function fillWaiting(url: string, world: World): Promise<string[]> {
  await fillShop(url, world, world.changed, 10_000)
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `update deliveries
       set status = 'SEARCHING_COURIER', payment_status = 'NOT_REQUESTED', paid_at = null,
         courier_first_name = null, courier_phone = null, courier_vehicle_type = null, courier_plate_number = null
       where shop_id = $1
       returning id`,
      [world.changed.shopId],
    )
    await client.query('vacuum analyze deliveries')
    return rows.map(({ id }) => id)
  })
}

/** Gives the baseline a table like ours with the same rows, and returns their identifiers. */
async function copyDeliveries(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    await client.query('create table baseline_deliveries (like deliveries including all)')
    await client.query('insert into baseline_deliveries select * from deliveries')
    await client.query('vacuum analyze baseline_deliveries')
    return (await client.query<{ id: string }>('select id from baseline_deliveries')).rows.map(({ id }) => id)
  })
}

/** The list of a large shop beside that of a small one, on a server that has just started. */
async function compareLists(generate: LoadGenerator, url: string, world: World): Promise<Finding[]> {
  const colis = await onServer(url)
  const once = async (name: string, path: string): Promise<Finding> => ({
    name,
    value: await answerMs(colis, get(world.large, path)),
    unit: 'ms',
  })
  const alone = [
    await once('First list of the large shop after a start', '/deliveries?pageSize=100'),
    await once('The same again', '/deliveries?pageSize=100'),
    await once('Its list of one status', '/deliveries?pageSize=100&status=DELIVERED'),
    await once('Its last page', `/deliveries?pageSize=100&page=${largeShopDeliveries / 100}`),
  ]
  say('lists of 100')
  const side = (name: string, shop: BenchShop) => ({
    name,
    server: colis,
    requests: [get(shop, '/deliveries?pageSize=100')],
  })
  const sides = [
    side(`Colis, list of 100 of ${largeShopDeliveries}`, world.large),
    side('Colis, list of 100 of 1000', world.small),
  ]
  const figures = await compareSides(generate, sides, { ...pace, connections: 4 })
  const [large, small] = figures.map(({ p99Ms }) => p99Ms)
  const findings: Finding[] = [
    {
      name: 'p99 of the large shop / of the small one',
      value: (large ?? 0) / (small ?? 0),
      unit: 'ratio',
      goal: { atMost: 3 },
      figures,
    },
    ...alone,
    memory('Memory of the server under lists', colis),
  ]
  await colis.stop()
  return findings
}

/** The embedded database as `npm start` opens it, demo included. */
async function measureEmbedded(generate: LoadGenerator): Promise<Finding[]> {
  say('the embedded database')
  const onFolder = () => startColis({ DATABASE_URL: `file:${folder}/data` })
  const folder = temporaryFolder()
  const first = await onFolder()
  const key = /colis_live_\w+/.exec(first.greeting)?.[0] ?? ''
  const firstAtRest = await atRestMib(first)
  await first.stop()
  const again = await onFolder()
  const againAtRest = await atRestMib(again)
  const requests = [post({ key }, '/deliveries', order, { 'idempotency-key': 'bench-{n}' })]
  const figures = await compareSides(
    generate,
    [{ name: 'Colis, POST /deliveries, embedded', server: again, requests }],
    pace,
  )
  const findings: Finding[] = [
    {
      name: 'Creations a second, embedded',
      value: figures[0]?.requestsPerSecond ?? null,
      unit: 'requests/s',
      goal: { atLeast: 150 },
      figures,
    },
    { name: 'Ready on an empty folder, embedded', value: first.readyMs, unit: 'ms', goal: { atMost: 8_000 } },
    { name: 'Ready after that, embedded', value: again.readyMs, unit: 'ms', goal: { atMost: 3_000 } },
    {
      name: 'Memory at rest on an empty folder, embedded',
      value: firstAtRest,
      unit: 'MiB',
      goal: { atMost: 300 },
    },
    { name: 'Memory at rest after that, embedded', value: againAtRest, unit: 'MiB', goal: { atMost: 300 } },
    { name: 'Memory, embedded', value: again.peakRssMib(), unit: 'MiB' },
  ]
  await again.stop()
  return findings
}

/** What a server holds once its first rounds are over and nobody asks for anything. */
async function atRestMib(server: Server): Promise<number | null> {
  await wait(10_000)
  return server.rssMib()
}

const say = (doing: string) => console.error(`… ${doing}`)

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

/** Our requests a second as a part of each baseline's; the goal is about the first. */
function ratios(figures: Figure[], atLeast?: number): Finding[] {
  const [ours, ...baselines] = figures
  return baselines.map((baseline, position) => ({
    name: `of ${baseline.name}`,
    value: (ours?.requestsPerSecond ?? 0) / baseline.requestsPerSecond,
    unit: 'ratio',
    ...(position === 0 && { figures, ...(atLeast !== undefined && { goal: { atLeast } }) }),
  }))
}

const memory = (name: string, server: Server): Finding => ({
  name,
  value: server.peakRssMib(),
  unit: 'MiB',
  goal: { atMost: 250 },
})

// Last, so that everything above is there.
await runBench(main)
