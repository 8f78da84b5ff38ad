import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import type { DeliveryRow } from '../src/domain/deliveries/delivery-row.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { createDelivery } from '../src/domain/deliveries/order/create-delivery.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { handOverParcel } from '../src/domain/deliveries/transitions/hand-over-parcel.ts'
import { pickUpParcel } from '../src/domain/deliveries/transitions/pick-up-parcel.ts'
import { payAsSimulatedCustomer } from '../src/domain/money/mobile-money/pay-as-simulated-customer.ts'
import { checkLedger } from '../src/domain/money/settlement/check-ledger.ts'
import { settleDeliveries } from '../src/domain/money/settlement/settle-deliveries.ts'
import { consumeEvents, type EventConsumer } from '../src/events/consume-events.ts'
import { startEventLog } from '../src/events/start-event-log.ts'
import { modules } from '../src/modules.ts'
import type { Finding } from './support/finding.ts'
import { addLedgerCouriers, addLedgerShops, copyEndedDeliveries } from './support/ledger-world.ts'
import { startPostgres } from './support/processes.ts'
import { printReport } from './support/report.ts'
import { benchOptions, runBench } from './support/run-bench.ts'
import { openWebhookWorld, type WebhookWorld } from './support/webhook-world.ts'

/**
 * What the books cost beside the deliveries that cause them: the same deliveries by the verbs, with every consumer of
 * events in this process, in short rounds with the consumer of the ledger and without it. Machines have moods, so what
 * counts is the processor time of this process and of the connections that PostgreSQL serves it by. Then a backlog of
 * deliveries that ended while nobody booked, and a check of all that is booked then. `--quick` only shows that this still
 * runs; `--rounds 1 --backlog 500000` measures the check of a large company, and says nothing of the rest.
 */
const { values: options } = parseArgs({
  options: {
    ...benchOptions,
    rounds: { type: 'string' },
    backlog: { type: 'string' },
  },
})
const usual = options.quick
  ? { rounds: 4, perRound: 50, atOnce: 10, backlog: 1_000 }
  : { rounds: 30, perRound: 400, atOnce: 10, backlog: 20_000 }
const pace = {
  ...usual,
  rounds: Number(options.rounds ?? usual.rounds),
  backlog: Number(options.backlog ?? usual.backlog),
}

/** What the ledger may add to the cost of what a delivery does. */
const goal = { atMost: 10 }

const settings = (url: string) => ({ DATABASE_URL: url, SEED_DEMO: 'false', RATE_LIMIT_PER_SECOND: '0' })

/** Everything that a delivery does on its way, in order; each of these is measured alone. */
const acts = ['a creation', 'an assignment', 'a pickup', 'a payment', 'a hand-over'] as const
type Act = (typeof acts)[number]

type Setting = {
  world: WebhookWorld
  /** A connection that is not counted. */
  asked: pg.Client
  shopIds: readonly string[]
  /** One for each delivery of a round: a courier carries one parcel at a time. */
  courierIds: readonly string[]
}

type Cost = { serviceMicros: number; databaseMicros: number; perSecond: number }
type Spent = { serviceMicros: number; connections: ReadonlyMap<number, number> }
type Side = 'with' | 'without'
type Costs = Record<Act, Cost[]>

async function main(): Promise<boolean> {
  const cluster = await startPostgres()
  const url = cluster.url('postgres')
  const world = await openWebhookWorld(settings(url))
  const asked = new pg.Client({ connectionString: url })
  asked.on('error', () => {})
  await asked.connect()
  const setting: Setting = {
    world,
    asked,
    shopIds: await addLedgerShops(world, 20),
    courierIds: await addLedgerCouriers(world, pace.perRound),
  }
  const sides: Record<Side, Costs> = { with: noCosts(), without: noCosts() }
  await round(setting, 'with')
  for (let number = 0; number < pace.rounds; number += 1) {
    console.error(`… round ${number + 1} of ${pace.rounds}`)
    const order: Side[] = number % 2 === 0 ? ['with', 'without'] : ['without', 'with']
    for (const side of order) {
      const costs = await round(setting, side)
      for (const act of acts) sides[side][act].push(costs[act])
    }
  }
  const findings = [...findingsOf(sides), ...(await measureBacklog(setting))]
  await asked.end()
  await world.close()
  return printReport(findings, pace)
}

const noCosts = (): Costs => Object.fromEntries(acts.map((act) => [act, []])) as never as Costs

/** As many deliveries from their order to the hand-over, each act of all of them before the next. */
async function round(setting: Setting, side: Side): Promise<Record<Act, Cost>> {
  const { asked, shopIds, courierIds } = setting
  const { services } = setting.world
  await asked.query(`update event_consumers set position = event_log_head.position from event_log_head`)
  const consumers = modules
    .flatMap((module) => module(services).consumer ?? [])
    .filter(({ name }) => side === 'with' || name !== 'ledger')
  const log = await startEventLog({ ...services, consumers, onError: console.error })
  const made: DeliveryRow[] = []
  const keyOf = ({ shop_id, id }: DeliveryRow): DeliveryKey => ({ shopId: shop_id, id })
  const each = (work: (delivery: DeliveryRow, nth: number) => Promise<unknown>) => () =>
    inTurns(pace.perRound, (nth) => work(made[nth] as DeliveryRow, nth))
  const work: Record<Act, () => Promise<void>> = {
    'a creation': () =>
      inTurns(pace.perRound, async (nth) => {
        const shopId = shopIds[nth % shopIds.length] ?? ''
        made[nth] = (await createDelivery(services, order(shopId))).delivery
      }),
    'an assignment': each((delivery, nth) =>
      assignCourier(services, keyOf(delivery), { ...courier, id: courierIds[nth] ?? null }),
    ),
    'a pickup': each((delivery) => pickUpParcel(services, keyOf(delivery), delivery.pickup_code)),
    'a payment': each((delivery) => payAsSimulatedCustomer(services, keyOf(delivery))),
    'a hand-over': each((delivery) => handOverParcel(services, keyOf(delivery), delivery.confirmation_code)),
  }
  const costs = {} as Record<Act, Cost>
  for (const act of acts) costs[act] = await costOf(setting, consumers, work[act])
  await log.stop()
  return costs
}

const courier = {
  firstName: 'Koffi',
  phone: '+2290197000002',
  vehicleType: 'MOTO',
  plateNumber: null,
} as const

let orders = 0
const order = (shopId: string) => ({
  shopId,
  idempotencyKey: `ledger-${++orders}`,
  input: {
    dropoff: { lat: 6.3654, lng: 2.4183, label: 'Maison' },
    customer: { lastName: 'Dossou', firstName: 'Afi', phone: '0197000001' },
    parcel: { category: 'FASHION', size: 'SMALL', fragile: true },
    payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 15_000, feePayer: 'CUSTOMER', collection: 'SECURE' },
  } as const,
})

/**
 * How long the ledger collects events. Each side waits for as long, since what the service does at any time would else be
 * counted for a second more on the side that has the ledger.
 */
const restMs = 1_000

/** What some work costs with everything that follows from its events. */
async function costOf(
  setting: Setting,
  consumers: readonly EventConsumer[],
  work: () => Promise<void>,
): Promise<Cost> {
  const before = await spent(setting)
  const begun = performance.now()
  await work()
  const perSecond = (pace.perRound * 1_000) / (performance.now() - begun)
  await pause(restMs)
  while (await isBehind(setting, consumers)) await pause(50)
  const { serviceMicros, databaseMicros } = spentBetween(before, await spent(setting))
  return {
    serviceMicros: serviceMicros / pace.perRound,
    databaseMicros: databaseMicros / pace.perRound,
    perSecond,
  }
}

/** Whether events wait for a consumer that wants them; the others only move on over them, once a second. */
async function isBehind({ asked }: Setting, consumers: readonly EventConsumer[]): Promise<boolean> {
  const { rows } = await asked.query<{ isBehind: boolean }>(
    `select exists (select from unsequenced_events) or exists (
      select from jsonb_to_recordset($1::jsonb) as consumer (name text, types jsonb)
      join event_consumers on event_consumers.name = consumer.name
      join event_positions on event_positions.position > event_consumers.position
        and consumer.types ? event_positions.type
    ) as "isBehind"`,
    [JSON.stringify(consumers.map(({ name, types }) => ({ name, types })))],
  )
  return rows[0]?.isBehind ?? false
}

/** Processor time so far, in µs: of this process, and of each connection of PostgreSQL that serves it, by its process. */
async function spent({ asked }: Setting): Promise<Spent> {
  const { rows } = await asked.query<{ pid: number }>(`
    select pid from pg_stat_activity where backend_type = 'client backend' and application_name = 'colis'`)
  const { user, system } = process.cpuUsage()
  return {
    serviceMicros: user + system,
    connections: new Map(rows.map(({ pid }) => [pid, processorMicros(pid)])),
  }
}

/** What was spent between two moments; a connection that ended meanwhile is not counted. */
function spentBetween(before: Spent, after: Spent): Pick<Cost, 'serviceMicros' | 'databaseMicros'> {
  const each = [...after.connections].map(([pid, micros]) => micros - (before.connections.get(pid) ?? 0))
  return {
    serviceMicros: after.serviceMicros - before.serviceMicros,
    databaseMicros: each.reduce((sum, micros) => sum + micros, 0),
  }
}

/** Linux says it to the nanosecond; what it does not say cannot be compared. */
const processorMicros = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000

/** So many at once, as a service under load has them. */
async function inTurns(count: number, work: (nth: number) => Promise<unknown>): Promise<void> {
  let begun = 0
  const worker = async () => {
    while (begun < count) await work(begun++)
  }
  await Promise.all(Array.from({ length: pace.atOnce }, worker))
}

function findingsOf(sides: Record<Side, Costs>): Finding[] {
  /** What each round spent on one of these acts, on average. */
  const micros = (side: Side, some: readonly Act[]) =>
    Array.from({ length: pace.rounds }, (_, round) => {
      const costs = some.flatMap((act) => sides[side][act][round] ?? [])
      const sum = costs.reduce(
        (all, { serviceMicros, databaseMicros }) => all + serviceMicros + databaseMicros,
        0,
      )
      return sum / some.length
    })
  /** Each round is compared with the one beside it, since what the machine does meanwhile concerns both. */
  const growth = (name: string, some: readonly Act[]): Finding => {
    const [dear, cheap] = [micros('with', some), micros('without', some)]
    const ratios = dear.map((each, round) => each / (cheap[round] ?? each))
    const of = `${median(dear).toFixed(0)} and ${median(cheap).toFixed(0)} µs`
    return {
      name: `${name}, with the ledger and without: ${of}`,
      value: (median(ratios) - 1) * 100,
      unit: '%',
    }
  }
  const throughput = (side: Side): Finding => ({
    name: `Hand-overs, ${side} the ledger`,
    value: median(sides[side]['a hand-over'].map(({ perSecond }) => perSecond)),
    unit: '/s',
  })
  const [creation, ...transitions] = acts
  return [
    { ...growth('Processor time of a creation', [creation]), goal },
    { ...growth('of a transition', transitions), goal },
    ...transitions.map((act) => ({ ...growth(`of ${act}`, [act]), goal })),
    throughput('with'),
    throughput('without'),
  ]
}

/** Deliveries that were paid and handed over while nobody booked: two postings each. */
async function measureBacklog(setting: Setting): Promise<Finding[]> {
  const { services, database } = setting.world
  const ledger = settleDeliveries(services)
  const catchUp = async () => {
    while ((await consumeEvents({ ...services, onError: console.error }, ledger)) === 'MORE');
  }
  // What the rounds without the ledger left is booked first, since the books must be without fault at the end.
  await setting.asked.query(`update event_consumers set position = 0 where name = 'ledger'`)
  await catchUp()
  console.error(`… a backlog of ${pace.backlog} deliveries`)
  await copyEndedDeliveries(setting.world, setting, pace.backlog)
  const before = await checkLedger({ database })
  const spentBefore = await spent(setting)
  const begun = performance.now()
  await catchUp()
  const seconds = (performance.now() - begun) / 1_000
  const { serviceMicros, databaseMicros } = spentBetween(spentBefore, await spent(setting))
  const checked = performance.now()
  const after = await checkLedger({ database })
  const checkMs = performance.now() - checked
  if (after.faults.length > 0) throw new Error(`The books are wrong: ${JSON.stringify(after.faults)}`)
  const postings = after.postings - before.postings
  const each = (micros: number) => (micros / postings).toFixed(0)
  const cost = `${each(serviceMicros)} µs of the service, ${each(databaseMicros)} of PostgreSQL each`
  return [
    { name: `Postings of a backlog of ${postings}: ${cost}`, value: postings / seconds, unit: '/s' },
    { name: `Check of the books, of ${after.postings} postings`, value: checkMs, unit: 'ms' },
  ]
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}

await runBench(main)
