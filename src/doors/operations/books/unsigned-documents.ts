import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { listUnsigned, type UnsignedRow } from '../../../domain/money/statements/fiscal/fiscal-store.ts'
import { settleFiscalDocument } from '../../../domain/money/statements/fiscal/settle-fiscal-document.ts'
import { creditNoteNumber } from '../../../domain/money/statements/invoices/credit-note.ts'
import { invoiceNumber } from '../../../domain/money/statements/invoices/invoice.ts'
import { languageOf } from '../../../http/response-language.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { hiddenField, postForm, submitButton, textField } from '../../../pages/form-parts.ts'
import { doneNotice, redirectAfter } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { speak } from '../operations-words.ts'
import { serviceHref } from '../service/service-page.ts'
import { booksPart } from './books-part-page.ts'

const path = `${serviceHref('books')}/fiscal`
const shownAtOnce = 50

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

/**
 * `/operations/service/books/fiscal`: what the device of the tax office has not signed, what a person has to
 * decide first, then what is under way.
 */
export async function unsignedDocumentsPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone, fiscal } = deps
  const config = { operates: 'MANAGE' } as const

  app.get(path, { config }, async (request, reply) => {
    const rows = await listUnsigned(db, shownAtOnce)
    const language = languageOf(request)
    const t = speak(language)
    const lead = fiscal.device
      ? t(
          'Invoices, credit notes and receipts go to the tax office by themselves; the code and the QR code that it gives are printed on them. These are not signed yet.',
        )
      : t('No fiscal device is set: see FISCAL_DEVICE in the settings.')
    const cards = rows.map((row) => {
      const dueAt = momentText(row.dueAt, { timeZone, now: clock.now() }, language)
      return documentCard(row, dueAt, language)
    })
    const none = html`<p class="empty">${t('Everything is signed.')}</p>`
    const page = booksPart(language, t('Fiscal device'), {
      notice: doneNotice(request, { again: t('It is sent again.#done'), noted: t('The code is noted.') }),
      main: html`<p>${lead}</p>!${rows.length === 0 ? none : cards}`,
    })
    return deps.sendPage(request, reply, 200, page)
  })

  app.post(path, { config, bodyLimit: 8_192 }, async (request, reply) => {
    const { kind, id = '', code = '', qr = '' } = fieldsOf(request.body)
    const isKnown = kind === 'INVOICE' || kind === 'CREDIT_NOTE' || kind === 'RECEIPT'
    if (isKnown && isUuid(id))
      await settleFiscalDocument({ ...deps, actor: actorOf(request) }, { kind, id, code, qr })
    return redirectAfter(reply, path, code.trim() === '' ? 'again' : 'noted')
  })
}

function documentCard(row: UnsignedRow, dueAt: string, language: Language): string {
  const t = speak(language)
  const fault = row.fault && (language === 'fr' ? frenchFault(row.fault) : row.fault)
  const isForPerson = row.state === 'REFUSED' || row.state === 'UNCERTAIN'
  const name = html`${t(kindNames[row.kind])} <span class="code">${numberOf(row)}</span>`
  return html`<section class="card">
<h2><a href="${hrefOf(row)}">!${name}</a> · ${t(stateNames[row.state])}</h2>
<p class="soft">${[row.shopName, fault].filter(Boolean).join(' · ')}</p>
!${isForPerson ? settleForms(row, language) : html`<p>${t('Next try: {at}', { at: dueAt })}</p>`}</section>`
}

const hrefOf = ({ kind, id, invoiceId }: UnsignedRow): string =>
  kind === 'RECEIPT' ? `/operations/deliveries/${id}` : `${serviceHref('books')}/invoices/${invoiceId}`

function numberOf(row: UnsignedRow) {
  if (row.kind === 'RECEIPT') return row.reference
  return row.kind === 'INVOICE' ? invoiceNumber(row) : creditNoteNumber(row)
}

/** What a person has to decide: whether it is sent again, or was signed already. */
function settleForms({ kind, id, state }: UnsignedRow, language: Language): string {
  const t = speak(language)
  const hidden = html`!${hiddenField('kind', kind)}!${hiddenField('id', id)}`
  const code = textField({
    name: 'code',
    label: t('Code or number that was given'),
    attributes: { maxlength: 60, autocomplete: 'off' },
  })
  const qr = textField({
    name: 'qr',
    label: t('Content of the QR code (optional)'),
    attributes: { maxlength: 500, autocomplete: 'off' },
  })
  const noted = html`!${hidden}!${code}!${qr}!${submitButton(t('Note this code'))}`
  return html`<p>${t(whatToDo[state === 'UNCERTAIN' ? 'UNCERTAIN' : 'REFUSED'])}</p>
!${postForm(path, html`!${hidden}!${submitButton(t('Send again'), 'plain')}`)}
<details><summary>${t('It is on the platform already')}</summary>!${postForm(path, noted)}</details>`
}
