import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/**
 * Tags the 200 responses of a plugin's routes, and answers 304 where the client already has the response (RFC
 * 9110, 13.1.2). An error has no tag: a client that keeps it would take a revoked key or a missing page for
 * unchanged.
 */
export function useEtags(app: FastifyInstance, { weak = false } = {}): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode !== 200 || !(typeof payload === 'string' || Buffer.isBuffer(payload)))
      return done(null, payload)
    const tag = `"${hash('sha1', payload, 'base64')}"`
    reply.header('etag', weak ? `W/${tag}` : tag)
    if (!isKnown(tag, request.headers['if-none-match'])) return done(null, payload)
    reply.code(304).removeHeader('content-length')
    // Null, because an empty text would be sent with a length that is not the response's (RFC 9110, 8.6).
    done(null, null)
  })
}

/** Whether the client names this tag, weak or not, or any. */
const isKnown = (tag: string, known: string | undefined): boolean =>
  known?.split(',').some((each) => ['*', tag, `W/${tag}`].includes(each.trim())) ?? false
