import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { systemClock } from '../base/kernel/clock.ts'
import { type CurrentTrace, runInTrace } from '../base/kernel/current-trace.ts'
import { isObserved, observe } from '../base/kernel/observed.ts'
import { newSpanId, newTraceId, readTraceparent } from '../base/kernel/trace-context.ts'
import { isUuid } from '../base/kernel/uuid.ts'

type RequestTrace = CurrentTrace & { parentSpanId: string | undefined }

declare module 'fastify' {
  interface FastifyRequest {
    trace: RequestTrace | null
  }
}

/**
 * Answers each request as part of its trace: the one that a shop with a valid key sent in `traceparent`, or,
 * while traces are exported, a new one (decision 404). `tracestate` is not kept, which its specification
 * allows. Once it is answered the request is a span; probes and metrics are not.
 */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('trace', null)
  // Once the body is there: what reads it from the socket would lose the trace.
  app.addHook('preValidation', (request, _reply, done) => {
    request.trace = traceOf(request)
    if (request.trace) runInTrace(request.trace, done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (isObserved('span')) observeRequest(request, reply)
    done()
  })
}

function traceOf(request: FastifyRequest): RequestTrace | null {
  const { caller } = request
  const sent = caller ? readTraceparent(request.headers.traceparent) : undefined
  const isRecorded = isObserved('span') && sent?.isSampled !== false
  if (!isRecorded) return sent && caller ? { ...sent, sentBy: caller.shopId, parentSpanId: undefined } : null
  return {
    traceId: sent?.traceId ?? newTraceId(),
    spanId: newSpanId(),
    isSampled: true,
    sentBy: sent && caller ? caller.shopId : null,
    parentSpanId: sent?.spanId,
  }
}

function observeRequest(request: FastifyRequest, { elapsedTime, statusCode }: FastifyReply): void {
  const { method, routeOptions, caller, refusalCode } = request
  if (routeOptions.logLevel === 'silent') return
  // What was refused before its body was read has none yet.
  const trace = request.trace ?? traceOf(request)
  if (!trace?.isSampled) return
  const { sentBy: _, ...ids } = trace
  const endMs = systemClock.now().getTime()
  observe('span', {
    ...ids,
    name: routeOptions.url === undefined ? method : `${method} ${routeOptions.url}`,
    kind: 'SERVER',
    startMs: endMs - elapsedTime,
    endMs,
    hasFailed: statusCode >= 500,
    attributes: {
      'http.request.method': method,
      'http.route': routeOptions.url,
      'http.response.status_code': statusCode,
      'colis.request.id': request.id,
      'colis.shop.id': caller?.shopId,
      'colis.delivery.id': request.madeDeliveryId ?? deliveryIn(request),
      'error.type': refusalCode ?? undefined,
    },
  })
}

/** The delivery that the address of a request names by its id. */
function deliveryIn({ params, routeOptions }: FastifyRequest): string | undefined {
  if (!/\/deliveries\/:/.test(routeOptions.url ?? '')) return undefined
  const { id, deliveryId = id } = params as Record<string, string | undefined>
  return deliveryId !== undefined && isUuid(deliveryId) ? deliveryId : undefined
}
