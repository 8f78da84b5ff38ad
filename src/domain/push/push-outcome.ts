import type { RequestResult } from '../webhooks/sending/send-request.ts'

/** TAKEN by the push service; GONE for good; REFUSED this once; or RETRY, while the offer lasts. */
type PushOutcome = 'TAKEN' | 'GONE' | 'REFUSED' | 'RETRY'

/**
 * What came of a request, by the statuses that RFC 8030 names; an address that leads inside counts as gone.
 */
export function pushOutcome({
  httpStatus,
  failure,
}: Pick<RequestResult, 'httpStatus' | 'failure'>): PushOutcome {
  if (failure === 'BLOCKED_ADDRESS') return 'GONE'
  if (failure === 'REDIRECT') return 'REFUSED'
  if (failure !== null || httpStatus === null) return 'RETRY'
  if (httpStatus >= 200 && httpStatus < 300) return 'TAKEN'
  if (httpStatus === 404 || httpStatus === 410) return 'GONE'
  return httpStatus === 429 || httpStatus >= 500 ? 'RETRY' : 'REFUSED'
}

/** Seconds before each retry: an offer lasts a minute or two. */
const delaysSeconds = [1, 3, 8, 20] as const

/**
 * When to try again after `attemptsMade` failed attempts; later where the service asks for it. Undefined to
 * give up: after five attempts, or when the offer is over by then.
 */
export function nextPushAt(
  { attemptsMade, retryAfter, expiresAt }: { attemptsMade: number; retryAfter?: string; expiresAt: Date },
  now: Date,
): Date | undefined {
  const delay = delaysSeconds[attemptsMade - 1]
  if (delay === undefined) return undefined
  const asked = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0
  const next = new Date(now.getTime() + Math.max(delay, asked) * 1_000)
  return next < expiresAt ? next : undefined
}
