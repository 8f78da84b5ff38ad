import { html } from 'ghtml'
import { amountText, momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { nationalPhone } from '../../../base/kernel/phone-number.ts'
import { amountToCollectOf } from '../../../domain/deliveries/delivery-row.ts'
import { isIn, mayReturn } from '../../../domain/deliveries/delivery-status.ts'
import { type DeclaredPayment, declaredPayment } from '../../../domain/deliveries/story/declared-payment.ts'
import { allowsPayment } from '../../../domain/money/payments/payment-status.ts'
import {
  buttonForm,
  copyField,
  hiddenField,
  postForm,
  submitButton,
  textField,
} from '../../../pages/form-parts.ts'
import { secondTryCard } from '../../../web/delivery/second-try-card-page.ts'
import { speak } from '../console-words.ts'
import type { ShownDelivery } from './shown-delivery.ts'

const shareRecord = {
  WHATSAPP: 'Yes, by WhatsApp',
  SMS: 'Yes, by SMS',
  COPY: 'Yes, another way',
} as const

/** What somebody of the shop can do now: the codes to give, the payment to confirm, the link to share. */
export const actCards = (facts: ShownDelivery): string =>
  [tripCard, pickupCodeCard, paymentCard, tryAgainCard, returnCard, shareCard]
    .map((card) => card(facts))
    .join('\n')

/** A failed parcel is brought once more, at the shop's expense. */
function tryAgainCard(shown: ShownDelivery): string {
  const lead = speak(shown.language)(
    'Instead of the return, or after it: a new delivery brings the parcel once more, today or tomorrow. Your shop pays its trip; what the customer still owes is collected by it.',
  )
  return secondTryCard(shown, lead)
}

/**
 * The trip is paid before the courier takes the parcel; the number can be another one than the shop's own.
 */
function tripCard({ tripDue, language, href, timeZone, now }: ShownDelivery): string {
  if (!tripDue) return ''
  const t = speak(language)
  const { amountFcfa, until, asked, phone, canAskAgain } = tripDue
  const amount = amountText(amountFcfa, language)
  if (until === null) {
    const later = t(
      'You are asked once the customer has given their position and the price is final: about {amount}.',
      { amount },
    )
    return html`<section class="card"><h2>${t('Trip to pay before pick-up')}</h2><p>${later}</p></section>`
  }
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
    attributes: { type: 'tel', inputmode: 'tel', autocomplete: 'tel', maxlength: 30, required: true },
  })
  const lead = t(
    'Pay {amount} before {until}: the courier takes the parcel once the trip is paid. Else the delivery is cancelled free of charge.',
    { amount, until: momentText(until, { timeZone, now }, language) },
  )
  const link = asked?.isOpen ? asked.payLink : null
  const pay = html`<p><a class="button primary" href="${link}" rel="noopener">${t('Pay now')}</a></p>`
  const label = asked ? t('Send a new request') : t('Get the request')
  const fields = html`!${field}!${submitButton(label, asked?.isOpen ? 'plain' : 'primary')}`
  return html`<section class="card" id="trip"><h2>${t('Trip to pay before pick-up')}</h2>
<p>${lead}</p><p>${state}</p>
!${link ? pay : ''}
!${canAskAgain ? postForm(`${href}/pay-trip`, fields) : ''}</section>`
}

function pickupCodeCard({ row, language }: ShownDelivery): string {
  if (!isIn('changeable', row.status)) return ''
  const t = speak(language)
  return html`<section class="card"><h2>${t('Pickup code')}</h2>
<span class="big-code">${row.pickup_code}</span>
<p class="hint">${t('Give it to the courier when they take the parcel, not before.')}</p></section>`
}

function paymentCard({ row, language, href, story, timeZone, now }: ShownDelivery): string {
  if (!isIn('underWay', row.status)) return ''
  const t = speak(language)
  if (row.collection === 'DIRECT' && allowsPayment('confirm', row.payment_status)) {
    const isDeclared = allowsPayment('deny', row.payment_status)
    const amount = amountText(amountToCollectOf(row), language)
    const declared = declaredPayment(story)
    const since = declared && momentText(declared.since, { timeZone, now }, language)
    const deny = buttonForm(`${href}/deny-payment`, t('No, nothing arrived'), 'danger')
    return html`<section class="card">!${declaredLead(language, since, { isDeclared, amount, declared })}
<div class="acts">!${buttonForm(`${href}/confirm-payment`, t('Yes, I have the money'), 'primary')}
!${isDeclared ? deny : ''}</div></section>`
  }
  if (row.collection !== 'SECURE' || !allowsPayment('requestAgain', row.payment_status)) return ''
  return html`<section class="card">
<p>${t('The payment did not go through. The customer can be asked again on their phone.')}</p>
!${buttonForm(`${href}/request-payment`, t('Ask for the payment again'), 'primary')}</section>`
}

/** What the customer has said of a payment to the shop’s own number, and what the shop has answered. */
function declaredLead(
  language: Language,
  since: string | null,
  { isDeclared, amount, declared }: { isDeclared: boolean; amount: string; declared: DeclaredPayment | null },
): string {
  const t = speak(language)
  if (since === null)
    return html`<p>${t('If the customer has paid you without saying so here, confirm it.')}</p>`
  const check = t(
    'Check whether {amount} arrived on your number: the courier hands the parcel over only once the payment is confirmed.',
    { amount },
  )
  if (isDeclared)
    return html`<h2>${t('The customer says they have paid')}</h2><p>${check}</p>
<p class="soft">${saidSince(language, since, declared?.timesDenied ?? 0)}</p>`
  const denied = t(
    'Answer of {when}: nothing has arrived on your number. The customer is asked to check their payment and to call you, and the courier keeps the parcel. If the money has arrived since, confirm it.',
    { when: since },
  )
  return html`<h2>${t('Payment not arrived')}</h2><p>${denied}</p>`
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
  if (!mayReturn(row)) return ''
  const t = speak(language)
  const fee = t('If the courier did not enter the code. The return fee is {fee}.', {
    fee: amountText(returnFeeFcfa, language),
  })
  const code = html`<span class="big-code">${row.return_code}</span>
<p class="hint">${t('Give it to the courier once you have the parcel back.')}</p>`
  return html`<section class="card"><h2>${t('Return code')}</h2>
!${row.return_code ? code : ''}
!${buttonForm(`${href}/confirm-return`, t('I have the parcel back'))}
<p class="hint">${fee}</p></section>`
}

/**
 * A link to WhatsApp cannot be a form's, which may lead nowhere else: the form beside it records what was
 * sent.
 */
function shareCard(facts: ShownDelivery): string {
  const { row, language, customerLink, sharing, href } = facts
  if (customerLink === null || sharing === null) return ''
  const t = speak(language)
  const channels = (['WHATSAPP', 'SMS', 'COPY'] as const).map(
    (channel) =>
      html`<button class="plain" name="channel" value="${channel}">${t(shareRecord[channel])}</button>`,
  )
  const lead = isIn('locating', row.status)
    ? t('Send them this link: they show where to deliver, and the search for a courier begins.')
    : t('The customer follows their parcel with this link.')
  const alone = t(
    'This service sends neither WhatsApp nor SMS: nobody else tells this customer. Tap WhatsApp, the message is written already, and send it from your phone.',
  )
  return html`<section class="card" id="share"><h2>${t('The customer’s link')}</h2>
<p>${lead}</p>
!${facts.writesToPhones ? '' : html`<p class="notice warning">${alone}</p>`}
<div class="acts"><a class="button primary" href="${sharing.whatsApp}"
 target="_blank" rel="noopener" data-share="WHATSAPP">WhatsApp</a>
<a class="button plain" href="${sharing.sms}" data-share="SMS">${t('SMS')}</a></div>
!${copyField(customerLink, t('The customer’s link'), { copy: t('Copy'), done: t('Copied') })}
<p class="soft" id="shared" role="status">${lastShare(facts)}</p>
<p><a href="${customerLink}" target="_blank" rel="noopener">${t('See the customer’s page')}</a></p>
<details id="sent"><summary>${t('Have you sent it?')}</summary>
!${postForm(`${href}/share`, html`!${channels}`, 'acts')}</details></section>`
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
  const cancel = t('Cancel the delivery')
  const fields = html`!${hiddenField('fee', String(feeFcfa))}!${reason}!${submitButton(cancel, 'danger')}`
  return html`<details class="card" id="cancel"><summary>${cancel}</summary><p>${cost}</p>
!${postForm(`${href}/cancel`, fields)}</details>`
}
