import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../contract/errors.ts'
import { databaseRetrySeconds } from './error-handler.ts'

/** A request in progress, since when, and how long it took before its body was read. */
type Held = {
  request: FastifyRequest
  reply: FastifyReply
  since: number
  spentMs: number
  isPaused: boolean
}

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
 * Responds with SERVICE_UNAVAILABLE when a request has been in progress for `withinMs`: each wait for the
 * database is bounded, but a request may have several. The time a client takes to send its body does not
 * count. The work itself goes on: a creation that succeeds late is returned to a retry with its
 * Idempotency-Key. Pages pass their own `answer`.
 */
export function useResponseDeadline(app: FastifyInstance, withinMs: number, answer: RespondLate): void {
  const waiting = new Set<Held>()
  app.decorateRequest('held', null)
  app.addHook('onRequest', (request, reply, done) => {
    request.held = { request, reply, since: performance.now(), spentMs: 0, isPaused: false }
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

  const timer = setInterval(() => {
    const now = performance.now()
    for (const held of waiting) {
      if (held.isPaused || held.spentMs + now - held.since < withinMs) continue
      waiting.delete(held)
      answerLate(held, answer)
    }
  }, pollEveryMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/**
 * Does work that waits for servers of others, which has a bound of its own: its time does not count towards
 * the deadline of the request. One such work at a time.
 */
export async function outsideDeadline<T>({ held }: FastifyRequest, work: () => Promise<T>): Promise<T> {
  if (!held) return work()
  const startedAt = performance.now()
  held.isPaused = true
  try {
    return await work()
  } finally {
    held.isPaused = false
    held.since += performance.now() - startedAt
  }
}

function answerLate({ request, reply }: Held, answer: RespondLate): void {
  if (reply.sent || reply.raw.headersSent) return
  const refusal = new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: databaseRetrySeconds })
  void answer(refusal, request, reply)
  // What the handler responds with later is dropped; the framework would log it with the whole address.
  reply.log = reply.log.child({}, { level: 'silent' })
}
