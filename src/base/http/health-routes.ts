import type { FastifyInstance } from 'fastify'

/** `/health/live`: the process responds. `/health/ready`: so does its database, else 503. */
export async function healthRoutes(
  app: FastifyInstance,
  { pingDatabase }: { pingDatabase: () => Promise<unknown> },
): Promise<void> {
  app.get('/health/live', { logLevel: 'silent' }, () => ({ status: 'ok' }))
  app.get('/health/ready', { logLevel: 'silent' }, async () => {
    await pingDatabase()
    return { status: 'ok' }
  })
}
