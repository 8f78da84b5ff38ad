import { ApiError } from '../../base/contract/errors.ts'
import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { problemOf } from '../../domain/feedback/problem-report.ts'
import { rateDelivery } from '../../domain/feedback/rate-delivery.ts'
import { reportProblem } from '../../domain/feedback/report-problem.ts'
import { feedbackForm } from './feedback-form.ts'
import type { Feedback } from './feedback-page.ts'
import type { LinkedDelivery } from './read-linked-delivery.ts'

/**
 * Handles a form for a problem or for stars: `RATED` or `REPORTED` to redirect to the page, what was typed where something
 * is wrong with it, and undefined for a form that is neither.
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
