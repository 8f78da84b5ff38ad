import type { FastifyInstance } from 'fastify'
import { publicUrlOf } from '../../derived-settings.ts'
import { cacheSessions } from '../../domain/accounts/session-cache.ts'
import type { DoorServices } from '../../services.ts'
import { operationsRoutes } from './operations-routes.ts'

/** The operator's pages, for those who run the courier company. */
export async function operationsDoor(app: FastifyInstance, services: DoorServices): Promise<void> {
  const { db, clock, auth, config } = services
  await app.register(operationsRoutes, {
    ...services,
    accounts: { db, clock, auth },
    sessions: cacheSessions(),
    isSecure: publicUrlOf(config).startsWith('https:'),
  })
}
