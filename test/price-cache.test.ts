import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import pg from 'pg'
import { buildApp } from '../src/app.ts'
import { type OpenDatabase, openDatabase } from '../src/base/database/open-database.ts'
import { newId } from '../src/base/kernel/clock.ts'
import { setTariff } from '../src/domain/pricing/set-tariff.ts'
import { setPairBase } from '../src/domain/pricing/tariff-store.ts'
import { apiKeyHash, newApiKey } from '../src/domain/shops/api-key.ts'
import { setShop } from '../src/domain/shops/shop-store.ts'
import { addCity } from '../src/domain/zones/add-city.ts'
import { setCity } from '../src/domain/zones/zone-store.ts'
import { makeServices } from '../src/services.ts'
import { createServerDatabase, onEachDatabase, onServer } from './support/databases.ts'
import {
  type Answer,
  center,
  east,
  openService,
  outskirts,
  plainOrder,
  type TestService,
  type TestShop,
  testTariff,
} from './support/open-service.ts'
import { openSecondService } from './support/second-service.ts'
import { until } from './support/until.ts'

const lome = { lat: 6.1319, lng: 1.2228 }

/** A change, and what the other process returns from then on. */
const changes: { what: string; change(service: TestService): Promise<unknown>; seen: Seen }[] = [
  {
    what: 'a new version of a tariff',
    change: async (service) =>
      setTariff(service.services, await idOf(service, 'cities', 'Cotonou'), { baseFcfa: 700 }),
    seen: { to: east, price: 800 },
  },
  {
    what: 'a new surcharge',
    change: async (service) =>
      setTariff(service.services, await idOf(service, 'cities', 'Cotonou'), {
        baseFcfa: 500,
        surcharges: { ...testTariff.surcharges, FRAGILE: { flatFcfa: 500, perKmFcfa: 0 } },
      }),
    seen: { to: east, fragile: true, price: 1100 },
  },
  {
    what: 'the price of a pair of zones',
    change: async (service) =>
      setPairBase(service.services.db, { ...(await westToEast(service)), baseFcfa: 1000 }),
    seen: { to: east, price: 1000 },
  },
  {
    what: 'the end of the price of a pair of zones',
    change: async (service) =>
      setPairBase(service.services.db, { ...(await westToEast(service)), baseFcfa: null }),
    seen: { to: east, price: 600 },
  },
  {
    what: 'rain',
    change: (service) => switchRain(service, service.clock.now()),
    seen: { to: east, price: 750 },
  },
  {
    what: 'the end of rain',
    change: (service) => switchRain(service, null),
    seen: { to: east, price: 600 },
  },
  {
    what: 'another name of a zone',
    change: ({ services }) =>
      services.db.updateTable('zones').set({ name: 'Levant' }).where('zones.name', '=', 'East').execute(),
    seen: { to: east, toZone: 'Levant' },
  },
  {
    what: 'another outline of a zone',
    change: ({ services }) =>
      services.db
        .updateTable('zones')
        .set({ shape: JSON.stringify([[outline(2.42, 6.35, 2.44, 6.45)]]) })
        .where('zones.name', '=', 'Levant')
        .execute(),
    seen: { to: { lat: 6.42, lng: 2.43 }, toZone: 'Levant' },
  },
  {
    what: 'the end of a zone',
    change: ({ services, clock }) =>
      services.db
        .updateTable('zones')
        .set({ retired_at: clock.now() })
        .where('zones.name', '=', 'Levant')
        .execute(),
    seen: { to: east, toZone: null },
  },
  {
    what: 'a smaller service radius',
    change: async (service) =>
      setCity(service.services.db, await idOf(service, 'cities', 'Cotonou'), { service_radius_meters: 100 }),
    seen: { to: outskirts, refused: 'OUT_OF_ZONE' },
  },
  {
    what: 'a new city with its tariff',
    change: async ({ services }) => {
      const cityId = await addCity(services, {
        name: 'Lomé',
        country: 'TG',
        center: lome,
        serviceRadiusMeters: 10_000,
        timeZone: 'Africa/Lome',
        currency: 'XOF',
      })
      await setTariff(services, cityId, { ...testTariff, baseFcfa: 450 })
    },
    seen: { from: lome, to: lome, price: 450 },
  },
]

onEachDatabase((open) => {
  let service: TestService
  let other: Process
  let shop: TestShop

  before(async () => {
    const testDatabase = await open()
    service = await openService(testDatabase)
    shop = await service.openShop()
    other = await otherProcess(service, testDatabase.url)
    assert.equal((await quote(other, shop, { to: east })).body.price, 600)
  })
  after(async () => {
    await other?.close()
    await service?.close()
  })

  for (const { what, change, seen } of changes) {
    test(`every process prices with ${what} within a second (decision 47)`, async () => {
      assert.equal(isSeen(await quote(other, shop, seen), seen), false)

      await change(service)

      await Promise.all([assertSeenInTime(other, shop, seen), assertSeenInTime(service, shop, seen)])
    })
  }

  describe('new settings of a shop, without a notification', () => {
    test('a new pickup address works by its id in every process at once, even without a notification', async () => {
      const own = await knownToTheOther({})
      const pickupAddressId = newId(service.clock.now())
      await changeSilently(addressSql(own, pickupAddressId, false))

      assert.equal((await order(other, own, { pickupAddressId })).status, 201)
    })

    test('a first main pickup address works in every process at once, even without a notification', async () => {
      const own = await service.openShop({ withoutAddress: true })
      assert.equal((await order(other, own)).body.code, 'PICKUP_REQUIRED')
      await changeSilently(addressSql(own, newId(service.clock.now()), true))

      assert.equal((await order(other, own)).status, 201)
    })

    test('a new payout number works in every process at once, even without a notification', async () => {
      const own = await service.openShop({ defaultCollection: 'DIRECT', payoutPhone: null })
      const secure = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000, collection: 'SECURE' } }
      assert.equal((await order(other, own, secure)).body.code, 'PAYOUT_ACCOUNT_REQUIRED')
      await changeSilently(`update shops set payout_phone = '+2290197000099' where id = '${own.shopId}'`)

      assert.equal((await order(other, own, secure)).status, 201)
    })

    test('a new key works in every process at once, even without a notification', async () => {
      const own = await knownToTheOther({})
      const key = newApiKey('sandbox')
      assert.equal((await order(other, { key })).body.code, 'API_KEY_INVALID')
      await changeSilently(
        `insert into api_keys (shop_id, id, key_sha256, scopes, created_at)
         values ('${own.shopId}', gen_random_uuid(), '${apiKeyHash(key)}', '{deliveries:write}', now())`,
      )

      assert.equal((await order(other, { key })).status, 201)
    })

    /** Changes the database without a trigger that notifies of it. */
    const changeSilently = (sql: string): Promise<void> =>
      service.services.database.withSession((session) =>
        session.runScript(`set session_replication_role = replica; ${sql}; reset session_replication_role`),
      )

    const addressSql = ({ shopId }: TestShop, id: string, isDefault: boolean) =>
      `insert into pickup_addresses (shop_id, id, is_default, lat, lng, created_at)
       values ('${shopId}', '${id}', ${isDefault}, ${center.lat}, ${center.lng}, now())`
  })

  test('every process prices with a new discount of a shop within a second', async () => {
    const own = await knownToTheOther({})
    const before = (await order(other, own)).body.price
    await setShop(service.services.db, own.shopId, { discount_percent: 50 })

    const half = Math.ceil(before / 2)
    await until(async () => (await order(other, own)).body.price === half, 'half the price')
  })

  /** A shop that the other process has cached. */
  async function knownToTheOther(options: object): Promise<TestShop> {
    const own = await service.openShop(options)
    assert.equal((await order(other, own)).status, 201)
    return own
  }
})

onServer(() => {
  let service: TestService
  let shop: TestShop
  let eye: pg.Client

  beforeEach(async () => {
    const url = await createServerDatabase()
    const database = await openDatabase({ url, poolSize: 3, timeoutMs: 2_500, onError: () => {} })
    service = await openService({ database, url })
    shop = await service.openShop()
    eye = new pg.Client({ connectionString: url })
    await eye.connect()
  })
  afterEach(async () => {
    await eye.end()
    await service?.close()
  })

  test('a change made while nothing listened is noticed once the connection is open again (decision 47)', async () => {
    // In one statement: the connection is gone when the change is notified.
    await eye.query(
      `with gone as (
         select pg_terminate_backend(pid, 1000) from pg_stat_activity
         where application_name = 'colis-listen' and datname = current_database()
       )
       update cities set raining_since = now() where (select count(*) from gone) = 1`,
    )

    await assertSeenInTime(service, shop, { to: east, price: 750 })
  })

  test('a change that could not be read at first is read as soon as it can be', async () => {
    await eye.query('begin')
    await eye.query('lock table zone_pair_prices in access exclusive mode')
    await setTariff(service.services, await idOf(service, 'cities', 'Cotonou'), { baseFcfa: 700 })
    const { outages } = service.services.database
    await until(() => outages.current() !== undefined, 'a read that could not be made')

    await eye.query('rollback')

    await assertSeenInTime(service, shop, { to: east, price: 800 })
  })

  test('a change between the first read and the first listening is read too', async () => {
    const { config, database, clock, log } = service.services
    const late: OpenDatabase = {
      ...database,
      listen: async (onChange) => {
        await eye.query('update cities set raining_since = now()')
        return database.listen(onChange)
      },
    }
    const services = await makeServices({ config, database: late, clock, log })
    const app = await buildApp(services)

    await assertSeenInTime({ app }, shop, { to: east, price: 750 })
    await app.close()
    await services.stop()
  })
})

type Caller = Pick<TestService, 'app'>
type Process = Caller & { close(): Promise<void> }
type Place = { lat: number; lng: number }
/** A trip, and what of its price shows that a change was noticed. */
type Seen = {
  from?: Place
  to: Place
  fragile?: boolean
  price?: number
  toZone?: string | null
  refused?: string
}

/** Another process on the same server; the embedded database has but one. */
async function otherProcess(service: TestService, url: string): Promise<Process> {
  if (url.startsWith('postgres:')) return openSecondService(url)
  return { app: service.app, close: async () => {} }
}

const quote = (caller: Caller, { key }: { key: string }, { from, to, fragile }: Seen): Promise<Answer> =>
  post(caller, key, '/quotes', {
    pickup: from ?? center,
    dropoff: to,
    parcelSize: 'SMALL',
    paymentMode: 'PREPAID',
    fragile: fragile ?? false,
  })

let orders = 0

const order = (caller: Caller, { key }: { key: string }, input: object = {}): Promise<Answer> =>
  post(
    caller,
    key,
    '/deliveries',
    { ...plainOrder, ...input },
    { 'idempotency-key': `fresh-${++orders}-order` },
  )

async function post(
  { app }: Caller,
  key: string,
  path: string,
  payload: object,
  headers = {},
): Promise<Answer> {
  const response = await app.inject({
    method: 'POST',
    url: `/api/v1/partner${path}`,
    headers: { authorization: `Bearer ${key}`, ...headers },
    payload,
  })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}

const assertSeenInTime = (caller: Caller, shop: TestShop, seen: Seen): Promise<void> =>
  until(async () => isSeen(await quote(caller, shop, seen), seen), JSON.stringify(seen))

function isSeen({ status, body }: Answer, { price, toZone, refused }: Seen): boolean {
  if (refused !== undefined) return body.code === refused
  if (toZone !== undefined) return status === 200 && body.toZone === toZone
  return status === 200 && body.price === price
}

async function idOf({ services }: TestService, table: 'cities' | 'zones', name: string): Promise<string> {
  const { id } = await services.db
    .selectFrom(table)
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return id
}

const westToEast = async (service: TestService) => ({
  fromZoneId: await idOf(service, 'zones', 'West'),
  toZoneId: await idOf(service, 'zones', 'East'),
})

const switchRain = async (service: TestService, since: Date | null) =>
  setCity(service.services.db, await idOf(service, 'cities', 'Cotonou'), { raining_since: since })

const outline = (west: number, south: number, edge: number, north: number) => [
  [west, south],
  [edge, south],
  [edge, north],
  [west, north],
  [west, south],
]
