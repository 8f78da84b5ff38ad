import etag from '@fastify/etag'
import type { FastifyInstance } from 'fastify'

/**
 * Tags the 200 responses of a plugin's routes, and answers 304 where the client already has the response (RFC 9110,
 * 13.1.2). An error has no tag: a client that keeps it would take a revoked key or a missing page for unchanged.
 */
export async function useEtags(app: FastifyInstance, { weak = false } = {}): Promise<void> {
  await app.register(etag, { weak, replyWith304: false })
  app.addHook('onSend', (request, reply, payload, done) => {
    const tag = reply.getHeader('etag')
    if (reply.statusCode !== 200) {
      reply.removeHeader('etag')
      return done(null, payload)
    }
    if (!isKnown(String(tag), request.headers['if-none-match'])) return done(null, payload)
    reply.code(304).removeHeader('content-length')
    // Null, because an empty text would be sent with a length that is not the response's (RFC 9110, 8.6).
    done(null, null)
  })
}

/** Whether the client names this tag, weak or not, or any. */
const isKnown = (tag: string, known = ''): boolean =>
  known.split(',').some((each) => each.trim() === '*' || strong(each.trim()) === strong(tag))

const strong = (tag: string): string => tag.replace(/^W\//, '')
