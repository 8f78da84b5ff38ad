import { html } from 'ghtml'
import { amountText, openingText as momentToCome, spanText } from '../../base/kernel/figure-text.ts'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import { failureCodes, type PaymentStatus } from '../../contract/vocabulary.ts'
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
import { type CourierText, speak } from './courier-words.ts'
import { courierParcelPhoto, doorNotes, earlyDoorNotes } from './door-notes/courier-door-page.ts'
import { errorLine, fieldState } from './field-error-page.ts'
import { openingText, sizeTexts } from './parcel-text.ts'
import { isProblemFault, type ProblemFault } from './problem-form.ts'
import { pickupProblem } from './problem-page.ts'
import { declaredCall, isBegun, proofList } from './proof/proof-page.ts'
import { reachButtons, supportButtons } from './reach-page.ts'

/** A form that was refused because of what was typed into it. */
export type RejectedForm = { fault: ActionFault | ProblemFault; token: string; typed: Typed }

/** What the pages of a parcel are worded with besides the parcel. */
type CarriedTimes = {
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

/**
 * What a courier with a parcel sees: the one thing to do next, what they earn, and a parcel that is called
 * back.
 */
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

function payLine(language: SpokenLanguage, { payFcfa }: CarriedParcel): string {
  if (payFcfa === null) return ''
  return html`<p class="pay"><strong>${amountText(payFcfa, language)}</strong> ${speak(language)('for you')}</p>`
}

function goToShop(frame: PageFrame, parcel: CarriedParcel): string {
  const { key, shop, window, opening } = parcel
  const t = speak(frame.language)
  const when = window && t('The parcel is ready: {span}.', { span: spanText(window, frame.language) })
  return html`!${stepLine(t('Step {number} of 3', { number: 1 }), 1)}<h1>${t('Go to the shop')}</h1>
<section class="card">!${placeCard(frame.language, shop)}!${openingLine(frame.language, opening)}!${reachShop(frame, parcel)}</section>
!${when ? html`<p><strong>${when}</strong></p>` : ''}
!${actionForm(frame, { action: 'arrive', submit: t('I am at the shop'), delivery: key })}
!${earlyDoorNotes(frame.language, parcel)}`
}

function pickUp(frame: PageFrame, parcel: CarriedParcel, times: CarriedTimes): string {
  const { language } = frame
  const t = speak(language)
  const says = {
    lead: t('Ask the shop for the pickup code.'),
    code: t('Pickup code'),
    submit: t('I have the parcel'),
  }
  return html`!${stepLine(t('Step {number} of 3', { number: 2 }), 2)}<h1>${t('Take the parcel')}</h1>
<section class="card"><p class="who">${parcel.shop.name}</p>!${parcelLine(language, parcel)}!${reachShop(frame, parcel)}</section>
!${parcel.awaitsTrip ? html`<div class="money closed" role="status"><p>${t('Do not take the parcel yet: the shop first has to pay the trip by phone.')}</p><p>${t('This page opens by itself once it is paid. Unpaid, the trip is cancelled.')}</p></div>` : codeForm(frame, parcel, { action: 'pick-up', says, times })}
!${earlyDoorNotes(language, parcel)}`
}

function handOver(frame: PageFrame, parcel: CarriedParcel, times: CarriedTimes): string {
  const { language } = frame
  const { customer, payment, reference } = parcel
  const t = speak(language)
  return html`!${stepLine(t('Step {number} of 3', { number: 3 }), 3)}<h1>${t('Deliver the parcel')}</h1>
<section class="card">!${placeCard(language, customer, times)}
<div data-customer>!${reachButtons(language, { ...customer, name: customer.firstName, reference })}</div>
!${doorNotes(language, parcel)}
!${parcelLine(language, parcel)}!${reachShop(frame, parcel)}</section>
!${payment.isSettled ? openHandOver(frame, parcel, times) : closedHandOver(language, payment)}
!${failForm(frame, parcel, times)}`
}

function openHandOver(frame: PageFrame, parcel: CarriedParcel, times: CarriedTimes): string {
  const { payment, codeLock } = parcel
  const t = speak(frame.language)
  const paid =
    payment.status === 'NOT_DUE'
      ? t('Nothing to collect: the parcel is already paid.')
      : t('The customer has paid {amount}. You can hand over the parcel.', {
          amount: amountText(payment.amountFcfa, frame.language),
        })
  const says = {
    lead: t('Ask the customer for their handover code.'),
    code: t('Handover code'),
    submit: t('Parcel handed over'),
  }
  return html`!${codeLock ? '' : html`<p class="money open">${paid}</p>`}
!${codeForm(frame, parcel, { action: 'hand-over', says, times })}`
}

type CodeForm = {
  action: 'pick-up' | 'hand-over' | 'bring-back'
  says: { lead: string; code: string; submit: string }
  times: CarriedTimes
}

/**
 * Asks for the code that ends a step; while it is locked, says when it can be tried again and who unlocks it.
 */
function codeForm(frame: PageFrame, parcel: CarriedParcel, { action, says, times }: CodeForm): string {
  const { codeLock, key, reference } = parcel
  if (codeLock) return lockedCode(frame, codeLock, { action, reference, times })
  const rejected = times.rejected?.fault === 'CODE_FORM' ? times.rejected : undefined
  const fieldError = errorOf(rejected, frame.language) ?? times.wrongCode
  return html`<p>${says.lead}</p>
!${actionForm(frame, {
    action,
    submit: says.submit,
    delivery: key,
    token: rejected?.token,
    fields: codeField(says.code, rejected?.typed.code, fieldError),
  })}`
}

function lockedCode(
  frame: PageFrame,
  { until }: NonNullable<CarriedParcel['codeLock']>,
  { action, reference, times }: Pick<CodeForm, 'action' | 'times'> & { reference: string },
): string {
  const { language } = frame
  const t = speak(language)
  // At the pickup the parcel is still the shop’s.
  const meanwhile = action === 'pick-up' ? t('Stay at the shop') : t('Keep the parcel')
  const next =
    until === null
      ? t('{meanwhile} and call your Colis manager: only they can unlock it.', { meanwhile })
      : t('{meanwhile}. You can try again {moment}.', {
          meanwhile,
          moment: momentToCome(until, times, language),
        })
  const sooner =
    until === null || frame.supportPhone === null
      ? ''
      : html`<p>${t('Your Colis manager can unlock it at once: call them.')}</p>`
  return html`<section class="money closed" role="alert"><p>${t('This code is locked after too many tries.')}</p><p>${next}</p>!${sooner}
!${supportButtons(frame, reference)}
<p>${t('This page opens by itself as soon as the code is unlocked.')}</p></section>`
}

/** Why a parcel may not be handed over yet. */
const closedBy = {
  NOT_REQUESTED: 'Do not hand over the parcel yet: the customer has not been asked to pay {amount} yet.',
  AWAITING_CUSTOMER: 'Do not hand over the parcel yet: the customer first has to pay {amount} by phone.',
  AWAITING_MERCHANT:
    'Do not hand over the parcel yet: the shop has to confirm that it received {amount}. If it does not answer, the service decides.',
  FAILED:
    'Do not hand over the parcel yet: the payment of {amount} did not go through. The customer can try again.',
  REFUSED:
    'Do not hand over the parcel yet: the payment of {amount} was refused. The customer can try again.',
} as const satisfies Partial<Record<PaymentStatus, string>>

function closedHandOver(
  language: SpokenLanguage,
  { status, amountFcfa, isDenied }: CarriedParcel['payment'],
): string {
  const t = speak(language)
  const amount = amountText(amountFcfa, language)
  const closed = status in closedBy ? t(closedBy[status as keyof typeof closedBy], { amount }) : ''
  return html`<div class="money closed" role="status">!${isDenied ? html`<p><strong>${t('Do not hand over the parcel.')}</strong></p><p>${t('The shop has not received the {amount} that the customer says they paid. The customer can pay, or call the shop.', { amount })}</p>` : html`<p>${closed}</p>`}
<p>${t('Never take money yourself. This page opens by itself once it is paid.')}</p></div>`
}

function failForm(frame: PageFrame, parcel: CarriedParcel, times: CarriedTimes): string {
  const { rejected, handoverProof } = times
  const { language } = frame
  const t = speak(language)
  const rejectedFailure = rejected && rejected.fault !== 'CODE_FORM' ? rejected : undefined
  const fieldError = errorOf(rejectedFailure, language)
  const errorAt = (isThere: boolean) => (isThere ? fieldError : undefined)
  const reasonError = errorAt(rejectedFailure?.fault === 'REASON_MISSING')
  const proofError = errorAt(rejectedFailure?.fault === 'PROOF_MISSING')
  const wordsError = errorAt(!reasonError && !proofError)
  const fields = html`<fieldset role="radiogroup" !${fieldState('reason', reasonError).replace(' autofocus', '')}><legend>${t('What went wrong?')}</legend>
!${errorLine('reason', reasonError)}
!${failureCodes.map(
    (code, at) =>
      html`<label class="choice"><input type="radio" name="reason" value="${code}" required ${
        rejectedFailure?.typed.failureCode === code ? 'checked' : ''
      } ${reasonError && at === 0 ? 'autofocus' : ''}>${failureWording[code][language]}</label>`,
  )}
</fieldset>
<label for="words">${t('Say what, if it is another reason')}</label>
<input id="words" name="words" maxlength="${maxWordsLength}" autocomplete="off" value="${rejectedFailure?.typed.words}" !${fieldState('words', wordsError)}>
!${errorLine('words', wordsError)}
!${declaredCall(language, parcel, handoverProof, rejectedFailure?.typed.called === 'yes')}`
  const isOpen = rejectedFailure || times.photoError || isBegun(parcel, handoverProof)
  return html`<details class="fail" ${isOpen ? 'open' : ''}><summary>${t('It cannot be handed over')}</summary>
!${proofList(frame, parcel, times, proofError)}
!${actionForm(frame, { action: 'fail', submit: t('Report the failure'), delivery: parcel.key, fields, look: 'danger', token: rejectedFailure?.token })}
</details>`
}

function returnToShop(frame: PageFrame, parcel: CarriedParcel, times: CarriedTimes): string {
  const { language } = frame
  const { shop, failure, opening } = parcel
  const t = speak(language)
  const reason = failure && failureReason(failure.code, failure.words, language)
  const says = {
    lead: t('The shop gives you a return code once it has taken the parcel back.'),
    code: t('Return code'),
    submit: t('Parcel returned'),
  }
  return html`!${stepLine(t('Return'), 3)}<h1>${t('Bring the parcel back to the shop')}</h1>
!${reason ? html`<p>${t('Could not be handed over: {reason}.', { reason })}</p>` : ''}
<section class="card">!${placeCard(language, shop)}!${openingLine(language, opening)}!${reachShop(frame, parcel)}</section>
!${codeForm(frame, parcel, { action: 'bring-back', says, times })}`
}

const reachShop = ({ language }: PageFrame, { shop, reference }: CarriedParcel): string =>
  reachButtons(language, { ...shop, reference })

const openingLine = (language: SpokenLanguage, opening: OpeningState | null): string =>
  opening ? html`<p class="opening">${openingText(opening, language)}</p>` : ''

const stepLine = (text: string, number: number): string =>
  html`<p class="step" data-step="${number}">${text}</p>`

/** The parcel, and the shop's instructions about it. */
function parcelLine(language: SpokenLanguage, carriedParcel: CarriedParcel): string {
  const { parcel } = carriedParcel
  const t = speak(language)
  return html`<p class="parcel">${t(sizeTexts[parcel.size])}!${
    parcel.isFragile ? html` <strong class="fragile">${t('Fragile')}</strong>` : ''
  }</p>
!${parcel.instructions ? html`<p class="instructions"><strong>${t('Instructions:')}</strong> ${parcel.instructions}</p>` : ''}
!${courierParcelPhoto(language, carriedParcel)}`
}

const faultTexts = {
  CODE_FORM: 'The code has 4 digits. Check it.',
  REASON_MISSING: 'Choose what went wrong.',
  WORDS_MISSING: 'Say in a few words what went wrong.',
  WORDS_TOO_LONG: 'This is too long: 200 characters at most.',
  PROOF_MISSING: 'Something of this list is still missing.',
} as const satisfies Record<ActionFault, CourierText>

const errorOf = (rejected: RejectedForm | undefined, language: SpokenLanguage): string | undefined =>
  rejected && !isProblemFault(rejected.fault) ? speak(language)(faultTexts[rejected.fault]) : undefined
