import { html } from 'ghtml'
import { failureCodes, type PaymentStatus } from '../../base/contract/vocabulary.ts'
import { amountText, spanText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import { failureReason, failureWording } from '../../domain/deliveries/failure-reason.ts'
import type { CarriedParcel, CourierScreen } from '../../domain/matching/courier-screen.ts'
import type { OpeningState } from '../../domain/shops/opening/opening-state.ts'
import { actionForm, codeField, placeCard } from './action-form-page.ts'
import { calledBackNote } from './called-back-page.ts'
import { type ActionFault, maxWordsLength, type Typed } from './courier-action.ts'
import type { PageFrame } from './courier-page.ts'
import { courierWording, openingText } from './courier-wording.ts'

/** A form that was refused because of what was typed into it. */
export type RejectedForm = { fault: ActionFault; token: string; typed: Typed }

/** What a courier with a parcel sees: the one thing to do next, what they earn, and a parcel that is called back. */
export function carriedMain(
  frame: PageFrame,
  { calledBack }: CourierScreen,
  parcel: CarriedParcel,
  rejected?: RejectedForm,
): string {
  const show = { GO_TO_SHOP: goToShop, PICK_UP: pickUp, HAND_OVER: handOver, RETURN_TO_SHOP: returnToShop }
  return html`<p class="reference">${parcel.reference}</p>
!${show[parcel.step](frame, parcel, rejected)}
!${payLine(frame.language, parcel)}
!${calledBack ? calledBackNote(frame, calledBack) : ''}`
}

function payLine(language: Language, { payFcfa }: CarriedParcel): string {
  if (payFcfa === null) return ''
  return html`<p class="pay"><strong>${amountText(payFcfa, language)}</strong> ${courierWording[language].offers.pay}</p>`
}

function goToShop(frame: PageFrame, { key, shop, window, opening }: CarriedParcel): string {
  const { step, goToShop: wording } = courierWording[frame.language].carried
  const when = window && wording.window(spanText(window, frame.language))
  return html`!${stepLine(step(1), 1)}<h1>${wording.heading}</h1>
<section class="card">!${placeCard(frame.language, shop)}!${openingLine(frame.language, opening)}</section>
!${when ? html`<p><strong>${when}</strong></p>` : ''}
!${actionForm(frame, { action: 'arrive', submit: wording.submit, delivery: key })}`
}

function pickUp(frame: PageFrame, parcel: CarriedParcel, rejected?: RejectedForm): string {
  const { language } = frame
  const { step, pickUp: wording } = courierWording[language].carried
  return html`!${stepLine(step(2), 2)}<h1>${wording.heading}</h1>
<section class="card"><p class="who">${parcel.shop.name}</p>!${parcelLine(language, parcel)}</section>
<p>${wording.lead}</p>
!${actionForm(frame, {
    action: 'pick-up',
    submit: wording.submit,
    delivery: parcel.key,
    token: rejected?.token,
    fields: codeField(wording.code, rejected?.typed.code, errorOf(rejected, language)),
  })}`
}

function handOver(frame: PageFrame, parcel: CarriedParcel, rejected?: RejectedForm): string {
  const { language } = frame
  const { customer, payment } = parcel
  const { step, handOver: wording, call } = courierWording[language].carried
  return html`!${stepLine(step(3), 3)}<h1>${wording.heading}</h1>
<section class="card">!${placeCard(language, customer)}
<a class="button plain" href="tel:${customer.phone}">${call(customer.firstName)}</a>
!${parcelLine(language, parcel)}</section>
!${payment.isSettled ? openHandOver(frame, parcel, rejected) : closedHandOver(language, payment)}
!${failForm(frame, parcel, rejected)}`
}

function openHandOver(frame: PageFrame, { key, payment }: CarriedParcel, rejected?: RejectedForm): string {
  const { language } = frame
  const wording = courierWording[language].carried.handOver
  const isPrepaid = payment.status === 'NOT_DUE'
  const wrongCode = rejected?.fault === 'CODE_FORM' ? rejected : undefined
  return html`<p class="money open">${isPrepaid ? wording.prepaid : wording.paid(amountText(payment.amountFcfa, language))}</p>
<p>${wording.lead}</p>
!${actionForm(frame, {
    action: 'hand-over',
    submit: wording.submit,
    delivery: key,
    token: wrongCode?.token,
    fields: codeField(wording.code, wrongCode?.typed.code, errorOf(wrongCode, language)),
  })}`
}

function closedHandOver(
  language: Language,
  { status, amountFcfa, isDenied }: CarriedParcel['payment'],
): string {
  const wording = courierWording[language].carried.handOver
  const closed: Partial<Record<PaymentStatus, (amount: string) => string>> = wording.closed
  const amount = amountText(amountFcfa, language)
  return html`<div class="money closed" role="status">!${isDenied ? html`<p><strong>${wording.denied.heading}</strong></p><p>${wording.denied.text(amount)}</p>` : html`<p>${closed[status]?.(amount)}</p>`}
<p>${wording.neverMoney}</p></div>`
}

function failForm(frame: PageFrame, { key }: CarriedParcel, rejected?: RejectedForm): string {
  const { language } = frame
  const wording = courierWording[language].carried.fail
  const rejectedFailure = rejected && rejected.fault !== 'CODE_FORM' ? rejected : undefined
  const fieldError = errorOf(rejectedFailure, language)
  const fields = html`<fieldset><legend>${wording.legend}</legend>
!${failureCodes.map(
    (code) =>
      html`<label class="choice"><input type="radio" name="reason" value="${code}" required ${
        rejectedFailure?.typed.failureCode === code ? 'checked' : ''
      }>${failureWording[code][language]}</label>`,
  )}
</fieldset>
<label for="words">${wording.words}</label>
<input id="words" name="words" maxlength="${maxWordsLength}" autocomplete="off" value="${rejectedFailure?.typed.words}">
!${fieldError ? html`<p class="error" role="alert">${fieldError}</p>` : ''}`
  return html`<details class="fail" ${rejectedFailure ? 'open' : ''}><summary>${wording.open}</summary>
!${actionForm(frame, { action: 'fail', submit: wording.submit, delivery: key, fields, look: 'danger', token: rejectedFailure?.token })}
</details>`
}

function returnToShop(frame: PageFrame, parcel: CarriedParcel, rejected?: RejectedForm): string {
  const { language } = frame
  const { shop, failure, key, opening } = parcel
  const wording = courierWording[language].carried.returnToShop
  const reason = failure && failureReason(failure.code, failure.words, language)
  return html`!${stepLine(wording.step, 3)}<h1>${wording.heading}</h1>
!${reason ? html`<p>${wording.reason(reason)}</p>` : ''}
<section class="card">!${placeCard(language, shop)}!${openingLine(language, opening)}</section>
<p>${wording.lead}</p>
!${actionForm(frame, {
    action: 'bring-back',
    submit: wording.submit,
    delivery: key,
    token: rejected?.token,
    fields: codeField(wording.code, rejected?.typed.code, errorOf(rejected, language)),
  })}`
}

const openingLine = (language: Language, opening: OpeningState | null): string =>
  opening ? html`<p class="opening">${openingText(opening, language)}</p>` : ''

const stepLine = (text: string, number: number): string =>
  html`<p class="step" data-step="${number}">${text}</p>`

/** The parcel, and the shop's instructions about it. */
function parcelLine(language: Language, { parcel }: CarriedParcel): string {
  const { offers, carried } = courierWording[language]
  return html`<p class="parcel">${offers.parcel} ${offers.sizes[parcel.size]}!${
    parcel.isFragile ? html` <strong class="fragile">${carried.fragile}</strong>` : ''
  }</p>
!${parcel.instructions ? html`<p class="instructions"><strong>${carried.instructions}</strong> ${parcel.instructions}</p>` : ''}`
}

const errorOf = (rejected: RejectedForm | undefined, language: Language): string | undefined =>
  rejected && courierWording[language].faults[rejected.fault]
