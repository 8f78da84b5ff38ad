import type { FastifyInstance } from 'fastify'
import type { DoorServices } from '../../services.ts'
import { whatsAppRoutes } from './whatsapp-routes.ts'

/** Where providers report the status of messages. Only signed reports are accepted. */
export async function providerCallbacksDoor(app: FastifyInstance, services: DoorServices): Promise<void> {
  const { config, db, clock, limitResponseTime } = services
  const { WHATSAPP_APP_SECRET: appSecret, WHATSAPP_VERIFY_TOKEN: verifyToken } = config
  if (appSecret === undefined || verifyToken === undefined) return
  await app.register(async (callbacks) => {
    limitResponseTime(callbacks)
    await callbacks.register(whatsAppRoutes, { db, clock, appSecret, verifyToken })
  })
}
