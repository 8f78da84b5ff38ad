import type { FastifyInstance } from 'fastify'
import type { Loop } from './base/background/loop.ts'
import { observe } from './base/kernel/observed.ts'
import { publicUrlOf } from './derived-settings.ts'
import { cityMapDoor } from './doors/city-map/city-map-door.ts'
import { consoleDoor } from './doors/console/console-door.ts'
import { courierAppDoor } from './doors/courier-app/courier-app-door.ts'
import { customerPageDoor } from './doors/customer-page/customer-page-door.ts'
import { devOutboxDoor } from './doors/dev-outbox/dev-outbox-door.ts'
import { developerDocsDoor } from './doors/developer-docs/developer-docs-door.ts'
import { frontPageDoor } from './doors/front-page/front-page-door.ts'
import type { SiblingMetrics } from './doors/metrics/metrics-door.ts'
import { operationsDoor } from './doors/operations/operations-door.ts'
import { partnerApiDoor } from './doors/partner-api/partner-api-door.ts'
import { webhookDescription } from './doors/partner-api/webhook-description.ts'
import { providerCallbacksDoor } from './doors/provider-callbacks/provider-callbacks-door.ts'
import { startModules } from './events/start-modules.ts'
import { workWhileHeld } from './events/work-while-held.ts'
import { errorSender, type SendError } from './http/error-handler.ts'
import { healthRoutes } from './http/health-routes.ts'
import { httpServer } from './http/http-server.ts'
import { useOpenApi } from './http/openapi.ts'
import { rateLimits } from './http/rate-limit.ts'
import { type RespondLate, useResponseDeadline } from './http/response-deadline.ts'
import { modules } from './modules.ts'
import { compressAnswers } from './pages/compress-answers.ts'
import { limitPlainPages } from './pages/limit-plain-pages.ts'
import { withMissingPage } from './pages/missing-address.ts'
import type { DoorServices, Services } from './services.ts'

/** The doors that are served over HTTP: a new one is one line here. */
const doors: readonly ((app: FastifyInstance, services: DoorServices) => Promise<void>)[] = [
  frontPageDoor,
  cityMapDoor,
  customerPageDoor,
  providerCallbacksDoor,
  devOutboxDoor,
  developerDocsDoor,
  courierAppDoor,
  consoleDoor,
  operationsDoor,
  partnerApiDoor,
]

/**
 * Registers every door on one server with shared defaults; `beforeRoutes` is called before the first route is
 * there. Nothing listens yet.
 */
export async function buildApp(
  services: Services,
  beforeRoutes: (app: FastifyInstance) => void = () => {},
): Promise<FastifyInstance> {
  const { config } = services
  const publicUrl = publicUrlOf(config)
  const sendError = withMissingPage(errorSender(publicUrl))
  const app = openServer(services, sendError)
  beforeRoutes(app)
  const limits = rateLimits({
    perSecond: config.RATE_LIMIT_PER_SECOND,
    changesPerMinute: config.SHOP_CHANGES_PER_MINUTE,
    visitsPerSecond: config.VISITS_PER_SECOND,
    shared: services.sharedCounts,
  })
  await useOpenApi(app, {
    publicUrl,
    environment: config.ENVIRONMENT,
    support: { email: config.SUPPORT_EMAIL, url: config.SUPPORT_URL },
    describeWebhooks: webhookDescription,
    preparePages: (pages) => {
      limitPlainPages(pages, limits, sendError)
      compressAnswers(pages)
    },
  })
  await serveHealth(app, services, sendError)
  const shared: DoorServices = {
    ...services,
    rateLimits: limits,
    sendError,
    limitResponseTime: (routes, answer = sendError) => limitResponseTime(routes, services, answer),
  }
  for (const door of doors) await door(app, shared)
  return app
}

/** A server of health alone, for a process that serves nothing else. Nothing listens yet. */
export async function buildHealthApp(services: Services): Promise<FastifyInstance> {
  const sendError = errorSender(publicUrlOf(services.config))
  const app = openServer(services, sendError)
  await serveHealth(app, services, sendError)
  return app
}

/** The server of the port of metrics, which tells of the whole service where the work is. */
export async function buildMetricsApp(
  services: Services,
  siblings?: SiblingMetrics,
): Promise<FastifyInstance> {
  // What collects metrics is loaded by those who are asked for them alone.
  const { metricsDoor } = await import('./doors/metrics/metrics-door.ts')
  const app = openServer(services, errorSender(publicUrlOf(services.config)))
  await app.register(metricsDoor, { services, ...(siblings && { siblings }) })
  return app
}

/** Sends traces to a collector where one is set, until it is stopped. */
export async function startTracing(services: Services): Promise<Loop['stop']> {
  const { config, clock, log } = services
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = config
  if (endpoint === undefined) return async () => {}
  // The library is loaded by those who trace alone.
  const { exportSpans } = await import('./domain/monitoring/tracing/export-spans.ts')
  return exportSpans({ endpoint, headers, environment: config.ENVIRONMENT, clock, log }).stop
}

/** Requests of any other method may have made something due. */
const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

function openServer({ config, log, readiness, tellDue }: Services, sendError: SendError): FastifyInstance {
  const app = httpServer({
    log,
    language: config.DEFAULT_LANGUAGE,
    publicUrl: publicUrlOf(config),
    sendError,
    trustProxy: config.TRUST_PROXY,
    logsAnswers: config.ACCESS_LOG ?? false,
    maxConnections: config.MAX_CONNECTIONS,
  })
  // While proxies learn that this process is stopping, each response sends its client elsewhere.
  app.addHook('onRequest', async (_request, reply) => {
    if (readiness.isStopping()) reply.header('connection', 'close')
  })
  app.addHook('onResponse', ({ method, routeOptions }, { statusCode: status, elapsedTime }, done) => {
    observe('request', { method, route: routeOptions.url ?? 'unknown', status, seconds: elapsedTime / 1_000 })
    if (!readingMethods.has(method)) tellDue()
    done()
  })
  return app
}

async function serveHealth(app: FastifyInstance, services: Services, sendError: SendError): Promise<void> {
  await app.register(async (health) => {
    limitResponseTime(health, services, sendError)
    await health.register(healthRoutes, { readiness: services.readiness, cell: services.cell })
  })
}

/**
 * A database server may become unavailable during a request; the embedded database lives as long as this
 * process.
 */
function limitResponseTime(app: FastifyInstance, { config, database }: Services, answer: RespondLate): void {
  if (database.kind === 'server') useResponseDeadline(app, config.DATABASE_TIMEOUT_MS + 400, answer)
}

/**
 * Does the background work, every module and the event log that they read, whenever no other process does it.
 * Resolves once it is known which of them does.
 */
export const startBackground = async (services: Services): Promise<Loop[]> => [
  await workWhileHeld(services, () =>
    startModules(
      modules.map((module) => module(services)),
      services,
    ),
  ),
]
