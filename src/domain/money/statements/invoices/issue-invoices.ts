import type { Database, OpenDatabase } from '../../../../base/database/open-database.ts'
import { newId } from '../../../../base/kernel/clock.ts'
import { isMonth, localDayText, monthAfter } from '../../../../base/kernel/local-time.ts'
import { ApiError } from '../../../../contract/errors.ts'
import type { RulesDeps } from '../../../../rules.ts'
import { requireServiceRight } from '../../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../../audit/audited-act.ts'
import { recordAct } from '../../../audit/record-act.ts'
import { findEndsOfMonths, findLastClosed } from '../../ledger/closed-month-store.ts'
import { closedMonthBounds } from '../../ledger/ledger-month.ts'
import { postEntries } from '../../ledger/post-entries.ts'
import { type Invoice, invoiceNumber, newInvoices, taxPosting } from './invoice.ts'
import {
  findLastSerial,
  insertInvoices,
  listInvoicedShops,
  lockInvoices,
  readCharges,
} from './invoice-store.ts'
import { invoicingTermsOf } from './invoicing-terms.ts'

/**
 * Issues the invoices of a closed month: one for each shop that its deliveries cost something, in one
 * transaction that holds the series, so that no number is left out or given twice. A shop that has its
 * invoice of the month keeps it. What the invoices round otherwise than the books did, delivery by delivery,
 * is booked with them, so that the tax in the books is the tax on paper (decision 263). Returns those that
 * are new. Throws INVOICES_NOT_ISSUABLE, ROLE_REQUIRED (decision 208).
 */
export async function issueInvoices(
  deps: AuditedDeps & RulesDeps & { db: Database; database: OpenDatabase; timeZone: string },
  month: string,
): Promise<Invoice[]> {
  await requireServiceRight(deps, 'MANAGE')
  const { lastClosed } = await findLastClosed(deps.db)
  if (!isMonth(month) || lastClosed === null || month > lastClosed.month)
    throw new ApiError('INVOICES_NOT_ISSUABLE', { month, reason: 'NOT_CLOSED' })
  const { seller, vatRate } = invoicingTermsOf(deps.rules.current())
  if (!seller) throw new ApiError('INVOICES_NOT_ISSUABLE', { month, reason: 'NO_COMPANY' })
  // Before anything is locked: it reads all deliveries of the month, which cannot change any more.
  const ends = await findEndsOfMonths(deps.db, [monthAfter(month, -1), month])
  const charges = await readCharges(deps.database, closedMonthBounds(month, ends, deps.timeZone))
  return deps.db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    await lockInvoices(trx)
    const now = deps.clock.now()
    const issuedOn = localDayText(now, deps.timeZone)
    const invoiced = await listInvoicedShops(trx, month)
    const invoices = newInvoices(
      charges.filter(({ shopId, currency, lines }) => {
        const totalFcfa = lines.reduce((sum, { amountFcfa }) => sum + amountFcfa, 0)
        return totalFcfa > 0 && !invoiced.has(`${shopId} ${currency}`)
      }),
      {
        ...{ seller, vatRate, month, issuedOn },
        issuedAt: now,
        lastSerial: await findLastSerial(trx, Number(issuedOn.slice(0, 4))),
        newId: () => newId(now),
      },
    )
    const [first, last] = [invoices[0], invoices.at(-1)]
    if (!first || !last) return []
    await insertInvoices(trx, invoices)
    await postEntries(
      { db: trx, clock: deps.clock },
      invoices.map((invoice) => taxPosting(invoice, charges)),
    )
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'issue-invoices',
        subject: { type: 'LEDGER', id: month },
        before: null,
        after: {
          invoices: invoices.length,
          firstInvoice: invoiceNumber(first),
          lastInvoice: invoiceNumber(last),
        },
      },
    )
    return invoices
  })
}
