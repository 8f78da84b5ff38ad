import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { openDatabase } from '../src/base/database/open-database.ts'
import { ApiError } from '../src/contract/errors.ts'
import type { Payer } from '../src/contract/vocabulary.ts'
import { cancelUnpaidTrips } from '../src/domain/deliveries/trip-first/cancel-unpaid-trip.ts'
import { everyNumberBy, ProviderAway } from '../src/domain/money/mobile-money/mobile-money-provider.ts'
import { processDueRequests } from '../src/domain/money/mobile-money/process-payment-requests.ts'
import { recordRefund } from '../src/domain/money/mobile-money/record-refund.ts'
import { settleSurplus } from '../src/domain/money/mobile-money/settle-surplus.ts'
import { enqueuePaymentRequests } from '../src/domain/money/mobile-money/start-payment-requests.ts'
import { checkLedger } from '../src/domain/money/settlement/check-ledger.ts'
import { closeMonth } from '../src/domain/money/settlement/close-month.ts'
import { settleDeliveries } from '../src/domain/money/settlement/settle-deliveries.ts'
import { beginDueTransfers } from '../src/domain/money/transfers/begin-due-transfers.ts'
import { processDueTransfers } from '../src/domain/money/transfers/process-transfers.ts'
import { recordPayout } from '../src/domain/money/transfers/record-payout.ts'
import { setShopTerms } from '../src/domain/shops/terms/set-shop-terms.ts'
import { consumeEvents, type EventConsumer } from '../src/events/consume-events.ts'
import { sequenceEvents } from '../src/events/sequence-events.ts'
import type { Services } from '../src/services.ts'
import { type DrawNames, drawnBy, oneOf, seedFrom } from './support/chance.ts'
import { type CrashingProcess, crashConnections, isCrash } from './support/crashing-connections.ts'
import { isWholeSuite, onEachDatabase, type TestDatabase } from './support/databases.ts'
import {
  type AccountSum,
  addSums,
  assertPaid,
  listEndedOtherwise,
  listOwed,
  mendNumbers,
  notedByHand,
  noteGivenBack,
  owedAccount,
  paidLateFirst,
  refusedShops,
  settleSurpluses,
  sumPayouts,
} from './support/life-transfers.ts'
import {
  copyLives,
  keepTemplates,
  listMadeTries,
  type Model,
  makeTemplateTable,
  modelsOf,
  nextStepOf,
  openLifeShops,
  openQuery,
  orderLife,
  type Query,
  readStates,
  registerCouriers,
  type Stage,
  stages,
} from './support/life-world.ts'
import { openService, type TestService } from './support/open-service.ts'
import {
  type Again,
  expectedOf,
  isOver,
  type Life,
  type LifeEnd,
  type LifeShop,
  type LifeState,
  lifeEnds,
  lifeSteps,
  lifeVatRate,
  orderedAgain,
  paysFirst,
  priceFcfa,
  toCollectFcfa,
  tripOfShopFcfa,
} from './support/random-life.ts'
import { withRules } from './support/rules.ts'
import { openSecondService } from './support/second-service.ts'
import { type UnreliableProvider, unreliableProvider } from './support/unreliable-provider.ts'

/**
 * The same lives at every run, and the same of what is drawn of each of them, whatever else happens; which statement meets
 * a crash also depends on how two processes happen to take turns. For a longer hunt: LIVES_SEED, and LIVES_RUNS times as
 * many.
 */
const seed = seedFrom('LIVES_SEED', 1996)
const runs = Number(process.env.LIVES_RUNS ?? 1)

/** Lives that go on at once. */
const waveSize = 1_000

/** Random numbers by what they are for. */
const draw = (...names: DrawNames): (() => number) => drawnBy(seed, ...names)
/** How many lives begin with an order by its verb; the others begin with a copy of one, where nothing is booked yet. */
const orderedShare = 0.03
const crashesPerStatement = 0.004

/** Minutes since the wave began; by the last step no customer can pay any more. */
const clockSteps = [0, 0.2, 1, 4, 9, 12, 16, 25, 3 * 60, 12 * 60, 26 * 60, 36 * 60]

/** How long a provider is waited for, in ms: some never answer, and the others must on a busy machine too. */
const answerMs = 500

/** At this step of the clock another may bear the fees of payouts. */
const feesChangeAt = 8
const feeBearers = ['SHOP', 'COMPANY'] as const

/** Every evening lies in a wave, and so does every Sunday evening. */
const lifeRules = {
  PAYOUT_HOUR: 20,
  PAYOUT_WEEKDAY: 'SUNDAY',
  PAYOUT_MAXIMUM_FCFA: 5_000_000,
  COURIER_PAYOUTS: 'WEEKLY',
  COURIER_PAYOUT_MINIMUM_FCFA: 500,
  VAT_RATE: lifeVatRate,
  SECOND_TRY_PERCENT: 50,
} as const

type ServiceProcess = CrashingProcess & {
  services: Services
  /** In whose name it holds requests to pay; another one after each start. */
  owner: string
  underWay: Set<Promise<unknown>>
  consumers: readonly EventConsumer[]
}

type World = {
  service: TestService
  processes: readonly ServiceProcess[]
  query: Query
  models: readonly Model[]
  couriers: string[]
  /** What shops and couriers are called in draws, by their ids, which differ from run to run. */
  names: Map<string, string>
  lives: Life[]
  /** Those of them that bring a parcel once more. */
  tries: Life[]
  /** By reference and by id of the delivery. */
  known: Map<string, Life>
  provider: UnreliableProvider
  shops: readonly LifeShop[]
  /** What was paid by hand, by the account of whom it was owed to. */
  paidByHand: Map<string, number>
  /** Whatever went wrong and is neither a crash nor a provider that does not answer. */
  faults: unknown[]
  steps: number
  isCrashing: boolean
}

onEachDatabase((open) => {
  test('random lives of deliveries always balance', async (t) => {
    const opened = await open()
    const isServer = opened.url.startsWith('postgres')
    const count = (isServer ? (isWholeSuite ? 10_000 : 250) : 200) * runs
    const world = await openWorld(t, opened, isServer)
    for (let wave = 0; world.lives.length < count; wave += 1)
      await liveWave(world, wave, Math.min(waveSize, count - world.lives.length))
    await hearLateAnswers(world)
    await settleSurpluses(world.query, (surplus) => settleSurplus(asOperator(world), surplus))
    await noteGivenBack(world.query, { ...world, lives: [...world.lives, ...world.tries] })
    await assertBalanced(world)
    const met = await assertPaid(world.query, {
      ...world,
      courierMinimumFcfa: lifeRules.COURIER_PAYOUT_MINIMUM_FCFA,
    })
    const crashes = world.processes.reduce((sum, process) => sum + process.crashes, 0)
    const { user, system } = process.cpuUsage()
    t.diagnostic(
      `${world.lives.length} lives, ${world.tries.length} second tries, ${world.steps} steps, ${crashes} crashes, ${Math.round((user + system) / 1e6)} s of this process`,
    )
    t.diagnostic(met)
    t.diagnostic(await assertTried(world))
    if (isServer) assert.ok(crashes > count / 50, `only ${crashes} crashes`)
  })
})

async function openWorld(t: TestContext, opened: TestDatabase, isServer: boolean): Promise<World> {
  const known = new Map<string, Life>()
  const service = await openService(isServer ? await reopened(opened, 'colis-one') : opened)
  t.after(() => service.close())
  const asking = await openQuery(opened.url, service)
  t.after(() => asking.close())
  const { query } = asking
  await query(`update ledger_beginning set began_at = '2026-01-01T00:00:00Z'`)
  await query(makeTemplateTable)
  const shops = await openLifeShops(service)
  const { clock } = service
  const faults: unknown[] = []
  const processes: ServiceProcess[] = []
  const provider = unreliableProvider({ now: clock.now, seed }, (reference) => known.get(reference))
  for (const number of Object.values(refusedShops))
    provider.refusedNumbers.add(shops[number]?.payoutPhone ?? '')
  for (const number of paidLateFirst) provider.lateNumbers.add(shops[number]?.payoutPhone ?? '')
  const addProcess = (name: string, services: Services) => {
    const mobileMoney = { providers: everyNumberBy(provider) }
    const own = { ...services, clock, mobileMoney, rules: withRules(services, lifeRules) }
    processes.push({
      name,
      services: own,
      isDown: false,
      clients: new Set(),
      crashes: 0,
      owner: randomUUID(),
      underWay: new Set(),
      consumers: [enqueuePaymentRequests(own), settleDeliveries(own)].map((each) =>
        sometimesFails(each, name),
      ),
    })
  }
  addProcess('colis-one', service.services)
  if (isServer) {
    const second = await openSecondService(addressOf(opened.url, 'colis-two'))
    t.after(() => second.close())
    addProcess('colis-two', second.services)
  }
  const couriers = await registerCouriers(service, query, 2 * waveSize)
  const world: World = {
    service,
    processes,
    query,
    models: modelsOf(shops)
      .map((model, number) => ({ model, at: draw('model', number)() }))
      .sort((one, other) => one.at - other.at)
      .map(({ model }) => model),
    couriers,
    names: new Map([
      ...shops.map(({ shopId }, number) => [shopId, `shop ${number}`] as const),
      ...couriers.map((id, number) => [id, `courier ${number}`] as const),
    ]),
    lives: [],
    tries: [],
    known,
    provider,
    shops,
    paidByHand: new Map(),
    faults,
    steps: 0,
    isCrashing: false,
  }
  t.after(crashConnections(processes, draw('crash'), () => (world.isCrashing ? crashesPerStatement : 0)))
  return world
}

const addressOf = (url: string, name: string) => `${url}?application_name=${name}`

/** The same database by connections of another name. */
async function reopened({ database, url }: TestDatabase, name: string): Promise<TestDatabase> {
  await database.close()
  const address = addressOf(url, name)
  const options = { url: address, poolSize: 10, timeoutMs: 30_000, onError: () => {} }
  return { url: address, database: await openDatabase(options) }
}

/** Does its work and then fails, now and then. */
function sometimesFails(consumer: EventConsumer, ofProcess: string): EventConsumer {
  const chance = draw('consume', ofProcess, consumer.name)
  const consume: EventConsumer['consume'] = async (trx, events) => {
    await consumer.consume(trx, events)
    if (chance() < 0.01) throw new MadeToFail()
  }
  return { ...consumer, consume }
}
class MadeToFail extends Error {}

/** Begins lives and follows them to their ends. */
async function liveWave(world: World, wave: number, count: number): Promise<void> {
  const { clock } = world.service
  const start = Date.UTC(2026, 10, 21 + 2 * wave, 10)
  await closePastMonth(world, new Date(start))
  if (wave > 0) await mendNumbers(world.service, world.query, world)
  clock.set(new Date(start).toISOString())
  const lives = Array.from({ length: count }, (_, nth) => newLife(world, world.lives.length + nth))
  const templates = lives.filter(({ number }) => number < world.models.length)
  await beginTemplates(world, templates)
  await begin(world, lives.slice(templates.length))
  world.lives.push(...lives)
  let living: Life[] = lives
  const all = [...lives]
  for (let at = 0; at < clockSteps.length || living.length > 0; at += 1) {
    assert.ok(at < clockSteps.length + 15, `${living.length} lives do not end.`)
    const minutes = clockSteps[at] ?? 36 * 60 + at
    clock.set(new Date(start + minutes * 60_000).toISOString())
    world.isCrashing = at < clockSteps.length - 1
    // What was agreed when a payout began holds for it.
    if (at === feesChangeAt) {
      const payoutFeesBy = oneOf(feeBearers, draw('fees', wave))
      await untilKnown(world, draw('fees change', wave), (services) =>
        setShopTerms({ ...services, actor: { kind: 'CLI' } }, { payoutFeesBy }),
      )
    }
    await Promise.all([step(world, living, at), ...world.processes.map((process) => workOff(world, process))])
    await Promise.all([
      giveBack(world)
        .then(() => settleSome(world))
        .then(() => payByHand(world)),
      ...world.processes.map((process) => workOff(world, process)),
    ])
    const tries = await meetTries(world, living, at)
    all.push(...tries)
    const states = await readStates(world.query, living)
    living = [...living.filter((life) => !isOver(life, stateOf(life, states), at - life.beganAt)), ...tries]
    assert.deepEqual(world.faults, [])
  }
  world.isCrashing = false
  await assertWithoutFault(world)
  await noteSimulated(world, all)
  const busy = new Set(all.flatMap(({ courierId, end }) => (end === 'FAILED' ? [courierId] : [])))
  const free = new Set(all.flatMap(({ courierId }) => (busy.has(courierId) ? [] : [courierId])))
  world.couriers.push(...[...free].filter((id) => id !== null))
}

/** Begins the lives of second tries that were asked for; each is ordered as is worked out by hand. */
async function meetTries(world: World, living: readonly Life[], at: number): Promise<Life[]> {
  const firsts = new Map(living.flatMap((life) => (life.again ? [[life.key.id, life] as const] : [])))
  const states = await readStates(world.query, [...firsts.values()])
  const made = await listMadeTries(world.query, [...firsts.values()], world.tries)
  const numbered = made.map(({ firstId, ...each }) => {
    const first = firsts.get(firstId)
    assert.ok(first)
    const state = stateOf(first, states)
    const number = first.number + state.timesTried * (first.tryOf ? 10_000_000 : 1_000_000)
    return { ...each, first, state, number }
  })
  return numbered
    .toSorted((one, other) => one.number - other.number)
    .map(({ shopId, id, reference, priceFcfa: price, first, state, number, ...terms }) => {
      const order = orderedAgain(first.order, state.paymentStatus, terms.feePayer)
      const { mode, collection, feePayer, goodsFcfa } = order
      assert.deepEqual(
        { ...terms, price },
        { mode, collection, feePayer, goodsFcfa, price: priceFcfa(order) },
      )
      const drawn = newLife(world, number)
      const isSetOut = first.again?.way === 'SET_OUT'
      // Its courier is at the door at once.
      const end = isSetOut && /(AT|BEFORE)_SHOP/.test(drawn.end) ? 'DELIVERED' : drawn.end
      if (isSetOut && drawn.courierId) world.couriers.push(drawn.courierId)
      const life: Life = {
        ...drawn,
        ...{ model: first.model, order, end, tryOf: first, beganAt: at + 1 },
        courierId: isSetOut ? first.courierId : drawn.courierId,
        again: first.tryOf ? null : drawn.again,
        ...{ key: { shopId, id }, reference },
      }
      world.tries.push(life)
      remember(world, life)
      return life
    })
}

/**
 * What became of requests whose last answers were lost is known some polls later. Then whoever was refused mends it, and
 * the provider refuses nobody any more: a week later everything is sent that is due.
 */
async function hearLateAnswers(world: World): Promise<void> {
  const { clock } = world.service
  const hours = [...Array<number>(8).fill(1), ...Array<number>(9).fill(24), ...Array<number>(5).fill(1)]
  for (const [nth, each] of hours.entries()) {
    // Couriers are paid on the last evening.
    if (nth === 2) world.provider.calmDown()
    clock.forward(each * 3_600_000)
    await mendNumbers(world.service, world.query, world)
    await Promise.all(world.processes.map((process) => workOff(world, process)))
  }
  assert.deepEqual(world.faults, [])
}

const stateOf = ({ key }: Life, states: Map<string, LifeState>): LifeState => {
  const state = states.get(key.id)
  assert.ok(state, `There is no delivery ${key.id}.`)
  return state
}

const asOperator = ({ service }: World) => ({ ...service.services, actor: { kind: 'CLI' } as const })

/** Whoever received too much is for a person to see to; the books are right about it. */
async function assertWithoutFault({ service }: World): Promise<void> {
  const { faults } = await checkLedger(service.services)
  assert.deepEqual(
    faults.filter(({ rule }) => rule !== 'PAID_TWICE'),
    [],
  )
}

/** All of it must be booked by then, and the books without fault. */
async function closePastMonth(world: World, to: Date): Promise<void> {
  const { services, clock } = world.service
  const month = clock.now().toISOString().slice(0, 7)
  if (to.toISOString().startsWith(month)) return
  clock.set(to.toISOString())
  const close = () => closeMonth({ ...services, actor: { kind: 'CLI' } }, month)
  // A consumer that failed last tries again later, and may fail once more.
  const isBehind = (error: unknown) =>
    error instanceof ApiError && JSON.stringify(error.params).includes('NOT_BOOKED')
  for (let isClosed = false, tries = 0; !isClosed; tries += 1) {
    await Promise.all(world.processes.map((process) => workOff(world, process)))
    isClosed = await close().then(
      () => true,
      (error: unknown) => {
        if (!isBehind(error) || tries === 5) throw error
        return false
      },
    )
    clock.forward(60_000)
  }
}

function newLife({ models, couriers }: World, number: number): Life {
  const chance = draw('life', number)
  const model = number < models.length ? number : Math.floor(chance() * models.length)
  const { order } = models[model] as Model
  const end = endOf(chance)
  const endsAt = Math.floor(chance() * 7)
  const courierId = chance() < 0.6 ? (couriers.pop() ?? null) : null
  return {
    number,
    model,
    order,
    end,
    endsAt,
    courierId,
    isSimulated: chance() < 0.1,
    maxRequests: 1 + Math.floor(chance() * 3),
    again: againOf(draw('again', number), { courierId, end }),
    ...{ tryOf: null, beganAt: 0 },
    key: { shopId: order.shop.shopId, id: '' },
    reference: `LIFE-${number}`,
    requests: [],
    givenBack: new Map(),
  }
}

/** Of three parcels that are not handed over two are wanted once more. */
function againOf(chance: () => number, { courierId, end }: Pick<Life, 'courierId' | 'end'>): Again | null {
  const isWanted = chance() < 2 / 3
  const isSetOut = courierId !== null && chance() < 0.7
  if (!isWanted || (end === 'FAILED' && !isSetOut)) return null
  return {
    asker: chance() < 0.5 ? 'CUSTOMER' : 'SHOP',
    // Nobody of the sandbox has a page on which to set out again.
    way: isSetOut ? 'SET_OUT' : 'BACK',
    maxAsked: 1 + Math.floor(chance() * 3),
  }
}

/** By their weights. */
function endOf(chance: () => number): LifeEnd {
  let left = chance() * Object.values(lifeEnds).reduce((sum, weight) => sum + weight, 0)
  for (const [end, weight] of Object.entries(lifeEnds)) {
    left -= weight
    if (left < 0) return end as LifeEnd
  }
  return 'DELIVERED'
}

/** The first life of each model is made by the verbs, and kept at every stage. */
async function beginTemplates(world: World, lives: readonly Life[]): Promise<void> {
  for (const life of lives)
    if (stageOf(life) !== (paysFirst(life.order) ? 'ASSIGNED' : 'IN_TRANSIT')) life.end = 'DELIVERED'
  await orderAll(world, lives)
  for (const [nth, stage] of stages.entries()) {
    const reaching = stage === 'IN_TRANSIT' ? lives.filter(({ order }) => !paysFirst(order)) : lives
    if (nth > 0) {
      const name = (['assign', 'pickUp'] as const)[nth - 1] as 'assign' | 'pickUp'
      const states = await readStates(world.query, reaching)
      await inTurns(reaching, (life) =>
        lifeSteps[name].take(world.service.services, life, stateOf(life, states)),
      )
    }
    await keepTemplates(world.query, reaching, stage)
  }
  const states = await readStates(world.query, lives)
  const wrong = lives.filter(
    (life) => (stateOf(life, states).paymentStatus === 'AWAITING_SENDER') !== paysFirst(life.order),
  )
  assert.deepEqual(wrong, [])
}

/** A few are ordered; the others are copied as late as their end allows, or earlier. */
async function begin(world: World, lives: readonly Life[]): Promise<void> {
  const ordered: Life[] = []
  const copies: { life: Life; stage: Stage }[] = []
  for (const life of lives) {
    const chance = draw('begin', life.number)
    const latest = stages.indexOf(stageOf(life))
    if (chance() > 1 - orderedShare) ordered.push(life)
    else
      copies.push({
        life,
        stage: stages[chance() < 0.8 ? latest : Math.floor(chance() * (latest + 1))] as Stage,
      })
  }
  await orderAll(world, ordered)
  await copyLives(world.query, copies, world.service.clock.now())
  for (const { life } of copies) remember(world, life)
}

/** The last stage that a life with this end comes to before it ends, or before its shop is asked to pay the trip. */
const stageOf = ({ end, order }: Life): (typeof stages)[number] =>
  end === 'EXPIRED' || end === 'CANCELLED_SEARCHING'
    ? 'SEARCHING_COURIER'
    : end === 'CANCELLED_BEFORE_SHOP' || end === 'CANCELLED_AT_SHOP' || paysFirst(order)
      ? 'ASSIGNED'
      : 'IN_TRANSIT'

const orderAll = (world: World, lives: readonly Life[]): Promise<void> =>
  inTurns(lives, async (life) => {
    const made = await orderLife(world.service, world.models[life.model] as Model, life.reference)
    Object.assign(life, made)
    remember(world, life)
  })

function remember({ known }: World, life: Life): void {
  known.set(life.reference, life)
  known.set(life.key.id, life)
}

/** At most 20 at once. */
async function inTurns<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const waiting = all.values()
  const worker = async () => {
    for (const one of waiting) await work(one)
  }
  await Promise.all(Array.from({ length: 20 }, worker))
}

/** What a verb may answer to a step that was chosen before another was taken, or that is repeated after a crash. */
const refusals = new Set([
  'TRANSITION_REFUSED',
  'PAYMENT_TRANSITION_REFUSED',
  'PAYMENT_NOT_SETTLED',
  'TRIP_NOT_PAID',
  'TRIP_REQUESTS_USED_UP',
  'DELIVERY_NOT_CANCELLABLE',
  'REFUND_NOT_FOUND',
  'NOT_OWED',
  'TRANSFER_UNDER_WAY',
  'PARCEL_NOT_BACK',
  'SECOND_TRY_ASKED',
  'SECOND_TRY_REFUSED',
])

/** Lets one process do something; says what became of it, as far as whoever asked can know. */
async function attempt(
  { faults }: Pick<World, 'faults'>,
  process: ServiceProcess,
  work: (services: Services) => Promise<unknown>,
): Promise<'DONE' | 'REFUSED' | 'CRASHED'> {
  if (process.isDown) return 'CRASHED'
  const working = work(process.services)
  process.underWay.add(working)
  try {
    await working
    return 'DONE'
  } catch (error) {
    if (isCrash(error)) return 'CRASHED'
    if (!(error instanceof ApiError && refusals.has(error.code))) faults.push(error)
    return 'REFUSED'
  } finally {
    process.underWay.delete(working)
  }
}

/** Every life takes its next step, if it has one; some are asked of both processes at once. */
async function step(world: World, lives: readonly Life[], at: number): Promise<void> {
  const states = await readStates(world.query, lives)
  await inTurns(lives, async (life) => {
    const state = stateOf(life, states)
    const next = nextStepOf(life, state, at)
    if (!next) return
    world.steps += 1
    await Promise.all(
      askedOf(world, draw('step', life.number, at)).map((process) =>
        attempt(world, process, (services) => next.take(services, life, state)),
      ),
    )
  })
}

/** One of the processes, or now and then all of them. */
const askedOf = ({ processes }: World, chance: () => number): readonly ServiceProcess[] =>
  chance() < 0.05 ? processes : [oneOf(processes, chance)]

/** Random numbers of a payment, or of whom something is owed to, at this moment. */
const drawNow = ({ service }: World, ...names: DrawNames): (() => number) =>
  draw(...names, service.clock.now().getTime())

/** A payment, by the names that it has in draws as well. */
type PaymentDue = { shopId: string; requestId: string; deliveryId: string; payer: Payer; number: number }

const drawOfPayment = (world: World, what: string, { deliveryId, payer, number }: PaymentDue) =>
  drawNow(world, what, world.known.get(deliveryId)?.number ?? '', payer, number)

const listPayments = ({ query }: World, isMeant: string): Promise<PaymentDue[]> =>
  query(`
    select payment_requests.shop_id as "shopId", payment_requests.id as "requestId",
      payment_requests.delivery_id as "deliveryId", payment_requests.payer, payment_requests.number
    from payment_requests
    where ${isMeant}
    order by payment_requests.id`)

/** Some of what is to be given back is given back by hand. */
async function giveBack(world: World): Promise<void> {
  const due = await listPayments(world, 'refund_due_at is not null and refunded_at is null')
  await inTurns(due, async (request) => {
    const chance = drawOfPayment(world, 'give back', request)
    if (chance() >= 0.3) return
    const { shopId, requestId } = request
    await untilKnown(world, chance, (services) =>
      recordRefund({ ...services, actor: { kind: 'CLI' } }, { shopId, requestId, note: notedByHand }),
    )
  })
}

/** Somebody notes what they did, and asks again until they know whether it is noted. Returns whether it was. */
async function untilKnown(
  world: World,
  chance: () => number,
  note: (services: Services) => Promise<unknown>,
): Promise<boolean> {
  for (;;) {
    const outcomes = await Promise.all(askedOf(world, chance).map((process) => attempt(world, process, note)))
    if (outcomes.includes('DONE')) return true
    if (outcomes.every((outcome) => outcome === 'REFUSED')) return false
    // Nobody else starts a process again whose work is done.
    await Promise.all(world.processes.filter(({ isDown }) => isDown).map(startAgain))
  }
}

/** Some of what was given back twice is settled with its customer; the rest is in the end. */
async function settleSome(world: World): Promise<void> {
  for (const surplus of await listPayments(world, 'surplus_fcfa > 0')) {
    const chance = drawOfPayment(world, 'settle', surplus)
    const { shopId, requestId } = surplus
    if (chance() < 0.3)
      await attempt(world, oneOf(world.processes, chance), (services) =>
        settleSurplus({ ...services, actor: { kind: 'CLI' } }, { shopId, requestId, note: notedByHand }),
      )
  }
}

/** Now and then somebody is paid by hand some of what they are owed; a form that is sent again is noted once. */
async function payByHand(world: World): Promise<void> {
  const { query, paidByHand, names } = world
  await inTurns(await listOwed(query), async ({ owedFcfa, ...payee }) => {
    const chance = drawNow(world, 'pay', names.get(payee.id) ?? '', payee.currency)
    if (chance() >= 0.02) return
    const form = { id: randomUUID(), payee, amountFcfa: Math.ceil(owedFcfa * chance()), note: notedByHand }
    const isNoted = await untilKnown(world, chance, (services) =>
      recordPayout({ ...services, actor: { kind: 'CLI' } }, form),
    )
    if (isNoted) addSums(paidByHand, [{ account: owedAccount(payee), amountFcfa: form.amountFcfa }])
  })
}

/** The background work of a process, until nothing is left that can be done now; it starts again after a crash. */
async function workOff(world: World, process: ServiceProcess): Promise<void> {
  for (let isIdle = false; !isIdle && world.faults.length === 0; ) {
    if (process.isDown) await startAgain(process)
    isIdle = true
    for (const round of [sequence, ...process.consumers.map(consume), follow, lapse, sendMoney]) {
      let hasMore = false
      const outcome = await attempt(world, process, async (services) => {
        hasMore = await round(services)
      })
      if (hasMore || outcome !== 'DONE') isIdle = false
    }
    if (isIdle && (await attempt(world, process, (services) => beginDueTransfers(services))) === 'CRASHED')
      isIdle = false
    if (!isIdle) await new Promise(setImmediate)
  }

  async function sequence({ db }: Services): Promise<boolean> {
    const events = await sequenceEvents(db)
    return events === 'BUSY' || events.length > 0
  }

  function consume(consumer: EventConsumer): (services: Services) => Promise<boolean> {
    return async ({ db, clock }) => {
      const alertOperator = (message: string) => void world.faults.push(new Error(message))
      const outcome = await consumeEvents({ db, clock, onError, alertOperator }, consumer)
      return outcome === 'MORE' || outcome === 'BUSY'
    }
  }

  function follow(services: Services): Promise<boolean> {
    return processDueRequests({ ...services, onError, answerMs, alertOperator: () => {} }, process.owner)
  }

  /** Trips that were not paid in time are cancelled. */
  async function lapse(services: Services): Promise<boolean> {
    return (await cancelUnpaidTrips(services)) > 0
  }

  function sendMoney(services: Services): Promise<boolean> {
    return processDueTransfers({ ...services, onError, answerMs, alertOperator: () => {} }, process.owner)
  }

  function onError(_: string, error: unknown): void {
    if (!isCrash(error) && !(error instanceof ProviderAway) && !(error instanceof MadeToFail))
      world.faults.push(error)
  }
}

/** Once everything that was under way has failed. */
async function startAgain(process: ServiceProcess): Promise<void> {
  await Promise.allSettled(process.underWay)
  process.owner = randomUUID()
  process.isDown = false
}

/** What was paid as in the sandbox: the provider knows nothing of it. */
async function noteSimulated({ query }: World, lives: readonly Life[]): Promise<void> {
  const paid = await query<{ id: string; deliveryId: string; payer: Payer }>(
    `select payment_requests.id, payment_requests.delivery_id as "deliveryId", payment_requests.payer
    from payment_requests
    where payment_requests.state = 'PAID' and payment_requests.delivery_id = any($1::uuid[])`,
    [lives.map(({ key }) => key.id)],
  )
  for (const life of lives)
    if (life.isSimulated)
      life.requests = paid
        .filter(({ deliveryId }) => deliveryId === life.key.id)
        .map(({ id, payer }) => ({
          id,
          payer,
          amountFcfa: payer === 'CUSTOMER' ? toCollectFcfa(life.order) : tripOfShopFcfa(life.order),
          answer: 'PAID',
          answersAt: new Date(0),
          before: null,
        }))
}

/** Holds the books against what each life must have moved, and against themselves. */
async function assertBalanced(world: World): Promise<void> {
  const { service, query, known } = world
  const lives = [...world.lives, ...world.tries]
  const { clock } = service
  await assertWithoutFault(world)
  const states = await readStates(query, lives)
  const wanted = new Map(
    lives.map((life) => [life.key.id, expectedOf(life, stateOf(life, states), clock.now())]),
  )
  const booked = new Map<string, Map<string, number>>()
  for (const { deliveryId, account, amountFcfa } of await query<BookedSum>(sumsOfDeliveries))
    booked.set(deliveryId, (booked.get(deliveryId) ?? new Map()).set(account, amountFcfa))
  assert.deepEqual(await listEndedOtherwise(query, world.provider), [])
  const wrong = lives.flatMap((life) => {
    const [expected, found] = [shown(wanted.get(life.key.id)), shown(booked.get(life.key.id))]
    return expected === found ? [] : [{ expected, found, status: stateOf(life, states).status, life }]
  })
  assert.deepEqual(wrong.slice(0, 3), [], `${wrong.length} lives are booked wrongly`)
  assert.deepEqual(
    [...booked.keys()].filter((id) => !known.has(id)),
    [],
  )

  const balances = new Map<string, number>()
  for (const life of lives)
    for (const [account, amountFcfa] of wanted.get(life.key.id) ?? [])
      addSums(balances, [{ account: `${life.order.shop.currency} ${account}`, amountFcfa }])
  addSums(balances, await sumPayouts(query, world))
  const found = await query<AccountSum>(sumsOfAccounts)
  assert.equal(shown(new Map(found.map((row) => [row.account, row.amountFcfa]))), shown(balances))
  for (const currency of ['XOF', 'XAF']) {
    const ofCurrency = found.filter(({ account }) => account.startsWith(currency))
    assert.equal(
      ofCurrency.reduce((sum, { amountFcfa }) => sum + amountFcfa, 0),
      0,
    )
  }
  // Everything has ended: what is still held of customers is what is listed to be given back, and nothing else.
  const held = found.filter(({ account }) => account.endsWith(' CUSTOMER_MONEY'))
  const due = await query<AccountSum>(dueRefunds)
  assert.deepEqual(
    due,
    held.filter(({ amountFcfa }) => amountFcfa !== 0),
  )
}

/** From how many lives on second tries of each way end in each way, whatever the seed. */
const triedFrom = 1_000

/** Second tries were taken out again, and brought back first, and ended in every way. */
async function assertTried({ query, lives, tries }: World): Promise<string> {
  const states = await readStates(query, tries)
  const counts = new Map<string, number>()
  for (const life of tries) {
    const { status } = stateOf(life, states)
    addSums(counts, [{ account: `${life.tryOf?.again?.way} ${status}`, amountFcfa: 1 }])
  }
  assert.ok(tries.length > lives.length / 50, `only ${tries.length} second tries`)
  for (const way of lives.length < triedFrom ? [] : ['SET_OUT', 'BACK'])
    for (const status of ['DELIVERED', 'RETURNED', 'CANCELLED'])
      assert.ok(counts.has(`${way} ${status}`), `no second try ${way} ${status}`)
  return `Second tries: ${[...counts].map(([what, count]) => `${count} ${what}`).join(', ')}`
}

type BookedSum = { deliveryId: string; account: string; amountFcfa: number }

/** Accounts that hold something, in one order; nothing is the same as no account. */
const shown = (sums: Map<string, number> = new Map()): string =>
  [...sums]
    .filter(([, amountFcfa]) => amountFcfa !== 0)
    .map(([account, amountFcfa]) => `${account} ${amountFcfa}`)
    .sort()
    .join('\n')

/** Providers are taken together: the one of the sandbox and ours. */
const accountName = `concat_ws(' ', ledger_accounts.kind,
  case when ledger_accounts.kind = 'PROVIDER_FLOAT' then null else nullif(ledger_accounts.owner, '') end)`

const sumsOfDeliveries = `
  select ledger_postings.delivery_id as "deliveryId", ${accountName} as account,
    sum(ledger_entries.amount_fcfa)::double precision as "amountFcfa"
  from ledger_postings
  join ledger_entries on ledger_entries.posting_id = ledger_postings.id
  join ledger_accounts on ledger_accounts.id = ledger_entries.account_id
  where ledger_postings.delivery_id is not null
  group by 1, 2`

const sumsOfAccounts = `
  select concat_ws(' ', ledger_accounts.currency, ${accountName}) as account,
    sum(ledger_accounts.balance_fcfa)::double precision as "amountFcfa"
  from ledger_accounts
  group by 1
  order by 1`

const dueRefunds = `
  select deliveries.currency || ' CUSTOMER_MONEY' as account,
    -sum(payment_requests.amount_fcfa)::double precision as "amountFcfa"
  from payment_requests
  join deliveries on deliveries.shop_id = payment_requests.shop_id and deliveries.id = payment_requests.delivery_id
  where payment_requests.refund_due_at is not null and payment_requests.refunded_at is null
  group by 1
  order by 1`
