import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { certificateAuthority } from '../test/support/certificates.ts'
import { startDnsStub } from '../test/support/dns-stub.ts'
import type { Posting } from './support/baseline-poster.ts'
import type { Published, PublishOrder } from './support/event-publisher.ts'
import type { Finding } from './support/finding.ts'
import { percentile } from './support/percentile.ts'
import { type Server, startColis, startPostgres, startWorker, temporaryFolder } from './support/processes.ts'
import { printReport } from './support/report.ts'
import { benchOptions, runBench } from './support/run-bench.ts'
import { withClient } from './support/seed.ts'
import type { Arrivals, Behaviour, Counted, ReceiverOrder } from './support/webhook-receiver.ts'
import {
  addWebhookShop,
  enqueueBacklog,
  openWebhookWorld,
  settleAll,
  type WebhookShop,
  type WebhookWorld,
} from './support/webhook-world.ts'

/**
 * What webhooks cost: committed events to an HTTPS receiver, sender, receiver and database each in a process
 * of its own on this machine. `--quick` only shows that this still runs; `--only <section>` runs one section.
 */
const sections = ['throughput', 'latency', 'isolation', 'outage', 'memory', 'embedded'] as const
const { values: options } = parseArgs({
  options: { ...benchOptions, only: { type: 'string', multiple: true } },
})
const wants = (section: (typeof sections)[number]) => !options.only || options.only.includes(section)

const pace = options.quick
  ? { rounds: 1, warmUpSeconds: 2, seconds: 4, baselineSeconds: 3, publishSeconds: 4, hostileSeconds: 6 }
  : { rounds: 2, warmUpSeconds: 5, seconds: 30, baselineSeconds: 10, publishSeconds: 30, hostileSeconds: 60 }
const overdueRows = options.quick ? 10_000 : 200_000
/** More than can be sent in one round, so that there is always more. */
const backlogPerSecond = { many: 8_000, one: 2_000 }
const host = 'hooks.boutique.bj'
const busyShops = 100
const hangingShare = 0.1
/**
 * More endpoints than a process has requests under way, each with more pending events than it is sent
 * meanwhile.
 */
const outage = { endpoints: 320, pending: 20 }

type Setting = {
  receiver: Receiver
  /** For the sender and for the parts in this process alike. */
  settings: Record<string, string>
  world: WebhookWorld
  shops: WebhookShop[]
}

async function main(): Promise<void> {
  const findings: Finding[] = []
  const receiver = await startReceiver()
  const cluster = await startPostgres()
  const url = cluster.url('postgres')
  const version = await withClient(url, async (client) => (await client.query('show server_version')).rows[0])
  if (sections.some((section) => section !== 'embedded' && wants(section))) {
    say('opening 201 shops, an endpoint each')
    const settings = { ...receiver.settings, DATABASE_URL: url }
    const world = await openWebhookWorld(settings)
    const shops: WebhookShop[] = []
    for (let n = 1; n <= 2 * busyShops + 1; n += 1) shops.push(await addWebhookShop(world, receiver.url(n)))
    const setting = { receiver, settings, world, shops }
    await settleAll(world)
    if (wants('throughput')) findings.push(...(await measureThroughput(setting)))
    if (wants('latency')) findings.push(...(await measureLatency(setting)))
    if (wants('isolation')) findings.push(...(await measureIsolation(setting)))
    if (wants('outage')) findings.push(...(await measureOutage(setting)))
    if (wants('memory')) findings.push(await measureMemory(setting))
    await world.close()
  }
  if (wants('embedded')) findings.push(await measureEmbedded(receiver))
  printReport(findings, { postgresql: version.server_version.split(' ')[0], overdueRows, busyShops, ...pace })
}

const say = (doing: string) => console.error(`… ${doing}`)

/** A backlog is sent as fast as it goes, beside a bare loop that posts the same bodies to the same receiver. */
async function measureThroughput(setting: Setting): Promise<Finding[]> {
  const busy = setting.shops.slice(0, busyShops)
  const [all, one, baseline]: [Rate[], Rate[], number[]] = [[], [], []]
  for (let round = 1; round <= pace.rounds; round += 1) {
    say(`round ${round} of ${pace.rounds}: a backlog of 100 endpoints, then of one, then the bare loop`)
    const rate = await drainRate(setting, busy, pace)
    all.push(rate)
    one.push(await drainRate(setting, busy.slice(0, 1), { warmUpSeconds: 1, seconds: pace.baselineSeconds }))
    baseline.push(await baselineRate(setting, rate.connections))
  }
  const perSecond = mean(all.map((rate) => rate.perSecond))
  return [
    { name: 'Attempts, 100 endpoints', value: perSecond, unit: 'requests/s', goal: { atLeast: 2_000 } },
    {
      name: 'A bare loop of undici, as many connections',
      value: mean(baseline),
      unit: 'requests/s',
    },
    { name: 'Sender / bare loop', value: perSecond / mean(baseline), unit: 'ratio', goal: { atLeast: 0.5 } },
    {
      name: 'Attempts, one endpoint',
      value: mean(one.map((rate) => rate.perSecond)),
      unit: 'requests/s',
    },
  ]
}

type Rate = { perSecond: number; connections: number }

async function drainRate(
  { receiver, settings, world }: Setting,
  shops: readonly WebhookShop[],
  { warmUpSeconds, seconds }: { warmUpSeconds: number; seconds: number },
): Promise<Rate> {
  const backlog = shops.length > 1 ? backlogPerSecond.many : backlogPerSecond.one
  await enqueueBacklog(world, shops, (backlog * (warmUpSeconds + seconds)) / shops.length)
  const before = await receiver.count()
  const sender = await startColis(settings)
  await receiver.hasReceived(before.requests + 1)
  await pause(warmUpSeconds * 1_000)
  const from = await receiver.count()
  await pause(seconds * 1_000)
  const to = await receiver.count()
  const left = await pendingCount(world)
  await sender.stop()
  await settleAll(world)
  if (left === 0) throw new Error('The backlog was used up before the end; not a figure.')
  return { perSecond: perSecondBetween(from, to), connections: to.connections }
}

async function baselineRate({ receiver, world, shops }: Setting, connections: number): Promise<number> {
  const rows = await world.services.db.selectFrom('events').select('events.body').limit(500).execute()
  const posting: Posting = {
    urls: shops.slice(0, busyShops).map(({ url }) => url),
    bodies: rows.map(({ body }) => body),
    connections,
    ca: receiver.ca,
    warmUpSeconds: pace.warmUpSeconds,
    seconds: pace.baselineSeconds,
  }
  const poster = startWorker('bench/support/baseline-poster.ts')
  const perSecond = await asked<number>(poster, posting)
  poster.disconnect()
  return perSecond
}

/**
 * From a commit of another process, and from the answer of this one's API, to arrival while 100 events a second happen.
 */
async function measureLatency(setting: Setting): Promise<Finding[]> {
  say('100 events a second')
  const sender = await startColis(setting.settings)
  const shops = setting.shops.slice(0, busyShops)
  const waits = await waitsOf(setting, shops)
  say('100 orders a second by the API')
  const acknowledged = await waitsOf(setting, shops, shops, sender.url)
  await sender.stop()
  await settleAll(setting.world)
  const ms = (name: string, value: number, atMost: number): Finding => ({
    name,
    value,
    unit: 'ms',
    goal: { atMost },
  })
  return [
    ms('From commit to arrival, p50', percentile(waits, 0.5), 50),
    ms('From commit to arrival, p99', percentile(waits, 0.99), 500),
    ms('From acknowledgement to arrival, p50', percentile(acknowledged, 0.5), 10),
    ms('From acknowledgement to arrival, p99', percentile(acknowledged, 0.99), 100),
  ]
}

/** The same, while a tenth of the endpoints answer nothing and one more has a backlog of hundreds of thousands. */
async function measureIsolation(setting: Setting): Promise<Finding[]> {
  const { receiver, world, shops } = setting
  const busy = shops.slice(0, busyShops)
  const hanging = busy.slice(0, busyShops * hangingShare)
  const healthy = busy.slice(hanging.length)
  const overdue = shops[busyShops] as WebhookShop
  say(`${overdueRows} overdue dispatches of one endpoint`)
  await pauseEndpoint(world, overdue, true)
  await enqueueBacklog(world, [overdue], overdueRows)
  const sender = await startColis(setting.settings)

  say('100 events a second, everybody healthy')
  const calm = await waitsOf(setting, busy, healthy)
  say('100 events a second, a tenth hanging, one overdue')
  await receiver.behave([...hanging.map(({ url }) => [url, 'hang'] as const), [overdue.url, 'slow'] as const])
  await pauseEndpoint(world, overdue, false)
  const besideFailing = await waitsOf(setting, busy, healthy)
  const left = await pendingCount(world)

  await sender.stop()
  await receiver.behave([])
  await settleAll(world)
  if (left === 0) throw new Error('The overdue endpoint was done before the end; not a figure.')
  const [before, during] = [percentile(calm, 0.99), percentile(besideFailing, 0.99)]
  return [
    { name: 'Healthy endpoints: p99, everybody healthy', value: before, unit: 'ms' },
    { name: 'Healthy endpoints: p99, troubled neighbours', value: during, unit: 'ms' },
    { name: 'Healthy p99, troubled / healthy', value: during / before, unit: 'ratio', goal: { atMost: 1.5 } },
  ]
}

/** The same, while hundreds of others answer nothing: at first, and when all of them are known to fail. */
async function measureOutage({ receiver, settings, world, shops }: Setting): Promise<Finding[]> {
  const healthy = shops.slice(0, busyShops)
  say(`opening ${outage.endpoints} more shops, whose endpoints will hang`)
  const hanging: WebhookShop[] = []
  for (let n = 1; n <= outage.endpoints; n += 1)
    hanging.push(await addWebhookShop(world, receiver.url(shops.length + n)))
  await receiver.behave(hanging.map(({ url }) => [url, 'hang'] as const))

  const findings: Finding[] = []
  for (const [when, failures] of [
    ['begin to hang', 0],
    ['have long hung', 5],
  ] as const) {
    await settleAll(world)
    await setFailures(world, hanging, failures)
    const sender = await startColis(settings)
    say('100 events a second, everybody healthy')
    const calm = await waitsOf({ receiver, settings, world, shops }, healthy)
    say(`100 events a second, while ${outage.endpoints} others ${when}`)
    await enqueueBacklog(world, hanging, outage.pending)
    const waits = await waitsOf({ receiver, settings, world, shops }, healthy)
    const left = await pendingCount(world)
    await endAtOnce(sender)
    if (left === 0) throw new Error('Nobody hung until the end; not a figure.')
    const name = `${outage.endpoints} others ${when}`
    findings.push(
      { name: `${name}: healthy p50`, value: percentile(waits, 0.5), unit: 'ms' },
      { name: `${name}: healthy p99`, value: percentile(waits, 0.99), unit: 'ms', goal: { atMost: 250 } },
      { name: `${name}: healthy p99 before`, value: percentile(calm, 0.99), unit: 'ms' },
    )
  }
  await settleAll(world)
  await receiver.behave([])
  return findings
}

/** What the sender's memory grows by when 200 receivers that were sound turn hostile. */
async function measureMemory({ receiver, settings, world, shops }: Setting): Promise<Finding> {
  const hostile = shops.slice(0, 2 * busyShops)
  say('200 sound receivers, then the same ones hostile')
  const sender = await startColis(settings)
  await enqueueBacklog(world, hostile, 10)
  await until(async () => (await pendingCount(world)) === 0)
  const before = sender.peakRssMib()
  const kinds: Behaviour[] = ['hang', 'dripHeaders', 'dripBody', 'endless']
  await receiver.behave(hostile.map(({ url }, n) => [url, kinds[n % kinds.length] ?? 'hang'] as const))
  await enqueueBacklog(world, hostile, 100)
  await pause(pace.hostileSeconds * 1_000)
  const after = sender.peakRssMib()
  await endAtOnce(sender)
  await receiver.behave([])
  await settleAll(world)
  return {
    name: 'Memory: growth with 200 hostile receivers',
    value: before === null || after === null ? null : after - before,
    unit: 'MiB',
    goal: { atMost: 50 },
  }
}

/** The embedded database, which works in the process that sends. */
async function measureEmbedded(receiver: Receiver): Promise<Finding> {
  say('a backlog on the embedded database')
  const settings = { ...receiver.settings, DATABASE_URL: `file:${temporaryFolder()}/data` }
  const world = await openWebhookWorld(settings)
  const shops: WebhookShop[] = []
  for (let n = 1; n <= 20; n += 1) shops.push(await addWebhookShop(world, receiver.url(n)))
  await settleAll(world)
  const seconds = pace.baselineSeconds
  await enqueueBacklog(world, shops, (1_000 * seconds) / shops.length)
  await world.close()

  const before = await receiver.count()
  const sender = await startColis(settings)
  await receiver.hasReceived(before.requests + 100)
  const from = await receiver.count()
  await pause(seconds * 1_000)
  const to = await receiver.count()
  await sender.stop()
  return {
    name: 'Embedded: attempts, 20 endpoints',
    value: perSecondBetween(from, to),
    unit: 'requests/s',
    goal: { atLeast: 150 },
  }
}

/**
 * Publishes 100 events a second for `shops` and returns how long each took from its commit to its arrival, in
 * milliseconds and sorted; `counted` are the shops that matter.
 */
async function waitsOf(
  { receiver, settings }: Setting,
  shops: readonly WebhookShop[],
  counted: readonly WebhookShop[] = shops,
  apiUrl?: string,
): Promise<Float64Array> {
  await receiver.note(true)
  const publisher = startWorker('bench/support/event-publisher.ts')
  const order: PublishOrder = {
    env: settings,
    shopIds: shops.map(({ shopId }) => shopId),
    perSecond: 100,
    seconds: pace.publishSeconds,
    ...(apiUrl !== undefined && { api: { url: apiUrl, keys: shops.map(({ key }) => key) } }),
  }
  const published = await asked<Published>(publisher, order)
  publisher.disconnect()
  const isCounted = new Set(counted.map(({ shopId }) => shopId))
  const commits = published.deliveryIds
    .map((id, i) => ({ id, atMs: published.committedAtMs[i] ?? 0, shopId: published.shopIds[i] ?? '' }))
    .filter(({ shopId }) => isCounted.has(shopId))
  const arrived = new Map<string, number>()
  await until(async () => {
    const { deliveryIds, atMs } = await receiver.arrivals()
    for (const [i, id] of deliveryIds.entries()) arrived.set(id, atMs[i] ?? 0)
    return commits.every(({ id }) => arrived.has(id))
  })
  await receiver.note(false)
  return Float64Array.from(commits, ({ id, atMs }) =>
    Math.max(0, (arrived.get(id) ?? Infinity) - atMs),
  ).sort()
}

/** Pauses or enables an endpoint and notifies the sender. */
async function pauseEndpoint(
  { services: { db } }: WebhookWorld,
  shop: WebhookShop,
  isPaused: boolean,
): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({ paused_at: isPaused ? new Date() : null })
    .where('webhook_endpoints.id', '=', shop.endpointId)
    .execute()
}

/** Lets a sender that starts find endpoints that have failed so often in a row. */
async function setFailures(
  { services: { db } }: WebhookWorld,
  shops: readonly WebhookShop[],
  failures: number,
): Promise<void> {
  const ids = shops.map(({ endpointId }) => endpointId)
  await db
    .updateTable('webhook_endpoints')
    .set({ consecutive_failures: failures, failing_since: failures > 0 ? new Date() : null })
    .where('webhook_endpoints.id', 'in', ids)
    .execute()
}

async function pendingCount({ services: { db } }: WebhookWorld): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_dispatches')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('webhook_dispatches.state', '=', 'PENDING')
    .executeTakeFirstOrThrow()
  return count
}

/** The partners' server, spoken to by messages. */
type Receiver = Awaited<ReturnType<typeof startReceiver>>

async function startReceiver() {
  const authority = certificateAuthority()
  const dns = await startDnsStub()
  dns.says(host, { A: ['127.0.0.1'] })
  const folder = temporaryFolder()
  const caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, authority.ca)
  const worker = startWorker('bench/support/webhook-receiver.ts')
  const obey = <Answer>(order: ReceiverOrder) => asked<Answer>(worker, order)
  const port = await obey<number>({ do: 'listen', ...authority.issue([host]) })
  const count = () => obey<Counted>({ do: 'count' })
  return {
    ca: authority.ca,
    url: (n: number) => `https://${host}:${port}/hook/${n}`,
    settings: {
      DATA_FOLDER: folder,
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      DNS_SERVERS: dns.server,
      WEBHOOK_ALLOW_RANGES: '127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: caFile,
      SEED_DEMO: 'false',
      LOG_LEVEL: 'warn',
    },
    count,
    hasReceived: (requests: number) => until(async () => (await count()).requests >= requests),
    behave: (behaviours: readonly (readonly [url: string, Behaviour])[]) =>
      obey({
        do: 'behave',
        behaviours: Object.fromEntries(behaviours.map(([url, kind]) => [new URL(url).pathname, kind])),
      }),
    note: (arrivals: boolean) => obey({ do: 'note', arrivals }),
    arrivals: () => obey<Arrivals>({ do: 'reportArrivals' }),
  }
}

async function asked<Answer>(worker: ReturnType<typeof startWorker>, question: object): Promise<Answer> {
  const given = new AbortController()
  const died = once(worker, 'exit', { signal: given.signal }).then(() => {
    throw new Error('A process of the bench ended before it answered.')
  })
  worker.send(question)
  const answered = once(worker, 'message', { signal: given.signal })
  const [answer] = (await Promise.race([answered, died])) as [Answer]
  died.catch(() => {})
  given.abort()
  return answer
}

async function until(holds: () => Promise<boolean>, boundMs = 60_000): Promise<void> {
  const end = performance.now() + boundMs
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Waited ${boundMs} ms in vain; not a figure.`)
    await pause(20)
  }
}

/** A sender that waits for hostile receivers takes its ten seconds to stop. */
const endAtOnce = (sender: Server) => sender.stop()

const perSecondBetween = (from: Counted, to: Counted) =>
  ((to.requests - from.requests) * 1_000) / (to.atMs - from.atMs)
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

// Last, so that everything above is there.
await runBench(main)
