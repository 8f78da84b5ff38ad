import { html } from 'ghtml'
import { amountText, momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
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
import { speak } from '../console-words.ts'
import { oneDeliveryShareRecord } from './one-delivery-wording.ts'
import type { ShownDelivery } from './shown-delivery.ts'

/** What somebody of the shop can do now: the codes to give, the payment to confirm, the link to share. */
export const actCards = (facts: ShownDelivery): string =>
  [tripCard, pickupCodeCard, paymentCard, returnCard, shareCard].map((card) => card(facts)).join('\n')

/** The trip is paid before the courier takes the parcel; the number can be another one than the shop's own. */
function tripCard({ tripDue, language, href, timeZone, now }: ShownDelivery): string {
  if (!tripDue) return ''
  const t = speak(language)
  const { amountFcfa, until, asked, phone, canAskAgain } = tripDue
  const amount = amountText(amountFcfa, language)
  if (until === null)
    return html`<section class="card"><h2>${t('Trip to pay before pick-up')}</h2><p>${t('You are asked once the customer has given their position and the price is final: about {amount}.', { amount })}</p></section>`
  const by = asked ? { phone: nationalPhone(asked.phone) } : null
  const state = by
    ? asked?.isOpen
      ? t('A request is on {phone}: confirm it with your secret code.', by)
      : t('The payment by {phone} did not go through. Try again, or pay from another number.', by)
    : t('No number is registered for your shop: name the one that pays.')
  const field = textField({
    name: 'phone',
    label: t('Number that pays'),
    value: phone === '' ? '' : nationalPhone(phone),
    attributes: { type: 'tel', inputmode: 'tel', autocomplete: 'tel', maxlength: 20, required: true },
  })
  const link = asked?.isOpen ? asked.payLink : null
  return html`<section class="card" id="trip"><h2>${t('Trip to pay before pick-up')}</h2>
<p>${t('Pay {amount} before {until}: the courier takes the parcel once the trip is paid. Else the delivery is cancelled free of charge.', { amount, until: momentText(until, { timeZone, now }, language) })}</p><p>${state}</p>
!${link ? html`<p><a class="button primary" href="${link}" rel="noopener">${t('Pay now')}</a></p>` : ''}
!${canAskAgain ? postForm(`${href}/pay-trip`, html`!${field}!${submitButton(asked ? t('Send a new request') : t('Get the request'), asked?.isOpen ? 'plain' : 'primary')}`) : ''}</section>`
}

function pickupCodeCard({ row, language }: ShownDelivery): string {
  if (!isIn('changeable', row.status)) return ''
  const t = speak(language)
  return html`<section class="card"><h2>${t('Pickup code')}</h2><span class="big-code">${row.pickup_code}</span><p class="hint">${t('Give it to the courier when they take the parcel, not before.')}</p></section>`
}

function paymentCard({ row, language, href, story, timeZone, now }: ShownDelivery): string {
  if (!isIn('underWay', row.status)) return ''
  const t = speak(language)
  if (row.collection === 'DIRECT' && allowsPayment('confirm', row.payment_status)) {
    const isDeclared = allowsPayment('deny', row.payment_status)
    const amount = amountText(amountToCollectOf(row), language)
    const declared = declaredPayment(story)
    const since = declared && momentText(declared.since, { timeZone, now }, language)
    const lead =
      since === null
        ? html`<p>${t('If the customer has paid you without saying so here, confirm it.')}</p>`
        : isDeclared
          ? html`<h2>${t('The customer says they have paid')}</h2><p>${t('Check whether {amount} arrived on your number: the courier hands the parcel over only once the payment is confirmed.', { amount })}</p><p class="soft">${saidSince(language, since, declared?.timesDenied ?? 0)}</p>`
          : html`<h2>${t('Payment not arrived')}</h2><p>${t('Answer of {when}: nothing has arrived on your number. The customer is asked to check their payment and to call you, and the courier keeps the parcel. If the money has arrived since, confirm it.', { when: since })}</p>`
    return html`<section class="card">!${lead}
<div class="acts">!${buttonForm(`${href}/confirm-payment`, t('Yes, I have the money'), 'primary')}!${isDeclared ? buttonForm(`${href}/deny-payment`, t('No, nothing arrived'), 'danger') : ''}</div></section>`
  }
  if (row.collection !== 'SECURE' || !allowsPayment('requestAgain', row.payment_status)) return ''
  return html`<section class="card"><p>${t('The payment did not go through. The customer can be asked again on their phone.')}</p>!${buttonForm(`${href}/request-payment`, t('Ask for the payment again'), 'primary')}</section>`
}

/** Since when the customer says that they have paid, and how often the shop has said no. */
function saidSince(language: Language, when: string, timesDenied: number): string {
  const t = speak(language)
  if (timesDenied === 0) return t('They have said so since {when}.', { when })
  return t(
    'They have said so again since {when}; the answer was no {count, plural, one {once} other {# times}} before.',
    { when, count: timesDenied },
  )
}

function returnCard({ row, language, href, returnFeeFcfa }: ShownDelivery): string {
  if (!allows('return', row.status)) return ''
  const t = speak(language)
  return html`<section class="card"><h2>${t('Return code')}</h2>
!${row.return_code ? html`<span class="big-code">${row.return_code}</span><p class="hint">${t('Give it to the courier once you have the parcel back.')}</p>` : ''}
!${buttonForm(`${href}/confirm-return`, t('I have the parcel back'))}
<p class="hint">${t('If the courier did not enter the code. The return fee is {fee}.', { fee: amountText(returnFeeFcfa, language) })}</p></section>`
}

/** A link to WhatsApp cannot be a form's, which may lead nowhere else: the form beside it records what was sent. */
function shareCard(facts: ShownDelivery): string {
  const { row, language, customerLink, sharing, href } = facts
  if (customerLink === null || sharing === null) return ''
  const t = speak(language)
  const channels = html`!${(['WHATSAPP', 'SMS', 'COPY'] as const).map(
    (channel) =>
      html`<button class="plain" name="channel" value="${channel}">${t(oneDeliveryShareRecord[channel])}</button>`,
  )}`
  return html`<section class="card" id="share"><h2>${t('The customer’s link')}</h2>
<p>${isIn('locating', row.status) ? t('Send them this link: they show where to deliver, and the search for a courier begins.') : t('The customer follows their parcel with this link.')}</p>
!${facts.writesToPhones ? '' : html`<p class="notice warning">${t('This service sends neither WhatsApp nor SMS: nobody else tells this customer. Tap WhatsApp, the message is written already, and send it from your phone.')}</p>`}
<div class="acts"><a class="button primary" href="${sharing.whatsApp}" target="_blank" rel="noopener" data-share="WHATSAPP">WhatsApp</a>
<a class="button plain" href="${sharing.sms}" data-share="SMS">${t('SMS')}</a></div>
!${copyField(customerLink, t('The customer’s link'), { copy: t('Copy'), done: t('Copied') })}
<p class="soft" id="shared" role="status">${lastShare(facts)}</p>
<p><a href="${customerLink}" target="_blank" rel="noopener">${t('See the customer’s page')}</a></p>
<details id="sent"><summary>${t('Have you sent it?')}</summary>!${postForm(`${href}/share`, channels, 'acts')}</details></section>`
}

const sharedBy = {
  WHATSAPP: 'Sent by WhatsApp on {when}.',
  SMS: 'Sent by SMS on {when}.',
  COPY: 'Sent on {when}.',
} as const

function lastShare({ story, language, timeZone, now }: ShownDelivery): string {
  const last = story.findLast((line) => line.kind === 'SHARED')
  if (!last) return ''
  return speak(language)(sharedBy[last.channel], { when: momentText(last.at, { timeZone, now }, language) })
}

/** Cancelling, with what it costs now. */
export function cancelForm({ language, href, cancellation }: ShownDelivery): string {
  if (!cancellation.isAllowed) return ''
  const t = speak(language)
  const feeFcfa = cancellation.cancellationFeeFcfa + cancellation.returnFeeFcfa
  const cost =
    feeFcfa === 0
      ? t('Cancelling is free until the courier has arrived at your shop.')
      : t('Cancelling now costs {amount}.', { amount: amountText(feeFcfa, language) })
  const reason = textField({
    name: 'reason',
    label: t('Reason (optional)'),
    hint: t('The customer and the courier read it, and the history keeps it.'),
    attributes: { maxlength: 200, autocomplete: 'off' },
  })
  return html`<details class="card" id="cancel"><summary>${t('Cancel the delivery')}</summary><p>${cost}</p>
!${postForm(`${href}/cancel`, html`!${hiddenField('fee', String(feeFcfa))}!${reason}!${submitButton(t('Cancel the delivery'), 'danger')}`)}</details>`
}
