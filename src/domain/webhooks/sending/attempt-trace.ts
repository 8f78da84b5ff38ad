import { systemClock } from '../../../base/kernel/clock.ts'
import { isObserved, observe } from '../../../base/kernel/observed.ts'
import { newSpanId, traceparentOf } from '../../../base/kernel/trace-context.ts'
import { readEventTrace } from '../../../events/event-trace.ts'
import type { HeldDispatch } from './dispatch-store.ts'

/** An attempt as a step of the trace of its event. */
export type AttemptTrace = {
  /** `traceparent`, where the shop sent the trace with its request (decision 404). */
  headers: Record<string, string>
  /** Records the attempt once it has ended. */
  end(outcome: {
    url: string
    durationMs: number
    httpStatus: number | null
    failure: string | null
    isSuccess: boolean
  }): void
}

/** The step that an attempt is of the trace of its event; of one without, nothing is sent and recorded. */
export function attemptTrace(dispatch: Omit<HeldDispatch, 'body'>): AttemptTrace {
  const event = readEventTrace(dispatch.trace)
  if (!event) return { headers: {}, end: () => {} }
  const isRecorded = event.isSampled && isObserved('span')
  const attempt = isRecorded ? { ...event, spanId: newSpanId() } : event
  return {
    headers: event.isOfShop ? { traceparent: traceparentOf(attempt) } : {},
    end: ({ url, durationMs, httpStatus, failure, isSuccess }) => {
      if (!isRecorded) return
      const endMs = systemClock.now().getTime()
      observe('span', {
        traceId: attempt.traceId,
        spanId: attempt.spanId,
        parentSpanId: event.spanId,
        name: 'webhook attempt',
        kind: 'CLIENT',
        startMs: endMs - durationMs,
        endMs,
        hasFailed: !isSuccess,
        attributes: {
          'http.request.method': 'POST',
          'http.request.resend_count': dispatch.attempts,
          'http.response.status_code': httpStatus ?? undefined,
          'server.address': new URL(url).hostname,
          'colis.event.id': dispatch.eventId,
          'colis.event.type': dispatch.eventType,
          'colis.endpoint.id': dispatch.endpointId,
          'colis.shop.id': dispatch.shopId,
          'error.type': failure ?? undefined,
        },
      })
    },
  }
}
