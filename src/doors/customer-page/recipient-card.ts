import { html } from 'ghtml'
import { ApiError } from '../../contract/errors.ts'
import { recipientKinds } from '../../contract/vocabulary.ts'
import { isIn } from '../../domain/deliveries/delivery-status.ts'
import { nameRecipient } from '../../domain/deliveries/recipient/name-recipient.ts'
import {
  maxRecipientName,
  recipientText,
  recipientWords,
  typedRecipient,
} from '../../domain/deliveries/recipient/recipient.ts'
import type { DeliveryDeps } from '../../domain/deliveries/transitions/move-delivery.ts'
import { fieldsOf } from '../../pages/form-fields.ts'
import { notice, type PageFrame, pageForm } from './customer-page.ts'
import type { CustomerView } from './customer-view.ts'
import type { LinkedDelivery } from './read-linked-delivery.ts'

/** What was typed into the form where it names nobody. */
export type RefusedRecipient = { name: string; kind: string }

/**
 * Handles the form that names who may take the parcel: `NAMED` to redirect to the page, what was typed where
 * it cannot be taken, and undefined for another form.
 */
export async function handleRecipientForm(
  deps: DeliveryDeps,
  { key }: LinkedDelivery,
  body: unknown,
): Promise<'NAMED' | { refusedRecipient: RefusedRecipient } | undefined> {
  const { step, recipient = '', kind = '' } = fieldsOf(body)
  if (step !== 'recipient' && step !== 'nobody') return undefined
  const named = step === 'nobody' ? null : typedRecipient({ name: recipient, kind })
  const typed = { name: recipient.slice(0, 2 * maxRecipientName), kind }
  if (named === undefined || (named === null && step === 'recipient')) return { refusedRecipient: typed }
  await nameRecipient(deps, key, named).catch(ignoreIfTooLate)
  return 'NAMED'
}

/** The parcel was handed over meanwhile, or a form was sent more often than anybody needs to. */
function ignoreIfTooLate(error: unknown): void {
  const codes = ['TRANSITION_REFUSED', 'DELIVERY_CHANGED_TOO_OFTEN']
  if (!(error instanceof ApiError && codes.includes(error.code))) throw error
}

/** Who may take the parcel besides the customer, and the form that says so, which opens at a touch. */
export function recipientCard(
  frame: PageFrame,
  { status, recipient }: CustomerView,
  refused?: RefusedRecipient,
): string {
  if (!isIn('expected', status)) return ''
  const { t, language } = frame
  const kinds = recipientKinds.map((kind) => {
    const isChosen = kind === (refused?.kind ?? recipient?.kind) ? ' selected' : ''
    return html`<option value="${kind}"!${isChosen}>${recipientWords[kind][language]}</option>`
  })
  const fault = t('Write a name of at most {count} letters.', { count: maxRecipientName })
  const fields = html`!${refused ? notice(fault) : ''}<label for="recipient">${t('Their name')}</label>
<input id="recipient" name="recipient" maxlength="${maxRecipientName}" autocomplete="off"
value="${refused?.name ?? recipient?.name ?? ''}"!${refused ? ' autofocus' : ''}>
<label for="recipient-kind">${t('Who they are')}</label>
<select id="recipient-kind" name="kind">!${kinds}</select>
<button class="big" name="step" value="recipient">${t('They may take it')}</button>`
  const nobody = html`<button class="plain" name="step" value="nobody">${t('Only me')}</button>`
  const named = recipient
    ? html`<p><strong>${recipientText(recipient, language)}</strong></p>
<p class="hint">${t('Send them the code: the courier asks them for it.')}</p>!${pageForm(frame, nobody)}`
    : ''
  const summary = recipient ? t('Name somebody else') : t('Not there? Somebody else may take it')
  return html`<section class="card" id="recipient-card">
!${recipient ? html`<h2>${t('May take your parcel')}</h2>` : ''}!${named}
<details!${refused ? ' open' : ''}><summary>${summary}</summary>
!${pageForm(frame, fields)}</details></section>`
}
