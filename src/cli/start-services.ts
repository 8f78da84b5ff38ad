import { pino } from 'pino'
import { type DatabaseClock, databaseClock } from '../base/database/database-clock.ts'
import { logOutage } from '../base/database/log-outage.ts'
import { migrate } from '../base/database/migrate.ts'
import { type OpenDatabase, openDatabase } from '../base/database/open-database.ts'
import { type Clock, systemClock } from '../base/kernel/clock.ts'
import { logSerializers } from '../base/kernel/logged-error.ts'
import type { Config } from '../config.ts'
import { refuseTrialSettings } from '../domain/copies/refuse-trial-settings.ts'
import type { SharedCounts } from '../http/connect-redis.ts'
import { makeServices, type Services } from '../services.ts'

/**
 * The log of this process: JSON lines on standard output, so that standard error is left for people. Through
 * Node's own stream: once nobody reads it any more, the library's would retry for ever, even at the exit.
 */
export const openLog = (config: Config) =>
  pino(
    {
      level: config.LOG_LEVEL,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: logSerializers,
    },
    process.stdout,
  )

type StartOptions = {
  folderPatienceMs?: number
  isPrepared?: boolean
  /** Other than DATABASE_POOL_SIZE says. */
  poolSize?: number
  /** What counts requests where there is no Redis. */
  counts?: SharedCounts
}

/**
 * Opens the database, migrates it and makes the services, which go by the clock of the server where there is
 * one; `beforeServices` may fill the database first. One of several processes that start together may find
 * all that done (`isPrepared`). `close` releases everything. Throws FolderInUse.
 */
export async function startServices<T>(
  config: Config,
  log: ReturnType<typeof openLog>,
  beforeServices: (database: OpenDatabase, clock: Clock) => Promise<T>,
  { folderPatienceMs, isPrepared, poolSize, counts }: StartOptions = {},
): Promise<{ services: Services; before: T; serverClock?: DatabaseClock; close: () => Promise<void> }> {
  const database = await openDatabase({
    url: config.DATABASE_URL,
    poolSize: poolSize ?? config.DATABASE_POOL_SIZE,
    timeoutMs: config.DATABASE_TIMEOUT_MS,
    onError: (message, error) => log.warn({ err: error }, message),
    onOutage: logOutage(log),
    ...(folderPatienceMs !== undefined && { folderPatienceMs }),
  })
  try {
    if (!isPrepared) await prepare(config, log, database)
    const serverClock = database.kind === 'server' ? databaseClock(database.db, systemClock) : undefined
    await serverClock?.compare()
    const clock = serverClock ?? systemClock
    const before = await beforeServices(database, clock)
    const services = await makeServices({ config, database, clock, log, ...(counts && { counts }) })
    const close = async () => {
      await services.stop()
      await database.close()
    }
    return { services, before, close, ...(serverClock && { serverClock }) }
  } catch (error) {
    // What failed first is reported, not that a database which ended cannot be closed.
    await database.close().catch(() => {})
    throw error
  }
}

async function prepare(
  config: Config,
  log: ReturnType<typeof openLog>,
  database: OpenDatabase,
): Promise<void> {
  const { unknown } = await migrate(database)
  if (unknown.length > 0)
    log.warn({ unknown }, 'a newer version of Colis migrated this database: upgrade this process too')
  await refuseTrialSettings(config, database.db)
}
