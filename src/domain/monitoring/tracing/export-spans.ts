import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { Clock } from '../../../base/kernel/clock.ts'
import { colisVersion } from '../../../base/kernel/colis-version.ts'
import { type ObservedSpan, onObserved } from '../../../base/kernel/observed.ts'

type ExportOptions = {
  /** Where the collector is; spans go to `/v1/traces` below it. */
  endpoint: string
  /** Headers that the collector wants. */
  headers: Record<string, string> | undefined
  environment: string
  clock: Clock
  log: Logger
}

/** Spans that wait, at most: what comes while so many do is lost, and no request waits for it. */
const maxWaiting = 2_048
const batchSize = 256
/** How long spans are collected before they are sent. */
const collectMs = 1_000
/** How long the collector may take for a batch, tries again included. */
const exportMs = 3_000
/** How long a process that stops waits for its last spans. */
const stopMs = 1_500
/** A collector that is away is logged once in this time. */
const silenceMs = 15 * 60_000

/**
 * Sends the spans that this process observes to a collector by OTLP over HTTP, until it is stopped. Nothing
 * of the library is made global, and nothing is patched. A collector that is slow or away loses spans.
 */
export function exportSpans(options: ExportOptions): { stop(): Promise<void> } {
  const ids = { traceId: '', spanId: '' }
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'colis',
      'service.version': colisVersion(),
      'deployment.environment.name': options.environment,
    }),
    // What observes a span has chosen its ids, since what it causes refers to them.
    idGenerator: { generateTraceId: () => ids.traceId, generateSpanId: () => ids.spanId },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportedExporter(options),
        maxQueueSize: maxWaiting,
        maxExportBatchSize: batchSize,
        scheduledDelayMillis: collectMs,
        exportTimeoutMillis: exportMs + 1_000,
      }),
    ],
  })
  const tracer = provider.getTracer('colis')
  const stopListening = onObserved('span', (span) => {
    Object.assign(ids, { traceId: span.traceId, spanId: span.spanId })
    const { name, startMs, endMs, attributes, hasFailed } = span
    const made = tracer.startSpan(
      name,
      { kind: SpanKind[span.kind], startTime: startMs, attributes },
      parentOf(span),
    )
    if (hasFailed) made.setStatus({ code: SpanStatusCode.ERROR })
    made.end(endMs)
  })
  return {
    stop: async () => {
      stopListening()
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, stopMs)
      await Promise.race([provider.shutdown().catch(() => {}), late])
      clearTimeout(timer)
    },
  }
}

function parentOf({ traceId, parentSpanId }: ObservedSpan) {
  if (parentSpanId === undefined) return ROOT_CONTEXT
  const traceFlags = TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId: parentSpanId, traceFlags, isRemote: true })
}

/** The exporter, which logs once in a while that its collector is away: never what was sent or answered. */
function reportedExporter({ endpoint, headers, clock, log }: ExportOptions): SpanExporter {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    ...(headers && { headers }),
    timeoutMillis: exportMs,
    concurrencyLimit: 2,
  })
  let silentUntilMs = 0
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const nowMs = clock.now().getTime()
        if (result.error && nowMs >= silentUntilMs) {
          silentUntilMs = nowMs + silenceMs
          const { code } = result.error as { code?: number | string }
          log.warn(
            { code },
            'Traces did not reach OTEL_EXPORTER_OTLP_ENDPOINT: these spans are lost, and nothing else is affected.',
          )
        }
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  }
}
