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
import { feedbackWording } from './feedback-wording.ts'

/** What a customer has said of their delivery so far, and what they typed into a form that was refused. */
export type Feedback = {
  reports: readonly { reason: ProblemReason; time: string; standing: ProblemStanding }[]
  stars: number | null
  refused?: { reason: string; words: string; fault: ProblemFault } | undefined
}

/** Five buttons, each of which sends its stars; nothing before the hand-over. */
export function ratingCard(frame: PageFrame, status: DeliveryStatus, { stars }: Feedback): string {
  if (!isIn('delivered', status)) return ''
  const words = feedbackWording[frame.language].rating
  const buttons = [1, 2, 3, 4, 5].map(
    (count) =>
      html`<button name="stars" value="${count}" class="${count <= (stars ?? 0) ? 'given' : ''}" aria-label="${words.stars(count)}" aria-pressed="${count === stars}">${count <= (stars ?? 0) ? '★' : '☆'}</button>`,
  )
  const said = stars === null ? words.hint : words.given(words.stars(stars))
  return html`<section class="card rating" id="rating"><h2>${words.heading}</h2><p>${said}</p>!${pageForm(
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
  const words = feedbackWording[frame.language].problem
  const isEnough = reports.length >= limits.problemReports
  return html`<section id="problem">!${reports.length > 0 ? reportedCard(frame, reports, isEnough) : ''}!${
    isEnough
      ? ''
      : html`<details!${refused ? ' open' : ''}><summary>${words.open}</summary>!${refused ? notice(words.faults[refused.fault]) : ''}!${problemForm(frame, reports.length, refused)}</details>`
  }</section>`
}

function reportedCard({ language }: PageFrame, reports: Feedback['reports'], isEnough: boolean): string {
  const words = feedbackWording[language].problem
  const lines = reports.map(
    ({ reason, time, standing }) =>
      html`<li>${words.line(words.reasons[reason], time)} – ${words.standings[standing]}</li>`,
  )
  const isOver = reports.every(({ standing }) => standing === 'CLOSED')
  return html`<div class="card" role="status"><h2>${words.reported}</h2><ul>!${lines}</ul>!${isOver ? '' : html`<p>${words.next}</p>`}!${isEnough ? html`<p>${words.enough}</p>` : ''}</div>`
}

/** The form carries how much was reported before it, so that a second press reports nothing. */
function problemForm(frame: PageFrame, reported: number, refused: Feedback['refused']): string {
  const words = feedbackWording[frame.language].problem
  // The form stands far down: where something is wrong with it the page opens there.
  const focused = refused && (refused.fault === 'REASON_MISSING' ? problemReasons[0] : 'words')
  const reasons = problemReasons.map(
    (reason) =>
      html`<label class="choice"><input type="radio" name="reason" value="${reason}" required!${reason === refused?.reason ? ' checked' : ''}!${reason === focused ? ' autofocus' : ''}>${words.reasons[reason]}</label>`,
  )
  return pageForm(
    frame,
    html`<input type="hidden" name="reported" value="${reported}"><fieldset><legend>${words.legend}</legend>!${reasons}</fieldset>
<label for="problem-words">${words.words}</label><textarea id="problem-words" name="words" rows="3" maxlength="${limits.problemWords.max}" aria-describedby="problem-hint"!${focused === 'words' ? ' autofocus' : ''}>
${refused?.words ?? ''}</textarea>
<p class="hint" id="problem-hint">${words.hint}</p><button class="big" name="step" value="problem">${words.submit}</button>`,
  )
}
