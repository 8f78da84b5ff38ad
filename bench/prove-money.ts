import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { mtnReference } from '../src/domain/money/mobile-money/providers/mtn-order.ts'
import { checkLedger } from '../src/domain/money/settlement/check-ledger.ts'
import { addPickupAddress } from '../src/domain/shops/add-pickup-address.ts'
import { createApiKey } from '../src/domain/shops/create-api-key.ts'
import { createShop } from '../src/domain/shops/create-shop.ts'
import { freePort } from '../test/support/postgres-cluster.ts'
import type { ClientOrder } from './support/money-clients.ts'
import { type JournalLine, movesAt, readJournal } from './support/money-provider.ts'
import { startPostgres, temporaryFolder } from './support/processes.ts'
import { runBench } from './support/run-bench.ts'
import { openWebhookWorld, type WebhookWorld } from './support/webhook-world.ts'

/**
 * The proof of money: deliveries that customers pay through the service, while the service, the provider and the clients
 * are each killed again and again at random moments, and the provider changes its mind about some orders: it says that
 * they failed, and carries them out later. Of what it refuses to send the hour before the next try is cut short, so that
 * it is sent anew while this runs. Afterwards what the provider's journal says is compared with what
 * the deliveries say, and with the books: nobody was charged twice, no shop was paid twice, and no franc is unaccounted. A
 * run with fewer kills than asked for, or that never comes to rest, proves nothing and fails.
 */
const { values: options } = parseArgs({
  options: {
    deliveries: { type: 'string', default: '2000' },
    kills: { type: 'string', default: '50' },
    'at-once': { type: 'string', default: '30' },
    'settle-seconds': { type: 'string', default: '600' },
    'changed-percent': { type: 'string', default: '5' },
  },
})
const [deliveries, kills, atOnce, settleSeconds] = [
  Number(options.deliveries),
  Number(options.kills),
  Number(options['at-once']),
  Number(options['settle-seconds']),
]
const shopCount = 20
const center = { lat: 6.37, lng: 2.41 }

/** A process that is started again whenever it was killed. */
type Victim = { name: string; start(): ChildProcess; child: ChildProcess; killed: number; isDone: boolean }

async function main(): Promise<boolean> {
  const startedAt = Date.now()
  const cluster = await startPostgres()
  const folder = temporaryFolder()
  const [providerPort, servicePort] = [await freePort(), await freePort()]
  const settings = settingsOf({ url: cluster.url('postgres'), folder, providerPort, servicePort })
  const world = await openWebhookWorld(settings)
  const shops = await openShops(world)
  const journal = join(folder, 'journal')
  const order: ClientOrder = {
    serviceUrl: `http://127.0.0.1:${servicePort}`,
    settings,
    shops,
    deliveries,
    atOnce,
    finishedFile: join(folder, 'finished'),
  }
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const [, ...serviceArgs] = scripts.start.split(' ') as string[]
  const victims = [
    victim(
      'provider',
      () => ['bench/support/money-provider.ts', journal, String(providerPort), options['changed-percent']],
      {},
    ),
    victim('service', () => serviceArgs, settings),
    victim('clients', () => ['bench/support/money-clients.ts', JSON.stringify(order)], {}),
  ]
  const cutting = setInterval(() => cutPauses(world).catch(() => {}), 5_000)
  await killAtRandom(victims)
  say(`the killing is over (${killsOf(victims)}); the clients finish`)
  const clients = victims.find(({ name }) => name === 'clients')
  while (clients?.isDone === false) await pause(500)
  const wrongUnsettled = await settle(world, journal)
  clearInterval(cutting)
  for (const each of victims) {
    each.isDone = true
    each.child.kill('SIGKILL')
  }
  const wrongKills = victims.reduce((missing, each) => missing + kills - each.killed, 0)
  const figures = { ...(await judge(world, journal)), wrongKills, wrongUnsettled }
  await world.close()
  const minutes = (Date.now() - startedAt) / 60_000
  const killed = Object.fromEntries(victims.map((each) => [each.name, each.killed]))
  console.log(
    JSON.stringify({ bench: 'prove-money', minutes: Number(minutes.toFixed(1)), killed, ...figures }),
  )
  return Object.entries(figures)
    .filter(([name]) => name.startsWith('wrong'))
    .every(([, count]) => count === 0)
}

const settingsOf = ({
  url,
  folder,
  providerPort,
  servicePort,
}: {
  url: string
  folder: string
  providerPort: number
  servicePort: number
}): Record<string, string> => ({
  DATABASE_URL: url,
  DATA_FOLDER: folder,
  HOST: '127.0.0.1',
  PORT: String(servicePort),
  LOG_LEVEL: 'fatal',
  DATABASE_TIMEOUT_MS: '10000',
  RATE_LIMIT_PER_SECOND: '1000000',
  SHOP_CHANGES_PER_MINUTE: '1000000',
  SEED_DEMO: 'false',
  MOBILE_MONEY_PROVIDER: 'mtn',
  MTN_TARGET_ENVIRONMENT: 'mtnbenin',
  MTN_COLLECTION_SUBSCRIPTION_KEY: 'collection',
  MTN_COLLECTION_API_USER: '00000000-0000-4000-8000-000000000001',
  MTN_COLLECTION_API_KEY: 'collection',
  MTN_DISBURSEMENT_SUBSCRIPTION_KEY: 'disbursement',
  MTN_DISBURSEMENT_API_USER: '00000000-0000-4000-8000-000000000002',
  MTN_DISBURSEMENT_API_KEY: 'disbursement',
  MTN_API_URL: `http://127.0.0.1:${providerPort}`,
  PAYMENT_DEADLINE_MINUTES: '1',
  COURIER_PAYOUTS: 'MANUAL',
})

async function openShops({ services, database }: WebhookWorld): Promise<ClientOrder['shops']> {
  await database.withSession((session) =>
    session.query(`update ledger_beginning set began_at = '2026-01-01'`),
  )
  const shops: ClientOrder['shops'] = []
  for (let number = 0; number < shopCount; number += 1) {
    const { id: shopId } = await createShop(services, {
      name: `Boutique ${number}`,
      country: 'BJ',
      defaultCollection: 'SECURE',
      payoutPhone: `+2290196${String(number).padStart(6, '0')}`,
      discountPercent: 0,
      payoutRhythm: 'AT_ONCE',
      payoutMinimumFcfa: 1,
    })
    const address = { label: 'Boutique', landmark: 'En face du marché', formatted: 'Ganhi, Cotonou' }
    await addPickupAddress(services, { shopId, ...address, ...center, isDefault: true })
    const { key } = await createApiKey(services, {
      shopId,
      scopes: ['deliveries:write', 'deliveries:read'],
      label: null,
    })
    shops.push({ shopId, key })
  }
  return shops
}

function victim(name: string, args: () => string[], env: Record<string, string>): Victim {
  const start = () => {
    const child = spawn(process.execPath, args(), {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    child.once('exit', (code, signal) => {
      if (signal === 'SIGKILL' && !self.isDone) self.killed += 1
      if (self.isDone || (name === 'clients' && code === 0)) self.isDone = true
      // The service may give up when it starts while the database is busy, as it would under any supervisor.
      else if (signal !== 'SIGKILL' && name === 'clients')
        throw new Error(`The clients ended by themselves with ${code}.`)
      else if (signal !== 'SIGKILL') say(`the ${name} ended by itself with ${code}, and is started again`)
      if (!self.isDone) self.child = start()
    })
    return child
  }
  const self: Victim = { name, start, child: undefined as never, killed: 0, isDone: false }
  self.child = start()
  process.once('exit', () => self.child.kill('SIGKILL'))
  return self
}

/** Kills one of those that still have kills to come, at random moments; one that has ended its work is left alone. */
async function killAtRandom(victims: readonly Victim[]): Promise<void> {
  await pause(8_000)
  for (let round = 0; ; round += 1) {
    const left = victims.filter((each) => each.killed < kills && !each.isDone)
    const next = left[Math.floor(Math.random() * left.length)]
    if (!next) return
    if (round % 15 === 0) say(killsOf(victims))
    next.child.kill('SIGKILL')
    // The service needs some seconds to start, and should be met while it works as well.
    await pause(500 + Math.random() * 4_500)
  }
}

const killsOf = (victims: readonly Victim[]): string =>
  victims.map((each) => `${each.name} ${each.killed}`).join(', ')

/** What was refused a minute ago is tried again now; by then the provider has changed its mind about all that it will. */
const cutPauses = ({ database }: WebhookWorld): Promise<unknown> =>
  database.withSession((session) =>
    session.query(`
      update money_transfers set retry_at = now()
      where state = 'REFUSED' and retry_at > now() and ended_at < now() - interval '1 minute'`),
  )

/**
 * Waits until everything that the provider did has come to the service, and nothing is on its way any more. Returns how many things
 * are not at rest when it gives up, 0 otherwise.
 */
async function settle({ database }: WebhookWorld, journal: string): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const paid = readJournal(journal).filter(
      (line) => line.kind === 'requesttopay' && Number.isFinite(movesAt(line)),
    )
    const lastAt = Math.max(0, ...paid.map(movesAt))
    const [state] = await database.withSession((session) =>
      session.query<{ paid: number; open: number; due: number; owed: number; behind: number }>(`
        select
          (select count(*) from payment_requests where state = 'PAID')::integer as paid,
          (select count(*) from money_transfers where state in ('DUE', 'SENT'))::integer as open,
          (select count(*) from payment_requests where refund_due_at is not null and refunded_at is null)::integer as due,
          (select count(*) from ledger_accounts where kind = 'SHOP_SALES' and balance_fcfa < 0)::integer as owed,
          (select count(*) from unsequenced_events)::integer
            + (select max(position) from event_positions)::integer
            - (select position from event_consumers where name = 'ledger')::integer as behind`),
    )
    if (!state) throw new Error('A query of counts has a row.')
    const unknown = Math.abs(paid.length - state.paid)
    if (tries % 20 === 0)
      say(
        `${state.paid} of ${paid.length} payments known, ${state.open} transfers under way, ${state.due} refunds due`,
      )
    const left = unknown + state.open + state.due + state.owed + Math.max(0, state.behind)
    if (left === 0 && Date.now() > lastAt) return 0
    if (tries >= settleSeconds) {
      say(`not everything came to rest within ${settleSeconds} seconds: ${JSON.stringify(state)}`)
      return Math.max(1, left)
    }
    await pause(1_000)
  }
}

/** What the provider did, beside what the deliveries and the books say of it. */
async function judge({ database }: WebhookWorld, journal: string): Promise<Record<string, number>> {
  const lines = readJournal(journal).filter((line) => movesAt(line) <= Date.now())
  const changed = lines.filter(({ changesAt }) => changesAt !== null)
  const byReference = new Map(lines.map((line) => [line.reference, line]))
  const sum = (kind: JournalLine['kind']) =>
    lines.filter((line) => line.kind === kind).reduce((total, { amountFcfa }) => total + amountFcfa, 0)
  const ask = <Row>(text: string) => database.withSession((session) => session.query<Row>(text))

  const rows = await ask<{
    id: string
    status: string
    shop: string
    amount: number
    sale: number
    requests: string[]
    refunds: string[]
    listed: number
  }>(`
    select
      deliveries.id, deliveries.status, deliveries.shop_id as shop,
      deliveries.goods_amount_fcfa + case when deliveries.fee_payer = 'CUSTOMER' then deliveries.price_fcfa else 0 end
        as amount,
      deliveries.goods_amount_fcfa - deliveries.cod_fee_fcfa
        - case when deliveries.fee_payer = 'MERCHANT' then deliveries.price_fcfa else 0 end as sale,
      array(select id::text from payment_requests where delivery_id = deliveries.id) as requests,
      array(select id::text from money_transfers where delivery_id = deliveries.id and kind = 'CUSTOMER_REFUND') as refunds,
      (select coalesce(sum(amount_fcfa), 0)::integer from payment_requests
        where delivery_id = deliveries.id and refund_due_at is not null and refunded_at is null) as listed
    from deliveries`)
  const moved = (ids: readonly string[]) =>
    ids.reduce((total, id) => total + (byReference.get(mtnReference(id))?.amountFcfa ?? 0), 0)

  let [chargedTwice, chargedInVain, unpaidDelivered, late] = [0, 0, 0, 0]
  const sales = new Map<string, number>()
  for (const row of rows) {
    const isDelivered = row.status === 'DELIVERED'
    const charges = row.requests.filter((id) => byReference.has(mtnReference(id))).length
    const kept = moved(row.requests) - moved(row.refunds) - row.listed
    if (charges > (isDelivered ? 1 : 0)) late += 1
    if (isDelivered && kept > row.amount) chargedTwice += 1
    if (!isDelivered && kept !== 0) chargedInVain += 1
    if (isDelivered && kept < row.amount) unpaidDelivered += 1
    if (isDelivered) sales.set(row.shop, (sales.get(row.shop) ?? 0) + row.sale)
  }

  const payouts = await ask<{ shop: string; id: string; state: string }>(
    `select shop_id as shop, id, state from money_transfers where kind = 'SHOP_PAYOUT'`,
  )
  const paid = new Map<string, number>()
  for (const { shop, id } of payouts) paid.set(shop, (paid.get(shop) ?? 0) + moved([id]))
  const owed = await ask<{ owner: string; owed: number }>(
    `select owner, -balance_fcfa::integer as owed from ledger_accounts where kind = 'SHOP_SALES'`,
  )
  const stillOwed = new Map(owed.map((each) => [each.owner, each.owed]))
  const wrongShops = [...sales].filter(
    ([shop, sold]) => (paid.get(shop) ?? 0) + (stillOwed.get(shop) ?? 0) !== sold,
  )

  const [float] = await ask<{ fcfa: number }>(
    `select coalesce(sum(balance_fcfa), 0)::double precision as fcfa from ledger_accounts where kind = 'PROVIDER_FLOAT'`,
  )
  const { faults, postings } = await checkLedger(world(database))
  const count = async (text: string) => Number((await ask<{ count: string }>(text))[0]?.count)
  return {
    deliveries: rows.length,
    delivered: rows.filter(({ status }) => status === 'DELIVERED').length,
    charges: lines.filter(({ kind }) => kind === 'requesttopay').length,
    chargedFcfa: sum('requesttopay'),
    refunds: lines.filter(({ kind }) => kind === 'refund').length,
    refundedFcfa: sum('refund'),
    payouts: lines.filter(({ kind }) => kind === 'transfer').length,
    paidOutFcfa: sum('transfer'),
    changedMinds: changed.length,
    changedPayments: changed.filter(({ kind }) => kind === 'requesttopay').length,
    sentAnew: await count(`
      select count(*) from money_transfers
      where state = 'REFUSED' and exists (
        select from money_transfers as later
        where later.kind = money_transfers.kind and later.created_at > money_transfers.created_at
          and later.shop_id = money_transfers.shop_id
          and later.payment_request_id is not distinct from money_transfers.payment_request_id)`),
    paidInVainOrLate: late,
    listedForAPerson: await count(
      'select count(*) from payment_requests where refund_due_at is not null and refunded_at is null',
    ),
    postings,
    wrongNotEnded: await count('select count(*) from deliveries where ended_at is null'),
    wrongMissing: deliveries - rows.length,
    wrongChargedTwice: chargedTwice,
    wrongChargedInVain: chargedInVain,
    wrongDeliveredUnpaid: unpaidDelivered,
    wrongShopsPaid: wrongShops.length,
    wrongFrancs: sum('requesttopay') - sum('refund') - sum('transfer') - Number(float?.fcfa ?? 0),
    wrongInTheBooks: faults.length,
  }
}

const world = (database: WebhookWorld['database']) => ({ database })

const say = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`)

await runBench(main)
