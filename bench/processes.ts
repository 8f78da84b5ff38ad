import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Finding } from './support/finding.ts'
import { order } from './support/partner-requests.ts'
import { type Server, startColis, startPostgres } from './support/processes.ts'
import { printReport } from './support/report.ts'
import { benchOptions, runBench } from './support/run-bench.ts'
import { type BenchShop, seedWorld, withClient } from './support/seed.ts'

/**
 * What several processes on one PostgreSQL server cost beside a single one: statements and processor time of
 * creations, with all that follows from them, and the statements of processes that nobody asks anything.
 */
const { values: options } = parseArgs({ options: benchOptions })

const pace = options.quick
  ? { creations: 100, warmUp: 50, idleSeconds: 10 }
  : { creations: 2_000, warmUp: 250, idleSeconds: 60 }
/** Creations under way at once. */
const clients = 8

type Arrangement = {
  name: string
  serving: string[][]
  working: string[][]
  /** How many processes that is, where a command starts several. */
  processes?: number
}
const one = { name: 'one process', serving: [[]], working: [] }
const arrangements: Arrangement[] = [
  one,
  { name: '2 processes', serving: [[], []], working: [] },
  {
    name: '2 processes of one command',
    serving: [['serve', '--processes', '2']],
    working: [],
    processes: 2,
  },
  { name: '4 processes', serving: [[], [], [], []], working: [] },
  { name: '2 that serve, one that works', serving: [apart(), apart()], working: [['work']] },
]

function apart(): string[] {
  return ['serve', '--no-work']
}

type Cost = { statements: number; cpuMs: number; idlePerSecond: number; idleProcesses: number }

async function main(): Promise<boolean> {
  const cluster = await startPostgres({ shared_preload_libraries: 'pg_stat_statements' })
  const costs: Cost[] = []
  for (const [nth, arrangement] of arrangements.entries()) {
    const name = `arrangement_${nth}`
    await withClient(cluster.url('postgres'), (client) => client.query(`create database ${name}`))
    const url = cluster.url(name)
    await withClient(url, (client) => client.query('create extension pg_stat_statements'))
    const { orders } = await seedWorld(url)
    costs.push(await costOf(arrangement, url, orders))
  }
  const [single] = costs
  if (!single) throw new Error('Nothing was measured.')
  return printReport(
    arrangements.flatMap(({ name }, nth) => findingsOf(name, costs[nth] as Cost, single)),
    pace,
  )
}

function findingsOf(name: string, cost: Cost, single: Cost): Finding[] {
  const besideOne = (what: string, part: number): Finding[] =>
    cost === single ? [] : [{ name: `${what}, ${name}`, value: part, unit: 'ratio', goal: { atMost: 1.1 } }]
  return [
    { name: `Statements of a creation, ${name}`, value: cost.statements, unit: 'statements' },
    ...besideOne('Of those of one process', cost.statements / single.statements),
    { name: `Processor time of a creation, ${name}`, value: cost.cpuMs, unit: 'ms' },
    ...besideOne('Of that of one process', cost.cpuMs / single.cpuMs),
    {
      name: `Statements of an idle process each second, ${name}`,
      value: cost.idlePerSecond / cost.idleProcesses,
      unit: '/s',
      goal: { atMost: 1 },
    },
  ]
}

async function costOf(
  { serving, working, processes }: Arrangement,
  url: string,
  shop: BenchShop,
): Promise<Cost> {
  const env = { DATABASE_URL: url, SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'), SEED_DEMO: 'false' }
  const servers: Server[] = []
  for (const command of serving) servers.push(await startColis(env, command))
  const workers: Server[] = []
  for (const command of working) workers.push(await startColis({ ...env, WORK_HEALTH_PORT: '0' }, command))
  const all = [...servers, ...workers]
  const cpuMs = () => all.reduce((sum, server) => sum + (server.cpuMs() ?? Number.NaN), 0)
  // What follows from a start is done by then.
  await wait(15_000)
  const atRest = await countStatements(url)
  await wait(pace.idleSeconds * 1_000)
  const idle = (await countStatements(url)) - atRest
  await create(servers, shop, pace.warmUp * servers.length)
  await isCaughtUp(url)
  const before = { cpuMs: cpuMs(), statements: await countStatements(url) }
  await create(servers, shop, pace.creations)
  await isCaughtUp(url)
  const statements = (await countStatements(url)) - before.statements
  const used = cpuMs() - before.cpuMs
  await Promise.all(all.map((server) => server.stop()))
  return {
    statements: statements / pace.creations,
    cpuMs: used / pace.creations,
    idlePerSecond: idle / pace.idleSeconds,
    idleProcesses: processes ?? all.length,
  }
}

let created = 0
/** Creates deliveries through all servers in turn. */
async function create(servers: readonly Server[], { key }: BenchShop, count: number): Promise<void> {
  let next = 0
  const client = async () => {
    for (let nth = next++; nth < count; nth = next++) {
      const server = servers[nth % servers.length] as Server
      const number = created++
      const response = await fetch(`${server.url}/api/v1/partner/deliveries`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': `creation-${number}`,
        },
        body: JSON.stringify({ ...order, externalRef: `order-${number}` }),
      })
      if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`)
      await response.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
}

/** Resolves once every event has its position and every consumer has read it. */
async function isCaughtUp(url: string): Promise<void> {
  await withClient(url, async (client) => {
    for (;;) {
      const { rows } = await client.query(`
        /* of the bench */ select exists (select from unsequenced_events)
          or exists (select from event_consumers, event_log_head
            where event_consumers.position < event_log_head.position) as waits`)
      if (!rows[0].waits) return
      await wait(50)
    }
  })
}

/** Statements that were sent to a database so far, without those of this measurement. */
async function countStatements(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(`
      /* of the bench */ select coalesce(sum(calls), 0)::integer as calls from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
        and query not like '%/* of the bench */%'`)
    return rows[0].calls
  })
}

await runBench(main)
