import { html } from 'ghtml'
import { momentText } from '../../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../../base/kernel/language.ts'
import { postForm, submitButton, textField } from '../../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../../base/pages/workspace.ts'
import type { UnsignedRow } from '../../../../../domain/statements/fiscal/fiscal-store.ts'
import { creditNoteNumber } from '../../../../../domain/statements/invoices/credit-note.ts'
import { invoiceNumber } from '../../../../../domain/statements/invoices/invoice.ts'
import type { OperationsContent } from '../../../operations-deps.ts'
import { serviceHref } from '../../service-page.ts'
import { booksPart } from '../books-part-page.ts'
import { fiscalWording } from './fiscal-wording.ts'

export type FiscalScreen = {
  language: Language
  href: string
  timeZone: string
  device: 'EMECEF' | 'FNE' | null
  now: Date
  rows: readonly UnsignedRow[]
  notice: WorkspaceNotice | undefined
}

/** What is not signed: what a person has to decide first, then what is under way. */
export function fiscalPage(screen: FiscalScreen): OperationsContent {
  const { language, href, timeZone, now, device, rows, notice } = screen
  const words = fiscalWording[language]
  const linkOf = ({ kind, id, invoiceId }: UnsignedRow) =>
    kind === 'RECEIPT' ? `/operations/deliveries/${id}` : `${serviceHref('books')}/invoices/${invoiceId}`
  const numberOf = (row: UnsignedRow) => {
    if (row.kind === 'RECEIPT') return row.reference
    return row.kind === 'INVOICE' ? invoiceNumber(row) : creditNoteNumber(row)
  }
  const card = (row: UnsignedRow) => {
    const isForPerson = row.state === 'REFUSED' || row.state === 'UNCERTAIN'
    const hidden = html`<input type="hidden" name="kind" value="${row.kind}"><input type="hidden" name="id" value="${row.id}">`
    const field = (name: 'code' | 'qr', maxlength: number) =>
      textField({ name, label: words[name], value: '', attributes: { maxlength, autocomplete: 'off' } })
    const again = postForm(href, html`!${hidden}!${submitButton(words.again, 'plain')}`)
    const noted = postForm(
      href,
      html`!${hidden}!${field('code', 60)}!${field('qr', 500)}!${submitButton(words.note)}`,
    )
    return html`<section class="card"><h2><a href="${linkOf(row)}">${words.kinds[row.kind]} <span class="code">${numberOf(row)}</span></a> · ${words.states[row.state]}</h2>
<p class="soft">${[row.shopName, row.fault && words.fault(row.fault)].filter(Boolean).join(' · ')}</p>!${isForPerson ? html`<p>${words.what[row.state === 'UNCERTAIN' ? 'UNCERTAIN' : 'REFUSED']}</p>!${again}<details><summary>${words.noteLead}</summary>!${noted}</details>` : html`<p>${words.next(momentText(row.dueAt, { timeZone, now }, language))}</p>`}</section>`
  }
  return booksPart(language, words.title, {
    notice,
    main: html`<p>${device === null ? words.unset : words.lead}</p>!${rows.length === 0 ? html`<p class="empty">${words.none}</p>` : rows.map(card)}`,
  })
}
