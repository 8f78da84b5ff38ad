import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { cancelDelivery } from '../src/domain/deliveries/cancelling/cancel-delivery.ts'
import { createDelivery } from '../src/domain/deliveries/order/create-delivery.ts'
import type { DeliveryOrder } from '../src/domain/deliveries/order/delivery-order.ts'
import { type ConsoleWorld, openConsoleWorld, openShop, signIn } from './support/console-world.ts'
import type { Finding } from './support/finding.ts'
import { type Watcher, watchShop } from './support/live-watchers.ts'
import { measurePage } from './support/page-costs.ts'
import { percentile } from './support/percentile.ts'
import { type Server, startColis, startPostgres } from './support/processes.ts'
import { printReport } from './support/report.ts'
import { benchOptions, runBench } from './support/run-bench.ts'
import { withClient } from './support/seed.ts'

/**
 * What the shop's console costs: its pages of a shop with 100,000 deliveries, one request after another, and 500 open
 * consoles that follow 50 shops; the service, its database and those who order in processes of their own. `--quick`
 * only shows that this still runs; `--only pages` or `--only live` runs one half.
 */
const { values: options } = parseArgs({
  options: { ...benchOptions, only: { type: 'string' } },
})
const pace = options.quick
  ? { deliveries: 5_000, warmUp: 5, requests: 20, liveSeconds: 8 }
  : { deliveries: 100_000, warmUp: 30, requests: 200, liveSeconds: 60 }
/** An account has at most six streams. */
const live = { shops: 50, accountsOfShop: 2, streamsOfAccount: 5, perSecond: 2 }
const goals = { livePercent: 5, addedPerSecond: 5, delayMs: 1_000 }

/** Deliveries of the shop whose pages are shown. */
type Shown = { delivered: string; carried: string; middle: string; endpoint: string }

/** The number of a delivery that has a reference of the shop's own. */
const oneNumber = 3_334
/** The phone of its customer, as somebody types it. */
const shownPhone = '01+90+61+68+82'

/** The pages that are measured, by their addresses: a new page is one line here. */
const pages: Record<string, (shop: string, shown: Shown) => string> = {
  'Sign in': () => '/console/sign-in',
  Home: (shop) => shop,
  'The list': (shop) => `${shop}/deliveries`,
  'The list from the middle on': (shop, { middle }) => `${shop}/deliveries?before=${middle}`,
  'The list by status': (shop) => `${shop}/deliveries?status=IN_TRANSIT`,
  'A search by reference': (shop) => `${shop}/deliveries?q=COL-${oneNumber.toString(16).padStart(6, '0')}`,
  'A search by the shop’s own reference': (shop) => `${shop}/deliveries?q=CMD-${oneNumber}`,
  'A search by phone': (shop) => `${shop}/deliveries?q=${shownPhone}`,
  'A search by a common name': (shop) => `${shop}/deliveries?q=dossou`,
  'A search by two names': (shop) => `${shop}/deliveries?q=afi+dossou`,
  'A search that finds nothing': (shop) => `${shop}/deliveries?q=zxywvut`,
  'A delivery on its way': (shop, { carried }) => `${shop}/deliveries/${carried}`,
  'A delivery that ended': (shop, { delivered }) => `${shop}/deliveries/${delivered}`,
  'A new delivery': (shop) => `${shop}/deliveries/new`,
  'Many deliveries': (shop) => `${shop}/deliveries/new/many`,
  'The account': () => '/console/account',
  Settings: (shop) => `${shop}/settings`,
  'The addresses': (shop) => `${shop}/settings/addresses`,
  'A new address': (shop) => `${shop}/settings/addresses/new`,
  'The payout number': (shop) => `${shop}/settings/payout`,
  'The statement': (shop) => `${shop}/statement`,
  'The invoices': (shop) => `${shop}/invoices`,
  'Name and logo': (shop) => `${shop}/settings/appearance`,
  'The team': (shop) => `${shop}/settings/team`,
  'First steps': (shop) => `${shop}/first-steps`,
  'The audit': (shop) => `${shop}/settings/audit`,
  'For developers': (shop) => `${shop}/developers`,
  'The keys': (shop) => `${shop}/developers/keys`,
  'The endpoints': (shop) => `${shop}/developers/endpoints`,
  'An endpoint': (shop, { endpoint }) => `${shop}/developers/endpoints/${endpoint}`,
  'The log of an endpoint': (shop, { endpoint }) => `${shop}/developers/endpoints/${endpoint}/log`,
  'The requests': (shop) => `${shop}/developers/requests`,
  'The signature tester': (shop) => `${shop}/developers/signature`,
  'The sandbox panel': (shop) => `${shop}/developers/sandbox`,
}

/** Pages that would be cheap if they found nothing. */
const listsDeliveries = /^(The list|A search by)/

/** Which part of a page consoles follow. */
const followed = '?part=home'

async function main(): Promise<boolean> {
  const cluster = await startPostgres()
  const url = cluster.url('postgres')
  say(`filling a shop with ${pace.deliveries} deliveries`)
  const world = await openConsoleWorld(url, pace.deliveries)
  const server = await startColis(world.env)
  const findings: Finding[] = []
  if (options.only !== 'live') findings.push(...(await measurePages(server, world)))
  if (options.only !== 'pages') findings.push(...(await measureLive(server, world)))
  findings.push({
    name: 'Memory of the server meanwhile',
    value: server.peakRssMib(),
    unit: 'MiB',
  })
  await server.stop()
  await world.world.close()
  const version = await withClient(url, async (client) => (await client.query('show server_version')).rows[0])
  return printReport(findings, { postgresql: version.server_version.split(' ')[0], ...pace, ...live })
}

const say = (doing: string) => console.error(`… ${doing}`)

async function measurePages(server: Server, world: ConsoleWorld): Promise<Finding[]> {
  const shown = await findShown(world)
  const findings: Finding[] = []
  for (const [name, pathOf] of Object.entries(pages)) {
    say(`${name}: ${pace.requests} requests`)
    const path = pathOf(`/console/shops/${world.shopId}`, shown)
    const { html, findings: costs } = await measurePage(server, { name, path, cookie: world.cookie }, pace)
    if (listsDeliveries.test(name) && !/\/deliveries\/[0-9a-f]{8}-/.test(html))
      throw new Error(`${name}: there is nothing on the page; not a figure.`)
    findings.push(...costs)
  }
  return findings
}

async function findShown({ url, shopId }: ConsoleWorld): Promise<Shown> {
  return withClient(url, async (client) => {
    const newest = async (status: string): Promise<string> =>
      (
        await client.query(
          'select id from deliveries where shop_id = $1 and status = $2 order by id desc limit 1',
          [shopId, status],
        )
      ).rows[0].id
    const [delivered, carried] = [await newest('DELIVERED'), await newest('IN_TRANSIT')]
    const { rows } = await client.query(
      'select id from deliveries where shop_id = $1 order by id offset $2 limit 1',
      [shopId, pace.deliveries / 2],
    )
    const endpoints = await client.query(
      'select id from webhook_endpoints where shop_id = $1 order by id limit 1',
      [shopId],
    )
    return { delivered, carried, middle: rows[0].id, endpoint: endpoints.rows[0].id }
  })
}

/** Connections report their transactions at most ten seconds late: what was done before must not be counted. */
const settleSeconds = 12

/** What the service used over a time, and what was changed meanwhile. */
type Usage = {
  cpuPercent: number
  transactionsPerSecond: number
  changes: Change[]
  changesPerSecond: number
}
type Change = { shopId: string; committedAtMs: number }

const timeMs = () => performance.timeOrigin + performance.now()

/**
 * The same orders while nobody follows, one console of each shop, all of them, and nobody again: what they cost is the
 * difference. Statements are counted as transactions of the database, since each read is one of its own.
 */
async function measureLive(server: Server, { world, url }: ConsoleWorld): Promise<Finding[]> {
  const shopIds: string[] = []
  for (let count = 0; count < live.shops; count += 1) shopIds.push(await openShop(world))
  const use = async (who: string, seconds: number) => {
    say(`${live.perSecond} deliveries a second in ${live.shops} shops, followed by ${who}`)
    await orderSteadily(world, shopIds, settleSeconds)
    return usageOf(server, url, () => orderSteadily(world, shopIds, seconds))
  }
  const before = await use('nobody', pace.liveSeconds / 2)
  const watchers = await openWatchers(server, world, shopIds, 1, 1)
  const one = await use('one console each', pace.liveSeconds)
  const others = await openWatchers(server, world, shopIds, live.accountsOfShop, live.streamsOfAccount)
  for (const { close } of watchers) close()
  const all = await use(`${others.length} consoles`, pace.liveSeconds)
  await pause(1_500)
  for (const { close } of others) close()
  const after = await use('nobody any more', pace.liveSeconds / 2)
  const delaysMs = delaysOf(all.changes, others)
  const cpuPercent = (before.cpuPercent + after.cpuPercent) / 2
  const transactions = (before.transactionsPerSecond + after.transactionsPerSecond) / 2
  return [
    { name: 'The service without consoles', value: cpuPercent, unit: '%' },
    { name: `The service, ${others.length} consoles`, value: all.cpuPercent, unit: '%' },
    {
      name: 'What the consoles cost, of one core',
      value: all.cpuPercent - cpuPercent,
      unit: '%',
      goal: { atMost: goals.livePercent },
    },
    { name: 'Transactions without consoles', value: transactions, unit: '/s' },
    {
      name: 'Transactions that one console each adds',
      value: one.transactionsPerSecond - transactions,
      unit: '/s',
    },
    {
      name: `Transactions that the other ${others.length - watchers.length} add`,
      value: all.transactionsPerSecond - one.transactionsPerSecond,
      unit: '/s',
      goal: { atMost: goals.addedPerSecond },
    },
    { name: 'From a commit to a console, p50', value: percentile(delaysMs, 0.5), unit: 'ms' },
    {
      name: 'From a commit to a console, p95',
      value: percentile(delaysMs, 0.95),
      unit: 'ms',
      goal: { atMost: goals.delayMs },
    },
  ]
}

async function openWatchers(
  { url }: Server,
  world: ConsoleWorld['world'],
  shopIds: string[],
  accounts: number,
  streams: number,
): Promise<Watcher[]> {
  const watchers: Watcher[] = []
  for (const shopId of shopIds)
    for (let account = 0; account < accounts; account += 1) {
      const cookie = await signIn(world, shopId)
      for (let stream = 0; stream < streams; stream += 1)
        watchers.push(await watchShop(url, shopId, followed, cookie))
    }
  return watchers
}

let orders = 0

/** Orders at a steady pace, in one shop after another, and cancels each delivery ten orders later. */
async function orderSteadily(
  { services }: ConsoleWorld['world'],
  shopIds: string[],
  seconds: number,
): Promise<Change[]> {
  const changes: Change[] = []
  const open: { shopId: string; id: string }[] = []
  const startedAt = performance.now()
  for (let count = 0; count < seconds * live.perSecond; count += 1) {
    await pause(Math.max(0, (count / live.perSecond) * 1_000 - (performance.now() - startedAt)))
    const shopId = shopIds[orders++ % shopIds.length] ?? ''
    const { delivery } = await createDelivery(services, { shopId, idempotencyKey: `live-${orders}`, input })
    changes.push({ shopId, committedAtMs: timeMs() })
    open.push({ shopId, id: delivery.id })
    const old = open.length > 10 ? open.shift() : undefined
    if (!old) continue
    await cancelDelivery(services, old, { reason: 'Plus en stock', idempotencyKey: null })
    changes.push({ shopId: old.shopId, committedAtMs: timeMs() })
  }
  return changes
}

/** Without a destination: the search for couriers would grow with every order. */
const input: DeliveryOrder = {
  customer: { lastName: 'Dossou', firstName: 'Afi', phone: '0197000001' },
  parcel: { category: 'FASHION', size: 'SMALL' },
  payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 15_000, feePayer: 'CUSTOMER' },
}

async function usageOf(server: Server, url: string, work: () => Promise<Change[]>): Promise<Usage> {
  const [transactionsBefore, cpuBefore, startedAt] = [
    await countTransactions(url),
    server.cpuMs(),
    performance.now(),
  ]
  const changes = await work()
  const [elapsedMs, cpuAfter] = [performance.now() - startedAt, server.cpuMs()]
  if (cpuBefore === null || cpuAfter === null)
    throw new Error('This system does not say what a process uses.')
  const perSecond = (count: number) => (count / elapsedMs) * 1_000
  return {
    changes,
    changesPerSecond: perSecond(changes.length),
    cpuPercent: ((cpuAfter - cpuBefore) / elapsedMs) * 100,
    transactionsPerSecond: perSecond((await countTransactions(url)) - transactionsBefore),
  }
}

async function countTransactions(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      'select (xact_commit + xact_rollback)::double precision as count from pg_stat_database where datname = current_database()',
    )
    return rows[0].count
  })
}

/** From each commit to what each console of its shop was sent next, sorted. */
function delaysOf(changes: Change[], watchers: Watcher[]): Float64Array {
  const ofShops = Map.groupBy(watchers, ({ shopId }) => shopId)
  const delays = changes.flatMap(({ shopId, committedAtMs }) =>
    (ofShops.get(shopId) ?? []).map(({ arrivedAtMs }) => {
      const arrived = arrivedAtMs.find((each) => each >= committedAtMs - 5)
      if (arrived === undefined) throw new Error('A console was not told of a change; not a figure.')
      return arrived - committedAtMs
    }),
  )
  return Float64Array.from(delays).sort()
}

await runBench(main)
