import type { FastifyInstance } from 'fastify'

/**
 * Marks every response of this plugin as personal data: nothing on the way may store a copy, and no browser
 * may guess another content type. Callers may still keep an ETag and send it with `If-None-Match`.
 */
export function forbidCaching(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    done()
  })
}
