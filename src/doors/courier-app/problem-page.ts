import { html } from 'ghtml'
import { amountText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import {
  maxProblemWords,
  pickupReasons,
  type WaitTerms,
} from '../../domain/deliveries/pickup-problems/pickup-problem.ts'
import type { CarriedParcel } from '../../domain/matching/courier-screen.ts'
import { actionForm } from './action-form-page.ts'
import { countdown } from './countdown-page.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { errorLine, fieldState } from './field-error-page.ts'
import { problemWording } from './pickup-problem-wording.ts'
import { isProblemFault, type ProblemFault, type TypedProblem } from './problem-form.ts'

type Rejected = { fault: string; token: string; typed: TypedProblem } | undefined

/** What a courier who has not got the parcel yet sees of a wait, and where they say that they cannot take it. */
export function pickupProblem(
  frame: PageFrame,
  parcel: CarriedParcel,
  { pickupWait, now, rejected }: { pickupWait: WaitTerms; now: Date; rejected: Rejected },
): string {
  if (parcel.step !== 'GO_TO_SHOP' && parcel.step !== 'PICK_UP') return ''
  return html`!${parcel.wait ? waitingCard(frame.language, parcel.wait, now) : ''}
!${problemForm(frame, parcel, pickupWait, rejected)}`
}

function waitingCard(language: Language, wait: NonNullable<CarriedParcel['wait']>, now: Date): string {
  const { waiting: words } = problemWording[language]
  const fee = amountText(wait.feeFcfa, language)
  if (wait.isOver) {
    const earned = wait.feeFcfa > 0 ? html`<p>${words.earned(fee)}</p>` : ''
    return html`<section class="card waiting" role="status"><p><strong>${words.over}</strong></p>!${earned}<p>${words.next}</p></section>`
  }
  const promised = wait.feeFcfa > 0 ? html`<p>${words.fee(fee)}</p>` : ''
  return html`<section class="card waiting"><p><strong>${words.heading}</strong></p>
!${countdown(wait.until, now, words.left)}!${promised}</section>`
}

function problemForm(
  frame: PageFrame,
  { key, step, wait }: CarriedParcel,
  terms: WaitTerms,
  rejected: Rejected,
): string {
  const words = problemWording[frame.language]
  const wrong =
    rejected && isProblemFault(rejected.fault) ? { ...rejected, fault: rejected.fault } : undefined
  const mayWait = step === 'PICK_UP' && !wait
  const fields = html`!${reasonField(frame.language, wrong)}!${wordsField(frame.language, wrong)}
!${mayWait ? courseField(frame.language, terms, wrong) : '<input type="hidden" name="course" value="FREE">'}`
  return html`<details class="fail problem" ${wrong ? 'open' : ''}><summary>${words.open}</summary>
!${step === 'GO_TO_SHOP' ? html`<p class="hint">${words.arriveFirst}</p>` : ''}
!${actionForm(frame, { action: 'problem', submit: mayWait ? words.submit : words.giveUp, delivery: key, fields, look: 'danger', token: wrong?.token })}
</details>`
}

type Wrong = { fault: ProblemFault; typed: TypedProblem } | undefined

function reasonField(language: Language, wrong: Wrong): string {
  const { legend, reasons } = problemWording[language]
  const fieldError = errorOf(wrong, ['PROBLEM_MISSING', 'NOT_WORTH_WAITING'], language)
  const choices = pickupReasons.map((reason) => {
    const isChosen = wrong?.typed.problem === reason
    return html`<label class="choice"><input type="radio" name="problem" value="${reason}" required ${isChosen ? 'checked' : ''} !${fieldState('problem', fieldError)}>${reasons[reason]}</label>`
  })
  return html`<fieldset><legend>${legend}</legend>!${choices}</fieldset>!${errorLine('problem', fieldError)}`
}

function wordsField(language: Language, wrong: Wrong): string {
  const fieldError = errorOf(wrong, ['PROBLEM_TOO_LONG'], language)
  return html`<label for="problem-words">${problemWording[language].words}</label>
<input id="problem-words" name="words" maxlength="${maxProblemWords}" autocomplete="off" value="${wrong?.typed.words}" !${fieldState('words', fieldError)}>
!${errorLine('words', fieldError)}`
}

function courseField(language: Language, { minutes, feeFcfa }: WaitTerms, wrong: Wrong): string {
  const words = problemWording[language]
  const fieldError = errorOf(wrong, ['COURSE_MISSING'], language)
  const wait = feeFcfa > 0 ? words.waitFor(minutes, amountText(feeFcfa, language)) : words.wait(minutes)
  const choices = [
    ['WAIT', wait],
    ['FREE', words.free],
  ].map(
    ([course, label]) =>
      html`<label class="choice"><input type="radio" name="course" value="${course}" required ${wrong?.typed.course === course ? 'checked' : ''} !${fieldState('course', fieldError)}>${label}</label>`,
  )
  return html`<fieldset><legend>${words.course}</legend>!${choices}</fieldset>!${errorLine('course', fieldError)}`
}

const errorOf = (wrong: Wrong, faults: readonly ProblemFault[], language: Language): string | undefined =>
  wrong && faults.includes(wrong.fault) ? problemWording[language].faults[wrong.fault] : undefined
