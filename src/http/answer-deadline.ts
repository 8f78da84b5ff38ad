import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../contract/errors.ts'
import { databaseRetrySeconds, sendError } from './error-handler.ts'

/**
 * Answers SERVICE_UNAVAILABLE when we have had a request for `withinMs`: each wait for the database is
 * bounded, but a request may have several. While a client sends its body the time is its own. What was
 * begun goes on: a creation that comes through late is answered to its Idempotency-Key.
 */
export function useAnswerDeadline(app: FastifyInstance, withinMs: number): void {
  const watches = new WeakMap<FastifyRequest, StopWatch>()
  app.addHook('onRequest', (request, reply, done) => {
    const watch = stopWatch(withinMs, () => {
      if (reply.sent || reply.raw.headersSent) return
      void sendError(
        new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: databaseRetrySeconds }),
        request,
        reply,
      )
    })
    watches.set(request, watch)
    watch.run()
    done()
  })
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    watches.get(request)?.pause()
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    watches.get(request)?.run()
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    watches.get(request)?.pause()
    done()
  })
}

type StopWatch = { run(): void; pause(): void }

/** Calls `onEnd` once it has run for `leftMs` in all. */
function stopWatch(leftMs: number, onEnd: () => void): StopWatch {
  let left = leftMs
  let runsSince = 0
  let timer: NodeJS.Timeout | undefined
  return {
    run: () => {
      runsSince = performance.now()
      timer = setTimeout(onEnd, left).unref()
    },
    pause: () => {
      clearTimeout(timer)
      left -= performance.now() - runsSince
    },
  }
}
