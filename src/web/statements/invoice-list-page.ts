import { html } from 'ghtml'
import { amountText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import { type CreditNote, creditNoteNumber } from '../../domain/statements/invoices/credit-note.ts'
import { type Invoice, invoiceNumber } from '../../domain/statements/invoices/invoice.ts'
import { monthName } from './invoice-pdf.ts'
import { invoiceWording } from './invoice-wording.ts'
import { dayOf } from './shop-statement-page.ts'

export type InvoiceScreen = {
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
  const words = invoiceWording[language]
  if (invoices.length === 0) return html`<p class="empty">${words.none}</p>`
  const last = invoices.at(-1)
  const older = hasMore && last ? `${href}?before=${invoiceNumber(last)}` : null
  return html`<ul class="rows">!${invoices.map((invoice) => invoiceRow(screen, invoice))}</ul><div class="acts">!${isLater ? html`<a class="button plain" href="${href}">${words.newest}</a>` : ''}!${older ? html`<a class="button plain" href="${older}">${words.older}</a>` : ''}</div>`
}

function invoiceRow({ language, href, namesShops }: InvoiceScreen, invoice: Invoice): string {
  const words = invoiceWording[language]
  const name = namesShops ? invoice.buyer.name : words.number(invoiceNumber(invoice))
  const about = [
    namesShops ? invoiceNumber(invoice) : '',
    words.of(monthName(invoice.month, language)),
    words.issuedOn(dayOf(invoice.issuedOn, language)),
  ]
  // Whoever reads the invoices of all shops may take something off one; a shop prints its own.
  const to = namesShops ? `${href}/${invoice.id}` : `${href}/${invoice.id}/pdf`
  return html`<li><a href="${to}"><span><strong>${name}</strong><br><span class="soft">${about.filter(Boolean).join(' · ')}</span></span><span>${[amountText(invoice.totalFcfa, language), namesShops ? '' : words.pdf].filter(Boolean).join(' · ')}</span></a></li>`
}

/** Credit notes as rows, each with its PDF. */
export function creditNoteRows(
  language: Language,
  notes: readonly CreditNote[],
  hrefOf: (note: CreditNote) => string,
): string {
  const words = invoiceWording[language]
  const row = (note: CreditNote) =>
    html`<li><a href="${hrefOf(note)}"><span><strong>${words.creditNote(creditNoteNumber(note))}</strong><br><span class="soft">${[words.creditIssuedOn(dayOf(note.issuedOn, language)), note.reason].join(' · ')}</span></span><span>${amountText(-note.totalFcfa, language)} · ${words.pdf}</span></a></li>`
  return html`<ul class="rows">!${notes.map(row)}</ul>`
}
