import { parseArgs } from 'node:util'
import { openBoardWorld, signInOperator } from './support/board-world.ts'
import type { Finding } from './support/finding.ts'
import { measurePage } from './support/page-costs.ts'
import { type Server, startColis, startPostgres } from './support/processes.ts'
import { printReport } from './support/report.ts'
import { benchOptions, runBench } from './support/run-bench.ts'

/**
 * What the operator's pages cost, one request after another: each page that links lead to from the board, one of each
 * kind, with 2,000 deliveries under way, 20,000 that ended, 1,000 couriers and 150 zones. `--quick` only shows that
 * this still runs.
 */
const { values: options } = parseArgs({ options: benchOptions })
const pace = options.quick
  ? { underWay: 50, couriers: 20, warmUp: 2, requests: 5, visitsPerSecond: 0 }
  : { underWay: 2_000, couriers: 1_000, warmUp: 20, requests: 100, visitsPerSecond: 0 }

/** Searches are forms, which no link leads to; customers' rights are a page of forms alone. */
const starts = [
  '/operations',
  '/operations/deliveries?q=dossou',
  '/operations/deliveries?q=97000001',
  '/operations/deliveries?q=dossou&status=FAILED',
  '/operations/deliveries?status=IN_TRANSIT',
]
/** Files, and streams: no pages. */
const noPage = /\/(labels|file|shapes|export|live)(\/|\?|$)|\.(csv|pdf|xlsx|json)(\?|$)/

async function main(): Promise<boolean> {
  const cluster = await startPostgres()
  say('filling a city')
  const board = await openBoardWorld(cluster.url('postgres'), pace.underWay, pace.couriers)
  const cookie = await signInOperator(board, 'OPERATOR')
  const server = await startColis({ ...board.env, VISITS_PER_SECOND: String(pace.visitsPerSecond) })
  const findings = await measureAll(server, cookie)
  findings.push({
    name: 'Memory of the server meanwhile',
    value: server.peakRssMib(),
    unit: 'MiB',
  })
  await server.stop()
  await board.world.close()
  return printReport(findings, pace)
}

const say = (doing: string) => console.error(`… ${doing}`)

/** Measures a page, and then what it is the first to lead to. */
async function measureAll(server: Server, cookie: string): Promise<Finding[]> {
  const toDo = new Map(starts.map((path) => [path, path]))
  const findings: Finding[] = []
  for (const [name, path] of toDo) {
    say(`${name}: ${pace.requests} requests`)
    const { html, findings: costs } = await measurePage(server, { name, path, cookie }, pace)
    findings.push(...costs)
    for (const link of linksIn(html)) if (!toDo.has(kindOf(link))) toDo.set(kindOf(link), link)
  }
  if (toDo.size < 35) throw new Error(`Only ${toDo.size} pages were found; not a figure.`)
  return findings
}

const linksIn = (html: string): string[] =>
  [...html.matchAll(/href="(\/operations[^"#]*)/g)]
    .map(([, path = '']) => path.replaceAll('&#61;', '=').replaceAll('&#38;', '&'))
    .filter((path) => !noPage.test(path))

/** Identifiers and queries make no other kind of page. */
const kindOf = (path: string): string =>
  path.replace(/\?.*$/, '').replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, ':id')

await runBench(main)
