import { html } from 'ghtml'
import { amountText } from '../../base/kernel/figure-text.ts'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import {
  maxProblemWords,
  type PickupReason,
  pickupReasons,
  type WaitTerms,
} from '../../domain/deliveries/pickup-problems/pickup-problem.ts'
import type { CarriedParcel } from '../../domain/matching/courier-screen.ts'
import { actionForm } from './action-form-page.ts'
import { countdown } from './countdown-page.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { type CourierText, speak } from './courier-words.ts'
import { errorLine, fieldState } from './field-error-page.ts'
import { isProblemFault, type ProblemFault, type TypedProblem } from './problem-form.ts'

type Rejected = { fault: string; token: string; typed: TypedProblem } | undefined

/**
 * What a courier who has not got the parcel yet sees of a wait, and where they say that they cannot take it.
 */
export function pickupProblem(
  frame: PageFrame,
  parcel: CarriedParcel,
  { pickupWait, now, rejected }: { pickupWait: WaitTerms; now: Date; rejected: Rejected },
): string {
  if (parcel.step !== 'GO_TO_SHOP' && parcel.step !== 'PICK_UP') return ''
  return html`!${parcel.wait ? waitingCard(frame.language, parcel.wait, now) : ''}
!${problemForm(frame, parcel, pickupWait, rejected)}`
}

function waitingCard(language: SpokenLanguage, wait: NonNullable<CarriedParcel['wait']>, now: Date): string {
  const t = speak(language)
  const fee = amountText(wait.feeFcfa, language)
  if (wait.isOver) {
    const earned =
      wait.feeFcfa > 0
        ? html`<p>${t('You get {fee} more, whether you take the parcel or leave the trip.', { fee })}</p>`
        : ''
    return html`<section class="card waiting" role="status"><p><strong>${t('The wait is over.')}</strong></p>!${earned}<p>${t('Take the parcel if it is ready, or leave the trip to another.')}</p></section>`
  }
  const promised =
    wait.feeFcfa > 0 ? html`<p>${t('If you wait until the end, you get {fee} more.', { fee })}</p>` : ''
  return html`<section class="card waiting"><p><strong>${t('You are waiting at the shop')}</strong></p>
!${countdown(wait.until, now, (time) => t('{time} left', { time }))}!${promised}</section>`
}

function problemForm(
  frame: PageFrame,
  { key, step, wait }: CarriedParcel,
  terms: WaitTerms,
  rejected: Rejected,
): string {
  const t = speak(frame.language)
  const wrong =
    rejected && isProblemFault(rejected.fault) ? { ...rejected, fault: rejected.fault } : undefined
  const mayWait = step === 'PICK_UP' && !wait
  const fields = html`!${reasonField(frame.language, wrong)}!${wordsField(frame.language, wrong)}
!${mayWait ? courseField(frame.language, terms, wrong) : '<input type="hidden" name="course" value="FREE">'}`
  return html`<details class="fail problem" ${wrong ? 'open' : ''}><summary>${t('A problem')}</summary>
!${step === 'GO_TO_SHOP' ? html`<p class="hint">${t('Shop closed or parcel not ready? Tap “I am at the shop” first: then you can wait.')}</p>` : ''}
!${actionForm(frame, { action: 'problem', submit: mayWait ? t('Send') : t('Leave the trip to another'), delivery: key, fields, look: 'danger', token: wrong?.token })}
</details>`
}

const reasonTexts = {
  SHOP_CLOSED: 'The shop is closed',
  PARCEL_NOT_READY: 'The parcel is not ready',
  BREAKDOWN: 'I have a breakdown, I go off duty',
  PARCEL_TOO_LARGE: 'The parcel is too large for me',
} as const satisfies Record<PickupReason, CourierText>

const faultTexts = {
  PROBLEM_MISSING: 'Choose what keeps you from it.',
  COURSE_MISSING: 'Say whether you wait or leave the trip.',
  PROBLEM_TOO_LONG: 'This is too long: 200 characters at most.',
  NOT_WORTH_WAITING:
    'One waits only if the shop is closed or the parcel not ready. Choose one of these reasons, or leave the trip.',
} as const satisfies Record<ProblemFault, CourierText>

type Wrong = { fault: ProblemFault; typed: TypedProblem } | undefined

function reasonField(language: SpokenLanguage, wrong: Wrong): string {
  const t = speak(language)
  const fieldError = errorOf(wrong, ['PROBLEM_MISSING', 'NOT_WORTH_WAITING'], language)
  const choices = pickupReasons.map((reason) => {
    const isChosen = wrong?.typed.problem === reason
    return html`<label class="choice"><input type="radio" name="problem" value="${reason}" required ${isChosen ? 'checked' : ''} !${fieldState('problem', fieldError)}>${t(reasonTexts[reason])}</label>`
  })
  return html`<fieldset><legend>${t('What keeps you from taking the parcel?')}</legend>!${choices}</fieldset>!${errorLine('problem', fieldError)}`
}

function wordsField(language: SpokenLanguage, wrong: Wrong): string {
  const fieldError = errorOf(wrong, ['PROBLEM_TOO_LONG'], language)
  return html`<label for="problem-words">${speak(language)('More about it, if needed')}</label>
<input id="problem-words" name="words" maxlength="${maxProblemWords}" autocomplete="off" value="${wrong?.typed.words}" !${fieldState('words', fieldError)}>
!${errorLine('words', fieldError)}`
}

function courseField(language: SpokenLanguage, { minutes, feeFcfa }: WaitTerms, wrong: Wrong): string {
  const t = speak(language)
  const fieldError = errorOf(wrong, ['COURSE_MISSING'], language)
  const wait =
    feeFcfa > 0
      ? t('I wait {minutes} minutes: {fee} for you if you wait all of them', {
          minutes,
          fee: amountText(feeFcfa, language),
        })
      : t('I wait {minutes} minutes', { minutes })
  const choices = [
    ['WAIT', wait],
    ['FREE', t('I leave the trip to another')],
  ].map(
    ([course, label]) =>
      html`<label class="choice"><input type="radio" name="course" value="${course}" required ${wrong?.typed.course === course ? 'checked' : ''} !${fieldState('course', fieldError)}>${label}</label>`,
  )
  return html`<fieldset><legend>${t('What do you do?')}</legend>!${choices}</fieldset>!${errorLine('course', fieldError)}`
}

const errorOf = (
  wrong: Wrong,
  faults: readonly ProblemFault[],
  language: SpokenLanguage,
): string | undefined =>
  wrong && faults.includes(wrong.fault) ? speak(language)(faultTexts[wrong.fault]) : undefined
