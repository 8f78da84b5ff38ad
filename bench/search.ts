import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../src/base/database/open-database.ts'
import { systemClock } from '../src/base/kernel/clock.ts'
import type { AllFilter } from '../src/domain/deliveries/finding/all-deliveries-store.ts'
import { findKnownCustomer } from '../src/domain/deliveries/finding/find-known-customer.ts'
import { readShopHome } from '../src/domain/deliveries/finding/read-shop-home.ts'
import { makeOlderDeliveriesSearchable } from '../src/domain/deliveries/searching/make-deliveries-searchable.ts'
import { searchAllDeliveries } from '../src/domain/deliveries/searching/search-all-deliveries.ts'
import { searchDeliveries } from '../src/domain/deliveries/searching/search-deliveries.ts'
import { type AllShops, fillAllShops } from './support/all-shops-seed.ts'
import type { Finding } from './support/finding.ts'
import { percentile } from './support/percentile.ts'
import { startPostgres } from './support/processes.ts'
import { printReport } from './support/report.ts'
import { benchOptions, runBench } from './support/run-bench.ts'
import { nameCustomers } from './support/search-seed.ts'
import { fillShop, seedWorld, type World } from './support/seed.ts'

/**
 * What the console asks of the database for a shop with 100,000 deliveries, without its pages: the list, the search,
 * a known customer, the home; then what operators ask of a million deliveries of all shops. `--quick` only shows that
 * this still runs, `--all` is another number for all shops, `--only-all` leaves the one shop out.
 */
const { values: options } = parseArgs({
  options: {
    ...benchOptions,
    all: { type: 'string', default: '1000000' },
    'only-all': { type: 'boolean', default: false },
  },
})
const ofAllShops = options.quick ? 5_000 : Number(options.all)
const count = options.quick ? 5_000 : 100_000
const times = options.quick ? 10 : 100

async function main(): Promise<void> {
  const cluster = await startPostgres()
  const url = cluster.url('postgres')
  const world = await seedWorld(url)
  const database = await openDatabase({ url, poolSize: 1, timeoutMs: 60_000, onError: console.error })
  const { db } = database
  const findings = options['only-all'] ? [] : await measureShop(db, url, world)
  findings.push(...(await measureAllShops(db, url, world)))
  await database.close()
  printReport(findings, { deliveries: count, ofAllShops, times })
}

async function measureShop(db: Database, url: string, world: World): Promise<Finding[]> {
  await fillShop(url, world, world.large, count)
  await nameCustomers(url, world.large.shopId)
  const findings = [await measureBacklog(db, 'Older deliveries made searchable', count)]
  for (const [name, { work, goalMs }] of Object.entries(await questions(db, world.large.shopId)))
    findings.push(await measure(name, 'A question of one shop, p95', work, goalMs))
  return findings
}

async function measureAllShops(db: Database, url: string, world: World): Promise<Finding[]> {
  const seeded = await fillAllShops(url, world, ofAllShops)
  const findings = [await measureBacklog(db, 'Deliveries of all shops made searchable', ofAllShops)]
  for (const [name, { work, goalMs }] of Object.entries(await questionsOfAll(db, seeded)))
    findings.push(await measure(`${name}, all shops`, 'A question of all shops, p95', work, goalMs))
  return findings
}

/** Makes all of them searchable, as after the migration; returns how many a second. */
async function measureBacklog(db: Database, name: string, made: number): Promise<Finding> {
  const nowhere = '00000000-0000-0000-0000-000000000000'
  await sql`insert into delivery_search_backlog (after_shop_id, after_delivery_id) values (${nowhere}, ${nowhere})`.execute(
    db,
  )
  const begun = performance.now()
  while (await makeOlderDeliveriesSearchable({ db }));
  const value = (made * 1_000) / (performance.now() - begun)
  await sql`vacuum analyze delivery_search_terms`.execute(db)
  return { name, value, unit: 'requests/s' }
}

async function questions(db: Database, shopId: string) {
  const { rows } = await sql<{ id: string; phone: string }>`
    select id, customer_phone as phone from deliveries where shop_id = ${shopId}::uuid order by id offset ${count / 2} limit 1
  `.execute(db)
  const { id: middle = '', phone = '' } = rows[0] ?? {}
  const search = (typed: string, filter = {}, olderThan?: string) => ({
    work: () => searchDeliveries(db, shopId, { typed, country: 'BJ', filter, olderThan }, 30),
    goalMs: 50,
  })
  return {
    'the newest deliveries': search(''),
    'those from the middle on': search('', {}, middle),
    'those of two statuses': search('', { statuses: ['FAILED', 'DELIVERED'] }),
    'a frequent first name': search('afi'),
    'first and last name, both frequent': search('Afi Dossou'),
    'the same, from the middle on': search('Afi Dossou', {}, middle),
    'a name of one status': search('adjovi', { statuses: ['FAILED'] }),
    'a phone': search(phone.slice(-8)),
    'its last four digits': search(phone.slice(-4)),
    'the number of an order': search('order-60000'),
    'a name that nobody has': search('zzzzz'),
    'one letter': search('a'),
    'the beginning of every order number': search('order'),
    'a customer known by phone': {
      work: () => findKnownCustomer(db, shopId, { phone, country: 'BJ' }),
      goalMs: 5,
    },
    'the home of the shop': {
      work: () => readShopHome({ db, clock: systemClock }, shopId, 'Africa/Porto-Novo'),
      goalMs: 10,
    },
  }
}

async function questionsOfAll(db: Database, { shopIds, cityIds, courierIds }: AllShops) {
  const { rows } = await sql<{ id: string; phone: string; reference: string }>`
    select id, customer_phone as phone, reference from deliveries where reference = ${`ALL-${ofAllShops / 2}`}
  `.execute(db)
  const { id: middle = '', phone = '' } = rows[0] ?? {}
  const search = (typed: string, filter: AllFilter = {}, olderThan?: string) => ({
    work: () => searchAllDeliveries(db, { typed, country: 'BJ', filter, allCityIds: cityIds, olderThan }, 30),
    goalMs: 50,
  })
  const [shopId = ''] = shopIds
  const [courierId = ''] = courierIds
  const small = cityIds.slice(4)
  return {
    'the newest deliveries': search(''),
    'those from the middle on': search('', {}, middle),
    'those of two statuses': search('', { statuses: ['RETURNED', 'EXPIRED'] }),
    'those of a small city': search('', { cityIds: small }),
    'those of a shop': search('', { shopIds: [shopId] }),
    'those of twenty shops': search('', { shopIds: shopIds.slice(0, 20) }),
    'those of a courier': search('', { courierIds: [courierId] }),
    'those of a courier in a small city': search('', { courierIds: [courierId], cityIds: small }),
    'those of a shop in a rare status': search('', { shopIds: [shopId], statuses: ['EXPIRED'] }),
    'a phone': search(phone.slice(-8)),
    'its last four digits': search(phone.slice(-4)),
    'the number of an order': search(`cmd-${ofAllShops / 2 + 1}`),
    'a name of one customer': search('Zinsou Pélagie'),
    'a frequent first name': search('afi'),
    'a frequent first name of a shop': search('afi', { shopIds: [shopId] }),
    'a frequent first name in a rare status': search('afi', { statuses: ['EXPIRED'] }),
    'first and last name, both frequent': search('Afi Dossou'),
    'the same, from the middle on': search('Afi Dossou', {}, middle),
    'a name that nobody has': search('zzzzz'),
    'one letter': search('a'),
    'the beginning of every order number': search('cmd'),
  }
}

async function measure(
  name: string,
  kind: string,
  work: () => Promise<unknown>,
  goalMs: number,
): Promise<Finding> {
  await work()
  const ms = new Float64Array(times)
  for (let time = 0; time < times; time += 1) {
    const begun = performance.now()
    await work()
    ms[time] = performance.now() - begun
  }
  return {
    name: `p95 of ${name}`,
    kind,
    value: percentile(ms.sort(), 0.95),
    unit: 'ms',
    goal: { atMost: goalMs },
  }
}

await runBench(main)
