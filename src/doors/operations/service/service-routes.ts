import type { FastifyInstance } from 'fastify'
import type { MonitoringDeps } from '../../../domain/monitoring/monitoring-deps.ts'
import { watchedModules } from '../../../modules.ts'
import { accountingJournalPage } from '../books/accounting-journal.ts'
import { booksOverviewPage } from '../books/books-overview.ts'
import { endOfDayPage } from '../books/end-of-day.ts'
import { issuedInvoicesPage } from '../books/issued-invoices.ts'
import { oneIssuedInvoicePage } from '../books/one-issued-invoice.ts'
import { oneProviderStatementPage } from '../books/provider-statements/one-provider-statement.ts'
import { providerStatementListPage } from '../books/provider-statements/provider-statement-list.ts'
import { statementFilePage } from '../books/provider-statements/statement-file.ts'
import { unsignedDocumentsPage } from '../books/unsigned-documents.ts'
import { whatIsOwedPage } from '../books/what-is-owed.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { serviceAlertsPage } from './alerts/service-alerts.ts'
import { arrivalFiguresPage } from './arrival-figures.ts'
import { auditFile } from './audit/audit-file.ts'
import { serviceAuditPage } from './audit/service-audit.ts'
import { healthOverviewPage } from './health-overview.ts'
import { moneyDisagreementsPage } from './money-disagreements.ts'
import { providerTrialPage } from './provider-trial.ts'
import { servicePayoutsPage } from './service-payouts.ts'
import { servicePeoplePage } from './service-people.ts'
import { serviceSettingsPage } from './settings/service-settings.ts'
import { termsForShopsPage } from './terms-for-shops.ts'
import { dueRefundsPage } from './upkeep/due-refunds.ts'
import { parkedEventsPage } from './upkeep/parked-events.ts'
import { unsentMessagesPage } from './upkeep/unsent-messages.ts'

type Watching = OperationsDeps & Pick<MonitoringDeps, 'watched'>

const pages: readonly ((app: FastifyInstance, deps: Watching) => Promise<void>)[] = [
  healthOverviewPage,
  serviceAlertsPage,
  unsentMessagesPage,
  parkedEventsPage,
  dueRefundsPage,
  booksOverviewPage,
  endOfDayPage,
  servicePayoutsPage,
  termsForShopsPage,
  moneyDisagreementsPage,
  providerTrialPage,
  whatIsOwedPage,
  arrivalFiguresPage,
  issuedInvoicesPage,
  oneIssuedInvoicePage,
  accountingJournalPage,
  unsignedDocumentsPage,
  providerStatementListPage,
  statementFilePage,
  oneProviderStatementPage,
  serviceSettingsPage,
  serviceAuditPage,
  auditFile,
  servicePeoplePage,
]

/**
 * `/operations/service`, the service itself: how it does and what is wrong, the alerts, what waits for a
 * person, the settings, the audit over all shops, and who runs it. All of it needs the right to manage.
 */
export async function serviceRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const watching = { ...deps, watched: watchedModules(deps) }
  for (const page of pages) await app.register(page, watching)
}
