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
import type { DueRefund } from '../../../../domain/mobile-money/refund-store.ts'
import { operatorValueWording } from '../../../workspace/value-wording.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { payoutsWording } from '../payouts/payouts-wording.ts'
import { serviceHref, servicePage } from '../service-page.ts'
import { upkeepWording } from './upkeep-wording.ts'

type UpkeepReader = { language: Language; timeZone: string; now: Date; notice: WorkspaceNotice | undefined }

const momentOf = (at: Date, { timeZone, now, language }: UpkeepReader) =>
  momentText(at, { timeZone, now }, language)

/** The messages that wait, and those that failed, each with a button to send it again. */
export function unsentMessagesPage(
  reader: UpkeepReader,
  { held, failed }: Record<'held' | 'failed', readonly UnsentMessage[]>,
): OperationsContent {
  const { language, notice } = reader
  const words = upkeepWording[language].messages
  const list = (messages: readonly UnsentMessage[]) =>
    messages.length === 0
      ? html`<p class="empty">${words.none}</p>`
      : html`<ol class="rows">!${messages.map((message) => messageRow(reader, message))}</ol>`
  return servicePage(language, 'messages', {
    notice,
    main: html`<h2>${words.failed}</h2><p>${words.failedLead}</p>!${list(failed)}<h2>${words.held}</h2><p>${words.heldLead}</p>!${list(held)}`,
  })
}

function messageRow(reader: UpkeepReader, message: UnsentMessage): string {
  const { language } = reader
  const words = upkeepWording[language].messages
  const kind =
    operatorValueWording[language].message[message.kind] ?? words.kinds[message.kind] ?? message.kind
  const to = message.recipient === null ? '' : ` ${words.to} ${maskedAddress(message.recipient)}`
  const about = [momentOf(message.created_at, reader), words.attempts(message.attempts), message.last_failure]
    .filter(Boolean)
    .join(' · ')
  return html`<li><div class="line"><span><strong>${kind}</strong>${to}<br><span class="soft">${about}</span>!${
    message.delivery_id === null
      ? ''
      : html`<br><a class="inline" href="/operations/deliveries/${message.delivery_id}">${words.delivery}</a>`
  }</span>!${buttonForm(`${serviceHref('messages')}/${message.id}/resend`, words.resend)}</div></li>`
}

/** An address by which a person is recognised, and nobody else written to. */
const maskedAddress = (address: string): string =>
  address.includes('@')
    ? `${address.slice(0, 1)}…${address.slice(address.indexOf('@'))}`
    : maskedPhone(address)

/** The events that were set aside, each with a button to retry it. */
export function parkedEventsPage(reader: UpkeepReader, events: readonly ParkedEvent[]): OperationsContent {
  const { language, notice } = reader
  const words = upkeepWording[language].events
  const rows = events.map(
    ({ consumer, position, type, failures, error, parkedAt }) =>
      html`<li><div class="line"><span><strong>${consumer}</strong> · ${type} · <span class="code">${position}</span><br><span class="soft">${momentOf(parkedAt, reader)} · ${words.failures(failures)} · ${error}</span></span>!${buttonForm(`${serviceHref('events')}/retry`, words.retry, 'plain', { consumer, position: `${position}` })}</div></li>`,
  )
  return servicePage(language, 'events', {
    notice,
    main: html`<p>${words.lead}</p>!${rows.length === 0 ? html`<p class="empty">${words.none}</p>` : html`<ol class="rows">!${rows}</ol>`}`,
  })
}

/** The money that is to be given back, each with a form to note that it was. */
export function refundsPage(
  reader: UpkeepReader & { typed?: { requestId: string; note: string; fault: string } },
  refunds: readonly DueRefund[],
): OperationsContent {
  const { language, notice, typed } = reader
  const words = upkeepWording[language].refunds
  const cards = refunds.map((refund) => {
    const mine = typed?.requestId === refund.requestId ? typed : undefined
    const form = html`!${hiddenField('shopId', refund.shopId)}!${textField({
      name: 'note',
      label: words.note,
      value: mine?.note,
      error: mine?.fault,
      attributes: { required: true, minlength: 3, maxlength: 200, id: `note-${refund.requestId}` },
    }).replace('for="note"', `for="note-${refund.requestId}"`)}!${submitButton(words.submit)}`
    const act = refund.isSent
      ? html`<p class="notice">${words.isSent}</p>`
      : postForm(`${serviceHref('refunds')}/${refund.requestId}`, form)
    return html`<section class="card"><h2>${amountText(refund.amountFcfa, language)}</h2><p>!${payerOf(refund)}<a href="/operations/deliveries/${refund.deliveryId}">${refund.reference}</a> · ${refund.shopName}<br><span class="soft">${momentOf(refund.refundDueAt, reader)}</span></p>!${refund.isSent ? '' : refusalLine(refund, language)}!${act}</section>`
  })
  return servicePage(language, 'refunds', {
    notice,
    isFormPage: typed !== undefined,
    main: html`<p>${words.lead}</p>!${cards.length === 0 ? html`<p class="empty">${words.none}</p>` : html`<div class="cards">!${cards}</div>`}`,
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
  const words = upkeepWording[language].refunds
  return html`<p>${words.refused(payoutsWording[language].reasons[refusal])} <a href="${serviceHref('payouts')}">${words.again}</a></p>`
}
