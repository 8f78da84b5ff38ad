import { html } from 'ghtml'
import { limits } from '../../base/contract/limits.ts'
import type { DeliveryStatus } from '../../base/contract/vocabulary.ts'
import { isIn } from '../../domain/deliveries/delivery-status.ts'
import {
  canReport,
  type ProblemFault,
  type ProblemReason,
  type ProblemStanding,
  problemReasons,
} from '../../domain/feedback/problem-report.ts'
import { notice, type PageFrame, pageForm } from './customer-page.ts'
import type { CustomerText } from './customer-words.ts'

/** What a customer has said of their delivery so far, and what they typed into a form that was refused. */
export type Feedback = {
  reports: readonly { reason: ProblemReason; time: string; standing: ProblemStanding }[]
  stars: number | null
  refused?: { reason: string; words: string; fault: ProblemFault } | undefined
}

/** Five buttons, each of which sends its stars; nothing before the hand-over. */
export function ratingCard(frame: PageFrame, status: DeliveryStatus, { stars }: Feedback): string {
  if (!isIn('delivered', status)) return ''
  const { t } = frame
  const starsText = (count: number) => t('{count, plural, one {# star} other {# stars}} of 5', { count })
  const buttons = [1, 2, 3, 4, 5].map(
    (count) =>
      html`<button name="stars" value="${count}" class="${count <= (stars ?? 0) ? 'given' : ''}" aria-label="${starsText(count)}" aria-pressed="${count === stars}">${count <= (stars ?? 0) ? '★' : '☆'}</button>`,
  )
  const said =
    stars === null
      ? t('Tap a star, from 1 (badly) to 5 (very well).')
      : t('Thank you! You gave {stars}. You can still change it.', { stars: starsText(stars) })
  return html`<section class="card rating" id="rating"><h2>${t('How did the delivery go?')}</h2><p>${said}</p>!${pageForm(
    frame,
    html`<input type="hidden" name="step" value="rate"><div class="stars">!${buttons}</div>`,
  )}</section>`
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
  return html`<section id="problem">!${reports.length > 0 ? reportedCard(frame, reports, isEnough) : ''}!${
    isEnough
      ? ''
      : html`<details!${refused ? ' open' : ''}><summary>${t('Report a problem')}</summary>!${refused ? notice(t(faultTexts[refused.fault])) : ''}!${problemForm(frame, reports.length, refused)}</details>`
  }</section>`
}

function reportedCard({ t }: PageFrame, reports: Feedback['reports'], isEnough: boolean): string {
  const lines = reports.map(
    ({ reason, time, standing }) =>
      html`<li>${t('{reason}, {time}', { reason: t(reasonTexts[reason]), time })} – ${t(standingTexts[standing])}</li>`,
  )
  const isOver = reports.every(({ standing }) => standing === 'CLOSED')
  return html`<div class="card" role="status"><h2>${t('Your problem is reported')}</h2><ul>!${lines}</ul>!${isOver ? '' : html`<p>${t('Somebody of the courier service reads it and calls you if they need to know more. Keep your phone close to you.')}</p>`}!${isEnough ? html`<p>${t('You have reported all you can: the courier service has your messages.')}</p>` : ''}</div>`
}

/** The form carries how much was reported before it, so that a second press reports nothing. */
function problemForm(frame: PageFrame, reported: number, refused: Feedback['refused']): string {
  const { t } = frame
  // The form stands far down: where something is wrong with it the page opens there.
  const focused = refused && (refused.fault === 'REASON_MISSING' ? problemReasons[0] : 'words')
  const reasons = problemReasons.map(
    (reason) =>
      html`<label class="choice"><input type="radio" name="reason" value="${reason}" required!${reason === refused?.reason ? ' checked' : ''}!${reason === focused ? ' autofocus' : ''}>${t(reasonTexts[reason])}</label>`,
  )
  return pageForm(
    frame,
    html`<input type="hidden" name="reported" value="${reported}"><fieldset><legend>${t('What is wrong?')}</legend>!${reasons}</fieldset>
<label for="problem-words">${t('Tell us more, if you like')}</label><textarea id="problem-words" name="words" rows="3" maxlength="${limits.problemWords.max}" aria-describedby="problem-hint"!${focused === 'words' ? ' autofocus' : ''}>
${refused?.words ?? ''}</textarea>
<p class="hint" id="problem-hint">${t('Never write a PIN or a password here.')}</p><button class="big" name="step" value="problem">${t('Send')}</button>`,
  )
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
