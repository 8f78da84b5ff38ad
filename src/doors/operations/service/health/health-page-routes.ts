import type { FastifyInstance } from 'fastify'
import { alertLimitsOf } from '../../../../domain/monitoring/alerts/alert-rules.ts'
import { listOpenAlerts } from '../../../../domain/monitoring/alerts/alert-store.ts'
import { shareHealth } from '../../../../domain/monitoring/health/share-health.ts'
import type { MonitoringDeps } from '../../../../domain/monitoring/monitoring-deps.ts'
import { languageOf } from '../../../../http/response-language.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { serviceHref } from '../service-page.ts'
import { healthPage } from './health-page.ts'

/** The page of health. */
export async function healthPageRoutes(
  app: FastifyInstance,
  deps: OperationsDeps & Pick<MonitoringDeps, 'watched'>,
): Promise<void> {
  const read = shareHealth(deps)

  app.get(serviceHref(), { config: { operates: 'MANAGE' } }, async (request, reply) => {
    const page = healthPage({
      language: languageOf(request),
      timeZone: deps.timeZone,
      health: await read(),
      limits: alertLimitsOf(deps.rules.current()),
      alerts: await listOpenAlerts(deps.db),
    })
    return deps.sendPage(request, reply, 200, page)
  })
}
