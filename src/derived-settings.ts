import { join } from 'node:path'
import { embeddedFolder } from './base/database/open-database.ts'
import { colisVersion } from './base/kernel/colis-version.ts'
import { isLoopbackUrl } from './base/kernel/loopback.ts'
import { type Config, hostInUrl } from './config.ts'

/** Values derived from several settings, so that no two places derive them differently. */

/** The address at which others reach the service. */
export const publicUrlOf = (config: Config): string =>
  config.PUBLIC_URL ?? `http://${hostInUrl(config.HOST)}:${config.PORT}`

/**
 * Whom push services may write to about this service (RFC 8292): the address for support, else the service
 * itself. They take `mailto:` and `https:` alone.
 */
export function pushContactOf(config: Config): string {
  if (config.SUPPORT_EMAIL) return `mailto:${config.SUPPORT_EMAIL}`
  const url = publicUrlOf(config)
  return url.startsWith('https:') ? url : `mailto:operator@${new URL(url).hostname}`
}

/** The folder for what is kept beside the database. */
export function dataFolderOf(config: Config): string {
  if (config.DATA_FOLDER) return config.DATA_FOLDER
  return config.DATABASE_URL.startsWith('file:') ? embeddedFolder(config.DATABASE_URL) : './data'
}

/** The folder for parcel photos where no bucket is set. */
export const photoFolderOf = (config: Config): string => join(dataFolderOf(config), 'photos')

/** Whether messages are kept at `/dev/outbox` instead of being sent. */
export const keepsOutbox = (config: Config): boolean =>
  config.ENVIRONMENT === 'sandbox' &&
  config.WHATSAPP_TOKEN === undefined &&
  config.SMS_PROVIDER === undefined &&
  config.SMTP_URL === undefined

/**
 * By what codes reach phones: WhatsApp, SMS, the one where the other does not reach, the outbox, or nothing.
 */
export type CodeChannel = 'WHATSAPP' | 'SMS' | 'BOTH' | 'OUTBOX' | 'NONE'

export function codeChannelOf(config: Config): CodeChannel {
  const [byWhatsApp, bySms] = [config.WHATSAPP_TOKEN !== undefined, config.SMS_PROVIDER !== undefined]
  if (byWhatsApp) return bySms ? 'BOTH' : 'WHATSAPP'
  return bySms ? 'SMS' : keepsOutbox(config) ? 'OUTBOX' : 'NONE'
}

/** Where Twilio posts what became of a message. */
export const twilioReportUrl = (publicUrl: string, messageId: string): string =>
  `${publicUrl}/sms/twilio/${messageId}`

/** The account that SMS are sent by; undefined where none is set up. */
export function smsAccountOf(config: Config) {
  const { SMS_PROVIDER: provider, SMS_SENDER: sender, SMS_API_URL: apiUrl, PUBLIC_URL: publicUrl } = config
  const { AFRICASTALKING_USERNAME: username, AFRICASTALKING_API_KEY: apiKey } = config
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken } = config
  if (provider === 'africastalking' && username !== undefined && apiKey !== undefined) {
    const host = username === 'sandbox' ? 'api.sandbox.africastalking.com' : 'api.africastalking.com'
    return { provider, apiUrl: apiUrl ?? `https://${host}`, username, apiKey, sender }
  }
  if (provider === 'twilio' && accountSid !== undefined && authToken !== undefined && sender !== undefined) {
    const reportUrl = publicUrl && ((messageId: string) => twilioReportUrl(publicUrl, messageId))
    return {
      provider,
      apiUrl: apiUrl ?? 'https://api.twilio.com',
      accountSid,
      authToken,
      sender,
      reportUrl: reportUrl || undefined,
    }
  }
  return undefined
}

/** The mobile-money provider; none in production until one is named (decision 75). */
const providerNameOf = ({ MOBILE_MONEY_PROVIDER: named, ENVIRONMENT: environment }: Config) =>
  named ?? (environment === 'sandbox' ? 'simulated' : undefined)

/** Which provider serves the numbers that begin so; `mode` is FedaPay's name of the operator. */
export type MoneyRoute = { prefix: string; provider: string; mode: string | null }

const moneyRoutesOf = ({ MOBILE_MONEY_ROUTES: routes }: Config): MoneyRoute[] =>
  routes.map((route) => {
    const [prefix = '', served = ''] = route.split('=')
    const [provider = '', mode = null] = served.split(':')
    return { prefix, provider, mode }
  })

/** What one payment may be with a provider in a country, as the operator's contract has it. */
const moneyLimitsOf = ({ MOBILE_MONEY_LIMITS: limits }: Config) =>
  limits.map((limit) => {
    const [provider = '', country = '', min, max] = limit.split(/[:=-]/)
    return { provider, country, minFcfa: Number(min), maxFcfa: Number(max) }
  })

/** The providers of mobile money that have credentials, and who serves whom. */
export function moneyProvidersOf(config: Config) {
  const publicUrl = publicUrlOf(config)
  const returnUrl = `${publicUrl}/paid`
  return {
    defaultName: providerNameOf(config),
    routes: moneyRoutesOf(config),
    bounds: moneyLimitsOf(config),
    mtn: mtnAccountOf(config, publicUrl),
    fedapay: fedapayAccountOf(config, returnUrl),
    wave:
      config.WAVE_API_KEY === undefined
        ? undefined
        : { baseUrl: config.WAVE_API_URL ?? 'https://api.wave.com', apiKey: config.WAVE_API_KEY, returnUrl },
  }
}

/** Where the callbacks of MTN arrive; the order's id is added. */
export const mtnCallbackPath = '/mobile-money/mtn'

function mtnAccountOf(config: Config, publicUrl: string) {
  const collection = credentials(
    config.MTN_COLLECTION_SUBSCRIPTION_KEY,
    config.MTN_COLLECTION_API_USER,
    config.MTN_COLLECTION_API_KEY,
  )
  const { MTN_TARGET_ENVIRONMENT: targetEnvironment } = config
  if (collection === undefined || targetEnvironment === undefined) return undefined
  const isSandbox = targetEnvironment === 'sandbox'
  return {
    baseUrl:
      config.MTN_API_URL ??
      (isSandbox ? 'https://sandbox.momodeveloper.mtn.com' : 'https://proxy.momoapi.mtn.com'),
    targetEnvironment,
    collection,
    disbursement: credentials(
      config.MTN_DISBURSEMENT_SUBSCRIPTION_KEY,
      config.MTN_DISBURSEMENT_API_USER,
      config.MTN_DISBURSEMENT_API_KEY,
    ),
    callbackUrl: config.MTN_CALLBACKS ? `${publicUrl}${mtnCallbackPath}` : undefined,
  }
}

const credentials = (
  subscriptionKey: string | undefined,
  apiUser: string | undefined,
  apiKey: string | undefined,
) =>
  subscriptionKey !== undefined && apiUser !== undefined && apiKey !== undefined
    ? { subscriptionKey, apiUser, apiKey }
    : undefined

function fedapayAccountOf(
  { FEDAPAY_SECRET_KEY: secretKey, FEDAPAY_API_URL: apiUrl }: Config,
  returnUrl: string,
) {
  if (secretKey === undefined) return undefined
  const host = secretKey.startsWith('sk_live_') ? 'api.fedapay.com' : 'sandbox-api.fedapay.com'
  return { baseUrl: apiUrl ?? `https://${host}/v1`, secretKey, returnUrl }
}

/**
 * The streets of the operator's archive, where there is one; whom it names if it says nobody is a setting.
 */
export const streetSourceOf = (
  { MAP_TILE_ATTRIBUTION: attribution }: Config,
  archive:
    | { kind: 'RASTER' | 'VECTOR'; maxZoom: number; version: string; attribution: string | null }
    | undefined,
) =>
  archive
    ? {
        kind: archive.kind,
        url: `/map/{z}/{x}/{y}?v=${archive.version}`,
        maxZoom: archive.maxZoom,
        attribution: archive.attribution ?? attribution,
      }
    : null

/** Where map tiles come from, a tile server or an archive of pictures; null without either. */
export const mapTilesOf = (
  { MAP_TILE_URL: url, MAP_TILE_ATTRIBUTION: attribution }: Config,
  archive?: ReturnType<typeof streetSourceOf>,
) =>
  url !== undefined
    ? { url, attribution }
    : archive?.kind === 'RASTER'
      ? { url: archive.url, attribution: archive.attribution }
      : null

/**
 * What is not set and somebody counts on: in production a channel by which codes and links reach phones,
 * without which nobody signs in; an address that others can open, which pages and messages lead to; who moves
 * mobile money, without which shops collect DIRECT alone; and mail.
 */
export function missingSettingsOf(config: Config) {
  const isProduction = config.ENVIRONMENT === 'production'
  const hasPhoneChannel = config.WHATSAPP_TOKEN !== undefined || config.SMS_PROVIDER !== undefined
  const isLocal = isLoopbackUrl(publicUrlOf(config))
  const isReachable = config.PUBLIC_URL !== undefined ? !(isProduction && isLocal) : isLocal
  const { mtn, fedapay, wave } = moneyProvidersOf(config)
  const hasMoney = [mtn, fedapay, wave].some((account) => account !== undefined)
  return [
    ...(isReachable ? [] : [{ name: 'PUBLIC_URL', lacks: 'LINKS', isNeeded: true } as const]),
    ...(isProduction && !hasPhoneChannel
      ? [{ name: 'WHATSAPP_TOKEN, SMS_PROVIDER', lacks: 'CODES', isNeeded: true } as const]
      : []),
    ...(isProduction && !hasMoney
      ? [{ name: 'MOBILE_MONEY_PROVIDER', lacks: 'MONEY', isNeeded: false } as const]
      : []),
    ...(isProduction && config.SMTP_URL === undefined
      ? [{ name: 'SMTP_URL', lacks: 'MAIL', isNeeded: false } as const]
      : []),
  ]
}

/** How the service is watched: what it lacks, who hears of what is wrong, and where its files are. */
export const monitoringSettingsOf = (config: Config) => ({
  version: colisVersion(),
  cell: config.CELL ?? '',
  folders: {
    data: dataFolderOf(config),
    photos: config.PHOTO_BUCKET_URL === undefined ? photoFolderOf(config) : null,
  },
  missing: missingSettingsOf(config),
  addresses: config.OPERATOR_ALERT_EMAILS,
})

/** The accounts that messages are sent by, as the settings name them. */
export function channelsOf(config: Config) {
  const { WHATSAPP_TOKEN: token, WHATSAPP_PHONE_NUMBER_ID: phoneNumberId, WHATSAPP_API_URL: apiUrl } = config
  const { SMTP_URL: url, MAIL_FROM: from } = config
  const hasWhatsApp = token !== undefined && phoneNumberId !== undefined
  return {
    outbox: keepsOutbox(config),
    whatsApp: hasWhatsApp ? { token, phoneNumberId, ...(apiUrl !== undefined && { apiUrl }) } : undefined,
    sms: smsAccountOf(config),
    mailbox: url !== undefined && from !== undefined ? { url, from } : undefined,
  }
}
