import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { createParser } from 'eventsource-parser'
import { Pool } from 'undici'
import { cancelDelivery } from '../src/domain/deliveries/cancelling/cancel-delivery.ts'
import { createDelivery } from '../src/domain/deliveries/order/create-delivery.ts'
import type { DeliveryOrder } from '../src/domain/deliveries/order/delivery-order.ts'
import { type BoardWorld, openBoardWorld, signInOperator } from './support/board-world.ts'
import type { Finding } from './support/finding.ts'
import { percentile } from './support/percentile.ts'
import { type Server, startColis, startPostgres } from './support/processes.ts'
import { printReport } from './support/report.ts'
import { benchOptions, runBench } from './support/run-bench.ts'
import { withClient } from './support/seed.ts'

/**
 * What the board costs: 2,000 deliveries under way, 1,000 couriers who report every five seconds through their door,
 * two orders a second, watched by nobody, one, five and ten; the service and its database in processes of their own.
 * `--quick` only shows that this still runs.
 */
const { values: options } = parseArgs({ options: benchOptions })
const pace = options.quick
  ? { underWay: 400, couriers: 200, seconds: 6, settleSeconds: 2 }
  : { underWay: 2_000, couriers: 1_000, seconds: 40, settleSeconds: 6 }
const everySeconds = 5
const ordersPerSecond = 2
const viewers = [1, 5, 10] as const
const goals = { percentOfViewer: 3, delayMs: 1_000 }
/** After the last look the board is still read for ten seconds. */
const idleSeconds = 12
/** An account has at most six streams. */
const streamsOfAccount = 5
/** What a motorcycle rides between two reports, in degrees: 40 m. */
const stride = 40 / 111_195

type Change = { id: string; committedAtMs: number }
/** When a page was sent each delivery first. */
type Viewer = { firstSeenMs: Map<string, number>; bytes: () => number; close: () => void }

const timeMs = () => performance.timeOrigin + performance.now()
const say = (doing: string) => console.error(`… ${doing}`)

async function main(): Promise<boolean> {
  const cluster = await startPostgres()
  const url = cluster.url('postgres')
  say(`${pace.underWay} deliveries under way, ${pace.couriers} couriers`)
  const board = await openBoardWorld(url, pace.underWay, pace.couriers)
  const server = await startColis(board.env)
  const stop = new AbortController()
  const reporting = reportSteadily(server, board, stop.signal)
  say('every courier signs in once')
  await pause(2 * everySeconds * 1_000)
  const before = await use(server, board, 'nobody')
  const watched: Watched[] = []
  for (const count of viewers) watched.push(await useWatched(server, board, count))
  const after = await use(server, board, 'nobody any more')
  stop.abort()
  const { positions } = await reporting
  const cpuPercent = (before.cpuPercent + after.cpuPercent) / 2
  const findings: Finding[] = [
    {
      name: 'Watched by nobody: the service, before and after',
      value: cpuPercent,
      unit: '%',
    },
    {
      name: 'Positions through the door',
      value: positions,
      unit: 'requests/s',
      goal: { atLeast: (0.98 * pace.couriers) / everySeconds },
    },
    ...watched.flatMap((each) => findingsOf(each, cpuPercent)),
    { name: 'Most memory of the service', value: server.peakRssMib(), unit: 'MiB' },
  ]
  await server.stop()
  await board.world.close()
  const version = await withClient(url, async (client) => (await client.query('show server_version')).rows[0])
  return printReport(findings, { postgresql: version.server_version.split(' ')[0], ...pace })
}

type Watched = {
  count: number
  cpuPercent: number
  delaysMs: Float64Array
  kibPerSecond: number
  memoryMib: number | null
}

/** What the service uses while so many watch, and what they are sent. */
async function useWatched(server: Server, board: BoardWorld, count: number): Promise<Watched> {
  const watching: Viewer[] = []
  let cookie = ''
  for (let at = 0; at < count; at += 1) {
    if (at % streamsOfAccount === 0) cookie = await signInOperator(board)
    watching.push(await watch(server, cookie))
  }
  const bytesBefore = watching.map(({ bytes }) => bytes())
  const { cpuPercent, changes, seconds } = await use(server, board, String(count))
  const delaysMs = delaysOf(changes, watching)
  const sent = watching.map(({ bytes }, at) => bytes() - (bytesBefore[at] ?? 0))
  for (const { close } of watching) close()
  await pause(idleSeconds * 1_000)
  const kibPerSecond = Math.max(...sent) / 1024 / seconds
  return { count, cpuPercent, delaysMs, kibPerSecond, memoryMib: server.rssMib() }
}

/** What those who watched cost beside nobody. */
function findingsOf(
  { count, cpuPercent, delaysMs, kibPerSecond, memoryMib }: Watched,
  unwatchedPercent: number,
): Finding[] {
  const name = (what: string) => `${count} watch: ${what}`
  const added = cpuPercent - unwatchedPercent
  return [
    { name: name('what they add, of one core'), value: added, unit: '%' },
    {
      name: name('added by each'),
      value: added / count,
      unit: '%',
      goal: { atMost: goals.percentOfViewer },
    },
    { name: name('from a commit to a page, p50'), value: percentile(delaysMs, 0.5), unit: 'ms' },
    {
      name: name('from a commit to a page, p95'),
      value: percentile(delaysMs, 0.95),
      unit: 'ms',
      goal: { atMost: goals.delayMs },
    },
    { name: name('sent to each in a second, by gzip'), value: kibPerSecond, unit: 'KiB' },
    { name: name('memory of the service'), value: memoryMib, unit: 'MiB' },
  ]
}

/** What the service uses while orders come and couriers report. */
async function use(server: Server, board: BoardWorld, who: string) {
  await pause(pace.settleSeconds * 1_000)
  say(`watched by ${who}, ${pace.seconds} s`)
  const [cpuBefore, startedAt] = [server.cpuMs(), performance.now()]
  const changes = await orderSteadily(board, pace.seconds)
  const [elapsedMs, cpuAfter] = [performance.now() - startedAt, server.cpuMs()]
  if (cpuBefore === null || cpuAfter === null)
    throw new Error('This system does not say what a process uses.')
  await pause(3_000)
  return { changes, cpuPercent: ((cpuAfter - cpuBefore) / elapsedMs) * 100, seconds: elapsedMs / 1_000 }
}

/** Opens the stream of the board as a browser does, and resolves once all of it is there. */
async function watch({ url }: Server, cookie: string): Promise<Viewer> {
  const request = get(`${url}/operations/board/live`, {
    agent: new Agent({ keepAlive: false }),
    headers: { cookie, 'accept-encoding': 'gzip', accept: 'text/event-stream' },
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`A stream was answered ${response.statusCode}.`)
  const firstSeenMs = new Map<string, number>()
  const following = Promise.withResolvers<void>()
  let [bytes, boards] = [0, 0]
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const at = timeMs()
      for (const [id] of data.matchAll(/(?<="id":")[\w-]{36}/g))
        if (!firstSeenMs.has(id)) firstSeenMs.set(id, at)
      if (event === 'board') {
        boards += 1
        if (boards > 1) say('a page was so far behind that it was sent the whole board again')
        const { deliveries } = JSON.parse(data) as { deliveries: unknown[] }
        if (deliveries.length < pace.underWay * 0.9)
          throw new Error(`Only ${deliveries.length} are there; not a figure.`)
        following.resolve()
      }
    },
  })
  request.on('error', () => {})
  response.on('error', () => {})
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  const text = response.pipe(createGunzip()).setEncoding('utf8')
  text.on('error', () => {})
  text.on('data', (chunk: string) => parser.feed(chunk))
  await following.promise
  return { firstSeenMs, bytes: () => bytes, close: () => request.destroy() }
}

let orders = 0

/** Orders at a steady pace, and cancels each delivery ten orders later. */
async function orderSteadily(
  { couriers, world: { services } }: BoardWorld,
  seconds: number,
): Promise<Change[]> {
  const { shopId } = couriers.orders
  const changes: Change[] = []
  const startedAt = performance.now()
  for (let count = 0; count < seconds * ordersPerSecond; count += 1) {
    await pause(Math.max(0, (count / ordersPerSecond) * 1_000 - (performance.now() - startedAt)))
    orders += 1
    const { delivery } = await createDelivery(services, {
      shopId,
      idempotencyKey: `board-${orders}`,
      input,
    })
    changes.push({ id: delivery.id, committedAtMs: timeMs() })
    const old = changes.at(-11)
    if (old)
      await cancelDelivery(
        services,
        { shopId, id: old.id },
        { reason: 'Plus en stock', idempotencyKey: null },
      )
  }
  return changes
}

/** Without a destination: the search for couriers would grow with every order. */
const input: DeliveryOrder = {
  customer: { lastName: 'Dossou', firstName: 'Afi', phone: '0197000001' },
  parcel: { category: 'FASHION', size: 'SMALL' },
  payment: { mode: 'PREPAID' },
}

/** From each commit to each page, sorted. */
function delaysOf(changes: readonly Change[], watching: readonly Viewer[]): Float64Array {
  const delays = changes.flatMap(({ id, committedAtMs }) =>
    watching.map(({ firstSeenMs }) => {
      const seen = firstSeenMs.get(id)
      if (seen === undefined) throw new Error('A page was not sent a delivery; not a figure.')
      return seen - committedAtMs
    }),
  )
  return Float64Array.from(delays).sort()
}

/**
 * Every courier in turn reports a place a little farther on, through their door; returns how many a second
 * were taken.
 */
async function reportSteadily(
  { url }: Server,
  { couriers: { courierIds, places }, courierCookies }: BoardWorld,
  signal: AbortSignal,
): Promise<{ positions: number }> {
  const pool = new Pool(url, { connections: 20 })
  const underWay = new Set<Promise<void>>()
  let [begun, reports] = [0, 0]
  const report = async (at: number) => {
    const place = places[at] ?? { lat: 6.35, lng: 2.37 }
    const angle = 2 * Math.PI * Math.random()
    place.lat += stride * Math.sin(angle)
    place.lng += stride * Math.cos(angle)
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: '/courier/look',
      headers: { 'content-type': 'application/json', cookie: courierCookies[at] ?? '', origin: url },
      body: JSON.stringify({ position: { ...place, accuracyMeters: 12 } }),
    })
    await body.dump()
    if (statusCode === 200) reports += 1
  }
  const startedAt = performance.now()
  while (!signal.aborted) {
    await pause(20)
    const due = ((performance.now() - startedAt) / 1_000) * (courierIds.length / everySeconds)
    for (; begun < due; begun += 1) {
      const one = report(begun % courierIds.length)
        .catch(() => {})
        .finally(() => underWay.delete(one))
      underWay.add(one)
    }
  }
  await Promise.all(underWay)
  const seconds = (performance.now() - startedAt) / 1_000
  await pool.close()
  return { positions: reports / seconds }
}

await runBench(main)
