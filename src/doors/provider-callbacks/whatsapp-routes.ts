import type { FastifyInstance, FastifyReply } from 'fastify'
import { ApiError } from '../../base/contract/errors.ts'
import { jsonFault } from '../../base/contract/json-fault.ts'
import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { reportsIn } from '../../domain/messages/channels/whatsapp-report.ts'
import {
  isSameSecret,
  isSignatureForm,
  isSignedByWhatsApp,
} from '../../domain/messages/channels/whatsapp-request.ts'
import { recordReports } from '../../domain/messages/message-store.ts'

type WhatsAppRoutesDeps = {
  db: Database
  clock: Clock
  /** Signs what the platform sends us. */
  appSecret: string
  /** Agreed on with the platform when the webhook is set up. */
  verifyToken: string
}

/** A webhook of reports has a few kilobytes; longer bodies are not read to the end. */
const maxBytes = 256 * 1024
/** How many are read at once: a signature can only be checked once the whole body has arrived. */
const maxUnderWay = 32
const retryAfterSeconds = 5

/**
 * `/whatsapp/webhook`, where the WhatsApp Business Platform reports the status of messages: GET proves that
 * the address is ours, POST brings reports, and is accepted only when its bytes are signed with the app’s
 * secret. What people write to us is not read. Throws CALLBACK_REFUSED, BODY_TOO_LARGE, JSON_INVALID, and
 * SERVICE_UNAVAILABLE while many are under way: the platform sends it again.
 */
export async function whatsAppRoutes(
  app: FastifyInstance,
  { db, clock, appSecret, verifyToken }: WhatsAppRoutesDeps,
): Promise<void> {
  // The signature is over the bytes as they came: nothing is parsed before it is verified.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
    done(null, body),
  )

  let underWay = 0
  app.addHook('onRequest', async ({ method, headers }, reply) => {
    if (method !== 'POST') return
    if (!isSignatureForm(headers['x-hub-signature-256'])) throw refusedUnread(reply, 'CALLBACK_REFUSED')
    if (underWay >= maxUnderWay) throw refusedUnread(reply, 'SERVICE_UNAVAILABLE')
    underWay += 1
    reply.raw.once('close', () => {
      underWay -= 1
    })
  })

  app.get<{ Querystring: Record<string, unknown> }>('/whatsapp/webhook', async ({ query }, reply) => {
    const challenge = query['hub.challenge']
    const isAgreed = query['hub.mode'] === 'subscribe' && isSameSecret(query['hub.verify_token'], verifyToken)
    if (!isAgreed || typeof challenge !== 'string') throw new ApiError('CALLBACK_REFUSED')
    return reply.type('text/plain; charset=utf-8').header('x-content-type-options', 'nosniff').send(challenge)
  })

  app.post('/whatsapp/webhook', { bodyLimit: maxBytes }, async ({ body, headers }, reply) => {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
    if (!isSignedByWhatsApp(bytes, headers['x-hub-signature-256'], appSecret))
      throw new ApiError('CALLBACK_REFUSED')
    const reports = reportsIn(jsonOf(bytes))
    if (reports.length > 0) await recordReports(db, reports, clock.now())
    return reply.code(200).send()
  })
}

/** A refusal after which the rest of the request is not waited for. */
function refusedUnread(reply: FastifyReply, code: 'CALLBACK_REFUSED' | 'SERVICE_UNAVAILABLE'): ApiError {
  reply.header('connection', 'close')
  return code === 'CALLBACK_REFUSED' ? new ApiError(code) : new ApiError(code, { retryAfterSeconds })
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new ApiError('JSON_INVALID', { fault: jsonFault(bytes) })
  }
}
