import { parseArgs } from 'node:util'
import { systemClock } from '../src/base/kernel/clock.ts'
import type { Finding } from './support/finding.ts'
import { type GrowthWorld, openGrowthWorld, orderOf } from './support/growth-world.ts'
import { startPostgres } from './support/processes.ts'
import { printReport } from './support/report.ts'
import { benchOptions, runBench } from './support/run-bench.ts'
import { withClient } from './support/seed.ts'

/**
 * What grows with the tables: the same lives over a year, first few and then many, each size in a database of its own;
 * the last two days, what is under way and a courier's day are alike. Blocks are counted, which depend on no machine:
 * those that PostgreSQL reads for all statements of a request, in memory or not. `--sizes 10000,100000` are others,
 * `--long` adds five million (40 GB), `--quick` only shows that this still runs.
 */
const { values: options } = parseArgs({
  options: { ...benchOptions, long: { type: 'boolean', default: false }, sizes: { type: 'string' } },
})
const usual = options.quick ? [2_500, 5_000] : [10_000, 1_000_000, ...(options.long ? [5_000_000] : [])]
const sizes = options.sizes?.split(',').map(Number) ?? usual

/** How often each request is made, and counted. */
const [warmUp, requests] = [2, 5]
/** How many times as many blocks the last size may need, and from how many on that says anything: an index of a
 * hundred times as many rows is a level deeper. */
const goal = { atMost: 1.5 }
const fewBlocks = 60

const postgres = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '10000',
  autovacuum: 'off',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '8GB',
  maintenance_work_mem: '512MB',
  shared_buffers: '512MB',
}

/** A request through a door. */
type Asked = { method?: 'POST'; url: string; headers: Record<string, string>; payload?: object }
/** `grows` says with what an operation grows, if not with all that was ever ordered. */
type Operation = { ask: () => Asked; grows?: string }
/** Blocks of a request, at each size. */
type Measured = Operation & { blocks: number[] }

async function main(): Promise<boolean> {
  const cluster = await startPostgres(postgres)
  const measured = new Map<string, Measured>()
  for (const size of sizes) {
    console.error(`… ${size.toLocaleString('en')} deliveries`)
    await withClient(cluster.url('postgres'), (client) => client.query(`create database growth_${size}`))
    const world = await openGrowthWorld(cluster.url(`growth_${size}`), size)
    await world.client.query('create extension pg_stat_statements')
    for (const [name, operation] of Object.entries(await operationsOf(world))) {
      const { blocks } = measured.get(name) ?? { blocks: [] }
      measured.set(name, { ...operation, blocks: [...blocks, await blocksOf(world, name, operation)] })
    }
    await world.close()
    await withClient(cluster.url('postgres'), (client) => client.query(`drop database growth_${size}`))
  }
  printBlocks(measured)
  return printReport(
    [...measured].map(([name, each]) => findingOf(name, each)),
    { deliveries: sizes.map((size) => size.toLocaleString('en')).join(' and '), requests },
  )
}

/** What is asked of the service, with what it answers alike at any size. */
async function operationsOf({ client, large, small, seller, operator, courierId, cityId }: GrowthWorld) {
  const { rows } = await client.query<{ id: string; oldest: string; phone: string; total: number }>(
    `select newest.id, oldest.id as oldest, newest.customer_phone as phone,
       (select count(*)::integer from deliveries where shop_id = $1) as total
     from (select * from deliveries where shop_id = $1 and status = 'DELIVERED' order by id desc offset 100 limit 1)
       as newest
     cross join (select id from deliveries where shop_id = $1 order by id limit 1) as oldest`,
    [large.shopId],
  )
  const [known] = rows
  if (!known) throw new Error('The large shop has no delivery.')
  const ago = (hours: number) => new Date(systemClock.now().getTime() - hours * 3_600_000).toISOString()
  const get = (path: string, key = large.key): Operation => ({
    ask: () => ({ url: `/api/v1/partner${path}`, headers: { authorization: `Bearer ${key}` } }),
  })
  const page = (cookie: string, url: string, grows?: string): Operation => ({
    ask: () => ({ url, headers: { cookie, accept: 'text/html' } }),
    ...(grows !== undefined && { grows }),
  })
  let made = 0
  const order = (): Operation => ({
    ask: () => {
      made += 1
      return {
        method: 'POST',
        url: '/api/v1/partner/deliveries',
        headers: { authorization: `Bearer ${large.key}`, 'idempotency-key': `growth-order-${made}` },
        payload: orderOf(`GROWTH-${made}`),
      }
    },
  })
  const shop = `/console/shops/${large.shopId}`
  const operations = '/operations'
  const lastPage = Math.ceil(known.total / 100)
  const digits = known.phone.slice(-8)
  return {
    'GET /deliveries, the first page': get('/deliveries?pageSize=100'),
    'GET /deliveries, the first page of a small shop': get('/deliveries?pageSize=100', small.key),
    'GET /deliveries, the last page': get(`/deliveries?pageSize=100&page=${lastPage - 1}`),
    'GET /deliveries, the fifth page': get('/deliveries?pageSize=100&page=5'),
    'GET /deliveries, those delivered': get('/deliveries?pageSize=100&status=DELIVERED'),
    'GET /deliveries, those cancelled': get('/deliveries?pageSize=100&status=CANCELLED'),
    'GET /deliveries, those in transit': get('/deliveries?pageSize=100&status=IN_TRANSIT'),
    'GET /deliveries, changed in the last hour': get(`/deliveries?pageSize=100&updatedSince=${ago(1)}`),
    'GET /deliveries, changed in the last day': get(`/deliveries?pageSize=100&updatedSince=${ago(23)}`),
    'GET /deliveries, of one externalRef': get('/deliveries?externalRef=CMD-400'),
    'GET one delivery': get(`/deliveries/${known.id}`),
    'GET the oldest delivery': get(`/deliveries/${known.oldest}`),
    'GET the events of one': get(`/deliveries/${known.id}/events`),
    'POST /deliveries': order(),
    'the home of a shop': page(seller, shop),
    'a shop’s list': page(seller, `${shop}/deliveries`),
    'a shop’s list of a status': page(seller, `${shop}/deliveries?status=CANCELLED`),
    'a shop’s search of a name': page(seller, `${shop}/deliveries?q=dossou`),
    'a shop’s search of two names': page(seller, `${shop}/deliveries?q=afi+dossou`),
    'a shop’s search of a name and a status': page(seller, `${shop}/deliveries?q=dossou&status=DELIVERED`),
    'a shop’s search of a phone': page(seller, `${shop}/deliveries?q=${digits}`),
    'a shop’s page of a delivery': page(seller, `${shop}/deliveries/${known.id}`),
    'a shop’s statement of the month': page(seller, `${shop}/statement`, 'what the shop sold in the month'),
    'the operator’s board': page(operator, operations),
    'the operator’s search of a name': page(operator, `${operations}/deliveries?q=dossou`),
    'the operator’s search of two names': page(operator, `${operations}/deliveries?q=afi+dossou`),
    'the operator’s search of a name and a status': page(
      operator,
      `${operations}/deliveries?q=dossou&status=DELIVERED`,
    ),
    'the operator’s search of a phone': page(operator, `${operations}/deliveries?q=${digits}`),
    'the operator’s list of a status': page(operator, `${operations}/deliveries?status=IN_TRANSIT`),
    'the operator’s list of shops': page(operator, `${operations}/shops`, 'what shops ordered in 30 days'),
    'the operator’s page of a shop': page(
      operator,
      `${operations}/shops/${large.shopId}`,
      'what the shop ordered in 90 days',
    ),
    'the operator’s page of a courier': page(operator, `${operations}/couriers/${courierId}`),
    'the operator’s list of a courier’s trips': page(operator, `${operations}/couriers/${courierId}/trips`),
    'the operator’s page of a city': page(operator, `${operations}/cities/${cityId}`),
    'the health of the service': page(operator, `${operations}/service`),
  }
}

/** How many blocks PostgreSQL reads for one of these requests. */
async function blocksOf({ app, client }: GrowthWorld, name: string, { ask }: Operation): Promise<number> {
  const once = async () => {
    const { statusCode, body } = await app.inject({ method: 'GET', ...ask() })
    if (statusCode >= 300) throw new Error(`${name} was answered ${statusCode}: ${body.slice(0, 300)}`)
  }
  for (let count = 0; count < warmUp; count += 1) await once()
  await client.query('select pg_stat_statements_reset()')
  for (let count = 0; count < requests; count += 1) await once()
  const { rows } = await client.query<{ blocks: number }>(`
    select coalesce(sum(shared_blks_hit + shared_blks_read), 0)::integer as blocks
    from pg_stat_statements
    where toplevel and dbid = (select oid from pg_database where datname = current_database())
      and query !~ 'pg_stat_statements'`)
  return Math.round((rows[0]?.blocks ?? 0) / requests)
}

function printBlocks(measured: ReadonlyMap<string, Measured>): void {
  const line = (name: string, cells: readonly string[]) =>
    `${name.padEnd(54)}${cells.map((cell) => cell.padStart(12)).join('')}`
  console.log(
    `\n${line(
      'Blocks of a request, by deliveries',
      sizes.map((size) => size.toLocaleString('en')),
    )}`,
  )
  for (const [name, { blocks }] of measured)
    console.log(
      line(
        name,
        blocks.map((count) => count.toLocaleString('en')),
      ),
    )
}

function findingOf(name: string, { blocks, grows }: Measured): Finding {
  const [first = 0, last = 0] = [blocks[0], blocks.at(-1)]
  const counted = `${blocks.map((count) => count.toLocaleString('en')).join(', ')} blocks`
  return {
    name: `${name}: ${counted}${grows === undefined ? '' : `, as ${grows} does`}`,
    value: last / Math.max(first, fewBlocks),
    unit: 'ratio',
    ...(grows === undefined && { goal }),
  }
}

await runBench(main, { maxMinutes: options.long ? 240 : 60 })
