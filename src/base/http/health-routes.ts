import type { FastifyInstance } from 'fastify'

/** How long what the database answered holds for the checks after it, in ms: health is open to strangers. */
const readyForMs = 1_000

/** `/health/live`: the process responds. `/health/ready`: so does its database, asked once a second, else 503. */
export async function healthRoutes(
  app: FastifyInstance,
  { pingDatabase }: { pingDatabase: () => Promise<unknown> },
): Promise<void> {
  let last: { ping: Promise<unknown>; at: number } | undefined
  app.get('/health/live', { logLevel: 'silent' }, () => ({ status: 'ok' }))
  app.get('/health/ready', { logLevel: 'silent' }, async () => {
    const now = performance.now()
    if (!last || now - last.at >= readyForMs) last = { ping: pingDatabase(), at: now }
    await last.ping
    return { status: 'ok' }
  })
}
