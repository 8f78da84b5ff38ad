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
  const ways = [
    isLater ? html`<a class="button plain" href="${href}">${t('The latest')}</a>` : '',
    older ? html`<a class="button plain" href="${older}">${t('Older invoices')}</a>` : '',
  ]
  const rows = invoices.map((invoice) => invoiceRow(screen, invoice))
  return html`<ul class="rows">!${rows}</ul><div class="acts">!${ways}</div>`
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
  const amount = amountText(invoice.totalFcfa, language)
  return linkedRow(to, name, about, namesShops ? amount : `${amount} · ${t('PDF')}`)
}

/** Credit notes as rows, each with its PDF. */
export function creditNoteRows(
  language: Language,
  notes: readonly CreditNote[],
  hrefOf: (note: CreditNote) => string,
): string {
  const t = speak(language)
  const row = (note: CreditNote) => {
    const name = t('Credit note {number}', { number: creditNoteNumber(note) })
    const issued = t('Issued on {day}#creditIssuedOn', { day: dayOf(note.issuedOn, language) })
    const amount = amountText(-note.totalFcfa, language)
    return linkedRow(hrefOf(note), name, [issued, note.reason], `${amount} · ${t('PDF')}`)
  }
  return html`<ul class="rows">!${notes.map(row)}</ul>`
}

function linkedRow(href: string, name: string, facts: readonly string[], end: string): string {
  const about = facts.filter(Boolean).join(' · ')
  const what = html`<strong>${name}</strong><br><span class="soft">${about}</span>`
  return html`<li><a href="${href}"><span>!${what}</span><span>${end}</span></a></li>`
}
