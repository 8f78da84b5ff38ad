import type { AttemptFailure } from '../../../contract/vocabulary.ts'

/** Why an attempt failed, as its readers see it: HTTP_ERROR for a response whose status is not 2xx. */
type ShownFailure = AttemptFailure | 'HTTP_ERROR'

type Columns = { failure: AttemptFailure | null; httpStatus: number | null }

/** What came of an attempt, read from its columns; only a response of 2xx is a success (spec 6.5-1). */
export function attemptOutcome({ failure, httpStatus }: Columns): {
  isSuccess: boolean
  failure: ShownFailure | null
} {
  const isSuccess = failure === null && httpStatus !== null && httpStatus >= 200 && httpStatus < 300
  return { isSuccess, failure: failure ?? (isSuccess ? null : 'HTTP_ERROR') }
}

/** Why an attempt failed, as a shop may know it. */
export type FailureForShop = Exclude<ShownFailure, 'BLOCKED_ADDRESS'>

/**
 * The same as a shop may know it. A name that leads to an address which may not be called looks like one that
 * leads nowhere: a shop could point names of its own at internal ones, and learn which exist.
 */
export function outcomeForShop(columns: Columns): { isSuccess: boolean; failure: FailureForShop | null } {
  const { isSuccess, failure } = attemptOutcome(columns)
  return { isSuccess, failure: failure === 'BLOCKED_ADDRESS' ? 'DNS' : failure }
}
