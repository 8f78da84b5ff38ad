import { cleanedLine } from '../../base/kernel/plain-text.ts'
import { limits } from '../../contract/limits.ts'
import type { DeliveryStatus } from '../../contract/vocabulary.ts'
import { isIn } from '../deliveries/delivery-status.ts'

/**
 * This folder keeps what customers say of their delivery: problems, which reach those who run the service,
 * and one to five stars for the hand-over (decision 235).
 */

/** What a customer may report. */
export const problemReasons = [
  'NOT_RECEIVED',
  'DAMAGED',
  'WRONG_PARCEL',
  'ASKED_FOR_CASH',
  'COURIER_BEHAVIOUR',
  'OTHER',
] as const
export type ProblemReason = (typeof problemReasons)[number]

/** How far those who run the service are with it. */
export type ProblemStanding = 'OPEN' | 'TAKEN' | 'CLOSED'

/** A reason and what the customer wrote beside it, in one line; null without. */
export type Problem = { reason: ProblemReason; words: string | null }

/** What can be wrong with a report. */
export type ProblemFault = 'REASON_MISSING' | 'WORDS_MISSING' | 'WORDS_TOO_LONG'

/** What was typed as a problem, or what is wrong with it: one without a reason of the list needs words. */
export function problemOf(typed: { reason: string; words: string }): Problem | { fault: ProblemFault } {
  const reason = problemReasons.find((each) => each === typed.reason)
  const words = cleanedLine(typed.words)
  if (reason === undefined) return { fault: 'REASON_MISSING' }
  if ([...words].length > limits.problemWords.max) return { fault: 'WORDS_TOO_LONG' }
  if (reason === 'OTHER' && words === '') return { fault: 'WORDS_MISSING' }
  return { reason, words: words === '' ? null : words }
}

/** Whether a customer can report a problem: before they gave a position nothing of theirs is under way. */
export const canReport = (status: DeliveryStatus): boolean => !isIn('locating', status)

export const problemStanding = ({
  taken_at: takenAt,
  closed_at: closedAt,
}: {
  taken_at: Date | null
  closed_at: Date | null
}): ProblemStanding => (closedAt ? 'CLOSED' : takenAt ? 'TAKEN' : 'OPEN')
