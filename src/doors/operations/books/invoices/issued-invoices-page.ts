import { html } from 'ghtml'
import { postForm, selectField, submitButton } from '../../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { type InvoiceScreen, invoiceRows } from '../../../../web/statements/invoice-list-page.ts'
import { monthName } from '../../../../web/statements/invoice-pdf.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { booksPart } from '../books-part-page.ts'

/** The invoices of all shops, and the form that issues those of a month. */
export function issuedInvoicesPage(
  screen: InvoiceScreen & { months: readonly string[]; notice: WorkspaceNotice | undefined },
): OperationsContent {
  const { language, months, notice, href } = screen
  const t = speak(language)
  const month = selectField({
    name: 'month',
    label: t('Month'),
    value: months[0],
    options: months.map((value) => ({ value, label: monthName(value, language) })),
  })
  return booksPart(language, t('Invoices to shops'), {
    notice,
    main: html`<p>${t('The invoices of all shops, numbered without gaps. One that was issued never changes.')}</p>!${invoiceRows(screen)}
<section class="card"><h2>${t('Issue the invoices of a month')}</h2><p>${t('The month must be closed in the books. A shop that has its invoice of the month keeps it.')}</p>!${postForm(href, html`!${month}!${submitButton(t('Issue the invoices of a month'))}`)}</section>`,
  })
}
