import type { FastifyInstance } from 'fastify'
import { Gauge, Registry } from 'prom-client'
import { type WatchedDeliveries, watchDeliveries } from '../../domain/board/watch-deliveries.ts'
import { shareHealth } from '../../domain/monitoring/health/share-health.ts'
import { watchedModules } from '../../modules.ts'
import type { Services } from '../../services.ts'
import { mergeMetrics } from './merge-metrics.ts'
import { measureProcess } from './process-metrics.ts'
import { type ServiceFacts, serviceFigures } from './service-figures.ts'

/** One of several processes that serve one port: whichever is asked tells of all of them. */
export type SiblingMetrics = {
  /** Which of them it is: a label of what it tells of itself. */
  process: string
  ofAll: () => Promise<readonly string[]>
  /** Calls `read` when another is asked. */
  onAsked: (read: () => Promise<string>) => void
}

/**
 * `GET /metrics` in the text format of Prometheus, for a port of its own: nothing of it is for the public,
 * and whoever can reach the port may read it (decision 390). The figures of the whole service are told by the
 * process that has the background work; by others, and while the database is away, only what the process
 * knows is told, and `colis_figures_read` is 0. In a cell everything has its code as the label `cell`.
 */
export async function metricsDoor(
  app: FastifyInstance,
  { services, siblings }: { services: Services; siblings?: SiblingMetrics },
): Promise<void> {
  const labels = services.cell === '' ? {} : { cell: services.cell }
  const ofProcess = new Registry()
  ofProcess.setDefaultLabels({ ...labels, ...(siblings && { process: siblings.process }) })
  const stopMeasuring = measureProcess(ofProcess, services)
  app.addHook('onClose', stopMeasuring)
  const readAll = followFigures(services, labels)
  const readFigures = async () => (services.background.isHere ? readAll() : undefined)
  const isRead = new Gauge({
    name: 'colis_figures_read',
    help: 'Whether this process tells the figures of the whole service, as they are now: 1 or 0.',
    registers: [ofProcess],
  })
  const readOwn = async () => {
    const ofService = await readFigures().catch((error: unknown) => {
      services.onError('The figures of the service could not be read for /metrics.', error)
      return undefined
    })
    isRead.set(ofService ? 1 : 0)
    return [await ofProcess.metrics(), await ofService?.metrics()].join('\n')
  }
  siblings?.onAsked(readOwn)
  app.get('/metrics', { logLevel: 'silent' }, async (_request, reply) => {
    const text = siblings ? mergeMetrics(await siblings.ofAll()) : await readOwn()
    return reply.header('content-type', ofProcess.contentType).send(text)
  })
}

/** Reads the figures of the whole service; those who ask at once share one read. */
function followFigures(services: Services, labels: Record<string, string>): () => Promise<Registry> {
  const { clock, database, rules, pricing } = services
  const readHealth = shareHealth({ ...services, watched: watchedModules(services) })
  const watched: WatchedDeliveries = watchDeliveries(database.db, { rules, pricing })
  let reading: Promise<Registry> | undefined

  async function read(): Promise<Registry> {
    const health = await readHealth()
    const { rows } = await watched.read(clock.now())
    return registryOf({ health, underWay: [...rows.values()], rules: rules.current() }, labels)
  }

  return () => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
}

function registryOf(facts: ServiceFacts, defaults: Record<string, string>): Registry {
  const registry = new Registry()
  registry.setDefaultLabels(defaults)
  for (const { name, help, labels, samples } of serviceFigures) {
    const read = samples(facts)
    // A gauge without a sample would say 0.
    if (read.length === 0) continue
    const gauge = new Gauge({ name, help, labelNames: labels, registers: [registry] })
    for (const [values, value] of read) gauge.set(values, value)
  }
  return registry
}
