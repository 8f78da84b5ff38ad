import { html } from 'ghtml'
import type { ParkedEvent } from '../../../../base/events/event-log-store.ts'
import { amountText, momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { spacedPhone } from '../../../../base/kernel/phone-number.ts'
import {
  buttonForm,
  hiddenField,
  postForm,
  submitButton,
  textField,
} from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import { maskedPhone } from '../../../../domain/audit/audited-act.ts'
import { customerName } from '../../../../domain/deliveries/customer-name.ts'
import { isErased } from '../../../../domain/deliveries/erasing/erased-customer.ts'
import type { UnsentMessage } from '../../../../domain/messages/message-store.ts'
import type { MessageKind } from '../../../../domain/messages/messages-tables.ts'
import type { DueRefund } from '../../../../domain/mobile-money/refund-store.ts'
import { operatorValueWording } from '../../../../web/value-wording.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { type OperationsText, speak } from '../../operations-words.ts'
import { payoutsReasons } from '../payouts/payouts-page.ts'
import { serviceHref, servicePage } from '../service-page.ts'

type UpkeepReader = { language: Language; timeZone: string; now: Date; notice: WorkspaceNotice | undefined }

const messageNames: Partial<Record<MessageKind, OperationsText>> = {
  COURIER_OFFER: 'Trip offered to a courier',
  SIGN_IN_CODE: 'Code to sign in',
  SIGN_IN_LINK: 'Link to sign in',
  SIGN_IN_CHANGED: 'New way into an account',
  SIGN_IN_CHANGED_MAIL: 'New way into an account',
  TEAM_INVITATION: 'Invitation to a team',
  TEAM_INVITATION_MAIL: 'Invitation to a team',
  ENDPOINT_FAILING: 'Webhook server that fails',
  ENDPOINT_DISABLED: 'Webhook server disabled',
  PAYOUT_CODE: 'Code for a payout number',
  PAYOUT_CHANGE_REQUESTED: 'Another payout number asked for',
  PAYOUT_CHANGED: 'Payout number changed',
  PAYOUT_HELD: 'Payout number refused',
  PAYOUT_HELD_PHONE: 'Payout number refused',
  COURIER_PAYOUT_HELD: 'Payout to a courier refused',
  OPERATOR_ALERT: 'Alert to an operator',
  OPERATOR_ALERT_MAIL: 'Alert to an operator',
  OPERATOR_ALERT_OVER: 'End of an alert',
  OPERATOR_ALERT_OVER_MAIL: 'End of an alert',
}

const momentOf = (at: Date, { timeZone, now, language }: UpkeepReader) =>
  momentText(at, { timeZone, now }, language)

/** The messages that wait, and those that failed, each with a button to send it again. */
export function unsentMessagesPage(
  reader: UpkeepReader,
  { held, failed }: Record<'held' | 'failed', readonly UnsentMessage[]>,
): OperationsContent {
  const { language, notice } = reader
  const t = speak(language)
  const list = (messages: readonly UnsentMessage[]) =>
    messages.length === 0
      ? html`<p class="empty">${t('No message.')}</p>`
      : html`<ol class="rows">!${messages.map((message) => messageRow(reader, message))}</ol>`
  return servicePage(language, 'messages', {
    notice,
    main: html`<h2>${t('Failed')}</h2><p>${t('These messages are not tried any more. What they say is composed anew when they are resent.')}</p>!${list(failed)}<h2>${t('Waiting')}</h2><p>${t('These messages are due and have not gone out: their channel is missing, or has refused them so far.')}</p>!${list(held)}`,
  })
}

function messageRow(reader: UpkeepReader, message: UnsentMessage): string {
  const { language } = reader
  const t = speak(language)
  const own = messageNames[message.kind]
  const kind = operatorValueWording[language].message[message.kind] ?? (own ? t(own) : message.kind)
  const to = message.recipient === null ? '' : ` ${t('to')} ${maskedAddress(message.recipient)}`
  const about = [
    momentOf(message.created_at, reader),
    t('{count, plural, =0 {never tried} one {1 try} other {{count} tries}}', { count: message.attempts }),
    message.last_failure,
  ]
    .filter(Boolean)
    .join(' · ')
  return html`<li><div class="line"><span><strong>${kind}</strong>${to}<br><span class="soft">${about}</span>!${
    message.delivery_id === null
      ? ''
      : html`<br><a class="inline" href="/operations/deliveries/${message.delivery_id}">${t('See the delivery')}</a>`
  }</span>!${buttonForm(`${serviceHref('messages')}/${message.id}/resend`, t('Resend'))}</div></li>`
}

/** An address by which a person is recognised, and nobody else written to. */
const maskedAddress = (address: string): string =>
  address.includes('@')
    ? `${address.slice(0, 1)}…${address.slice(address.indexOf('@'))}`
    : maskedPhone(address)

/** The events that were set aside, each with a button to retry it. */
export function parkedEventsPage(reader: UpkeepReader, events: readonly ParkedEvent[]): OperationsContent {
  const { language, notice } = reader
  const t = speak(language)
  const rows = events.map(
    ({ consumer, position, type, failures, error, parkedAt }) =>
      html`<li><div class="line"><span><strong>${consumer}</strong> · ${type} · <span class="code">${position}</span><br><span class="soft">${momentOf(parkedAt, reader)} · ${t('{count} failures', { count: failures })} · ${error}</span></span>!${buttonForm(`${serviceHref('events')}/retry`, t('Retry'), 'plain', { consumer, position: `${position}` })}</div></li>`,
  )
  return servicePage(language, 'events', {
    notice,
    main: html`<p>${t('A reader failed ten times on each of these events and set them aside. Mend the cause, then retry them.')}</p>!${rows.length === 0 ? html`<p class="empty">${t('No event is set aside.')}</p>` : html`<ol class="rows">!${rows}</ol>`}`,
  })
}

/** The money that is to be given back, each with a form to note that it was. */
export function refundsPage(
  reader: UpkeepReader & { typed?: { requestId: string; note: string; fault: string } },
  refunds: readonly DueRefund[],
): OperationsContent {
  const { language, notice, typed } = reader
  const t = speak(language)
  const cards = refunds.map((refund) => {
    const mine = typed?.requestId === refund.requestId ? typed : undefined
    const form = html`!${hiddenField('shopId', refund.shopId)}!${textField({
      name: 'note',
      label: t('How (number of the transfer, handed over by…)'),
      value: mine?.note,
      error: mine?.fault,
      attributes: { required: true, minlength: 3, maxlength: 200, id: `note-${refund.requestId}` },
    }).replace('for="note"', `for="note-${refund.requestId}"`)}!${submitButton(t('It is given back'))}`
    const act = refund.isSent
      ? html`<p class="notice">${t('The service is giving it back.')}</p>`
      : postForm(`${serviceHref('refunds')}/${refund.requestId}`, form)
    return html`<section class="card"><h2>${amountText(refund.amountFcfa, language)}</h2><p>!${payerOf(refund)}<a href="/operations/deliveries/${refund.deliveryId}">${refund.reference}</a> · ${refund.shopName}<br><span class="soft">${momentOf(refund.refundDueAt, reader)}</span></p>!${refund.isSent ? '' : refusalLine(refund, language)}!${act}</section>`
  })
  return servicePage(language, 'refunds', {
    notice,
    isFormPage: typed !== undefined,
    main: html`<p>${t('Customers paid when nothing was expected, or for a parcel that was not handed over. The service gives back by itself what the mobile money operator lets it; give the rest back, then note how.')}</p>!${cards.length === 0 ? html`<p class="empty">${t('Nothing is to be given back.')}</p>` : html`<div class="cards">!${cards}</div>`}`,
  })
}

/** Who is to get it; nothing where they were erased. */
const payerOf = (refund: DueRefund): string =>
  isErased(refund)
    ? ''
    : html`<strong>${customerName(refund)}</strong> · <a href="tel:${refund.customer_phone}">${spacedPhone(refund.customer_phone)}</a><br>`

/** Why it did not go by itself, and where it can be sent again. */
function refusalLine({ refusal }: DueRefund, language: Language): string {
  if (refusal === null) return ''
  const t = speak(language)
  return html`<p>${t('The operator did not give it back: {reason}.', { reason: speak(language)(payoutsReasons[refusal]) })} <a href="${serviceHref('payouts')}">${t('Send it again, from the payouts')}</a></p>`
}
