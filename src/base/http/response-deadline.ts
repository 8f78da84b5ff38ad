import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../contract/errors.ts'
import { databaseRetrySeconds, sendError } from './error-handler.ts'

/** A request in progress, since when, and how long it took before its body was read. */
type Held = { request: FastifyRequest; reply: FastifyReply; since: number; spentMs: number }

/** Sends the refusal. */
export type RespondLate = (refusal: ApiError, request: FastifyRequest, reply: FastifyReply) => unknown

declare module 'fastify' {
  interface FastifyRequest {
    held: Held | null
  }
}

/** How often requests in progress are checked: one timer for all costs less than one for each. */
const pollEveryMs = 50

/**
 * Responds with SERVICE_UNAVAILABLE when a request has been in progress for `withinMs`: each wait for the database
 * is bounded, but a request may have several. The time a client takes to send its body does not count. The
 * work itself goes on: a creation that succeeds late is returned to a retry with its Idempotency-Key. Pages pass
 * their own `answer`.
 */
export function useResponseDeadline(
  app: FastifyInstance,
  withinMs: number,
  answer: RespondLate = sendError,
): void {
  const waiting = new Set<Held>()
  app.decorateRequest('held', null)
  app.addHook('onRequest', (request, reply, done) => {
    request.held = { request, reply, since: performance.now(), spentMs: 0 }
    waiting.add(request.held)
    done()
  })
  app.addHook('preParsing', ({ held }, _reply, _payload, done) => {
    if (held && waiting.delete(held)) held.spentMs += performance.now() - held.since
    done()
  })
  app.addHook('preValidation', ({ held }, _reply, done) => {
    if (held) {
      held.since = performance.now()
      waiting.add(held)
    }
    done()
  })
  app.addHook('onResponse', ({ held }, _reply, done) => {
    if (held) waiting.delete(held)
    done()
  })

  const looking = setInterval(() => {
    const now = performance.now()
    for (const held of waiting) {
      if (held.spentMs + now - held.since < withinMs) continue
      waiting.delete(held)
      answerLate(held, answer)
    }
  }, pollEveryMs).unref()
  app.addHook('onClose', async () => clearInterval(looking))
}

function answerLate({ request, reply }: Held, answer: RespondLate): void {
  if (reply.sent || reply.raw.headersSent) return
  const refusal = new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: databaseRetrySeconds })
  void answer(refusal, request, reply)
}
