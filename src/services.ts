import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { reloadWhenStale } from './base/background/reload-when-stale.ts'
import { announceEvents } from './base/database/announce-events.ts'
import { type FreshCopy, keepFreshCopy } from './base/database/fresh-copy.ts'
import {
  type ChangedTopic,
  type Database,
  embeddedFolder,
  type OpenDatabase,
} from './base/database/open-database.ts'
import type { Clock } from './base/kernel/clock.ts'
import { logSerializers } from './base/kernel/logged-error.ts'
import { type Config, hostInUrl } from './config.ts'
import { openPositionSink } from './domain/couriers/report-position.ts'
import { countDeliveriesWithCache, type DeliveryCount } from './domain/deliveries/count-deliveries.ts'
import type { CreationParts } from './domain/deliveries/create-delivery.ts'
import type { SearchRules } from './domain/matching/search-round.ts'
import { outboxChannel } from './domain/messages/channels/outbox-channel.ts'
import { sendByMail } from './domain/messages/channels/send-by-mail.ts'
import { sendByWhatsApp } from './domain/messages/channels/send-by-whatsapp.ts'
import { kindNames, kindsByMail, kindsByPhone } from './domain/messages/message-kinds.ts'
import type { MessageParts, Route } from './domain/messages/message-parts.ts'
import { oweDeclaredPayment } from './domain/messages/owe-messages.ts'
import { missingProvider } from './domain/mobile-money/mobile-money-provider.ts'
import { simulatedProvider } from './domain/mobile-money/simulated-provider.ts'
import { localPhotoStorage } from './domain/photos/local-photo-storage.ts'
import { s3PhotoStorage } from './domain/photos/s3-photo-storage.ts'
import { verifyPhotoWith } from './domain/photos/verify-photo.ts'
import { measureByGreatCircle, measureByRoutingServer } from './domain/pricing/measure-trip.ts'
import { readPriceList } from './domain/pricing/tariff-store.ts'
import { cacheShops } from './domain/shops/cache-shops.ts'
import { resolveByOwnServers, resolveBySystem } from './domain/webhooks/endpoints/resolve-target.ts'
import { sendRequestsWith } from './domain/webhooks/sending/send-request.ts'
import type { WebhookParts } from './domain/webhooks/webhook-parts.ts'
import { type ServiceMap, serviceMap } from './domain/zones/service-map.ts'
import { readMap } from './domain/zones/zone-store.ts'

export type Surroundings = {
  config: Config
  database: OpenDatabase
  clock: Clock
  log: Logger
  /** Whether this process relays events itself; else it tells the processes that do. */
  relaysEvents?: boolean
}

/** The parts that the API, the background work and the commands are put together from. */
export type Parts = Awaited<ReturnType<typeof assembleParts>>

/**
 * Makes the parts and keeps their memory fresh: a committed change of prices, zones or shops is heard
 * and read again within a second (decision 47). `stop` lets go of what they hold; the database stays open.
 */
export async function assembleParts({
  config,
  database,
  clock,
  log: plainLog,
  relaysEvents = true,
}: Surroundings) {
  const { db } = database
  const log = plainLog.child({}, { serializers: logSerializers })
  const onTrouble = (message: string, error: unknown) => log.warn({ err: error }, message)
  const [map, priceList] = await Promise.all([keepMap(db), keepFreshCopy(() => readPriceList(db))])
  const shops = cacheShops(db)
  const listeners = new Set<(topic: ChangedTopic) => void>()
  const hear = (topic: ChangedTopic) => {
    if (topic === 'shops' || topic === 'all') shops.forget()
    if (topic === 'prices' || topic === 'all') reading.markStale()
    for (const listener of listeners) listener(topic)
  }
  const reading = reloadWhenStale({ name: 'read prices again', copies: [map, priceList], onTrouble })
  const stopListening = await database.listen(hear)
  // What changed after the first reading and before we listened was not heard.
  reading.markStale()
  const redis = config.REDIS_URL ? connectRedis(config.REDIS_URL, onTrouble) : undefined
  const photos = photoParts(config)
  const rules = {
    allowedRanges: config.WEBHOOK_ALLOW_RANGES,
    allowInsecure: config.WEBHOOK_ALLOW_INSECURE ?? false,
  }
  const resolve = rules.allowInsecure ? resolveBySystem : resolveByOwnServers(config.DNS_SERVERS)
  const sender = sendRequestsWith({ rules, resolve })
  const tellOperator = (message: string, about: Record<string, string>) => log.error(about, message)
  const customerLinks = derivedKey(config, 'customer links')
  const deliveryParts: CreationParts & { countDeliveries: DeliveryCount; timeZone: string } = {
    db,
    clock,
    shops,
    pricing: {
      map,
      priceList,
      clock,
      measureTrip: config.ROUTING_URL
        ? measureByRoutingServer(config.ROUTING_URL, onTrouble)
        : measureByGreatCircle,
    },
    deadlines: {
      locationMinutes: config.LOCATION_DEADLINE_MINUTES,
      courierMinutes: config.COURIER_DEADLINE_MINUTES,
    },
    language: config.DEFAULT_LANGUAGE,
    eventsTold: relaysEvents ? () => hear('events') : tellRelays(db, onTrouble),
    tellOperator,
    verifyPhoto: verifyPhotoWith({ db, clock, photoStorage: photos.photoStorage }),
    countDeliveries: countDeliveriesWithCache(db, clock),
    timeZone: config.TIME_ZONE,
  }
  const positions = openPositionSink(db)
  return {
    ...deliveryParts,
    ...photos,
    paymentDeclared: oweDeclaredPayment({ clock }),
    mobileMoney: {
      provider:
        providerNameOf(config) === 'simulated'
          ? simulatedProvider({ db, clock })
          : missingProvider((message) => tellOperator(message, {})),
      deadlineMinutes: config.PAYMENT_DEADLINE_MINUTES,
    },
    webhooks: {
      db,
      clock,
      sealingKey: derivedKey(config, 'webhook signing secrets'),
      tellOperator,
      rules,
      resolve,
      send: sender.send,
    } satisfies WebhookParts,
    positions,
    search: searchRules(config),
    customerLinks,
    messages: {
      db,
      clock,
      log,
      around: {
        publicUrl: publicUrlOf(config),
        customerLinks,
        timeZone: config.TIME_ZONE,
        language: config.DEFAULT_LANGUAGE,
      },
      routes: messageRoutes(config, log),
    } satisfies MessageParts,
    /** Hears of every change until the answer is called. */
    subscribe: (listener: (topic: ChangedTopic) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    sessionsKey: derivedKey(config, 'sessions'),
    config,
    database,
    log,
    redis,
    onTrouble,
    stop: async () => {
      await stopListening()
      await reading.stop()
      await positions.close()
      await sender.close()
      redis?.disconnect()
    },
  }
}

const searchRules = (config: Config): SearchRules => ({
  radiusMeters: config.COURIER_SEARCH_RADIUS_METERS,
  offersPerRound: config.COURIER_OFFERS_PER_ROUND,
  growthPercent: config.COURIER_ROUND_GROWTH_PERCENT,
  roundSeconds: config.COURIER_ROUND_SECONDS,
  offerSeconds: config.COURIER_OFFER_SECONDS,
  positionSeconds: config.COURIER_POSITION_SECONDS,
  payPercent: config.COURIER_PAY_PERCENT,
})

/** In production nobody is asked to pay until a provider is named. */
const providerNameOf = ({ MOBILE_MONEY_PROVIDER: named, ENVIRONMENT: environment }: Config) =>
  named ?? (environment === 'sandbox' ? 'simulated' : undefined)

const keepMap = (db: Database): Promise<FreshCopy<ServiceMap>> =>
  keepFreshCopy(async () => {
    const { cities, zones } = await readMap(db)
    return serviceMap(cities, zones)
  })

/** Asks once and goes on without an answer: a Redis that is away must not hold requests up. */
function connectRedis(url: string, onTrouble: (message: string, error: unknown) => void): Redis {
  const redis = new Redis(url, {
    connectTimeout: 500,
    commandTimeout: 500,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
  })
  redis.on('error', (error) => onTrouble('Redis did not answer; requests are not counted meanwhile.', error))
  return redis
}

function photoParts(config: Config) {
  const publicUrl = publicUrlOf(config)
  if (config.PHOTO_BUCKET_URL) {
    return { photoStorage: s3PhotoStorage({ bucketUrl: config.PHOTO_BUCKET_URL }), localPhotos: undefined }
  }
  const folder = join(dataFolderOf(config), 'photos')
  const secret = derivedKey(config, 'parcel photo uploads')
  return { photoStorage: localPhotoStorage({ folder, publicUrl, secret }), localPhotos: { folder, secret } }
}

/** By which channel each message goes; in a sandbox without any, all of them stay on this machine. */
function messageRoutes(config: Config, log: Logger): Route[] {
  if (keepsOutbox(config)) return [{ name: 'OUTBOX', kinds: kindNames, channel: outboxChannel(log) }]
  const { WHATSAPP_TOKEN: token, WHATSAPP_PHONE_NUMBER_ID: phoneNumberId, WHATSAPP_API_URL: apiUrl } = config
  const { SMTP_URL: url, MAIL_FROM: from } = config
  const routes: Route[] = []
  if (token !== undefined && phoneNumberId !== undefined) {
    const channel = sendByWhatsApp({ token, phoneNumberId, ...(apiUrl !== undefined && { apiUrl }) })
    routes.push({ name: 'WHATSAPP', kinds: kindsByPhone, channel })
  }
  if (url !== undefined && from !== undefined)
    routes.push({ name: 'EMAIL', kinds: kindsByMail, channel: sendByMail({ url, from }) })
  return routes
}

/** Whether messages are kept at `/dev/outbox` instead of being sent. */
export const keepsOutbox = (config: Config): boolean =>
  config.ENVIRONMENT === 'sandbox' && config.WHATSAPP_TOKEN === undefined && config.SMTP_URL === undefined

/** The address at which others reach the service. */
export const publicUrlOf = (config: Config): string =>
  config.PUBLIC_URL ?? `http://${hostInUrl(config.HOST)}:${config.PORT}`

/** The folder for what is kept beside the database. */
export function dataFolderOf(config: Config): string {
  if (config.DATA_FOLDER) return config.DATA_FOLDER
  return config.DATABASE_URL.startsWith('file:') ? embeddedFolder(config.DATABASE_URL) : './data'
}

/** SECRETS_KEY, or one made once and kept in the data folder, readable by its owner alone. */
function secretsKey(config: Config): Buffer {
  if (config.SECRETS_KEY) return Buffer.from(config.SECRETS_KEY, 'base64')
  const path = resolve(dataFolderOf(config), 'secrets.key')
  mkdirSync(dataFolderOf(config), { recursive: true })
  try {
    writeFileSync(path, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return Buffer.from(readFileSync(path, 'utf8'), 'base64')
}

/** A key for one purpose, made from the one secret. */
const derivedKey = (config: Config, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretsKey(config), '', purpose, 32))

/** How often, at most, a process that relays nothing tells the others that there is something to relay. */
const tellEveryMs = 10

/** Tells other processes after commits, once for all that come within a moment: a notice takes a global lock. */
function tellRelays(db: Database, onTrouble: (message: string, error: unknown) => void): () => void {
  let isPlanned = false
  return () => {
    if (isPlanned) return
    isPlanned = true
    setTimeout(() => {
      isPlanned = false
      announceEvents(db).catch((error) =>
        onTrouble('Events were not announced; they are found a second later.', error),
      )
    }, tellEveryMs)
  }
}
