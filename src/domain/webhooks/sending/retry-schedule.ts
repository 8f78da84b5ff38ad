/** Minutes to wait before each retry (spec 6.5): seven retries, so eight attempts in all. */
const retryDelaysMinutes = [1, 5, 15, 60, 180, 360, 720] as const

const minuteMs = 60_000

/** What may delay a retry beyond the schedule; nothing brings it forward. */
type RetryShift = {
  /**
   * From 0 up to 1: how much of a tenth of the delay is added, so that what failed together is not retried
   * together.
   */
  chance: number
  /** The `Retry-After` header of the response. */
  retryAfter?: string | undefined
}

/**
 * When to try again after `attemptsMade` failed attempts, or undefined to give up. Counted from the end
 * of the last attempt, not from its scheduled time: a slow response must not use up the delay (decision 37).
 * A receiver may ask for more time, at most until the retry after it would have come.
 */
export function nextAttemptAt(
  attemptsMade: number,
  lastAttemptEndedAt: Date,
  { chance, retryAfter }: RetryShift = { chance: 0 },
): Date | undefined {
  const delayMinutes = retryDelaysMinutes[attemptsMade - 1]
  if (delayMinutes === undefined) return undefined
  const maxDurationMs = (delayMinutes + (retryDelaysMinutes[attemptsMade] ?? 0)) * minuteMs
  const askedMs = Math.min(retryAfterMs(retryAfter, lastAttemptEndedAt) ?? 0, maxDurationMs)
  const delayMs = Math.max(delayMinutes * minuteMs, askedMs)
  return new Date(lastAttemptEndedAt.getTime() + delayMs + Math.floor((chance * delayMs) / 10))
}

/**
 * How long a `Retry-After` asks to wait: seconds, or a date (RFC 9110, 10.2.3); undefined for any other text.
 */
function retryAfterMs(text: string | undefined, now: Date): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  const at = httpDate.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : at - now.getTime()
}

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
