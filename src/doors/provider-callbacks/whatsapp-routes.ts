import type { FastifyInstance } from 'fastify'
import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { ApiError } from '../../contract/errors.ts'
import { jsonFault } from '../../contract/json-fault.ts'
import { reportsIn } from '../../domain/messages/channels/whatsapp-report.ts'
import {
  isSameSecret,
  isSignatureForm,
  isSignedByWhatsApp,
} from '../../domain/messages/channels/whatsapp-request.ts'
import { recordReports } from '../../domain/messages/message-store.ts'
import type { MessageKind } from '../../domain/messages/messages-tables.ts'
import { boundCallbacks, bytesOf } from './bound-callbacks.ts'

type WhatsAppRoutesDeps = {
  db: Database
  clock: Clock
  /** Signs what the platform sends us. */
  appSecret: string
  /** Agreed on with the platform when the webhook is set up. */
  verifyToken: string
  /** The kinds that go by SMS where WhatsApp does not bring them. */
  passesOn: readonly MessageKind[]
}

/** A webhook of reports has a few kilobytes; longer bodies are not read to the end. */
const maxBytes = 256 * 1024
/**
 * `/whatsapp/webhook`, where the WhatsApp Business Platform reports the status of messages: GET proves that
 * the address is ours, POST brings reports, and is accepted only when its bytes are signed with the app’s
 * secret. What people write to us is not read. Throws CALLBACK_REFUSED, BODY_TOO_LARGE, JSON_INVALID.
 */
export async function whatsAppRoutes(
  app: FastifyInstance,
  { db, clock, appSecret, verifyToken, passesOn }: WhatsAppRoutesDeps,
): Promise<void> {
  const { prove } = boundCallbacks(app, {
    maxBytes,
    isForeign: ({ headers }) => !isSignatureForm(headers['x-hub-signature-256']),
  })

  app.get<{ Querystring: Record<string, unknown> }>('/whatsapp/webhook', async ({ query }, reply) => {
    const challenge = query['hub.challenge']
    const isAgreed = query['hub.mode'] === 'subscribe' && isSameSecret(query['hub.verify_token'], verifyToken)
    if (!isAgreed || typeof challenge !== 'string') throw new ApiError('CALLBACK_REFUSED')
    return reply.type('text/plain; charset=utf-8').header('x-content-type-options', 'nosniff').send(challenge)
  })

  app.post('/whatsapp/webhook', { bodyLimit: maxBytes }, async (request, reply) => {
    const bytes = bytesOf(request)
    if (!isSignedByWhatsApp(bytes, request.headers['x-hub-signature-256'], appSecret))
      throw new ApiError('CALLBACK_REFUSED')
    prove(request)
    const reports = reportsIn(jsonOf(bytes))
    if (reports.length > 0)
      await recordReports(db, reports, { channel: 'WHATSAPP', passesOn, now: clock.now() })
    return reply.code(200).send()
  })
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new ApiError('JSON_INVALID', { fault: jsonFault(bytes) })
  }
}
