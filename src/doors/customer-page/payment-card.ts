import { html } from 'ghtml'
import { amountText } from '../../base/kernel/figure-text.ts'
import { isIn } from '../../domain/deliveries/delivery-status.ts'
import { maxPaymentRequests } from '../../domain/mobile-money/payment-request.ts'
import { maxDeclarations } from '../../domain/payments/payment-status.ts'
import { notice, type PageFrame, pageForm } from './customer-page.ts'
import type { CustomerView } from './customer-view.ts'
import { type CustomerWords, paidInVainText, paymentText } from './customer-wording.ts'
import type { CustomerStep } from './position-form.ts'

export type Asking = {
  /** How often the customer was asked to pay through the service; 0 where that does not matter. */
  timesAsked: number
  /** How often the customer has declared that they paid the shop, and whether it has denied the last. */
  declared: { isDenied: boolean; times: number }
}

/** For a delivery that ended without a hand-over only a payment that was made is shown. */
export function paymentCard(
  frame: PageFrame,
  view: CustomerView,
  words: CustomerWords,
  { timesAsked, declared }: Asking,
): string {
  const { payment, status, shopName } = view
  const isUnderWay = !isIn('endedWithoutHandover', status)
  const isPaid = payment.status === 'PAID' || payment.refund !== null
  if (isUnderWay ? isIn('delivered', status) && payment.status === 'NOT_DUE' : !isPaid) return ''
  return html`<section class="card"><h2>${words.paid.heading}</h2>
!${declared.isDenied ? notice(words.paid.denied(shopName)) : ''}
<p>${whatToDo(frame, view, words, declared, isUnderWay)}</p>
!${payment.askedPhone === null ? '' : askedLine(words, payment)}
!${payment.canBeDeclared ? numberToPay(view, words) : ''}
!${payment.payLink === null ? '' : html`<a class="big" href="${payment.payLink}" rel="noreferrer">${words.paid.onPage}</a>`}
!${payment.canBeDeclared ? declareForm(frame, view, words, declared) : callShop(view, words)}
!${payment.canBeAskedAgain ? askAgain(frame, view, words, timesAsked) : ''}</section>`
}

const askedLine = (
  { paid }: CustomerWords,
  { askedPhone, canBeAskedAgain }: CustomerView['payment'],
): string =>
  html`<p class="asked">${canBeAskedAgain ? paid.askedBefore : paid.asked} <strong class="exact">${askedPhone}</strong></p>`

/** The number on a line of its own, that one touch selects whole and the script copies. */
function numberToPay({ shopName, payment: { shopNumber } }: CustomerView, { paid }: CustomerWords): string {
  if (shopNumber === null) return html`<p><strong>${paid.noNumber(shopName)}</strong></p>`
  const { national } = shopNumber
  return html`<p class="pay-to">${paid.number(shopName)} <strong class="exact">${national}</strong></p>
<button type="button" class="plain" data-copy="${national.replaceAll(' ', '')}" data-done="${paid.copied}" hidden>${paid.copy}</button>`
}

function whatToDo(
  { language }: PageFrame,
  { payment, shopName }: CustomerView,
  { paid }: CustomerWords,
  { isDenied, times }: Asking['declared'],
  isUnderWay: boolean,
): string {
  if (!isUnderWay) return paidInVainText(payment, shopName, language)
  if (payment.canBeDeclared && times >= maxDeclarations) return paid.declaredEnough(shopName)
  return isDenied
    ? paid.afterDenial(amountText(payment.toPayFcfa, language), shopName)
    : paymentText(payment, shopName, language)
}

/** The form carries how often it was declared, so that a second press declares nothing; a denial is a reason to call. */
function declareForm(
  frame: PageFrame,
  view: CustomerView,
  words: CustomerWords,
  { isDenied, times }: Asking['declared'],
) {
  const { paid } = words
  const call = isDenied ? callShop(view, words) : ''
  if (times >= maxDeclarations) return call
  const declared = html`<input type="hidden" name="declared" value="${times}">`
  return html`!${pageForm(frame, `${declared}${stepButton('paid', isDenied ? paid.declareAgain : paid.declare)}`)}!${call}`
}

/** Only where the shop has a number and the customer has something to ask it. */
const callShop = ({ shopName, payment: { shopNumber } }: CustomerView, { paid }: CustomerWords): string =>
  shopNumber === null
    ? ''
    : html`<a class="plain" href="tel:${shopNumber.international}">${paid.call(shopName)}</a>`

/** The form carries how many requests there were before it, so that a second press requests nothing. */
function askAgain(frame: PageFrame, { shopName }: CustomerView, { paid }: CustomerWords, timesAsked: number) {
  if (timesAsked >= maxPaymentRequests) return html`<p>${paid.askedEnough(shopName)}</p>`
  const asked = html`<input type="hidden" name="asked" value="${timesAsked}">`
  return pageForm(frame, `${asked}${stepButton('pay', paid.askAgain)}`)
}

const stepButton = (step: CustomerStep, says: string): string =>
  html`<button class="big" name="step" value="${step}">${says}</button>`
