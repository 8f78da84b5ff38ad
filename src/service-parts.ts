import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { type FreshCopy, keepFreshCopy } from './database/fresh-copy.ts'
import { type Database, embeddedFolder, type OpenDatabase } from './database/open-database.ts'
import { countWithMemory } from './deliveries/delivery-count.ts'
import type { DeliveryRoutesParts } from './deliveries/delivery-routes.ts'
import type { Clock } from './kernel/clock.ts'
import { localPhotoStorage } from './photos/local-photo-storage.ts'
import { s3PhotoStorage } from './photos/s3-photo-storage.ts'
import { verifyPhotoWith } from './photos/verify-photo.ts'
import { measureByGreatCircle, measureByRoutingServer } from './quotes/measure-trip.ts'
import { type PriceList, readPriceList } from './quotes/tariff-store.ts'
import { rememberShops } from './shops/shop-memory.ts'
import { type ServiceMap, serviceMap } from './zones/service-map.ts'
import { readMap } from './zones/zone-store.ts'

export type Surroundings = { config: Config; database: OpenDatabase; clock: Clock; log: Logger }

/** The parts that the API, the background work and the commands are put together from. */
export type Parts = Awaited<ReturnType<typeof assembleParts>>

/**
 * Makes the parts and keeps their memory fresh: a committed change of prices, zones or shops is heard
 * and read again within a second (decision 47). `stop` lets go of what they hold; the database stays open.
 */
export async function assembleParts({ config, database, clock, log }: Surroundings) {
  const { db } = database
  const onTrouble = (message: string, error: unknown) => log.warn({ err: error }, message)
  const [map, priceList] = await Promise.all([keepMap(db), keepFreshCopy(() => readPriceList(db))])
  const shops = rememberShops(db)
  const stopListening = await database.listen((topic) => {
    if (topic !== 'prices') shops.forget()
    if (topic !== 'shops')
      reloadPrices(map, priceList).catch((error) => onTrouble('Prices were not read again.', error))
  })
  const redis = config.REDIS_URL ? connectRedis(config.REDIS_URL, onTrouble) : undefined
  const photos = photoParts(config)
  const deliveryParts: DeliveryRoutesParts = {
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
    verifyPhoto: verifyPhotoWith({ db, clock, photoStorage: photos.photoStorage }),
    countDeliveries: countWithMemory(db, clock),
    timeZone: config.TIME_ZONE,
  }
  return {
    ...deliveryParts,
    ...photos,
    config,
    database,
    log,
    redis,
    onTrouble,
    stop: async () => {
      await stopListening()
      redis?.disconnect()
    },
  }
}

const keepMap = (db: Database): Promise<FreshCopy<ServiceMap>> =>
  keepFreshCopy(async () => {
    const { cities, zones } = await readMap(db)
    return serviceMap(cities, zones)
  })

async function reloadPrices(map: FreshCopy<ServiceMap>, priceList: FreshCopy<PriceList>): Promise<void> {
  await Promise.all([map.reload(), priceList.reload()])
}

/** Asks once and goes on without an answer: a Redis that is away must not hold requests up. */
function connectRedis(url: string, onTrouble: (message: string, error: unknown) => void): Redis {
  const redis = new Redis(url, { connectTimeout: 500, maxRetriesPerRequest: 1, enableOfflineQueue: false })
  redis.on('error', (error) => onTrouble('Redis did not answer; requests are not counted meanwhile.', error))
  return redis
}

function photoParts(config: Config) {
  const publicUrl = publicUrlOf(config)
  if (config.PHOTO_BUCKET_URL) {
    return { photoStorage: s3PhotoStorage({ bucketUrl: config.PHOTO_BUCKET_URL }), localPhotos: undefined }
  }
  const folder = join(dataFolderOf(config), 'photos')
  const secret = Buffer.from(hkdfSync('sha256', secretsKey(config), '', 'parcel photo uploads', 32))
  return { photoStorage: localPhotoStorage({ folder, publicUrl, secret }), localPhotos: { folder, secret } }
}

/** The address at which others reach the service. */
export const publicUrlOf = (config: Config): string =>
  config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`

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
