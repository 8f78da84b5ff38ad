import type { FastifyInstance } from 'fastify'
import type { Readiness } from './readiness.ts'

/**
 * `/health/live`: the process responds. `/health/ready`: its database can be written, which is tried every
 * few seconds at most, and it is not stopping; else 503. In a cell both say which.
 */
export async function healthRoutes(
  app: FastifyInstance,
  { readiness, cell }: { readiness: Pick<Readiness, 'check'>; cell: string },
): Promise<void> {
  const ok = { status: 'ok', ...(cell !== '' && { cell }) }
  app.get('/health/live', { logLevel: 'silent' }, () => ok)
  app.get('/health/ready', { logLevel: 'silent' }, async () => {
    await readiness.check()
    return ok
  })
}
