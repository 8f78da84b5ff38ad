import { newId } from '../../base/kernel/clock.ts'
import { ApiError } from '../../contract/errors.ts'
import { creditNoteNumber } from '../../domain/money/statements/invoices/credit-note.ts'
import {
  type Invoice,
  type InvoicedService,
  invoicedServices,
  invoiceNumber,
} from '../../domain/money/statements/invoices/invoice.ts'
import { listInvoices } from '../../domain/money/statements/invoices/invoice-store.ts'
import { issueCreditNote } from '../../domain/money/statements/invoices/issue-credit-note.ts'
import { issueInvoices } from '../../domain/money/statements/invoices/issue-invoices.ts'
import { type AddCommand, answer, linesOr } from './command-context.ts'
import { jsonOption, readChoice, readInteger, readMonth, readText } from './option-values.ts'

type CreditOptions = { service: InvoicedService; amount: number; reason: string; json?: boolean }

/** As many as a list prints. */
const maxListed = 10_000

/** `colis invoices issue | credit | list`. */
export const addInvoicesCommand: AddCommand = (program, context) => {
  const invoices = program.command('invoices').description('what shops are invoiced for')

  invoices
    .command('issue')
    .description('issue the invoices of a closed month; shops that have theirs keep it')
    .requiredOption('--month <YYYY-MM>', 'which', readMonth)
    .option(...jsonOption)
    .action(async (options: { month: string; json?: boolean }) => {
      const issued = await issueInvoices(await context.services(), options.month)
      answer(
        context,
        options,
        { invoices: issued.map(shown) },
        linesOr(issued, lineOf, `There is nothing more to invoice for ${options.month}.`),
      )
    })

  invoices
    .command('credit <number>')
    .description('take something off an invoice: a credit note, numbered in its own series')
    .requiredOption('--service <line>', 'the line of the invoice', readChoice(invoicedServices))
    .requiredOption('--amount <fcfa>', 'how much, with the tax', readInteger({ min: 1, max: 1_000_000_000 }))
    .requiredOption('--reason <text>', 'why; the shop reads it', readText(200))
    .option(...jsonOption)
    .action(async (number: string, options: CreditOptions) => {
      const services = await context.services()
      const [, year, serial] = /^(\d{4})-(\d{6,9})$/.exec(number) ?? []
      const before = { year: Number(year), serial: Number(serial) + 1 }
      const [invoice] = year ? await listInvoices(services.db, { before }, 1) : []
      if (!invoice || invoiceNumber(invoice) !== number) throw new ApiError('INVOICE_NOT_FOUND')
      const { note } = await issueCreditNote(services, {
        id: newId(services.clock.now()),
        invoiceId: invoice.id,
        lines: [{ service: options.service, amountFcfa: options.amount }],
        reason: options.reason,
      })
      const { totalFcfa, vatFcfa } = note
      answer(context, options, { number: creditNoteNumber(note), invoice: number, totalFcfa, vatFcfa }, [
        `${creditNoteNumber(note)}  on ${number}  ${invoice.buyer.name}  ${totalFcfa} ${invoice.currency}`,
      ])
    })

  invoices
    .command('list')
    .description('the invoices that were issued, the last one first')
    .option('--month <YYYY-MM>', 'only those of this month', readMonth)
    .option(...jsonOption)
    .action(async (options: { month?: string; json?: boolean }) => {
      const { db } = await context.services()
      const found = await listInvoices(db, { ...(options.month && { month: options.month }) }, maxListed)
      answer(
        context,
        options,
        { invoices: found.map(shown) },
        linesOr(found, lineOf, 'No invoice was issued yet.'),
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
  [
    invoiceNumber(invoice),
    invoice.month,
    invoice.buyer.name,
    `${invoice.totalFcfa} ${invoice.currency}`,
  ].join('  ')
