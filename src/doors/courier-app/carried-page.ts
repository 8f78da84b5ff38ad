import { html } from 'ghtml'
import { failureCodes, type PaymentStatus } from '../../base/contract/vocabulary.ts'
import { amountText, openingText as momentToCome, spanText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import { failureReason, failureWording } from '../../domain/deliveries/failure-reason.ts'
import type { ProofPart } from '../../domain/deliveries/handover-proof/handover-proof.ts'
import type { WaitTerms } from '../../domain/deliveries/pickup-problems/pickup-problem.ts'
import type { NearLandmark } from '../../domain/maps/find-nearest-landmark.ts'
import type { CarriedParcel, CourierScreen } from '../../domain/matching/courier-screen.ts'
import type { OpeningState } from '../../domain/shops/opening/opening-state.ts'
import { actionForm, codeField, placeCard } from './action-form-page.ts'
import { calledBackNote } from './called-back-page.ts'
import { type ActionFault, maxWordsLength, type Typed } from './courier-action.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { courierWording, openingText } from './courier-wording.ts'
import { courierParcelPhoto, doorNotes, earlyDoorNotes } from './door-notes/courier-door-page.ts'
import { errorLine, fieldState } from './field-error-page.ts'
import { isProblemFault, type ProblemFault } from './problem-form.ts'
import { pickupProblem } from './problem-page.ts'
import { declaredCall, isBegun, proofList } from './proof/proof-page.ts'
import { reachButtons, supportButtons } from './reach-page.ts'

/** A form that was refused because of what was typed into it. */
export type RejectedForm = { fault: ActionFault | ProblemFault; token: string; typed: Typed }

/** What the pages of a parcel are worded with besides the parcel. */
export type CarriedTimes = {
  now: Date
  timeZone: string
  pickupWait: WaitTerms
  handoverProof: readonly ProofPart[]
  rejected?: RejectedForm | undefined
  /** What is wrong with the code of this step that was sent last. */
  wrongCode?: string | undefined
  /** What is wrong with the photo of the place that was sent last. */
  photoError?: string | undefined
  /** The landmark nearest to the customer, where the place is a position and not a quarter. */
  near?: NearLandmark | undefined
  /** The neighbourhood of the customer, where their place is only roughly known. */
  area?: string | undefined
}

/** What a courier with a parcel sees: the one thing to do next, what they earn, and a parcel that is called back. */
export function carriedMain(
  frame: PageFrame,
  { calledBack }: CourierScreen,
  parcel: CarriedParcel,
  times: CarriedTimes,
): string {
  const show = { GO_TO_SHOP: goToShop, PICK_UP: pickUp, HAND_OVER: handOver, RETURN_TO_SHOP: returnToShop }
  return html`<p class="reference">${parcel.reference}</p>
!${show[parcel.step](frame, parcel, times)}
!${pickupProblem(frame, parcel, { rejected: undefined, ...times })}
!${payLine(frame.language, parcel)}
!${calledBack ? calledBackNote(frame, calledBack, { isMain: false }) : ''}`
}

function payLine(language: Language, { payFcfa }: CarriedParcel): string {
  if (payFcfa === null) return ''
  return html`<p class="pay"><strong>${amountText(payFcfa, language)}</strong> ${courierWording[language].offers.pay}</p>`
}

function goToShop(frame: PageFrame, parcel: CarriedParcel): string {
  const { key, shop, window, opening } = parcel
  const { step, goToShop: wording } = courierWording[frame.language].carried
  const when = window && wording.window(spanText(window, frame.language))
  return html`!${stepLine(step(1), 1)}<h1>${wording.heading}</h1>
<section class="card">!${placeCard(frame.language, shop)}!${openingLine(frame.language, opening)}!${reachShop(frame, parcel)}</section>
!${when ? html`<p><strong>${when}</strong></p>` : ''}
!${actionForm(frame, { action: 'arrive', submit: wording.submit, delivery: key })}
!${earlyDoorNotes(frame.language, parcel)}`
}

function pickUp(frame: PageFrame, parcel: CarriedParcel, times: CarriedTimes): string {
  const { language } = frame
  const { step, pickUp: wording } = courierWording[language].carried
  return html`!${stepLine(step(2), 2)}<h1>${wording.heading}</h1>
<section class="card"><p class="who">${parcel.shop.name}</p>!${parcelLine(language, parcel)}!${reachShop(frame, parcel)}</section>
!${parcel.awaitsTrip ? html`<div class="money closed" role="status"><p>${wording.unpaid}</p><p>${wording.opens}</p></div>` : codeForm(frame, parcel, { action: 'pick-up', wording, times })}
!${earlyDoorNotes(language, parcel)}`
}

function handOver(frame: PageFrame, parcel: CarriedParcel, times: CarriedTimes): string {
  const { language } = frame
  const { customer, payment, reference } = parcel
  const { step, handOver: wording } = courierWording[language].carried
  return html`!${stepLine(step(3), 3)}<h1>${wording.heading}</h1>
<section class="card">!${placeCard(language, customer, times)}
<div data-customer>!${reachButtons(language, { ...customer, name: customer.firstName, reference })}</div>
!${doorNotes(language, parcel)}
!${parcelLine(language, parcel)}!${reachShop(frame, parcel)}</section>
!${payment.isSettled ? openHandOver(frame, parcel, times) : closedHandOver(language, payment)}
!${failForm(frame, parcel, times)}`
}

function openHandOver(frame: PageFrame, parcel: CarriedParcel, times: CarriedTimes): string {
  const { payment, codeLock } = parcel
  const wording = courierWording[frame.language].carried.handOver
  const paid =
    payment.status === 'NOT_DUE'
      ? wording.prepaid
      : wording.paid(amountText(payment.amountFcfa, frame.language))
  return html`!${codeLock ? '' : html`<p class="money open">${paid}</p>`}
!${codeForm(frame, parcel, { action: 'hand-over', wording, times })}`
}

type CodeForm = {
  action: 'pick-up' | 'hand-over' | 'bring-back'
  wording: { lead: string; code: string; submit: string }
  times: CarriedTimes
}

/** Asks for the code that ends a step; while it is locked, says when it can be tried again and who unlocks it. */
function codeForm(frame: PageFrame, parcel: CarriedParcel, { action, wording, times }: CodeForm): string {
  const { codeLock, key, reference } = parcel
  if (codeLock) return lockedCode(frame, codeLock, { action, reference, times })
  const rejected = times.rejected?.fault === 'CODE_FORM' ? times.rejected : undefined
  const fieldError = errorOf(rejected, frame.language) ?? times.wrongCode
  return html`<p>${wording.lead}</p>
!${actionForm(frame, {
    action,
    submit: wording.submit,
    delivery: key,
    token: rejected?.token,
    fields: codeField(wording.code, rejected?.typed.code, fieldError),
  })}`
}

function lockedCode(
  frame: PageFrame,
  { until }: NonNullable<CarriedParcel['codeLock']>,
  { action, reference, times }: Pick<CodeForm, 'action' | 'times'> & { reference: string },
): string {
  const { language } = frame
  const wording = courierWording[language].locked
  const meanwhile = wording.meanwhile[action]
  const next =
    until === null
      ? wording.closed(meanwhile)
      : wording.until(meanwhile, momentToCome(until, times, language))
  const sooner = until === null || frame.supportPhone === null ? '' : html`<p>${wording.sooner}</p>`
  return html`<section class="money closed" role="alert"><p>${wording.heading}</p><p>${next}</p>!${sooner}
!${supportButtons(frame, reference)}
<p>${wording.opens}</p></section>`
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

function failForm(frame: PageFrame, parcel: CarriedParcel, times: CarriedTimes): string {
  const { rejected, handoverProof } = times
  const { language } = frame
  const wording = courierWording[language].carried.fail
  const rejectedFailure = rejected && rejected.fault !== 'CODE_FORM' ? rejected : undefined
  const fieldError = errorOf(rejectedFailure, language)
  const errorAt = (isThere: boolean) => (isThere ? fieldError : undefined)
  const reasonError = errorAt(rejectedFailure?.fault === 'REASON_MISSING')
  const proofError = errorAt(rejectedFailure?.fault === 'PROOF_MISSING')
  const wordsError = errorAt(!reasonError && !proofError)
  const fields = html`<fieldset role="radiogroup" !${fieldState('reason', reasonError).replace(' autofocus', '')}><legend>${wording.legend}</legend>
!${errorLine('reason', reasonError)}
!${failureCodes.map(
    (code, at) =>
      html`<label class="choice"><input type="radio" name="reason" value="${code}" required ${
        rejectedFailure?.typed.failureCode === code ? 'checked' : ''
      } ${reasonError && at === 0 ? 'autofocus' : ''}>${failureWording[code][language]}</label>`,
  )}
</fieldset>
<label for="words">${wording.words}</label>
<input id="words" name="words" maxlength="${maxWordsLength}" autocomplete="off" value="${rejectedFailure?.typed.words}" !${fieldState('words', wordsError)}>
!${errorLine('words', wordsError)}
!${declaredCall(language, parcel, handoverProof, rejectedFailure?.typed.called === 'yes')}`
  const isOpen = rejectedFailure || times.photoError || isBegun(parcel, handoverProof)
  return html`<details class="fail" ${isOpen ? 'open' : ''}><summary>${wording.open}</summary>
!${proofList(frame, parcel, times, proofError)}
!${actionForm(frame, { action: 'fail', submit: wording.submit, delivery: parcel.key, fields, look: 'danger', token: rejectedFailure?.token })}
</details>`
}

function returnToShop(frame: PageFrame, parcel: CarriedParcel, times: CarriedTimes): string {
  const { language } = frame
  const { shop, failure, opening } = parcel
  const wording = courierWording[language].carried.returnToShop
  const reason = failure && failureReason(failure.code, failure.words, language)
  return html`!${stepLine(wording.step, 3)}<h1>${wording.heading}</h1>
!${reason ? html`<p>${wording.reason(reason)}</p>` : ''}
<section class="card">!${placeCard(language, shop)}!${openingLine(language, opening)}!${reachShop(frame, parcel)}</section>
!${codeForm(frame, parcel, { action: 'bring-back', wording, times })}`
}

const reachShop = ({ language }: PageFrame, { shop, reference }: CarriedParcel): string =>
  reachButtons(language, { ...shop, reference })

const openingLine = (language: Language, opening: OpeningState | null): string =>
  opening ? html`<p class="opening">${openingText(opening, language)}</p>` : ''

const stepLine = (text: string, number: number): string =>
  html`<p class="step" data-step="${number}">${text}</p>`

/** The parcel, and the shop's instructions about it. */
function parcelLine(language: Language, carriedParcel: CarriedParcel): string {
  const { parcel } = carriedParcel
  const { offers, carried } = courierWording[language]
  return html`<p class="parcel">${offers.sizes[parcel.size]}!${
    parcel.isFragile ? html` <strong class="fragile">${carried.fragile}</strong>` : ''
  }</p>
!${parcel.instructions ? html`<p class="instructions"><strong>${carried.instructions}</strong> ${parcel.instructions}</p>` : ''}
!${courierParcelPhoto(language, carriedParcel)}`
}

const errorOf = (rejected: RejectedForm | undefined, language: Language): string | undefined =>
  rejected && !isProblemFault(rejected.fault) ? courierWording[language].faults[rejected.fault] : undefined
