import type { FastifyInstance } from 'fastify'

/**
 * Marks every answer of this plugin as one that holds data of people: nothing on the way may keep a copy, and
 * no browser may take it for anything else than it says. Callers may still keep an ETag and ask with it.
 */
export function usePrivateAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    done()
  })
}
