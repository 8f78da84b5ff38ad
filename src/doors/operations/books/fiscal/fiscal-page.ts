import { html } from 'ghtml'
import { momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import type { UnsignedRow } from '../../../../domain/money/statements/fiscal/fiscal-store.ts'
import { creditNoteNumber } from '../../../../domain/money/statements/invoices/credit-note.ts'
import { invoiceNumber } from '../../../../domain/money/statements/invoices/invoice.ts'
import { postForm, submitButton, textField } from '../../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { serviceHref } from '../../service/service-page.ts'
import { booksPart } from '../books-part-page.ts'

const kindNames = {
  INVOICE: 'Invoice',
  CREDIT_NOTE: 'Credit note',
  RECEIPT: 'Receipt of a customer',
} as const

const stateNames = {
  DUE: 'to be sent',
  SENDING: 'being sent',
  SIGNED: 'signed',
  REFUSED: 'refused#states',
  UNCERTAIN: 'answer lost',
} as const

const whatToDo = {
  REFUSED: 'Mend what the tax office says, then send it again.',
  UNCERTAIN:
    'The answer was lost: it may be signed already. Look on the platform of the tax office. If it is there, note its code; if not, send it again.',
} as const

/** What the service itself says of a document; whatever the tax office says stays in its words. */
const faults: readonly (readonly [says: RegExp, fr: string])[] = [
  [
    /^What it is about is not ready:.*/,
    'Ce qu’il faut n’est pas prêt : la société, les comptes ou sa facture.',
  ],
  [/^The process ended before the answer came\.$/, 'Le service s’est arrêté avant la réponse.'],
  [
    /^The invoice was not signed through this API:.*/,
    'La facture n’a pas été normalisée d’ici : faites l’avoir sur la plateforme.',
  ],
  [/^The answer( to the confirmation)? holds no (code|number)\.$/, 'La réponse ne contient pas de code.'],
  [/^The machine computes (.+) FCFA\.$/, 'La machine calcule $1 FCFA.'],
  [/^(.+) answered (\d+.*)\.$/, '$1 a répondu $2.'],
  [/^(.+) gave no answer \((.+)\)\.$/, '$1 n’a pas répondu ($2).'],
]

const frenchFault = (text: string): string =>
  faults.reduce((said, [says, inFrench]) => said.replace(says, inFrench), text)

type FiscalScreen = {
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
  const t = speak(language)
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
      textField({
        name,
        label: name === 'code' ? t('Code or number that was given') : t('Content of the QR code (optional)'),
        value: '',
        attributes: { maxlength, autocomplete: 'off' },
      })
    const again = postForm(href, html`!${hidden}!${submitButton(t('Send again'), 'plain')}`)
    const noted = postForm(
      href,
      html`!${hidden}!${field('code', 60)}!${field('qr', 500)}!${submitButton(t('Note this code'))}`,
    )
    return html`<section class="card"><h2><a href="${linkOf(row)}">${t(kindNames[row.kind])} <span class="code">${numberOf(row)}</span></a> · ${t(stateNames[row.state])}</h2>
<p class="soft">${[row.shopName, row.fault && (language === 'fr' ? frenchFault(row.fault) : row.fault)].filter(Boolean).join(' · ')}</p>!${isForPerson ? html`<p>${t(whatToDo[row.state === 'UNCERTAIN' ? 'UNCERTAIN' : 'REFUSED'])}</p>!${again}<details><summary>${t('It is on the platform already')}</summary>!${noted}</details>` : html`<p>${t('Next try: {at}', { at: momentText(row.dueAt, { timeZone, now }, language) })}</p>`}</section>`
  }
  return booksPart(language, t('Fiscal device'), {
    notice,
    main: html`<p>${device === null ? t('No fiscal device is set: see FISCAL_DEVICE in the settings.') : t('Invoices, credit notes and receipts go to the tax office by themselves; the code and the QR code that it gives are printed on them. These are not signed yet.')}</p>!${rows.length === 0 ? html`<p class="empty">${t('Everything is signed.')}</p>` : rows.map(card)}`,
  })
}
