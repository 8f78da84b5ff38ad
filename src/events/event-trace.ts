import { systemClock } from '../base/kernel/clock.ts'
import { currentTrace } from '../base/kernel/current-trace.ts'
import { isObserved } from '../base/kernel/observed.ts'
import { newSpanId, readTraceparent, type TraceContext, traceparentOf } from '../base/kernel/trace-context.ts'

/** The step of a trace that an event is, from which its webhooks go on. */
export type EventTrace = TraceContext & {
  /** Whether its shop sent the trace along, and gets it back with its webhooks (decision 404). */
  isOfShop: boolean
}

/** The same while the event is being written. */
export type NewEventTrace = EventTrace & {
  /** The request that it happened in; undefined where nobody records the trace here. */
  parentSpanId: string | undefined
  startMs: number
}

/** The trace of an event of a shop that happens now; null where the request has none, or another shop's. */
export function traceOfEvent(shopId: string): NewEventTrace | null {
  const trace = currentTrace()
  if (!trace || (trace.sentBy !== null && trace.sentBy !== shopId)) return null
  const { traceId, spanId, isSampled, sentBy } = trace
  const isRecorded = isSampled && isObserved('span')
  return {
    traceId,
    spanId: isRecorded ? newSpanId() : spanId,
    isSampled,
    isOfShop: sentBy !== null,
    parentSpanId: isRecorded ? spanId : undefined,
    startMs: systemClock.now().getTime(),
  }
}

/** Marks a trace that began here, and is no business of the shop. */
const internalMark = ';internal'

/** A trace as it is kept with its event. */
export const eventTraceText = (trace: EventTrace | null): string | null =>
  trace && `${traceparentOf(trace)}${trace.isOfShop ? '' : internalMark}`

/** A trace that was kept with an event. */
export function readEventTrace(text: string | null): EventTrace | undefined {
  const trace = readTraceparent(text?.replace(internalMark, ''))
  return trace && { ...trace, isOfShop: !text?.endsWith(internalMark) }
}
