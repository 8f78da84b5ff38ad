import { html } from 'ghtml'
import { amountText } from '../../base/kernel/figure-text.ts'
import { listText } from '../../base/kernel/list-text.ts'
import { formerPhone, spacedPhone } from '../../base/kernel/phone-number.ts'
import { isIn } from '../../domain/deliveries/delivery-status.ts'
import { maxPaymentRequests } from '../../domain/money/mobile-money/payment-request.ts'
import { maxDeclarations } from '../../domain/money/payments/payment-status.ts'
import { examplePhone } from '../../domain/zones/franc-countries.ts'
import { selectField, textField } from '../../pages/form-parts.ts'
import { notice, type PageFrame, pageForm } from './customer-page.ts'
import type { CustomerView } from './customer-view.ts'
import { type PaidBefore, paidBeforeText, paidInVainText, paymentText } from './payment-text.ts'
import type { CustomerStep } from './position-form.ts'

export type Asking = {
  /** How often the customer was asked to pay through the service; 0 where that does not matter. */
  timesAsked: number
  /** The providers that serve the country, and the number that was typed and cannot be asked to pay. */
  payer: { providers: readonly string[]; refused: string | undefined }
  /** How often the customer has declared that they paid the shop, and whether it has denied the last. */
  declared: { isDenied: boolean; times: number }
  /** What the customer paid as the parcel was brought before; null where that is nothing. */
  paidBefore: PaidBefore | null
  /** Whether there is a receipt of the trip. */
  hasReceipt: boolean
}

/** For a delivery that ended without a hand-over only a payment that was made is shown. */
export function paymentCard(
  frame: PageFrame,
  view: CustomerView,
  { timesAsked, payer, declared, paidBefore, hasReceipt }: Asking,
): string {
  const { t } = frame
  const { payment, status, shopName: shop } = view
  const isUnderWay = !isIn('endedWithoutHandover', status)
  const isPaid = payment.status === 'PAID' || payment.refund !== null
  if (isUnderWay ? isIn('delivered', status) && payment.status === 'NOT_DUE' : !isPaid) return ''
  const denied = t('{shop} has not received your payment. Check that it was sent, and to the right number.', {
    shop,
  })
  const payNow = html`<a class="big" href="${payment.payLink}" rel="noreferrer">${t('Pay now')}</a>`
  const receiptHref = `${frame.path}/receipt.pdf${frame.query}`
  const receipt = html`<a class="plain" href="${receiptHref}">${t('Receipt of the trip (PDF)')}</a>`
  return html`<section class="card"><h2>${t('Payment')}</h2>
!${declared.isDenied ? notice(denied) : ''}
<p>${whatToDo(frame, view, declared, isUnderWay)}</p>
!${paidBefore === null ? '' : html`<p class="hint">${paidBeforeText(frame, paidBefore, shop)}</p>`}
!${payment.askedPhone === null ? '' : askedLine(frame, payment)}
!${payment.canBeDeclared ? numberToPay(frame, view) : ''}
!${payment.payLink === null ? '' : payNow}
!${payment.canBeDeclared ? declareForm(frame, view, declared) : callShop(frame, view)}
!${payment.canBeAskedAgain ? askAgain(frame, view, timesAsked) : ''}
!${payment.canBePaidElsewhere ? askElsewhere(frame, view, { timesAsked, payer }) : ''}
!${hasReceipt ? receipt : ''}</section>`
}

function askedLine({ t }: PageFrame, { askedPhone, canBeAskedAgain }: CustomerView['payment']): string {
  const asked = canBeAskedAgain ? t('Payment requested from') : t('Request sent to')
  return html`<p class="asked">${asked} <strong class="exact">${askedPhone}</strong></p>`
}

/** The number on a line of its own, that one touch selects whole and the script copies. */
function numberToPay({ t }: PageFrame, { shopName: shop, payment: { shopNumber } }: CustomerView): string {
  if (shopNumber === null)
    return html`<p><strong>${t('Ask {shop} which number to pay to.', { shop })}</strong></p>`
  const { national } = shopNumber
  const copied = national.replaceAll(' ', '')
  const number = html`<strong class="exact">${national}</strong>`
  return html`<p class="pay-to">${t('Number of {shop}:', { shop })} !${number}</p>
<button type="button" class="plain" data-copy="${copied}" data-done="${t('Number copied')}"
hidden>${t('Copy the number')}</button>`
}

function whatToDo(
  frame: PageFrame,
  { payment, shopName: shop }: CustomerView,
  { isDenied, times }: Asking['declared'],
  isUnderWay: boolean,
): string {
  const { t, language } = frame
  if (!isUnderWay) return paidInVainText(frame, payment, shop)
  if (payment.canBeDeclared && times >= maxDeclarations)
    return t(
      'You have told {shop} several times. Call the shop, with your operator’s message at hand: as soon as it confirms, the courier hands you the parcel. Meanwhile they keep it; they take no money.',
      { shop },
    )
  return isDenied
    ? t(
        'If the money has not left, pay {amount} to {shop}, then say so here. If it has, call the shop, with your operator’s message at hand. Meanwhile the courier keeps the parcel; they take no money.',
        { amount: amountText(payment.toPayFcfa, language), shop },
      )
    : paymentText(frame, payment, shop)
}

/**
 * The form carries how often it was declared, so that a second press declares nothing; a denial is a reason
 * to call.
 */
function declareForm(frame: PageFrame, view: CustomerView, { isDenied, times }: Asking['declared']) {
  const { t } = frame
  const call = isDenied ? callShop(frame, view) : ''
  if (times >= maxDeclarations) return call
  const declared = html`<input type="hidden" name="declared" value="${times}">`
  const isPaid = isDenied ? t('It is paid, ask the shop again') : t('I have paid the shop')
  return html`!${pageForm(frame, `${declared}${stepButton('paid', isPaid)}`)}!${call}`
}

/** Only where the shop has a number and the customer has something to ask it. */
const callShop = ({ t }: PageFrame, { shopName: name, payment: { shopNumber } }: CustomerView): string =>
  shopNumber === null
    ? ''
    : html`<a class="plain" href="tel:${shopNumber.international}">${t('Call {name}', { name })}</a>`

/** The form carries how many requests there were before it, so that a second press requests nothing. */
function askAgain(frame: PageFrame, { shopName: shop }: CustomerView, timesAsked: number) {
  const { t } = frame
  const enough = t(
    'We have asked you for this payment several times. Please contact {shop} about what comes next.',
    { shop },
  )
  if (timesAsked >= maxPaymentRequests) return html`<p>${enough}</p>`
  const asked = html`<input type="hidden" name="asked" value="${timesAsked}">`
  return pageForm(frame, `${asked}${stepButton('pay', t('Try the payment again'))}`)
}

/**
 * The names of providers as customers know them; FedaPay serves several operators, and is known by none of
 * them.
 */
const providerNames: Record<string, string> = { mtn: 'MTN MoMo', wave: 'Wave', fedapay: 'FedaPay' }

/** What is said of a number that cannot be asked; of a former one, what it is today. */
function wrongPayer({ t, language }: PageFrame, text: string, country: string): string {
  const former = formerPhone(text, country)
  const numbers = former && listText(former.today.map(spacedPhone), language, 'or')
  return numbers
    ? t('This is an old number. Today it would be {numbers}: check it.', { numbers })
    : t('This number cannot pay here. Check it, or take another one.')
}

/** Another number, or another operator, than the one that was asked; folded until it is wanted. */
function askElsewhere(
  frame: PageFrame,
  { city }: CustomerView,
  { timesAsked, payer }: Pick<Asking, 'timesAsked' | 'payer'>,
): string {
  if (timesAsked >= maxPaymentRequests) return ''
  const { t } = frame
  const known = payer.providers.filter((name) => name in providerNames)
  const field = textField({
    name: 'payer',
    label: t('Number that pays'),
    value: payer.refused,
    hint: t('For example {example}', { example: examplePhone(city?.country ?? '') }),
    error: payer.refused === undefined ? undefined : wrongPayer(frame, payer.refused, city?.country ?? ''),
    attributes: { type: 'tel', inputmode: 'tel', autocomplete: 'tel', maxlength: 30, required: true },
  })
  const choice =
    known.length < 2
      ? ''
      : selectField({
          name: 'provider',
          label: t('Pay with'),
          value: '',
          options: [
            { value: '', label: t('The operator of this number') },
            ...known.map((value) => ({ value, label: providerNames[value] ?? value })),
          ],
        })
  const asked = html`<input type="hidden" name="asked" value="${timesAsked}">`
  const button = stepButton('payer', t('Send the request to this number'))
  const explained = t(
    'Somebody close to you can pay instead, or you from another account. The request that was sent is cancelled first: do not approve it any more.',
  )
  const isOpen = payer.refused === undefined ? '' : ' open'
  return html`<details!${isOpen}><summary>${t('Pay from another number')}</summary><p>${explained}</p>
!${pageForm(frame, `${asked}${field}${choice}${button}`)}</details>`
}

const stepButton = (step: CustomerStep, says: string): string =>
  html`<button class="big" name="step" value="${step}">${says}</button>`
