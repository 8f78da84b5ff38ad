import { html } from 'ghtml'
import { postForm, selectField, submitButton } from '../../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../../base/pages/workspace.ts'
import { type InvoiceScreen, invoiceRows } from '../../../../workspace/statements/invoice-list-page.ts'
import { monthName } from '../../../../workspace/statements/invoice-pdf.ts'
import type { OperationsContent } from '../../../operations-deps.ts'
import { booksPart } from '../books-part-page.ts'
import { issuedInvoicesWording } from './issued-invoices-wording.ts'

/** The invoices of all shops, and the form that issues those of a month. */
export function issuedInvoicesPage(
  screen: InvoiceScreen & { months: readonly string[]; notice: WorkspaceNotice | undefined },
): OperationsContent {
  const { language, months, notice, href } = screen
  const words = issuedInvoicesWording[language]
  const month = selectField({
    name: 'month',
    label: words.month,
    value: months[0],
    options: months.map((value) => ({ value, label: monthName(value, language) })),
  })
  return booksPart(language, words.title, {
    notice,
    main: html`<p>${words.lead}</p>!${invoiceRows(screen)}
<section class="card"><h2>${words.issue}</h2><p>${words.issueLead}</p>!${postForm(href, html`!${month}!${submitButton(words.issue)}`)}</section>`,
  })
}
