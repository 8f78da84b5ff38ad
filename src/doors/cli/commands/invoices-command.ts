import { type Invoice, invoiceNumber } from '../../../domain/statements/invoices/invoice.ts'
import { listInvoices } from '../../../domain/statements/invoices/invoice-store.ts'
import { issueInvoices } from '../../../domain/statements/invoices/issue-invoices.ts'
import { type AddCommand, answer } from './command-context.ts'
import { readMonth } from './option-values.ts'

/** As many as a list prints. */
const maxListed = 10_000

/** `colis invoices issue | list`. */
export const addInvoicesCommand: AddCommand = (program, context) => {
  const invoices = program.command('invoices').description('what shops are invoiced for')

  invoices
    .command('issue')
    .description('issue the invoices of a closed month; shops that have theirs keep it')
    .requiredOption('--month <YYYY-MM>', 'which', readMonth)
    .option('--json', 'answer with one JSON object')
    .action(async (options: { month: string; json?: boolean }) => {
      const issued = await issueInvoices(await context.services(), options.month)
      answer(
        context,
        options,
        { invoices: issued.map(shown) },
        issued.length === 0 ? [`There is nothing more to invoice for ${options.month}.`] : issued.map(lineOf),
      )
    })

  invoices
    .command('list')
    .description('the invoices that were issued, the last one first')
    .option('--month <YYYY-MM>', 'only those of this month', readMonth)
    .option('--json', 'answer with one JSON object')
    .action(async (options: { month?: string; json?: boolean }) => {
      const { db } = await context.services()
      const found = await listInvoices(db, { ...(options.month && { month: options.month }) }, maxListed)
      answer(
        context,
        options,
        { invoices: found.map(shown) },
        found.length === 0 ? ['No invoice was issued yet.'] : found.map(lineOf),
      )
    })
}

const shown = (invoice: Invoice) => ({
  number: invoiceNumber(invoice),
  shopId: invoice.shopId,
  shop: invoice.buyer.name,
  month: invoice.month,
  currency: invoice.currency,
  totalFcfa: invoice.totalFcfa,
  vatFcfa: invoice.vatFcfa,
  retainedFcfa: invoice.retainedFcfa,
})

const lineOf = (invoice: Invoice): string =>
  `${invoiceNumber(invoice)}  ${invoice.month}  ${invoice.buyer.name}  ${invoice.totalFcfa} ${invoice.currency}`
