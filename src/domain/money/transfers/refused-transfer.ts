import { nextLatePollAt } from '../mobile-money/payment-request.ts'
import type { TransferRow } from './transfer-row.ts'

/** What is known of a refusal. */
type Refusal = Pick<TransferRow, 'id' | 'provider' | 'due_at' | 'still_refused_at' | 'lease_owner'>

/** The longest that a refused transfer waits to be asked about while its provider does not answer. */
export const maxUnansweredMs = 5 * 60_000
/** How long an answer counts that a transfer is still refused, in ms. */
const answerLastsMs = 2 * 60_000

/**
 * When a refused transfer is asked about next, since some providers pay it all the same: less and less often
 * for a day, and up to three days while nobody answers; null once it is over.
 */
export function nextLookAtRefused(
  { created_at, ended_at }: Pick<TransferRow, 'created_at' | 'ended_at'>,
  now: Date,
  isAnswered: boolean,
): Date | null {
  const next = nextLatePollAt({ created_at, deadline_at: ended_at ?? created_at }, now, isAnswered)
  if (next === null || isAnswered) return next
  return new Date(Math.min(next.getTime(), now.getTime() + maxUnansweredMs))
}

/**
 * Which refused transfers must be asked about before anything is sent in their place: those that may still be
 * paid, and the newest however long ago it was refused, unless their provider has just said again that it did
 * not pay them. `refused` are those to one payee or of one payment, the newest first; `providers` are those
 * that can be asked at all.
 */
export function refusalsInDoubt<Row extends Refusal>(
  refused: readonly Row[],
  { now, providers }: { now: Date; providers: readonly string[] },
): Row[] {
  return refused.filter((each, nth) => {
    const { due_at, still_refused_at, lease_owner, provider } = each
    const mayBeAsked = nth === 0 && still_refused_at !== null && providers.includes(provider)
    if (due_at === null && !mayBeAsked) return false
    if (lease_owner !== null || still_refused_at === null) return true
    return now.getTime() - still_refused_at.getTime() > answerLastsMs
  })
}
