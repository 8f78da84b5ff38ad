/** Minutes to wait before each retry (spec 6.5): seven retries, so eight attempts in all. */
export const retryDelaysMinutes = [1, 5, 15, 60, 180, 360, 720] as const

/**
 * When to try again after `attemptsMade` failed attempts, or undefined to give up. Counted from the end
 * of the last attempt, not from its plan: a slow answer must not eat its own delay (decision 37).
 */
export function nextAttemptAt(attemptsMade: number, lastAttemptEndedAt: Date): Date | undefined {
  const delayMinutes = retryDelaysMinutes[attemptsMade - 1]
  return delayMinutes === undefined
    ? undefined
    : new Date(lastAttemptEndedAt.getTime() + delayMinutes * 60_000)
}
