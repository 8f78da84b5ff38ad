import type { FastifyInstance } from 'fastify'
import { publicUrlOf, smsAccountOf } from '../../derived-settings.ts'
import { passedOnBy } from '../../domain/messages/message-deps.ts'
import type { DoorServices } from '../../services.ts'
import { mobileMoneyRoutes } from './mobile-money-routes.ts'
import { smsRoutes } from './sms-routes.ts'
import { wakeOrders } from './wake-order.ts'
import { whatsAppRoutes } from './whatsapp-routes.ts'

/**
 * Where providers report what became of messages and of money. Of messages only signed reports are accepted;
 * those of money are no more than a hint to ask.
 */
export async function providerCallbacksDoor(app: FastifyInstance, services: DoorServices): Promise<void> {
  const { config, db, clock, limitResponseTime, rateLimits, onError, messages } = services
  const { WHATSAPP_APP_SECRET: appSecret, WHATSAPP_VERIFY_TOKEN: verifyToken } = config
  if (appSecret !== undefined && verifyToken !== undefined)
    await app.register(async (callbacks) => {
      limitResponseTime(callbacks)
      await callbacks.register(whatsAppRoutes, {
        db,
        clock,
        appSecret,
        verifyToken,
        passesOn: passedOnBy(messages.routes, 'WHATSAPP'),
      })
    })
  const sms = smsAccountOf(config)
  if (sms)
    await app.register(async (callbacks) => {
      limitResponseTime(callbacks)
      await callbacks.register(smsRoutes, {
        db,
        clock,
        rateLimits,
        publicUrl: publicUrlOf(config),
        word: sms.provider === 'africastalking' ? config.AFRICASTALKING_REPORT_WORD : undefined,
        authToken: sms.provider === 'twilio' ? sms.authToken : undefined,
      })
    })
  await app.register(async (callbacks) => {
    limitResponseTime(callbacks)
    await callbacks.register(mobileMoneyRoutes, {
      clock,
      rateLimits,
      onError,
      wake: wakeOrders({ db, clock }),
      hasMtn: config.MTN_CALLBACKS ?? false,
      secrets: { fedapay: config.FEDAPAY_WEBHOOK_SECRET, wave: config.WAVE_WEBHOOK_SECRET },
    })
  })
}
