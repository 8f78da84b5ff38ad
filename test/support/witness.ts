import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { verifyWebhook } from '../../sdk/typescript/src/verify-webhook.ts'
import { openDatabase } from '../../src/base/database/open-database.ts'
import { systemActor } from '../../src/base/kernel/actor.ts'
import { systemClock } from '../../src/base/kernel/clock.ts'
import { readConfig } from '../../src/config.ts'
import { setTariff } from '../../src/domain/pricing/set-tariff.ts'
import { addPickupAddress } from '../../src/domain/shops/add-pickup-address.ts'
import { createApiKey } from '../../src/domain/shops/create-api-key.ts'
import { createShop } from '../../src/domain/shops/create-shop.ts'
import { addCity } from '../../src/domain/zones/add-city.ts'
import { makeServices, type Services } from '../../src/services.ts'
import { center, testTariff } from './open-service.ts'

/** The key under which secrets are sealed by every process of a test. */
export const sharedSettings = (databaseUrl: string, dataFolder: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  DATA_FOLDER: dataFolder,
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  WEBHOOK_ALLOW_INSECURE: 'true',
  RATE_LIMIT_PER_SECOND: '0',
})

/**
 * The service within this process, by the real clock: what is committed here is relayed and sent by other
 * processes, which are notified.
 */
export async function openPublisher(
  settings: Record<string, string>,
): Promise<{ services: Services; close(): Promise<void> }> {
  const config = readConfig({ ...settings, LOG_LEVEL: 'silent' })
  const database = await openDatabase({
    url: config.DATABASE_URL,
    poolSize: 10,
    timeoutMs: 30_000,
    onError: () => {},
  })
  const benin = { country: 'BJ', timeZone: 'Africa/Porto-Novo', currency: 'XOF' } as const
  const base = { db: database.db, clock: systemClock, actor: systemActor }
  const cityId = await addCity(base, { ...benin, name: 'Cotonou', center, serviceRadiusMeters: 15_000 })
  await setTariff(base, cityId, testTariff)
  const log = pino({ level: config.LOG_LEVEL })
  const services = await makeServices({ config, database, clock: systemClock, log })
  return {
    services,
    close: async () => {
      await services.stop()
      await database.close()
    },
  }
}

/** A shop of its own with a main pickup address and a key. */
export async function openShop(services: Services): Promise<{ shopId: string; key: string }> {
  const shop = await createShop(services, {
    name: 'Boutique Test',
    country: 'BJ',
    defaultCollection: 'SECURE',
    payoutPhone: '+2290197000099',
    discountPercent: 0,
  })
  await addPickupAddress(services, {
    shopId: shop.id,
    label: 'Boutique',
    landmark: 'En face du marché',
    formatted: 'Ganhi, Cotonou',
    isDefault: true,
    ...center,
  })
  const { key } = await createApiKey(services, {
    shopId: shop.id,
    scopes: ['quotes:read', 'deliveries:read', 'deliveries:write'],
    label: null,
  })
  return { shopId: shop.id, key }
}

/** A request as the witness saw it. */
type Sighting = {
  path: string
  eventId: string
  type: string
  /** Of the raw body. */
  sha256: string
  /** Whether the secret of its path verifies it at the moment of its arrival. */
  isSigned: boolean
  /** Milliseconds since the process began. */
  atMs: number
}

/** A receiver that writes down everything that arrives whole, before it answers. */
export type Witness = {
  url(path: string): string
  sightings: Sighting[]
  /** The secret by which requests to a path are verified. */
  trust(path: string, secret: string): void
  /** Requests that were not answered yet. */
  underWay(): number
  close(): Promise<void>
}

export async function startWitness(
  answer: (response: ServerResponse) => void = (response) => response.end('ok'),
  now = () => new Date(),
): Promise<Witness> {
  const sightings: Sighting[] = []
  const secrets = new Map<string, string>()
  let underWay = 0
  const server = createServer(async (request, response) => {
    underWay += 1
    response.once('close', () => {
      underWay -= 1
    })
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      return
    }
    const body = Buffer.concat(chunks)
    const path = request.url ?? ''
    const atMs = performance.now()
    sightings.push({
      path,
      eventId: String(request.headers['svc-event-id']),
      type: String(request.headers['svc-event']),
      sha256: sha256(body),
      isSigned: await isSigned(body, request.headers['svc-signature'], secrets.get(path), now()),
      atMs,
    })
    answer(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    sightings,
    trust: (path, secret) => void secrets.set(path, secret),
    underWay: () => underWay,
    close: async () => {
      const closed = once(server, 'close')
      server.close().closeAllConnections()
      await closed
    },
  }
}

export const sha256 = (body: Buffer | string): string => createHash('sha256').update(body).digest('hex')

async function isSigned(
  body: Buffer,
  header: string | string[] | undefined,
  secret: string | undefined,
  now: Date,
): Promise<boolean> {
  if (secret === undefined || typeof header !== 'string') return false
  try {
    await verifyWebhook({ header, body, secret, now })
    return true
  } catch {
    return false
  }
}
