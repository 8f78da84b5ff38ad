import type { FastifyInstance } from 'fastify'
import { limitPlainPages } from '../../pages/limit-plain-pages.ts'
import type { DoorServices } from '../../services.ts'
import { frontPageRoutes } from './front-page-routes.ts'
import { iconRoutes } from './icon-routes.ts'

/** What the service is, and where each of its users goes. */
export async function frontPageDoor(
  app: FastifyInstance,
  { config, rules, rateLimits, sendError }: DoorServices,
): Promise<void> {
  await app.register(async (front) => {
    limitPlainPages(front, rateLimits, sendError)
    await front.register(iconRoutes)
    await front.register(frontPageRoutes, {
      isSandbox: config.ENVIRONMENT === 'sandbox',
      companyNow: () => rules.current().COMPANY_NAME ?? null,
      supportEmail: config.SUPPORT_EMAIL ?? null,
    })
  })
}
