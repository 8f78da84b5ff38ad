import type { FastifyInstance } from 'fastify'
import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { isUuid } from '../../base/kernel/uuid.ts'
import { ApiError } from '../../contract/errors.ts'
import { twilioReportUrl } from '../../derived-settings.ts'
import {
  africasTalkingReport,
  isSignedByTwilio,
  twilioReport,
} from '../../domain/messages/channels/sms-report.ts'
import type { ProviderReport } from '../../domain/messages/channels/whatsapp-report.ts'
import { isSameSecret } from '../../domain/messages/channels/whatsapp-request.ts'
import { recordReports } from '../../domain/messages/message-store.ts'
import { limitVisits, type RateLimits } from '../../http/rate-limit.ts'
import { boundCallbacks, bytesOf } from './bound-callbacks.ts'

type SmsRoutesDeps = {
  db: Database
  clock: Clock
  rateLimits: RateLimits
  publicUrl: string
  /** The word in the address that Africa's Talking posts to; undefined where none is agreed on. */
  word: string | undefined
  /** What Twilio signs its reports with; undefined where SMS do not go by Twilio. */
  authToken: string | undefined
}

/** A report has a few hundred bytes. */
const maxBytes = 16 * 1024

/**
 * Where providers report what became of an SMS. Twilio signs its reports; Africa's Talking does not, so the
 * address it posts to carries a word that nobody else knows. Throws CALLBACK_REFUSED, BODY_TOO_LARGE,
 * RATE_LIMITED.
 */
export async function smsRoutes(
  app: FastifyInstance,
  { db, clock, rateLimits, publicUrl, word, authToken }: SmsRoutesDeps,
): Promise<void> {
  limitVisits(app, rateLimits)
  const { prove } = boundCallbacks(app, { maxBytes })

  if (word !== undefined)
    app.post<{ Params: { word: string } }>(
      '/sms/africastalking/:word',
      { bodyLimit: maxBytes },
      async (request, reply) => {
        if (!isSameSecret(request.params.word, word)) throw new ApiError('CALLBACK_REFUSED')
        prove(request)
        await record(africasTalkingReport(new URLSearchParams(bytesOf(request).toString('utf8'))))
        return reply.code(200).send()
      },
    )

  if (authToken !== undefined)
    app.post<{ Params: { messageId: string } }>(
      '/sms/twilio/:messageId',
      { bodyLimit: maxBytes },
      async (request, reply) => {
        const { messageId } = request.params
        const form = new URLSearchParams(bytesOf(request).toString('utf8'))
        const url = twilioReportUrl(publicUrl, messageId)
        if (
          !isUuid(messageId) ||
          !isSignedByTwilio(url, form, request.headers['x-twilio-signature'], authToken)
        )
          throw new ApiError('CALLBACK_REFUSED')
        prove(request)
        await record(twilioReport(form, messageId))
        return reply.code(200).send()
      },
    )

  async function record(report: ProviderReport | undefined): Promise<void> {
    if (report) await recordReports(db, [report], { channel: 'SMS', now: clock.now() })
  }
}
