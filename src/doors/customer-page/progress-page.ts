import { html } from 'ghtml'
import type { DeliveryStatus } from '../../base/contract/vocabulary.ts'
import { amountText, openingText, spanText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import type { PlaceMap } from '../../base/pages/place-map.ts'
import { isFinal, isIn } from '../../domain/deliveries/delivery-status.ts'
import { maxPaymentRequests } from '../../domain/mobile-money/payment-request.ts'
import { isSettled, maxDeclarations } from '../../domain/payments/payment-status.ts'
import type { Sighting } from './courier-sighting.ts'
import { mapPlace, notice, type PageFrame, pageForm, referenceLine, wholePage } from './customer-page.ts'
import type { CustomerView } from './customer-view.ts'
import {
  type CustomerWords,
  customerWording,
  paidInVainText,
  paymentText,
  sightingText,
} from './customer-wording.ts'
import { type Feedback, problemCard, ratingCard } from './feedback-page.ts'
import type { CustomerStep } from './position-form.ts'

/** How far a delivery is, in four steps; null when it will not be delivered. */
const stepsDone: Record<DeliveryStatus, number | null> = {
  AWAITING_LOCATION: 0,
  SEARCHING_COURIER: 1,
  ASSIGNED: 2,
  IN_TRANSIT: 3,
  DELIVERED: 4,
  FAILED: null,
  RETURNED: null,
  CANCELLED: null,
  EXPIRED: null,
}

type Progress = {
  map: PlaceMap | null
  sighting: Sighting | null
  /** The address of the courier's picture; null where there is none to show. */
  portrait: string | null
  /** How often the customer was asked to pay through the service; 0 where that does not matter. */
  timesAsked: number
  /** How often the customer has declared that they paid the shop, and whether it has denied the last. */
  declared: { isDenied: boolean; times: number }
  feedback: Feedback
}

/** The page that says how the delivery goes, once its destination is known or it has ended without one. */
export function progressPage(
  frame: PageFrame,
  view: CustomerView,
  { map, sighting, portrait, feedback, ...asking }: Progress,
): string {
  const words = customerWording[frame.language]
  const isLive = !isFinal(view.status)
  const { heading, text } = statusWords(view, words, frame.language)
  const payment = paymentCard(frame, view, words, asking)
  const main = html`<div id="progress" data-version="${view.version}" data-updates="${isLive ? `${frame.path}/updates${frame.query}` : ''}">
!${stepList(stepsDone[view.status], words)}
<h1 id="state">${heading}</h1>
<p>${text}</p>
!${ratingCard(frame, view.status, feedback)}
!${holdsUpHandover(view) ? payment : ''}
!${codeCard(view, words)}
!${courierCard(view, words, frame.language, { sighting, portrait })}
!${map ? mapPlace(map, words.courier.map) : ''}
!${holdsUpHandover(view) ? '' : payment}
!${isLive ? refreshLine(frame, words) : ''}
!${referenceLine(view, words)}
</div>
!${problemCard(frame, view.status, feedback)}
<p id="updates" class="unseen" role="status"></p>`
  // One picture fits the page's 60 KB: the courier's while they bring the parcel, else the shop's logo.
  const shop = portrait === null ? view : { ...view, logo: null }
  return wholePage(frame, { title: words.title(view.shopName), shop, main })
}

/** Whether the courier waits for the payment alone: it then comes before the code, which nobody takes until it is paid. */
const holdsUpHandover = ({ status, payment }: CustomerView): boolean =>
  isIn('underWay', status) && !isSettled(payment.status)

function statusWords(
  { status, window, city, pause, shopName }: CustomerView,
  words: CustomerWords,
  language: Language,
) {
  if (pause?.opensAt)
    return {
      heading: words.pause.heading(openingText(pause.opensAt, pause, language)),
      text: words.pause.text,
    }
  if (window && city && isIn('searching', status)) {
    const span = spanText({ ...window, timeZone: city.timeZone }, language)
    return { heading: words.scheduled.heading, text: words.scheduled.text(shopName, span) }
  }
  const { heading, text } = words.status[status]
  return { heading, text: text(shopName) }
}

function stepList(done: number | null, { steps }: CustomerWords): string {
  if (done === null) return ''
  const items = steps.map(
    (step, index) =>
      html`<li class="${index < done ? 'done' : ''}" !${index === done - 1 ? 'aria-current="step"' : ''}>${step}</li>`,
  )
  return html`<ol class="steps">!${items.join('')}</ol>`
}

function codeCard({ confirmationCode }: CustomerView, { code }: CustomerWords): string {
  if (confirmationCode === null) return ''
  return html`<section class="card code"><h2>${code.heading}</h2><p class="digits">${confirmationCode}</p><p>${code.hint}</p></section>`
}

function courierCard(
  { courier }: CustomerView,
  words: CustomerWords,
  language: Language,
  { sighting, portrait }: Pick<Progress, 'sighting' | 'portrait'>,
): string {
  if (courier === null) return ''
  const vehicle = [words.courier.vehicles[courier.vehicleType], courier.plateNumber]
    .filter(Boolean)
    .join(' · ')
  return html`<section class="card"><h2>${words.courier.heading}</h2>
<p class="who">!${face(courier.firstName, portrait)}<span><strong>${courier.firstName}</strong> · ${vehicle}</span></p>
<p id="seen" class="hint">${sighting ? sightingText(sighting, language) : ''}</p>
<a class="big" href="tel:${courier.phone}">${words.courier.call(courier.firstName)}<span class="number">${courier.spacedPhone}</span></a></section>`
}

/** The courier's picture beside their name, which says the same to those who see none; else their initial. */
const face = (firstName: string, portrait: string | null): string =>
  portrait === null
    ? html`<span class="face" aria-hidden="true">${[...firstName][0]?.toUpperCase()}</span>`
    : html`<img class="face" src="${portrait}" alt="" width="56" height="56">`

/** For a delivery that ended without a hand-over only a payment that was made is shown. */
function paymentCard(
  frame: PageFrame,
  view: CustomerView,
  words: CustomerWords,
  { timesAsked, declared }: Pick<Progress, 'timesAsked' | 'declared'>,
): string {
  const { payment, status, shopName } = view
  const isUnderWay = !isIn('endedWithoutHandover', status)
  const isPaid = payment.status === 'PAID' || payment.refund !== null
  if (isUnderWay ? isIn('delivered', status) && payment.status === 'NOT_DUE' : !isPaid) return ''
  return html`<section class="card"><h2>${words.paid.heading}</h2>
!${declared.isDenied ? notice(words.paid.denied(shopName)) : ''}
<p>${whatToDo(frame, view, words, declared, isUnderWay)}</p>
!${payment.canBeDeclared ? html`<p><strong>${payment.shopNumber === null ? words.paid.noNumber(shopName) : words.paid.number(shopName, payment.shopNumber)}</strong></p>` : ''}
!${payment.payLink === null ? '' : html`<a class="big" href="${payment.payLink}" rel="noreferrer">${words.paid.onPage}</a>`}
!${payment.canBeDeclared ? declareForm(frame, view, words, declared) : callShop(view, words)}
!${payment.canBeAskedAgain ? askAgain(frame, view, words, timesAsked) : ''}</section>`
}

function whatToDo(
  { language }: PageFrame,
  { payment, shopName }: CustomerView,
  { paid }: CustomerWords,
  { isDenied, times }: Progress['declared'],
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
  { isDenied, times }: Progress['declared'],
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
    : html`<a class="plain" href="tel:${shopNumber.replaceAll(' ', '')}">${paid.call(shopName)}</a>`

/** The form carries how many requests there were before it, so that a second press requests nothing. */
function askAgain(frame: PageFrame, { shopName }: CustomerView, { paid }: CustomerWords, timesAsked: number) {
  if (timesAsked >= maxPaymentRequests) return html`<p>${paid.askedEnough(shopName)}</p>`
  const asked = html`<input type="hidden" name="asked" value="${timesAsked}">`
  return pageForm(frame, `${asked}${stepButton('pay', paid.askAgain)}`)
}

const stepButton = (step: CustomerStep, says: string): string =>
  html`<button class="big" name="step" value="${step}">${says}</button>`

const refreshLine = ({ path, query }: PageFrame, words: CustomerWords): string =>
  html`<p class="hint"><a id="refresh" class="plain" href="${path}${query}">${words.refresh}</a><span id="updated" hidden>${words.updated}</span></p>`
