import type { FastifyInstance } from 'fastify'
import { watchedModules } from '../../../modules.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { alertRoutes } from './alerts/alert-routes.ts'
import { arrivalsRoutes } from './arrivals/arrivals-routes.ts'
import { serviceAuditRoutes } from './audit/service-audit-routes.ts'
import { booksRoutes } from './books/books-routes.ts'
import { dayRoutes } from './books/day/day-routes.ts'
import { figuresRoutes } from './books/figures/figures-routes.ts'
import { fiscalRoutes } from './books/fiscal/fiscal-routes.ts'
import { issuedInvoicesRoutes } from './books/invoices/issued-invoices-routes.ts'
import { journalRoutes } from './books/journal/journal-routes.ts'
import { providerStatementRoutes } from './books/provider-statements/provider-statement-routes.ts'
import { disagreementsRoutes } from './disagreements/disagreements-routes.ts'
import { healthPageRoutes } from './health/health-page-routes.ts'
import { payoutsRoutes } from './payouts/payouts-routes.ts'
import { peopleRoutes } from './people/people-routes.ts'
import { providersRoutes } from './providers/providers-routes.ts'
import { serviceSettingsRoutes } from './settings/service-settings-routes.ts'
import { shopTermsRoutes } from './terms/shop-terms-routes.ts'
import { upkeepRoutes } from './upkeep/upkeep-routes.ts'

/**
 * `/operations/service`, the service itself: how it does and what is wrong, the alerts, what waits for a person, the
 * settings, the audit over all shops, and who runs it. All of it needs the right to manage.
 */
export async function serviceRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const watching = { ...deps, watched: watchedModules(deps) }
  await app.register(healthPageRoutes, watching)
  await app.register(alertRoutes, deps)
  await app.register(upkeepRoutes, watching)
  await app.register(booksRoutes, deps)
  await app.register(dayRoutes, deps)
  await app.register(payoutsRoutes, deps)
  await app.register(shopTermsRoutes, deps)
  await app.register(disagreementsRoutes, deps)
  await app.register(providersRoutes, deps)
  await app.register(figuresRoutes, deps)
  await app.register(arrivalsRoutes, deps)
  await app.register(issuedInvoicesRoutes, deps)
  await app.register(journalRoutes, deps)
  await app.register(fiscalRoutes, deps)
  await app.register(providerStatementRoutes, deps)
  await app.register(serviceSettingsRoutes, deps)
  await app.register(serviceAuditRoutes, deps)
  await app.register(peopleRoutes, deps)
}
