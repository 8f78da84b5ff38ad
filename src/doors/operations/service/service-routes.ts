import type { FastifyInstance } from 'fastify'
import { watchedModules } from '../../../modules.ts'
import { accountingJournalPage } from '../books/accounting-journal.ts'
import { booksOverviewPage } from '../books/books-overview.ts'
import { endOfDayPage } from '../books/end-of-day.ts'
import { issuedInvoicesPage } from '../books/issued-invoices.ts'
import { oneIssuedInvoicePage } from '../books/one-issued-invoice.ts'
import { oneProviderStatementPage } from '../books/provider-statements/one-provider-statement.ts'
import { providerStatementListPage } from '../books/provider-statements/provider-statement-list.ts'
import { statementFilePage } from '../books/provider-statements/statement-file.ts'
import { serviceRevenuePage } from '../books/service-revenue.ts'
import { unsignedDocumentsPage } from '../books/unsigned-documents.ts'
import { whatIsOwedPage } from '../books/what-is-owed.ts'
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
  await app.register(booksOverviewPage, deps)
  await app.register(endOfDayPage, deps)
  await app.register(payoutsRoutes, deps)
  await app.register(termsForShopsPage, deps)
  await app.register(moneyDisagreementsPage, deps)
  await app.register(providerTrialPage, deps)
  await app.register(serviceRevenuePage, deps)
  await app.register(whatIsOwedPage, deps)
  await app.register(arrivalFiguresPage, deps)
  await app.register(issuedInvoicesPage, deps)
  await app.register(oneIssuedInvoicePage, deps)
  await app.register(accountingJournalPage, deps)
  await app.register(unsignedDocumentsPage, deps)
  await app.register(providerStatementListPage, deps)
  await app.register(statementFilePage, deps)
  await app.register(oneProviderStatementPage, deps)
  await app.register(serviceSettingsRoutes, deps)
  await app.register(serviceAuditRoutes, deps)
  await app.register(servicePeoplePage, deps)
}
