import { html } from 'ghtml'
import { momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { type ProblemReason, problemStanding } from '../../../domain/feedback/problem-report.ts'
import type { ProblemReportRow } from '../../../domain/feedback/problem-report-store.ts'
import { problemWording } from '../../../domain/feedback/problem-wording.ts'
import { speak } from '../operations-words.ts'

/** Where the problems that customers reported are. */
export const problemsHref = '/operations/problems'

const standingNames = { OPEN: 'to take', TAKEN: 'taken#standings', CLOSED: 'closed' } as const
const standingKinds = { OPEN: 'bad', TAKEN: 'waiting', CLOSED: 'over' } as const

/** Whether somebody sees to a problem, or it is closed. */
export function standingBadge(problem: ProblemReportRow, language: Language): string {
  const standing = problemStanding(problem)
  const name = speak(language)(standingNames[standing])
  return html`<span class="badge ${standingKinds[standing]}">${name}</span>`
}

/** Why a customer reported a problem, as a title. */
export function reasonText({ reason }: ProblemReportRow, language: Language): string {
  const text = problemWording[reason as ProblemReason]?.[language] ?? reason
  return `${text.slice(0, 1).toLocaleUpperCase()}${text.slice(1)}`
}

/** What the customer of one delivery reported, and the stars they gave; nothing where they said nothing. */
export function saidByCustomerCard(
  { problems, stars: count }: { problems: readonly ProblemReportRow[]; stars: number | null },
  { language, now, timeZone }: { language: Language; now: Date; timeZone: string },
): string {
  const t = speak(language)
  const rows = problems.map((problem) => {
    const { words, closing_note: note } = problem
    const badge = standingBadge(problem, language)
    const at = momentText(problem.reported_at, { now, timeZone }, language)
    return html`<li><div class="line">
<span><strong>${reasonText(problem, language)}</strong>!${words === null ? '' : html`<br>${words}`}<br>
<span class="soft">${at}</span>!${note === null ? '' : html`<br>${note}`}</span>!${badge}</div></li>`
  })
  const reported = html`<section id="problems"><h2>${t('Problems that the customer reported')}</h2>
<ul class="rows">!${rows}</ul><p><a href="${problemsHref}">${t('See the problems')}</a></p></section>`
  const stars = (of: number) =>
    html`<section class="card"><h2>${t('What the customer thinks')}</h2>
<p>${t('{count, plural, one {1 star of 5} other {# stars of 5}}', { count: of })}</p></section>`
  return html`!${rows.length === 0 ? '' : reported}!${count === null ? '' : stars(count)}`
}
