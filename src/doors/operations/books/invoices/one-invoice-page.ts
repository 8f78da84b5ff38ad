import { html } from 'ghtml'
import { amountText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { type CreditNote, linesLeft } from '../../../../domain/money/statements/invoices/credit-note.ts'
import { type Invoice, invoiceNumber } from '../../../../domain/money/statements/invoices/invoice.ts'
import { postForm, submitButton, textField } from '../../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { creditNoteRows } from '../../../../web/statements/invoice-list-page.ts'
import { invoicedServiceText } from '../../../../web/statements/invoice-pdf.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { booksPart } from '../books-part-page.ts'

type OneInvoiceScreen = {
  language: Language
  /** The address of the invoice. */
  href: string
  invoice: Invoice
  notes: readonly CreditNote[]
  /** Of the form: sent again, it issues nothing more. */
  formId: string
  notice: WorkspaceNotice | undefined
  /** What was typed and refused. */
  typed?: { fields: Record<string, string>; fault: string }
}

/** One invoice, its credit notes, and the form that takes something off it. */
export function oneInvoicePage(screen: OneInvoiceScreen): OperationsContent {
  const { language, href, invoice, notes, notice } = screen
  const t = speak(language)
  const amount = (fcfa: number) => amountText(fcfa, language)
  const lines = invoice.lines.map(
    (line) =>
      html`<div><dt>${invoicedServiceText(line.service, language)}</dt><dd>${amount(line.amountFcfa)}</dd></div>`,
  )
  return booksPart(language, t('Invoice {number}', { number: invoiceNumber(invoice) }), {
    notice,
    main: html`<p>${invoice.buyer.name}</p>
<section class="card"><dl>!${lines}<div class="total"><dt>${t('Total')}</dt><dd>${amount(invoice.totalFcfa)}</dd></div></dl><p class="acts"><a class="button plain" href="${href}/pdf">${t('PDF')}</a></p></section>
!${notes.length === 0 ? '' : html`<h2>${t('Credit notes')}</h2>!${creditNoteRows(language, notes, (note) => `${href}/credit-notes/${note.id}/pdf`)}`}
<section class="card" id="credit"><h2>${t('Issue a credit note')}</h2>!${creditForm(screen)}</section>`,
  })
}

function creditForm({ language, href, invoice, notes, formId, typed }: OneInvoiceScreen): string {
  const t = speak(language)
  const left = linesLeft(invoice, notes)
  if (left.length === 0) return html`<p>${t('Everything was taken off this invoice already.')}</p>`
  const fields = left.map(({ service, amountFcfa }, at) =>
    textField({
      name: service,
      label: invoicedServiceText(service, language),
      hint: t('{amount} at most, tax included', { amount: amountText(amountFcfa, language) }),
      value: typed?.fields[service] ?? '',
      error: at === 0 ? typed?.fault : undefined,
      attributes: { inputmode: 'numeric', autocomplete: 'off', maxlength: 15 },
    }),
  )
  const reason = textField({
    name: 'reason',
    label: t('Why (the shop reads it)'),
    value: typed?.fields.reason ?? '',
    attributes: { maxlength: 200, required: true },
  })
  return html`<p>${t('The shop owes that much less; what it has paid already is paid out to it with its sales. A credit note never changes.')}</p>!${postForm(
    `${href}/credit`,
    html`<input type="hidden" name="form" value="${formId}">!${fields}!${reason}!${submitButton(t('Issue the credit note'), 'danger')}`,
  )}`
}
