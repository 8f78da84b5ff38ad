import type { FastifyInstance } from 'fastify'
import { keepsOutbox } from '../../derived-settings.ts'
import { limitPlainPages } from '../../pages/limit-plain-pages.ts'
import type { DoorServices } from '../../services.ts'
import { outboxTokenOf } from './outbox-address.ts'
import { outboxRoutes } from './outbox-routes.ts'

/**
 * Messages that stay on this machine, read in a browser; only in a sandbox without any channel (decision 87).
 */
export async function devOutboxDoor(app: FastifyInstance, services: DoorServices): Promise<void> {
  const { config, messages, rateLimits, sendError, limitResponseTime } = services
  if (!keepsOutbox(config)) return
  await app.register(async (outbox) => {
    limitPlainPages(outbox, rateLimits, sendError)
    limitResponseTime(outbox)
    await outbox.register(outboxRoutes, {
      ...messages,
      isOpen: config.DEV_OUTBOX_OPEN ?? false,
      token: outboxTokenOf(services),
    })
  })
}
