import type { FastifyInstance } from 'fastify'
import type { Readiness } from './readiness.ts'

/**
 * `/health/live`: the process responds. `/health/ready`: its database can be written, which is tried every
 * few seconds at most, and it is not stopping; else 503.
 */
export async function healthRoutes(
  app: FastifyInstance,
  { readiness }: { readiness: Pick<Readiness, 'check'> },
): Promise<void> {
  app.get('/health/live', { logLevel: 'silent' }, () => ({ status: 'ok' }))
  app.get('/health/ready', { logLevel: 'silent' }, async () => {
    await readiness.check()
    return { status: 'ok' }
  })
}
