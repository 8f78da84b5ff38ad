import { html } from 'ghtml'
import { amountText } from '../../base/kernel/figure-text.ts'
import { selectField, textField } from '../../base/pages/form-parts.ts'
import { isIn } from '../../domain/deliveries/delivery-status.ts'
import { maxPaymentRequests } from '../../domain/mobile-money/payment-request.ts'
import { maxDeclarations } from '../../domain/payments/payment-status.ts'
import { examplePhone } from '../../domain/zones/franc-countries.ts'
import { notice, type PageFrame, pageForm } from './customer-page.ts'
import type { CustomerView } from './customer-view.ts'
import { type CustomerWords, paidInVainText, paymentText } from './customer-wording.ts'
import type { CustomerStep } from './position-form.ts'

export type Asking = {
  /** How often the customer was asked to pay through the service; 0 where that does not matter. */
  timesAsked: number
  /** The providers that serve the country, and the number that was typed and cannot be asked to pay. */
  payer: { providers: readonly string[]; refused: string | undefined }
  /** How often the customer has declared that they paid the shop, and whether it has denied the last. */
  declared: { isDenied: boolean; times: number }
  /** Whether there is a receipt of the trip. */
  hasReceipt: boolean
}

/** For a delivery that ended without a hand-over only a payment that was made is shown. */
export function paymentCard(
  frame: PageFrame,
  view: CustomerView,
  words: CustomerWords,
  { timesAsked, payer, declared, hasReceipt }: Asking,
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
!${payment.canBeAskedAgain ? askAgain(frame, view, words, timesAsked) : ''}
!${payment.canBePaidElsewhere ? askElsewhere(frame, view, words, { timesAsked, payer }) : ''}
!${hasReceipt ? html`<a class="plain" href="${frame.path}/receipt.pdf${frame.query}">${words.paid.receipt}</a>` : ''}</section>`
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

/** The names of providers as customers know them; FedaPay serves several operators, and is known by none of them. */
const providerNames: Record<string, string> = { mtn: 'MTN MoMo', wave: 'Wave', fedapay: 'FedaPay' }

/** Another number, or another operator, than the one that was asked; folded until it is wanted. */
function askElsewhere(
  frame: PageFrame,
  { city }: CustomerView,
  { payer: words }: CustomerWords,
  { timesAsked, payer }: Pick<Asking, 'timesAsked' | 'payer'>,
): string {
  if (timesAsked >= maxPaymentRequests) return ''
  const known = payer.providers.filter((name) => name in providerNames)
  const field = textField({
    name: 'payer',
    label: words.label,
    value: payer.refused,
    hint: words.hint(examplePhone(city?.country ?? '')),
    error: payer.refused === undefined ? undefined : words.refused,
    attributes: { type: 'tel', inputmode: 'tel', autocomplete: 'tel', maxlength: 30, required: true },
  })
  const choice =
    known.length < 2
      ? ''
      : selectField({
          name: 'provider',
          label: words.provider,
          value: '',
          options: [
            { value: '', label: words.ofNumber },
            ...known.map((value) => ({ value, label: providerNames[value] ?? value })),
          ],
        })
  const asked = html`<input type="hidden" name="asked" value="${timesAsked}">`
  return html`<details!${payer.refused === undefined ? '' : ' open'}><summary>${words.summary}</summary><p>${words.lead}</p>
!${pageForm(frame, `${asked}${field}${choice}${stepButton('payer', words.submit)}`)}</details>`
}

const stepButton = (step: CustomerStep, says: string): string =>
  html`<button class="big" name="step" value="${step}">${says}</button>`
