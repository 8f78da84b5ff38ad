import type { FastifyInstance } from 'fastify'
import { watchedModules } from '../../../modules.ts'
import { booksRoutes } from '../books/books-routes.ts'
import { dayRoutes } from '../books/day/day-routes.ts'
import { figuresRoutes } from '../books/figures/figures-routes.ts'
import { fiscalRoutes } from '../books/fiscal/fiscal-routes.ts'
import { issuedInvoicesRoutes } from '../books/invoices/issued-invoices-routes.ts'
import { journalRoutes } from '../books/journal/journal-routes.ts'
import { providerStatementRoutes } from '../books/provider-statements/provider-statement-routes.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { serviceAlertsPage } from './alerts/service-alerts.ts'
import { arrivalFiguresPage } from './arrival-figures.ts'
import { serviceAuditRoutes } from './audit/service-audit-routes.ts'
import { healthPageRoutes } from './health/health-page-routes.ts'
import { moneyDisagreementsPage } from './money-disagreements.ts'
import { payoutsRoutes } from './payouts/payouts-routes.ts'
import { providerTrialPage } from './provider-trial.ts'
import { servicePeoplePage } from './service-people.ts'
import { serviceSettingsRoutes } from './settings/service-settings-routes.ts'
import { termsForShopsPage } from './terms-for-shops.ts'
import { dueRefundsPage } from './upkeep/due-refunds.ts'
import { parkedEventsPage } from './upkeep/parked-events.ts'
import { unsentMessagesPage } from './upkeep/unsent-messages.ts'

/**
 * `/operations/service`, the service itself: how it does and what is wrong, the alerts, what waits for a
 * person, the settings, the audit over all shops, and who runs it. All of it needs the right to manage.
 */
export async function serviceRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const watching = { ...deps, watched: watchedModules(deps) }
  await app.register(healthPageRoutes, watching)
  await app.register(serviceAlertsPage, deps)
  await app.register(unsentMessagesPage, deps)
  await app.register(parkedEventsPage, watching)
  await app.register(dueRefundsPage, deps)
  await app.register(booksRoutes, deps)
  await app.register(dayRoutes, deps)
  await app.register(payoutsRoutes, deps)
  await app.register(termsForShopsPage, deps)
  await app.register(moneyDisagreementsPage, deps)
  await app.register(providerTrialPage, deps)
  await app.register(figuresRoutes, deps)
  await app.register(arrivalFiguresPage, deps)
  await app.register(issuedInvoicesRoutes, deps)
  await app.register(journalRoutes, deps)
  await app.register(fiscalRoutes, deps)
  await app.register(providerStatementRoutes, deps)
  await app.register(serviceSettingsRoutes, deps)
  await app.register(serviceAuditRoutes, deps)
  await app.register(servicePeoplePage, deps)
}
