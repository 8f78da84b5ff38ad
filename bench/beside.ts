import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { compareSides, type Figure, type LoadGenerator, startLoadGenerator } from './support/compare-sides.ts'
import type { Finding } from './support/finding.ts'
import type { PlannedRequest } from './support/load-generator.ts'
import { get, order, post, trip } from './support/partner-requests.ts'
import { type Server, startPostgres, temporaryFolder } from './support/processes.ts'
import { printReport } from './support/report.ts'
import { runBench } from './support/run-bench.ts'
import { type World, withClient, zonePoints } from './support/seed.ts'

/**
 * This version beside another one, which lies in a folder with its packages installed: `npm run bench:beside --
 * FOLDER`. Both are measured in turns, each on a database of its own, so that what the machine does meanwhile
 * concerns both. A ratio above 1 means that this version is better. Work that a version leaves for later is done in the
 * other's turn: where much is created, also measure each version alone. `--only` measures what contains that
 * word: `starts`, `embedded`, or a request by its name.
 */
const { values: options, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string', multiple: true } },
  allowPositionals: true,
})

const pace = options.quick
  ? { rounds: 2, seconds: 1, warmUpSeconds: 1, connections: 20 }
  : { rounds: 10, seconds: 3, warmUpSeconds: 3, connections: 20 }
const wants = (name: string) => !options.only || options.only.some((each) => name.includes(each))
const starts = options.quick ? 1 : 5
const listedDeliveries = options.quick ? 5_000 : 100_000
/** What a change may cost without a reason (as a part of the version beside it). */
const goal = { atLeast: 0.97 }

/** What this measurement uses of a version: the other one has the same files. */
type Version = {
  name: string
  seed: Pick<typeof import('./support/seed.ts'), 'seedWorld' | 'fillShop'>
  processes: Pick<typeof import('./support/processes.ts'), 'startColis' | 'tidyUp'>
}

async function main(): Promise<void> {
  const [folder] = positionals
  if (folder === undefined) throw new Error('Name the folder of the other version.')
  const versions = [await versionIn('this', '.'), await versionIn('other', folder)]
  try {
    await measure(versions)
  } finally {
    await Promise.all(versions.map(({ processes }) => processes.tidyUp()))
  }
}

async function versionIn(name: string, folder: string): Promise<Version> {
  const load = (file: string) => import(pathToFileURL(resolve(folder, 'bench/support', file)).href)
  return { name, seed: await load('seed.ts'), processes: await load('processes.ts') }
}

async function measure(versions: Version[]): Promise<void> {
  const cluster = await startPostgres()
  const generate = startLoadGenerator()
  say('filling both databases')
  const sides = []
  for (const version of versions) {
    await withClient(cluster.url('postgres'), (client) => client.query(`create database ${version.name}_one`))
    const url = cluster.url(`${version.name}_one`)
    const world = await version.seed.seedWorld(url)
    await version.seed.fillShop(url, world, world.small, 1_000)
    await version.seed.fillShop(url, world, world.large, listedDeliveries)
    await withClient(url, (client) => client.query(datePayments))
    sides.push({ version, url, world })
  }
  printReport(
    [
      ...(wants('starts') ? await compareStarts(sides) : []),
      ...(await compareRequests(generate, sides)),
      ...(wants('embedded') ? await compareEmbedded(generate, versions) : []),
    ],
    { ...pace, listedDeliveries },
  )
}

/** Versions before the constraint that PAID has its time fill shops without it, and then have less to list. */
const datePayments = `
  update deliveries set paid_at = created_at where payment_status = 'PAID' and paid_at is null`

type VersionOnServer = { version: Version; url: string; world: World }

const onServer = ({ version, url }: VersionOnServer): Promise<Server> =>
  version.processes.startColis({
    DATABASE_URL: url,
    DATA_FOLDER: temporaryFolder(),
    SEED_DEMO: 'false',
  })

async function compareStarts(sides: VersionOnServer[]): Promise<Finding[]> {
  say('starts on PostgreSQL')
  const times = await inTurns(sides, starts + 1, async (side) => {
    const server = await onServer(side)
    await server.stop()
    return server.readyMs
  })
  // The first start of each compiles.
  return [
    fewerIsBetter(
      'Ready on PostgreSQL',
      'ms',
      times.map((each) => each.slice(1)),
    ),
  ]
}

async function compareRequests(generate: LoadGenerator, sides: VersionOnServer[]): Promise<Finding[]> {
  const servers = await Promise.all(sides.map(onServer))
  const ids = await Promise.all(sides.map(deliveryIds))
  const loads: Record<string, (world: World, at: number) => PlannedRequest[]> = {
    'GET one delivery': (world, at) => (ids[at] ?? []).map((id) => get(world.small, `/deliveries/${id}`)),
    'POST /deliveries': (world) => [
      post(world.orders, '/deliveries', order, { 'idempotency-key': 'bench-{n}' }),
    ],
    'POST /quotes, 150 zones': (world) =>
      zonePoints.map((dropoff) => post(world.orders, '/quotes', { ...trip, dropoff })),
    'POST /quotes without dropoff': (world) => [post(world.orders, '/quotes', trip)],
    'list of 100': (world) => [get(world.large, '/deliveries?pageSize=100')],
  }
  const findings: Finding[] = []
  for (const [what, requestsOf] of Object.entries(loads)) {
    if (!wants(what)) continue
    say(what)
    const figures = await compareSides(
      generate,
      sides.map(({ version, world }, at) => ({
        name: `${what}: ${version.name}`,
        server: servers[at] as Server,
        requests: requestsOf(world, at),
      })),
      what.startsWith('list') ? { ...pace, connections: 4 } : pace,
    )
    findings.push(...ratiosOf(what, figures))
  }
  findings.push(
    memory(
      'Memory of the server under these loads',
      servers.map((server) => server.peakRssMib()),
    ),
  )
  for (const server of servers) await server.stop()
  return findings
}

const deliveryIds = ({ url, world }: VersionOnServer): Promise<string[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from deliveries where shop_id = $1', [
      world.small.shopId,
    ])
    return rows.map(({ id }) => id)
  })

/** The embedded database as `npm start` opens it, demo included. */
async function compareEmbedded(generate: LoadGenerator, versions: Version[]): Promise<Finding[]> {
  say('the embedded database')
  const folders: { folder: string; key: string }[][] = versions.map(() => [])
  const open = ({ processes }: Version, folder: string) =>
    processes.startColis({ DATABASE_URL: `file:${folder}/data` })
  const first = await inTurns(versions, starts, async (version, at) => {
    const folder = temporaryFolder()
    const server = await open(version, folder)
    await server.stop()
    folders[at]?.push({ folder, key: /colis_live_\w+/.exec(server.greeting)?.[0] ?? '' })
    return server.readyMs
  })
  const again = await inTurns(versions, starts, async (version, at) => {
    const server = await open(version, folders[at]?.at(-1)?.folder ?? '')
    await server.stop()
    return server.readyMs
  })
  const servers: Server[] = []
  for (const [at, version] of versions.entries())
    servers.push(await open(version, folders[at]?.at(-1)?.folder ?? ''))
  await wait(10_000)
  const atRest = servers.map((server) => server.rssMib?.() ?? null)
  const figures = await compareSides(
    generate,
    versions.map(({ name }, at) => ({
      name: `POST /deliveries, embedded: ${name}`,
      server: servers[at] as Server,
      requests: [
        post({ key: folders[at]?.at(-1)?.key ?? '' }, '/deliveries', order, {
          'idempotency-key': 'bench-{n}',
        }),
      ],
    })),
    pace,
  )
  const findings = [
    fewerIsBetter('Ready on an empty folder, embedded', 'ms', first),
    fewerIsBetter('Ready after that, embedded', 'ms', again),
    ...ratiosOf('POST /deliveries, embedded', figures),
    memory('Memory at rest, embedded', atRest),
    memory(
      'Memory, embedded',
      servers.map((server) => server.peakRssMib()),
    ),
  ]
  for (const server of servers) await server.stop()
  return findings
}

/** Measures each side `times` times, A B, B A, A B, …; returns what each measured, in the order of the sides. */
async function inTurns<T>(
  sides: readonly T[],
  times: number,
  measureOne: (side: T, at: number) => Promise<number>,
): Promise<number[][]> {
  const measured: number[][] = sides.map(() => [])
  for (let round = 0; round < times; round += 1) {
    const order = [...sides.keys()]
    for (const at of round % 2 === 0 ? order : order.toReversed())
      measured[at]?.push(await measureOne(sides[at] as T, at))
  }
  return measured
}

/** Requests a second of this version as a part of the other's, and the other's processor time as a part of ours. */
function ratiosOf(what: string, figures: Figure[]): Finding[] {
  const [ours, others] = figures
  const cpu =
    ours?.cpuMicrosPerRequest && others?.cpuMicrosPerRequest
      ? others.cpuMicrosPerRequest / ours.cpuMicrosPerRequest
      : null
  return [
    {
      name: what,
      value: (ours?.requestsPerSecond ?? 0) / (others?.requestsPerSecond ?? 1),
      unit: 'ratio',
      goal,
      figures,
    },
    { name: `${what}, processor time`, value: cpu, unit: 'ratio' },
  ]
}

function fewerIsBetter(name: string, unit: string, [ours = [], others = []]: number[][]): Finding {
  const [mine, theirs] = [middle(ours), middle(others)]
  const isKnown = mine !== undefined && theirs !== undefined
  return {
    name: `${name}: ${Math.round(mine ?? Number.NaN)} and ${Math.round(theirs ?? Number.NaN)} ${unit}`,
    value: isKnown ? theirs / mine : null,
    unit: 'ratio',
    goal,
  }
}

const memory = (name: string, [ours, others]: (number | null)[]): Finding =>
  fewerIsBetter(name, 'MiB', [ours ? [ours] : [], others ? [others] : []])

const middle = (values: number[]): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

const say = (doing: string) => console.error(`… ${doing}`)

// Last, so that everything above is there.
await runBench(main)
