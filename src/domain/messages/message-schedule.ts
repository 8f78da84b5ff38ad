/** Minutes to wait before each retry: four retries, so five attempts in all. */
const messageDelaysMinutes = [1, 5, 15, 60] as const

/**
 * When to try again after `attemptsMade` failed attempts, counted from the end of the last; undefined to give
 * up.
 */
export function nextTryAt(attemptsMade: number, lastEndedAt: Date): Date | undefined {
  const minutes = messageDelaysMinutes[attemptsMade - 1]
  return minutes === undefined ? undefined : new Date(lastEndedAt.getTime() + minutes * 60_000)
}
