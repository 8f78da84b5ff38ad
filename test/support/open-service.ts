import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { buildApp } from '../../src/app.ts'
import { systemActor } from '../../src/base/kernel/actor.ts'
import { manualClock } from '../../src/base/kernel/clock.ts'
import { readConfig } from '../../src/config.ts'
import { type Scope, scopes } from '../../src/contract/vocabulary.ts'
import { publicUrlOf } from '../../src/derived-settings.ts'
import type { AuditedDeps } from '../../src/domain/audit/audited-act.ts'
import { setTariff, type TariffChange } from '../../src/domain/pricing/set-tariff.ts'
import { addPickupAddress } from '../../src/domain/shops/add-pickup-address.ts'
import { createApiKey } from '../../src/domain/shops/create-api-key.ts'
import { createShop, type NewShop } from '../../src/domain/shops/create-shop.ts'
import { addCity } from '../../src/domain/zones/add-city.ts'
import { importZones } from '../../src/domain/zones/import-zones.ts'
import { areaSquareMeters, centerOf, type ZoneShape } from '../../src/domain/zones/zone-shape.ts'
import { makeServices, type Services } from '../../src/services.ts'
import type { TestDatabase } from './databases.ts'
import { checkAgainstDescription } from './openapi-check.ts'
import { withoutDocs } from './refusal.ts'
import { areLogsWatched, watchedLog } from './watched-logs.ts'

/** The moment at which every test begins: a Saturday, by day in Cotonou. */
export const testStart = '2026-11-21T10:00:00.000Z'

/** What makes a service one of production. */
export const productionSettings = {
  ENVIRONMENT: 'production',
  PUBLIC_URL: 'https://colis.test',
  SECRETS_KEY: createHash('sha256').update('a key for tests').digest('base64'),
}

/** What a test sees of an answer; tests compare bodies whole, so their types say nothing. */
// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever came over the wire
export type Answer<Body = any> = {
  status: number
  body: Body
  headers: Record<string, string | string[] | number | undefined>
}

export type TestService = {
  app: FastifyInstance
  services: Services
  clock: ReturnType<typeof manualClock>
  /** Lines the service logged. */
  logged: string[]
  /** A call as anybody may make it; paths are those of the partner API unless they begin with `//`. */
  call(options: InjectOptions & { url: string }): Promise<Answer>
  openShop(options?: ShopOptions): Promise<TestShop>
  close(): Promise<void>
}

type ShopOptions = Partial<NewShop> & { scopes?: Scope[]; withoutAddress?: boolean }

/** A shop of its own, with a main pickup address in the centre of Cotonou and a key. */
export type TestShop = {
  shopId: string
  key: string
  keyId: string
  pickupAddressId: string
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** The same with any method. */
  send(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>
  patch(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Creates a delivery with a key of its own; `input` changes the plain order. */
  order(input?: object, headers?: Record<string, string>): Promise<Answer>
}

/**
 * The whole service on a test database, with two cities: Cotonou with two zones side by side (West from
 * 2.40 to 2.42, East from 2.42 to 2.44; latitude 6.35 to 6.39) and Parakou without zones. The clock
 * stands still at `testStart`.
 */
export async function openService(
  { database, url }: TestDatabase,
  env: Record<string, string> = {},
): Promise<TestService> {
  const clock = manualClock(testStart)
  const folder = mkdtempSync(join(tmpdir(), 'colis-test-'))
  const config = readConfig({
    DATABASE_URL: url,
    DATA_FOLDER: folder,
    PUBLIC_URL: 'http://colis.test',
    RATE_LIMIT_PER_SECOND: '0',
    VISITS_PER_SECOND: '0',
    SHOP_CHANGES_PER_MINUTE: '0',
    // On a busy machine a request may take long; what is unavailable is tested with a time-out of its own.
    DATABASE_TIMEOUT_MS: '60000',
    LOG_LEVEL: 'info',
    ...(areLogsWatched && { ACCESS_LOG: 'true' }),
    ...env,
  })
  const logged: string[] = []
  const log = watchedLog(config.LOG_LEVEL, env.ACCESS_LOG === 'true', (line) => void logged.push(line))
  await seedTestCities({ db: database.db, clock, actor: systemActor })
  const services = await makeServices({ config, database, clock, chance: () => 0, log })
  const app = await buildApp(services)
  await app.ready()

  const call: TestService['call'] = async (options) => {
    const path = options.url.startsWith('//') ? options.url.slice(1) : `/api/v1/partner${options.url}`
    const response = await app.inject({ ...options, url: path })
    const answer = { status: response.statusCode, body: bodyOf(response.body), headers: response.headers }
    checkAgainstDescription(app, { method: options.method ?? 'GET', path, ...answer })
    return { ...answer, body: withoutDocs(answer.body, answer.headers, publicUrlOf(config)) }
  }

  let orders = 0
  async function openShop({ scopes: rights, withoutAddress, ...shop }: ShopOptions = {}): Promise<TestShop> {
    const made = await createShop(services, {
      name: 'Boutique Test',
      country: 'BJ',
      payoutPhone: '+2290197000099',
      discountPercent: 0,
      ...shop,
    })
    const address = withoutAddress
      ? undefined
      : await addPickupAddress(services, {
          shopId: made.id,
          label: 'Boutique',
          landmark: 'En face du marché',
          formatted: 'Ganhi, Cotonou',
          isDefault: true,
          ...center,
        })
    const { key, keyId } = await createApiKey(services, {
      shopId: made.id,
      scopes: rights ?? [...scopes],
      label: null,
    })
    const send: TestShop['send'] = (method, path, body, headers) =>
      call({
        method,
        url: path,
        headers: { authorization: `Bearer ${key}`, ...headers },
        ...(body !== undefined && { payload: body as object }),
      })
    const post: TestShop['post'] = (path, body, headers) => send('POST', path, body, headers)
    return {
      shopId: made.id,
      key,
      keyId,
      pickupAddressId: address?.id ?? '',
      get: (path, headers) => call({ url: path, headers: { authorization: `Bearer ${key}`, ...headers } }),
      post,
      send,
      patch: (path, body, headers) =>
        call({
          method: 'PATCH',
          url: path,
          headers: { authorization: `Bearer ${key}`, ...headers },
          payload: body as object,
        }),
      order: (input, headers) =>
        post(
          '/deliveries',
          { ...plainOrder, ...input },
          { 'idempotency-key': `order-${++orders}-${process.pid}`, ...headers },
        ),
    }
  }

  return {
    app,
    services,
    clock,
    logged,
    call,
    openShop,
    close: async () => {
      await app.close()
      await services.stop()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** In the zone West of Cotonou. */
export const center = { lat: 6.37, lng: 2.41 }
/** In the zone East of Cotonou. */
export const east = { lat: 6.37, lng: 2.43 }
/** Served by Cotonou, in no zone. */
export const outskirts = { lat: 6.42, lng: 2.41 }
/** In Parakou, which has no zones. */
export const parakou = { lat: 9.3372, lng: 2.6303 }
/** Served by nobody. */
export const nowhere = { lat: 0, lng: 0 }

/** The least an order must say: prepaid, the customer is asked for their position. */
export const plainOrder = {
  customer: { lastName: 'Dossou', firstName: 'Afi', phone: '0197000001' },
  parcel: { category: 'FASHION', size: 'SMALL' },
  payment: { mode: 'PREPAID' },
}

/** The tariff of both cities; a test that needs another sets it. */
export const testTariff: TariffChange = {
  baseFcfa: 500,
  includedKm: 2,
  perKmFcfa: 100,
  stepFcfa: 25,
  surcharges: {
    LARGE_PARCEL: { flatFcfa: 300, perKmFcfa: 0 },
    FRAGILE: { flatFcfa: 110, perKmFcfa: 0 },
    NIGHT: { flatFcfa: 200, perKmFcfa: 10 },
    RAIN: { flatFcfa: 150, perKmFcfa: 0 },
    HIGH_DEMAND: { flatFcfa: 250, perKmFcfa: 0 },
  },
  night: { from: '21:00', to: '06:00' },
  collectionFee: { percent: 1.5, minimumFcfa: 100 },
  cancellationFeeFcfa: 300,
  returnFeeFcfa: 500,
}

/** Changes the tariff of Cotonou; the service prices by it from the next request on. */
export async function changeTariff({ services }: TestService, change: TariffChange): Promise<void> {
  const cotonou = services.pricing.map.current().cities.find(({ name }) => name === 'Cotonou')
  await setTariff(services, cotonou?.id ?? '', change)
  await services.pricing.priceList.reload()
}

async function seedTestCities(services: AuditedDeps): Promise<void> {
  const benin = { country: 'BJ', timeZone: 'Africa/Porto-Novo', currency: 'XOF' } as const
  const cotonou = await addCity(services, { ...benin, name: 'Cotonou', center, serviceRadiusMeters: 15_000 })
  await setTariff(services, cotonou, testTariff)
  await importZones(services, {
    cityId: cotonou,
    drafts: [square('East', 2.42, 2.44), square('West', 2.4, 2.42)],
    priority: 0,
    replaceOthers: false,
    isDryRun: false,
  })
  const second = await addCity(services, {
    ...benin,
    name: 'Parakou',
    center: parakou,
    serviceRadiusMeters: 8_000,
  })
  await setTariff(services, second, testTariff)
}

function square(name: string, west: number, east: number) {
  const [south, north] = [6.35, 6.39]
  const shape: ZoneShape = [
    [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  ]
  return { name, shape, areaSquareMeters: areaSquareMeters(shape), center: centerOf(shape) }
}

function bodyOf(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
