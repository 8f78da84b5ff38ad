import { html } from 'ghtml'
import type { Language } from '../../../../../base/kernel/language.ts'
import { postForm, submitButton, textField } from '../../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../../base/pages/workspace.ts'
import type { FiscalRow } from '../../../../../domain/statements/fiscal/fiscal-store.ts'
import type { OperationsContent } from '../../../operations-deps.ts'
import { booksPart } from '../books-part-page.ts'
import { fiscalWording } from './fiscal-wording.ts'

export type FiscalScreen = {
  language: Language
  href: string
  timeZone: string
  device: 'EMECEF' | 'FNE' | null
  rows: readonly FiscalRow[]
  notice: WorkspaceNotice | undefined
}

/** What is not signed: what a person has to decide first, then what is under way. */
export function fiscalPage({
  language,
  href,
  timeZone,
  device,
  rows,
  notice,
}: FiscalScreen): OperationsContent {
  const words = fiscalWording[language]
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const linkOf = ({ kind, id, shopId }: FiscalRow) => {
    if (kind === 'INVOICE') return `/operations/service/books/invoices/${id}`
    return kind === 'RECEIPT'
      ? `/operations/deliveries/${shopId}/${id}`
      : '/operations/service/books/invoices'
  }
  const card = (row: FiscalRow) => {
    const isForPerson = row.state === 'REFUSED' || row.state === 'UNCERTAIN'
    const hidden = html`<input type="hidden" name="kind" value="${row.kind}"><input type="hidden" name="id" value="${row.id}">`
    const field = (name: 'code' | 'qr', maxlength: number) =>
      textField({ name, label: words[name], value: '', attributes: { maxlength, autocomplete: 'off' } })
    const again = postForm(href, html`!${hidden}!${submitButton(words.again, 'plain')}`)
    const noted = postForm(
      href,
      html`!${hidden}!${field('code', 60)}!${field('qr', 500)}!${submitButton(words.note)}`,
    )
    return html`<section class="card"><h2><a href="${linkOf(row)}">${words.kinds[row.kind]}</a> · ${words.states[row.state]}</h2>
<p class="soft">${row.fault ?? ''}</p>!${isForPerson ? html`<p>${words.what[row.state === 'UNCERTAIN' ? 'UNCERTAIN' : 'REFUSED']}</p>!${again}<details><summary>${words.noteLead}</summary>!${noted}</details>` : html`<p>${words.next(moment.format(row.dueAt))}</p>`}</section>`
  }
  return booksPart(language, words.title, {
    notice,
    main: html`<p>${device === null ? words.unset : words.lead}</p>!${rows.length === 0 ? html`<p class="empty">${words.none}</p>` : rows.map(card)}`,
  })
}
