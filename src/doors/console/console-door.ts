import type { FastifyInstance } from 'fastify'
import { publicUrlOf } from '../../derived-settings.ts'
import { cacheSessions } from '../../domain/accounts/session-cache.ts'
import type { DoorServices } from '../../services.ts'
import { consoleRoutes } from './console-routes.ts'
import { consoleAccounts } from './sign-in/console-accounts.ts'

/** The shop's console, for sellers who work from a phone and for their developers. */
export async function consoleDoor(app: FastifyInstance, services: DoorServices): Promise<void> {
  await app.register(consoleRoutes, {
    ...services,
    accounts: consoleAccounts(services),
    sessions: cacheSessions(),
    isSecure: publicUrlOf(services.config).startsWith('https:'),
  })
}
