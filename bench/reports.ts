import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { dayAfter, dayBegins, localDayText } from '../src/base/kernel/local-time.ts'
import { countDifference } from '../src/domain/reports/count-difference.ts'
import { countedDelivery, type ReportedDelivery } from '../src/domain/reports/counted-delivery.ts'
import { changeSums } from '../src/domain/reports/counting-store.ts'
import { recountOlderDeliveries } from '../src/domain/reports/recount-deliveries.ts'
import { seeded } from '../test/support/chance.ts'
import { type BoardWorld, openBoardWorld, signInOperator } from './support/board-world.ts'
import type { Finding } from './support/finding.ts'
import { measurePage } from './support/page-costs.ts'
import { startColis, startPostgres } from './support/processes.ts'
import { printReport } from './support/report.ts'
import { benchOptions, runBench } from './support/run-bench.ts'

/**
 * What pages of reports cost once a million deliveries of two years were counted: their sums are written by what counts
 * deliveries, and pages read nothing else. Each report over its usual days, over a year, and over a year beside the one
 * before, with days at both ends that are no whole months. Then how fast deliveries from before are counted. `--quick`
 * only shows that this still runs.
 */
const { values: options } = parseArgs({ options: benchOptions })
const pace = options.quick
  ? { deliveries: 5_000, days: 100, couriers: 20, shops: 50, warmUp: 2, requests: 5, visitsPerSecond: 0 }
  : {
      ...{ deliveries: 1_000_000, days: 730, couriers: 150, shops: 300 },
      ...{ warmUp: 10, requests: 60, visitsPerSecond: 0 },
    }

/** What a page of reports may take, in ms. */
const goalMs = 100
const timeZone = 'Africa/Porto-Novo'
/** How many days are summed up in one transaction. */
const daysAtOnce = 30
const reports = ['', '/punctuality', '/times', '/failures', '/demand', '/couriers', '/money', '/shops']

async function main(): Promise<boolean> {
  const cluster = await startPostgres()
  say('filling a city')
  const board = await openBoardWorld(cluster.url('postgres'), 50, pace.couriers)
  const cookie = await signInOperator(board, 'OPERATOR')
  const findings = [await measureCounting(board)]
  const today = localDayText(new Date(), timeZone)
  const rows = await fill(board, today)
  const server = await startColis({ ...board.env, VISITS_PER_SECOND: String(pace.visitsPerSecond) })
  for (const report of reports)
    for (const [span, query] of Object.entries(spansUntil(today))) {
      const name = `/operations/reports${report}, ${span}`
      say(name)
      const path = `/operations/reports${report}${query}`
      const measured = (await measurePage(server, { name, path, cookie }, pace)).findings
      findings.push(...measured.map((finding) => withGoal(finding, span)))
    }
  findings.push({ name: 'Memory of the server meanwhile', value: server.peakRssMib(), unit: 'MiB' })
  await server.stop()
  await board.world.close()
  return printReport(findings, { ...pace, sums: rows })
}

const say = (doing: string) => console.error(`… ${doing}`)

/** The usual days, a year, and a year beside the one before; the middle of months at both ends. */
function spansUntil(today: string): Record<string, string> {
  const last = `${dayAfter(today, -20).slice(0, 7)}-14`
  const year = `?from=${dayAfter(last, -365)}&to=${last}`
  return { 'usual days': '', 'a year': year, 'two years': `${year}&beside=YEAR` }
}

const withGoal = (finding: Finding, span: string): Finding =>
  finding.unit === 'ms' && finding.goal
    ? { ...finding, kind: `A page over ${span}, p95`, goal: { atMost: goalMs } }
    : { ...finding, ...(finding.unit === 'ms' && { kind: `A page over ${span}, p50` }) }

/** How fast deliveries from before there were reports are counted. */
async function measureCounting({ world: { services } }: BoardWorld): Promise<Finding> {
  say('counting deliveries from before')
  const none = '00000000-0000-0000-0000-000000000000'
  await services.db.deleteFrom('report_backlog').execute()
  await services.db
    .insertInto('report_backlog')
    .values({ after_shop_id: none, after_delivery_id: none })
    .execute()
  const startedAt = performance.now()
  while (await recountOlderDeliveries(services));
  const counted = await services.db
    .selectFrom('report_deliveries')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const perSecond = Number(counted.count) / ((performance.now() - startedAt) / 1_000)
  return { name: 'Deliveries from before counted', value: perSecond, unit: '/s' }
}

/** Writes the sums of all deliveries, day by day; returns how many there are. */
async function fill({ world: { services } }: BoardWorld, today: string): Promise<number> {
  const { db } = services
  const draw = seeded(1960)
  const one = <T>(values: readonly T[]): T => values[Math.floor(draw() * values.length)] as T
  const zones = await db.selectFrom('zones').select(['zones.id', 'zones.city_id']).execute()
  const couriers = (await db.selectFrom('couriers').select('couriers.id').execute()).map(({ id }) => id)
  const shops = Array.from({ length: pace.shops }, () => randomUUID())
  const shopBegins = shops.map(() => draw() * pace.days * 0.8)
  const shopEnds = shops.map((_, at) => (shopBegins[at] ?? 0) + draw() * pace.days * 1.5)
  const cities = [zones[0]?.city_id ?? '', randomUUID(), randomUUID()]
  const zonesOf = new Map(cities.map((city, at) => [city, zones.slice(at * 15, at * 15 + 15)]))
  // Couriers carry in their city; a shop orders in its own, and once in ten times in another.
  const ofCity = <T>(all: readonly T[], city: number) => all.filter((_, at) => at % cities.length === city)
  const couriersOf = cities.map((_, city) => ofCity(couriers, city))
  const perDay = Math.round(pace.deliveries / pace.days)
  const waiting: Recounts = []
  for (let back = pace.days - 1; back >= 0; back -= 1) {
    const day = dayAfter(today, -back)
    const begins = dayBegins(day, timeZone).getTime()
    const number = pace.days - back
    const isOpen = (shop: (typeof shops)[number]) => {
      const at = shops.indexOf(shop)
      return (shopBegins[at] ?? 0) <= number && number <= (shopEnds[at] ?? 0)
    }
    const openOf = cities.map((_, city) => ofCity(shops, city).filter(isOpen))
    const recounts = Array.from({ length: perDay }, () => {
      const city = Math.floor(draw() ** 2 * cities.length)
      const cityId = cities[city] ?? ''
      const home = draw() < 0.1 ? Math.floor(draw() * cities.length) : city
      const open = openOf[home] ?? []
      const delivery = lived(begins, {
        ...{ cityId, zoneId: one(zonesOf.get(cityId) ?? zones).id, draw },
        courierId: one(couriersOf[city] ?? couriers),
        shopId: one(open.length > 0 ? open : shops),
      })
      return { before: [] as [], after: countedDelivery(delivery, timeZone) }
    })
    waiting.push(...recounts)
    if (waiting.length < daysAtOnce * perDay && back > 0) continue
    await db.transaction().execute((trx) => changeSums(trx, countDifference(waiting.splice(0))))
    say(`${number} days counted`)
  }
  await services.database.withSession((session) => session.runScript('vacuum analyze report_sums'))
  await services.database.withSession((session) => session.runScript('vacuum analyze report_spans'))
  const { count } = await db
    .selectFrom('report_sums')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

type Recounts = { before: []; after: ReturnType<typeof countedDelivery> }[]

type Drawn = Pick<ReportedDelivery, 'cityId' | 'zoneId' | 'courierId' | 'shopId'> & { draw: () => number }

/** A delivery of one day between 8 and 20 o'clock, as most go: nine in ten handed over. */
function lived(begins: number, { draw, ...drawn }: Drawn): ReportedDelivery {
  let passed = begins + (8 + 12 * draw()) * 3_600_000
  const next = (minutes: number) => {
    passed += minutes * (0.3 + 2.5 * draw() ** 3) * 60_000
    return new Date(passed)
  }
  const createdAt = new Date(passed)
  const [searchedAt, assignedAt, pickedUpAt] = [next(6), next(4), next(14)]
  const announcedAt = new Date(passed + 30_000)
  const [earliestAt, latestAt] = [new Date(passed + 10 * 60_000), new Date(passed + 32 * 60_000)]
  const endedAt = next(18)
  const isHandedOver = draw() < 0.9
  const status = isHandedOver ? 'DELIVERED' : draw() < 0.5 ? 'FAILED' : 'CANCELLED'
  const day = localDayText(endedAt, timeZone)
  const booked = { day, currency: 'XOF', owner: '' } as const
  const price = 600 + Math.floor(draw() * 20) * 50
  return {
    ...{ ...drawn, status, createdAt, isSecondTry: false, windowFrom: null, wasLocating: draw() < 0.6 },
    failureCode: status === 'FAILED' ? (draw() < 0.5 ? 'CUSTOMER_ABSENT' : 'REFUSED') : null,
    ...{ searchedAt, assignedAt, pickedUpAt, endedAt, intervention: null },
    ...{ announcedAt, earliestAt, latestAt },
    booked: isHandedOver
      ? [
          { ...booked, kind: 'TRIP_REVENUE', amountFcfa: -price },
          { ...booked, kind: 'COLLECTION_REVENUE', amountFcfa: -100 },
          { ...booked, kind: 'COURIER_PAY', amountFcfa: Math.round(price * 0.7) },
          {
            ...booked,
            kind: 'COURIER_EARNINGS',
            owner: drawn.courierId ?? '',
            amountFcfa: -Math.round(price * 0.7),
          },
        ]
      : [],
  }
}

await runBench(main)
