import { html } from 'ghtml'
import { amountText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import { type CreditNote, creditNoteNumber } from '../../domain/money/statements/invoices/credit-note.ts'
import { type Invoice, invoiceNumber } from '../../domain/money/statements/invoices/invoice.ts'
import { speak } from '../web-words.ts'
import { monthName } from './invoice-pdf.ts'
import { dayOf } from './shop-statement-page.ts'

type InvoiceScreen = {
  language: Language
  /** The address of the list. */
  href: string
  invoices: readonly Invoice[]
  hasMore: boolean
  isLater: boolean
  /** Whether the shops are named: the list is over all of them. */
  namesShops: boolean
}

/** Invoices as rows, each with its PDF, and the ways to older ones. */
export function invoiceRows(screen: InvoiceScreen): string {
  const { language, href, invoices, hasMore, isLater } = screen
  const t = speak(language)
  if (invoices.length === 0)
    return html`<p class="empty">${t('No invoice yet. The first appears once a month is closed.')}</p>`
  const last = invoices.at(-1)
  const older = hasMore && last ? `${href}?before=${invoiceNumber(last)}` : null
  return html`<ul class="rows">!${invoices.map((invoice) => invoiceRow(screen, invoice))}</ul><div class="acts">!${isLater ? html`<a class="button plain" href="${href}">${t('The latest')}</a>` : ''}!${older ? html`<a class="button plain" href="${older}">${t('Older invoices')}</a>` : ''}</div>`
}

function invoiceRow({ language, href, namesShops }: InvoiceScreen, invoice: Invoice): string {
  const t = speak(language)
  const name = namesShops ? invoice.buyer.name : t('Invoice {number}', { number: invoiceNumber(invoice) })
  const about = [
    namesShops ? invoiceNumber(invoice) : '',
    t('for {month}', { month: monthName(invoice.month, language) }),
    t('Issued on {day}', { day: dayOf(invoice.issuedOn, language) }),
  ]
  // Whoever reads the invoices of all shops may take something off one; a shop prints its own.
  const to = namesShops ? `${href}/${invoice.id}` : `${href}/${invoice.id}/pdf`
  return html`<li><a href="${to}"><span><strong>${name}</strong><br><span class="soft">${about.filter(Boolean).join(' · ')}</span></span><span>${[amountText(invoice.totalFcfa, language), namesShops ? '' : t('PDF')].filter(Boolean).join(' · ')}</span></a></li>`
}

/** Credit notes as rows, each with its PDF. */
export function creditNoteRows(
  language: Language,
  notes: readonly CreditNote[],
  hrefOf: (note: CreditNote) => string,
): string {
  const t = speak(language)
  const row = (note: CreditNote) =>
    html`<li><a href="${hrefOf(note)}"><span><strong>${t('Credit note {number}', { number: creditNoteNumber(note) })}</strong><br><span class="soft">${[t('Issued on {day}#creditIssuedOn', { day: dayOf(note.issuedOn, language) }), note.reason].join(' · ')}</span></span><span>${amountText(-note.totalFcfa, language)} · ${t('PDF')}</span></a></li>`
  return html`<ul class="rows">!${notes.map(row)}</ul>`
}
