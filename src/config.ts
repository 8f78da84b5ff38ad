import { Resolver } from 'node:dns'
import { distance } from 'fastest-levenshtein'
import ipaddr from 'ipaddr.js'
import { cellCodeForm, cellForms } from './base/cells/cell-directory.ts'
import { environments } from './base/kernel/environment.ts'
import { listText } from './base/kernel/list-text.ts'
import { isLoopbackUrl } from './base/kernel/loopback.ts'
import { namedHeaders } from './base/kernel/named-headers.ts'
import {
  choice,
  integer,
  type Meta,
  optionalChoice,
  optionalFlag,
  optionalPattern,
  optionalText,
  optionalUrl,
  pattern,
  type Setting,
  SettingsRefused,
  setting,
  text,
} from './base/kernel/setting.ts'
import { type RuleName, ruleNames, rules, ruleText } from './rules.ts'

/** Who can move mobile money. */
const moneyProviders = ['simulated', 'mtn', 'fedapay', 'wave'] as const

/** What a key that others derive from is written as, and how many may be known besides the present one. */
const secretKeyForm = '32 bytes in base64'
const maxOtherKeys = 3

/** More processes of one machine than any has use for. */
const maxProcesses = 64

/**
 * Every setting of the service in one table, machines, secrets and addresses: no other file reads the
 * environment. What the business decides stands in `rules.ts`. The type of the result,
 * `docs/reference/settings.md` and `colis settings` all derive from it.
 */
export const settings = {
  ENVIRONMENT: choice(environments, 'sandbox', {
    description:
      'Which environment this deployment is. In the sandbox deliveries can be advanced step by step; in production that operation does not exist.',
  }),
  HOST: host('127.0.0.1', { description: 'The address to listen on. 0.0.0.0 listens on every one.' }),
  PORT: integer(8080, { min: 0, max: 65535, description: 'The port to listen on; 0 takes a free one.' }),
  PROCESSES: processes({
    description:
      'How many processes of this machine npm start and colis serve serve by, on a PostgreSQL server; auto: as many as there are cores, eight at most. The embedded database has one.',
  }),
  MAX_CONNECTIONS: integer(10_000, {
    min: 10,
    max: 1_000_000,
    description: 'How many connections each process holds; more are closed at once.',
  }),
  SHUTDOWN_DRAIN_SECONDS: integer(0, {
    min: 0,
    max: 300,
    description:
      'How long a process that was told to stop still takes requests, while /health/ready says 503, so that a load balancer sends no more: a little longer than it takes to notice.',
  }),
  WORK_HEALTH_PORT: integer(0, {
    min: 0,
    max: 65535,
    description:
      'The port, at HOST, where a process that runs colis work serves /health/live and /health/ready; 0 serves none.',
  }),
  METRICS_PORT: integer(0, {
    min: 0,
    max: 65535,
    description: 'The port, at METRICS_HOST, where the process serves /metrics to Prometheus; 0 serves none.',
  }),
  METRICS_HOST: host('127.0.0.1', {
    description:
      'The address to serve /metrics at. Whoever reaches it reads sums and counts of the business: never the public one.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalBaseUrl(['http:', 'https:'], {
    description:
      'Where a collector of OpenTelemetry takes traces by OTLP over HTTP, such as http://127.0.0.1:4318; they go to /v1/traces below it. Default: none are made.',
    secret: true,
  }),
  OTEL_EXPORTER_OTLP_HEADERS: optionalHeaders({
    description:
      'Headers that the collector wants, such as a key: name=value, comma-separated, values percent-encoded.',
    secret: true,
  }),
  PUBLIC_URL: optionalBaseUrl(['http:', 'https:'], {
    description:
      'The address at which others reach the service, without a slash at the end. Default: http://HOST:PORT. Required in production, and there https unless it is for this machine alone.',
  }),
  CELL: optionalPattern(cellCodeForm, {
    description:
      'The code of the cell that this deployment is: its keys, customers’ links and references carry it. Default: no cell, and they are as ever.',
    expects: cellForms.code.expects,
  }),
  CELLS_FILE: optionalText({
    description:
      'The file that lists all cells, which colis cells changes: keys and links of another cell are answered with its address. The same on every machine.',
  }),
  DATABASE_URL: pattern(/^(postgres(ql)?:\/\/.+|file:.+|memory:)$/, 'file:./data', {
    description:
      'postgres://… for a PostgreSQL server (15 or later), postgres://a:5432,b:5432/… for whichever of several takes writes; file:<folder> for the embedded database; memory: for one that is gone with the process.',
    expects: 'postgres://…, file:<folder> or memory:',
    secret: true,
  }),
  DATABASE_POOL_SIZE: integer(10, {
    min: 1,
    max: 200,
    description:
      'Most connections to the PostgreSQL server, besides five of each process for lookups, readiness and notices. The processes of one command share them, with five each at least.',
  }),
  DATABASE_TIMEOUT_MS: integer(2500, {
    min: 100,
    max: 60_000,
    description:
      'How long one statement or one new connection may be waited for, in milliseconds; a lock half as long.',
  }),
  DATA_FOLDER: optionalText({
    description:
      'Where photos, the generated key and the control socket are kept. Default: the folder of the embedded database, else ./data.',
  }),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'info', {
    description:
      'The least serious level that is logged: refused requests are info, errors that were recovered from are warn, what needs a person is error.',
  }),
  ACCESS_LOG: optionalFlag({
    description:
      'Whether each answered request is logged at info: route, status, duration, shop and delivery, never an address as it was sent. Probes and metrics are left out. Default: false.',
  }),
  SEED_DEMO: optionalFlag({
    description:
      'Whether an empty database is filled with the demo: a shop, its key, cities, zones, tariffs and promo codes. Default: true in the sandbox. Refused in production.',
  }),
  DEFAULT_LANGUAGE: choice(['fr', 'en'], 'fr', {
    description: 'The language of messages when Accept-Language asks for none of ours.',
  }),
  TIME_ZONE: timeZone('Africa/Porto-Novo', {
    description:
      'The company’s time zone. Its days, weeks and months are those of the books, of statements, invoices, payouts, exports and lists, in whichever city something happened. Set it before the first month is closed.',
  }),
  RATE_LIMIT_PER_SECOND: integer(300, {
    min: 0,
    max: 1_000_000,
    description: 'Requests a second for one API key; 0 lifts the limit.',
  }),
  SHOP_CHANGES_PER_MINUTE: integer(30, {
    min: 0,
    max: 1_000_000,
    description:
      'Changes that one shop may make in a minute to its webhook endpoints and pickup addresses by API, and to what the console has for developers, pings and resends included; 0 lifts the limit.',
  }),
  VISITS_PER_SECOND: integer(100, {
    min: 0,
    max: 1_000_000,
    description:
      'Requests a second, over ten seconds, that one client network may make of what needs neither key nor session: customers’ pages, signing in, the reference. A whole city may share one address. Each process counts its own; 0 lifts the limit.',
  }),
  REDIS_URL: optionalUrl(['redis:', 'rediss:'], {
    description:
      'A Redis server that counts requests for all processes together. Without it the processes of one command count together; while it is away, each process counts its own.',
    secret: true,
  }),
  TRUST_PROXY: optionalProxies({
    description:
      'Addresses (comma-separated, CIDR allowed) of reverse proxies whose X-Forwarded-For is trusted. Default: none. A range of more than a /8, or a /7 of IPv6, is refused in production.',
  }),
  SECRETS_KEY: optionalSecretKey({
    description:
      '32 random bytes in base64: seals signing secrets, signs customers’ links, upload addresses and sessions. The same on every process. Required in production; generated into the data folder otherwise.',
  }),
  SECRETS_KEY_PREVIOUS: optionalSecretKeys({
    description:
      'Up to three other keys, comma-separated: what they sealed and signed is accepted while they are set, and everything new is made with SECRETS_KEY. To change SECRETS_KEY without signing anybody out, follow docs/operating/secrets.md.',
  }),
  PHOTO_BUCKET_URL: optionalUrl(['http:', 'https:'], {
    description:
      'S3-compatible storage for parcel photos: https://KEY:SECRET@host/bucket?region=…. Without it photos are kept in the data folder.',
    secret: true,
  }),
  PHOTOS_PER_HOUR: integer(500, {
    min: 0,
    max: 1_000_000,
    description: 'How many parcel photos a shop may announce in an hour; 0 lifts the limit.',
  }),
  PHOTO_MEGABYTES_PER_HOUR: integer(500, {
    min: 0,
    max: 1_000_000,
    description:
      'How many megabytes (of 1,048,576 bytes) the photos that a shop announces in an hour may have; 0 lifts the limit.',
  }),
  UNUSED_PHOTO_MEGABYTES: integer(4_000, {
    min: 0,
    max: 1_000_000,
    description:
      'How many megabytes the photos of all shops that no order has named may have, a quarter of it those of one shop; they are removed after a day. 0 lifts the limit.',
  }),
  ROUTING_URL: optionalBaseUrl(['http:', 'https:'], {
    description:
      'An OSRM-compatible routing server for road distances. Without it the great circle times 1.3 is taken.',
    secret: true,
  }),
  MAP_TILE_URL: optionalTileUrl({
    description:
      'The map on the customers’ pages: https://…/{z}/{x}/{y}.png of a tile server that may be used for it; http only from this machine itself. Without it the outlines of zones are drawn.',
    secret: true,
  }),
  MAP_ARCHIVE: optionalText({
    description:
      'A PMTiles file on this machine with the streets, of pictures or of shapes, which is served to maps at /map/{z}/{x}/{y}. Goes without MAP_TILE_URL.',
  }),
  MAP_EXTRACT_URL: pattern(
    /^(https:\/\/[^\s@/]+|http:\/\/(127\.0\.0\.1|localhost)(:\d{1,5})?)\/[^\s{}]*\{country\}[^\s{}]*$/,
    'https://download.geofabrik.de/africa/{country}-latest.osm.pbf',
    {
      description:
        'Where colis map fetch finds the OpenStreetMap extract of a country, with its checksum beside it (.md5), as download.geofabrik.de and its mirrors have them; http only from this machine itself. It may redirect to https on a public address.',
      expects: 'https://…/{country}….osm.pbf',
    },
  ),
  MAP_TILE_ATTRIBUTION: text('© OpenStreetMap', {
    description:
      'The attribution of the map, as the tile server requires it, or the makers of an archive that names nobody.',
  }),
  WEBHOOK_ALLOW_INSECURE: optionalFlag({
    description:
      'Lets webhooks go to plain HTTP and to any address, for work on one’s own machine: whoever has a key with webhooks:write can then have it call anything. Refused in production.',
  }),
  WEBHOOK_ALLOW_RANGES: optionalRanges({
    description:
      'Addresses that webhooks may call although they are not public: CIDR ranges, comma-separated. Shops whose keys have webhooks:write can then call them too. A range of more than a /8, or a /7 of IPv6, is refused in production.',
  }),
  TRUST_OPERATOR_NETWORKS: optionalRanges({
    description:
      'Networks from which the operator’s pages are reached: CIDR ranges, comma-separated. Default: from everywhere. Behind a proxy, name it in TRUST_PROXY.',
  }),
  OPERATOR_SECOND_FACTOR: optionalFlag({
    description:
      'Requires of operators and dispatchers a second factor: without one they see nothing but the page on which they add it.',
  }),
  DNS_SERVERS: optionalServers({
    description:
      'Name servers that webhooks ask, comma-separated, with a port where it is not 53. Default: those of the system.',
  }),
  PUSH_HOSTS: optionalHosts({
    description:
      'The push services that may notify couriers’ phones, comma-separated: names such as fcm.googleapis.com, or *.push.apple.com for all below one. Default: every one at a public address.',
  }),
  WHATSAPP_TOKEN: optionalText({
    description:
      'The access token of the WhatsApp Cloud API, by which customers and couriers are notified. The first four WHATSAPP settings go together.',
    secret: true,
  }),
  WHATSAPP_PHONE_NUMBER_ID: optionalPattern(/^\d{5,30}$/, {
    description: 'The identifier, not the number, of the phone number that messages come from.',
    expects: 'digits',
  }),
  WHATSAPP_APP_SECRET: optionalText({
    description: 'The secret of the Meta app, which signs what is reported to /whatsapp/webhook.',
    secret: true,
  }),
  WHATSAPP_VERIFY_TOKEN: optionalText({
    description: 'A word of your choice, also given to Meta when /whatsapp/webhook is set up there.',
    secret: true,
  }),
  WHATSAPP_API_URL: optionalUrl(['http:', 'https:'], {
    description:
      'Where the WhatsApp Cloud API is, with its version. Default: https://graph.facebook.com/v26.0.',
  }),
  SMS_PROVIDER: optionalChoice(['africastalking', 'twilio'], {
    description:
      'Who sends SMS: to people who are not on WhatsApp, and to every phone where WhatsApp is not set up. PUBLIC_URL may then have 40 characters at most, so that a message is one SMS.',
  }),
  SMS_SENDER: optionalPattern(/^(\+?\d{3,15}|MG[\da-f]{32}|(?=.*[A-Za-z])[A-Za-z\d ]{1,11})$/, {
    description:
      'Who SMS come from: a name of at most 11 letters that the provider has approved, a number, or the identifier of a messaging service of Twilio (MG…). Required with twilio; africastalking writes its own name unless given.',
    expects: 'a name of at most 11 letters, a number, or MG… of Twilio',
  }),
  AFRICASTALKING_USERNAME: optionalPattern(/^[\w.-]{1,100}$/, {
    description:
      'The name of the application at Africa’s Talking; sandbox for its sandbox, which is refused in production. Goes together with AFRICASTALKING_API_KEY.',
    expects: 'letters and digits',
  }),
  AFRICASTALKING_API_KEY: optionalText({
    description: 'The API key of that application.',
    secret: true,
  }),
  AFRICASTALKING_REPORT_WORD: optionalPattern(/^[\w-]{16,100}$/, {
    description:
      'A random word of your choice at the end of the address that Africa’s Talking posts delivery reports to: PUBLIC_URL/sms/africastalking/WORD. Without it none are taken.',
    expects: 'at least 16 letters, digits, - or _',
    secret: true,
  }),
  TWILIO_ACCOUNT_SID: optionalPattern(/^AC[\da-f]{32}$/, {
    description: 'The identifier of the account at Twilio. Goes together with TWILIO_AUTH_TOKEN.',
    expects: 'AC and 32 digits or letters a to f',
  }),
  TWILIO_AUTH_TOKEN: optionalText({
    description: 'The token of that account, which also signs what is reported to PUBLIC_URL/sms/twilio.',
    secret: true,
  }),
  SMS_API_URL: optionalBaseUrl(['http:', 'https:'], {
    description:
      'Where the API of SMS_PROVIDER is. Default: https://api.africastalking.com (https://api.sandbox.africastalking.com for its sandbox), or https://api.twilio.com.',
  }),
  SMTP_URL: optionalUrl(['smtp:', 'smtps:'], {
    description:
      'The mail server for messages to shop owners: smtps://USER:PASSWORD@host:465. Goes together with MAIL_FROM.',
    secret: true,
  }),
  MAIL_FROM: optionalPattern(/^([^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u, {
    description: 'Who mail comes from.',
    expects: 'an address such as Colis <no-reply@example.com>',
  }),
  OPERATOR_ALERT_EMAILS: optionalAddresses({
    description:
      'Addresses, comma-separated, at most ten, that are mailed every alert about the service, besides the operators who want them.',
  }),
  SUPPORT_EMAIL: optionalPattern(/^[^\s<>@]+@[^\s<>@]+$/, {
    description: 'Where developers of shops write to; the description of the API names it as its contact.',
    expects: 'an address such as developers@example.com',
  }),
  SUPPORT_URL: optionalUrl(['http:', 'https:'], {
    description: 'The page where developers of shops get help; the description of the API names it too.',
  }),
  DEV_OUTBOX_OPEN: optionalFlag({
    description:
      'Whether /dev/outbox, where a sandbox without WhatsApp and mail keeps its messages, answers other machines too, such as the host of a container: whoever reaches it reads codes and links. Refused in production.',
  }),
  MOBILE_MONEY_PROVIDER: optionalChoice(moneyProviders, {
    description:
      'Who moves mobile money for the numbers that MOBILE_MONEY_ROUTES does not name: customers’ payments, payouts and refunds. Default: simulated in the sandbox, nobody in production. simulated is refused in production.',
  }),
  MOBILE_MONEY_ROUTES: optionalRoutes({
    description:
      'Which provider serves which numbers, by how they begin; the longest beginning wins: +22901=mtn,+2290195=fedapay:moov,+221=wave. After fedapay stands FedaPay’s name of the operator; without it customers pay on FedaPay’s page, and nothing is paid out. Default: by operators, with the providers that have credentials.',
  }),
  MOBILE_MONEY_LIMITS: optionalLimits({
    description:
      'What one payment may be with a provider in a country, in FCFA, where your contract says other than the rules of the central banks: fedapay:BJ=100-300000,mtn:CM=100-1000000.',
  }),
  MTN_TARGET_ENVIRONMENT: optionalPattern(/^[a-z]{2,40}$/, {
    description:
      'Which MTN serves: mtnbenin, mtnivorycoast, mtncameroon and so on, or sandbox. Goes together with the three settings of MTN_COLLECTION. sandbox is refused in production, any other in a sandbox, unless MTN_API_URL leads to this machine.',
    expects: 'lower-case letters, as MTN writes the value of X-Target-Environment',
  }),
  MTN_COLLECTION_SUBSCRIPTION_KEY: optionalText({
    description: 'The primary or secondary key of the subscription to MTN’s product Collection.',
    secret: true,
  }),
  MTN_COLLECTION_API_USER: optionalText({
    description: 'The API user for Collection, a UUID from MTN’s partner portal.',
    secret: true,
  }),
  MTN_COLLECTION_API_KEY: optionalText({
    description: 'The API key of that user.',
    secret: true,
  }),
  MTN_DISBURSEMENT_SUBSCRIPTION_KEY: optionalText({
    description:
      'The key of the subscription to MTN’s product Disbursement, which payouts and refunds need. The three settings of MTN_DISBURSEMENT go together.',
    secret: true,
  }),
  MTN_DISBURSEMENT_API_USER: optionalText({
    description: 'The API user for Disbursement.',
    secret: true,
  }),
  MTN_DISBURSEMENT_API_KEY: optionalText({
    description: 'The API key of that user.',
    secret: true,
  }),
  MTN_CALLBACKS: optionalFlag({
    description:
      'Whether MTN reports to PUBLIC_URL that an order has ended. Register the host of PUBLIC_URL with MTN first: it refuses every order with another one. Without it orders are polled.',
  }),
  MTN_API_URL: optionalBaseUrl(['http:', 'https:'], {
    description:
      'Where the API of MTN MoMo is. Default: https://sandbox.momodeveloper.mtn.com for sandbox, else https://proxy.momoapi.mtn.com.',
  }),
  FEDAPAY_SECRET_KEY: optionalPattern(/^sk_(live|sandbox)_\S+$/, {
    description:
      'The secret key of the FedaPay account. One of the sandbox is refused in production, a live one in a sandbox, unless FEDAPAY_API_URL leads to this machine.',
    expects: 'sk_live_… or sk_sandbox_…',
    secret: true,
  }),
  FEDAPAY_WEBHOOK_SECRET: optionalText({
    description:
      'The secret of the webhook that FedaPay calls at PUBLIC_URL/mobile-money/fedapay. Without it orders are polled.',
    secret: true,
  }),
  FEDAPAY_API_URL: optionalBaseUrl(['http:', 'https:'], {
    description:
      'Where the API of FedaPay is, with its version. Default: https://api.fedapay.com/v1, or https://sandbox-api.fedapay.com/v1 for a key of the sandbox.',
  }),
  WAVE_API_KEY: optionalText({
    description:
      'The key of the Wave Business account, with the rights to checkout, payouts and balance. One to try with, wave_…_test_…, is refused in production, any other in a sandbox, unless WAVE_API_URL leads to this machine.',
    secret: true,
  }),
  WAVE_WEBHOOK_SECRET: optionalText({
    description:
      'The signing secret of the webhook that Wave calls at PUBLIC_URL/mobile-money/wave. Without it orders are polled.',
    secret: true,
  }),
  WAVE_API_URL: optionalBaseUrl(['http:', 'https:'], {
    description: 'Where the API of Wave is. Default: https://api.wave.com.',
  }),
  FISCAL_DEVICE: choice(['NONE', 'EMECEF', 'FNE'], 'NONE', {
    description:
      'Which tax office signs invoices, credit notes and receipts: EMECEF (e-MECeF of Bénin) or FNE (Côte d’Ivoire). Both need FISCAL_URL and FISCAL_TOKEN.',
  }),
  FISCAL_URL: optionalBaseUrl(['http:', 'https:'], {
    description:
      'Where the API of FISCAL_DEVICE is: of e-MECeF up to /api, of FNE up to /ws, as the tax office gave it. A sandbox takes only its trial address or one of this machine.',
  }),
  FISCAL_TOKEN: optionalText({
    secret: true,
    description: 'The token (e-MECeF) or the API key (FNE) of the company. Goes together with FISCAL_URL.',
  }),
  FISCAL_RECEIPTS: optionalFlag({
    description:
      'Whether receipts of trips that customers pay are signed too, one for each. Default: true with a FISCAL_DEVICE.',
  }),
  FISCAL_TAX_GROUP: optionalPattern(/^[A-Z]{1,5}$/, {
    description:
      'The tax group of all lines. Default: B (e-MECeF) or TVA (FNE), and without a VAT_RATE A or TVAD.',
    expects: 'A to F for e-MECeF, or TVA, TVAB, TVAC or TVAD for FNE',
  }),
  FISCAL_POINT_OF_SALE: optionalText({
    description: 'The point of sale as it is called on the platform of the FNE, which needs it.',
  }),
  FISCAL_ESTABLISHMENT: optionalText({
    description: 'The establishment as it is called on the platform of the FNE, which needs it.',
  }),
  FISCAL_EMAIL: optionalText({
    description: 'The e-mail address that the FNE is given for buyers who have none: that of the company.',
  }),
}

type Settings = typeof settings
export type SettingName = keyof Settings

/** The settings as they stand, one value each. */
export type Config = { readonly [Name in SettingName]: ReturnType<Settings[Name]['read']> } & {
  /**
   * The rules of the business that the environment still names, as texts that they take: they are taken over
   * once.
   */
  readonly rulesGiven: Readonly<Partial<Record<RuleName, string>>>
}

/**
 * Reads every setting from `env`; `fileEnv` holds the lines of a `.env` file, which `env` overrides.
 * Throws SettingsRefused with every bad, unknown or misspelt setting listed.
 */
export function readConfig(env: NodeJS.ProcessEnv, fileEnv: NodeJS.ProcessEnv = {}): Config {
  const faults = [
    ...Object.keys(fileEnv)
      .filter(isUnknown)
      .map((name) => unknownFault(name)),
    ...Object.keys(env)
      .filter(isMisspelt)
      .map((name) => unknownFault(name)),
  ]
  const read = <T>(name: string, { read }: Pick<Setting<T>, 'read'>): { [name: string]: T } => {
    const given = env[name] ?? fileEnv[name]
    try {
      return { [name]: read(given === '' ? undefined : given?.trim()) }
    } catch (error) {
      faults.push(`${name} ${(error as Error).message}`)
      return {}
    }
  }
  const values = Object.assign(
    {},
    ...Object.entries(settings).map(([name, each]) => read<unknown>(name, each)),
  )
  const named = ruleNames.filter((name) => (env[name] ?? fileEnv[name] ?? '').trim() !== '')
  const given = named.flatMap((name) => Object.entries(read<unknown>(name, rules[name])))
  const rulesGiven = Object.fromEntries(given.map(([name, value]) => [name, ruleText(value)]))
  const config: Config = { ...values, rulesGiven }
  faults.push(...combinationFaults(config))
  if (faults.length > 0) throw new SettingsRefused(faults)
  return Object.freeze(config)
}

/** The settings for a person to read: secrets are shown as set or not set. */
export function printableConfig(config: Config): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, { secret }]) => {
      const value = config[name as SettingName] ?? null
      return [name, secret && value !== null ? hideCredentials(String(value)) : value]
    }),
  )
}

function combinationFaults(config: Partial<Config>): string[] {
  const faults = [
    ...settingsThatGoTogether.flatMap((names) => faultsOfHalf(config, names)),
    ...routeFaults(config),
    ...smsFaults(config),
    ...fiscalFaults(config),
  ]
  if (config.SECRETS_KEY !== undefined && config.SECRETS_KEY_PREVIOUS?.includes(config.SECRETS_KEY))
    faults.push('SECRETS_KEY_PREVIOUS cannot name SECRETS_KEY itself: name the key before it')
  if (config.MAP_ARCHIVE !== undefined && config.MAP_TILE_URL !== undefined)
    faults.push('MAP_ARCHIVE and MAP_TILE_URL cannot both be set: streets come from one of them')
  if (config.ENVIRONMENT !== 'production') return [...faults, ...liveMoneyFaults(config)]
  if (config.SEED_DEMO) faults.push('SEED_DEMO cannot be true in production: the demo key would open it')
  if (config.WEBHOOK_ALLOW_INSECURE)
    faults.push('WEBHOOK_ALLOW_INSECURE cannot be true in production: webhooks would go to any address')
  if (config.MOBILE_MONEY_PROVIDER === 'simulated')
    faults.push('MOBILE_MONEY_PROVIDER cannot be simulated in production: parcels would go out unpaid')
  if (config.MOBILE_MONEY_ROUTES?.some((route) => route.endsWith('=simulated')))
    faults.push('MOBILE_MONEY_ROUTES cannot lead to simulated in production: parcels would go out unpaid')
  if (config.MTN_TARGET_ENVIRONMENT === 'sandbox')
    faults.push('MTN_TARGET_ENVIRONMENT cannot be sandbox in production: parcels would go out unpaid')
  if (config.FEDAPAY_SECRET_KEY?.startsWith('sk_sandbox_'))
    faults.push('FEDAPAY_SECRET_KEY cannot be of the sandbox in production: parcels would go out unpaid')
  if (isTrialWaveKey(config.WAVE_API_KEY ?? ''))
    faults.push('WAVE_API_KEY cannot be a key to try with in production: parcels would go out unpaid')
  for (const name of ['MTN_API_URL', 'FEDAPAY_API_URL'] as const)
    if (config[name] !== undefined && new URL(config[name]).hostname === trialHosts[name])
      faults.push(`${name} cannot be the provider’s sandbox in production: parcels would go out unpaid`)
  if (config.SMS_PROVIDER === 'africastalking' && config.AFRICASTALKING_USERNAME === 'sandbox')
    faults.push('AFRICASTALKING_USERNAME cannot be sandbox in production: no message would arrive')
  if (config.DEV_OUTBOX_OPEN)
    faults.push('DEV_OUTBOX_OPEN cannot be true in production: messages are not kept to be read there')
  if (isUnset(config, 'SECRETS_KEY'))
    faults.push('SECRETS_KEY is required in production: `openssl rand -base64 32` makes one')
  if (isUnset(config, 'PUBLIC_URL'))
    faults.push('PUBLIC_URL is required in production: others reach the service there')
  return [...faults, ...unsafeValues(config)]
}

/** Where the tax offices let companies try: what is signed anywhere else is a declaration. */
const trialFiscalHosts = ['developper.impots.bj', '54.247.95.108']

function fiscalFaults(config: Partial<Config>): string[] {
  const { FISCAL_DEVICE: device, FISCAL_URL: url, FISCAL_TOKEN: token } = config
  if (device === undefined || device === 'NONE') return []
  const faults: string[] = []
  if (!url || !token) faults.push('FISCAL_DEVICE needs FISCAL_URL and FISCAL_TOKEN')
  if (device === 'FNE' && (!config.FISCAL_POINT_OF_SALE || !config.FISCAL_ESTABLISHMENT))
    faults.push('FISCAL_DEVICE=FNE needs FISCAL_POINT_OF_SALE and FISCAL_ESTABLISHMENT')
  const isTrial = url && (isLoopbackUrl(url) || trialFiscalHosts.includes(new URL(url).hostname))
  if (config.ENVIRONMENT !== 'production' && url && !isTrial)
    faults.push(
      'FISCAL_URL must be the trial address of the tax office outside production: nothing real is declared',
    )
  return faults
}

/** The hosts of providers' own sandboxes, where no money moves. */
const trialHosts = {
  MTN_API_URL: 'sandbox.momodeveloper.mtn.com',
  FEDAPAY_API_URL: 'sandbox-api.fedapay.com',
  WAVE_API_URL: undefined,
} as const

/**
 * Whether an address of a provider is set to its own sandbox, or to this machine: nobody's money moves there.
 */
function isTrialAddress(config: Partial<Config>, name: keyof typeof trialHosts): boolean {
  const url = config[name]
  return url !== undefined && (isLoopbackUrl(url) || new URL(url).hostname === trialHosts[name])
}

/** Where MTN moves real money, whatever the environment that a call names. */
const liveMtnHost = /(^|\.)momoapi\.mtn\.com$/

/**
 * Credentials that move real money, outside production: there the sandbox lets every shop move its own
 * deliveries on, so that what nobody paid would be paid out (decision 248).
 */
function liveMoneyFaults(config: Partial<Config>): string[] {
  const faults: string[] = []
  const { MTN_TARGET_ENVIRONMENT: target, FEDAPAY_SECRET_KEY: fedapayKey, WAVE_API_KEY: waveKey } = config
  const isLiveMtn = config.MTN_API_URL !== undefined && liveMtnHost.test(new URL(config.MTN_API_URL).hostname)
  if (target !== undefined && (target !== 'sandbox' || isLiveMtn) && !isTrialAddress(config, 'MTN_API_URL'))
    faults.push(
      'MTN_TARGET_ENVIRONMENT and its keys move real money, which only ENVIRONMENT=production may: set it to sandbox with keys of MTN’s sandbox, or MTN_API_URL to an address of this machine',
    )
  if (fedapayKey?.startsWith('sk_live_') && !isTrialAddress(config, 'FEDAPAY_API_URL'))
    faults.push(
      'FEDAPAY_SECRET_KEY moves real money, which only ENVIRONMENT=production may: set a key of the sandbox (sk_sandbox_…), or FEDAPAY_API_URL to an address of this machine',
    )
  if (waveKey !== undefined && !isTrialWaveKey(waveKey) && !isTrialAddress(config, 'WAVE_API_URL'))
    faults.push(
      'WAVE_API_KEY moves real money, which only ENVIRONMENT=production may: set a key to try with (wave_…_test_…), or WAVE_API_URL to an address of this machine',
    )
  return faults
}

const isTrialWaveKey = (key: string): boolean => /^wave_[a-z]+_test_/.test(key)

/** Values that are allowed on one's own machine, and in production open the service to others. */
function unsafeValues({
  PUBLIC_URL,
  SECRETS_KEY,
  SECRETS_KEY_PREVIOUS,
  TRUST_PROXY,
  WEBHOOK_ALLOW_RANGES,
}: Partial<Config>): string[] {
  const faults: string[] = []
  if (PUBLIC_URL?.startsWith('http:') && !isLoopbackUrl(PUBLIC_URL))
    faults.push(
      'PUBLIC_URL must begin with https:// in production: cookies, codes and links would travel unencrypted; put a reverse proxy with TLS in front',
    )
  const keys = { SECRETS_KEY: SECRETS_KEY ? [SECRETS_KEY] : [], SECRETS_KEY_PREVIOUS }
  for (const [name, given = []] of Object.entries(keys))
    if (given.some((key) => new Set(Buffer.from(key, 'base64')).size < leastDistinctBytes))
      faults.push(
        `${name} is not random, so anybody could sign in as anybody: \`openssl rand -base64 32\` makes one`,
      )
  for (const range of TRUST_PROXY?.split(',').map((each) => each.trim()) ?? [])
    if (isWide(range))
      faults.push(
        `TRUST_PROXY cannot hold ${range} in production: anybody could pretend to have any address; name your reverse proxies alone`,
      )
  for (const range of WEBHOOK_ALLOW_RANGES ?? [])
    if (isWide(range))
      faults.push(
        `WEBHOOK_ALLOW_RANGES cannot hold ${range} in production: webhooks would go to any address; name your own servers alone`,
      )
  return faults
}

/** 32 random bytes have fewer different ones in none of 10^30 keys. */
const leastDistinctBytes = 8

/** Whether a range is wider than any network of one's own: those are 10.0.0.0/8 and fc00::/7 at most. */
function isWide(range: string): boolean {
  if (!ipaddr.isValidCIDR(range)) return false
  const [address, bits] = ipaddr.parseCIDR(range)
  return bits < (address.kind() === 'ipv4' ? 8 : 7)
}

/** The setting without which a provider is not configured. */
const credentialOf = {
  mtn: 'MTN_COLLECTION_SUBSCRIPTION_KEY',
  fedapay: 'FEDAPAY_SECRET_KEY',
  wave: 'WAVE_API_KEY',
} as const satisfies Record<string, SettingName>

/** Providers that are to serve numbers and have no credentials. */
function routeFaults(config: Partial<Config>): string[] {
  const needed = [
    ['MOBILE_MONEY_PROVIDER', config.MOBILE_MONEY_PROVIDER],
    ...(config.MOBILE_MONEY_ROUTES ?? []).map((route) => [
      'MOBILE_MONEY_ROUTES',
      /=([a-z]+)/.exec(route)?.[1],
    ]),
  ]
  const faults = needed.flatMap(([setting, provider]) => {
    const credential = credentialOf[provider as keyof typeof credentialOf]
    return credential !== undefined && isUnset(config, credential)
      ? [`${setting} names ${provider}, which needs ${credential}`]
      : []
  })
  return [...new Set(faults)]
}

/** What each provider of SMS needs, and how long links may be in a message of 160 characters. */
function smsFaults(config: Partial<Config>): string[] {
  const { SMS_PROVIDER: provider, PUBLIC_URL: publicUrl } = config
  if (provider === undefined) return []
  const needed = {
    africastalking: ['AFRICASTALKING_USERNAME', 'AFRICASTALKING_API_KEY'],
    twilio: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'SMS_SENDER'],
  } as const
  const faults = needed[provider]
    .filter((name) => isUnset(config, name))
    .map((name) => `SMS_PROVIDER is ${provider}, which needs ${name}`)
  // The code of a cell stands in the link, with a dot.
  const maxLength = maxSmsUrlLength - (config.CELL === undefined ? 0 : config.CELL.length + 1)
  if (publicUrl !== undefined && publicUrl.length > maxLength)
    faults.push(
      `PUBLIC_URL has ${publicUrl.length} characters, and ${maxLength} at most fit into an SMS with its link: take a shorter host name`,
    )
  return faults
}

/** With a longer address a code, a phone number and a link do not fit into 160 characters (decision 241). */
export const maxSmsUrlLength = 40

/** All of them or none: a half-configured channel would lose messages silently. */
const settingsThatGoTogether = [
  [
    'MTN_TARGET_ENVIRONMENT',
    'MTN_COLLECTION_SUBSCRIPTION_KEY',
    'MTN_COLLECTION_API_USER',
    'MTN_COLLECTION_API_KEY',
  ],
  ['MTN_DISBURSEMENT_SUBSCRIPTION_KEY', 'MTN_DISBURSEMENT_API_USER', 'MTN_DISBURSEMENT_API_KEY'],
  ['WHATSAPP_TOKEN', 'WHATSAPP_PHONE_NUMBER_ID', 'WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN'],
  ['AFRICASTALKING_USERNAME', 'AFRICASTALKING_API_KEY'],
  ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'],
  ['SMTP_URL', 'MAIL_FROM'],
] as const satisfies readonly (readonly SettingName[])[]

function faultsOfHalf(config: Partial<Config>, names: readonly SettingName[]): string[] {
  const unset = names.filter((name) => isUnset(config, name))
  if (unset.length === names.length) return []
  const others = names.filter((name) => !unset.includes(name))
  return unset.map((name) => `${name} is required together with ${listText(others, 'en')}`)
}

/** Whether a setting is not set; a bad value is absent here, and its fault is reported already. */
const isUnset = (config: Partial<Config>, name: SettingName) => name in config && config[name] === undefined

const isKnown = (name: string) => Object.hasOwn(settings, name) || Object.hasOwn(rules, name)
const isUnknown = (name: string) => !isKnown(name)

/** The key that commands call the API with, where the environment gives one. */
export const apiKeyIn = (env: NodeJS.ProcessEnv): string | undefined => env.COLIS_API_KEY?.trim() || undefined

/** The environment has many unrelated names; one that resembles a setting is taken for a misspelling. */
function isMisspelt(name: string): boolean {
  if (isKnown(name)) return false
  if (name.startsWith('COLIS_')) return name !== 'COLIS_API_KEY'
  return nearest(name).away <= (name.length >= 8 ? 2 : 0)
}

function unknownFault(name: string): string {
  const own = name.replace(/^COLIS_/, '')
  const { setting, away } = nearest(own)
  return `${name} is not a setting${away <= Math.min(3, own.length / 4) ? `; did you mean ${setting}?` : ''}`
}

function nearest(name: string): { setting: string; away: number } {
  const ranked = [...Object.keys(settings), ...ruleNames].map((setting) => ({
    setting,
    away: distance(name, setting),
  }))
  return ranked.reduce((best, next) => (next.away < best.away ? next : best))
}

/** An address without its credentials and without the values of its query, which may be secret too. */
function hideCredentials(value: string): string {
  if (/^(file|memory):/.test(value)) return value
  if (!/^[a-z]+:\/\//i.test(value)) return '(set)'
  return value.replace(/\/\/.*@/s, '//(hidden)@').replace(/(?<=[?&][^=&]*=)[^&]*/g, '(hidden)')
}

/** An address as it stands in a URL. */
export const hostInUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)

function host(fallback: string, meta: Meta): Setting<string> {
  return setting(meta, 'IP address or host name', fallback, (given = fallback) => {
    const isHost = !/[/?#@\s]/.test(given) && URL.canParse(`http://${hostInUrl(given)}:1`)
    if (!isHost) throw new Error('must be an IP address or a host name')
    return given
  })
}

/** How many processes serve. */
function processes(meta: Meta): Setting<number | 'auto'> {
  const form = `auto or a whole number 1 to ${maxProcesses}`
  return setting(meta, form, 'auto', (given = 'auto') => {
    const count = Number(given)
    if (given !== 'auto' && (!/^\d+$/.test(given) || count < 1 || count > maxProcesses))
      throw new Error(`must be auto or a whole number from 1 to ${maxProcesses}`)
    return given === 'auto' ? given : count
  })
}

/** An address that paths are added to. */
function optionalBaseUrl(protocols: string[], meta: Meta): Setting<string | undefined> {
  const url = optionalUrl(protocols, meta)
  return {
    ...url,
    read: (given) => {
      const base = url.read(given)
      if (base !== undefined && /[?#]/.test(base)) throw new Error('must have no ? and no #')
      return base
    },
  }
}

/**
 * The host may have no parts in braces, because it is part of the pages' Content-Security-Policy. Pages
 * served over https load no map over http, except from one's own machine.
 */
function optionalTileUrl(meta: Meta): Setting<string | undefined> {
  const form = 'https://…/{z}/{x}/{y}…'
  return setting(meta, form, '', (given) => {
    if (given === undefined) return undefined
    const holds = ['{z}', '{x}', '{y}'].every((part) => given.split(part).length === 2)
    const plain = given.replace(/\{[zxy]\}/g, '0')
    const isSecure = /^(https:\/\/[^/{}]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?)\//.test(given)
    if (!holds || /[{}\s]/.test(plain) || !isSecure || !URL.canParse(plain))
      throw new Error(`must be ${form}`)
    return given
  })
}

function timeZone(fallback: string, meta: Meta): Setting<string> {
  return setting(meta, 'IANA time zone', fallback, (given = fallback) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone
    } catch {
      throw new Error('must be an IANA time zone such as Africa/Porto-Novo')
    }
  })
}

function isSecretKey(text: string): boolean {
  return Buffer.from(text, 'base64').length === 32
}

function optionalSecretKey(meta: Meta): Setting<string | undefined> {
  return setting({ ...meta, secret: true }, secretKeyForm, '', (given) => {
    if (given === undefined) return undefined
    if (!isSecretKey(given)) throw new Error(`must be ${secretKeyForm}`)
    return given
  })
}

function optionalSecretKeys(meta: Meta): Setting<readonly string[] | undefined> {
  return setting({ ...meta, secret: true }, `${secretKeyForm}, comma-separated`, '', (given) => {
    const keys = given?.split(',').map((key) => key.trim())
    if (keys && !(keys.length <= maxOtherKeys && keys.every(isSecretKey)))
      throw new Error(`must be at most ${maxOtherKeys} keys of ${secretKeyForm}, comma-separated`)
    return keys
  })
}

/** The names are those of the loopback, link-local and private ranges. */
function optionalProxies(meta: Meta): Setting<string | undefined> {
  return setting(meta, 'IP addresses or CIDR ranges', '', (given) => {
    const isProxy = (text: string) =>
      ipaddr.isValid(text) ||
      ipaddr.isValidCIDR(text) ||
      ['loopback', 'linklocal', 'uniquelocal'].includes(text)
    if (given !== undefined && !given.split(',').every((text) => isProxy(text.trim())))
      throw new Error('must be addresses or CIDR ranges such as 10.0.0.0/8, comma-separated')
    return given
  })
}

function optionalRanges(meta: Meta): Setting<readonly string[]> {
  return setting(meta, 'CIDR ranges', '', (given = '') => {
    const ranges = given
      .split(',')
      .map((range) => range.trim())
      .filter((range) => range !== '')
    const isRange = (range: string) => ipaddr.isValidCIDR(range)
    if (!ranges.every(isRange)) throw new Error('must be CIDR ranges such as 10.0.0.0/8, comma-separated')
    return ranges
  })
}

/** `+22901=mtn`, and `+2290195=fedapay:moov` with FedaPay's name of the operator; each beginning once. */
function optionalRoutes(meta: Meta): Setting<readonly string[]> {
  return setting(meta, 'beginnings of numbers and providers', '', (given = '') => {
    const routes = given
      .split(',')
      .map((route) => route.trim())
      .filter((route) => route !== '')
    const form = /^(\+[1-9]\d{0,14})=([a-z]+)(?::([a-z][a-z0-9_]{1,29}))?$/
    const prefixes = new Set<string>()
    for (const route of routes) {
      const [, prefix = '', provider = '', mode] = form.exec(route) ?? []
      if (!(moneyProviders as readonly string[]).includes(provider))
        throw new Error(
          `must be beginnings of numbers with ${listText(moneyProviders, 'en', 'or')}, such as +22901=mtn, comma-separated; ${route} is not`,
        )
      if (mode !== undefined && provider !== 'fedapay')
        throw new Error(`names an operator, which only fedapay has: ${route}`)
      if (prefixes.has(prefix)) throw new Error(`names ${prefix} twice`)
      prefixes.add(prefix)
    }
    return routes
  })
}

/** `fedapay:BJ=100-300000`: a provider, a country, and the least and most of a payment. */
function optionalLimits(meta: Meta): Setting<readonly string[]> {
  return setting(meta, 'providers, countries and amounts', '', (given = '') => {
    const limits = given
      .split(',')
      .map((limit) => limit.trim())
      .filter((limit) => limit !== '')
    for (const limit of limits) {
      const [, min, max] = /^(?:mtn|fedapay|wave):[A-Z]{2}=(\d{1,9})-(\d{1,9})$/.exec(limit) ?? []
      if (min === undefined || Number(min) > Number(max))
        throw new Error(
          `must be a provider, a country, and the least and most of a payment, such as fedapay:BJ=100-300000, comma-separated`,
        )
    }
    return limits
  })
}

function optionalHeaders(meta: Meta): Setting<Record<string, string> | undefined> {
  const form = 'name=value, comma-separated'
  return setting(meta, form, '', (given) => {
    const headers = given === undefined ? undefined : namedHeaders(given)
    if (given !== undefined && !headers) throw new Error(`must be ${form}`)
    return headers
  })
}

function optionalHosts(meta: Meta): Setting<readonly string[]> {
  return setting(meta, 'host names', '', (given = '') => {
    const names = given
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== '')
    const isName = (name: string) => /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name)
    if (!names.every(isName))
      throw new Error('must be host names such as fcm.googleapis.com, comma-separated')
    return names
  })
}

function optionalAddresses(meta: Meta): Setting<readonly string[]> {
  return setting(meta, 'e-mail addresses', '', (given = '') => {
    const addresses = given
      .split(',')
      .map((address) => address.trim())
      .filter((address) => address !== '')
    if (addresses.length > 10 || !addresses.every((address) => /^[^\s<>@]+@[^\s<>@]+$/.test(address)))
      throw new Error('must be at most ten addresses such as ops@example.com, comma-separated')
    return addresses
  })
}

function optionalServers(meta: Meta): Setting<readonly string[] | undefined> {
  return setting(meta, 'IP addresses', '', (given) => {
    if (given === undefined) return undefined
    const servers = given.split(',').map((server) => server.trim())
    try {
      new Resolver().setServers(servers)
      return servers
    } catch {
      throw new Error('must be IP addresses of name servers, comma-separated')
    }
  })
}
