import type { FastifyInstance } from 'fastify'
import { sharePublicStatus } from '../../domain/monitoring/health/share-public-status.ts'
import { watchedModules } from '../../modules.ts'
import { limitPlainPages } from '../../pages/limit-plain-pages.ts'
import type { DoorServices } from '../../services.ts'
import { frontPageRoutes } from './front-page-routes.ts'
import { iconRoutes } from './icon-routes.ts'
import { serviceStatusRoutes } from './service-status-routes.ts'

/** What the service is, where each of its users goes, and how it does. */
export async function frontPageDoor(app: FastifyInstance, services: DoorServices): Promise<void> {
  const { config, rules, rateLimits, sendError } = services
  await app.register(async (front) => {
    limitPlainPages(front, rateLimits, sendError)
    await front.register(iconRoutes)
    await front.register(frontPageRoutes, {
      isSandbox: config.ENVIRONMENT === 'sandbox',
      rules,
      supportEmail: config.SUPPORT_EMAIL ?? null,
    })
    await front.register(serviceStatusRoutes, {
      readStatus: sharePublicStatus({ ...services, watched: watchedModules(services) }),
      rules,
      timeZone: config.TIME_ZONE,
    })
  })
}
