import { html } from 'ghtml'
import { amountText, momentText } from '../../../base/kernel/figure-text.ts'
import { nationalPhone } from '../../../base/kernel/phone-number.ts'
import {
  buttonForm,
  copyField,
  hiddenField,
  postForm,
  submitButton,
  textField,
} from '../../../base/pages/form-parts.ts'
import { amountToCollectOf } from '../../../domain/deliveries/delivery-row.ts'
import { allows, isIn } from '../../../domain/deliveries/delivery-status.ts'
import { declaredPayment } from '../../../domain/deliveries/story/declared-payment.ts'
import { allowsPayment } from '../../../domain/payments/payment-status.ts'
import { oneDeliveryWording } from './one-delivery-wording.ts'
import type { ShownDelivery } from './shown-delivery.ts'

/** What somebody of the shop can do now: the codes to give, the payment to confirm, the link to share. */
export const actCards = (facts: ShownDelivery): string =>
  [tripCard, pickupCodeCard, paymentCard, returnCard, shareCard].map((card) => card(facts)).join('\n')

/** The trip is paid before the courier takes the parcel; the number can be another one than the shop's own. */
function tripCard({ tripDue, language, href, timeZone, now }: ShownDelivery): string {
  if (!tripDue) return ''
  const words = oneDeliveryWording[language].trip
  const { amountFcfa, until, asked, phone, canAskAgain } = tripDue
  const amount = amountText(amountFcfa, language)
  if (until === null)
    return html`<section class="card"><h2>${words.heading}</h2><p>${words.later(amount)}</p></section>`
  const state = asked ? words[asked.isOpen ? 'asked' : 'failed'](nationalPhone(asked.phone)) : words.noNumber
  const field = textField({
    name: 'phone',
    label: words.phone,
    value: phone === '' ? '' : nationalPhone(phone),
    attributes: { type: 'tel', inputmode: 'tel', autocomplete: 'tel', maxlength: 20, required: true },
  })
  const link = asked?.isOpen ? asked.payLink : null
  return html`<section class="card" id="trip"><h2>${words.heading}</h2>
<p>${words.lead(amount, momentText(until, { timeZone, now }, language))}</p><p>${state}</p>
!${link ? html`<p><a class="button primary" href="${link}" rel="noopener">${words.onPage}</a></p>` : ''}
!${canAskAgain ? postForm(`${href}/pay-trip`, html`!${field}!${submitButton(asked ? words.again : words.submit, asked?.isOpen ? 'plain' : 'primary')}`) : ''}</section>`
}

function pickupCodeCard({ row, language }: ShownDelivery): string {
  if (!isIn('changeable', row.status)) return ''
  const words = oneDeliveryWording[language].pickupCode
  return html`<section class="card"><h2>${words.heading}</h2><span class="big-code">${row.pickup_code}</span><p class="hint">${words.lead}</p></section>`
}

function paymentCard({ row, language, href, story, timeZone, now }: ShownDelivery): string {
  if (!isIn('underWay', row.status)) return ''
  const { paymentToConfirm: words, askAgain } = oneDeliveryWording[language]
  if (row.collection === 'DIRECT' && allowsPayment('confirm', row.payment_status)) {
    const isDeclared = allowsPayment('deny', row.payment_status)
    const amount = amountText(amountToCollectOf(row), language)
    const declared = declaredPayment(story)
    const since = declared && momentText(declared.since, { timeZone, now }, language)
    const lead =
      since === null
        ? html`<p>${words.awaited}</p>`
        : isDeclared
          ? html`<h2>${words.heading}</h2><p>${words.lead(amount)}</p><p class="soft">${words.since(since, declared?.timesDenied ?? 0)}</p>`
          : html`<h2>${words.deniedHeading}</h2><p>${words.denied(since)}</p>`
    return html`<section class="card">!${lead}
<div class="acts">!${buttonForm(`${href}/confirm-payment`, words.confirm, 'primary')}!${isDeclared ? buttonForm(`${href}/deny-payment`, words.deny, 'danger') : ''}</div></section>`
  }
  if (row.collection !== 'SECURE' || !allowsPayment('requestAgain', row.payment_status)) return ''
  return html`<section class="card"><p>${askAgain.lead}</p>!${buttonForm(`${href}/request-payment`, askAgain.submit, 'primary')}</section>`
}

function returnCard({ row, language, href, returnFeeFcfa }: ShownDelivery): string {
  if (!allows('return', row.status)) return ''
  const words = oneDeliveryWording[language].returnCode
  return html`<section class="card"><h2>${words.heading}</h2>
!${row.return_code ? html`<span class="big-code">${row.return_code}</span><p class="hint">${words.lead}</p>` : ''}
!${buttonForm(`${href}/confirm-return`, words.confirm)}
<p class="hint">${words.confirmHint(amountText(returnFeeFcfa, language))}</p></section>`
}

/** A link to WhatsApp cannot be a form's, which may lead nowhere else: the form beside it records what was sent. */
function shareCard(facts: ShownDelivery): string {
  const { row, language, customerLink, sharing, href } = facts
  if (customerLink === null || sharing === null) return ''
  const words = oneDeliveryWording[language].share
  const channels = html`!${(['WHATSAPP', 'SMS', 'COPY'] as const).map(
    (channel) =>
      html`<button class="plain" name="channel" value="${channel}">${words.record[channel]}</button>`,
  )}`
  return html`<section class="card" id="share"><h2>${words.heading}</h2>
<p>${isIn('locating', row.status) ? words.locating : words.following}</p>
!${facts.writesToPhones ? '' : html`<p class="notice warning">${words.byHand}</p>`}
<div class="acts"><a class="button primary" href="${sharing.whatsApp}" target="_blank" rel="noopener" data-share="WHATSAPP">WhatsApp</a>
<a class="button plain" href="${sharing.sms}" data-share="SMS">${words.sms}</a></div>
!${copyField(customerLink, words.heading, { copy: words.copy, done: words.copied })}
<p class="soft" id="shared" role="status">${lastShare(facts)}</p>
<p><a href="${customerLink}" target="_blank" rel="noopener">${words.open}</a></p>
<details id="sent"><summary>${words.sent}</summary>!${postForm(`${href}/share`, channels, 'acts')}</details></section>`
}

function lastShare({ story, language, timeZone, now }: ShownDelivery): string {
  const last = story.findLast((line) => line.kind === 'SHARED')
  if (!last) return ''
  return oneDeliveryWording[language].share.shared(
    last.channel,
    momentText(last.at, { timeZone, now }, language),
  )
}

/** Cancelling, with what it costs now. */
export function cancelForm({ language, href, cancellation }: ShownDelivery): string {
  if (!cancellation.isAllowed) return ''
  const words = oneDeliveryWording[language].cancel
  const feeFcfa = cancellation.cancellationFeeFcfa + cancellation.returnFeeFcfa
  const cost = feeFcfa === 0 ? words.free : words.charged(amountText(feeFcfa, language))
  const reason = textField({
    name: 'reason',
    label: words.reason,
    hint: words.reasonHint,
    attributes: { maxlength: 200, autocomplete: 'off' },
  })
  return html`<details class="card" id="cancel"><summary>${words.summary}</summary><p>${cost}</p>
!${postForm(`${href}/cancel`, html`!${hiddenField('fee', String(feeFcfa))}!${reason}!${submitButton(words.submit, 'danger')}`)}</details>`
}
