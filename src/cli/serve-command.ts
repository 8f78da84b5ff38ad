import closeWithGrace from 'close-with-grace'
import { buildApp, startBackground } from '../app.ts'
import type { Config } from '../config.ts'
import { type SeededDemo, seedDemo } from '../demo/seed-demo.ts'
import { systemClock } from '../kernel/clock.ts'
import { dataFolderOf, publicUrlOf } from '../service-parts.ts'
import { openControlSocket } from './control-socket.ts'
import { openLog, startParts } from './start-parts.ts'

/**
 * Serves until it is told to stop: opens and migrates the database, fills an empty one with the demo,
 * listens, and does the background work. On SIGINT or SIGTERM it finishes what is under way.
 */
export async function serve(config: Config): Promise<void> {
  const log = openLog(config)
  const {
    parts,
    before: demo,
    close,
  } = await startParts(config, log, async ({ db }) =>
    mayEmbedDemo(config) ? seedDemo({ db, clock: systemClock }) : undefined,
  )
  const app = await buildApp(parts)
  const address = await app.listen({ host: config.HOST, port: config.PORT })
  const control = parts.database.kind === 'embedded' && config.DATABASE_URL !== 'memory:'
  const controlSocket = control ? await openControlSocket(dataFolderOf(config), parts) : undefined
  const loops = startBackground(parts)

  closeWithGrace({ delay: 10_000, logger: quiet(log) }, async ({ err }) => {
    if (err) log.fatal({ err }, 'stopping after a failure')
    await app.close()
    controlSocket?.close()
    await Promise.all(loops.map((loop) => loop.stop()))
    await close()
  })

  if (config.ENVIRONMENT === 'production' && parts.database.kind === 'embedded') {
    log.warn('the embedded database does not survive a power cut: use a PostgreSQL server in production')
  }
  if (demo) console.log(welcome(demo, shownUrl(config, address)))
  console.log(`Colis ${config.ENVIRONMENT} ready on ${address}`)
}

const mayEmbedDemo = (config: Config) => config.SEED_DEMO ?? config.ENVIRONMENT === 'sandbox'

/** A port of 0 is only known once it is taken. */
const shownUrl = (config: Config, address: string) =>
  config.PUBLIC_URL || config.PORT !== 0 ? publicUrlOf(config) : address

const quiet = (log: ReturnType<typeof openLog>) => ({ error: (message?: unknown) => log.error(message) })

/** Shown once: the key is not kept anywhere in clear. */
function welcome({ apiKey }: SeededDemo, url: string): string {
  return `
Welcome to Colis. The sandbox is filled with a demo shop in Cotonou.

  API key (shown this once)   ${apiKey}
  Partner API                 ${url}/api/v1/partner
  Reference                   ${url}/docs

A first price:

curl -s ${url}/api/v1/partner/quotes \\
  -H 'Authorization: Bearer ${apiKey}' \\
  -H 'Content-Type: application/json' \\
  -d '{"dropoff":{"lat":6.353,"lng":2.366},"parcelSize":"SMALL","paymentMode":"PREPAID"}'

The main job, played in the terminal: npm run demo
`
}
