import { html } from 'ghtml'
import { amountText } from '../../base/kernel/figure-text.ts'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import {
  maxProblemWords,
  mayWaitFor,
  type PickupCourse,
  type PickupReason,
  pickupReasons,
  type WaitTerms,
} from '../../domain/deliveries/pickup-problems/pickup-problem.ts'
import type { CarriedParcel } from '../../domain/matching/courier-screen.ts'
import { hiddenField } from '../../pages/form-parts.ts'
import { actionForm, type RejectedForm } from './action-form.ts'
import { countdown } from './countdown-page.ts'
import { errorLine, fieldState, lineField, radioChoice } from './courier-fields.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { type CourierText, speak } from './courier-words.ts'
import { plainWords } from './plain-words.ts'

const reasonTexts = {
  SHOP_CLOSED: 'The shop is closed',
  PARCEL_NOT_READY: 'The parcel is not ready',
  BREAKDOWN: 'I have a breakdown, I go off duty',
  PARCEL_TOO_LARGE: 'The parcel is too large for me',
} as const satisfies Record<PickupReason, CourierText>

/** What a courier may have left out or typed wrong about a parcel that they cannot take. */
const faultTexts = {
  PROBLEM_MISSING: 'Choose what keeps you from it.',
  COURSE_MISSING: 'Say whether you wait or leave the trip.',
  PROBLEM_TOO_LONG: 'This is too long: 200 characters at most.',
  NOT_WORTH_WAITING:
    'One waits only if the shop is closed or the parcel not ready. Choose one of these reasons, or leave the trip.',
} as const satisfies Record<string, CourierText>
type ProblemFault = keyof typeof faultTexts
type Rejected = RejectedForm<ProblemFault>

const isProblemForm = (form: RejectedForm): form is Rejected => Object.hasOwn(faultTexts, form.fault)

/** Reads what a courier says of a parcel that they cannot take. */
export function readProblem(
  fields: Record<string, string>,
): { reason: PickupReason; course: PickupCourse; words: string | null } | Pick<Rejected, 'fault' | 'typed'> {
  const { problem = '', course = '', words: written = '' } = fields
  const typed = {
    problem: problem.slice(0, 40),
    course: course.slice(0, 10),
    words: written.slice(0, 10 * maxProblemWords),
  }
  const reason = pickupReasons.find((each) => each === problem)
  const words = plainWords(typed.words)
  if (!reason) return { fault: 'PROBLEM_MISSING', typed }
  if (words.length > maxProblemWords) return { fault: 'PROBLEM_TOO_LONG', typed }
  if (course !== 'WAIT' && course !== 'FREE') return { fault: 'COURSE_MISSING', typed }
  if (course === 'WAIT' && !mayWaitFor(reason)) return { fault: 'NOT_WORTH_WAITING', typed }
  return { reason, course, words: words || null }
}

/**
 * What a courier who has not got the parcel yet sees of a wait, and where they say that they cannot take it.
 */
export function pickupProblem(
  frame: PageFrame,
  parcel: CarriedParcel,
  { pickupWait, now, rejected }: { pickupWait: WaitTerms; now: Date; rejected?: RejectedForm | undefined },
): string {
  const { key: delivery, step, wait } = parcel
  if (step !== 'GO_TO_SHOP' && step !== 'PICK_UP') return ''
  const { language } = frame
  const t = speak(language)
  const wrong = rejected && isProblemForm(rejected) ? rejected : undefined
  const mayWait = step === 'PICK_UP' && !wait
  const fields = html`!${reasonField(language, wrong)}!${wordsField(language, wrong)}
!${mayWait ? courseField(language, pickupWait, wrong) : hiddenField('course', 'FREE')}`
  const submit = mayWait ? t('Send') : t('Leave the trip to another')
  const first = html`<p class="hint">${t(
    'Shop closed or parcel not ready? Tap “I am at the shop” first: then you can wait.',
  )}</p>`
  return html`!${wait ? waitingCard(language, wait, now) : ''}
<details class="fail problem" ${wrong ? 'open' : ''}><summary>${t('A problem')}</summary>
!${step === 'GO_TO_SHOP' ? first : ''}
!${actionForm(frame, { action: 'problem', submit, delivery, fields, look: 'danger', token: wrong?.token })}
</details>`
}

function waitingCard(language: SpokenLanguage, wait: NonNullable<CarriedParcel['wait']>, now: Date): string {
  const t = speak(language)
  const fee = amountText(wait.feeFcfa, language)
  const paragraph = (text: string) => html`<p>${text}</p>`
  if (wait.isOver) {
    const parts = [
      html`<p><strong>${t('The wait is over.')}</strong></p>`,
      wait.feeFcfa > 0 &&
        paragraph(t('You get {fee} more, whether you take the parcel or leave the trip.', { fee })),
      paragraph(t('Take the parcel if it is ready, or leave the trip to another.')),
    ]
    return html`<section class="card waiting" role="status">!${parts.filter(Boolean)}</section>`
  }
  const left = countdown(wait.until, now, (time) => t('{time} left', { time }))
  const promised = wait.feeFcfa > 0 && paragraph(t('If you wait until the end, you get {fee} more.', { fee }))
  return html`<section class="card waiting"><p><strong>${t('You are waiting at the shop')}</strong></p>
!${left}!${promised || ''}</section>`
}

function reasonField(language: SpokenLanguage, wrong: Rejected | undefined): string {
  const t = speak(language)
  const error = errorOf(wrong, ['PROBLEM_MISSING', 'NOT_WORTH_WAITING'], language)
  const choices = pickupReasons.map((reason) =>
    radioChoice(
      { name: 'problem', value: reason, label: t(reasonTexts[reason]) },
      wrong?.typed.problem === reason ? 'checked' : '',
      fieldState('problem', error),
    ),
  )
  const legend = t('What keeps you from taking the parcel?')
  return html`<fieldset><legend>${legend}</legend>!${choices}</fieldset>!${errorLine('problem', error)}`
}

const wordsField = (language: SpokenLanguage, wrong: Rejected | undefined): string =>
  lineField({
    name: 'words',
    id: 'problem-words',
    label: speak(language)('More about it, if needed'),
    error: errorOf(wrong, ['PROBLEM_TOO_LONG'], language),
    attributes: { maxlength: maxProblemWords, autocomplete: 'off', value: wrong?.typed.words ?? '' },
  })

function courseField(
  language: SpokenLanguage,
  { minutes, feeFcfa }: WaitTerms,
  wrong: Rejected | undefined,
): string {
  const t = speak(language)
  const error = errorOf(wrong, ['COURSE_MISSING'], language)
  const fee = amountText(feeFcfa, language)
  const labels = {
    WAIT:
      feeFcfa > 0
        ? t('I wait {minutes} minutes: {fee} for you if you wait all of them', { minutes, fee })
        : t('I wait {minutes} minutes', { minutes }),
    FREE: t('I leave the trip to another'),
  }
  const choices = Object.entries(labels).map(([value, label]) =>
    radioChoice(
      { name: 'course', value, label },
      wrong?.typed.course === value ? 'checked' : '',
      fieldState('course', error),
    ),
  )
  const legend = t('What do you do?')
  return html`<fieldset><legend>${legend}</legend>!${choices}</fieldset>!${errorLine('course', error)}`
}

const errorOf = (
  wrong: Rejected | undefined,
  faults: readonly ProblemFault[],
  language: SpokenLanguage,
): string | undefined =>
  wrong && faults.includes(wrong.fault) ? speak(language)(faultTexts[wrong.fault]) : undefined
