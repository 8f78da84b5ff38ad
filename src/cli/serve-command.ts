import { once } from 'node:events'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { Loop } from '../base/background/loop.ts'
import type { DatabaseClock } from '../base/database/database-clock.ts'
import { isNotedAsHeld } from '../base/database/folder-lock.ts'
import type { OpenDatabase } from '../base/database/open-database.ts'
import type { Clock } from '../base/kernel/clock.ts'
import type { Config } from '../config.ts'
import { partnerPath } from '../contract/vocabulary.ts'
import { dataFolderOf, publicUrlOf } from '../derived-settings.ts'
import { listDemoKeyIds } from '../domain/sandbox/demo-store.ts'
import { seedDemo, seedDemoKey } from '../domain/sandbox/seed-demo.ts'
import { checkSealingKeyAtStart } from '../domain/webhooks/endpoints/check-sealing-key.ts'
import { tokenAddress } from '../doors/dev-outbox/outbox-address.ts'
import type { SiblingMetrics } from '../doors/metrics/metrics-door.ts'
import type { SharedCounts } from '../http/connect-redis.ts'
import type { Services } from '../services.ts'
import { CommandRefused } from './commands/command-context.ts'
import { openControlSocket } from './control-socket.ts'
import { followClock } from './follow-clock.ts'
import { processCount } from './processes/process-count.ts'
import { serveByProcesses } from './processes/serve-by-processes.ts'
import { keepAddress } from './running-address.ts'
import { openLog, startServices } from './start-services.ts'
import { stopGracefully } from './stop-gracefully.ts'

/**
 * Runs the background work, such as webhooks, until it is stopped, and serves no requests. Any number of such
 * processes may share one PostgreSQL server.
 */
export async function work(config: Config): Promise<void> {
  if (!isOnServer(config)) {
    throw new CommandRefused(
      'The embedded database belongs to one process: npm start serves and works in one.',
    )
  }
  const log = openLog(config)
  if (config.WORK_HEALTH_PORT !== 0) await refuseTakenPort(config, 'WORK_HEALTH_PORT')
  await refuseTakenMetricsPort(config)
  const loading = loadApp()
  const { services, serverClock, close } = await startServices(config, log, async () => undefined)
  await checkSealingKeyAtStart(services.webhooks)
  const { startBackground, startTracing, buildHealthApp } = await loading
  const app = await buildHealthApp(services)
  let metrics: FastifyInstance | undefined
  try {
    if (config.WORK_HEALTH_PORT !== 0) await listenAt(app, config, 'WORK_HEALTH_PORT')
    metrics = await openMetrics(services)
  } catch (error) {
    await app.close()
    await close()
    throw error
  }
  const stopTracing = await startTracing(services)
  const loops = [...(await startBackground(services)), ...clockLoop(services, serverClock)]
  stopGracefully(services, async () => {
    await Promise.all([app.close(), metrics?.close(), ...loops.map((loop) => loop.stop())])
    await stopTracing()
    await close()
  })
  console.log(`Colis ${config.ENVIRONMENT} works`)
}

/** Serves until it is stopped, by as many processes as the settings say. Throws CommandRefused. */
export async function serve(config: Config, { works }: { works: boolean }): Promise<void> {
  const isServer = isOnServer(config)
  if (!works && !isServer)
    throw new CommandRefused('Without a PostgreSQL server nobody else can do the work: leave --no-work out.')
  if (!isServer && config.PROCESSES !== 'auto' && config.PROCESSES > 1)
    throw new CommandRefused(
      'The embedded database belongs to one process: set PROCESSES to 1, or DATABASE_URL to a PostgreSQL server.',
    )
  // Whoever holds the folder may be stopping, and frees its port with it.
  if (isServer || !isNotedAsHeld(dataFolderOf(config))) await refuseTakenPort(config, 'PORT')
  await refuseTakenMetricsPort(config)
  const count = isServer ? processCount(config.PROCESSES, availableParallelism()) : 1
  return count === 1 ? serveHere(config, { works }) : serveByProcesses(config, { count, works })
}

/** One of several processes that serve one port, and what it has of the one that started it. */
type Among = {
  /** Which one it is, from 1 on. */
  number: number
  poolSize: number
  /** Whether it does what is done once before any of them serves; the others wait for it. */
  prepares: boolean
  greets: boolean
  prepared: () => void
  whenPrepared: () => Promise<void>
  ready: (address: string) => void
  counts: SharedCounts
  metrics: SiblingMetrics
  onStop: (listener: () => void) => void
}

/**
 * Serves in this process until it is stopped: opens and migrates the database, fills an empty one with the
 * demo, listens, does the background work, and shows the demo's key once. On SIGINT or SIGTERM it finishes
 * what is under way.
 */
export async function serveHere(
  config: Config,
  { works, among }: { works: boolean; among?: Among },
): Promise<void> {
  const log = openLog(config)
  const opened = await openService(config, log, among)
  const { services, app, metrics, stopTracing, address, controlSocket, close } = opened
  const { startBackground } = await loadApp()
  const loops = [
    ...(works ? await startBackground(services) : []),
    ...clockLoop(services, opened.serverClock),
  ]

  const forgetAddress = among ? () => {} : keepAddress(config, address)
  const stop = async () => {
    forgetAddress()
    controlSocket?.close()
    controlSocket?.closeAllConnections()
    await Promise.all([app.close(), metrics?.close(), ...loops.map((loop) => loop.stop())])
    await stopTracing()
    await close()
  }
  stopGracefully(services, stop, among?.onStop)

  if (!among || among.greets) await greet(services, address)
  if (among) among.ready(address)
  else console.log(`Colis ${config.ENVIRONMENT} ready on ${address}`)
}

/** Says what whoever started the service is to know. */
async function greet(services: Services, address: string): Promise<void> {
  const { config } = services
  if (config.ENVIRONMENT === 'production') await warnInProduction(services)
  const key = mayEmbedDemo(config)
    ? await seedDemoKey({ ...services, environment: config.ENVIRONMENT })
    : undefined
  if (key) console.log(welcome(key, isUrlKnown(config) ? publicUrlOf(config) : address))
  const outbox = tokenAddress(services)
  if (outbox) console.log(`Messages to customers  : ${outbox}`)
}

/** Loads all doors and modules, which takes a while, so that it is begun before the database is opened. */
const loadApp = () => import('../app.ts')

/** Warns about what should not be in production, though the operator may decide otherwise. */
async function warnInProduction({ config, db, database, log }: Services): Promise<void> {
  if (!publicUrlOf(config).startsWith('https:'))
    log.warn(
      'PUBLIC_URL is http: the service works on this machine alone, and its cookies are not marked Secure',
    )
  if (database.kind === 'embedded')
    log.warn('the embedded database does not survive a power cut: use a PostgreSQL server in production')
  const keyIds = await listDemoKeyIds(db)
  if (keyIds.length > 0)
    log.error(
      { keyIds },
      'an API key of the demo is valid in production: revoke it with colis keys revoke, or use another database',
    )
}

/** Starts everything up to listening; if something fails, what was opened is closed again. */
async function openService(config: Config, log: ReturnType<typeof openLog>, among: Among | undefined) {
  const loading = loadApp()
  const isPrepared = among?.prepares === false
  if (isPrepared) await among.whenPrepared()
  const seed = async ({ db }: OpenDatabase, clock: Clock) => {
    if (!isPrepared && mayEmbedDemo(config)) await seedDemo({ db, clock })
  }
  const { services, serverClock, close } = await startServices(config, log, seed, {
    isPrepared,
    ...(among && { poolSize: among.poolSize, counts: among.counts }),
  })
  let app: FastifyInstance | undefined
  let metrics: FastifyInstance | undefined
  try {
    if (!isPrepared) await checkSealingKeyAtStart(services.webhooks)
    among?.prepared()
    const { buildApp, startTracing } = await loading
    app = await buildApp(services)
    metrics = await openMetrics(services, among?.metrics)
    const stopTracing = await startTracing(services)
    return { services, app, metrics, stopTracing, serverClock, ...(await openDoors(app, services)), close }
  } catch (error) {
    await Promise.all([app?.close(), metrics?.close()])
    await close()
    throw error
  }
}

/** Listens for HTTP requests and, with the embedded database, for the command line. Throws CommandRefused. */
async function openDoors(app: FastifyInstance, services: Services) {
  const { config, database } = services
  const control = database.kind === 'embedded' && config.DATABASE_URL !== 'memory:'
  const controlSocket = control ? await openControlSocket(dataFolderOf(config), services) : undefined
  try {
    return { address: await listenAt(app, config, 'PORT'), controlSocket }
  } catch (error) {
    controlSocket?.close()
    throw error
  }
}

/** Serves metrics where there is a port for them. Throws CommandRefused. */
async function openMetrics(
  services: Services,
  siblings?: SiblingMetrics,
): Promise<FastifyInstance | undefined> {
  if (services.config.METRICS_PORT === 0) return undefined
  const { buildMetricsApp } = await loadApp()
  const app = await buildMetricsApp(services, siblings)
  await listenAt(app, services.config, 'METRICS_PORT')
  return app
}

/** Listens on the port that a setting names. Throws CommandRefused. */
async function listenAt(app: FastifyInstance, config: Config, setting: PortSetting): Promise<string> {
  return app
    .listen({ host: hostOf(config, setting), port: config[setting] })
    .catch((error: unknown) => throwUnheard(error, config, setting))
}

/**
 * Throws CommandRefused when nobody can listen on a port, before anything is made: a first start that is
 * refused leaves no filled database behind.
 */
async function refuseTakenPort(config: Config, setting: PortSetting): Promise<void> {
  const probe = createServer()
  try {
    probe.listen({ host: hostOf(config, setting), port: config[setting], exclusive: true })
    await once(probe, 'listening')
  } catch (error) {
    throwUnheard(error, config, setting)
  }
  probe.close()
  await once(probe, 'close')
}

function throwUnheard(error: unknown, config: Config, setting: PortSetting): never {
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined) throw error
  const place = `${hostOf(config, setting)}:${config[setting]}`
  throw new CommandRefused(
    code === 'EADDRINUSE'
      ? `Another process listens on ${place} already: stop it, or set another ${setting}.`
      : `Nothing can listen on ${place} (${code}): set another ${hostSettingOf(setting)} or ${setting}.`,
  )
}

type PortSetting = 'PORT' | 'WORK_HEALTH_PORT' | 'METRICS_PORT'

const hostSettingOf = (setting: PortSetting) => (setting === 'METRICS_PORT' ? 'METRICS_HOST' : 'HOST')
const hostOf = (config: Config, setting: PortSetting): string => config[hostSettingOf(setting)]

const refuseTakenMetricsPort = async (config: Config): Promise<void> => {
  if (config.METRICS_PORT !== 0) await refuseTakenPort(config, 'METRICS_PORT')
}

/** The embedded database has no clock but this machine's. */
const clockLoop = (services: Services, clock: DatabaseClock | undefined): Loop[] =>
  clock ? [followClock(services, clock)] : []

const isOnServer = ({ DATABASE_URL: url }: Config) => url.startsWith('postgres')

const mayEmbedDemo = (config: Config) => config.SEED_DEMO ?? config.ENVIRONMENT === 'sandbox'

/** With port 0 the real port is only known once the server listens. */
const isUrlKnown = ({ PUBLIC_URL: url, PORT: port }: Config) => url !== undefined || port !== 0

/** Shown once: the key is not stored anywhere in clear. */
function welcome(apiKey: string, url: string): string {
  return `
Welcome to Colis. The sandbox is filled with a demo shop in Cotonou.

  API key (shown this once)   ${apiKey}
                              It works in this sandbox alone: every key begins with colis_live_, here too.
  Partner API                 ${url}${partnerPath}
  Guide and reference         ${url}/docs
  The shop's console          ${url}/console/open-shop
  The couriers' page          ${url}/courier
  Messages to customers       ${url}/dev/outbox

A first price:

curl -s ${url}${partnerPath}/quotes \\
  -H 'Authorization: Bearer ${apiKey}' \\
  -H 'Content-Type: application/json' \\
  -d '{"dropoff":{"lat":6.353,"lng":2.366},"parcelSize":"SMALL","paymentMode":"PREPAID"}'

The main job, played in the terminal: npm run demo
`
}
