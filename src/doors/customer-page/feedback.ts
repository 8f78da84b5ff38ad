import { html } from 'ghtml'
import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { momentText } from '../../base/kernel/figure-text.ts'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import { ApiError } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { DeliveryStatus } from '../../contract/vocabulary.ts'
import { isIn } from '../../domain/deliveries/delivery-status.ts'
import {
  canReport,
  type ProblemFault,
  type ProblemReason,
  type ProblemStanding,
  problemOf,
  problemReasons,
  problemStanding,
} from '../../domain/feedback/problem-report.ts'
import { listProblemsOf } from '../../domain/feedback/problem-report-store.ts'
import { rateDelivery, type Stars } from '../../domain/feedback/rate-delivery.ts'
import { findRating } from '../../domain/feedback/rating-store.ts'
import { reportProblem } from '../../domain/feedback/report-problem.ts'
import { notice, type PageFrame, pageForm } from './customer-page.ts'
import type { CustomerText } from './customer-words.ts'
import type { LinkedDelivery } from './read-linked-delivery.ts'

/** What a customer has said of their delivery so far, and what they typed into a form that was refused. */
export type Feedback = {
  reports: readonly { reason: ProblemReason; time: string; standing: ProblemStanding }[]
  stars: number | null
  refused?: { reason: string; words: string; fault: ProblemFault } | undefined
}

/** What the customer has said of their delivery so far. */
export async function readFeedback(
  { db, clock }: { db: Database; clock: Clock },
  { key, view }: LinkedDelivery,
  language: SpokenLanguage,
): Promise<Feedback> {
  const [reports, rating] = await Promise.all([
    listProblemsOf(db, key),
    isIn('delivered', view.status) ? findRating(db, key) : undefined,
  ])
  const zone = { timeZone: view.city?.timeZone ?? 'UTC', now: clock.now() }
  return {
    reports: reports.map((report) => ({
      reason: report.reason as ProblemReason,
      time: momentText(report.reported_at, zone, language),
      standing: problemStanding(report),
    })),
    stars: rating?.stars ?? null,
  }
}

/**
 * Handles a form for a problem or for stars: `RATED` or `REPORTED` to redirect to the page, what was typed
 * where something is wrong with it, and undefined for a form that is neither.
 */
export async function handleFeedbackForm(
  deps: { db: Database; clock: Clock },
  { key }: LinkedDelivery,
  body: unknown,
): Promise<'RATED' | 'REPORTED' | NonNullable<Feedback['refused']> | undefined> {
  const form = feedbackForm(body)
  if (form === undefined) return undefined
  if (form.step === 'rate') {
    if (form.stars !== undefined) await rateDelivery(deps, key, form.stars).catch(ignoreIfTooEarly)
    return 'RATED'
  }
  const problem = problemOf(form)
  if ('fault' in problem) return { reason: form.reason, words: form.words, fault: problem.fault }
  await reportProblem(deps, key, { ...problem, timesReported: form.timesReported })
  return 'REPORTED'
}

/** Only a page that nobody has made asks for stars before the hand-over. */
function ignoreIfTooEarly(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'TRANSITION_REFUSED')) throw error
}

/** What the forms for problems and stars send, as it was typed. */
type FeedbackForm =
  | { step: 'rate'; stars: Stars | undefined }
  | { step: 'problem'; reason: string; words: string; timesReported: number }

/** A form for problems or stars from a body that may be anything; undefined for every other form. */
function feedbackForm(body: unknown): FeedbackForm | undefined {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  if (fields.step === 'rate')
    return { step: 'rate', stars: ([1, 2, 3, 4, 5] as const).find((count) => `${count}` === fields.stars) }
  if (fields.step !== 'problem') return undefined
  return {
    step: 'problem',
    reason: textOf(fields.reason),
    words: textOf(fields.words),
    timesReported: /^\d$/.test(textOf(fields.reported)) ? Number(fields.reported) : limits.problemReports,
  }
}

/** A field sent twice is a list, and is ignored. */
const textOf = (field: unknown): string => (typeof field === 'string' ? field : '')

/** Five buttons, each of which sends its stars; nothing before the hand-over. */
export function ratingCard(frame: PageFrame, status: DeliveryStatus, { stars }: Feedback): string {
  if (!isIn('delivered', status)) return ''
  const { t } = frame
  const starsText = (count: number) => t('{count, plural, one {# star} other {# stars}} of 5', { count })
  const buttons = [1, 2, 3, 4, 5].map((count) => {
    const [kind, star] = count <= (stars ?? 0) ? ['given', '★'] : ['', '☆']
    return html`<button name="stars" value="${count}" class="${kind}"
aria-label="${starsText(count)}" aria-pressed="${count === stars}">${star}</button>`
  })
  const said =
    stars === null
      ? t('Tap a star, from 1 (badly) to 5 (very well).')
      : t('Thank you! You gave {stars}. You can still change it.', { stars: starsText(stars) })
  const form = html`<input type="hidden" name="step" value="rate"><div class="stars">!${buttons}</div>`
  return html`<section class="card rating" id="rating"><h2>${t('How did the delivery go?')}</h2>
<p>${said}</p>!${pageForm(frame, form)}</section>`
}

/** What was reported and what comes next, and the form that reports a problem, which opens at a touch. */
export function problemCard(
  frame: PageFrame,
  status: DeliveryStatus,
  { reports, refused }: Feedback,
): string {
  if (!canReport(status)) return ''
  const { t } = frame
  const isEnough = reports.length >= limits.problemReports
  const fault = refused ? notice(t(faultTexts[refused.fault])) : ''
  const form = html`<details!${refused ? ' open' : ''}><summary>${t('Report a problem')}</summary>
!${fault}!${problemForm(frame, reports.length, refused)}</details>`
  const reported = reports.length > 0 ? reportedCard(frame, reports, isEnough) : ''
  return html`<section id="problem">!${reported}!${isEnough ? '' : form}</section>`
}

function reportedCard({ t }: PageFrame, reports: Feedback['reports'], isEnough: boolean): string {
  const lines = reports.map(({ reason, time, standing }) => {
    const report = t('{reason}, {time}', { reason: t(reasonTexts[reason]), time })
    return html`<li>${report} – ${t(standingTexts[standing])}</li>`
  })
  const isOver = reports.every(({ standing }) => standing === 'CLOSED')
  const next = t(
    'Somebody of the courier service reads it and calls you if they need to know more. Keep your phone close to you.',
  )
  const enough = t('You have reported all you can: the courier service has your messages.')
  return html`<div class="card" role="status"><h2>${t('Your problem is reported')}</h2><ul>!${lines}</ul>
!${isOver ? '' : html`<p>${next}</p>`}!${isEnough ? html`<p>${enough}</p>` : ''}</div>`
}

/** The form carries how much was reported before it, so that a second press reports nothing. */
function problemForm(frame: PageFrame, reported: number, refused: Feedback['refused']): string {
  const { t } = frame
  // The form stands far down: where something is wrong with it the page opens there.
  const focused = refused && (refused.fault === 'REASON_MISSING' ? problemReasons[0] : 'words')
  const focus = (field: string) => (field === focused ? ' autofocus' : '')
  const reasons = problemReasons.map((reason) => {
    const checked = reason === refused?.reason ? ' checked' : ''
    return html`<label class="choice"><input type="radio" name="reason" value="${reason}"
required!${checked}!${focus(reason)}>${t(reasonTexts[reason])}</label>`
  })
  const fields = html`<input type="hidden" name="reported" value="${reported}">
<fieldset><legend>${t('What is wrong?')}</legend>!${reasons}</fieldset>
<label for="problem-words">${t('Tell us more, if you like')}</label>
<textarea id="problem-words" name="words" rows="3" maxlength="${limits.problemWords.max}"
aria-describedby="problem-hint"!${focus('words')}>
${refused?.words ?? ''}</textarea>
<p class="hint" id="problem-hint">${t('Never write a PIN or a password here.')}</p>
<button class="big" name="step" value="problem">${t('Send')}</button>`
  return pageForm(frame, fields)
}

const reasonTexts: Record<ProblemReason, CustomerText> = {
  NOT_RECEIVED: 'I have not received the parcel',
  DAMAGED: 'The parcel is damaged',
  WRONG_PARCEL: 'It is the wrong parcel',
  ASKED_FOR_CASH: 'The courier asked me for money',
  COURIER_BEHAVIOUR: 'The courier behaved badly',
  OTHER: 'Something else',
}
const standingTexts: Record<ProblemStanding, CustomerText> = {
  OPEN: 'received',
  TAKEN: 'somebody sees to it',
  CLOSED: 'done',
}
const faultTexts: Record<ProblemFault, CustomerText> = {
  REASON_MISSING: 'First choose what is wrong.',
  WORDS_MISSING: 'Write in a few words what is wrong.',
  WORDS_TOO_LONG: 'This is too long: at most 500 characters.',
}
