import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { momentText } from '../../base/kernel/figure-text.ts'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import { isIn } from '../../domain/deliveries/delivery-status.ts'
import { type ProblemReason, problemStanding } from '../../domain/feedback/problem-report.ts'
import { listProblemsOf } from '../../domain/feedback/problem-report-store.ts'
import { findRating } from '../../domain/feedback/rating-store.ts'
import type { Feedback } from './feedback-page.ts'
import type { LinkedDelivery } from './read-linked-delivery.ts'

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
