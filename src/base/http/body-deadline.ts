import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../contract/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads its body itself and disconnects clients that are too slow. */
    hasOwnBodyDeadline?: boolean
  }
}

/**
 * Responds with REQUEST_TIMEOUT when a body is not complete `withinMs` after its headers, and closes the
 * connection; after a response was sent, the connection is just closed. Routes with a deadline of their own
 * are left alone.
 */
export function useBodyDeadline(app: FastifyInstance, withinMs: number): void {
  const arriving = new Map<IncomingMessage, { since: number; failLate: () => void }>()
  app.addHook('onRequest', (request, reply, done) => {
    const { raw, routeOptions } = request
    if (hasBody(raw) && !routeOptions.config.hasOwnBodyDeadline) {
      const failLate = () => {
        reply.header('connection', 'close')
        // The reader of the body sees a connection error and does nothing.
        raw.emit('error', new ApiError('REQUEST_TIMEOUT'))
      }
      arriving.set(raw, { since: performance.now(), failLate })
    }
    done()
  })
  app.addHook('preValidation', ({ raw }, _reply, done) => {
    arriving.delete(raw)
    done()
  })

  const looking = setInterval(
    () => {
      const now = performance.now()
      for (const [raw, { since, failLate }] of arriving) {
        if (raw.complete || raw.destroyed) arriving.delete(raw)
        if (!arriving.has(raw) || now - since < withinMs) continue
        arriving.delete(raw)
        if (raw.listenerCount('error') > 0) failLate()
        else raw.destroy()
      }
    },
    Math.min(1_000, withinMs / 4),
  ).unref()
  app.addHook('onClose', async () => clearInterval(looking))
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
