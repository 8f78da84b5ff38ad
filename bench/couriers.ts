import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { Pool } from 'undici'
import { type Database, openDatabase } from '../src/base/database/open-database.ts'
import { newId, systemClock } from '../src/base/kernel/clock.ts'
import { languages } from '../src/base/kernel/language.ts'
import type { Point } from '../src/base/kernel/point.ts'
import { openPositionSink, reportPosition } from '../src/domain/couriers/report-position.ts'
import { customerToken } from '../src/domain/deliveries/sharing/customer-link.ts'
import { listNearestCouriers } from '../src/domain/matching/list-nearest-couriers.ts'
import { wideningRadii } from '../src/domain/matching/search-round.ts'
import { couriersWithinQuery, type Wanted } from '../src/domain/matching/search-store.ts'
import { pageWeight } from '../test/support/page-weight.ts'
import { type CourierWorld, keyFor, seedCouriers, signInCouriers } from './support/courier-world.ts'
import type { Finding } from './support/finding.ts'
import { firstVisit } from './support/first-visit.ts'
import { percentile } from './support/percentile.ts'
import { bytesAMinute } from './support/phone-traffic.ts'
import { type Server, startColis, startPostgres, temporaryFolder } from './support/processes.ts'
import { printReport } from './support/report.ts'
import { benchOptions, runBench } from './support/run-bench.ts'
import { withClient, zonePoints } from './support/seed.ts'

/**
 * What couriers cost: 10,000 of them on duty, each reporting their position and polling for updates every
 * five seconds, and the nearest five found among them; the service in this process, the database in its own. And what the
 * phones of couriers and customers pay for: each page, and a minute of a courier's that lies open.
 * `--quick` only shows that this still runs.
 */
const { values: options } = parseArgs({ options: benchOptions })
const pace = options.quick
  ? { couriers: 2_000, warmUpSeconds: 1, seconds: 3, doorSeconds: 3, phoneSeconds: 20, searches: 100 }
  : // A session is believed for a minute: at the door each is looked up again within the measurement.
    { couriers: 10_000, warmUpSeconds: 5, seconds: 15, doorSeconds: 75, phoneSeconds: 60, searches: 1_000 }
const reportEverySeconds = 5
const perSecond = pace.couriers / reportEverySeconds
/** What a motorcycle rides between two reports, in degrees: 40 m. */
const stride = 40 / 111_195

async function main(): Promise<void> {
  const cluster = await startPostgres()
  const url = cluster.url('postgres')
  say(`registering ${pace.couriers} couriers`)
  const world = await seedCouriers(url, pace.couriers)
  const reports = [...(await measureReports(url, world)), ...(await measureDoor(url, world))]
  const { findings: searches, plan } = await measureSearches(url, world)
  const version = await withClient(url, async (client) => (await client.query('show server_version')).rows[0])
  console.log(`\nThe plan of the last search:\n${planLines(plan).join('\n')}`)
  printReport([...reports, ...searches], {
    postgresql: version.server_version.split(' ')[0],
    couriers: pace.couriers,
    seconds: pace.seconds,
    secondsAtTheDoor: pace.doorSeconds,
    searches: pace.searches,
    positionsReadBy: scanOfPositions(plan),
  })
}

const say = (doing: string) => console.error(`… ${doing}`)

/** Reports at a steady pace, each timed from the call of the verb to its answer, when it is written. */
async function measureReports(url: string, world: CourierWorld): Promise<Finding[]> {
  const { services, close } = await openSink(url)
  say(`${perSecond} positions a second, ${pace.warmUpSeconds} s to warm up`)
  const byVerb = (courierId: string, place: Point) =>
    reportPosition(services, courierId, { ...place, accuracyMeters: 12 })
  const warmUp = await reportSteadily(byVerb, world, pace.warmUpSeconds)
  say(`${perSecond} positions a second, ${pace.seconds} s`)
  const { waitsMs, seconds } = await reportSteadily(byVerb, world, pace.seconds)
  await close()
  const { updates, withinPage } = await updatesOf(url)
  if (updates < 0.9 * (warmUp.waitsMs.length + waitsMs.length))
    throw new Error(`Only ${updates} positions were written; not a figure.`)
  return [
    {
      name: 'Positions written',
      value: waitsMs.length / seconds,
      unit: 'requests/s',
      goal: { atLeast: 0.99 * perSecond },
    },
    { name: 'Position, p50', value: percentile(waitsMs, 0.5), unit: 'ms' },
    { name: 'Position, p99', value: percentile(waitsMs, 0.99), unit: 'ms', goal: { atMost: 100 } },
    {
      name: 'Updates that touch no index',
      value: withinPage / updates,
      unit: 'ratio',
      goal: { atLeast: 0.8 },
    },
  ]
}

/** The same through the door of the couriers' phones, to a server in a process of its own. */
async function measureDoor(url: string, world: CourierWorld): Promise<Finding[]> {
  const secretsKey = randomBytes(32)
  const server = await startColis({
    DATABASE_URL: url,
    DATA_FOLDER: temporaryFolder(),
    SECRETS_KEY: secretsKey.toString('base64'),
    SEED_DEMO: 'false',
  })
  const cookies = await signInCouriers(url, world, secretsKey)
  const cookieOf = new Map(world.courierIds.map((id, at) => [id, cookies[at] ?? '']))
  const pool = new Pool(server.url, { connections: 100 })
  /** Answered 503: more than these cores carry, which is a figure and no end. */
  let refused = 0
  const ask = async (courierId: string, position: object | null) => {
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: '/courier/look',
      headers: {
        'content-type': 'application/json',
        cookie: cookieOf.get(courierId) ?? '',
        origin: server.url,
      },
      body: JSON.stringify({ position }),
    })
    await body.dump()
    if (statusCode === 503) refused += 1
    else if (statusCode !== 200) throw new Error(`A phone was answered ${statusCode}.`)
  }
  const pollUpdates = (courierId: string) => ask(courierId, null)
  const byDoor = (courierId: string, place: Point) => ask(courierId, { ...place, accuracyMeters: 12 })
  say(`${perSecond} positions a second through the door, once round to sign in and ${pace.doorSeconds} s`)
  // The first report of each courier looks the session up; a shift begins with it once.
  await reportSteadily(byDoor, world, 4 * reportEverySeconds, undefined, perSecond / 4)
  refused = 0
  const { waitsMs, seconds } = await reportSteadily(byDoor, world, pace.doorSeconds)
  const refusedPositions = refused
  refused = 0
  say(`as many polls as are answered, ${pollers} at a time, ${pace.doorSeconds} s`)
  const polls = await pollBusily(pollUpdates, world, pace.doorSeconds)
  const answeredPolls = polls.waitsMs.length - refused
  const { weight } = await pageWeight(server.url, await orderedPage(server, world, secretsKey), 'gzip')
  const memory = server.peakRssMib()
  const phones = await measurePhones(url, server, world, { cookieOf, secretsKey })
  await pool.close()
  await server.stop()
  return [
    {
      name: 'Positions through the door',
      value: (waitsMs.length - refusedPositions) / seconds,
      unit: 'requests/s',
      goal: { atLeast: 0.99 * perSecond },
    },
    {
      name: 'Positions through the door that were refused',
      value: (100 * refusedPositions) / waitsMs.length,
      unit: '%',
      goal: { atMost: 0 },
    },
    { name: 'Position through the door, p50', value: percentile(waitsMs, 0.5), unit: 'ms' },
    {
      name: 'Position through the door, p99',
      value: percentile(waitsMs, 0.99),
      unit: 'ms',
      goal: { atMost: 100 },
    },
    {
      name: `Polls for updates through the door, ${pollers} at a time`,
      value: answeredPolls / polls.seconds,
      unit: 'requests/s',
    },
    { name: 'Poll for updates, p50', value: percentile(polls.waitsMs, 0.5), unit: 'ms' },
    { name: 'Poll for updates, p99', value: percentile(polls.waitsMs, 0.99), unit: 'ms' },
    { name: 'Memory of the server meanwhile', value: memory, unit: 'MiB' },
    {
      name: 'The customer’s page by gzip, 150 zones',
      value: weight / 1024,
      unit: 'KiB',
      goal: { atMost: 60 },
    },
    ...phones,
  ]
}

/** A minute of a courier's page on duty and on the way to the shop, and what each page weighs in each language. */
async function measurePhones(
  url: string,
  server: Server,
  world: CourierWorld,
  { cookieOf, secretsKey }: { cookieOf: ReadonlyMap<string, string>; secretsKey: Buffer },
): Promise<Finding[]> {
  const { toShop, toCustomer, free, delivered } = await withClient(url, findPhones)
  const customers = [keyFor(secretsKey, 'customer links')] as const
  const linkOf = ({ shopId, id }: FoundDelivery) =>
    `/p/${customerToken({ shopId, id, linkVersion: 1 }, customers)}`
  const findings: Finding[] = []
  for (const [name, { courierId }] of [
    ['on duty', { courierId: free }],
    ['to the shop', toShop],
  ] as const) {
    say(`a phone ${name}, ${pace.phoneSeconds} s`)
    const cookie = cookieOf.get(courierId) ?? ''
    const value = await bytesAMinute(server.url, { path: '/courier', cookie, seconds: pace.phoneSeconds })
    findings.push({ name: `A courier’s phone ${name}, a minute`, value, unit: 'bytes' })
  }
  const pages: [name: string, path: string, courierId?: string][] = [
    ['Courier signing in', '/courier/sign-in'],
    ['Courier on duty', '/courier', free],
    ['Courier to the shop', '/courier', toShop.courierId],
    ['Courier to the customer', '/courier', toCustomer.courierId],
    ['Courier’s past trips', '/courier/trips', free],
    ['Customer asked where', await orderedPage(server, world, secretsKey)],
    ['Customer, courier on the way', linkOf(toCustomer)],
    ['Customer, delivered', linkOf(delivered)],
  ]
  say('what pages weigh')
  for (const [name, path, courierId = ''] of pages)
    for (const language of languages) {
      const cookie = cookieOf.get(courierId) ?? ''
      const { bytes, again } = await firstVisit(server.url, `${path}?lang=${language}`, cookie)
      findings.push(
        { name: `${name}, ${language}, first visit`, value: bytes, unit: 'bytes' },
        { name: `${name}, ${language}, later`, value: again, unit: 'bytes' },
      )
    }
  return findings
}

type FoundDelivery = { shopId: string; id: string; courierId: string }

/** Couriers at each step, and a delivery that is over; one of those under way is sent to its shop first. */
async function findPhones(client: pg.Client) {
  const one = async (sql: string) => {
    const { rows } = await client.query<FoundDelivery>(sql)
    if (!rows[0]) throw new Error('The world has no such courier.')
    return rows[0]
  }
  const found = 'shop_id as "shopId", id, courier_id as "courierId"'
  const carried = `from deliveries where status = 'IN_TRANSIT' and courier_id is not null order by created_at desc`
  const { id } = await one(`select ${found} ${carried} limit 1`)
  return {
    toShop: await one(`update deliveries set status = 'ASSIGNED' where id = '${id}' returning ${found}`),
    toCustomer: await one(`select ${found} ${carried} limit 1`),
    delivered: await one(`update deliveries set ended_at = now() where id = (
        select id from deliveries where status = 'DELIVERED' order by created_at desc limit 1) returning ${found}`),
    free: (
      await one(`select id, id as "courierId", id as "shopId" from couriers where not exists (
        select from deliveries where courier_id = couriers.id and status in ('ASSIGNED', 'IN_TRANSIT')) limit 1`)
    ).courierId,
  }
}

/** Orders a delivery without a destination; returns the path of the page on which its customer is asked. */
async function orderedPage({ url }: Server, { orders }: CourierWorld, secretsKey: Buffer): Promise<string> {
  const order = {
    customer: { lastName: 'Dossou', firstName: 'Afi', phone: '0197000001' },
    parcel: { category: 'FASHION', size: 'SMALL' },
    payment: { mode: 'PREPAID' },
  }
  const response = await fetch(`${url}/api/v1/partner/deliveries`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${orders.key}`,
      'content-type': 'application/json',
      'idempotency-key': 'page-weight',
    },
    body: JSON.stringify(order),
  })
  const { id } = (await response.json()) as { id: string }
  return `/p/${customerToken({ shopId: orders.shopId, id, linkVersion: 1 }, [keyFor(secretsKey, 'customer links')])}`
}

/** The nearest five of all, from shops all over the city, while every courier goes on reporting. */
async function measureSearches(
  url: string,
  world: CourierWorld,
): Promise<{ findings: Finding[]; plan: PlanNode }> {
  const { services, db, close } = await openSink(url)
  const stop = new AbortController()
  const byVerb = (courierId: string, place: Point) =>
    reportPosition(services, courierId, { ...place, accuracyMeters: 12 })
  const reporting = reportSteadily(byVerb, world, 3_600, stop.signal)
  // Positions of before the phones were measured are too old to be found: everybody reports once first.
  await pause(1_000 * (reportEverySeconds + 1))
  say(`${pace.searches} searches, while positions are reported`)
  const [asked, atDatabase, plans]: [number[], number[], PlanNode[]] = [[], [], []]
  try {
    await withClient(url, async (client) => {
      for (let n = 0; n < pace.searches; n += 1) {
        const wanted = wantedAt(world, zonePoints[(n * 37) % zonePoints.length] as Point)
        const startedAt = performance.now()
        const found = await listNearestCouriers(db, wanted)
        asked.push(performance.now() - startedAt)
        if (found.length < wanted.limit) throw new Error(`Only ${found.length} were found; not a figure.`)
        const { ms, circles } = await explain(db, client, wanted)
        atDatabase.push(ms)
        for (const plan of circles) scanOfPositions(plan)
        plans.push(...circles.slice(-1))
      }
    })
  } finally {
    stop.abort()
    await reporting
    await close()
  }
  const [byClient, byDatabase] = [sorted(asked), sorted(atDatabase)]
  const name = 'Nearest five'
  const findings: Finding[] = [
    { name: `${name}, at the database, p50`, value: percentile(byDatabase, 0.5), unit: 'ms' },
    {
      name: `${name}, at the database, p99`,
      value: percentile(byDatabase, 0.99),
      unit: 'ms',
      goal: { atMost: 5 },
    },
    { name: `${name}, as asked, p50`, value: percentile(byClient, 0.5), unit: 'ms' },
    { name: `${name}, as asked, p99`, value: percentile(byClient, 0.99), unit: 'ms' },
  ]
  return { findings, plan: plans.at(-1) as PlanNode }
}

async function openSink(url: string) {
  const { db, close } = await openDatabase({ url, poolSize: 10, timeoutMs: 2_500, onError: () => {} })
  const positions = openPositionSink(db)
  return {
    db,
    services: { clock: systemClock, positions },
    close: async () => {
      await positions.close()
      await close()
    },
  }
}

/** Every courier in turn reports a place a little farther on; returns how long each report took, sorted. */
async function reportSteadily(
  report: (courierId: string, place: Point) => Promise<void>,
  { courierIds, places }: CourierWorld,
  seconds: number,
  signal?: AbortSignal,
  reportsPerSecond = perSecond,
): Promise<{ waitsMs: Float64Array; seconds: number }> {
  const waits: number[] = []
  const underWay: Promise<void>[] = []
  let reports = 0
  const reportOne = async () => {
    const at = reports++ % courierIds.length
    const place = rideOn(places[at] as Point)
    const startedAt = performance.now()
    await report(courierIds[at] as string, place)
    waits.push(performance.now() - startedAt)
  }
  const startedAt = performance.now()
  for (let elapsed = 0; elapsed < seconds && !signal?.aborted; ) {
    await pause(5)
    elapsed = Math.min((performance.now() - startedAt) / 1_000, seconds)
    while (reports < elapsed * reportsPerSecond) underWay.push(reportOne())
  }
  await Promise.all(underWay)
  return { waitsMs: sorted(waits), seconds: (performance.now() - startedAt) / 1_000 }
}

/** How many phones poll for updates at once: the figure is how many polls a second the server answers. */
const pollers = 20

/**
 * Every courier in turn polls for updates, the next as soon as one is answered; returns how long each took,
 * sorted.
 */
async function pollBusily(
  poll: (courierId: string) => Promise<void>,
  { courierIds }: CourierWorld,
  forSeconds: number,
): Promise<{ waitsMs: Float64Array; seconds: number }> {
  const waits: number[] = []
  let polls = 0
  const beganAt = performance.now()
  const endsAt = beganAt + forSeconds * 1_000
  const pollOn = async () => {
    while (performance.now() < endsAt) {
      const startedAt = performance.now()
      await poll(courierIds[polls++ % courierIds.length] as string)
      waits.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: pollers }, pollOn))
  return { waitsMs: sorted(waits), seconds: (performance.now() - beganAt) / 1_000 }
}

/** Moves a place by a stride in any direction. */
function rideOn(place: Point): Point {
  const angle = 2 * Math.PI * Math.random()
  place.lat += stride * Math.sin(angle)
  place.lng += stride * Math.cos(angle)
  return place
}

/** Written updates of positions so far, and those that touched no index; told when connections end. */
async function updatesOf(url: string): Promise<{ updates: number; withinPage: number }> {
  return withClient(url, async (client) => {
    await pause(500)
    const { rows } = await client.query(
      `select n_tup_upd::integer as updates, n_tup_hot_upd::integer as "withinPage"
       from pg_stat_user_tables where relname = 'courier_positions'`,
    )
    return rows[0]
  })
}

/** What a round of a search asks, so far that the outskirts find five couriers too. */
function wantedAt({ cityId, orders }: CourierWorld, from: Point): Wanted {
  const now = systemClock.now()
  return {
    key: { shopId: orders.shopId, id: newId(now) },
    tripVersion: 1,
    cityId,
    from,
    vehicles: ['MOTO', 'TRICYCLE', 'CAR'],
    radiusMeters: 16_000,
    limit: 5,
    now,
    freshSince: new Date(now.getTime() - 120_000),
    again: false,
  }
}

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  Plans?: PlanNode[]
}

/** What the database says of each circle of one search, and how long it took for all of them. */
async function explain(
  db: Database,
  client: pg.Client,
  wanted: Wanted,
): Promise<{ ms: number; circles: PlanNode[] }> {
  const circles: PlanNode[] = []
  let ms = 0
  for (const radiusMeters of wideningRadii(wanted.radiusMeters)) {
    const { sql, parameters } = couriersWithinQuery({ ...wanted, radiusMeters }).compile(db)
    const { rows } = await client.query(`explain (analyze, timing off, format json) ${sql}`, [...parameters])
    const [explained] = rows[0]['QUERY PLAN']
    ms += explained['Planning Time'] + explained['Execution Time']
    circles.push(explained.Plan)
    if (explained.Plan['Actual Rows'] >= wanted.limit) break
  }
  return { ms, circles }
}

/** The index by which positions are read. Throws when they are read from end to end. */
function scanOfPositions(plan: PlanNode): string {
  const nodes = nodesOf(plan)
  if (nodes.some((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'courier_positions'))
    throw new Error('Positions were read from end to end.')
  return nodes.find((node) => node['Index Name'] === 'courier_positions_by_cell')?.['Index Name'] ?? 'nothing'
}

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

const planLines = (plan: PlanNode, indent = '  '): string[] => [
  [
    indent,
    plan['Node Type'],
    plan['Index Name'] ?? plan['Relation Name'] ?? '',
    `(${plan['Actual Rows']} rows)`,
  ]
    .filter((word) => word !== '')
    .join(' '),
  ...(plan.Plans ?? []).flatMap((inner) => planLines(inner, `${indent}  `)),
]

const sorted = (values: number[]) => Float64Array.from(values).sort()

// Last, so that everything above is there.
await runBench(main)
