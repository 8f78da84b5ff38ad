import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../src/app.ts'
import { openDatabase } from '../../src/base/database/open-database.ts'
import { manualClock } from '../../src/base/kernel/clock.ts'
import { readConfig } from '../../src/config.ts'
import { makeServices, type Services } from '../../src/services.ts'
import { testStart } from './open-service.ts'
import { areLogsWatched, watchedLog } from './watched-logs.ts'

/**
 * What another process of the same service would be: connections, memory and an HTTP side of its own, on
 * the server database at `url`.
 */
export async function openSecondService(
  url: string,
  env: Record<string, string> = {},
  clock = manualClock(testStart),
): Promise<{ app: FastifyInstance; services: Services; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'colis-test-'))
  const config = readConfig({
    DATABASE_URL: url,
    DATA_FOLDER: folder,
    PUBLIC_URL: 'http://colis.test',
    RATE_LIMIT_PER_SECOND: '0',
    VISITS_PER_SECOND: '0',
    SHOP_CHANGES_PER_MINUTE: '0',
    DATABASE_TIMEOUT_MS: '60000',
    LOG_LEVEL: 'silent',
    ...(areLogsWatched && { ACCESS_LOG: 'true' }),
    ...env,
  })
  const database = await openDatabase({ url, poolSize: 10, timeoutMs: 60_000, onError: () => {} })
  const log = watchedLog(config.LOG_LEVEL)
  const services = await makeServices({
    config,
    database,
    clock,
    chance: () => 0,
    log,
  })
  const app = await buildApp(services)
  await app.ready()
  return {
    app,
    services,
    close: async () => {
      await app.close()
      await services.stop()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
