import { join } from 'node:path'
import { embeddedFolder } from './base/database/open-database.ts'
import { type Config, hostInUrl } from './config.ts'

/** Values derived from several settings, so that no two places derive them differently. */

/** The address at which others reach the service. */
export const publicUrlOf = (config: Config): string =>
  config.PUBLIC_URL ?? `http://${hostInUrl(config.HOST)}:${config.PORT}`

/** The folder for what is kept beside the database. */
export function dataFolderOf(config: Config): string {
  if (config.DATA_FOLDER) return config.DATA_FOLDER
  return config.DATABASE_URL.startsWith('file:') ? embeddedFolder(config.DATABASE_URL) : './data'
}

/** The folder for parcel photos where no bucket is set. */
export const photoFolderOf = (config: Config): string => join(dataFolderOf(config), 'photos')

/** Whether messages are kept at `/dev/outbox` instead of being sent. */
export const keepsOutbox = (config: Config): boolean =>
  config.ENVIRONMENT === 'sandbox' && config.WHATSAPP_TOKEN === undefined && config.SMTP_URL === undefined

/** The mobile-money provider; none in production until one is named (decision 75). */
export const providerNameOf = ({ MOBILE_MONEY_PROVIDER: named, ENVIRONMENT: environment }: Config) =>
  named ?? (environment === 'sandbox' ? 'simulated' : undefined)

/** How couriers are searched for: meters, seconds and percent. */
export const searchRulesOf = (config: Config) => ({
  radiusMeters: config.COURIER_SEARCH_RADIUS_METERS,
  offersPerRound: config.COURIER_OFFERS_PER_ROUND,
  growthPercent: config.COURIER_ROUND_GROWTH_PERCENT,
  roundSeconds: config.COURIER_ROUND_SECONDS,
  offerSeconds: config.COURIER_OFFER_SECONDS,
  positionSeconds: config.COURIER_POSITION_SECONDS,
})

/** Where map tiles come from; null without a tile server. */
export const mapTilesOf = ({ MAP_TILE_URL: url, MAP_TILE_ATTRIBUTION: attribution }: Config) =>
  url === undefined ? null : { url, attribution }
