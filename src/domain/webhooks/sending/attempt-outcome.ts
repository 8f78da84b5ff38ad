import type { AttemptFailure } from '../../../base/contract/vocabulary.ts'

/** Why an attempt failed, as its readers see it: HTTP_ERROR for a response whose status is not 2xx. */
type ShownFailure = AttemptFailure | 'HTTP_ERROR'

/** What came of an attempt, read from its columns; only a response of 2xx is a success (spec 6.5-1). */
export function attemptOutcome({
  failure,
  httpStatus,
}: {
  failure: AttemptFailure | null
  httpStatus: number | null
}): { isSuccess: boolean; failure: ShownFailure | null } {
  const isSuccess = failure === null && httpStatus !== null && httpStatus >= 200 && httpStatus < 300
  return { isSuccess, failure: failure ?? (isSuccess ? null : 'HTTP_ERROR') }
}
