import { Counter, collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client'
import { type Observations, type Observed, onObserved } from '../../base/kernel/observed.ts'
import type { Services } from '../../services.ts'

/** What is measured: a span is for traces alone. */
type Measured = Exclude<Observed, 'span'>

/** Upper bounds in seconds: half of what is promised, and what a client gives up at. */
const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const outsideSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]

/** How often the delay of the event loop is looked at, in ms: an idle process wakes for it. */
const eventLoopMs = 50

/**
 * Has a registry tell what this process measures of itself from now on. Returns what stops it.
 */
export function measureProcess(register: Registry, { database, monitoring }: Services): () => void {
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: eventLoopMs })
  const registers = [register]
  new Gauge({
    name: 'colis_build_info',
    help: 'Always 1; which version runs.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: monitoring.version, node: process.versions.node }, 1)
  new Gauge({
    name: 'colis_database_pool_connections',
    help: 'Connections of this process by what they are for, in use or idle, and how many wait for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const { pool, open, idle, waiting } of database.pools()) {
        this.set({ pool, state: 'used' }, open - idle)
        this.set({ pool, state: 'idle' }, idle)
        this.set({ pool, state: 'awaited' }, waiting)
      }
    },
  })
  const requests = new Counter({
    name: 'colis_http_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'colis_http_request_duration_seconds',
    help: 'How long requests took, from their headers to the end of their answer.',
    labelNames: ['method', 'route'],
    buckets: requestSeconds,
    registers,
  })
  const events = new Counter({
    name: 'colis_events_total',
    help: 'Events that were given their positions by this process.',
    labelNames: ['type'],
    registers,
  })
  const attempts = new Histogram({
    name: 'colis_webhook_attempt_duration_seconds',
    help: 'Attempts to send webhooks, by how they ended.',
    labelNames: ['outcome'],
    buckets: outsideSeconds,
    registers,
  })
  const messages = new Counter({
    name: 'colis_messages_total',
    help: 'Messages by channel and by what became of them.',
    labelNames: ['channel', 'outcome'],
    registers,
  })
  const pushes = new Counter({
    name: 'colis_pushes_total',
    help: 'Pushes to couriers’ phones by what became of them.',
    labelNames: ['outcome'],
    registers,
  })
  const calls = new Histogram({
    name: 'colis_provider_call_duration_seconds',
    help: 'Requests to providers of mobile money, by the status of the answer.',
    labelNames: ['provider', 'outcome'],
    buckets: outsideSeconds,
    registers,
  })
  const listeners: { [Name in Measured]: (observation: Observations[Name]) => void } = {
    request: ({ method, route, status, seconds }) => {
      requests.inc({ method, route, status })
      durations.observe({ method, route }, seconds)
    },
    events: ({ types }) => {
      for (const type of types) events.inc({ type })
    },
    webhookAttempt: ({ outcome, seconds }) => attempts.observe({ outcome }, seconds),
    message: (labels) => messages.inc(labels),
    push: (labels) => pushes.inc(labels),
    providerCall: ({ seconds, ...labels }) => calls.observe(labels, seconds),
  }
  const stops = (Object.keys(listeners) as Measured[]).map((name) =>
    onObserved(name, listeners[name] as never),
  )
  return () => {
    for (const stop of stops) stop()
  }
}
