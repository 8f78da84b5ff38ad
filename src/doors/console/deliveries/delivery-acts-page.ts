import { html } from 'ghtml'
import { amountText } from '../../../base/kernel/figure-text.ts'
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
import { allowsPayment } from '../../../domain/payments/payment-status.ts'
import type { DeliveryFacts } from './delivery-facts.ts'
import { oneDeliveryWording } from './one-delivery-wording.ts'

/** What somebody of the shop can do now: the codes to give, the payment to confirm, the link to share. */
export const actCards = (facts: DeliveryFacts): string =>
  [pickupCodeCard, paymentCard, returnCard, shareCard].map((card) => card(facts)).join('\n')

function pickupCodeCard({ row, language }: DeliveryFacts): string {
  if (!isIn('changeable', row.status)) return ''
  const words = oneDeliveryWording[language].pickupCode
  return html`<section class="card"><h2>${words.heading}</h2><span class="big-code">${row.pickup_code}</span><p class="hint">${words.lead}</p></section>`
}

function paymentCard({ row, language, href }: DeliveryFacts): string {
  if (!isIn('underWay', row.status)) return ''
  const { paymentToConfirm: words, askAgain } = oneDeliveryWording[language]
  if (row.collection === 'DIRECT' && allowsPayment('confirm', row.payment_status)) {
    const isDeclared = allowsPayment('deny', row.payment_status)
    const amount = amountText(amountToCollectOf(row), language)
    return html`<section class="card">!${isDeclared ? html`<h2>${words.heading}</h2><p>${words.lead(amount)}</p>` : html`<p>${words.awaited}</p>`}
<div class="acts">!${buttonForm(`${href}/confirm-payment`, words.confirm, 'primary')}!${isDeclared ? buttonForm(`${href}/deny-payment`, words.deny, 'danger') : ''}</div></section>`
  }
  if (row.collection !== 'SECURE' || !allowsPayment('requestAgain', row.payment_status)) return ''
  return html`<section class="card"><p>${askAgain.lead}</p>!${buttonForm(`${href}/request-payment`, askAgain.submit, 'primary')}</section>`
}

function returnCard({ row, language, href, returnFeeFcfa }: DeliveryFacts): string {
  if (!allows('return', row.status)) return ''
  const words = oneDeliveryWording[language].returnCode
  return html`<section class="card"><h2>${words.heading}</h2>
!${row.return_code ? html`<span class="big-code">${row.return_code}</span><p class="hint">${words.lead}</p>` : ''}
!${buttonForm(`${href}/confirm-return`, words.confirm)}
<p class="hint">${words.confirmHint(amountText(returnFeeFcfa, language))}</p></section>`
}

function shareCard({ row, language, customerLink }: DeliveryFacts): string {
  if (customerLink === null) return ''
  const words = oneDeliveryWording[language].share
  return html`<section class="card" id="share"><h2>${words.heading}</h2>
<p>${isIn('locating', row.status) ? words.locating : words.following}</p>
!${copyField(customerLink, words.heading, { copy: words.copy, done: words.copied })}
<p><a class="button quiet" href="${customerLink}" target="_blank" rel="noopener">${words.open}</a></p></section>`
}

/** Cancelling, with what it costs now. */
export function cancelForm({ language, href, cancellation }: DeliveryFacts): string {
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
