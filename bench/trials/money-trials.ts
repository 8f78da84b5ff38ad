import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { addPickupAddress } from '../../src/domain/shops/add-pickup-address.ts'
import { createApiKey } from '../../src/domain/shops/create-api-key.ts'
import { createShop } from '../../src/domain/shops/create-shop.ts'
import { inheritedEnv } from '../../test/support/colis-process.ts'
import { freePort } from '../../test/support/postgres-cluster.ts'
import { judgeMoney } from '../support/judge-money.ts'
import { type ClientOrder, moneyOrderKey } from '../support/money-order.ts'
import { movesAt, readJournal } from '../support/money-provider.ts'
import { leaveToTidyUp, startPostgres, temporaryFolder } from '../support/processes.ts'
import { type Outcome, often, type Trial } from '../support/trial.ts'
import { openWebhookWorld, type WebhookWorld } from '../support/webhook-world.ts'

/**
 * Deliveries that customers pay through the service, while the service, the provider and the clients are each killed again
 * and again at random moments, and the provider changes its mind about some orders: it says that they failed, and carries
 * them out later. Of what it refuses to send the hour before the next try is cut short, so that it is sent anew while this
 * runs. Afterwards what the provider's journal says is compared with what the deliveries say, and with the books: nobody was
 * charged twice, no shop was paid twice, and no franc is unaccounted. A run with fewer kills than asked for, or that never
 * comes to rest, proves nothing and fails.
 */
export const moneyTrials: Trial[] = [
  {
    name: 'money',
    database: 'PostgreSQL',
    times: { short: 3, long: 50 },
    what: (kills) =>
      `${kills * deliveriesPerKill} deliveries are paid through the service, while it, its provider and its clients are each killed ${often(kills)}`,
    least: (kills) => kills * deliveriesPerKill,
    run: proveMoney,
  },
]

const deliveriesPerKill = 40
const atOnce = 30
const changedPercent = '5'
const settleSeconds = 600
const shopCount = 20
const center = { lat: 6.37, lng: 2.41 }

/** A process that is started again whenever it was killed. */
type Victim = { name: string; child: ChildProcess; killed: number; isDone: boolean; failure?: string }

async function proveMoney(kills: number): Promise<Outcome> {
  const deliveries = kills * deliveriesPerKill
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
    failedFile: join(folder, 'failed'),
  }
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const [, ...serviceArgs] = scripts.start.split(' ') as string[]
  const victims = [
    victim('provider', ['bench/support/money-provider.ts', journal, String(providerPort), changedPercent]),
    victim('service', serviceArgs, settings),
    victim('clients', ['bench/support/money-clients.ts', JSON.stringify(order)]),
  ]
  const cutting = setInterval(() => cutPauses(world).catch(() => {}), 5_000)
  try {
    await killAtRandom(victims, kills)
    say(`the killing is over (${killsOf(victims)}); the clients finish`)
    const clients = victims.find(({ name }) => name === 'clients')
    while (clients?.isDone === false) await pause(500)
    if (clients?.failure !== undefined) throw new Error(clients.failure)
    const unsettled = await settle(world, journal)
    for (const each of victims) end(each)
    const outcome = await judgeMoney(world, journal, {
      keys: Array.from({ length: deliveries }, (_, number) => moneyOrderKey(number)),
      finished: countLines(order.finishedFile),
      failedRequests: countLines(order.failedFile),
    })
    const spared = victims.filter(({ killed }) => killed < kills)
    return {
      ...outcome,
      broken: [
        ...outcome.broken,
        ...unsettled,
        ...spared.map(({ name, killed }) => `the ${name} was killed only ${killed} times`),
      ],
    }
  } finally {
    clearInterval(cutting)
    for (const each of victims) end(each)
    await world.close()
    await cluster.remove()
  }
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
  // What is killed is to be what works.
  PROCESSES: '1',
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

function victim(name: string, args: string[], env: Record<string, string> = {}): Victim {
  const start = () => {
    const child = spawn(process.execPath, args, {
      env: { ...inheritedEnv(), ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    child.once('exit', (code, signal) => {
      if (signal === 'SIGKILL' && !self.isDone) self.killed += 1
      if (self.isDone || (name === 'clients' && code === 0)) self.isDone = true
      // The service may give up when it starts while the database is busy, as it would under any supervisor.
      else if (signal !== 'SIGKILL' && name === 'clients') {
        self.isDone = true
        self.failure = `The clients ended by themselves with ${code}.`
      } else if (signal !== 'SIGKILL') say(`the ${name} ended by itself with ${code}, and is started again`)
      if (!self.isDone) self.child = start()
    })
    return child
  }
  const self: Victim = { name, child: undefined as never, killed: 0, isDone: false }
  self.child = start()
  leaveToTidyUp(async () => end(self))
  return self
}

function end(victim: Victim): void {
  victim.isDone = true
  victim.child.kill('SIGKILL')
}

/** Kills one of those that still have kills to come, at random moments; one that has ended its work is left alone. */
async function killAtRandom(victims: readonly Victim[], kills: number): Promise<void> {
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
 * Waits until everything that the provider did has come to the service, and nothing is on its way any more. Returns what is
 * not at rest when it gives up.
 */
async function settle({ database }: WebhookWorld, journal: string): Promise<string[]> {
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
    if (left === 0 && Date.now() > lastAt) return []
    if (tries >= settleSeconds) {
      return [`not everything came to rest within ${settleSeconds} seconds: ${JSON.stringify(state)}`]
    }
    await pause(1_000)
  }
}

const say = (text: string) => console.error(`  ${text}`)

const countLines = (file: string): number =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0
